//! Elixir and Erlang: declarations of types, and modules with qualified names.

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

const STORE: &str = "defmodule App.Session.Store do
  @callback get(term) :: term
end
";

const USERS: &str = "defmodule App.Session.ETS do
  @behaviour App.Session.Store
  def get(key), do: key
end
defmodule App.Session.Cookie do
  alias App.Session.{Store, ETS}
  @behaviour Store
end
defmodule App.Other do
  use Other.Session.Store
  def run, do: App.Session.Store.get(1)
end
defimpl App.Session.Store, for: [App.Value] do
end
";

#[test]
fn a_module_with_a_qualified_name_is_a_target() {
    let app = project(&[("mix.exs", ""), ("lib/store.ex", STORE), ("lib/users.ex", USERS)]);
    let lines = |tool: &str, symbol: &str| -> Vec<u64> {
        let answer = ask::value(app.path(), tool, json!({ "symbol": symbol }));
        assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
        assert_eq!(answer["target"]["name"], "Store", "{answer:#}");
        assert_eq!(answer["target"]["container"], "App.Session", "{answer:#}");
        let rows = answer["results"].as_array().expect("rows");
        rows.iter().filter_map(|row| row["line"].as_u64()).collect()
    };
    for symbol in ["App.Session.Store", "Session.Store", "Store"] {
        assert_eq!(lines("find_references", symbol), [2, 6, 7, 11, 13], "{symbol}");
        assert_eq!(lines("find_implementations", symbol), [1, 5, 13], "{symbol}");
    }
    for symbol in ["App.Session.Store", "Store", "App.Session.Store.get"] {
        let target = format!("lib/store.ex#{symbol}");
        let text = ask::text(app.path(), "extract", json!({ "targets": [target] }));
        assert!(text.contains("@callback get(term) :: term"), "{symbol}: {text}");
    }
}

#[test]
fn definitions_are_found_by_the_full_names_of_their_namespaces() {
    let files = [
        ("a.php", "<?php\nnamespace Acme\\Shop;\nclass Cart {}\n", "Acme\\Shop\\Cart"),
        ("a.cs", "namespace Corp.Shop;\nclass Basket {}\n", "Corp.Shop.Basket"),
        ("A.pm", "package Shop::Wagon;\nsub load { 1 }\n", "Shop::Wagon::load"),
        ("B.pm", "package Shop::Wheel;\nsub turn { 1 }\n", "Shop::Wheel"),
        ("A.hs", "module Shop.Trolley where\npush :: Int\npush = 1\n", "Shop.Trolley.push"),
        ("B.hs", "module Shop.Hand where\n", "Shop.Hand"),
        ("a.clj", "(ns shop.barrow)\n(defn tip [] 1)\n", "shop.barrow/tip"),
        ("b.clj", "(ns shop.hod)\n", "shop.hod"),
        ("a.kt", "package shop.dolly\nclass Truck\n", "shop.dolly.Truck"),
        ("a.scala", "package shop.carriage\nclass Coach\n", "shop.carriage.Coach"),
        ("a.erl", "-module(shop).\nlift() -> 1.\n", "shop:lift"),
    ];
    let texts: Vec<(&str, &str)> = files.iter().map(|(path, text, _)| (*path, *text)).collect();
    let app = project(&texts);
    for (path, _, symbol) in files {
        let answer = ask::value(app.path(), "find_references", json!({ "symbol": symbol }));
        assert_eq!(answer["target"]["file"], path, "{symbol}: {answer:#}");
    }
}
