#!/usr/bin/env python3
"""Compares the definitions that spelunk finds with those that universal-ctags finds in public projects. Writes those languages that it was
told, or all, to docs/measured.md; the others keep their rows.

Usage: scripts/symbols_agreement.py [--differences N] [LANGUAGE]…
Needs a build of spelunk (release, else debug), ctags, and the projects as folders of $SPELUNK_PROJECTS
(~/.cache/spelunk-langs); those that are missing are left out and named. A definition is a name and its line. Where ctags has no
reader for a language, one regular expression a line stands in for it.

What only the reader finds is put into a class by rules that are written below and look at the text alone: what stands in a
string, a comment or a heredoc, what is no name of the language, and lines that hold nothing which defines that name are faults of the reader
and no definitions. All others count against spelunk.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

from measured import table, tables_of, write_section

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
PROJECTS = pathlib.Path(os.environ.get("SPELUNK_PROJECTS", CACHE / "spelunk-langs"))

# Of each language: the name that ctags has for it, the kinds that are definitions for both, and projects. A namespace of PHP or a package of
# Kotlin says where a file belongs, as a package of Java does, and defines nothing.
LANGUAGES = {
    "csharp": ("C#", "class enum enumerator interface method namespace property struct", ["Newtonsoft.Json", "Polly", "serilog"]),
    "ruby": ("Ruby", "class method module singletonMethod constant accessor alias", ["rails", "jekyll", "rubocop"]),
    "php": ("PHP", "class constant function interface trait", ["framework", "composer", "monolog"]),
    "kotlin": ("Kotlin", "class object typealias method constant variable interface", ["okhttp", "kotlinx.coroutines", "detekt"]),
    "shell": ("Sh", "function alias", ["nvm", "acme.sh", "bats-core"]),
    "lua": ("Lua", "function", ["kong", "luarocks", "plenary.nvim"]),
    "elixir": (
        "Elixir", "module function macro protocol implementation guard delegate callback type test exception record",
        ["phoenix", "ecto", "elixir"],
    ),
    "erlang": ("Erlang", "function macro module record type", ["cowboy", "rebar3", "ra"]),
    "r": ("R", "function", ["dplyr", "shiny", "testthat"]),
    "perl": ("Perl", "subroutine package constant", ["mojo", "Perl-Critic", "ack3"]),
    "objc": ("ObjectiveC", "interface implementation protocol method function macro property", ["AFNetworking", "SDWebImage", "Mantle"]),
    "haskell": ("Haskell", "function type constructor module", ["shellcheck", "pandoc", "xmonad"]),
    "powershell": ("PowerShell", "function filter class enum", ["Pester", "posh-git", "PSScriptAnalyzer"]),
    "clojure": ("Clojure", "function namespace macro", ["ring", "reitit", "clj-kondo"]),
    "cpp": ("C++", "class struct union enum enumerator function member namespace typedef macro", ["fmt", "json", "rocksdb"]),
    "swift": (None, "", ["Alamofire", "vapor", "swift-nio"]),
    "scala": (None, "", ["akka", "cats", "playframework"]),
    "dart": (None, "", ["bloc", "http", "riverpod"]),
    "zig": (None, "", ["zls", "libxev", "http.zig"]),
    "gleam": (None, "", ["stdlib", "lustre", "wisp"]),
    "solidity": (None, "", ["openzeppelin-contracts", "solmate", "v4-core"]),
    "groovy": (None, "", ["spock", "nextflow", "JenkinsPipelineUnit"]),
    "ocaml": ("OCaml", "class method module val function type Constructor RecordField Exception var", ["lwt", "base", "ocaml-cohttp"]),
    "julia": ("Julia", "constant function field macro module struct type", ["DataFrames.jl", "Flux.jl", "Pkg.jl"]),
    "sql": ("SQL", "function procedure table trigger index view package", ["chinook-database", "pg_partman", "pagila"]),
    "restructuredtext": ("ReStructuredText", "chapter section subsection subsubsection", ["devguide", "pip", "django"]),
    "asciidoc": ("Asciidoc", "chapter section subsection subsubsection l4subsection l5subsection anchor", ["asciidoctor"]),
    "nim": (None, "", ["nimble", "nim-chronos", "jester"]),
    "fsharp": (None, "", ["Giraffe", "FsToolkit.ErrorHandling"]),
    "gdscript": (None, "", ["godot-demo-projects"]),
    "crystal": (None, "", ["shards"]),
    "elm": (None, "", ["elm-spa-example"]),
    "purescript": (None, "", ["purescript-halogen"]),
    "haxe": (None, "", ["flixel"]),
    "coffeescript": (None, "", ["coffeescript"]),
    "vala": (None, "", ["files"]),
    "puppet": (None, "", ["puppetlabs-apache"]),
    "apex": (None, "", ["apex-recipes"]),
    "nushell": (None, "", ["nu_scripts"]),
    "fish": (None, "", ["fisher"]),
    "tcl": (None, "", ["tcllib"]),
    "odin": (None, "", ["examples"]),
    "qml": (None, "", ["keyboard"]),
    "vbnet": (None, "", ["CompuMaster.Data"]),
}
# Where ctags reads no such language: a definition's line, with its name as the first group.
LINES = {
    "swift": (
        ".swift",
        r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|internal|open|fileprivate|final|static|override|mutating|indirect|convenience|required"
        r"|package)(?:\(set\))?\s+)*(?:class|struct|enum|protocol|actor|func|typealias)\s+(?!func\b|var\b|let\b)([A-Za-z_]\w*)",
    ),
    "scala": (
        ".scala",
        r"^\s*(?:(?:private|protected|final|sealed|abstract|case|implicit|override|inline|lazy|open|transparent)(?:\[\w+\])?\s+)*"
        r"(?:class|trait|object|def)\s+([A-Za-z_]\w*)",
    ),
    "dart": (
        ".dart",
        r"^(?:(?:abstract|final|sealed|base|interface)\s+)*(?:class|mixin|enum|extension|typedef)\s+(?!on\b|type\b|class\b)([A-Za-z_$][\w$]*)",
    ),
    "gleam": (".gleam", r"^(?:pub\s+)?(?:(?:opaque\s+)?type|fn|const)\s+([A-Za-z_]\w*)"),
    "zig": (".zig", r"^\s*(?:(?:pub|export|inline|noinline|extern(?:\s+\"\w+\")?)\s+)*fn\s+([A-Za-z_]\w*)\s*\("),
    "solidity": (
        ".sol",
        r"^\s*(?:abstract\s+)?(?:contract|interface|library|struct|enum|event|error|modifier|function)\s+([A-Za-z_]\w*)\s*(?:is\b|[{(])",
    ),
    "groovy": (
        ".groovy",
        r"^\s*(?:(?:public|private|protected|static|final|abstract)\s+)*(?:class|interface|trait|enum|@interface|def|void)\s+([A-Za-z_]\w*)"
        r"\s*(?:\([^=]*\)\s*\{|\{|extends\b|implements\b|<\w+>\s*\{)",
    ),
}
LINES |= {
    "nim": (".nim", r"^\s*(?:proc|func|method|iterator|template|macro|converter)\s+`?([A-Za-z_]\w*|[^\s\w`]+)`?\*?\s*[\[({=]"),
    "fsharp": (
        ".fs",
        r"^\s*(?:(?:static\s+)?(?:member|override|abstract)\s+(?:(?:inline|private|internal|member|val)\s+)*(?:\w+\.)?|type\s+(?:(?:private|internal)\s+)?"
        r"|module\s+(?:(?:private|internal|rec)\s+)*)(?!inline\b|private\b|internal\b|rec\b|public\b)([A-Za-z_][\w']*)",
    ),
}
LINES |= {
    "gdscript": (".gd", r"^\s*(?:static\s+)?func\s+(\w+)"),
    "crystal": (
        ".cr",
        r"^\s*(?:(?:private|protected|abstract)\s+)*(?:def\s+(?:self\.)?|class\s+|module\s+|struct\s+|macro\s+|enum\s+)(?:\w+::)*(\w+[?!=]?)",
    ),
    "elm": (".elm", r"^(?:port\s+(?!module)|type\s+alias\s+|type\s+(?!alias\b))?(?!port\b)(\w+)(?:\s*:(?!:)|\s*$)"),
    "purescript": (".purs", r"^(?:foreign\s+import\s+|data\s+|newtype\s+|type\s+)?([a-z]\w*(?=\s*::)|(?<=data )\w+|(?<=newtype )\w+|(?<=type )\w+)"),
    "haxe": (
        ".hx",
        r"^(?:\t|    )?(?:@:?\S+\s+)*(?:(?:public|private|static|inline|override|extern|final|macro|overload|dynamic)\s+)*"
        r"(?:function|class|enum(?!\s+abstract)|typedef|interface)\s+([A-Za-z_]\w*)",
    ),
    "coffeescript": (".coffee", r"^(?:exports\.)?(\w+)\s*=\s*(?:class\b|(?:\([^)]*\)\s*)?[-=]>)"),
    "vala": (
        ".vala",
        r"^\s*(?:public|private|protected|internal)\s+(?:(?:\w+\s+)*(?:class|interface|enum|struct)\s+(?:\w+\.)*|(?:[\w.<>?\[\],*]+\s+)+(?=\w+\s*\())(\w+)",
    ),
    "puppet": (".pp", r"^\s*(?:class|define|function)\s+(?:\w+::)*(\w+)"),
    "apex": (
        ".cls",
        r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|private|global|protected)\s+(?:(?:[\w.<>, ]+\s+)?(?:class|interface|enum)\s+"
        r"|(?:[\w.<>,\[\] ]+\s+)?(?=\w+\s*\())(\w+)",
    ),
    "nushell": (".nu", r"^\s*(?:export\s+)?def\s+(?:--\w+\s+)*([\w-]+)\s*\["),
    "fish": (".fish", r"^function\s+(\w+)"),
    "tcl": (".tcl", r"^proc\s+(?:::)?(?:\w+::)*([\w.-]+)\s"),
    "odin": (".odin", r"^(\w+)\s*::\s*(?:#\w+\s+)?(?:proc|struct|enum|union)\b"),
    "qml": (".qml", r"^\s*(?:function|(?:(?:readonly|default|required)\s+)*property\s+\w+)\s+(\w+)"),
    "vbnet": (
        ".vb",
        r"(?i)^\s*(?:(?:public|private|friend|protected|shared|overrides|overridable|overloads|partial|mustinherit|notinheritable|async)\s+)*"
        r"(?:class|structure|module|interface|enum|sub|function)\s+(\w+)",
    ),
}
# Files that are left out: their strings hold programs, which ctags takes for code, or they are templates of code.
LEFT_OUT = {
    "ruby": ("/test/", "/spec/", "test/", "spec/", "/templates/"),
    "elixir": ("/templates/",),
    "kotlin": ("/test/", "/src/jvmTest/resources/"),
}
# What ctags calls that which has no name.
NAMELESS = ("__anon", "<lambda>", "anonFunc", "AnonymousClass")
MIN_SHARE = 0.98
SECTION = "Symbols of further languages"

# Strings and comments that may go over several lines, and comments to the end of a line. `\\1` of a pattern is its own opening.
BRACES = (r"/\*.*?\*/", r"(?<![:\"'])//[^\n]*")
PROSE = {
    "csharp": (*BRACES, r'@"(?:[^"]|"")*"', r'\$?"""+.*?"""+'),
    "ruby": (r"^=begin.*?^=end", r"<<[~-]?(['\"]?)(\w+)\1[^\n]*\n.*?^\s*\2\b", r"(?m:^\s*#[^\n]*)"),
    "php": (*BRACES, r"<<<(['\"]?)(\w+)\1\n.*?^\s*\2\b", r"(?m:^\s*#(?!\[)[^\n]*)"),
    "kotlin": (*BRACES, r'""".*?"""'),
    "shell": (r"<<-?\s*(['\"]?)(\w+)\1[^\n]*\n.*?^\s*\2$", r"(?m:^\s*#[^\n]*)"),
    "lua": (r"--\[(=*)\[.*?\]\1\]", r"\[(=*)\[.*?\]\1\]", r"--[^\n]*"),
    "elixir": (r'""".*?"""', r"'''.*?'''", r"(?m:^\s*#[^\n]*)"),
    "erlang": (r"%[^\n]*",),
    "r": (r"#[^\n]*",),
    "perl": (r"^=[a-z]\w*.*?^=cut", r"<<~?(['\"]?)(\w+)\1[^\n]*\n.*?^\s*\2$", r"^__(?:END|DATA)__.*", r"(?m:^\s*#[^\n]*)"),
    "objc": BRACES,
    "haskell": (r"\{-.*?-\}", r"--[^\n]*"),
    "powershell": (r"<#.*?#>", r"@(['\"])\n.*?^\1@", r"(?m:#[^\n]*)"),
    "clojure": (r";[^\n]*", r'"(?:[^"\\]|\\.)*"'),
    "cpp": (*BRACES, r'R"(\w*)\(.*?\)\1"'),
}
PROSE |= {"swift": (*BRACES, r'""".*?"""'), "scala": (*BRACES, r'""".*?"""'), "dart": (*BRACES, r'""".*?"""', r"'''.*?'''")}
PROSE |= {"gleam": (r"//[^\n]*", r'"(?:[^"\\]|\\.)*"')}
PROSE |= {"zig": (r"//[^\n]*", r"(?m:^\s*\\\\[^\n]*)"), "solidity": BRACES, "groovy": (*BRACES, r'""".*?"""', r"'''.*?'''")}
PROSE |= {
    "ocaml": (r"\(\*.*?\*\)", r"\{([a-z_]*)\|.*?\|\1\}"),
    "julia": (r"#=.*?=#", r'""".*?"""', r"#[^\n]*"),
    "sql": (r"/\*.*?\*/", r"--[^\n]*", r"(\$\w*\$).*?\1", r"'(?:[^']|'')*'"),
    "restructuredtext": (r"^\.\.[ ](?![_\w-]+::|_)[^\n]*(?:\n(?:[ \t]+[^\n]*)?(?=\n))*",),
    "asciidoc": (r"^(-{4,}|\.{4,}|/{4,}|\+{4,})$.*?^\1$",),
    "nim": (r"#\[.*?\]#", r'""".*?"""', r"#[^\n]*"),
    "fsharp": (r"\(\*.*?\*\)", r'""".*?"""', r"//[^\n]*"),
    "gdscript": (r'""".*?"""', r"#[^\n]*"),
    "crystal": (r"<<-'?(\w+)'?[^\n]*\n.*?^\s*\1\b", r"(?m:^\s*#[^\n]*)"),
    "elm": (r"\{-.*?-\}", r'""".*?"""', r"--[^\n]*"),
    "purescript": (r"\{-.*?-\}", r'""".*?"""', r"--[^\n]*"),
    "haxe": BRACES,
    "coffeescript": (r"(?m:^\s*#{4,}[^\n]*)", r"###.*?###", r'""".*?"""', r"\'\'\'.*?\'\'\'", r"(?m:^\s*#[^\n]*)"),
    "vala": (*BRACES, r'""".*?"""'),
    "puppet": (r"(?m:^\s*#[^\n]*)",),
    "apex": BRACES,
    "nushell": (r"(?m:^\s*#[^\n]*)",),
    "fish": (r"(?m:^\s*#[^\n]*)",),
    "tcl": (r"(?m:^\s*#[^\n]*)",),
    "odin": (*BRACES, r"`[^`]*`"),
    "qml": BRACES,
    "vbnet": (r"(?m:^\s*\'[^\n]*)",),
}
STRING = r'"(?:[^"\\\n]|\\.)*"'
# What has to stand on a line that defines the name {}; where one is given, all else that the reader takes for a definition is misread.
DEFINES = {
    "csharp": r"\b(?:class|struct|interface|enum|namespace|record|delegate)\s+(?:class\s+|struct\s+)?{}\b|[\w>\])?]\s+(?:[\w.<>, ]+\.)?{}\s*(?:<[^()]*>)?\s*(?:[({{]|=>|$)"
    r"|~{}|operator\s+{}|^\s*{}\s*[,=(]|^\s*{}$",
    "ruby": r"\b(?:class|module)\s+[\w:]*{}\b|\bdef\s+(?:[\w.]+\.)?{}|\b{}\s*(?:\|\|)?=|\b(?:attr\w*|alias\w*|def_\w+|define_\w+|private_constant|delegate)\b.*{}|^\s*:{}",
    "php": r"\b(?:class|interface|trait|enum|function|const|case)\s+&?\s*{}\b|\bdefine\(\s*.{}",
    "kotlin": r"\b(?:class|interface|object|typealias|va[lr])\b.*{}\b|\bfun\b.*\b{}\b|^\s*{}\s*[(,;]|companion object",
    "shell": r"{}\s*\(\s*\)|\bfunction\s+{}|\balias\s.*{}=",
    "lua": r"\bfunction\s+[\w.:]*{}\s*\(|{}[\]\"']*\s*=\s*function\b",
    "elixir": r"\bdef\w*\(?\s+[\w.]*{}|\bdef\w*\(?\s*.*{}|@(?:type|typep|opaque|callback|macrocallback)\s+{}|\btest\b.*{}|\bRecord\.\w+.*{}",
    "erlang": r"^{}\s*\(|^-\s*(?:module|define|record|type|opaque|callback|nominal)\s*\(?\s*{}",
    "r": r"[`'\"]?{}[`'\"]?\s*(?:<<?-|=)",
    "perl": r"\b(?:sub|package|class|method)\s+[\w:]*{}\b|\bconstant\b.*{}|^\s*{}\s*=>",
    "objc": r"@(?:interface|implementation|property)\b.*{}|@protocol\s+{}\b(?!\s*[,;])|[-+]\s*\([^\n]*{}|\b{}\s*\([^;]*\{{?\s*$|#\s*define\s+{}",
    "haskell": r"^\s*(?:where\s+)?\(?{}\)?[\w',() ]*\s*(?:::|=|\|)|\b(?:data|newtype|type|class|module|pattern)\b.*{}|[|=]\s*{}|^\(?{}\)?\s",
    "powershell": r"\b(?i:function|filter|class|enum)\s+(?:\w+:)?{}",
    "clojure": r"\((?:\w+/)?(?:def|ns)[\w*+!?-]*\s.*{}|^\s*{}",
    "cpp": r"\b(?:class|struct|union|enum|namespace|typedef|using)\b.*\b{}\b|#\s*define\s+{}\b|[\w>*&\]:]\s*{}\s*(?:[;=,\[{{:]|$)|\b{}\s*\(|^\s*{}\b|operator",
}
DEFINES |= {
    "ocaml": r"^\s*(?:let|val|external|exception|method|class|rule)\b.*{}|^\s*type\b[^:]*?\b{}(?!\.)|^\s*module\b(?:\s+type)?(?:\s+rec)?\s+{}"
    r"|^\s*and(?!\s+(?:type|module)\b).*{}|(?:^|[|={{;\[(])\s*(?:mutable\s+)?`?{}\s*(?::|of\b|\||$)",
    "julia": r"\b(?:function|macro|struct|type|module|const)\b.*{}(?!\.)|(?:^|[\s.:(]){}\)?(?:\{{.*\}})?\(|^\s*{}\s*(?:::|$)",
}
# What may hold definitions, by the first words of lines that are indented less. What stands in anything else is local.
HOLDS = {
    "ocaml": r"(?:module|include|open|struct|sig|class|object|type|and|exception|end)\b|\[%%|[({]\s*(?:struct|sig)\b",
    "fsharp": r"(?:module|namespace|type|and|interface|\[<|#)",
}
# What names a definition without making one: constraints of a signature, modules as arguments, and parameters of functors and types.
NAMED = {"ocaml": r"\b(?:with|and)\s+type\b[^\n]*?:?=[^\n]*?(?=\b(?:and|with)\b|=|$)|\(\s*module\b[^()]*|\([A-Z]\w*\s*:|:\s*type\b[^.\n]*\."}
# What has no name of its own on its line: parameters of lambdas, and variables of loops and conditions.
PARAMETERS = {"kotlin": r"\{[^}{]*\b{}\b[^}{]*->|\bfor\s*\([^)]*\b{}\b|\bwhen\s*\(va[lr]\s+{}\b|^\s*{}\s*(?::[^=]*)?->"}
# What opens a block whose variables are members. Those of all others are local.
TYPES = {"kotlin": r"\b(?:class|interface|object)\b"}
# What readers take for names: words of the language, and macros around declarations.
NO_NAMES = {
    "haskell": r"pattern|class|instance|infix[lr]?|data|type|newtype|where|return|deriving|module|import|forall",
    "objc": r"void|BOOL|id|tvos|watchos|endif|it|describe|context|QuickSpecBegin|QuickConfigurationBegin|beforeEach|NS_\w+|API_\w+|CF_\w+|AF_API_\w+",
    "elixir": r"unquote",
    "kotlin": r"expected|in|is|by",
    "shell": r".*=",
    "julia": r"Base|Core",
    "ocaml": r"_|template|rec|nonrec|test|type|module|include",
    "cpp": r"TEST|BENCHMARK|[A-Z]+(?:_[A-Z0-9]+)+",
}
# Why a class is no fault of spelunk's.
REASONS = {
    "nameless": "what stands in the place of the name is none: a word of the language, a macro, an expression that is computed",
    "prose": "in a string, a heredoc or a comment, most often an example in documentation or a program that a test writes",
    "misread": "the line has no form that defines the name: a call, a keyword, a parameter, a constraint",
    "local": "a variable in the body of a function",
    "guard": "keeps a header from being included twice",
    "broken": "behind a construct that the grammar does not know",
    "missing": "not found, or not taken for a definition",
}


def spelunk() -> pathlib.Path:
    override = os.environ.get("SPELUNK")
    for path in [pathlib.Path(override)] if override else [TARGET / profile / "spelunk" for profile in ("release", "debug")]:
        if path.exists():
            return path
    sys.exit("no spelunk is built: cargo build --release")


def timed(command: list[str], folder: pathlib.Path) -> tuple[str, float]:
    """What a program prints, and the CPU seconds that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def mapped(project: pathlib.Path, language: str, *options: str) -> tuple[dict[str, list[dict]], float]:
    """The symbols of every file of the language, by path, and the CPU seconds of the map."""
    command = [spelunk(), "map", ".", "--format", "json", "--max-tokens", "100000000", "--allow-tests", *options]
    output, seconds = timed(command, project)
    files = {}

    def walk(node: dict) -> None:
        if node["type"] == "file" and node.get("language") == language:
            files[node["path"]] = node["symbols"]
        for child in node.get("children", []):
            walk(child)

    for node in json.loads(output)["tree"]:
        walk(node)
    return files, seconds


