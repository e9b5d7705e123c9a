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
