#!/usr/bin/env python3
"""How exact the graph is without a language server, measured against language servers. Writes docs/measured.md and README.md.

Usage: scripts/graph_accuracy.py [--opened] [--differences] [CORPUS]…  (default: all; the page is written after each)
Needs a build of spelunk, the corpora (`scripts/corpora.sh`) and the servers (`scripts/servers.sh rust-analyzer basedpyright typescript clangd`).

Cases are those of benches/graph/cases.jsonl. What a server said is kept in ~/.cache/spelunk-oracle and asked again only when that
is deleted. `--opened` leaves out the held-out half, `--differences` prints every place where the two disagree; both write nothing.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

from graph_corpora import CORPORA, ORACLE, STRATA, tree
from graph_lsp import Place, Server
from measured import table, write_section

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CASES = [json.loads(line) for line in (ROOT / "benches/graph/cases.jsonl").read_text().splitlines()]
QUESTIONS = ["callers", "references", "implementations"]
NAMES = {"rust": "Rust", "python": "Python", "typescript": "TypeScript", "c": "C"}
Verdict = collections.namedtuple("Verdict", "right kin missed unknown")
# Words for the type or object around, which some servers list as uses of its name.
OWN_WORDS = {"self", "Self", "this", "super", "cls", "crate"}
COMMENT = {"python": re.compile(r"\s*#"), "": re.compile(r"\s*(\*\s|\*/|//|/\*)")}
# Disagreements that are judged for each case and question; the rest count against us.
MAX_JUDGED = 40
# Seconds that a server may take for one question. One that needs longer is started anew and asked once more.
PATIENCE = 120


def spelunk() -> pathlib.Path:
    for profile in ("release", "debug"):
        if (TARGET / profile / "spelunk").exists():
            return TARGET / profile / "spelunk"
    sys.exit("no spelunk is built: cargo build --release")


class Texts:
    """The lines of a corpus' files, read once."""

    def __init__(self, corpus: str):
        self.root, self.files = tree(corpus), {}

    def line(self, path: str, line: int) -> str:
        if not path:
            return ""
        if path not in self.files:
            self.files[path] = (self.root / path).read_text(encoding="utf-8", errors="replace").splitlines()
        lines = self.files[path]
        return lines[line - 1] if line <= len(lines) else ""


def column_of(case: dict, texts: Texts) -> int | None:
    """Where the name stands in the line of its definition, counted from 1."""
    found = re.search(rf"(?<![\w$]){re.escape(case['name'])}(?![\w$])", texts.line(case["file"], case["line"]))
    return found.start() + 1 if found else None


def key(case: dict) -> str:
    return f"{case['file']}:{case['line']} {case['name']}"


class Unanswered(Exception):
    """The server let a question wait for too long, started anew or not."""


class Oracle:
    """What a corpus' server says, kept in a file; the server is started when something is not known yet."""

    def __init__(self, corpus: str):
        self.corpus, self.root, self.texts = corpus, tree(corpus).resolve(), Texts(corpus)
        self.path, self.server = ORACLE / "graph" / f"{corpus}.json", None
        self.known = json.loads(self.path.read_text()) if self.path.exists() else {"cases": {}, "definitions": {}}

    def ask(self, method: str, place: Place) -> list[Place]:
        for _ in range(2):
            try:
                if self.server is None:
                    self.server = Server(CORPORA[self.corpus].server, self.root, place[0])
                return self.server.places(method, place, PATIENCE)
            except (TimeoutError, EOFError, BrokenPipeError) as error:
                print(f"{self.corpus}: {method} at {place}: {error or 'no answer in time'}", file=sys.stderr)
                self.stop()
        raise Unanswered(f"the server had no answer to {method} at {place[0]}:{place[1]} in {PATIENCE} s, twice")

    def case(self, case: dict) -> dict:
        """Places of references, of implementations, and of the definitions that count as the case's own."""
        answer = self.known["cases"].setdefault(key(case), {})
        questions = {"references": "references", "definition": "definition"}
        if case["stratum"] == "interface":
            questions["implementations"] = "implementation"
        column = column_of(case, self.texts)
        for name, method in questions.items():
            if name not in answer and "error" not in answer:
                try:
                    if column is None:
                        raise RuntimeError("the name is not on the line")
                    answer[name] = self.ask(method, (case["file"], case["line"], column))
                except RuntimeError as error:
                    answer["error"] = str(error)
        return answer

    def definition(self, place: Place, of: str = "definition") -> list:
        """Where the server's own way to the definition, or to that of the type, leads from a place."""
        known, name = self.known.setdefault(f"{of}s", {}), "{}:{}:{}".format(*place)
        if name not in known:
            try:
                known[name] = self.ask(of, place)
            except RuntimeError:
                known[name] = []
        return known[name]

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.known, indent=0))

    def stop(self) -> None:
        if self.server:
            self.server.close()
        self.server = None

    def close(self) -> None:
        self.save()
        self.stop()