def megabytes_per_second(project: pathlib.Path, language: str) -> float:
    """The size of the language's files over the CPU seconds of a map of them alone."""
    files, seconds = mapped(project, language, "--language", language)
    return sum((project / path).stat().st_size for path in files) / 1e6 / max(seconds, 0.01)


def large_json() -> float:
    """The CPU seconds of a map of a JSON file of 5 MB."""
    record = {"id": 1, "name": "value", "tags": ["a", "b"], "owner": {"login": "name", "admin": False}}
    with tempfile.TemporaryDirectory() as folder:
        count = 5_000_000 // len(json.dumps(record, indent=2))
        (pathlib.Path(folder) / "large.json").write_text(json.dumps([record] * count, indent=2))
        return timed([spelunk(), "map", "large.json", "--detail", "full"], pathlib.Path(folder))[1]


def ours(symbols: list[dict]) -> set[tuple[str, int, int]]:
    """The name, first and last line of each definition."""
    found = set()
    for symbol in symbols:
        found.add((symbol["name"], symbol["line"], symbol["end_line"]))
        if symbol["kind"] == "impl":
            # The reader calls it by what is implemented, spelunk by the type.
            found |= {(word, symbol["line"], symbol["line"]) for word in re.findall(r"[\w.]+", symbol["signature"])}
        found |= ours(symbol.get("children", []))
    return found


