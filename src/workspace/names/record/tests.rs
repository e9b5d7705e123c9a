//! Chains and types of every grammar, rendered as text.

use crate::lang::registry;
use crate::workspace::names::{Expression, ExpressionId, NameFacts, Type, TypeId, TypeList};

struct Shown<'a> {
    text: &'a str,
    names: &'a NameFacts,
}

impl Shown<'_> {
    fn expression(&self, id: ExpressionId) -> String {
        match self.names.expression(id) {
            Expression::Other => "other".into(),
            Expression::Literal => "literal".into(),
            Expression::Listed(written) => format!("list {}", self.written(written)),
            Expression::Object(object) if object.is_open => "open object".into(),
            Expression::Object(_) => "object".into(),
            Expression::Nothing => "nothing".into(),
            Expression::Name(name) => name.of(self.text).into(),
            Expression::Member { of, name } => {
                format!("{}.{}", self.expression(of), name.of(self.text))
            }
            Expression::Call(of) => format!("{}()", self.expression(of)),
            Expression::Load { call, module } => {
                format!("{} of {}", self.expression(call), module.of(self.text))
            }
            Expression::Applied { of, arguments } => {
                format!("{}<{}>", self.expression(of), self.list(arguments))
            }
            Expression::Element(of) => format!("{}[]", self.expression(of)),
            Expression::Each(of) => format!("*{}", self.expression(of)),
            Expression::Sent(_) => "sent".into(),
            Expression::Taken(pattern) => format!("taken({})", pattern.of(self.text)),
            Expression::Module(path) => format!("module({})", path.of(self.text)),
            Expression::Around(_) => "around".into(),
            Expression::Either(one, other) => {
                format!("{} or {}", self.expression(one), self.expression(other))
            }
            Expression::GivenBack { call, argument } => {
                format!("{} or {}", self.expression(call), self.expression(argument))
            }
            Expression::New(written) => format!("new {}", self.written(written)),
            Expression::Cast(written) => format!("as {}", self.written(written)),
        }
    }

    fn written(&self, id: TypeId) -> String {
        match self.names.written_type(id) {
            Type::Other => "other".into(),
            Type::Open | Type::Object { is_open: true, .. } => "open".into(),
            Type::Object { .. } => "object".into(),
            Type::Value(of) => format!("typeof {}", self.expression(of)),
            Type::Named { head, arguments } if arguments.is_empty() => self.expression(head),
            Type::Named { head, arguments } => {
                format!("{}<{}>", self.expression(head), self.list(arguments))
            }
            Type::Several(parts) => self.list(parts).replace(", ", " | "),
            Type::Tuple(parts) => format!("({})", self.list(parts)),
            Type::Elements(of) => format!("[{}]", self.written(of)),
            Type::Function { receiver, parts, .. } => {
                let receiver = receiver.map(|receiver| format!("{}.", self.written(receiver)));
                format!("{}fun({})", receiver.unwrap_or_default(), self.list(parts))
            }
            Type::Keyed(key, of) => format!("[{}: {}]", self.written(key), self.written(of)),
        }
    }

    fn list(&self, list: TypeList) -> String {
        let shown: Vec<String> =
            self.names.types_in(list).iter().map(|each| self.written(*each)).collect();
        shown.join(", ")
    }
}

/// Checks the value of the first local name called `x`, or its written type.
#[track_caller]
fn check(language: &str, text: &str, expected: &str) {
    let names = NameFacts::of_text(text, registry().by_name(language).expect("a known language"));
    let shown = Shown { text, names: &names };
    let binding =
        names.bindings.iter().find(|binding| binding.name.of(text) == "x").expect("a local name");
    let origin = binding.origin;
    let annotation = origin.annotation.map(|written| shown.written(written));
    let value = origin.value.or(origin.element).map(|value| shown.expression(value));
    assert_eq!(annotation.or(value).as_deref(), Some(expected), "{text}");
}

