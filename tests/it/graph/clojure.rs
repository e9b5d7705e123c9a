//! Clojure: threading forms, keywords, and namespaces with their aliases.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

const UTIL: &str = "(ns app.util)\n(defn helper [x] x)\n(def retained 1)\n";

#[test]
fn what_a_threading_form_names_is_called() {
    check(
        "find_callers",
        "
//- /deps.edn
//- /src/app/util.clj
(ns app.util)
(defn hel$0per [x] x)
(defn a [x] (-> x helper))
                 ;^^^^^^ caller a
(defn b [x] (->> helper (helper 3) (map helper)))
                        ;^^^^^^ caller b
(defn c [x] (doto x (prn) helper))
                         ;^^^^^^ caller c
(defn d [x] (cond-> x true helper))
                          ;^^^^^^ caller d
//- /src/app/core.clj
(ns app.core (:require [app.util :as u] [app.other :as o]))
(defn e [x] (some-> x u/helper o/helper app.util/helper))
                                                ;^^^^^^ caller e
                       ;^^^^^^ caller e
//- /src/app/other.clj
(ns app.other)
(defn helper [x] x)
",
    );
}

#[test]
fn a_form_is_a_call_as_a_function_without_a_name_and_behind_metadata() {
    check(
        "find_callers",
        "
//- /a.clj
(ns a)
(defn hel$0per [x] x)
(defn b [xs] (map #(helper %) xs))
                   ;^^^^^^ caller b
(defn c [xs] (map #(-> % helper) xs))
                        ;^^^^^^ caller c
(defn d [] ^{:tag String} (helper 1))
                          ;^^^^^^ caller d
(defn e [] ^String (helper 1))
                   ;^^^^^^ caller e
",
    );
}

#[test]
fn keywords_and_local_names_are_no_variables() {
    let core = "(ns app.core (:require [app.util :as u]))\n\
        (defn a [{:keys [retained]}] (prn retained :retained ::retained :u/retained))\n\
        (defn b [m] (let [{:keys [retained]} m] retained))\n\
        (defn c [m] (prn (:retained m) not-retained u/retained))\n";
    let files = [("deps.edn", ""), ("src/app/util.clj", UTIL), ("src/app/core.clj", core)];
    let app = project(&files);
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": "retained" }));
    let results = answer["results"].as_array().expect("rows");
    assert!(results.len() == 1 && results[0]["line"] == 4, "{answer:#}");
    let account = &answer["account"];
    assert_eq!(account["unresolved"], json!([]), "{answer:#}");
    let others: Vec<(&str, u64)> = account["others"]
        .as_array()
        .expect("others")
        .iter()
        .filter_map(|other| Some((other["name"].as_str()?, other["count"].as_u64()?)))
        .collect();
    let expected = [("labels", 4), ("local variables", 4), ("parts of longer names", 1)];
    assert_eq!(others, expected, "{answer:#}");
}

#[test]
fn a_namespace_is_named_before_a_slash() {
    let core = "(ns app.core (:require [app.util :as util]))\n\
        (defn a [x] (util/helper (app.util/helper x)))\n";
    let files = [("deps.edn", ""), ("src/app/util.clj", UTIL), ("src/app/core.clj", core)];
    let app = project(&files);
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": "app.util" }));
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    let lines: Vec<u64> = answer["results"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["line"].as_u64())
        .collect();
    assert!(lines.contains(&1) && lines.contains(&2), "{answer:#}");
}

const ROUTER: &str = "(ns app.core)\n\
    (defprotocol Router (by-path [this p]))\n\
    (defn router [r inner]\n\
    \x20 ^{:type ::router}\n\
    \x20 (reify Router\n\
    \x20   (by-path [_ p] (by-path inner p))))\n\
    (defrecord Table [r] Router (by-path [_ p] (get r p)))\n\
    (extend-protocol Router String (by-path [s p] p) nil (by-path [_ p] p))\n\
    (defn made [] (->Table 1))\n";

const FRONT: &str = "(ns app.fe (:require [app.core :as r :refer [made]] [other.lib :as o]))\n\
    (defn by-path [router p] (r/by-path router p))\n\
    (defn all [x] (o/by-path x) (by-path x 1) (r/->Table (made)))\n";

fn routers() -> tempfile::TempDir {
    let files = [("deps.edn", ""), ("src/app/core.cljc", ROUTER), ("src/app/fe.cljc", FRONT)];
    project(&files)
}

/// Returns the places of the rows: file, line and certainty.
fn rows(root: &std::path::Path, tool: &str, symbol: &str) -> Vec<String> {
    let answer = ask::value(root, tool, json!({ "symbol": symbol }));
    let results = answer["results"].as_array().cloned().unwrap_or_default();
    let row = |row: &serde_json::Value| {
        let lines: Vec<&serde_json::Value> =
            row["call_sites"].as_array().into_iter().flatten().map(|site| &site["line"]).collect();
        format!("{} {} {lines:?} {}", row["file"], row["line"], row["certainty"])
    };
    results.iter().map(row).map(|row| row.replace('"', "").replace("Number", "")).collect()
}

#[test]
fn a_namespace_decides_which_function_is_called() {
    let app = routers();
    let own = rows(app.path(), "find_callers", "app.fe/by-path");
    assert_eq!(own, ["src/app/fe.cljc 3 [(3)] likely"]);
    let protocol = rows(app.path(), "find_callers", "Router.by-path");
    assert!(protocol.contains(&"src/app/core.cljc 3 [(6)] likely".to_owned()), "{protocol:?}");
    assert!(protocol.contains(&"src/app/fe.cljc 2 [(2)] likely".to_owned()), "{protocol:?}");
    let answer = ask::text(app.path(), "find_callees", json!({ "symbol": "app.core/router" }));
    assert!(!answer.contains("fe.cljc"), "{answer}");
    let made = rows(app.path(), "find_callers", "made");
    assert_eq!(made, ["src/app/fe.cljc 3 [(3)] likely"]);
}

#[test]
fn what_has_a_protocol_implements_it() {
    let app = routers();
    let found = rows(app.path(), "find_implementations", "app.core/Router");
    let lines: Vec<&str> = found.iter().filter_map(|row| row.split(' ').nth(1)).collect();
    assert_eq!(lines, ["5", "7", "8"], "{found:?}");
}

#[test]
fn the_function_that_makes_a_record_is_a_use_of_it() {
    let app = routers();
    let found = rows(app.path(), "find_references", "app.core/Table");
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn patterns_bind_local_names() {
    check(
        "find_callers",
        "
//- /a.clj
(ns a)
(defn $0foo [x] x)
(defn p [s] (let [y (foo s) foo inc] (foo y)))
                    ;^^^ caller p
(defn t [[foo]] (foo 1))
(defn u [x] (let [{foo :k} x] (foo 1)))
(defn v ([x] (foo x)) ([x {:keys [foo]}] (foo x)))
             ;^^^ caller v
(defn w [xs] (for [x xs :let [foo x]] (foo 1)))
(defn z [{:keys [k] :or {k (foo 1)}}] (foo k))
                           ;^^^ caller z
                                      ;^^^ caller z
(defrecord R [foo] Object (toString [_] (foo 1)))
(defn q [] (try 1 (catch Exception foo (foo 1))))
",
    );
}

#[test]
fn the_default_of_a_pattern_is_no_local_name() {
    check(
        "find_references",
        "
//- /a.clj
(ns a)
(def lim$0it 1)
(defn p [{:keys [k] :or {k limit}}] limit)
                          ;^^^^^ read
                                   ;^^^^^ read
(defn q [[limit & more]] limit)
",
    );
}

#[test]
fn a_library_that_a_file_uses_whole_gives_its_names() {
    check(
        "find_callers",
        "
//- /deps.edn
//- /src/app/util.clj
(ns app.util)
(defn hel$0per [x] x)
//- /src/app/a.clj
(ns app.a (:use app.util))
(defn a [x] (helper x))
            ;^^^^^^ caller a
//- /src/app/b.clj
(ns app.b (:require #?(:clj [app.util :refer :all])))
(defn b [x] (helper x))
            ;^^^^^^ caller b
//- /src/app/c.clj
(ns app.c (:require [app.other :refer [helper]]))
(defn c [x] (helper x))
//- /src/app/d.clj
(ns app.d (:use [app.util :only [retained]]))
(defn d [x] (helper x))
",
    );
}

#[test]
fn a_file_may_say_behind_its_head_what_it_takes_over() {
    check(
        "find_callers",
        "
//- /deps.edn
//- /src/app/core.clj
(ns app.core)
(defn ins$0ert [x] x)
//- /src/app/a.clj
(ns app.a)
(refer 'app.core :only '[insert])
(defn a [x] (insert x))
            ;^^^^^^ caller a
//- /src/app/b.clj
(ns app.b)
(alias 'c 'app.core)
(defn b [x] (c/insert x))
              ;^^^^^^ caller b
//- /src/app/c.clj
(ns app.c)
(require (quote [app.core :as k]))
(defn c [x] (k/insert x))
              ;^^^^^^ caller c
//- /src/app/d.clj
(ns app.d)
(alias 'c 'app.other)
(defn d [x] (c/insert x))
",
    );
}

#[test]
fn records_are_made_by_several_names() {
    check(
        "find_callers",
        "
//- /deps.edn
//- /src/app/core.clj
(ns app.core)
(defrecord Mat$0ch [a])
(defn a [] (map->Match {:a 1}))
                ;^^^^^ caller a
//- /src/app/b.clj
(ns app.b (:require [app.core :as k :refer [map->Match]]))
(defn b [] (k/map->Match {:a 1}))
                  ;^^^^^ caller b
(defn c [] (map->Match {:a 1}))
                ;^^^^^ caller c
//- /src/app/d.clj
(ns app.d (:import [app.core Match]))
(defn d [] (Match. 1))
           ;^^^^^ caller d
//- /src/app/e.clj
(ns app.e (:require [app.other :refer [map->Match]]))
(defn e [] (map->Match {:a 1}))
",
    );
}

#[test]
fn a_protocols_function_is_asked_for_by_its_namespace() {
    let core = "(ns app.core)\n(defprotocol Router (by-path [this p]))\n\
                (defrecord R [x] Router (by-path [this p] p))\n";
    let app = project(&[
        ("deps.edn", ""),
        ("core.clj", core),
        ("a.clj", "(ns app.a (:require [app.core :as c]))\n(defn a [r] (c/by-path r 1))\n"),
    ]);
    let answer = ask::text(app.path(), "find_callers", json!({ "symbol": "app.core/by-path" }));
    assert!(answer.starts_with("Callers of `Router.by-path` (core.clj:2)"), "{answer}");
    assert!(answer.contains("a.clj:2 a:"), "{answer}");
}