def theirs(project: pathlib.Path, language: str, paths: list[str]) -> dict[str, list[tuple[str, int, str]]]:
    reader, kinds, _ = LANGUAGES[language]
    found = collections.defaultdict(list)
    if reader is None:
        ending, line_of = LINES[language]
        for path in paths:
            if not path.endswith(ending):
                continue
            text = (project / path).read_text(errors="replace")
            for number, line in enumerate(without_prose(text, language).split("\n"), 1):
                match = re.match(line_of, line)
                if match:
                    found[path].append((match[1], number, "line"))
        return found
    kinds = set(kinds.split())
    command = ["ctags", "--output-format=json", "--fields=+nK", f"--languages={reader}", f"--language-force={reader}", "-f", "-", "-L", "-"]
    output = subprocess.run(command, cwd=project, input="\n".join(paths), capture_output=True, text=True, check=True).stdout
    for line in output.splitlines():
        tag = json.loads(line)
        is_local = tag.get("scopeKind") in ("method", "function") and tag.get("kind") in ("constant", "variable")
        if tag.get("kind") in kinds and not is_local and not tag["name"].startswith(NAMELESS):
            found[tag["path"]].append((tag["name"], tag["line"], tag["kind"]))
    return found


def without_prose(text: str, language: str) -> str:
    """The text with its comments and long strings blanked, line by line."""
    patterns = [(re.compile(pattern, re.S | re.M), True) for pattern in PROSE[language]] + [(re.compile(STRING), False)]
    matches = [(pattern.search(text), pattern, blank) for pattern, blank in patterns]
    parts, at = [], 0
    while True:
        # Those that begin inside of what was passed are looked for again behind it.
        matches = [
            (pattern.search(text, at) if match and match.start() < at else match, pattern, blank) for match, pattern, blank in matches
        ]
        first = min((entry for entry in matches if entry[0]), key=lambda entry: entry[0].start(), default=None)
        if first is None:
            return "".join(parts) + text[at:]
        match, _, blank = first
        parts.append(text[at : match.start()])
        parts.append(re.sub(r"[^\n]", " ", match[0]) if blank else match[0])
        at = max(match.end(), match.start() + 1)
        parts.append(text[match.end() : at])


