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
    assert!(!callees.contains("unresolved: "), "{callees}");
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

const QUEUES: &str = "
//- /mix.exs
//- /lib/queue.ex
defmodule App.Queue do
  def pu$0sh(item), do: item
end
//- /lib/other.ex
defmodule App.Other do
  def push(item), do: item
end
defmodule App.Stack do
  def push(item), do: item
  def twice(item), do: push(push(item))
end
";

/// Checks the callers of a function of which other modules have the name too.
#[track_caller]
fn check_users(users: &str) {
    check("find_callers", &format!("{QUEUES}//- /lib/users.ex\n{users}"));
}

#[test]
fn a_call_by_the_whole_name_of_a_module_is_a_call_of_its_function() {
    check_users(
        "
defmodule App.Users do
  def run(item) do
    App.Queue.push(item)
             #^^^^ caller run
    App.Other.push(item)
    Queue.push(item)
    :queue.push(item)
  end
end
",
    );
}

#[test]
fn an_alias_stands_for_the_whole_name_of_a_module() {
    check_users(
        "
defmodule App.Users do
  alias App.{Other, Queue}
  alias App.Queue, as: Line
  alias App, as: Root
  def run(item) do
    Queue.push(item)
         #^^^^ caller run
    Line.push(item)
        #^^^^ caller run
    Root.Queue.push(item)
              #^^^^ caller run
    item |> Queue.push() |> Other.push()
                 #^^^^ caller run
    Enum.map(item, &Queue.push/1)
                         #^^^^ caller run
  end
end
defmodule App.Apart do
  def run(item), do: Queue.push(item)
end
",
    );
}

#[test]
fn a_bare_call_is_of_the_module_around_it_or_of_an_imported_one() {
    check_users(
        "
defmodule App.Users do
  def run(item), do: push(item)
  defmodule Inner do
    import App.Queue, only: [push: 1]
    def run(item), do: push(item)
                      #^^^^ caller run
  end
  defmodule Limited do
    import App.Queue, only: [pop: 1]
    def run(item), do: push(item)
  end
end
",
    );
}

#[test]
fn the_module_itself_and_modules_in_it_have_short_names() {
    check(
        "find_callers",
        "
//- /lib/queue.ex
defmodule App.Queue do
  defmodule Inner do
    def pu$0sh(item), do: item
    def twice(item), do: __MODULE__.push(item)
                                   #^^^^ caller twice
  end
  alias __MODULE__.Inner, as: Held
  def push(item), do: Inner.push(item)
                           #^^^^ caller push
  def other(item), do: push(item) |> Held.push
                                         #^^^^ caller other
  def more(item), do: __MODULE__.Inner.push(item)
                                      #^^^^ caller more
end
defmodule App.Inner do
  def push(item), do: item
end
",
    );
}

#[test]
fn a_used_module_imports_for_its_users() {
    check_users(
        "
defmodule App.Base do
  defmacro __using__(_) do
    quote do
      import App.Queue
      alias App.Queue, as: Line
    end
  end
end
defmodule App.Users do
  use App.Base, level: 1
  def run(item), do: push(item)
                    #^^^^ caller run
  def more(item), do: Line.push(item)
                          #^^^^ caller more
end
defmodule App.Later do
  use GenServer
  def run(item), do: push(item)
end
",
    );
}

#[test]
fn a_use_chooses_what_is_imported_by_its_argument() {
    check_users(
        "
defmodule Web do
  def controller do
    quote do
      import App.Queue
    end
  end
  def view do
    quote do
      import App.Other
    end
  end
  defmacro __using__(which), do: apply(__MODULE__, which, [])
end
defmodule App.Users do
  use Web, :controller
  def run(item), do: push(item)
                    #^^^^ caller run
end
",
    );
}

#[test]
fn what_a_macro_defines_in_its_users_is_called_there() {
    check(
        "find_callers",
        "
//- /lib/base.ex
defmodule App.Base do
  defmacro __using__(_) do
    quote do
      def pu$0sh(item), do: item
    end
  end
end
defmodule App.Other do
  def push(item), do: item
end
//- /lib/users.ex
defmodule App.Users do
  use App.Base
  def run(item), do: push(item)
                    #^^^^ caller run
end
defmodule App.More do
  def run(item), do: App.Users.push(item)
                              #^^^^ caller run
  def other(item), do: App.Other.push(item)
end
",
    );
}

#[test]
fn a_delegation_is_a_call() {
    check_users(
        "
defmodule App.Users do
  alias App.Queue
  defdelegate push(item), to: Queue
             #^^^^ caller push
  def run(item), do: push(item)
end
",
    );
}

#[test]
fn a_function_that_is_handed_on_by_its_name_is_called() {
    check(
        "find_callers",
        "
//- /lib/queue.ex
defmodule App.Queue do
  def pu$0sh(item), do: item
  def all(items), do: Enum.map(items, &push/1)
                                      #^^^^ caller all
  def piped(item) do
    item
    |> push
      #^^^^ caller piped
  end
end
",
    );
}

#[test]
fn a_variable_of_a_pattern_is_no_function() {
    let text = "defmodule App.Queue do
  def size(items), do: length(items)
  def run(%{size: size} = queue), do: {size, queue.size, @size}
  def more(queue) do
    with {:ok, [size | _]} <- queue, do: size
  end
  def last(queue) do
    case queue do
      {size, _} -> size
    end
  end
  def call(queue), do: size(queue)
end
";
    let app = project(&[("mix.exs", ""), ("lib/queue.ex", text)]);
    let target = json!({ "symbol": "size", "file": "lib/queue.ex", "line": 2 });
    let answer = ask::value(app.path(), "find_references", target);
    let rows = answer["results"].as_array().expect("rows");
    assert!(rows.len() == 1 && rows[0]["line"] == 12, "{answer:#}");
}

