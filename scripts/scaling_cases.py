"""Constructs that can repeat, for each language whose uses are resolved. Used by scaling.py.

A language gives its words: how it writes a function, a type, a call. The shapes below make the constructs from them, so that each
language has all that its words suffice for; what it alone has stands in its `more`. In the words NAME, BODY, ABOVE and VALUE are
filled in, and ~0, ~1 and ~2 are the number of the repetition and the next ones.
"""

import dataclasses
import re

NESTED = 60


@dataclasses.dataclass
class Language:
    file: str
    function: str = ""
    type: str = ""
    above: str = " : "
    joint: str = ", "
    method: str = ""
    call: str = "NAME();"
    own: str = ""
    argument: str = "NAME()"
    member: str = "VALUE.NAME()"
    made: str = "NAME()"
    set: str = "NAME = VALUE;"
    use: str = "VALUE;"
    string: str = '"VALUE"'
    comment: str = "// VALUE"
    condition: str = "if (x) { BODY }"
    closure: str = "of(() => { BODY });"
    imports: tuple[str, ...] = ()
    head: str = ""
    more: dict[str, str | tuple[str, str, str]] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Case:
    """A construct: what stands before it, a repetition, as many uses of them, and what stands behind."""

    name: str
    head: str
    unit: str
    end: str = ""
    uses: str = ""

    def text(self, size: int) -> str:
        units, uses, length, number = [], [], len(self.head), 0
        while length < size:
            units.append(numbered(self.unit, number))
            uses.append(numbered(self.uses, number))
            length += len(units[-1]) + len(uses[-1])
            number += 1
        return "".join([numbered(self.head, number), *units, *uses, numbered(self.end, number)])


def numbered(text: str, number: int) -> str:
    return re.sub(r"~(\d)", lambda step: str(number + int(step[1])), text)


def fill(text: str, **words: str) -> str:
    for word, value in words.items():
        text = text.replace(word, indented(value, text, word))
    return text


def indented(value: str, text: str, word: str) -> str:
    """Lines of a body are indented as its place is, for languages in which that counts."""
    place = re.search(rf"^([ \t]+){word}", text, re.MULTILINE)
    return value.replace("\n", "\n" + place[1]).rstrip(" \t") if place else value


def cases(language: Language) -> list[Case]:
    found = [*of_functions(language), *of_types(language), *of_statements(language), *of_imports(language)]
    for name, unit in language.more.items():
        head, unit, end = unit if isinstance(unit, tuple) else ("", unit, "")
        found.append(Case(name, language.head + head, unit, end))
    return found


def of_functions(l: Language) -> list[Case]:
    if not l.function:
        return []

    def function(name: str, body: str) -> str:
        return fill(l.function, NAME=name, BODY=body) + "\n"

    call = fill(l.call, NAME="f")
    return [
        Case("functions of one name", l.head, function("f", call)),
        Case("functions", l.head + function("f", fill(l.call, NAME="f0")), function("f~0", fill(l.call, NAME="f~1") + "\n" + call)),
    ]


def of_types(l: Language) -> list[Case]:
    if not l.type:
        return []

    def type_of(name: str, above: str, body: str) -> str:
        return fill(l.type, NAME=name, ABOVE=above and l.above + above, BODY=body) + "\n"

    method = l.method or l.function
    own = l.own or l.call
    call = fill(own, NAME="f")
    one = fill(method, NAME="f", BODY=call)
    open_type, close_type = type_of("K", "", "\0").split("\0")
    indent = re.search(r"[ \t]*$", open_type)[0]
    member = "\n" + fill(method, NAME="f~0", BODY=fill(own, NAME="f~1") + "\n" + call).replace("\n", "\n" + indent)
    found = [
        Case("members of one type", l.head + open_type + one.replace("\n", "\n" + indent) + "\n", indent + member.lstrip("\n") + "\n", close_type),
        Case("members of one name", l.head + open_type, "\n" + indent + one.replace("\n", "\n" + indent) + "\n", close_type),
        Case("types of one name", l.head, type_of("K", "", one)),
        Case("types with a member", l.head + type_of("K", "", one), type_of("K~0", "", one)),
    ]
    if l.above:
        found += [
            Case("types in a chain", l.head, type_of("K~0", "K~1", one), type_of("K~0", "", one)),
            Case("types in a chain downwards", l.head + type_of("K0", "", one), type_of("K~1", "K~0", one)),
            Case("types in a chain of which the last has the member", l.head, type_of("K~0", "K~1", ""), type_of("K~0", "", one)),
            Case("types in a fan", l.head + type_of("K", "", one), type_of("K~0", "K", one)),
        ]
        if l.joint:
            listed = type_of("K", "K0", one)
            before, after = listed.split("K0")
            found.append(Case("types above one", l.head, type_of("K~0", "K~1" + l.joint + "K~2", one)))
            found.append(Case("supertypes of one type", l.head + type_of("K9", "", one) + before + "K0", l.joint + "K~1", after))
    if l.set and l.member:
        value = fill(l.made, NAME="K~0")
        made = fill(l.set, NAME="x", VALUE=value) + "\n" + fill(l.use, VALUE=fill(l.member, VALUE="x", NAME="f"))
        of = type_of("K~0", "", fill(method, NAME="g", BODY=made) + "\n" + one)
        found.append(Case("values of types", l.head + type_of("K", "", one), of))
    return found


def of_statements(l: Language) -> list[Case]:
    if not (l.function or l.method):
        return []
    one = fill(l.function or l.method, NAME="f", BODY=fill(l.call, NAME="g0")) + "\n"
    if l.type and l.function:
        one += fill(l.type, NAME="K", ABOVE="", BODY=fill(l.method or l.function, NAME="f", BODY=fill(l.own or l.call, NAME="f"))) + "\n"
    whole = one + fill(l.function or l.method, NAME="g0", BODY="\0")
    head, tail = (whole if l.function else fill(l.type, NAME="K", ABOVE="", BODY=whole)).split("\0")
    indent = re.search(r"[ \t]*$", head)[0]
    head = l.head + head

    def body(name: str, statement: str, before: str = "") -> Case:
        before = before and before + "\n" + indent
        return Case(name, head + before, statement.replace("\n", "\n" + indent) + "\n" + indent, tail.lstrip("\n") if indent else tail)

    call = fill(l.call, NAME="f")
    nested, argument, closure = call, fill(l.argument, NAME="f"), call
    inner = argument
    for _ in range(NESTED):
        nested = fill(l.condition, BODY=nested)
        closure = fill(l.closure, BODY=closure)
        if "()" in argument:
            inner = argument.replace("()", f"({inner})")
    found = [
        body("calls", call),
        body("nested calls", fill(l.use, VALUE=inner)),
        body("nested blocks", nested),
        body("strings", fill(l.use, VALUE=fill(l.argument, NAME="f").replace("()", "(" + fill(l.string, VALUE="f K") + ")"))),
        body("comments", fill(l.comment, VALUE="f K")),
        body("closures", fill(l.closure, BODY=call)),
        body("nested closures", closure),
    ]
    if l.set:
        made = fill(l.set, NAME="x", VALUE=fill(l.made, NAME="K"))
        again = fill(l.member, VALUE="x", NAME="f")
        found += [
            body("assignments to one variable", fill(l.set, NAME="x", VALUE=again) + "\n" + fill(l.use, VALUE=again), made),
            body("assignments in a chain", fill(l.set, NAME="x~1", VALUE="x~0"), made.replace("x", "x0")),
            body("assignments in a chain backwards", fill(l.set, NAME="x~0", VALUE="x~1"), made.replace("x", "x0")),
            body("variables", fill(l.set, NAME="x~0", VALUE=again.replace("x", "x~1")) + "\n" + fill(l.use, VALUE=again), made),
        ]
        first, _, link = fill(l.member, VALUE="\0", NAME="f").partition("\0")
        if not first and link:
            start, _, stop = fill(l.use, VALUE="\0").partition("\0")
            found.append(Case("calls in a chain", head + made + "\n" + indent + start + "x", link, stop + "\n" + tail))
    if "()" in argument:
        start, stop = fill(l.use, VALUE=argument.replace("()", f"({argument}\0)")).split("\0")
        found.append(Case("arguments of a call", head + start, ", " + argument, stop + "\n" + tail))
    return found