def names(name: str) -> set[str]:
    """The forms in which one name may be told."""
    last = re.split(r"[.:\\]+", name)[-1] or name
    # A method of Objective-C is called by the first part of its selector, a module of Haskell by the first part of its path.
    first = re.split(r"[.:]", name)[0] or name
    plain = name.strip("`'\"@$~()[]")
    forms = {name, last, first, plain, name.removesuffix("="), f"operator {name}", name.removeprefix("operator ")}
    forms |= {f"operator{name.removeprefix('operator ')}"} if name.startswith("operator ") else set()
    return forms | {form.replace("Companion", "companion") for form in forms}


def is_local(language: str, lines: list[str], line: int) -> bool:
    """Whether the innermost block around a line is opened by no type, or a line that is indented less begins no module or type."""
    holds = HOLDS.get(language)
    if holds:
        indent = len(lines[line - 1]) - len(lines[line - 1].lstrip())
        for text in reversed(lines[: line - 1]):
            own = len(text) - len(text.lstrip())
            if text.strip() and own < indent:
                if not re.match(holds, text.lstrip()):
                    return True
                indent = own
        return False
    opens = TYPES.get(language)
    if not opens:
        return False
    depth = 0
    for number in range(line - 2, -1, -1):
        text = re.sub(r'"(?:[^"\\]|\\.)*"', "", lines[number])
        for at in range(len(text) - 1, -1, -1):
            depth += (text[at] == "}") - (text[at] == "{")
            if depth < 0:
                # A header may go over several lines, up to the block or the blank line before it.
                header = re.split(r"[{}]|\n\s*\n", "\n".join([*lines[max(0, number - 12) : number], text[:at]]))[-1]
                return not re.search(opens, header)
    return False