#[test]
fn a_bare_call_in_quoted_code_may_be_of_any_module() {
    check_users(
        "
defmodule App.Users do
  defmacro run(item) do
    quote do
      push(unquote(item))
     #^^^^ caller run [possible]
    end
  end
end
",
    );
}

#[test]
fn an_attribute_stands_for_the_module_that_it_is_set_to() {
    check_users(
        "
defmodule App.Users do
  @queue App.Queue
  @other Application.get_env(:app, :queue)
  def run(item), do: @queue.push(item)
                           #^^^^ caller run
  def more(item), do: @other.push(item)
end
",
    );
}

#[test]
fn a_call_in_a_string_that_begins_its_line_is_a_call() {
    check_users(
        "
defmodule App.Users do
  def run(item) do
    \"\"\"
    #{App.Queue.push(item)}
               #^^^^ caller run
    \"\"\"
  end
end
",
    );
}

#[test]
fn functions_of_a_protocol_are_called_by_its_name() {
    check(
        "find_callers",
        "
//- /render.ex
defprotocol App.Render do
  def ren$0der(value)
end
defimpl App.Render, for: Integer do
  def render(value), do: value
end
defmodule App.Use do
  def go(value) do
    App.Render.render(value)
    #          ^^^^^^ caller go
  end
end
",
    );
}

const WEB: &str = "
//- /mix.exs
//- /lib/components.ex
defmodule Web.Components do
  def button(assigns), do: assigns
end
//- /lib/web.ex
defmodule Web do
  def html do
    quote do
      unquote(helpers())
    end
  end

  defp helpers do
    quote do
      import Web.Components
    end
  end

  defmacro __using__(which), do: apply(__MODULE__, which, [])
end
";

#[test]
fn an_element_of_a_template_calls_a_function() {
    let page = "
//- /lib/page.ex
defmodule Web.Page do
  use Web, :html

  def render(assigns) do
    ~H\"\"\"
    <p class={button$0(1)}>the button</p>
             #^^^^^^ caller render
    <.button
     #^^^^^^ caller render
      id={@id}
    >
      {button(@x)}
      #^^^^^^ caller render
    </.button>
    <Web.Components.button />
                   #^^^^^^ caller render
    <%= if @button do %>
    <% end %>
    \"\"\"
  end
end
";
    check("find_callers", &[WEB, page].concat());
}

#[test]
fn a_closing_tag_is_a_reference() {
    let page = "
//- /lib/page.ex
defmodule Web.Page do
  use Web, :html

  def render(assigns) do
    ~H\"<.button>x</.button><Web.Components.button>x</Web.Components.button>\"
  end
end
";
    let files = [("mix.exs", String::new())].into_iter();
    let mut files: Vec<(String, String)> = files.map(|(name, of)| (name.to_owned(), of)).collect();
    for part in [WEB, page].concat().split("//- /").skip(2) {
        let (name, text) = part.split_once('\n').expect("a name and a text");
        files.push((name.to_owned(), text.to_owned()));
    }
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let app = project(&files);
    let question = json!({ "symbol": "Web.Components.button" });
    let answer = ask::value(app.path(), "find_references", question);
    assert_eq!(answer["account"]["rows"], 4, "{answer:#}");
    assert_eq!(answer["summary"]["total_is_exact"], true, "{answer:#}");
}

#[test]
fn an_atom_in_a_message_is_no_function() {
    let server = "defmodule Server do
  def stop(pid, why), do: GenServer.cast(pid, {:stop, why})
  def handle_cast({:stop, _}, state), do: {:stop, state, mode: :stop, stop: state == :stop}
  def run(module), do: apply(module, :stop, [1, 2])
end
";
    let app = project(&[("mix.exs", ""), ("lib/server.ex", server)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Server.stop" }));
    let unresolved = json!([{ "file": "lib/server.ex", "line": 4 }]);
    assert_eq!(answer["account"]["unresolved"], unresolved, "{answer:#}");
}

#[test]
fn an_atom_that_is_a_key_or_a_parameter_is_no_function() {
    let app = "defmodule App do
  def query(x), do: x
  def key(opts), do: {opts[:query], Keyword.get(opts, :query, 1), Map.fetch!(opts, :query)}
  def kind(:query), do: 1
  def kind(:query = x) when is_atom(x), do: plug(:query)
end
";
    let app = project(&[("mix.exs", ""), ("lib/app.ex", app)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "App.query" }));
    let unresolved = json!([{ "file": "lib/app.ex", "line": 5 }]);
    assert_eq!(answer["account"]["unresolved"], unresolved, "{answer:#}");
}

#[test]
fn a_module_of_erlang_that_is_not_the_projects_has_none_of_its_functions() {
    let lines = "defmodule Reg do
  def lookup(x), do: :ets.lookup(x, 1)
  def other(x), do: :own.lookup(x)
end
";
    let files = [
        ("mix.exs", ""),
        ("lib/reg.ex", lines),
        ("src/own.erl", "-module(own).\nlookup(X) -> X.\n"),
    ];
    let app = project(&files);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Reg.lookup" }));
    let unresolved = json!([{ "file": "lib/reg.ex", "line": 3 }]);
    assert_eq!(answer["account"]["unresolved"], unresolved, "{answer:#}");
    assert_eq!(answer["account"]["rows"], 0, "{answer:#}");
}