#[test]
#[expect(clippy::too_many_lines, reason = "one case for each form")]
fn chains_are_read_and_other_expressions_are_not() {
    let rust = |value: &str, expected: &str| {
        check("rust", &format!("fn f() {{ let x = {value}; }}"), expected);
    };
    rust("self", "self");
    rust("self.pool.get(key, (1, 2))?.close", "self.pool.get().close");
    rust("&mut *self.inner", "self.inner");
    rust("Foo::<u8>::new(1).await", "Foo.new().await()");
    rust("<T as Shape>::area", "T.area");
    rust("Foo { a: 1, b }", "new Foo");
    rust("items[0].name", "items[].name");
    rust("(f)(y).bar", "f().bar");
    rust("y as Foo", "as Foo");
    rust("std::mem::take(&mut self.y)", "self.y");
    rust("std::mem::forget(self.y)", "std.mem.forget()");
    rust("f('(', \")\").g", "f().g");
    rust("Arc::new(Mutex::new(Pool::new(1)))", "Pool.new()");
    rust("std::rc::Rc::clone(&self.pool)", "self.pool");
    rust("Some(y.z)", "y.z");
    rust("a + b", "other");
    rust("vec![1]", "other");
    rust("pair.0.name", "pair.0.name");
    rust("1", "literal");
    let typescript =
        |value: &str, expected: &str| check("typescript", &format!("let x = {value};"), expected);
    typescript("new Map<string, Foo[]>()", "new Map<string, [Foo]>");
    typescript("new a.Foo(b).bar()", "new a.Foo.bar()");
    typescript("(y as Foo).bar()", "as Foo.bar()");
    typescript("a?.b!.c", "a.b.c");
    typescript("require('./a').b", "require() of ./a.b");
    typescript("(await import(\"./a\")).b()", "import() of ./a.b()");
    typescript("require(a + 'b').c", "require().c");
    typescript("a ? b.c : d()", "b.c or d()");
    typescript("a.b || c", "a.b or c");
    typescript("a && b", "other");
    check("java", "class A { void f() { var x = ((a.Foo<T>) y).bar(); } }", "as a.Foo<T>.bar()");
    check("java", "class A { void f() { var x = load().a.m(y)[0]; } }", "load().a.m()[]");
    check("go", "package a\nfunc f() { x := v.(Foo) }", "as Foo");
    check("go", "package a\nfunc f() { x := <-a.b }", "a.b[]");
    check("python", "x = super().save(*args, **kwargs)", "super().save()");
    check("python", "x = await load()", "load()");
    check("python", "x = dataclasses.replace(a.b, n=1)", "dataclasses.replace() or a.b");
    check("python", "x = typing.cast('Foo', y)", "as Foo");
    check(
        "go",
        "package a\nfunc f() { x := NewStore[string, Foo](1).Get() }",
        "NewStore<string, Foo>().Get()",
    );
    check("go", "package a\nfunc f() { x := load[Foo](1) }", "load<Foo>()");
    check("python", "x = None", "nothing");
    check("python", "def f(y):\n    x = yield y", "sent");
    check("python", "x = a.b or Foo()", "a.b or Foo()");
    check("cpp", "void f() { auto x = p->next->name; }", "p.next.name");
    check("cpp", "void f() { auto x = std::make_unique<a::Foo>(1); }", "as a.Foo");
    check("cpp", "void f() { auto x = a::b::c(); }", "a.b.c()");
    check("cpp", "void f() { auto x = ::a::B<C>::c(); }", "a.B.c()");
    check("typescript", "let x = ( /* why */ a).b;", "a.b");
    check("typescript", "let x = a.b as const;", "a.b");
    check("csharp", "class A { void F() { var x = this.a ?? b[0]; } }", "this.a or b[]");
    check("kotlin", "fun f() { val x = a.b()!! ?: c }", "a.b() or c");
    check("swift", "func f() { let x = try await y.z() as? Foo }", "as Foo");
    check("scala", "class A { def f = { val x = new a.Foo[B](1) } }", "new a.Foo<B>");
    check("php", "<?php $x = $this->a[0] ?? B::c();", "$this.a[] or B.c()");
    check("ruby", "def f\n  x = A::Foo.new(1)\nend", "new A.Foo");
    check("dart", "void f() { var x = y.z as Foo; }", "as Foo");
    check("lua", "do local x = a.b[1] or c:d() end", "a.b[] or c.d()");
}