def why_missing(language: str, lines: list[str], name: str, line: int, kind: str) -> str:
    """The class of a definition that only the reader finds."""
    plain = name.strip("`'\"@$~()[]") or name
    if kind == "macro" and language == "cpp" and any(re.match(rf"\s*#\s*ifndef\s+{re.escape(name)}\b", text) for text in lines[max(0, line - 3) : line]):
        return "guard"
    if name.startswith("[") and name[1:2] not in ('"', "'") or (language != "cpp" or kind == "function") and re.fullmatch(NO_NAMES.get(language, r"(?!)"), plain):
        return "nameless"
    is_named = kind in ("test", "method") or name.startswith("operator ")
    if not re.search(r"\w", name) or re.search(r"[\s(){}\[\],;]", name.strip("[]()")) and not is_named:
        return "nameless"
    first = re.split(r"[:]", plain)[0] if language == "objc" else re.split(r"[.:\\]+", plain)[-1] or plain
    # The lines of a header that goes over several end where the reader says.
    reach = {"objc": 14, "ocaml": 1}.get(language, 2)
    near = lines[max(0, line - reach) : line + 1]
    if not any(first in text for text in near):
        return "prose"
    parameter = PARAMETERS.get(language)
    if parameter and re.search(parameter.replace("{}", re.escape(first)), lines[line - 1]):
        return "misread"
    if (kind in ("constant", "variable") or language in HOLDS) and is_local(language, lines, line):
        return "local"
    pattern = DEFINES.get(language)
    defining = [re.sub(NAMED.get(language, r"(?!)"), " ", text) for text in near]
    if pattern and not any(re.search(pattern.replace("{}", re.escape(first)).replace("{{", "{").replace("}}", "}"), text) for text in defining):
        return "misread"
    return "missing"


