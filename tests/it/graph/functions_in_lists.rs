//! Functions without types that are passed for a parameter of any number, stand in a list, or are
//! passed to a value whose type writes its calls.

use crate::support::fixture::check;

#[test]
fn typescript() {
    check(
        "find_callers",
        "
//- /a.ts
class Node { ru$0n() {} }
class Other { run() {} }
type Take = (of: Node) => void;
type Also = (of: Node, at: number) => void;
interface Route { (path: string, take: Take): void; (path: string, ...takes: Take[]): void }
declare class App { at: Route }
function rest(...takes: ((of: Node) => void)[]) {}
function later(at: number, ...takes: Array<Take>) {}
function list(takes: Take[]) {}
function either(take: Take | Also | string) {}
function use(app: App, route: Route) {
  rest((of) => of.run(), (of) => of.run());
                //^^^ caller use
                                  //^^^ caller use
  later(1, (of) => of.run());
                    //^^^ caller use
  list([(of) => of.run()]);
                 //^^^ caller use
  const takes: Take[] = [(of) => of.run()];
                                  //^^^ caller use
  either((of) => of.run());
                  //^^^ caller use
  route('/', (of) => of.run());
                      //^^^ caller use
  app.at('/', (of) => of.run());
                       //^^^ caller use
}
",
    );
}

#[test]
fn java_kotlin_and_c_sharp() {
    check(
        "find_callers",
        "
//- /A.java
import java.util.function.Consumer;
class Node { void ru$0n() {} }
class Other { void run() {} }
class Use {
  void rest(int at, Consumer<Node>... takes) {}
  void use() { rest(1, of -> of.run(), of -> of.run()); }
                              //^^^ caller use
                                              //^^^ caller use
}
",
    );
    check(
        "find_callers",
        "
//- /a.kt
class Node { fun ru$0n() {} }
class Other { fun run() {} }
fun rest(vararg takes: (Node) -> Unit) {}
fun use() { rest({ it.run() }, { of -> of.run() }) }
                    //^^^ caller use
                                        //^^^ caller use
",
    );
    check(
        "find_callers",
        "
//- /A.cs
using System;
class Node { public void Ru$0n() {} }
class Other { public void Run() {} }
class Use {
  void Rest(int at, params Action<Node>[] takes) {}
  void All() { Rest(1, of => of.Run(), of => of.Run()); }
                              //^^^ caller All
                                              //^^^ caller All
}
",
    );
}

#[test]
fn tags_in_lower_case_are_elements() {
    check(
        "find_references",
        "
//- /html.ts
export const ht$0ml = (text: string) => text;
//- /page.tsx
import { html } from './html';
       //^^^^ import
export const Page = () => <html>{html('x')}</html>;
                               //^^^^ call
",
    );
}
