//! Elixir: functions of one name that take different numbers of arguments, and blocks.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_function_is_known_by_the_number_of_its_parameters() {
    check(
        "find_callers",
        "
//- /order.ex
defmodule Order do
  def tot$0al(order), do: order
  def total(order, tax), do: total(order) + tax
                            #^^^^^ caller total
  def twice(order), do: order |> total(2)
  def once(order), do: order |> total()
                               #^^^^^ caller once
  def bare(order), do: order |> total
                               #^^^^^ caller bare
  def all(orders), do: Enum.map(orders, &total/1)
                                        #^^^^^ caller all
  def none(orders), do: Enum.map(orders, &Order.total/2)
end
",
    );
}

#[test]
fn a_default_makes_a_function_of_each_number() {
    check(
        "find_callers",
        "
//- /page.ex
defmodule Page do
  def sh$0ow(page, opts \\\\ []), do: {page, opts}
  def show(page, opts, more), do: show(page, opts)
                                 #^^^^ caller show
  def one(page), do: show(page)
                    #^^^^ caller one
  def three(page), do: show(page, [], 1)
end
",
    );
}

#[test]
fn a_block_is_an_argument() {
    check(
        "find_callers",
        "
//- /form.ex
defmodule Form do
  defmacro fi$0eld(name, do: block), do: {name, block}
  defmacro field(name), do: name
end
defmodule Use do
  import Form
  field :name do
 #^^^^^ caller <module>
    1
  end
  field :name
end
",
    );
}

#[test]
fn an_import_gives_what_the_module_has_with_another_number() {
    check(
        "find_callers",
        "
//- /text.ex
defmodule Text do
  def sl$0ug(text), do: text
end
//- /page.ex
defmodule Page do
  import Text
  def slug(text, mark), do: {text, mark}
  def one(text), do: slug(text)
                    #^^^^ caller one
  def two(text), do: slug(text, 1)
  def all(texts), do: Enum.map(texts, &slug/1)
                                      #^^^^ caller all
end
",
    );
}

#[test]
fn the_list_of_an_import_says_the_numbers() {
    let text =
        "defmodule Text do\n  def slug(text), do: text\n  def slug(text, mark), do: mark\nend\n";
    let page =
        "defmodule Page do\n  import Text, only: [slug: 1]\n  def one(text), do: slug(text)\nend\n";
    let app = project(&[("mix.exs", ""), ("text.ex", text), ("page.ex", page)]);
    let target = |line: u64| json!({ "symbol": "slug", "file": "text.ex", "line": line });
    let one = ask::value(app.path(), "find_callers", target(2));
    assert_eq!(one["results"].as_array().map(Vec::len), Some(1), "{one:#}");
    assert_eq!(one["account"]["unresolved_count"], 0, "{one:#}");
    let two = ask::value(app.path(), "find_callers", target(3));
    assert_eq!(two["results"], json!([]), "{two:#}");
    assert_eq!(two["account"]["unresolved_count"], 0, "{two:#}");
}

#[test]
fn a_macro_may_add_arguments_to_the_call_that_it_is_given() {
    let notation = "defmodule Notation do\n  defmacro object(name, attrs, block), do: {name, attrs, block}\n  \
                    defmacro extend(call, block), do: {call, block}\nend\n";
    let page =
        "defmodule Page do\n  import Notation\n  extend object(:page) do\n    1\n  end\nend\n";
    let app = project(&[("mix.exs", ""), ("notation.ex", notation), ("page.ex", page)]);
    let target = json!({ "symbol": "object", "file": "notation.ex", "line": 2 });
    let answer = ask::value(app.path(), "find_callers", target);
    assert_eq!(answer["results"][0]["certainty"], "possible", "{answer:#}");
}

#[test]
fn a_delegation_leads_to_the_function_of_its_number() {
    check(
        "find_callers",
        "
//- /order.ex
defmodule Order do
  def tot$0al(order), do: order
  def total(order, tax), do: {order, tax}
end
defmodule Page do
  defdelegate total(order), to: Order
             #^^^^^ caller total
end
defmodule Other do
  defdelegate total(order, tax), to: Order
end
",
    );
}

#[test]
fn an_alias_holds_in_its_branch() {
    check(
        "find_callers",
        "
//- /page.ex
defmodule Web.Page do
  def to$0tal(page), do: page
end
defmodule Blog.Page do
  def total(page), do: page
end
defmodule Use do
  alias Blog.Page
  def go(page) do
    if page do
      alias Web.Page
      Page.total(page)
          #^^^^^ caller go
    else
      Page.total(page)
    end
    Page.total(page)
  end
end
",
    );
}

#[test]
fn a_variable_of_a_block_hides_no_function_behind_it() {
    check(
        "find_callers",
        "
//- /page.ex
defmodule Page do
  def na$0me, do: 1
  def go(page) do
    if page do
      name = 2
      name
    else
      name
     #^^^^ caller go
    end
    name
   #^^^^ caller go
  end
  def try(page) do
    name = page
    name
  rescue
    _ -> name
        #^^^^ caller try
  after
    name
   #^^^^ caller try
  end
  def last(name), do: name
end
",
    );
}

#[test]
fn a_module_may_be_an_alias_of_itself() {
    check(
        "find_callers",
        "
//- /store.ex
defmodule App.Store do
  alias __MODULE__, as: Me
  def top(value), do: Me.Disk.save(value)
                             #^^^^ caller top
  defmacro deep(value), do: quote(do: unquote(__MODULE__).Disk.save(unquote(value)))
end
defmodule App.Store.Disk do
  def sa$0ve(value), do: value
  defmacro keep(value), do: quote(do: unquote(__MODULE__).save(unquote(value)))
                                                         #^^^^ caller keep
end
",
    );
}

#[test]
fn an_implementation_is_a_module_of_its_own_name() {
    check(
        "find_callers",
        "
//- /size.ex
defprotocol Size do
  def size(value)
end
defimpl Size, for: [Shop.Order, List] do
  def si$0ze(value), do: value
end
defmodule Use do
  def go(value), do: Size.Shop.Order.size(value)
                                    #^^^^ caller go
  def more(value), do: Size.List.size(value)
                                #^^^^ caller more
  def other(value), do: Size.Map.size(value)
end
",
    );
}

#[test]
fn a_module_an_atom_and_arguments_are_a_call() {
    check(
        "find_callers",
        "
//- /order.ex
defmodule Shop.Order do
  def tot$0al(order), do: order
  def total(order, tax), do: {order, tax}
  def start(order), do: spawn(__MODULE__, :total, [order])
                                          #^^^^^ caller start
end
defmodule Use do
  alias Shop.Order
  def one(order), do: apply(Order, :total, [order])
                                   #^^^^^ caller one
  def two(order), do: apply(Order, :total, [order, 1])
  def three(order), do: {Order, :total, [order]}
                                #^^^^^ caller three
  def four(order), do: Map.get(order, :total)
  defdelegate sum(order), to: Order, as: :total
                                         #^^^^^ caller sum
  defdelegate taxed(order, tax), to: Order, as: :total
end
",
    );
}

#[test]
fn a_type_beside_a_function_is_not_called() {
    let app = project(&[
        ("mix.exs", ""),
        (
            "lib/a.ex",
            "defmodule A do\n  @type run :: (integer -> integer)\n  def run(x), do: x\n\
             \x20 def go(x), do: run(x)\nend\n",
        ),
    ]);
    let answer = ask::text(app.path(), "find_callers", json!({ "symbol": "A.run" }));
    assert_eq!(answer.matches("Callers of").count(), 1, "{answer}");
}
