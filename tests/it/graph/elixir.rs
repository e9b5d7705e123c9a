//! Elixir and Erlang: declarations of types.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

const CODEC: &str = "defmodule Codec do
  @type t :: binary
  @type decode :: t()
  @spec decode(binary, Other.t()) :: {:ok, t()} | decode() when a: t
  def decode(a, b), do: {a, b}
  @callback load(t()) :: t()
  @spec load(term) :: t
  def load(term), do: decode(term, 1)
end
";

#[test]
fn a_spec_belongs_to_its_function_and_is_no_call() {
    let app = project(&[("mix.exs", ""), ("lib/codec.ex", CODEC)]);
    let target = json!({ "symbol": "decode", "file": "lib/codec.ex", "line": 5 });
    let answer = ask::value(app.path(), "find_callers", target.clone());
    let results = answer["results"].as_array().expect("callers");
    assert!(results.len() == 1 && results[0]["name"] == "load", "{answer:#}");
    let account = &answer["account"];
    assert_eq!(account["definitions"], 2, "{answer:#}");
    assert_eq!(account["unresolved"], json!([]), "{answer:#}");
    let impact = ask::text(app.path(), "impact_analysis", target);
    assert!(impact.contains("[≥ 1 dependent") || impact.contains("[1 dependent"), "{impact}");
    let callees = json!({ "symbol": "decode", "file": "lib/codec.ex", "line": 5 });
    let callees = ask::text(app.path(), "find_callees", callees);
    assert!(callees.contains("Outside or unresolved: def\n"), "{callees}");
}

#[test]
fn names_in_declarations_of_types_are_types() {
    check(
        "find_references",
        "
//- /mix.exs
//- /lib/codec.ex
defmodule Codec do
  @opaque size$0d :: binary
  def sized(value), do: value
  @spec decode(sized) :: [sized()]
              #^^^^^ type
                         #^^^^^ type
  def decode(value), do: sized(value)
  @callback load(sized()) :: term
                #^^^^^ type
end
",
    );
}

#[test]
fn a_spec_of_erlang_is_no_call() {
    check(
        "find_callers",
        "
//- /src/codec.erl
-module(codec).
-spec dec$0ode(binary()) -> decode() | t().
decode(A) -> A.
-type decode() :: t().
run(A) -> decode(A).
         %^^^^^^ caller run
",
    );
}
