//! Lists and objects that functions return, and callers take apart; lists that are written with
//! their values.

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

#[test]
fn elements_of_a_list_are_of_the_values_that_it_is_written_with() {
    check(
        "find_callers",
        "
//- /a.py
import asyncio

class Engine:
    def g$0o(self): pass

    @classmethod
    def make(cls) -> 'Engine': return cls()

class Other:
    def go(self): pass

async def started() -> Engine: ...
async def other() -> Other: ...

def direct(unknown):
    for one in [Engine(), Engine()]:
        one.go()
           #^^ caller direct
    [each.go() for each in (Engine.make(),)]
         #^^ caller direct
    for one in [Other()]:
        one.go()
    for both in {Engine(), Other()}:
        both.go()
            #^^ caller direct
    for open in [Other(), unknown]:
        open.go()
            #^^ caller direct [possible]

def kept():
    engines = [Engine()]
    engines[0].go()
              #^^ caller kept
    by_name = {'a': Engine()}
    by_name['a'].go()
                #^^ caller kept
    for name, engine in by_name.items():
        engine.go()
              #^^ caller kept
    others = [Other()]
    for added in others:
        added.go()
             #^^ caller kept [possible]

async def gathered():
    engine, second = await asyncio.gather(started(), other())
    engine.go()
          #^^ caller gathered
    second.go()
",
    );
}

#[test]
fn elements_of_a_list_of_typescript_are_of_its_values() {
    check(
        "find_callers",
        "
//- /a.ts
export class Circle { ar$0ea() { return 1; } }
export class Square { area() { return 1; } }
async function circle(): Promise<Circle> { return new Circle(); }
async function square(): Promise<Square> { return new Square(); }
export function direct(given: Circle) {
  for (const one of [given]) one.area();
                               //^^^^ caller direct
  [given].forEach((each) => each.area());
                               //^^^^ caller direct
  const kept = [new Square()];
  kept[0].area();
}
export async function all() {
  const [one, other] = await Promise.all([circle(), square()]);
  one.area();
    //^^^^ caller all
  other.area();
}
",
    );
}

#[test]
fn a_list_itself_has_no_members_of_its_values() {
    let text = "class Pool:
    def append(self, of): pass

class Engine: pass

def use(**options):
    engines = [Engine()]
    engines.append(Engine())
    options.append(1)
    ('a', engines).append(1)
";
    let app = project(&[("a.py", text)]);
    let answer = ask::text(app.path(), "find_callers", json!({ "symbol": "Pool.append" }));
    assert!(answer.contains("3 of values from outside"), "{answer}");
}

#[test]
fn a_constant_index_takes_one_element_of_a_list() {
    check(
        "find_callers",
        "
//- /a.ts
export class Pool { op$0en() {} }
export class Order { open() {} }
declare function more(): Order[];
export function use(at: number) {
  const pair = [new Order(), new Pool()];
  pair[0].open();
  pair[1].open();
        //^^^^ caller use
  pair[at].open();
         //^^^^ caller use
  const two = [[new Order(), new Pool()], [new Pool(), new Order()]];
  two[0][1].open();
          //^^^^ caller use [possible]
  const spread = [...more(), new Pool()];
  spread[1].open();
          //^^^^ caller use [possible]
}
",
    );
    check(
        "find_callers",
        "
//- /a.py
class Pool:
    def op$0en(self): pass

class Order:
    def open(self): pass

def use(at):
    pair = (Order(), Pool())
    pair[0].open()
           #^^^^ caller use [possible]
    pair[1].open()
           #^^^^ caller use
    by_name = {'a': Order(), 'b': Pool()}
    by_name['a'].open()
                #^^^^ caller use [possible]
    pair[-1].open()
            #^^^^ caller use [possible]
",
    );
}

#[test]
fn an_index_takes_what_stands_there_out_of_a_tuple() {
    for (file, text) in [
        (
            "app.py",
            "
class Pool:
    def ta$0ke(self): ...
class Sink:
    def take(self): ...
def pair(text: str) -> tuple[Pool, Sink]: ...
def run(both: tuple[Sink, Pool]):
    pair(\"a)\")[0].take()
                 #^^^^ caller run
    pair(\"b\")[1].take()
    both[0].take()
    both[1].take()
           #^^^^ caller run
",
        ),
        (
            "app.ts",
            "
class Pool { ta$0ke() {} }
class Sink { take() {} }
function run(both: [Sink, Pool]) {
    both[0].take();
    both[1].take();
          //^^^^ caller run
}
",
        ),
    ] {
        check("find_callers", &format!("\n//- /{file}\n{}", text.trim_start()));
    }
}

/// `Self` is the type that a method is called on, by whatever name its module is imported.
#[test]
fn a_result_of_the_own_type_may_be_written_behind_a_module() {
    check(
        "find_callers",
        "
//- /app.py
import typing_extensions as te
class Pool:
    def copy(self) -> te.Self: ...
    def take(self): ...
class Sub(Pool):
    def ta$0ke(self): ...
class Other:
    def take(self): ...
def run(sub: Sub, pool: Pool):
    sub.copy().take()
              #^^^^ caller run
    copied = pool.copy()
    copied.take()
          #^^^^ caller run [possible]
",
    );
}

/// What is put into a list later is what it gives, but the list itself has a list's members.
#[test]
fn a_field_that_is_set_to_an_empty_list_is_a_list() {
    check(
        "find_callers",
        "
//- /app.py
class Pool:
    def pu$0t(self, key): ...
class Other:
    def put(self, key): ...
class Client:
    def __init__(self, all):
        self.names: dict[str, str] | None = {}
        self.plain = []
        for each in all:
            self.plain.append(each)
    def run(self):
        self.names.put(1)
        self.plain.put(1)
    def taken(self):
        self.plain[0].put(1)
                     #^^^ caller taken [possible]
",
    );
}