def compare(language: str, project: str) -> dict | None:
    folder = PROJECTS / project
    if not folder.exists():
        print(f"{project} is missing", file=sys.stderr)
        return None
    left_out = LEFT_OUT.get(language, ())
    all_files, _ = mapped(folder, language)
    files = {
        path: symbols
        for path, symbols in all_files.items()
        if not any(part in path if part.startswith("/") else path.startswith(part) for part in left_out)
    }
    tags = theirs(folder, language, sorted(files))
    result = {"language": language, "project": project, "files": len(files), "definitions": 0, "found": 0, "faults": 0}
    missing = []
    for path, definitions in tags.items():
        lines = collections.defaultdict(set)
        for name, first, last in ours(files[path]):
            for line in range(first, (last if language == "objc" else first) + 1):
                lines[line] |= names(name)
        text = None
        for name, line, kind in definitions:
            result["definitions"] += 1
            # The reader ends the name of a test where something is inserted into it.
            is_begun = kind == "test" and any(form.startswith(name) for form in lines[line])
            if is_begun or any(form in lines[near] for form in names(name) for near in (line, line + 1, line - 1)):
                result["found"] += 1
                continue
            if text is None:
                text = without_prose((folder / path).read_text(errors="replace"), language).split("\n")
            reason = why_missing(language, text, name, line, kind)
            result["faults"] += reason not in ("missing", "broken")
            missing.append((reason, kind, f"{path}:{line} {name}"))
    result["missing"] = missing
    result["mb"] = sum((folder / path).stat().st_size for path in files) / 1e6
    result["mb_per_second"] = megabytes_per_second(folder, language)
    return result


