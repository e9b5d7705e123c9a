//! Lists and objects that functions return, and callers take apart.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_name_taken_out_of_a_returned_list_calls_what_stands_there() {
    check(
        "find_callers",
        "
//- /path.ts
export function set$0Path(path: string) {}
function getPath() { return \"\"; }
export function usePath() {
  const get = () => getPath();
  return [get, setPath] as const;
}
export const useOther = () => [setPath, getPath];
//- /app.ts
import { useOther, usePath } from \"./path\";
export function shown() {
  const [, setPath] = usePath();
  setPath(\"a\");
//^^^^^^^ caller shown
}
export function other() {
  const [setPath] = useOther();
  setPath(\"b\");
//^^^^^^^ caller other
}
export function apart() {
  const [setPath] = usePath();
  setPath(\"c\");
}
",
    );
}

#[test]
fn a_list_of_a_written_type_has_the_values_of_its_parts() {
    check(
        "find_callers",
        "
//- /pool.ts
export class Pool { dra$0in() {} }
export class Other { drain() {} }
export function pair(): [Other, Pool] { return [new Other(), new Pool()]; }
export function made() { return [new Pool(), new Other()]; }
export function used(lib: any) {
  const [other, pool] = pair();
  other.drain();
  pool.drain();
     //^^^^^ caller used
  const [first, second] = made();
  first.drain();
      //^^^^^ caller used
  second.drain();
}
",
    );
}

#[test]
fn paths_go_through_what_is_taken_out_of_a_returned_list() {
    let project = project(&[
        (
            "store.ts",
            "function save(text: string) {}
function load() {}
export function useStore() { return { load, save }; }
export function useList() { return [load, save]; }
",
        ),
        (
            "app.ts",
            "import { useList, useStore } from \"./store\";
export function shown() {
  const { load } = useStore();
  load();
}
export function kept() {
  const [, keep] = useList();
  keep(\"a\");
}
",
        ),
    ]);
    for (from, to) in [("shown", "load"), ("kept", "save")] {
        let target = json!({ "symbol": to, "from": from });
        let answer = ask::value(project.path(), "find_callers", target);
        assert_eq!(answer["paths_total"], 1, "{answer:#}");
    }
}
