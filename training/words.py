"""Words as spelunk's search reads them: names and prose cut into parts, and the parts brought to their stems.

The rules are those of src/engine/search/words.rs; the irregular forms and stop words are read out of synonyms.rs there.
"""

import pathlib
import re

import Stemmer

SYNONYMS = (pathlib.Path(__file__).resolve().parent.parent / "src/engine/search/synonyms.rs").read_text()
PART = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z0-9]+")
BRITISH = (("ise", "ize"), ("ised", "ized"), ("ising", "izing"), ("isation", "ization"), ("iser", "izer"))


def constant(name: str) -> str:
    return re.search(rf'const {name}: &str = "(.*?)";', SYNONYMS, re.S)[1].replace("\\\n", "")


STOP = frozenset(constant("STOP_WORDS").split())
IRREGULAR = dict(entry.split(":") for entry in constant("IRREGULAR").split())
STEMMER = Stemmer.Stemmer("english")
KNOWN: dict[str, str] = {}


def stem(part: str) -> str:
    """The stem of a part in small letters."""
    if (known := KNOWN.get(part)) is not None:
        return known
    word = IRREGULAR.get(part, part)
    if len(word) >= 4 and re.fullmatch(r"[a-z]+", word):
        for british, american in BRITISH:
            if len(word) > len(british) + 3 and word.endswith(british):
                word = word[:-len(british)] + american
                break
        word = STEMMER.stemWord(word)
    KNOWN[part] = word
    return word


def stems(text: str) -> list[str]:
    return [stem(part.lower()) for part in PART.findall(text) if 1 < len(part) <= 64]


def query_stems(text: str) -> list[str]:
    """The stems of a sentence without the words that say nothing, unless it has no others."""
    words = [part.lower() for part in PART.findall(text.replace("'s", "")) if 1 < len(part) <= 64]
    kept = [stem(word) for word in words if word not in STOP]
    return kept or [stem(word) for word in words]


def stem_hash(text: str) -> int:
    """The hash by which the product knows a stem."""
    state = 0xCBF29CE484222325 ^ 1
    for byte in text.encode():
        state = ((state ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return (state ^ (state >> 32)) & 0xFFFFFFFF
