//! Keys of object literals, which are members of the types that the literals are written for.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn keys_are_members_of_the_type_that_is_written() {
    check(
        "find_references",
        "
//- /a.ts
export interface Options { li$0mit: number; inner?: Inner }
export interface Inner { limit: number }
export class Job { constructor(name: string, options: Options) {} }
export function start(first: number, options: Partial<Options>) {}
export const preset: Options = { limit: 1, inner: { limit: 2 } };
                               //^^^^^ write
export function made(): Options {
  return { limit: 3 };
         //^^^^^ write
}
start(1, { limit: 4 });
         //^^^^^ write
start(1, { inner: { limit: 5 } });
new Job('a', { limit: 6 });
             //^^^^^ write
const own = { limit: 7 };
export const both = { preset: { limit: 8 } as Options };
                              //^^^^^ write
",
    );
}

#[test]
fn keys_in_arrays_are_members_of_the_type_of_the_elements() {
    check(
        "find_references",
        "
//- /a.ts
export interface Options { li$0mit: number }
export function start(first: number, options: Options[]) {}
export const presets: Options[] = [{ limit: 1 }, { limit: 2 }];
                                   //^^^^^ write
                                                 //^^^^^ write
export const others: ReadonlyArray<Options> = [{ limit: 3 }];
                                               //^^^^^ write
export class Job { all: readonly Options[] = [{ limit: 4 }]; }
                                              //^^^^^ write
start(1, [{ limit: 5 }]);
          //^^^^^ write
const own = [{ limit: 6 }];
const map: Map<Options, string> = [{ limit: 7 }];
const cast = [{ limit: 8 }] as Options[];
              //^^^^^ write
",
    );
}

#[test]
fn keys_of_what_is_passed_to_something_unknown_are_unresolved() {
    let text = "import { build, Lister } from './elsewhere';
export class Client { lastActiveAt: Date | null; }
export function use(run: any, client: Client, all: Lister) {
  all.destroy({ where: { lastActiveAt: null } });
  build({ lastActiveAt: 1 }, [{ lastActiveAt: 2 }]);
  return { lastActiveAt: client.lastActiveAt };
}
";
    let app = project(&[("a.ts", text)]);
    let answer =
        ask::text(app.path(), "find_references", json!({ "symbol": "Client.lastActiveAt" }));
    assert!(answer.contains("unresolved: a.ts:4, 5"), "{answer}");
    assert!(answer.contains("3 of 6 occurrences"), "{answer}");
    assert!(answer.contains("1 key (a.ts:6)"), "{answer}");
}

#[test]
fn attributes_of_an_element_are_members_of_what_its_component_takes() {
    check(
        "find_references",
        "
//- /card.tsx
export type CardProps = { ic$0on: any; title: string };
export const Card = ({ icon: Icon, title }: CardProps) => <div><Icon />{title}</div>;
                     //^^^^ read
export function Plain(props: CardProps) { return <b icon={1}>{props.icon}</b>; }
                                                                  //^^^^ read
//- /use.tsx
import { Card, Plain } from './card';
import { Button } from 'ui';
export const A = (x: any) => <Card icon={x} title='x'><Button icon={x} /></Card>;
                                 //^^^^ write
export const B = (x: any) => <div><b /><Plain title='y' icon={x} /></div>;
                                                      //^^^^ write
",
    );
}

#[test]
fn keys_of_patterns_read_members_of_the_type_that_is_written() {
    check(
        "find_references",
        "
//- /a.ts
export interface Opts { to$0ken: string; nested: { deep: string } }
export const v = ({ token: id }: Opts) => id;
                  //^^^^^ read
export function f({ token: own, nested: { deep } }: Opts) { return own + deep; }
                  //^^^^^ read
export const g = ({ token: other }: { token: string }) => other;
",
    );
}

#[test]
fn a_local_variable_in_a_literal_sets_the_member_of_its_name() {
    check(
        "find_references",
        "
//- /a.ts
export interface P { wi$0d: number }
export function mk(wid: number): P { return { wid } }
                                            //^^^ write
export function own(wid: number) { const it = { wid }; return it; }
",
    );
}

#[test]
fn a_pattern_on_an_unknown_value_may_read_a_member() {
    check(
        "find_references",
        "
//- /a.ts
import { use } from './gone';
export interface Value { editor$0Config: number }
export const A = () => { const { editorConfig } = use(); return editorConfig; };
                               //^^^^^^^^^^^^ read [possible]
export const B = (v: Value) => v.editorConfig;
                               //^^^^^^^^^^^^ read
",
    );
}
