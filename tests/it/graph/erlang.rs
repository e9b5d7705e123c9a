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