def of_imports(l: Language) -> list[Case]:
    """Each form of import, and below them uses of a name that each may give, and of one that one may."""
    if not l.function:
        return []
    one = fill(l.function, NAME="f", BODY=fill(l.call, NAME="f")) + "\n"
    uses = fill(l.function, NAME="g~0", BODY=fill(l.call, NAME="f") + "\n" + fill(l.call, NAME="T~0")) + "\n"
    return [Case(f"`{form}`", l.head, form + "\n", one, uses) for form in l.imports]


LANGUAGES = {
    "c": Language(
        "a.c", "void NAME(void) { BODY }", set="int NAME = VALUE;", made="NAME()", comment="/* VALUE */", closure="do { BODY } while (0);",
        imports=('#include "a~0.h"', '#include "a.c"'),
        more={
            "macros": "#define M~0 f(M~1)\n",
            "macros of one name": "#define f() g()\n",
            "declarations": "void f(void);\n",
            "structs with functions": "struct S~0 { void (*f)(void); };\nstruct S~0 s~0 = { .f = f };\n",
            "fields": ("struct K {\n", "int f~0;\n", "};\nvoid f(struct K *k) { k->f0; }\n"),
            "typedefs in a chain": "typedef struct T~1 T~0;\nvoid f(T~0 *x) { x->f(x); }\n",
            "conditions of the preprocessor": "#if A~0\nvoid f(void) {\n#else\nvoid f(int x) {\n#endif\nf(); }\n",
            "enum constants": ("enum K {\n", "f~0 = f,\n", "f };\n"),
            "cases": ("void f(int x) { switch (x) {\n", "case A~0: f(~0); break;\n", "} }\n"),
        },
    ),
    "cpp": Language(
        "a.cpp", "void NAME() { BODY }", "struct NAMEABOVE { BODY };", set="auto NAME = VALUE;", closure="of([&] { BODY });",
        imports=("using a::T~0;", "using a::f;", "using namespace a~0;", "namespace T~0 = a::T~1;", "using T~0 = a::T~1;", '#include "a~0.h"'),
        more={
            "using in types": "struct K~0 : K~1 { using K~1::f; void g() { f(); } };\n",
            "using of a namespace in functions": "namespace n~0 { void f(); }\nvoid g~0() { using namespace n~0; f(); }\n",
            "overloads": "struct T~0 {};\nvoid f(T~0 x) { f(T~1()); }\n",
            "templates": "template<class T> struct K~0 : K~1<T> { void f() { this->f(); } };\n",
            "specializations": "template<> struct K<~0> { void f() { K<~1>().f(); } };\n",
            "type aliases in a chain": "using T~0 = T~1;\nvoid g~0(T~0 x) { x.f(); }\n",
            "definitions outside of types": "struct K~0 { void f(); };\nvoid K~0::f() { f(); }\n",
            "namespaces": "namespace n~0 { void f() { n~1::f(); } }\n",
            "parts of a namespace": "namespace n { void f~0() { f~1(); f(); } }\n",
            "overloads that are declared": "struct T~0 {};\nvoid f(T~0);\nvoid f(T~0 x) { f(y); f(T~1()); }\n",
            "operators": "struct K~0 { K~1 operator+(K~1 x); };\nvoid f(K~0 x) { x + x; }\n",
            "enum constants": ("enum class K {\n", "f~0,\n", "f };\nvoid g() { K::f; }\n"),
            "macros": "#define M~0() f(); M~1()\n",
            "functions with auto": "auto f~0() { return f~1(); }\nvoid g~0() { f~0().f(); }\n",
        },
    ),
    "csharp": Language(
        "a.cs", "", "class NAMEABOVE { BODY }", method="void NAME() { BODY }", made="new NAME()", set="var NAME = VALUE;",
        more={
            "using of namespaces": ("", "using A~0;\n", "class K { void f() { T.f(); } }\n"),
            "aliases": ("", "using T~0 = A.T~1;\n", "class K { void f() { T0.f(); } }\n"),
            "static using": ("", "using static A.T~0;\n", "class K { void f() { f(); } }\n"),
            "extension methods": "static class E~0 { public static void f(this K~0 x) { x.f(); } }\n",
            "extension methods of one type": "static class E~0 { public static void f(this K x) { x.f(); } }\n",
            "partial types": "partial class K { void f~0() { f~1(); f(); } }\n",
            "interfaces": "interface I~0 : I~1 { void f(); }\nclass C~0 : I~0 { public void f() { this.f(); } }\n",
            "namespaces": "namespace N~0 { using N~1; class K { void f() { new K().f(); } } }\n",
            "bounds": "class K~0<T> where T : K~1<T> { T x; void f() { x.f(); } }\n",
            "overloads": ("class K {\n", "void f(T~0 x) { f(new T~1()); }\n", "}\n"),
            "attributes": ("class K {\n", "[Fact] public void f~0() { f(); }\n", "void f() {} }\n"),
            "properties": ("class K {\n", "K f~0 => f~1.f0;\n", "K f; }\n"),
            "events": ("class K {\n", "event Action e~0; void g~0() { e~0 += f; e~1(); }\n", "void f() {} }\n"),
            "records": "record K~0(K~1 x) { void f() { x.f(); } }\n",
            "enum members": ("enum K {\n", "f~0,\n", "f }\n"),
            "services": ("interface I { void f(); }\nclass K { void f() {\n", "s.AddScoped<I, K~0>();\n", "} }\n"),
            "switch arms": ("class K { int f(object x) => x switch {\n", "T~0 t => t.f(),\n", "_ => 0 }; }\n"),
        },
    ),
    "java": Language(
        "A.java", "", "class NAMEABOVE { BODY }", " extends ", "", method="void NAME() { BODY }", made="new NAME()", set="var NAME = VALUE;",
        more={
            "imports": ("", "import a.T~0;\n", "class K { void f() { T0.f(); f(); } }\n"),
            "imports of everything": ("", "import a~0.*;\n", "class K { void f() { T0.f(); f(); } }\n"),
            "static imports": ("", "import static a.T~0.f;\n", "class K { void g() { f(); } }\n"),
            "static imports of everything": ("", "import static a.T~0.*;\n", "class K { void g() { f(); } }\n"),
            "interfaces": "interface I~0 extends I~1, I~2 { void f(); }\nclass C~0 implements I~0 { public void f() { this.f(); } }\n",
            "bounds": "class K~0<T extends K~1<T>> { T x; void f() { x.f(); } }\n",
            "overloads": ("class K {\n", "void f(T~0 x) { f(new T~1()); }\n", "}\n"),
            "calls": ("class K { void f() {\n", "f();\n", "} }\n"),
            "calls in a chain": ("class K { K f() { return f()\n", ".f()", "; } }\n"),
            "variables": ("class K { K f() {\n", "var x~0 = x~1.f(); x~0.f();\n", "} }\n"),
            "closures": ("class K { void f() {\n", "of(x -> x.f());\n", "} }\n"),
            "references": ("class K { void f() {\n", "of(K::f); of(this::f);\n", "} }\n"),
            "tests with mocks": ("class KTest { @Mock K k; @InjectMocks L l;\n", "@Test void test~0() { when(k.f()).thenReturn(1); l.f(); }\n", "}\nclass K { void f() {} }\nclass L { K k; void f() { k.f(); } }\n"),
            "enum constants": ("enum K {\n", "f~0 { void f() { f(); } },\n", "; void f() {} }\n"),
            "anonymous types": ("class K { void f() {\n", "of(new K() { void f() { f(); } });\n", "} }\n"),
            "delegates": ("class I { void f() {} }\n", "class K~0 extends I { I i; void f() { i.f(); } }\n", ""),
            "nested types": "class A~0 { class B { class K { void f() { A~1.B.K.f(); f(); } } } }\n",
            "listeners": "class L~0 { @EventListener void f(E~0 e) { p.publish(new E~1()); } }\n",
            "fields of injected types": "interface I~0 { void f(); }\n@Service class S~0 implements I~0 { @Autowired I~1 i; public void f() { i.f(); } }\n",
            "switch cases": ("class K { void f(Object x) { switch (x) {\n", "case T~0 t -> t.f();\n", "} } }\n"),
        },
    ),
    "kotlin": Language(
        "a.kt", "fun NAME() { BODY }", "open class NAMEABOVE { BODY }", call="NAME()", set="val NAME = VALUE", use="VALUE", closure="of { BODY }",
        imports=("import a.T~0", "import a.f", "import a~0.*", "import a.T~0 as f", "import a.f~0 as T~0"),
        more={
            "extensions": "fun K~0.f() { this.f() }\n",
            "extensions of one type": "fun K.f~0() { this.f~1(); f() }\n",
            "extensions under other names": ("package p\n", "import p.f as f~0\n", "fun K.f() { this.f0() }\n"),
            "extensions by other names": ("package a\n", "fun K~0.f() { this.f() }\nimport a.f as f~0\n", ""),
            "interfaces": "interface I~0 : I~1, I~2 { fun f() { f() } }\n",
            "bounds": "class K~0<T : K~1<T>>(val x: T) { fun f() { x.f() } }\n",
            "overloads": "fun f(x: T~0) { f(T~1()) }\n",
            "properties": "val f~0 = f~1\n",
            "delegates": "class K~0(x: K~1) : I by x { fun f() { f() } }\n",
            "companions": "class K~0 { companion object { fun f() { K~1.f(); f() } } }\n",
            "aliases": "typealias T~0 = T~1\nfun g~0(x: T~0) { x.f() }\n",
            "enum entries": ("enum class K {\n", "f~0,\n", "f }\n"),
            "when branches": ("fun f(x: Any) { when (x) {\n", "is T~0 -> x.f()\n", "} }\n"),
            "functions without types": "fun f~0() = f~1()\nfun g~0() { f~0().f() }\n",
            "operators": "operator fun K~0.plus(x: K~1) = x + x\nfun f(x: K~0) { x + x }\n",
        },
    ),
    "scala": Language(
        "a.scala", "def NAME() = { BODY }", "trait NAMEABOVE { BODY }", " extends ", " with ", call="NAME()", made="new NAME()", set="val NAME = VALUE",
        use="VALUE", closure="of { () => BODY }",
        imports=("import a.T~0", "import a.f", "import a~0._", "import a.{T~0 => f}", "import a.{T~0 => T~1, _}"),
        more={
            "implicit classes": "implicit class K~0(x: T~0) { def f() = x.f() }\n",
            "implicit classes of one type": "implicit class K~0(x: T) { def f() = x.f() }\n",
            "implicit values": "implicit val x~0: K~0 = x~1\ndef f~0(implicit x: K~0) = x.f()\n",
            "objects": "object K~0 { def f() = K~1.f() }\n",
            "imports in functions": "object K~0 { def f() = { import K~1._; f() } }\n",
            "self types": "trait K~0 { this: K~1 => def f() = f() }\n",
            "bounds": "class K~0[T <: K~1[T]](x: T) { def f() = x.f() }\n",
            "overloads": "def f(x: T~0) = f(new T~1())\n",
            "aliases": "type T~0 = T~1\ndef g~0(x: T~0) = x.f()\n",
            "cases": ("def f(x: Any) = x match {\n", "case t: T~0 => t.f()\n", "}\n"),
            "functions without types": "def f~0 = f~1\ndef g~0 = f~0.f\n",
            "case classes": "case class K~0(f: K~1) extends K\ndef g~0(x: K~0) = x.f.f\n",
            "givens": "given x~0: K~0 with { def f() = x~1.f() }\n",
            "extensions": "extension (x: K~0) def f() = x.f()\n",
            "exports": "class K~0(x: K~1) { export x._; def g = f() }\n",
        },
    ),
    "groovy": Language(
        "a.groovy", "def NAME() { BODY }", "class NAMEABOVE { BODY }", " extends ", "", call="NAME()", made="new NAME()", set="def NAME = VALUE", use="VALUE",
        closure="of { BODY }", imports=("import a.T~0", "import static a.T~0.f", "import a~0.*", "import a.T~0 as f"),
        more={"traits": "trait K~0 implements K~1 { def f() { f() } }\n"},
    ),
    "swift": Language(
        "a.swift", "func NAME() { BODY }", "class NAMEABOVE { BODY }", call="NAME()", set="let NAME = VALUE", use="VALUE", closure="of { BODY }",
        imports=("import A~0", "import struct A.T~0"),
        more={
            "protocols in a chain": "protocol P~0: P~1 { func f() }\n",
            "protocols in a chain with calls": "protocol P~0: P~1 { func f() }\nfunc g~0(x: P~0) { x.f() }\n",
            "extensions of protocols": "protocol P~0: P~1 {}\nextension P~0 { func f() { f() } }\n",
            "extensions": "extension K~0 { func f() { f() } }\n",
            "extensions of one type": "extension K { func f~0() { f~1(); f() } }\n",
            "extensions with conformance": "protocol P~0 { func f() }\nextension K: P~0 { func f~0() { f() } }\n",
            "bounds": "class K~0<T: K~1<T>> { var x: T; func f() { x.f() } }\n",
            "associated types": "protocol P~0 { associatedtype A: P~1; var a: A { get }; func f() }\nextension P~0 { func g() { a.f() } }\n",
            "overloads": "func f(_ x: T~0) { f(T~1()) }\n",
            "labels": "func f(a~0: Int) { f(a~1: 1) }\n",
            "enum cases": ("enum K {\n", "case f~0(K)\n", "case f }\nfunc g() { K.f }\n"),
            "switch cases": ("func f(x: K) { switch x {\n", "case .f~0(let y): y.f()\n", "} }\n"),
            "aliases": "typealias T~0 = T~1\nfunc g~0(x: T~0) { x.f() }\n",
            "properties": ("class K {\n", "var f~0: K { f~1.f }\n", "var f: K }\n"),
            "static members": ("struct K {\n", "static let f~0 = K()\n", "}\nfunc f(x: K) { f(.f0) }\n"),
            "wrappers": ("struct K {\n", "@W var f~0: K~0\n", "func f() { f0.f() } }\n"),
        },
    ),
    "dart": Language(
        "lib/a.dart", "void NAME() { BODY }", "class NAMEABOVE { BODY }", " extends ", "", set="var NAME = VALUE;", closure="of(() { BODY });",
        imports=("import 'a~0.dart';", "import 'a.dart' as T~0;", "import 'a~0.dart' show f;", "export 'a~0.dart';", "import 'a.dart' hide T~0;"),
        more={
            "mixins": "mixin M~0 on M~1 { void f() { f(); } }\nclass K~0 with M~0, M~1 {}\n",
            "extensions": "extension E~0 on K~0 { void f() { f(); } }\n",
            "interfaces": "class K~0 implements K~1, K~2 { void f() { f(); } }\n",
            "bounds": "class K~0<T extends K~1<T>> { T x; void f() { x.f(); } }\n",
            "named arguments": "void f~0({int? a~0}) { f~1(a~1: 1); f(); }\n",
            "cascades": ("class K { void f() {} }\nvoid g() { K()\n", "..f()\n", "; }\n"),
            "getters": "K~0 get f~0 => f~1.f;\n",
        },
    ),
    "php": Language(
        "a.php", "function NAME() { BODY }", "class NAMEABOVE { BODY }", " extends ", "", own="$this->NAME();", set="$NAME = VALUE;", made="new NAME()", member="VALUE->NAME()",
        closure="of(function () { BODY });", condition="if (1) { BODY }", head="<?php\n",
        imports=("use A\\T~0;", "use A\\T~0 as f~0;", "use function A\\f~0;", "use A\\{T~0, f~0};", "require 'a~0.php';"),
        more={
            "classes of one name": "namespace N~0 { use function N~1\\go; class A extends \\N~1\\A { function go() { go(); A::go(); } } function go() { \\N~1\\go(); } }\n",
            "interfaces": "interface I~0 extends I~1, I~2 { function f(); }\nclass C~0 implements I~0 { function f() { $this->f(); } }\n",
            "traits": "trait T~0 { use T~1, T~2; function f() { $this->f(); } }\n",
            "traits of one class": ("trait T { function f() { $this->f(); } }\nclass K {\n", "use T~0;\n", "use T; function g() { $this->f(); } }\n"),
            "bindings": ("interface I { function f(); }\nclass K { function f() { \n", "$this->app->bind(I::class, K~0::class);\n", "} }\n"),
            "bindings of implementations": (
                "interface I { function f(); }\nclass U { function __construct(private I $i) {} function g() { $this->i->f(); } }\n",
                "class K~0 implements I { function f() { app(I::class)->f(); } }\n$app->bind(I::class, K~0::class);\n", "",
            ),
            "namespaces": "namespace N~0 { use N~1\\K; class K { function f() { K::f(); } } }\n",
            "fields": ("class K {\n", "private K $x~0; function f~0() { $this->x~0->f(); }\n", "function f() {} }\n"),
            "attributes": ("class KTest extends TestCase {\n", "#[Test] function test~0() { $k = $this->createMock(K::class); $k->f(); }\n", "}\nclass K { function f() {} }\n"),
            "enum cases": ("enum K {\n", "case f~0;\n", "function f() { return self::f0; } }\n"),
            "match arms": ("class K { function f($x) { return match($x) {\n", "K~0::A => K~0::f(),\n", "}; } }\n"),
            "array literals": ("class K { function f() { return [\n", "'f~0' => [K::class, 'f'],\n", "]; } }\n"),
            "facades": "class F~0 extends Facade { protected static function getFacadeAccessor() { return K~1::class; } }\nclass K~0 { function f() { F~1::f(); } }\n",
            "listeners": "class L~0 { function f(E~0 $e) { event(new E~1()); } function handle(E~0 $e) { $this->f($e); } }\n",
        },
    ),
    "typescript": Language(
        "a.ts", "function NAME() { BODY }", "class NAMEABOVE { BODY }", " extends ", "", own="this.NAME();", method="NAME() { BODY }", set="let NAME = VALUE;", made="new NAME()",
        imports=(
            "import T~0 from './a~0';", "import { T~0 } from './a';", "import { f as T~0 } from './a';", "import * as T~0 from './a';", "export * from './a~0';",
            "export { f as T~0 } from './a';", "import './a~0';",
        ),
        more={
            "parts of an enumeration": "enum E { A~0 = E.A~1 }\nnamespace E { export const B~0 = E.A~0 }\n",
            "interfaces": "interface I~0 extends I~1, I~2 { f(): void }\nclass C~0 implements I~0 { f() { this.f(); } }\n",
            "parts of an interface": "interface K { f~0(): K }\nfunction g~0(x: K) { x.f~0().f(); }\n",
            "structural types": "interface I~0 { f(): void; g~0(): void }\nclass C~0 { f() { this.f(); } g~0() { } }\nfunction h~0(x: I~0) { x.f(); }\nh~0(new C~0());\n",
            "overloads": "function f(x: T~0): void;\n",
            "bounds": "class K~0<T extends K~1<T>> { x: T; f() { this.x.f(); } }\n",
            "aliases": "type T~0 = T~1;\nfunction g~0(x: T~0) { x.f(); }\n",
            "unions": ("class K { f() {} }\ntype U = K\n", "| T~0\n", ";\nfunction g(x: U) { x.f(); }\n"),
            "object literals": "const o~0 = { f() { o~1.f(); }, g: f };\n",
            "nested objects": ("function f() {}\nconst o = {\n", "k~0: { f: f, g: () => f() },\n", "};\no.k0.f();\n"),
            "decorators": "@C({ f: f }) class K~0 { @I() x: K~1; f() { this.x.f(); } }\n",
            "arrow functions": "const f~0 = () => f~1().f();\n",
            "tests with mocks": ("import { f } from './b';\njest.mock('./b');\n", "it('f ~0', () => { jest.spyOn(k, 'f').mockReturnValue(1); f(); });\n", "function f() {}\n"),
            "enum members": ("enum K {\n", "f~0 = f,\n", "f }\n"),
            "cases": ("function f(x) { switch (x) {\n", "case K.f~0: f(); break;\n", "} }\n"),
            "generic functions": "function f~0<T extends T~0>(x: T): T { return f~1(x); }\n",
            "type guards": ("class K { f() {} }\nfunction f(x) {\n", "if (x instanceof K~0) { x.f(); }\n", "}\n"),
            "destructuring": ("class K { f() {} }\nfunction g() {\n", "const { f: f~0, ...r~0 } = r~1; f~0.f();\n", "}\n"),
            "namespaces": "namespace N~0 { export function f() { N~1.f(); } }\n",
            "events": ("class K { f() { \n", "this.on('e~0', this.f); this.emit('e~1');\n", "} }\n"),
            "exports": ("function f() {}\nexport {\n", "f as f~0,\n", "};\n"),
            "members set on objects": "f.g~0 = function () { f.g~1(); this.f(); };\n",
        },
    ),
    "javascript": Language(
        "a.js", "function NAME() { BODY }", "class NAMEABOVE { BODY }", " extends ", "", own="this.NAME();", method="NAME() { BODY }", set="let NAME = VALUE;", made="new NAME()",
        imports=("import T~0 from './a~0';", "const T~0 = require('./a');", "const { f: T~0 } = require('./a');", "export * from './a~0';"),
        more={
            "prototypes": "K~0.prototype.f = function () { this.f(); }; Object.assign(K~0.prototype, K~1.prototype);\n",
            "prototypes of one type": "K.prototype.f~0 = function () { this.f~1(); this.f(); };\n",
            "members of exports": "exports.f~0 = function () { exports.f~1(); exports.f(); };\nmodule.exports.f = f;\n",
            "functions in functions": "function f~0() { function f() { f~1(); } return { f: f }; }\n",
            "objects": "var o~0 = { f: function () { o~1.f(); } }; o~0.f();\n",
            "mixed objects": "var o~0 = Object.assign({}, o~1, { f() { this.f(); } }); o~0.f();\n",
            "callbacks": "f(function () { f(); }, f);\n",
            "binds": "var g~0 = f.bind(g~1); g~0();\n",
            "assigned functions": "g = f; g = g~0; g();\n",
        },
    ),
    "python": Language(
        "a.py", "def NAME(a=1):\n    BODY\n", "class NAME(ABOVE):\n    BODY\n", " ", own="self.NAME()", call="NAME()", set="NAME = VALUE", use="VALUE", comment="# VALUE",
        method="def NAME(self):\n    BODY\n", condition="if x:\n  BODY", closure="of(lambda: f())",
        imports=("import T~0", "import a.T~0", "import a as T~0", "from a import T~0", "from a import f as T~0", "from a~0 import *", "from a import f"),
        more={
            "results of results": "class C~0:\n  def go(self):\n    x = self.nx(); x.go(); return x\n  def nx(self): return mk~1().nx()\ndef mk~0(): return C~1().nx() if 1 else mk~2()\n",
            "overloads": "@overload\ndef f(x: T~0): ...\n",
            "decorators": "@f\n@d~1\ndef d~0(x):\n    f(x)\n",
            "fixtures": "@pytest.fixture\ndef f~0(f~1):\n    return f~1.f()\ndef test_~0(f~0):\n    f(f~0)\n",
            "mocks": ("def f(): pass\n", "@patch('a.f~0')\n@patch('a.f')\ndef test_~0(m, n):\n    f()\n", ""),
            "data classes": "@dataclass\nclass K~0(K~1):\n    x: 'K~1'\n    def f(self):\n        self.x.f()\n",
            "bounds": "T~0 = TypeVar('T~0', bound='K~0')\nclass K~0(Generic[T~1]):\n    x: T~1\n    def f(self):\n        self.x.f()\n",
            "attributes set": ("class K:\n    def f(self):\n", "        self.x~0 = self.x~1.f()\n", "        self.f()\n"),
            "attributes set to types": ("class K:\n    def f(self):\n", "        self.x = K~0(); self.x.f()\n", "        self.f()\n"),
            "dictionaries": ("def f(): pass\nd = {\n", "    'k~0': f, 'j~0': lambda: f(),\n", "}\n"),
            "enum members": ("class K(Enum):\n", "    f~0 = ~0\n", "    def f(self): return K.f0\n"),
            "cases": ("class K:\n    def f(self): pass\ndef g(x):\n    match x:\n", "        case K~0(f=y): y.f()\n", "        case _: f()\n"),
            "registrations": "@receiver(s~0)\ndef f~0(x):\n    s~1.send(f)\n    f()\n",
            "tasks": "@shared_task\ndef f~0():\n    f~1.delay()\n    f()\n",
            "context managers": ("class K:\n    def f(self): pass\ndef g():\n", "    with K() as x~0: x~0.f()\n", "    f()\n"),
            "functions that return": "def f~0():\n    return f~1()\ndef g~0():\n    f~0().f()\n",
            "types without parentheses": "class K~0(K~1, metaclass=M~0):\n    def f(self): super().f()\n",
            "exports": ("def f(): pass\n__all__ = [\n", "    'f~0',\n", "    'f']\n"),
        },
    ),
    "ruby": Language(
        "a.rb", "def NAME\n  BODY\nend", "class NAMEABOVE\n  BODY\nend", " < ", "", call="NAME()", made="NAME.new", set="NAME = VALUE", use="VALUE", member="VALUE.NAME",
        argument="NAME()", comment="# VALUE", condition="if x\nBODY\nend", closure="of { BODY }",
        imports=("require 'a~0'", "require_relative 'a~0'", "include T~0", "extend T~0"),
        more={
            "modules": "module K~0\n  include K~1\n  def f; f; end\nend\n",
            "modules of one class": ("module K\n def f; f; end\nend\nclass A\n", "include K~0\n", "include K\n def g; f; end\nend\n"),
            "modules with included": "module K~0\n  extend ActiveSupport::Concern\n  included do\n    before_action :f\n  end\n  def f; f; end\nend\n",
            "callbacks": ("class K\n", "before_action :f, :f~0\ndef f~0; f; end\n", "def f; end\nend\n"),
            "attributes": ("class K\n", "attr_accessor :f~0\n", "def f; f0; end\nend\n"),
            "scopes": ("class K\n", "scope :f~0, -> { f~1.f }\n", "def self.f; end\nend\n"),
            "associations": "class K~0 < ApplicationRecord\n  has_many :k~1s, class_name: 'K~1'\n  belongs_to :k~1\n  def f; k~1.f; end\nend\n",
            "delegates": "class K~0\n  delegate :f, to: :k~1\n  def k~1; K~1.new; end\nend\n",
            "namespaces": "module N~0\n  class K\n    def f; N~1::K.new.f; end\n  end\nend\n",
            "singletons": "class K~0\n  class << self\n    def f; K~1.f; end\n  end\nend\n",
            "tests": ("RSpec.describe K do\n", "let(:k~0) { K.new }\nit('f ~0') { expect(k~1).to receive(:f); k~0.f }\n", "end\nclass K\n def f; end\nend\n"),
            "shared examples": "shared_examples 'e~0' do\n  include_examples 'e~1'\n  it { f }\nend\n",
            "refinements": "module R~0\n  refine K do\n    def f; f; end\n  end\nend\nusing R~0\n",
            "symbols": "send(:f); public_send(:f~0, &:f)\n",
            "aliases": ("class K\n def f; end\n", "alias f~0 f~1\nalias_method :g~0, :f\n", "end\n"),
            "constants": "C~0 = C~1\nC~0.f\n",
        },
    ),
    "rust": Language(
        "src/lib.rs", "fn NAME() { BODY }", "", set="let NAME = VALUE;", closure="of(|| { BODY });", head="struct K; impl K { fn f(&self) { self.f() } }\n",
        imports=(
            "use a::T~0;", "use crate::f as T~0;", "use a~0::*;", "pub use a~0::*;", "use crate::a::{T~0, f~0};", "pub use self::T~1 as T~0;", "mod a~0;", "extern crate a~0;",
            "use crate::T~0::*;", "use self::T~0::f;",
        ),
        more={
            "traits": "trait K~0: K~1 { fn f(&self) { self.f() } }\n",
            "traits with calls": "trait K~0: K~1 { fn f(&self); }\nfn g~0<T: K~0>(x: T) { x.f() }\n",
            "implementations": "struct S~0;\nimpl K for S~0 { fn f(&self) { self.f() } }\nfn g~0(x: S~0) { x.f() }\n",
            "implementations of one type": "impl K~0 for S { fn f(&self) { self.f() } }\n",
            "parts of a type": "impl K { fn f~0(&self) { self.f~1(); self.f() } }\n",
            "generics": "impl<T: K~1> K~0 for T { fn f(&self) { self.f() } }\n",
            "modules": "mod m~0 { pub use super::m~1::*; pub fn f() { f() } }\n",
            "modules with wildcards": "mod m~0 { pub use super::m~1::*; }\nfn g~0() { m~0::f() }\n",
            "nested modules": "mod m~0 { mod n { mod o { fn f() { super::super::super::m~1::f() } } } }\n",
            "derefs": "struct K~0(K~1);\nimpl Deref for K~0 { type Target = K~1; }\nfn g~0(x: K~0) { x.f() }\n",
            "macros": "macro_rules! m~0 { () => { m~1!(); f(); } }\n",
            "macros of one name": "macro_rules! f { () => { f!() } }\n",
            "calls of macros": ("fn f() {\n", "f!(f(), f());\n", "}\n"),
            "aliases": "type T~0 = T~1;\nfn g~0(x: T~0) { x.f() }\n",
            "enum variants": ("enum K {\n", "f~0(K),\n", "f }\nfn f() { K::f }\n"),
            "match arms": ("fn f(x: K) { match x {\n", "K::f~0(y) => y.f(),\n", "} }\n"),
            "tests": "#[test]\nfn test_~0() { f(); }\n",
            "functions that return": "fn f~0() -> T~0 { f~1().f() }\n",
            "associated types": "trait K~0 { type A: K~1; fn f(&self) -> Self::A; }\nfn g~0<T: K~0>(x: T) { x.f().f() }\n",
            "bounds": ("fn f() {}\nfn g<T>(x: T) where\n", "T: K~0,\n", "{ x.f() }\n"),
            "attributes": "#[cfg(a~0)]\nfn f() { f() }\n",
        },
    ),
    "go": Language(
        "a.go", "func NAME() { BODY }", "", call="NAME()", set="NAME := VALUE", use="VALUE", closure="of(func() { BODY })", condition="if x { BODY }",
        head="package a\ntype K struct{}\nfunc (k K) f() { k.f() }\n",
        imports=('import "a/T~0"', 'import T~0 "a/b"', 'import . "a~0"'),
        more={
            "methods": "type K~0 struct{}\nfunc (k K~0) f() { k.f() }\n",
            "methods of one type": "func (k K) f~0() { k.f~1(); k.f() }\n",
            "embedded types": "type K~0 struct{ K~1 }\nfunc (k K~0) g() { k.f() }\n",
            "embedded types of one type": ("type K struct {\n", "K~0\n", "}\nfunc (k K) g() { k.f() }\nfunc (k K0) f() {}\n"),
            "interfaces": "type I~0 interface { I~1; f() }\ntype C~0 struct{}\nfunc (c C~0) f() { c.f() }\n",
            "interfaces with calls": "type I~0 interface { f(); g~0() }\nfunc h~0(i I~0) { i.f() }\n",
            "aliases": "type T~0 = T~1\nfunc g~0(x T~0) { x.f() }\n",
            "fields of functions": "type K~0 struct { f func() }\nfunc g~0() { k := K~0{f: f}; k.f() }\n",
            "constants": "const f~0 = f~1\n",
            "cases": ("func f(x any) { switch y := x.(type) {\n", "case K~0: y.f()\n", "} }\n"),
            "tests": 'func TestF~0(t *testing.T) { t.Run("f", func(t *testing.T) { f() }) }\n',
            "functions that return": "func f~0() T~0 { return f~1().f() }\n",
            "variables": "var x~0 = x~1.f()\n",
            "bounds": "type K~0[T K~1[T]] struct{ x T }\nfunc (k K~0[T]) f() { k.x.f() }\n",
        },
    ),
    "objc": Language(
        "a.m", "void NAME(void) { BODY }", "", set="id NAME = VALUE;", closure="of(^{ BODY });",
        imports=('#import "a~0.h"', "@import A~0;"),
        more={
            "classes": "@interface K~0 : K~1\n- (void)f;\n@end\n@implementation K~0\n- (void)f { [self f]; [super f]; }\n@end\n",
            "categories": "@interface K (C~0)\n- (void)f~0;\n@end\n@implementation K (C~0)\n- (void)f~0 { [self f~1]; }\n@end\n",
            "protocols": "@protocol P~0 <P~1>\n- (void)f;\n@end\nvoid g~0(id<P~0> x) { [x f]; }\n",
            "messages in a chain": ("@interface K\n- (K *)f;\n@end\nvoid g(K *x) {\n", "[[x f] f];\n", "}\n"),
            "selectors": ("@implementation K\n- (void)f {\n", "[self performSelector:@selector(f)];\n", "}\n@end\n"),
            "properties": ("@interface K\n", "@property K *f~0;\n", "- (void)f;\n@end\n@implementation K\n- (void)f { self.f0; }\n@end\n"),
        },
    ),
    "elixir": Language(
        "a.ex", "", "", comment="# VALUE",
        more={
            "modules": "defmodule K~0 do\n  def f(), do: K~1.f()\nend\n",
            "functions": ("defmodule K do\n", "  def f~0(x), do: f(f~1(x))\n", "  def f(x), do: x\nend\n"),
            "clauses": ("defmodule K do\n", "  def f(~0), do: f(~1)\n", "end\n"),
            "aliases": ("defmodule K do\n", "  alias A.T~0\n", "  def f(), do: T0.f()\nend\n"),
            "aliases in a chain": ("defmodule K do\n", "  alias T~1, as: T~0\n", "  def f(), do: T0.f()\nend\n"),
            "imports": ("defmodule K do\n", "  import A~0\n", "  def g(), do: f()\nend\n"),
            "imports of modules": "defmodule K~0 do\n  import K~1\n  def f(), do: f()\nend\n",
            "uses": "defmodule K~0 do\n  use K~1\n  defmacro __using__(_), do: quote(do: import K~0)\n  def f(), do: f()\nend\n",
            "protocols": "defimpl K, for: T~0 do\n  def f(x), do: K.f(x)\nend\n",
            "behaviours": "defmodule K~0 do\n  @behaviour K~1\n  @callback f() :: any\n  def f(), do: f()\nend\n",
            "pipes": ("defmodule K do\n  def f(x), do: x\n", "  |> f()\n", "end\n"),
            "cases": ("defmodule K do\n  def f(x) do\n    case x do\n", "      {:f~0, y} -> f(y)\n", "    end\n  end\nend\n"),
            "tests": ("defmodule KTest do\n", '  test "f ~0" do\n    K.f()\n  end\n', "end\ndefmodule K do\n  def f(), do: 1\nend\n"),
        },
    ),
    "erlang": Language(
        "a.erl", head="-module(a).\n", comment="% VALUE",
        more={
            "functions": "f~0(X) -> f(f~1(X)).\n", "clauses": ("f(a) -> 1;\n", "f(~0) -> f(~1);\n", "f(_) -> 1.\n"),
            "functions of one name": "f(X) -> f(X).\n", "imports": ("", "-import(a~0, [f/1]).\n", "g(X) -> f(X).\n"),
            "includes": ("", '-include("a~0.hrl").\n', "f(X) -> f(X).\n"), "macros": "-define(M~0, ?M~1).\ng~0() -> ?M~0, f(1).\n",
            "records": "-record(r~0, {f = #r~1{}}).\nf(#r~0{f = F}) -> F.\n",
        },
    ),
    "haskell": Language(
        "A.hs", "NAME x = BODY", "", call="NAME 1", head="module A where\n",
        imports=("import A.T~0", "import A as T~0", "import qualified A~0 as T", "import A~0 (f)", "import A hiding (T~0)"),
        more={
            "classes": "class K~1 a => K~0 a where\n  f :: a -> a\ninstance K~0 T~0 where\n  f x = f x\n",
            "instances": ("class K a where\n  f :: a -> a\n", "instance K T~0 where\n  f x = f x\n", ""),
            "equations": "f ~0 = f ~1\n", "types": "data K~0 = K~0 { f~0 :: K~1 }\ng~0 x = f~0 x\n", "locals": "f~0 x = g x where { g y = f~1 (h y); h z = g z }\n",
            "constructors": ("data K = A\n", " | F~0 K\n", "f (F0 x) = f x\n"), "lists": ("f = [1\n", " , f\n", " ]\n"), "statements": ("f = do\n", "  x~0 <- f x~1\n", "  f 1\n"),
            "operators": ("f = 1\n", "  + f\n", "\n"), "aliases": "type T~0 = T~1\ng~0 :: T~0 -> T~0\ng~0 x = f x\n",
        },
    ),
    "lua": Language(
        "a.lua", "function NAME() BODY end", "", call="NAME()", set="local NAME = VALUE", use="local _ = VALUE", comment="-- VALUE", condition="if x then BODY end",
        closure="of(function() BODY end)", member="VALUE:NAME()", head="K = {}\nfunction K:f() self:f() end\n",
        imports=("local T~0 = require('a~0')", "local T~0 = require('a').f"),
        more={
            "tables": "K~0 = setmetatable({}, { __index = K~1 })\nfunction K~0:f() self:f() end\n", "members of one table": "function K.f~0() K.f~1() K.f() end\n",
            "fields": ("K = {\n", "f~0 = function() f() end,\n", "}\nfunction f() end\n"),
        },
    ),
    "perl": Language(
        "a.pl", "sub NAME { BODY }", "", set="my $NAME = VALUE;", comment="# VALUE", made="NAME->new", member="$x->NAME()", closure="of(sub { BODY });", condition="if (1) { BODY }",
        imports=("use T~0;", "use T~0 qw(f);", "require T~0;"),
        more={"packages": "package K~0;\nuse parent 'K~1';\nsub f { my $self = shift; $self->f(); K~1->f(); }\n", "packages of one name": "package K;\nsub f { K->f(); f(); }\n"},
    ),
    "powershell": Language(
        "a.ps1", "function NAME { BODY }", "class NAMEABOVE { BODY }", method="[void] NAME() { BODY }", own="$this.NAME()", call="NAME", argument="NAME", set="$NAME = VALUE", made="[NAME]::new()",
        member="$x.NAME()", comment="# VALUE", use="VALUE", condition="if ($x) { BODY }", closure="& { BODY }", imports=(". ./a~0.ps1", "Import-Module A~0", "using module A~0"),
    ),
    "r": Language(
        "R/a.R", "NAME <- function(x) { BODY }", "", call="NAME()", set="NAME <- VALUE", use="VALUE", comment="# VALUE", member="VALUE$NAME()", closure="of(function(y) { BODY })",
        imports=("library(T~0)", "source('a~0.R')"),
        more={
            "methods": "f.c~0 <- function(x) { UseMethod('f'); f(x) }\n", "generics": "setGeneric('f', function(x) standardGeneric('f'))\nsetMethod('f', 'K~0', function(x) f(x))\n",
            "pipes": ("f <- function(x) x\ng <- x\n", " |> f()", "\n"),
        },
    ),
    "shell": Language(
        "a.sh", "NAME() { BODY; }", "", call="NAME", argument="NAME", set="NAME=VALUE", use="echo VALUE", made="$(NAME)", member="$(NAME)", comment="# VALUE", condition="if true; then\nBODY\nfi",
        closure="( BODY )", imports=(". ./a~0.sh", "alias T~0=f"), more={"traps": "trap f EXIT\n", "cases": ("f() { case $1 in\n", "f~0) f ;;\n", "esac; }\n")},
    ),
    "solidity": Language(
        "a.sol", "", "contract NAMEABOVE { BODY }", " is ", method="function NAME() public { BODY }", made="new NAME()", set="K NAME = VALUE;",
        more={
            "imports": ("", 'import "./a~0.sol";\n', "contract K { function f() public { f(); } }\n"), "imports with names": ("", 'import { T~0 as f~0 } from "./a.sol";\n', "contract K { function f() public { f(); } }\n"),
            "libraries": "library L~0 { function f(uint x) public { f(x); } }\ncontract C~0 { using L~0 for uint; function g(uint x) public { x.f(); } }\n",
            "modifiers": "contract K~0 is K~1 { modifier f() { _; } function g() public f { } }\n", "overloads": ("contract K {\n", "function f(T~0 x) public { f(x); }\n", "}\n"),
            "uses of libraries": ("library L { function f(uint x) public {} }\ncontract K {\n", "using L~0 for uint;\n", "using L for uint; function g(uint x) public { x.f(); } }\n"),
        },
    ),
    "zig": Language(
        "a.zig", "fn NAME() void { BODY }", "const NAME = struct { BODY };", "", set="const NAME = VALUE;", use="_ = VALUE;", made="NAME{}", closure="{ BODY }",
        imports=('const T~0 = @import("a~0.zig");', 'const T~0 = @import("a.zig").f;', 'usingnamespace @import("a~0.zig");', "const T~0 = T~1;"),
        more={"tests": 'test "f ~0" { f(); }\n', "enum fields": ("const K = enum {\n", "f~0,\n", "fn f(k: K) void { k.f(); } };\n")},
    ),
    "clojure": Language(
        "src/a.clj", "(defn NAME [x] BODY)", "", call="(NAME 1)", argument="(NAME 1)", comment="; VALUE", use="VALUE", condition="(when x BODY)", closure="(of (fn [y] BODY))", set="",
        head="(ns a)\n", imports=("(require '[a~0 :as T~0])", "(require '[a~0 :refer [f]])", "(use 'a~0)", "(require '[a~0 :refer :all])"),
        more={
            "protocols": "(defprotocol P~0 (f [x]))\n(extend-type T~0 P~0 (f [x] (f x)))\n", "methods": ("(defmulti f :k)\n", "(defmethod f :k~0 [x] (f x))\n", ""),
            "bindings": ("(defn f [x] (let [\n", "x~0 (f x~1)\n", "] (f 1)))\n"), "threads": ("(defn f [x] x)\n(-> 1\n", "(f)\n", ")\n"), "vars": "(def x~0 x~1)\n(f x~0)\n",
            "records": "(defrecord K~0 [x] P (f [y] (f x)))\n", "tests": "(deftest t~0 (is (f 1)))\n(with-redefs [f g] (f 1))\n",
        },
    ),
    "gleam": Language(
        "src/a.gleam", "pub fn NAME() { BODY }", "", call="NAME()", set="let NAME = VALUE", use="VALUE", closure="of(fn() { BODY })", condition="case x { _ -> BODY }",
        imports=("import a/T~0", "import a as T~0", "import a.{f as f~0}"),
        more={"types": "pub type K~0 { F~0(f: K~1) }\npub fn g~0(x: K~0) { x.f.f }\n", "cases": ("pub fn f(x) { case x {\n", "F~0(y) -> f(y)\n", "} }\n"), "constants": "const x~0 = x~1\n"},
    ),
    "nix": Language("a.nix", more={
        "bindings": ("rec {\n", "f~0 = x: f (f~1 x);\n", "f = x: x;\n}\n"), "imports": ("{\n", "a~0 = import ./a~0.nix { f = f; };\n", "f = 1; }\n"),
        "nested lets": ("", "let f = x: f x; in\n", "f\n"), "nested with": ("{ f = 1;\n", "g~0 = with a~0; f;\n", "}\n"),
    }),
    "hcl": Language("a.tf", more={
        "resources": 'resource "f" "r~0" {\n  x = f.r~1.id\n}\n', "variables": 'variable "f~0" {}\nlocals {\n  x~0 = var.f~1\n}\n',
        "locals of one name": "locals {\n  f = local.f\n}\n", "modules": 'module "f~0" {\n  source = "./f~0"\n  x = module.f~1.y\n}\n', "attributes": ("locals {\n f = 1\n", "x~0 = local.f\n", "}\n"),
    }),
    "make": Language("Makefile", more={
        "rules": "f~0: f~1\n\t$(call f,~0)\n", "variables": "f~0 = $(f~1)\n", "assignments to one variable": "f := $(f) ~0\n", "rules of one name": "f: f~0\n", "includes": "include a~0.mk\nx~0: f\n", "definitions": "define f~0\n$(f~1)\nendef\n",
    }),
    "cmake": Language(
        "CMakeLists.txt", "function(NAME)\nBODY\nendfunction()", "", call="NAME()", comment="# VALUE", set="set(NAME VALUE)", use="message(VALUE)", argument="f", member="${VALUE}", made="f",
        condition="if(x)\nBODY\nendif()", closure="block()\nBODY\nendblock()", imports=("include(a~0.cmake)", "add_subdirectory(a~0)", "find_package(T~0)"),
        more={"targets": "add_library(f~0 f.c)\ntarget_link_libraries(f~0 f~1)\n"},
    ),
    "graphql": Language("a.graphql", more={
        "types": "type K~0 implements K { f: K~1 }\n", "fields": ("type K {\n", "f~0(x: K): K\n", "}\n"), "interfaces": "interface K~0 implements K~1 & K~2 { f: K~1 }\n",
        "extensions": "extend type K { f~0: K }\n", "fragments": "fragment f~0 on K { ...f~1 }\n", "unions": ("type K { f: K }\nunion U = K\n", "| K~0\n", "\n"),
    }),
    "proto": Language("a.proto", head='syntax = "proto3";\n', more={
        "messages": "message K~0 { K~1 f = 1; }\n", "fields": ("message K {\n", "K f~0 = ~1;\n", "}\n"), "methods": ("message K {}\nservice S {\n", "rpc f~0(K) returns (K);\n", "}\n"),
        "imports": ("", 'import "a~0.proto";\n', "message K { K f = 1; }\n"), "services": "service K~0 { rpc f(K~0) returns (K~1); }\n", "nested messages": "message A~0 { message K { A~1.K f = 1; } }\n",
    }),
}


