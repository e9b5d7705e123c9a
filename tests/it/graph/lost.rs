//! Code that a grammar does not read: what the language has that it lacks is read nonetheless, and
//! what it loses is not taken for a string.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn kotlin_has_fields_behind_properties_guards_and_strings_with_dollars() {
    check(
        "find_callers",
        "
//- /a.kt
class Cards { fun lo$0ad(id: Int) {} }
class Model(
    @param:Value($$\"${a.b:#{null}}\") val path: String,
) : Base() {
    val flow: StateFlow<Int>
        field = MutableStateFlow(1)

    @VisibleForTesting(VisibleForTesting.NONE) // see above
    var last: Int = 1
        @Suppress(\"unused\") // so it is
        set(value) { field = value }

    fun first(cards: Cards, of: Any) {
        var suspend = -1
        @Suppress(\"DEPRECATION\")
        for (card in all) { cards.load(card) }
                                //^^^^ caller first
        when (of) {
            is Card if suspend != 1 && of.isNew -> cards.load(2)
                                                       //^^^^ caller first
            else -> {}
        }
        cards.load(3)
            //^^^^ caller first
    }
    fun second(cards: Cards) { cards.load(4) }
                                   //^^^^ caller second
}
",
    );
}

#[test]
fn typescript_has_types_of_tags_and_of_modules() {
    check(
        "find_callers",
        "
//- /a.tsx
export * from './other';
export type * from './types';
export function si$0ze(of: number) { return of; }
const Badge = styled.span<{ wide?: boolean; of: { a: number } }>`
  width: ${(props) => props.wide};
`;
const Box = styled(Badge)<{
  tall: boolean;
}>`
  height: 1px;
`;
vi.mock('./x', async (original) => ({ ...(await original<typeof import('./x')>()) }));
export function use() { return size(3); }
                             //^^^^ caller use
",
    );
}

#[test]
fn parts_of_patterns_and_parameters_have_conditions_and_annotations() {
    check(
        "find_callers",
        "
//- /a.rs
fn lo$0ad(of: u8) {}
fn first(of: Pointer) {
    let Pointer {
        name,
        #[cfg(feature = \"env\")]
        env,
        ..
    } = of;
    load(name);
  //^^^^ caller first
}
",
    );
    check(
        "find_callers",
        "
//- /A.java
class A {
    static void lo$0ad(int of) {}
    static <T> void of(T @NonNull ... all) { load(1); }
                                           //^^^^ caller of
    void next() { load(2); }
                //^^^^ caller next
}
",
    );
    check(
        "find_callers",
        "
//- /a.swift
func lo$0ad(_ of: Int) {}
func first() {
    nonisolated(unsafe) var count = 0
    load(count)
  //^^^^ caller first
}
class Card { func show() {} }
func second(cards: [Card]) {
    cards.forEach { each in
        load(each.number)
      //^^^^ caller second
    }
}
",
    );
}

#[test]
fn a_word_of_swift_may_be_the_name_of_a_variable() {
    check(
        "find_callers",
        "
//- /a.swift
class Card { func sh$0ow() {} }
class Other { func show() {} }
func all(cards: [Card]) {
    cards.forEach { each in each.show() }
                               //^^^^ caller all
}
",
    );
}

#[test]
fn code_in_a_string_that_the_grammar_begins_where_it_is_lost_is_not_text() {
    let text = "package a
class Cards { fun load(id: Int) {} }
class Lost {
    fun f(c: Cards) {
        val @@ suspend fun ??? \"open
        c.load(1)
        println(\"x\")
        if (c == null) { c.load(3) }
        g(\"load this\")
    }
}
";
    let project = project(&[("a.kt", text)]);
    let answer = ask::value(project.path(), "find_callers", json!({ "symbol": "Cards.load" }));
    let account = &answer["account"];
    let named = |line: usize| {
        let of = |list: &serde_json::Value| {
            let mut all = list.as_array().into_iter().flatten();
            all.any(|place| place["line"] == line)
        };
        let is_row = answer["results"].as_array().into_iter().flatten().any(|row| {
            let mut sites = row["call_sites"].as_array().into_iter().flatten();
            sites.any(|site| site["line"] == line)
        });
        is_row || of(&account["unresolved"])
    };
    assert!(named(6) && named(8), "{answer:#}");
}
