//! Code in the markup of Vue and Svelte: what stands in marks and in attributes that bind is code,
//! all else is prose.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn marks_and_bound_attributes_of_vue_are_code() {
    check(
        "find_callers",
        r#"
//- /steps.ts
export function ne$0xt(by: number) {}
//- /Steps.vue
<script setup lang="ts">
import { next } from './steps'
// next (1) comes first
const names = { label: 'next (1)' }
</script>
<template>
  <!-- next(0) -->
  <p class="next(1)" title="Go next(2)">Then next(3): {{ next(4) }}</p>
                                                       //^^^^ caller <module>
  <button :class="{ next: 'next(5)' }" @click="next(6)" v-if="step.next(7)">next(8)</button>
                                             //^^^^ caller <module>
</template>
<style>
.next(1) { color: v-bind(next) }
</style>
"#,
    );
    check(
        "find_references",
        r#"
//- /card.ts
export class Ca$0rd {}
//- /Page.vue
<script>
import { Card } from './card'
       //^^^^ import
export default { components: { Card } }
                             //^^^^ read
</script>
<template>
  <Card title="Card">Card</Card>
 //^^^^ read
                         //^^^^ read
</template>
"#,
    );
}

/// Without `setup` bare names are members of the component.
#[test]
fn markup_sees_what_the_script_imports_only_where_it_is_set_up() {
    check(
        "find_callers",
        r#"
//- /steps.ts
export function ne$0xt(by: number) {}
export function other() {}
//- /Steps.vue
<script>
import { next } from './steps'
export default { methods: { next() { return 1 } } }
</script>
<template>
  <button @click="next(1)">x</button>
</template>
"#,
    );
}