# A file of many, and a definition that the first of them has besides; ~1 is the number of the file that it imports.
FILES = {
    "c": ("a~0.h", '#pragma once\n#include "a~1.h"\nstatic void g~0(void) { f(); g~1(); }\n', "void f(void) {}\nstruct K {};\n"),
    "cpp": ("a~0.h", '#pragma once\n#include "a~1.h"\nstruct K~0 : K~1 { void g() { f(); } };\n', "struct K { void f() {} };\n"),
    "csharp": ("a~0.cs", "using N~1;\nnamespace N~0 { class K~0 : K~1 { void g() { f(); } } }\n", "class K { public void f() {} }\n"),
    "java": ("p~0/K~0.java", "package p~0;\nimport p~1.*;\nimport static p~1.K~1.*;\npublic class K~0 extends K~1 { void g() { f(); } }\n", "class K { void f() {} }\n"),
    "kotlin": ("p~0/K~0.kt", "package p~0\nimport p~1.*\nopen class K~0 : K~1() { fun g() { f() } }\n", "open class K { fun f() {} }\n"),
    "scala": ("p~0/K~0.scala", "package p~0\nimport p~1._\nclass K~0 extends K~1 { def g() = f() }\n", "class K { def f() = 1 }\n"),
    "swift": ("Sources/A/K~0.swift", "class K~0: K~1 { func g() { f() } }\n", "class K { func f() {} }\n"),
    "dart": ("lib/a~0.dart", "import 'a~1.dart';\nexport 'a~1.dart';\nclass K~0 extends K~1 { void g() { f(); } }\n", "void f() {}\nclass K {}\n"),
    "php": ("src/K~0.php", "<?php\nnamespace N~0;\nuse N~1\\K~1;\nrequire 'K~1.php';\nclass K~0 extends K~1 { function g() { $this->f(); } }\n", "class K { function f() {} }\n"),
    "typescript": ("a~0.ts", "export * from './a~1';\nimport { f, K~1 } from './a~1';\nexport class K~0 extends K~1 { g() { f(); this.f(); } }\n", "export function f() {}\nexport class K {}\n"),
    "javascript": ("a~0.js", "const a = require('./a~1');\nmodule.exports = { ...a, g~0() { a.f(); a.g~1(); } };\n", "function f() {}\nmodule.exports.f = f;\nclass K {}\n"),
    "python": ("a/m~0.py", "from a.m~1 import *\nfrom a.m~1 import K~1\nclass K~0(K~1):\n    def g(self): f(); self.f()\n", "def f(): pass\nclass K: pass\n"),
    "ruby": ("lib/k~0.rb", "require_relative 'k~1'\nclass K~0 < K~1\n  include M~1\n  def g; f; end\nend\nmodule M~0\n  include M~1\nend\n", "class K\n  def f; end\nend\n"),
    "rust": ("src/m~0.rs", "pub use crate::m~1::*;\npub fn g~0() { f(); g~1() }\n", "pub fn f() {}\npub struct K;\n"),
    "go": ("p~0/a.go", 'package p~0\nimport . "x/p~1"\nimport b "x/p~1"\ntype K~0 struct { b.K~1 }\nfunc (k K~0) G() { k.f(); b.F() }\n', "func F() {}\nfunc f() {}\ntype K struct{}\n"),
    "objc": ("K~0.m", '#import "K~1.m"\n@interface K~0 : K~1\n@end\n@implementation K~0\n- (void)g { [self f]; }\n@end\n', "@interface K\n- (void)f;\n@end\n"),
    "elixir": ("lib/k~0.ex", "defmodule K~0 do\n  import K~1\n  use K~1\n  def g~0(), do: f()\nend\n", "defmodule K do\n  def f(), do: 1\nend\n"),
    "haskell": ("M~0.hs", "module M~0 (module M~1, g~0) where\nimport M~1\ng~0 x = f x\n", "f x = x\n"),
    "lua": ("a~0.lua", "local a = require('a~1')\nlocal M = setmetatable({}, { __index = a })\nfunction M.g~0() a.f() a.g~1() end\nreturn M\n", "function f() end\n"),
    "solidity": ("a~0.sol", 'import "./a~1.sol";\ncontract K~0 is K~1 { function g() public { f(); } }\n', "contract K { function f() public {} }\n"),
    "zig": ("a~0.zig", 'const a = @import("a~1.zig");\npub const f = a.f;\npub fn g~0() void { a.g~1(); f(); }\n', "pub const K = struct {};\n"),
    "clojure": ("src/a/m~0.clj", "(ns a.m~0 (:require [a.m~1 :refer :all]))\n(defn g~0 [x] (f x))\n", "(defn f [x] x)\n"),
    "shell": ("a~0.sh", ". ./a~1.sh\ng~0() { f; g~1; }\n", "f() { :; }\n"),
}