def is_call(line: str, column: int, name: str, is_markup: bool) -> bool:
    """Whether arguments follow the name that stands at a column, counted from 1. `is_markup`: elements are calls of their
    components."""
    before, after = line[: column - 1].rstrip(), line[column - 1 + len(name):]
    if re.search(r"(\bfn|\bdef|\bfunction\*?|\bfunc|\bclass|#\s*define|@)$", before):
        return False
    if is_markup and re.search(r"(<|</)$", before) and re.match(r"[\s/>]", after) and name[:1].isupper():
        return before.endswith("<")
    after = after.lstrip()
    if after.startswith("::<") or after.startswith("<"):
        depth = 0
        for at, character in enumerate(after):
            depth += (character == "<") - (character == ">" and after[at - 1] not in "-=")
            if depth == 0 and character == ">":
                after = after[at + 1:]
                break
    if re.search(r"\bnew$", before):
        return True
    return bool(re.match(r"(\?\.|!)?\s*[(`]|!\s*[\[{]", after))


class Judge:
    """Which places of one case are right, by the server's list of references and, where that and ours disagree, by where its own
    way to the definition leads from the place."""

    def __init__(self, oracle: Oracle, case: dict, said: dict):
        self.oracle, self.case, self.texts = oracle, case, oracle.texts
        self.own = {(path, line) for path, line, _ in said["definition"]} | {(case["file"], case["line"])}
        endings, comment = CORPORA[case["corpus"]].endings, COMMENT.get(case["language"], COMMENT[""])
        places = [tuple(place) for place in said["references"] if place[0].endswith(endings)]
        is_code = lambda place: not comment.match(self.texts.line(*place[:2])) and not self.is_quoted(place)
        self.listed = {place for place in places if place[:2] not in self.own and is_code(place) and self.word(place) not in OWN_WORDS}

    def is_quoted(self, place: Place) -> bool:
        """Whether it is the whole of a string, as in `__all__`."""
        line, start = self.texts.line(*place[:2]), place[2] - 1
        return line[max(0, start - 1): start] in ("'", '"') and line[start + len(self.word(place)):][:1] in ("'", '"')

    def base_of(self, place: Place) -> Place | None:
        """Where the header of an implementation names the case."""
        for line in range(place[1], place[1] + 3):
            if found := re.search(rf"(?<![\w$]){re.escape(self.case['name'])}(?![\w$])", self.texts.line(place[0], line)):
                return place[0], line, found.start() + 1
        return None

    def word(self, place: Place) -> str:
        return re.match(r"[\w$]*", self.texts.line(*place[:2])[place[2] - 1:]).group()

    def lead(self, place: Place) -> str:
        """"own", "kin" (a member of the same name, such as what it overrides), "other" or "nothing"."""
        targets = self.oracle.definition(place)
        if any((path, line) in self.own for path, line, _ in targets):
            return "own"
        name = self.case["name"]
        if any(re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", self.texts.line(path, line)) for path, line, _ in targets):
            # Overloads and a declaration with its definition are one: the server lists their uses together.
            is_close = any(path == self.case["file"] and abs(line - self.case["line"]) < 60 for path, line, _ in targets)
            is_listed = place in self.listed and (is_close or self.case["language"] == "c")
            is_alternative = is_close and self.case["stratum"] not in ("method", "override", "interface")
            return "own" if is_listed or is_alternative or self.is_on_own_type(place) else "kin"
        return "other" if targets else "nothing"

    def is_on_own_type(self, place: Place) -> bool:
        """Whether a method is called on a name whose type is the very one that the case's `impl` of a trait is for. From such a call
        rust-analyzer may lead to the trait's declaration."""
        receiver = re.search(r"(?<![\w.])(\w+)\s*\.\s*$", self.texts.line(*place[:2])[: place[2] - 1])
        if self.case["language"] != "rust" or not receiver or receiver.group(1) == "self":
            return False
        above = [self.texts.line(self.case["file"], line) for line in range(self.case["line"] - 1, 0, -1)]
        header = next((line for line in above if re.match(r"\s*(unsafe )?impl\b", line)), "")
        own = re.search(r"\bfor (?:\w+::)*(\w+)", header)
        targets = self.oracle.definition((*place[:2], receiver.start(1) + 1), "typeDefinition")
        lines = [self.texts.line(path, line) for path, line, _ in targets]
        return bool(own) and any(re.search(rf"\b(struct|enum|union) {own.group(1)}\b", line) for line in lines)

    def sort(self, listed: set[Place], found: dict[str, set[Place]]) -> Verdict:
        """The right ones of ours by certainty, and those that we should have."""
        every = found["likely"] | found["possible"]
        leads = {place: self.lead(place) for place in sorted(every - listed)[:MAX_JUDGED]}
        right = {place for place, lead in leads.items() if lead == "own"} | (every & listed)
        kin = {place for place, lead in leads.items() if lead == "kin"}
        absent = sorted(listed - every)
        missed = {place for place in absent[:MAX_JUDGED] if self.lead(place) in ("own", "nothing")} | set(absent[MAX_JUDGED:])
        # Code that is switched off, or rests on a library that is not installed: the server cannot tell.
        unknown = {place for place, lead in leads.items() if lead == "nothing"}
        return Verdict(right, kin, missed, unknown)


def ask(case: dict, question: str) -> dict[str, set[Place]] | None:
    """Our places by certainty; `None` where there is no answer. What we call an import is left out: servers do not agree on
    whether it is a use."""
    command = [spelunk(), question, case["name"], "--file", case["file"], "--line", str(case["line"]), "--json", "--max-results", "100000", "--max-tokens", "100000000"]
    run = subprocess.run(command, cwd=tree(case["corpus"]), capture_output=True, text=True, check=False)
    if run.returncode == 2:
        return None
    answer = json.loads(run.stdout)
    found = {"likely": set(), "possible": set(), "import": set()}
    for group in answer.get("definitions", [answer]):
        for row in group["results"]:
            for site in row["call_sites"] if question == "callers" else [row]:
                certainty = "import" if row.get("role") == "import" else row["certainty"]
                found[certainty].add((site["file"], site["line"], site.get("column", 1)))
    return found


def judge(oracle: Oracle, case: dict, said: dict, answers: dict) -> dict[str, tuple[dict, Verdict]]:
    """Our places and the verdict on them, by question."""
    judge, verdicts = Judge(oracle, case, said), {}
    imports = answers["references"]["import"]
    listed = judge.listed - imports
    calls = set()
    for path, line, column in listed:
        # Under another name it is an alias, whose uses count all the same.
        word = judge.word((path, line, column)) or case["name"]
        if is_call(oracle.texts.line(path, line), column, word, path.endswith(".tsx")):
            calls.add((path, line, column))
    for question, expected in {"references": listed, "callers": calls}.items():
        found = {certainty: places - judge_own(judge, places) for certainty, places in answers[question].items()}
        verdicts[question] = (found, judge.sort(expected, found))
    if case["stratum"] == "interface":
        # A list of such values is none itself.
        is_list = lambda place: case["language"] == "typescript" and re.search(r"=\s*\[", oracle.texts.line(*place[:2]))
        expected = {tuple(place) for place in said["implementations"] if tuple(place[:2]) not in judge.own and not is_list(place)}
        found = answers["implementations"]
        every = found["likely"] | found["possible"]
        right = near(every, expected)
        # In code that is switched off not even the name in the header leads anywhere.
        unknown = {place for place in every - right if (base := judge.base_of(place)) and judge.lead(base) == "nothing"}
        verdicts["implementations"] = (found, Verdict(right, set(), expected - near(expected, every), unknown))
    return verdicts


def judge_own(judge: Judge, places: set[Place]) -> set[Place]:
    return {place for place in places if place[:2] in judge.own}


def near(places: set[Place], others: set[Place]) -> set[Place]:
    """Those of `places` that `others` has too, give or take two lines: where a definition begins is a matter of taste."""
    lines = {place[:2] for place in others}
    return {place for place in places if any((place[0], place[1] + shift) in lines for shift in range(-2, 3))}


class Score:
    """The figures of some cases and one question."""

    def __init__(self):
        self.precision, self.recall, self.precision_all, self.recall_all = [], [], [], []
        self.false_zeros = self.cases = 0

    def add(self, found: dict[str, set[Place]], verdict: Verdict) -> None:
        likely = found["likely"] - verdict.unknown
        every = likely | (found["possible"] - verdict.unknown)
        self.cases += 1
        if likely:
            self.precision.append(len(likely & verdict.right) / len(likely))
        if every:
            self.precision_all.append(len(every & (verdict.right | verdict.kin)) / len(every))
        if expected := len(verdict.right) + len(verdict.missed):
            self.recall.append(len(likely & verdict.right) / expected)
            self.recall_all.append(len(verdict.right) / expected)
            self.false_zeros += not every

    def row(self) -> list[str]:
        mean = lambda values: f"{sum(values) / len(values):.2f}" if values else "–"
        return [str(self.cases), mean(self.precision), mean(self.recall), mean(self.precision_all), mean(self.recall_all), str(self.false_zeros)]


INTRODUCTION = """What `spelunk` answers from syntax alone, against language servers; benches/graph/README.md says how cases are drawn and judged. "Likely"
counts the rows that are marked so, "all" the possible ones too. "Opened" are the cases that were looked at while the rules were made,
"held out" those that were not, and "unopened" whole projects that were not. A false zero is an answer without a row where the server has some;
the answer then names the mentions that it could not resolve."""
HEAD = ["cases", "precision, likely", "recall, likely", "precision, all", "recall, all", "false zeros"]


def measure(corpora: list[str], cases: list[dict], show: bool):
    """After each corpus: the scores so far by (question, kind of row, row), what could not be compared, and the cases so far."""
    scores, skipped, done = collections.defaultdict(Score), [], []
    for corpus in corpora:
        own = [case for case in cases if case["corpus"] == corpus]
        oracle = Oracle(corpus)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            futures = [{question: pool.submit(ask, case, question) for question in QUESTIONS} for case in own]
        try:
            for case, answers in zip(own, futures):
                answers = {question: future.result() for question, future in answers.items()}
                try:
                    said = oracle.case(case)
                    silent = [question for question, answer in answers.items() if answer is None]
                    reason = said.get("error") or (f"no answer of ours to {silent[0]}" if silent else None)
                    verdicts = None if reason else judge(oracle, case, said, answers)
                except Unanswered as error:
                    reason = str(error)
                oracle.save()
                if reason:
                    skipped.append(f"{corpus}, {key(case)}: {reason}")
                    continue
                half = "unopened" if CORPORA[corpus].unopened else "held out" if case["held_out"] else "opened"
                for question, (found, verdict) in verdicts.items():
                    if show:
                        differences(case, question, found, verdict, oracle.texts)
                    for kind, row in [("all", "all"), ("language", case["language"]), ("stratum", case["stratum"]), ("corpus", corpus), ("half", half)]:
                        scores[question, kind, row].add(found, verdict)
        finally:
            oracle.close()
        done += own
        yield scores, skipped, done


def differences(case: dict, question: str, found: dict[str, set[Place]], verdict: Verdict, texts: Texts) -> None:
    lists = [
        ("wrong likely", found["likely"] - verdict.right - verdict.unknown),
        ("wrong possible", found["possible"] - verdict.right - verdict.kin - verdict.unknown),
        ("only possible", found["possible"] & verdict.right),
        ("missed", verdict.missed),
    ]
    if any(places for _, places in lists):
        print(f"== {case['corpus']} {case['stratum']} {question} of {key(case)}: {len(verdict.right)} right, {len(verdict.kin)} kin, {len(verdict.missed)} missed")
    for title, places in lists:
        for path, line, _ in sorted(places)[:6]:
            print(f"  {title}: {path}:{line}: {texts.line(path, line).strip()[:110]}")
        if len(places) > 6:
            print(f"  {title}: … {len(places) - 6} more")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--opened", action="store_true")
    parser.add_argument("--differences", action="store_true")
    parser.add_argument("corpora", nargs="*", default=list(CORPORA))
    options = parser.parse_args()
    cases = [case for case in CASES if not (options.opened and case["held_out"])]
    for scores, skipped, done in measure(options.corpora, cases, options.differences):
        page = report(scores, skipped, done)
        if not options.opened and not options.differences:
            write_section("Exactness of the graph without a server", "scripts/graph_accuracy.py", page)
    if not options.opened and not options.differences and options.corpora == list(CORPORA):
        write_summary(scores, len(done) - len(skipped))
    print(page)


def report(scores: dict, skipped: list[str], done: list[dict]) -> str:
    rows = {"language": list(dict.fromkeys(case["language"] for case in CASES)), "stratum": STRATA, "corpus": list(CORPORA), "half": ["opened", "held out", "unopened"], "all": ["all"]}
    body = [INTRODUCTION]
    for question in QUESTIONS:
        lines = [[row, *scores[question, kind, row].row()] for kind, names in rows.items() for row in names if (question, kind, row) in scores]
        body.append(f"{question.capitalize()}:\n\n" + table([question, *HEAD], lines))
    servers = sorted({CORPORA[case["corpus"]].server for case in done})
    body.append(f"{len(done) - len(skipped)} symbols; the oracles are {', '.join(servers)}. Not compared: {len(skipped)}.")
    if skipped:
        body.append("\n".join(f"- {reason}" for reason in skipped))
    return "\n\n".join(body)


def write_summary(scores: dict, symbols: int) -> None:
    """The README's short table, between two comments."""
    begin, end = "<!-- begin exactness, by scripts/graph_accuracy.py -->\n", "<!-- end exactness -->"
    rows = [(question.capitalize(), (question, "all", "all")) for question in QUESTIONS]
    rows += [(f"callers, {NAMES[language]}", ("callers", "language", language)) for language in NAMES]
    rows.append(("callers, projects never opened", ("callers", "half", "unopened")))
    lines = [[title, *scores[row].row()] for title, row in rows if row in scores]
    head = ["", "symbols", "precision, likely", "recall, likely", "precision, with possible", "recall, with possible", "false zeros"]
    page = (ROOT / "README.md").read_text()
    before, rest = page.split(begin)
    after = rest.split(end, 1)[1]
    text = f"How exact syntax is without a server, against the servers themselves, over {symbols} symbols that a rule has drawn:"
    (ROOT / "README.md").write_text(f"{before}{begin}{text}\n\n{table(head, lines)}\n{end}{after}")


main()
