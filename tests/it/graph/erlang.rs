//! Erlang: fields of records, types, and functions of modules.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_field_is_found_beside_the_name_of_its_record() {
    check(
        "find_references",
        "
//- /rebar.config
//- /src/a.erl
-module(a).
-record(state, {p$0id, port}).
-record(other, {pid}).
f(S = #state{pid = P}) when S#state.pid =:= P ->
            %^^^ read
                                   %^^^ read
    S#state{pid = pid(P)}, #other{pid = 1}, {S#other.pid, pid};
           %^^^ read
f(_) -> #{pid => #state.pid}.
                       %^^^ read
pid(X) -> X.
//- /src/b.erl
-module(b).
-record(state, {pid}).
g(#state{pid = P}) -> a:pid(P).
",
    );
}

#[test]
fn a_record_of_a_header_has_fields_in_all_files() {
    let files = [
        ("rebar.config", ""),
        ("include/conn.hrl", "-record(conn, {port}).\n"),
        ("src/a.erl", "-module(a).\n-record(state, {port}).\nf(C) -> C#conn.port.\n"),
        ("src/b.erl", "-module(b).\ng(C) -> C#conn{port = 1}.\nh(C) -> C#state{port = 1}.\n"),
    ];
    let app = project(&files);
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": "conn.port" }));
    let results = answer["results"].as_array().expect("rows");
    let places: Vec<String> =
        results.iter().map(|row| format!("{}:{}", row["file"], row["line"])).collect();
    assert_eq!(places, ["\"src/a.erl\":3", "\"src/b.erl\":2"], "{answer:#}");
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
}

#[test]
fn a_type_is_used_in_lists_of_exports_and_no_key_is_one() {
    check(
        "find_references",
        "
//- /rebar.config
//- /src/a.erl
-module(a).
-export_type([specs/0]).
             %^^^^^ type
-type spe$0cs() :: [term()].
-spec f(#{specs => specs()}) -> T when T :: specs().
                  %^^^^^ type
                                           %^^^^^ type
f(#{specs := X}) -> X.
//- /src/b.erl
-module(b).
-spec g(a:specs()) -> ok.
         %^^^^^ type
g(_) -> ok.
",
    );
}

#[test]
fn functions_of_a_name_are_told_apart_by_their_modules() {
    check(
        "find_callers",
        "
//- /rebar.config
//- /src/a.erl
-module(a).
st$0art(X) -> X.
//- /src/b.erl
-module(b).
start(X) -> X.
//- /src/c.erl
-module(c).
run(X) -> a:start(b:start(X)).
           %^^^^^ caller run
",
    );
}

#[test]
fn a_written_module_decides_which_function_is_called() {
    check(
        "find_callers",
        "
//- /rebar.config
//- /src/a.erl
-module(a).
$0fold(X) -> X.
run(X) -> ?MODULE:fold(X), maps:fold(X), fold(X).
                 %^^^^ caller run
                                        %^^^^ caller run
//- /src/b.erl
-module(b).
-import(a, [fold/1]).
run(X) -> fold(X), lists:fold(X).
         %^^^^ caller run
//- /src/c.erl
-module(c).
run(X) -> maps:fold(X), fold(X).
",
    );
}

#[test]
fn an_atom_names_a_function_beside_its_module_or_arity_only() {
    check(
        "find_references",
        "
//- /rebar.config
//- /src/a.erl
-module(a).
-export([reply/1]).
        %^^^^^ read
re$0ply(X) -> {reply, X}.
run(reply) -> F = fun reply/1, spawn(?MODULE, reply, [1]), F.
                     %^^^^^ read
                                             %^^^^^ read
//- /src/b.erl
-module(b).
run(X) -> case X of reply -> fun a:reply/1; _ -> {b, reply, X} end.
                                  %^^^^^ read
start(X) -> {a, reply, [X]}.
               %^^^^^ read
",
    );
}

#[test]
fn a_module_implements_its_behaviours() {
    let files = [
        ("rebar.config", ""),
        ("src/st.erl", "-module(st).\n-callback init(any()) -> any().\n"),
        ("src/a.erl", "-module(a).\n-behaviour(st).\ninit(X) -> X.\n"),
        ("src/b.erl", "-module(b).\n-behavior(st).\ninit(X) -> {st, 'no st here', X}.\n"),
    ];
    let app = project(&files);
    let answer = ask::value(app.path(), "find_implementations", json!({ "symbol": "st" }));
    let results = answer["results"].as_array().expect("rows");
    let places: Vec<&str> = results.iter().filter_map(|row| row["file"].as_str()).collect();
    assert_eq!(places, ["src/a.erl", "src/b.erl"], "{answer:#}");
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
}

#[test]
fn a_module_in_a_list_of_modules_is_named() {
    check(
        "find_references",
        "
//- /rebar.config
//- /src/a.erl
-module($0a).
run(X) -> X.
//- /src/b.erl
-module(b).
run(X) -> start([b, a], X, {b, a, []}).
                  //^ read
                             //^ read
start(X, _, _) -> X.
",
    );
}

#[test]
fn a_header_may_include_another() {
    check(
        "find_callers",
        "
//- /rebar.config
//- /include/inner.hrl
hel$0per(X) -> X + 1.
//- /include/outer.hrl
-include(\"inner.hrl\").
//- /src/a.erl
-module(a).
-include(\"outer.hrl\").
run(X) -> helper(X).
         %^^^^^^ caller run
//- /src/b.erl
-module(b).
-include(\"other.hrl\").
run(X) -> helper(X).
",
    );
}

#[test]
fn spaces_may_stand_around_the_colon() {
    check(
        "find_callers",
        "
//- /rebar.config
//- /src/pool.erl
-module(pool).
sto$0p(X) -> X.
//- /src/a.erl
-module(a).
run(X) -> pool: stop(X).
               %^^^^ caller run
go(X) -> pool :stop(X).
              %^^^^ caller go
",
    );
}

#[test]
fn modules_implement_what_their_behaviour_asks_for() {
    let files = [
        ("rebar.config", ""),
        ("src/pool.erl", "-module(pool).\n-callback handle(any()) -> any().\n"),
        ("src/a.erl", "-module(a).\n-behaviour(pool).\nhandle(X) -> X.\n"),
        ("src/b.erl", "-module(b).\nhandle(X) -> X.\n"),
    ];
    let app = project(&files);
    let answer = ask::value(app.path(), "find_implementations", json!({ "symbol": "pool:handle" }));
    let results = answer["results"].as_array().expect("rows");
    let places: Vec<&str> = results.iter().filter_map(|row| row["file"].as_str()).collect();
    assert_eq!(places, ["src/a.erl"], "{answer:#}");
}

#[test]
fn a_module_that_is_written_tells_what_a_common_name_calls() {
    let files = [
        ("rebar.config", ""),
        ("src/pool.erl", "-module(pool).\nstart(X) -> X.\n"),
        ("src/other.erl", "-module(other).\nstart(X) -> X.\n"),
        ("src/a.erl", "-module(a).\ngo(X) -> pool:start(lists:map(X)).\n"),
    ];
    let app = project(&files);
    let answer = ask::value(app.path(), "find_callees", json!({ "symbol": "a:go" }));
    let results = answer["results"].as_array().expect("rows");
    let places: Vec<&str> = results.iter().filter_map(|row| row["file"].as_str()).collect();
    assert_eq!(places, ["src/pool.erl"], "{answer:#}");
}
