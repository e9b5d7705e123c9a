//! Values of TypeScript that stand for an interface without naming it.

use crate::support::fixture::{check, check_one};

const TEXT: &str = "
//- /types.ts
export interface Base { complete(): void }
export interface Observer<T> extends Base {
  next(value: T): void;
  error?(reason: unknown): void;
}
export function emit(to: Observer<number>) {
  to.next(1);
   //^^^^ caller emit
   //^^^^ caller emit [possible]
}
//- /values.ts
import { Observer } from './types';
export class All {
  next(all: number) {}
  complete() {}
}
export class Some {
  next(some: number) {}
}
export class Hidden {
  private next(hidden: number) {}
  complete() {}
}
export const held = {
  next(held: number) {},
};
export const strange = {
  next(strange: number) {},
  limit: 4,
};
";

#[test]
fn what_has_all_members_of_an_interface_may_be_called_through_it() {
    check_one("find_callers", TEXT, "ne$0xt(all", "caller emit [possible]");
    check_one("find_callers", TEXT, "ne$0xt(held", "caller emit [possible]");
    // The interface's own member is what the call names.
    check_one("find_callers", TEXT, "ne$0xt(value", "caller emit");
}

#[test]
fn what_lacks_a_member_or_has_a_foreign_one_stands_for_no_interface() {
    for asked in ["ne$0xt(some", "ne$0xt(hidden", "ne$0xt(strange"] {
        check_one("find_callers", TEXT, asked, "nowhere");
    }
}

#[test]
fn members_of_combined_object_types_are_definitions() {
    check(
        "find_references",
        "
//- /types.ts
export type Base = Readonly<{ id: string }>;
export type Image = Base &
  Readonly<{
    type: 'image';
    st$0atus: 'pending' | 'saved';
  }>;
export type Act = { kind: 'a'; x: number } | { kind: 'b'; image: Image };
//- /use.ts
import type { Image, Act } from './types';
export function use(image: Image, act: Act) {
  image.status;
      //^^^^^^ read
  if (act.kind === 'b') act.image.status;
                                //^^^^^^ read
  const made: Image = { id: '1', type: 'image', status: 'saved' };
                                              //^^^^^^ write
}
",
    );
}
