//! Swift.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn types_of_other_files_are_known_where_values_name_them() {
    check(
        "find_callers",
        "
//- /Filter.swift
@MainActor
public class Filter {
    public static let shared = Filter()
    public func sn$0apshot() -> Int { 1 }
}
class Holder {
    class Nested {
        static let shared = Nested()
        func snapshot() -> Int { 3 }
    }
}
//- /Widget.swift
struct Widget {
    static let shared = Widget()
    func snapshot() -> Int { 2 }
}
//- /use.swift
func make() async throws -> Filter { Filter() }
actor Source {
    func go() async {
        let filter = await Filter.shared
        _ = await filter.snapshot()
                       //^^^^^^^^ caller go
        async let made = make()
        _ = try await made.snapshot()
                         //^^^^^^^^ caller go
        _ = Filter().snapshot()
                   //^^^^^^^^ caller go
        _ = await Widget.shared.snapshot()
        _ = Holder.Nested.shared.snapshot()
                               //^^^^^^^^ caller go [possible]
    }
}
",
    );
}

#[test]
fn a_wrapper_gives_a_property_the_type_that_it_is_asked_for() {
    check(
        "find_callers",
        "
//- /Store.swift
protocol Toggling {
    func toggle()
}
class Store: Toggling {
    func tog$0gle() {}
}
class Other {
    func toggle() {}
}
//- /Page.swift
struct Page {
    @Environment(Store.self) private var store
    @Environment(Other.self) private var other
    @Environment(\\.dismiss) private var dismiss
    func draw() {
        store.toggle()
            //^^^^^^ caller draw
        other.toggle()
    }
}
struct Row {
    let control: any Toggling
    func draw() {
        control.toggle()
              //^^^^^^ caller draw [possible]
    }
}
",
    );
}

#[test]
fn labels_tell_functions_apart() {
    check(
        "find_callers",
        "
//- /Store.swift
class Base {
    func save(to path: String) {}
}
class Store: Base {
    func sa$0ve(_ item: Int, twice: Bool = false, done: () -> Void) {}
    func save(_ item: Int, as name: String) {}
    func save(all items: Int...) {}
    func go(other: Other, plain: (Int) -> Void) {
        save(1, twice: true, done: {})
      //^^^^ caller go
        save(1) { }
      //^^^^ caller go
        self.save(1, twice: true) { }
           //^^^^ caller go
        save(1, as: \"a\")
        save(all: 1, 2)
        save(to: \"a\")
        save()
        other.any.save(to: \"b\")
        other.any.save(2, done: {})
                //^^^^ caller go [possible]
    }
}
class Far {
    func save(_ item: Int, done: () -> Void) {}
}
",
    );
}

#[test]
fn constructors_of_extensions_are_called_by_their_labels() {
    check(
        "find_callers",
        "
//- /Bag.swift
struct Bag {
    init(_ one: Int) {}
}
extension Bag {
    in$0it(_ one: Int, visibility: Int) { self.init(one) }
}
func make() {
    _ = Bag(1, visibility: 2)
      //^^^ caller make
    _ = Bag(1)
    let other: Bag = .init(1, visibility: 3)
                    //^^^^ caller make
    let plain: Bag = .init(1)
}
",
    );
}

#[test]
fn a_dot_without_a_value_stands_for_the_type_of_its_place() {
    check(
        "find_references",
        "
//- /Style.swift
enum Style { case pl$0ain, bold }
enum Other { case plain, bold }
struct Text {
    let style: Style = .plain
                      //^^^^^ read
    var other: Other = .plain
}
@propertyWrapper
struct Flag { var wrappedValue: Int; init(wrappedValue: Int, style: Style) {} }
struct Flags {
    @Flag(style: .plain) var first = 1
                //^^^^^ read
}
struct Made { var style: Style; var other: Other }
func draw(_ text: Int, style: Style = .plain, other: Other = .plain) -> Style {
                                     //^^^^^ read
    draw(1, style: .plain, other: .plain)
                  //^^^^^ read
    _ = Made(style: .plain, other: .plain)
                   //^^^^^ read
    switch style {
    case .plain: break
        //^^^^^ read
    default: break
    }
    switch other {
    case .plain: break
    default: break
    }
    let is = style == .plain || other == .plain
                     //^^^^^ read
    return .plain
          //^^^^^ read
}
",
    );
}

#[test]
fn a_long_list_of_arguments_may_end_anywhere() {
    for before in 0..3 {
        let value = format!("{}{}", "a".repeat(before), "é".repeat(2_500));
        let text = format!(
            "func draw(_ text: String, done: () -> Void) {{}}\nfunc go() {{\n    \
             draw(\"{value}\") {{ }}\n}}\n"
        );
        let app = project(&[("a.swift", &text)]);
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "draw" }));
        assert_eq!(answer["account"]["rows"], 1, "{answer:#}");
    }
}

