//! Elements of collections: of types that extend a library's or are gone over by their own methods,
//! of copies, comprehensions and what blocks give, and values of classes that are asked for.

use crate::support::{ask, project};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Asserts which calls are of `Item.size` for certain: those of the lines that end with a plus.
#[track_caller]
fn check(path: &str, text: &str) {
    let app = project(&[(path, text)]);
    let target = json!({ "symbol": "Item.size", "maxResults": 100, "maxTokens": 100_000 });
    let answer = ask::value(app.path(), "find_callers", target);
    let empty = Vec::new();
    let results = answer["results"].as_array().unwrap_or(&empty);
    let certain = results.iter().filter(|row| row["certainty"] == "likely");
    let sites = certain.flat_map(|row| row["call_sites"].as_array().cloned().unwrap_or_default());
    let line = |site: Value| site["line"].as_u64().unwrap_or_default();
    let found: BTreeSet<u64> = sites.map(line).collect();
    let is_marked = |line: &(u64, &str)| line.1.ends_with('+');
    let marked = (1..).zip(text.lines()).filter(is_marked).map(|(line, _)| line);
    assert_eq!(found, marked.collect(), "{path}: {}", answer["account"]);
}

#[test]
fn python_goes_over_types_with_methods_or_supertypes_for_it() {
    check(
        "a.py",
        "
from typing import Dict, Generic, Sequence, TypeVar
M = TypeVar('M', bound='Base')
K = TypeVar('K')
V = TypeVar('V')
class Base: ...
class Item(Base):
    def size(self): ...
class Other(Base):
    def size(self): ...
class Results(Sequence[M]):
    pass
class Bag:
    def __iter__(self):
        for x in self.all():
            yield x
    def all(self) -> list[Item]: ...
    def __getitem__(self, i) -> Item: ...
class Own:
    def __iter__(self):
        return self
    def __next__(self) -> Item: ...
class Named(Dict[str, M]):
    pass
class Over(Sequence[Item]):
    def __iter__(self):
        return self.unknown()
class One(Generic[V]):
    def value(self) -> V: ...
class Pair(One[V], Generic[K, V]):
    def key(self) -> K: ...
class Plain:
    pass
def f(res: Results[Item], bag: Bag, own: Own, named: Named[Item], plain: Plain, over: Over):
    for i in res:
        i.size() #+
    res[0].size() #+
    bag[0].size() #+
    for i in own:
        i.size() #+
    named['a'].size() #+
    for i in named.values():
        i.size() #+
    for i in named:
        i.size()
    for i in plain:
        i.size()
    for i in over:
        i.size()
    plain[0].size()
def g(p: Pair[Item, Other], q: Pair[Other, Item]):
    p.key().size() #+
    p.value().size()
    q.key().size()
    q.value().size() #+
",
    );
}

#[test]
fn python_copies_and_comprehensions_have_the_elements_of_what_they_are_made_of() {
    check(
        "a.py",
        "
class Item:
    def size(self): ...
class Other:
    def size(self): ...
def f(xs: list[Item], others: list[Other], by: dict[Item, Other]):
    for x in list(xs):
        x.size() #+
    for x in [a for a in xs if a]:
        x.size() #+
    kept = [a for a in xs if a]
    for x in kept:
        x.size() #+
    sorted(xs, key=lambda a: a.b)[0].size() #+
    next(x for x in xs).size() #+
    max(xs, key=len).size() #+
    max(xs[0], others[0]).size()
    for x in {x.name: x for x in xs}.values():
        x.size() #+
    for x in [*xs]:
        x.size() #+
    for x in filter(None, others):
        x.size()
    for x in sorted(by):
        x.size() #+
    for x in sorted(by.values()):
        x.size()
",
    );
}

#[test]
fn typescript_maps_and_containers() {
    check(
        "a.ts",
        "
class Item { size() {} }
class Other { size() {} }
class Reg extends Map<string, Item> {}
class Arr extends Array<Item> {}
class Holder { item: Item; other: Other; }
function f(reg: Reg, arr: Arr, all: Holder[], later: Promise<Holder>) {
  reg.get('a')!.size(); //+
  arr.forEach(x => x.size()); //+
  arr[0].size(); //+
  all.map(x => x.item).forEach(x => x.size()); //+
  all.map(x => { return x.item; }).forEach(x => x.size()); //+
  all.map(x => { if (x.other) { return x.other; } return x.item; }).forEach(x => x.size());
  later.then(x => x.item, () => new Other()).then(x => x.size());
  all.map(x => x.other).forEach(x => x.size());
  all.flatMap(x => [x.item]).forEach(x => x.size()); //+
  Promise.all(all.map(async x => x.item)).then(items => items[0].size()); //+
}
const Key = Symbol();
function g(map: Map<any, Other>) {
  const a = getService(Item);
  a.size(); //+
  const c = inject(Key);
  c.size();
  map.get(Item).size();
}
",
    );
}

