//! Names of arguments that are those of fields, which the call sets; and keys of literals that take
//! over the members of another value.

use crate::support::{ask, project};
use serde_json::{Value, json};

/// Returns the lines of the references to a field, those that are only possible apart.
fn lines(file: &str, text: &str, symbol: &str) -> (Vec<u64>, Vec<u64>) {
    let app = project(&[(file, text)]);
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": symbol }));
    let rows = answer["results"].as_array().expect("rows").clone();
    let of = |certainty: &str| {
        let is_it = |row: &&Value| row["certainty"] == certainty;
        rows.iter().filter(is_it).map(|row| row["line"].as_u64().expect("a line")).collect()
    };
    (of("likely"), of("possible"))
}

/// A file, its text, the field, and the lines that set it: those that are certain, and others.
type Case = (&'static str, &'static str, &'static str, &'static [u64], &'static [u64]);

const CASES: &[Case] = &[
        (
            "a.kt",
            "data class State(val busy: Boolean = false, val size: Int, plain: Int)
class Other(busy: Boolean)
fun use(state: State, all: Flow<State>) {
    val first = State(busy = true, size = 1, plain = 2)
    val second = state.copy(busy = false)
    all.update { it.copy(busy = true) }
    Other(busy = true)
    run(busy = true)
}
fun run(busy: Boolean) {}
",
            "State.busy",
            &[4, 5],
            &[6],
        ),
        (
            "a.scala",
            "case class State(busy: Boolean, size: Int)
object Use { def f(state: State) = {
  State(busy = true, size = 1)
  state.copy(busy = false)
  new State(busy = true, size = 2)
} }
",
            "State.busy",
            &[3, 4, 5],
            &[],
        ),
        (
            "a.py",
            "from dataclasses import dataclass, replace
@dataclass
class State:
    busy: bool
class Other:
    busy: bool
    def __init__(self, busy): pass
def use(state: State):
    State(busy=True)
    replace(state, busy=False)
    state._replace(busy=False)
    Other(busy=True)
    State.objects.filter(busy=True)
    run(busy=True)
",
            "State.busy",
            &[9, 10, 11],
            &[13],
        ),
        (
            "a.php",
            "<?php
class State { public function __construct(public bool $busy, int $size) {} }
class Other { public function __construct(bool $busy) {} }
$a = new State(busy: true, size: 1);
$b = new Other(busy: true);
run(busy: true);
",
            "State.busy",
            &[4],
            &[],
        ),
        (
            "a.swift",
            "struct State { var busy: Bool }
struct Other { var busy: Bool; init(busy: Bool) { self.busy = busy } }
let a = State(busy: true)
let b = Other(busy: true)
",
            "State.busy",
            &[3],
            &[],
        ),
        (
            "a.cs",
            "public record State(bool Busy);
class Use { void F(State s) {
    var a = new State(Busy: true);
    G(Busy: true);
} void G(bool Busy) {} }
",
            "State.Busy",
            &[3],
            &[],
        ),
        (
            "a.dart",
            "class State { final bool busy; final int size; State({required this.busy, int size = 1}) : size = size; }
void use() {
  var a = State(busy: true, size: 2);
  const b = State(busy: false);
  run(busy: true);
}
void run({bool busy = false}) {}
",
            "State.busy",
            &[1, 3, 4],
            &[],
        ),
        (
            "a.groovy",
            "class State { boolean busy }
def a = new State(busy: true)
",
            "State.busy",
            &[2],
            &[],
        ),
    ];

#[test]
fn an_argument_sets_the_field_of_its_name() {
    for (file, text, symbol, likely, possible) in CASES {
        let (found, perhaps) = lines(file, text, symbol);
        assert_eq!((found.as_slice(), perhaps.as_slice()), (*likely, *possible), "{file}");
    }
}

#[test]
fn a_literal_that_takes_over_a_state_may_set_its_members() {
    let text = "type State = { busy: boolean };
export function reduce(state: State, other: Other) {
  const a = { ...state, busy: true };
  const b = { size: 1, busy: true };
  set((last) => ({ ...last, busy: true }));
  return a;
}
";
    assert_eq!(lines("a.ts", text, "State.busy"), (vec![], vec![3]));
    let app = project(&[("a.ts", text)]);
    let answer = ask::text(app.path(), "find_references", json!({ "symbol": "State.busy" }));
    assert!(answer.contains("1 key (a.ts:4)") && answer.contains("unresolved: a.ts:5"), "{answer}");
}