/// What an element binds is no name of the script.
#[test]
fn elements_bind_names_in_markup() {
    check(
        "find_references",
        r#"
//- /steps.ts
export const st$0ep = 1;
export const steps = [1];
//- /Steps.vue
<script setup>
import { step, steps } from './steps'
       //^^^^ import
</script>
<template>
  <p v-for="step in steps" :key="step">{{ step }}</p>
</template>
//- /Steps.svelte
<script>
  import { step, steps } from './steps'
         //^^^^ import
</script>
{#each steps as step}<p>{step}</p>{/each}
//- /Other.svelte
<script>
  import { step, steps } from './steps'
         //^^^^ import
</script>
{#if steps}<p>{step}</p>{/if}
             //^^^^ read
"#,
    );
}

#[test]
fn braces_and_directives_of_svelte_are_code() {
    check(
        "find_callers",
        r#"
//- /steps.ts
export function ne$0xt(by: number) {}
//- /Steps.svelte
<script>
  import { next } from './steps'
</script>
<!-- next(0) -->
<p class="next(1)">Then next(2): {next(3)}</p>
                                //^^^^ caller <module>
{#if next(4)}<i on:click={() => next(5)}>next(6)</i>{/if}
   //^^^^ caller <module>
                              //^^^^ caller <module>
<style>
  p { color: next(7) }
</style>
"#,
    );
}

/// What is prose, a comment or a string is no use that may be one.
#[test]
fn the_account_knows_prose_of_markup() {
    let directory = project(&[
        ("steps.ts", "export function next() {}\n"),
        (
            "Steps.vue",
            "<script setup>\nimport { next } from './steps'\n// next\nconst a = { b: 'to next' }\n\
             </script>\n<template>\n  <p title=\"the next\">the next {{ next }}</p>\n</template>\n",
        ),
    ]);
    let answer = ask::value(
        directory.path(),
        "find_references",
        json!({ "symbol": "next", "file": "steps.ts", "wait": 0 }),
    );
    assert_eq!(answer["account"]["unresolved_count"], json!(0), "{answer:#}");
    assert_eq!(answer["account"]["rows"], json!(2), "{answer:#}");
}

/// Returns the numbers of rows of a function that a component imports in its first line, and of
/// its places there of which nothing is known.
fn told(name: &str, markup: &str) -> (u64, u64) {
    let text = format!("<script setup>import {{ save }} from './mail'</script>\n{markup}\n");
    let directory = project(&[("mail.ts", "export function save() {}\n"), (name, &text)]);
    let arguments = json!({ "symbol": "save", "file": "mail.ts", "wait": 0 });
    let account = &ask::value(directory.path(), "find_references", arguments)["account"];
    let count = |key: &str| account[key].as_u64().unwrap_or_default();
    (count("rows"), count("unresolved_count"))
}

/// Quotes in texts of another kind begin no string.
#[test]
fn strings_of_markup_end_at_their_own_quotes() {
    for (name, markup, is_use) in [
        ("A.vue", r#"<p>{{ "it's " + save('x') + "it's" }}</p>"#, true),
        ("A.vue", r#"<p :title="`it's ${save(2)} that's`">x</p>"#, true),
        ("A.vue", r#"<p>{{ t("don't") + save(4) + t("can't") }}</p>"#, true),
        ("A.vue", r"<p>{{ save(/'/) }}</p>", true),
        ("A.vue", r"<p>{{ t(/'/) + save(/'/) }}</p>", false),
        ("A.vue", r#"<p :title="t(&quot;a'b&quot;) + save('c')">x</p>"#, false),
        ("A.svelte", r#"<p>{"it's " + save('y') + "it's"}</p>"#, true),
        ("A.svelte", "<p>{`it's ${save('z')} that's`}</p>", true),
        ("A.svelte", "<p>{save() /* it's */ + 1}</p>", true),
        ("A.svelte", "<p use:save|once={1}>x</p>", true),
        ("A.svelte", "<p title={a ? '}' : save()}>x</p>", false),
        ("A.svelte", "<p>{ f({ a: { b: { c: 1 } } }, save()) }</p>", false),
    ] {
        let expected = if is_use { (2, 0) } else { (1, 1) };
        assert_eq!(told(name, markup), expected, "{markup}");
    }
    let strings = r#"<p :title="t('to save') + `save ${1} it's` + 'save it'">"#;
    assert_eq!(told("A.vue", strings), (1, 0));
}

/// Forms that may bind a name are no prose.
#[test]
fn what_may_bind_a_name_in_markup_is_not_known() {
    for (name, markup) in [
        ("A.vue", "<Child :save />"),
        ("A.vue", "<Child v-bind:save />"),
        ("A.vue", r#"<a class="x":title="save()">go</a>"#),
        ("A.vue", "<p @click=save()>x</p>"),
        ("A.vue", r#"<p :$on="save()">x</p>"#),
        ("A.vue", r#"<p :[save]="1">x</p>"#),
        ("A.vue", "<save />"),
        ("A.vue", "<template lang=\"pug\">\np(title=save())\n</template>"),
        ("A.svelte", "<mail.save />"),
    ] {
        assert_eq!(told(name, markup), (1, 1), "{markup}");
    }
    for (name, markup) in [
        ("A.vue", "<p title=\"to save\">save: save it</p>"),
        ("A.vue", "<style>\n.save { color: save }\n</style>"),
        ("A.svelte", "<p title=\"to save\">save: {1} save it</p>"),
    ] {
        assert_eq!(told(name, markup), (1, 0), "{markup}");
    }
}

#[test]
fn a_word_of_an_import_is_no_use_of_its_name() {
    let directory = project(&[
        ("card.ts", "export function from() {}\n"),
        ("a.mdx", "import { Card } from './card'\nimport Deck from './deck'\n\n# from here\n"),
        ("b.mdx", "import { from } from './card'\n"),
    ]);
    let arguments = json!({ "symbol": "from", "wait": 0 });
    let answer = ask::value(directory.path(), "find_references", arguments);
    let unresolved = &answer["account"]["unresolved"];
    assert_eq!(*unresolved, json!([{ "file": "b.mdx", "line": 1 }]), "{answer:#}");
}

#[test]
fn notebooks_and_cheat_sheets_of_elixir_are_markdown() {
    let page = "# Pay\n\n```elixir\nShop.pay([])\n```\n";
    let directory = project(&[
        ("lib/shop.ex", "defmodule Shop do\n  def pay(items), do: items\nend\n"),
        ("pages/start.livemd", page),
        ("pages/names.cheatmd", page),
    ]);
    let arguments = json!({ "symbol": "pay", "wait": 0 });
    let account = &ask::value(directory.path(), "find_references", arguments)["account"];
    assert_eq!(account["unresolved"], json!([]), "{account:#}");
    assert_eq!(account["in_other_files"], 2, "{account:#}");
}

#[test]
fn components_have_the_properties_that_they_define() {
    check(
        "find_callers",
        r#"
//- /pool.ts
export class Pool { clo$0se() {} }
export class Disk { close() {} }
export interface Props { disk: Disk; pool: Pool }
//- /One.vue
<script setup lang="ts">
import { Pool, Disk } from './pool'
const props = defineProps<{ pool: Pool; disk: Disk }>()
props.pool.close()
         //^^^^^ caller <module>
props.disk.close()
</script>
//- /Two.vue
<script setup lang="ts">
import { type Props } from './pool'
const props = withDefaults(defineProps<Props>(), { disk: undefined })
props.pool.close()
         //^^^^^ caller <module>
props.disk.close()
</script>
"#,
    );
}

/// A component is what its file is, which no statement exports; its variables are its own.
#[test]
fn an_import_of_a_component_is_no_use_of_a_variable_of_its_name() {
    for (component, script) in [("Item.vue", "<script setup>"), ("Item.svelte", "<script>")] {
        check(
            "find_references",
            &format!(
                "
//- /{component}
{script}
const it$0em = make();
show(item);
   //^^^^ read
</script>
//- /main.js
import item from './{component}';
show(item);
"
            ),
        );
    }
}