#[test]
fn types_are_read_with_their_arguments() {
    let rust = |written: &str, expected: &str| {
        check("rust", &format!("fn f(x: {written}) {{}}"), expected);
    };
    rust("&'a mut Foo<T>", "Foo<T>");
    rust("Arc<Box<dyn Shape + Send>>", "Arc<Box<Shape | Send>>");
    rust("impl 'static + Send + Shape", "Send | Shape");
    rust("impl Send + FnMut(Foo)", "fun(Foo)");
    rust("&[Foo]", "[Foo]");
    rust("[Foo; 4]", "[Foo]");
    rust("fmt::Formatter<'_>", "fmt.Formatter");
    rust("impl Iterator<Item = Foo>", "Iterator<Foo>");
    rust("(Foo, Bar)", "(Foo, Bar)");
    rust("fn(Foo) -> Bar", "fun(Foo, Bar)");
    let python = |written: &str, expected: &str| {
        check("python", &format!("def f(x: {written}): pass"), expected);
    };
    python("Foo | None", "Foo | other");
    python("Optional[\"models.Model\"]", "Optional<models.Model>");
    python("\"dict[str, Foo]\"", "dict<str, Foo>");
    python("\"some words\"", "other");
    let typescript = |written: &str, expected: &str| {
        check("typescript", &format!("function f(x: {written}) {{}}"), expected);
    };
    typescript("Foo & Bar<T>", "Foo | Bar<T>");
    typescript("Foo[]", "[Foo]");
    typescript("(a: number) => void", "fun(number, other)");
    typescript("Foo[\"bar\"]", "typeof as Foo.bar");
    typescript("Foo[Bar]", "open");
    typescript("A extends B ? C : D", "open");
    typescript("typeof foo.bar", "typeof foo.bar");
    check("go", "package a\nfunc f(x *http.Request) {}", "http.Request");
    check("go", "package a\nfunc f(x map[string]*Foo) {}", "[string: Foo]");
    check("go", "package a\nfunc f(x Store[string, Foo]) {}", "Store<string, Foo>");
    check("c", "void f(const struct page *x) {}", "page");
    check("java", "class A { void f(List<? extends Foo> x) {} }", "List<Foo>");
    check("csharp", "class A { void F(List<Foo[]> x) {} }", "List<[Foo]>");
    check("kotlin", "fun f(x: Map<String, Foo?>) {}", "Map<String, Foo>");
    check("swift", "func f() { let x: [Store<Foo>] = y }", "[Store<Foo>]");
    check("scala", "class A { def f(x: scala.Option[Foo]) = 1 }", "scala.Option<Foo>");
    check("dart", "void f(Future<Foo> x) {}", "Future<Foo>");
}

#[test]
fn chains_in_the_tokens_of_a_macro_lead_to_each_name() {
    let text = "fn f() { assert!(a.b(1, c.d())?.e, &g::h); }";
    let names = NameFacts::of_text(text, registry().by_name("rust").expect("a known language"));
    let shown = Shown { text, names: &names };
    let check = |name: &str, expected: Option<&str>| {
        let found = names.uses_of(text, name).next().expect("a use");
        let of = match found.qualifier {
            crate::workspace::names::Qualifier::Receiver(of) => Some(of),
            crate::workspace::names::Qualifier::Path(of) => of,
            crate::workspace::names::Qualifier::None => None,
        };
        assert_eq!(of.map(|of| shown.expression(of)).as_deref(), expected, "{name}");
    };
    check("b", Some("a"));
    check("d", Some("c"));
    check("h", Some("g"));
    check("a", None);
}
