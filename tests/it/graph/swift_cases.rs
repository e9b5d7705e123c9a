//! What patterns of Swift take out of cases, and overloads that differ in types.

use crate::support::fixture::check;

const TYPES: &str = "
//- /Sources/App/Types.swift
struct User { func gr$0eet() {} }
struct Failure { func greet() {} }
//- /Sources/App/State.swift
enum State { case idle, loaded(User), failed(error: Failure, user: User?), both(Failure, [User]) }
";

#[test]
fn a_case_gives_what_it_is_declared_with() {
    let uses = "
//- /Sources/App/Use.swift
class Use {
  var state: State = .idle
  func go(given: State?, other: Other) {
    switch state {
    case .loaded(let user): user.greet()
                               //^^^^^ caller go
    case .failed(let error, let user): error.greet(); user.greet()
                                                         //^^^^^ caller go
    case let .both(failure, users): failure.greet()
    default: break
    }
    switch state {
    case let .loaded(user): user.greet()
                               //^^^^^ caller go
    case let .failed(error: error, user: user): error.greet(); user.greet()
                                                                  //^^^^^ caller go
    case State.loaded(let user): user.greet()
                                    //^^^^^ caller go
    default: break
    }
    if case .loaded(let user) = state { user.greet() }
                                           //^^^^^ caller go
    guard case let .loaded(user) = given else { return }
    user.greet()
       //^^^^^ caller go
    if case .loaded(let held) = other.load() { held.greet() }
                                                  //^^^^^ caller go [possible]
  }
}
";
    check("find_callers", &format!("{TYPES}{uses}"));
}

#[test]
fn a_result_gives_what_it_holds() {
    let uses = "
//- /Sources/App/Use.swift
class Use {
  func go(result: Result<User, Failure>, held: User?) {
    switch result {
    case .success(let user): user.greet()
                                //^^^^^ caller go
    case .failure(let error): error.greet()
                                  //^^^^^ caller go [possible]
    }
    if case .some(let user) = held { user.greet() }
                                        //^^^^^ caller go
  }
}
";
    check("find_callers", &format!("{TYPES}{uses}"));
}

#[test]
fn an_overload_of_other_labels_or_types_is_not_called() {
    check(
        "find_callers",
        "
//- /Sources/App/Mover.swift
struct Point {}
class Mover {
  func mo$0ve(from: Int) {}
  func move(from: String) {}
  func move(to: Int) {}
  func go(number: Int, text: String, any: Other) {
    move(from: number)
  //^^^^ caller go
    move(from: text)
    move(from: 1)
  //^^^^ caller go
    move(to: number)
    move(from: any)
  //^^^^ caller go [possible]
  }
}
",
    );
}

#[test]
fn a_literal_and_what_conforms_elsewhere_may_be_taken() {
    check(
        "find_callers",
        "
//- /Sources/App/Mover.swift
protocol Named {}
extension String: Named {}
struct Pixels: ExpressibleByFloatLiteral {}
class Mover {
  func mo$0ve(_ to: Named) {}
  func move(_ to: Int) {}
  func move(_ to: Pixels) {}
  func go(text: String, pixels: Pixels, number: Int) {
    move(text)
  //^^^^ caller go [possible]
    move(1.5)
  //^^^^ caller go [possible]
    move(number)
  }
}
",
    );
}