#[test]
fn java_collections_streams_and_copies() {
    check(
        "A.java",
        "
class Item { int size() { return 1; } }
class Other { int size() { return 1; } }
class Bag implements Iterable<Item> { public Iterator<Item> iterator() { return null; } }
class Own implements Iterable<Item> { public OwnIterator iterator() { return null; } }
class OwnIterator implements Iterator<Item> { public Item next() { return null; } }
class Gen<T> extends ArrayList<T> {}
class Reg extends HashMap<String, Item> {}
class Some implements Comparable<Item> {}
class Holder { Item item; Other other; }
class F { void f(Bag bag, Own own, Gen<Item> gen, Reg reg, Some some, List<Holder> all) {
  for (var i : bag) i.size(); //+
  for (var i : own) i.size(); //+
  gen.get(0).size(); //+
  for (var i : reg.values()) i.size(); //+
  for (var i : some) i.size();
  for (var i : new ArrayList<>(gen)) i.size(); //+
  for (var i : List.copyOf(gen)) i.size(); //+
  List.of(new Item()).get(0).size(); //+
  all.stream().map(x -> x.item).forEach(i -> i.size()); //+
  all.stream().map(x -> x.other).forEach(i -> i.size());
  all.stream().map(x -> x.item).collect(Collectors.toList()).get(0).size(); //+
} }
",
    );
}

#[test]
fn kotlin_collections_and_what_blocks_give() {
    check(
        "A.kt",
        "
package k
class Item { fun size() {} }
class Other { fun size() {} }
class Bag : Iterable<Item> { override fun iterator(): Iterator<Item> = TODO() }
class Row { operator fun get(i: Int): Item = Item() }
class Holder(val item: Item, val other: Other)
fun f(bag: Bag, row: Row, all: List<Holder>, one: Holder) {
  for (i in bag) i.size() //+
  row[1].size() //+
  listOf(Item()).first().size() //+
  all.map { it.item }.forEach { it.size() } //+
  all.map { it.other }.forEach { it.size() }
  one.let { it.item }.size() //+
}
",
    );
}

#[test]
fn csharp_scala_php_and_dart_go_over_types() {
    check(
        "A.cs",
        "
class Item { public int size() { return 1; } }
class Other { public int size() { return 1; } }
class Bag : IEnumerable<Item> { public IEnumerator<Item> GetEnumerator() { return null; } }
class Arr : List<Item> {}
class Holder { public Item item; public Other other; }
class F { void F1(Bag bag, Arr arr, List<Holder> all) {
  foreach (var i in bag) i.size(); //+
  arr[0].size(); //+
  foreach (var i in all.Select(x => x.item)) i.size(); //+
  foreach (var i in all.Select(x => x.other)) i.size();
} }
",
    );
    check(
        "A.scala",
        "
package s
class Item { def size(): Int = 1 }
class Other { def size(): Int = 1 }
class Bag extends Iterable[Item] { def iterator: Iterator[Item] = ??? }
class Holder(val item: Item, val other: Other)
object F { def f(bag: Bag, all: List[Holder]) = {
  bag.foreach(x => x.size()) //+
  all.map(x => x.item).foreach(x => x.size()) //+
  all.map(x => x.other).foreach(x => x.size())
} }
",
    );
    check(
        "a.php",
        "<?php
class Item { function size() {} }
class Other { function size() {} }
class Bag implements \\IteratorAggregate { public function getIterator(): Own {} }
class Own implements \\Iterator { public function current(): Item {} }
class Arr implements \\ArrayAccess { public function offsetGet($i): Item {} }
function f(Bag $bag, Own $own, Arr $arr) {
  foreach ($bag as $i) { $i->size(); } //+
  foreach ($own as $i) { $i->size(); } //+
  $arr[0]->size(); //+
}
",
    );
    check(
        "a.dart",
        "
class Item { int size() => 1; }
class Other { int size() => 1; }
class Bag extends IterableBase<Item> {}
void f(Bag bag) {
  for (final i in bag) i.size(); //+
}
",
    );
}

#[test]
fn functions_that_compare_and_fold_are_called_with_elements() {
    let typescript = "
//- /a.ts
class Index { pk$0ey() {} }
class Other { pkey() {} }
function one(all: Index[]) {
  all.sort((left, right) => { right.pkey(); return 1; });
                                  //^^^^ caller one
  all.reduce((sum, index) => { index.pkey(); return sum; }, 0);
                                   //^^^^ caller one
}
";
    let javascript = "
//- /a.js
class Index { pk$0ey() {} }
class Other { pkey() {} }
function one() {
  const all = [new Index()];
  all.sort((left, right) => { right.pkey(); return 1; });
                                  //^^^^ caller one
  all.reduce((sum, index) => { index.pkey(); return sum; }, 0);
                                   //^^^^ caller one
}
";
    let swift = "
//- /a.swift
class Index { func pk$0ey() {} }
class Other { func pkey() {} }
func one(all: [Index]) {
  all.sorted { left, right in right.pkey(); return true }
                                  //^^^^ caller one
  all.reduce(0) { sum, index in index.pkey(); return sum }
                                    //^^^^ caller one
  for (at, index) in all.enumerated() { index.pkey() }
                                            //^^^^ caller one
}
";
    let dart = "
//- /a.dart
class Index { void pk$0ey() {} }
class Other { void pkey() {} }
void one(List<Index> all) {
  all.sort((left, right) { right.pkey(); return 1; });
                               //^^^^ caller one
  all.fold(0, (sum, index) { index.pkey(); return sum; });
                                 //^^^^ caller one
}
";
    let php = "
//- /a.php
<?php
class Index { public function pk$0ey() {} }
class Other { public function pkey() {} }
/** @param Index[] $all */
function one(array $all) {
  array_map(fn($index) => $index->pkey(), $all);
                                //^^^^ caller one
  array_walk($all, function ($index) { $index->pkey(); });
                                             //^^^^ caller one
  usort($all, fn($left, $right) => $right->pkey());
                                         //^^^^ caller one
}
";
    for text in [typescript, javascript, swift, dart, php] {
        crate::support::fixture::check("find_callers", text);
    }
}
