//! Swift.

use crate::support::fixture::check;

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