#[test]
fn a_method_may_be_taken_from_its_type() {
    check(
        "find_callers",
        "
//- /Pool.swift
struct Pool {
    func dr$0ain(force: Bool) {}
    func other(force: Bool) {}
    static func other(_ pool: Pool) {}
}
func go(p: Pool) {
    Pool.drain(p)(force: true)
       //^^^^^ caller go
    p.drain(force: true)
    //^^^^^ caller go
}
",
    );
    check(
        "find_callers",
        "
//- /Pool.swift
struct Pool {
    func dr$0ain(force: Bool) {}
    static func drain(_ pool: Pool) {}
}
func go(p: Pool) {
    Pool.drain(p)
    p.drain(force: true)
    //^^^^^ caller go
}
",
    );
}

#[test]
fn a_property_within_a_function_returns_for_itself() {
    check(
        "find_references",
        "
//- /Style.swift
enum Style { case pl$0ain, bold }
enum Kind { case plain, bold }
func tag(is: Bool) -> Style {
    var getter: Kind { return .plain }
                             //^^^^^ read [possible]
    struct Local {
        var kind: Kind { return .plain }
                               //^^^^^ read [possible]
    }
    if is {
        return .plain
              //^^^^^ read
    } else if (is) { return .plain }
                           //^^^^^ read
    switch is {
    case true: return .plain
                     //^^^^^ read
    default: return .plain
                   //^^^^^ read
    }
}
",
    );
}

#[test]
fn a_case_that_is_a_condition_is_none_of_the_switch_around_it() {
    check(
        "find_references",
        "
//- /Style.swift
enum Style { case pl$0ain, bold }
enum Kind { case plain, bold }
func draw(style: Style, kind: Kind, kinds: [Kind]) {
    switch style {
    // Beside others,
    case .plain: break
        //^^^^^ read
    default:
        if case .plain = kind { return }
               //^^^^^ read [possible]
        guard case .plain = kind else { return }
                  //^^^^^ read [possible]
        for case .plain in kinds { return }
                //^^^^^ read [possible]
        if kinds.isEmpty,
            case .plain = kind { return }
                //^^^^^ read [possible]
    }
}
",
    );
}

#[test]
fn many_calls_of_many_functions_of_one_name_are_answered() {
    let types: String = (0..150)
        .map(|of| format!("class C{of} {{ func save(of: Int, for name: String) {{}} }}\n"))
        .collect();
    let calls = "    it.any.save(of: 1, for: \"a\")\n    it.any.save(other: 1)\n".repeat(100);
    let text = format!("{types}func go(it: Other) {{\n{calls}}}\n");
    let app = project(&[("a.swift", &text)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "C7.save" }));
    assert_eq!(answer["account"]["occurrences"], 350, "{answer:#}");
}

/// The grammar reads the closure as an argument of `await post("x")`, whose own arguments are one
/// fewer.
#[test]
fn a_closure_behind_an_awaited_call_is_an_argument_of_the_call() {
    check(
        "find_callers",
        "
//- /App.swift
struct Client {
  func s$0end(_ name: String, _ work: () -> Int) async throws -> Int { work() }
}
struct Other {
  func send(_ name: String) async -> Int { 1 }
}
func use(client: Client, other: Other) async throws {
  let one = try await client.send(\"a\") { 1 }
                           //^^^^ caller use
  let two: Int = try! await client.send(\"a\") {
                                 //^^^^ caller use
    2
  }
  let three = await other.send(\"a\")
}
",
    );
}

#[test]
fn what_a_condition_waits_for_takes_no_block() {
    check(
        "find_callers",
        "
//- /App.swift
struct Store { var isEmpty: Bool { get async { true } } }
struct Client {
  func s$0end() {}
  func use(store: Store) async throws {
    if await store.isEmpty {
      send()
    //^^^^ caller use
    } else if try await store.isEmpty {
      send()
    //^^^^ caller use
    }
  }
}
",
    );
}

#[test]
fn what_the_grammar_does_not_know_costs_no_code_around_it() {
    check(
        "find_callers",
        "
//- /App.swift
#warning(\"Later\")
typealias Of<R: Reducer> = Store<R.State>
where R.State: Equatable
struct Client {
  #if Old
    @available(*, deprecated, message: \"a\")
  #else
    @available(iOS, deprecated: 1)
  #endif
  func s$0end(_ value: Void) {}
  func _$track() -> sending Client { self }
  func use() {
    reduce(action: /Action.view)
    send(())
  //^^^^ caller use
    self._$track().send(())
                 //^^^^ caller use
    return ()
  }
}
",
    );
}