def with_others(number: int, measured: set[str], rows: list[list[str]]) -> list[list[str]]:
    """The rows of a table by language, with those that the page has for languages that were not measured now."""
    tables = tables_of(SECTION)
    before = tables[number] if number < len(tables) else []
    return rows + [row for row in before if row[0] in LANGUAGES and row[0] not in measured]


def share(result: dict) -> float:
    return result["found"] / max(1, result["definitions"] - result["faults"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--differences", type=int, default=0)
    parser.add_argument("languages", nargs="*")
    arguments = parser.parse_args()
    results = []
    for language in arguments.languages or LANGUAGES:
        for project in LANGUAGES[language][2]:
            result = compare(language, project)
            if result is None:
                continue
            results.append(result)
            print(f"{language} {project}: {result['files']} files, {result['found']} of {result['definitions']}, {share(result):.2%}", file=sys.stderr)
            for (reason, kind), count in collections.Counter(entry[:2] for entry in result["missing"]).most_common():
                print(f"  {count} {reason} {kind}", file=sys.stderr)
            shown = [entry for entry in result["missing"] if entry[0] == "missing"] or result["missing"]
            step = max(1, len(shown) // max(1, arguments.differences))
            for entry in shown[::step][: arguments.differences]:
                print("    " + " ".join(entry), file=sys.stderr)
    rows = [
        [
            result["language"], result["project"], f"{result['files']:,}", f"{result['mb']:.1f}", f"{result['mb_per_second']:.1f}", f"{result['definitions']:,}",
            f"{result['definitions'] - result['faults'] - result['found']:,}", f"{result['faults']:,}", f"{share(result):.2%}",
        ]
        for result in results
    ]
    head = ["language", "project", "files", "MB", "MB/s", "tags", "missing in spelunk", "faults of the reader", "share found"]
    classes = collections.defaultdict(list)
    for result in results:
        for reason, kind, place in result["missing"]:
            classes[result["language"], reason, kind].append(f"{result['project']}/{place}")
    kinds = [
        [language, f"{kind}: {reason}", f"{len(places):,}", f"`{places[0][:110]}`", REASONS[reason]]
        for (language, reason, kind), places in sorted(classes.items())
    ]
    measured = {result["language"] for result in results}
    order = list(LANGUAGES)
    rows = sorted(with_others(0, measured, rows), key=lambda row: order.index(row[0]))
    kinds = sorted(with_others(1, measured, kinds), key=lambda row: row[0])
    text = (
        "Definitions that ctags finds (where the table of the script names no kinds of its own: a regular expression for lines) and whether spelunk finds "
        "them as well; the share is that of the tags which are no faults of the reader by the script's rules. MB/s: the size of the language's files over "
        "the CPU seconds of a map that lists all their definitions as JSON, which ranks them by use and counts their tokens too. "
        f"A map of a JSON file of 5 MB, which is too large for its keys to be listed, takes {large_json():.2f} CPU seconds.\n\n"
        + table(head, rows)
        + "\n\nEvery class of what only the reader finds, with its first example:\n\n"
        + table(["language", "class", "count", "example", "why"], kinds)
    )
    write_section(SECTION, "scripts/symbols_agreement.py", text)
    if any(share(result) < MIN_SHARE for result in results):
        sys.exit(1)


if __name__ == "__main__":
    main()
