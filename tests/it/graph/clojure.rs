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
