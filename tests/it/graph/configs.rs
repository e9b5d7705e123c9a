//! Modules of TypeScript and JavaScript that a configuration or a manifest names.

use crate::support::fixture::check;

#[test]
fn paths_of_the_nearest_configuration_lead_to_files() {
    check(
        "find_callers",
        "
//- /web/tsconfig.json
{
  // Comments and commas at the end are allowed.
  \"extends\": [\"../base\", \"./missing.json\"],
}
//- /base.json
{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"${configDir}/none/*\", \"${configDir}/src/*\"], \"@/price\": [\"./web/src/other\"] } } }
//- /web/src/lib/price.ts
export function pri$0ce(item: number) { return item; }
//- /web/src/other.ts
export function price(item: number) { return item; }
//- /lib/price.ts
export function price(item: number) { return item; }
//- /web/src/pages/page.ts
import { price } from '@/lib/price';
import { price as other } from '@/price';
export function page() { return price(1) + other(2); }
                              //^^^^^ caller page
",
    );
}

#[test]
fn names_are_looked_up_below_the_base_url() {
    check(
        "find_callers",
        "
//- /jsconfig.json
{ \"compilerOptions\": { \"baseUrl\": \"./source\" } }
//- /source/price.js
export function pri$0ce(item) { return item; }
//- /other/price.js
export function price(item) { return item; }
//- /source/pages/page.js
import { price } from 'price';
export function page() { return price(1); }
                              //^^^^^ caller page
",
    );
    check(
        "find_callers",
        "
//- /tsconfig.json
{ \"compilerOptions\": { \"baseUrl\": \"./source\", \"paths\": { \"shop/*\": [\"shop/src/*\"] } } }
//- /source/shop/src/price.ts
export function pri$0ce(item: number) { return item; }
//- /source/page.ts
import { price } from 'shop/price';
export function page() { return price(1); }
                              //^^^^^ caller page
",
    );
}

#[test]
fn a_configuration_that_only_refers_to_others_gives_way_to_them() {
    check(
        "find_callers",
        "
//- /tsconfig.json
{ \"files\": [], \"references\": [{ \"path\": \"./tsconfig.app.json\" }] }
//- /tsconfig.app.json
{ \"compilerOptions\": { \"paths\": { \"~shop\": [\"./src/shop/main.ts\"] } } }
//- /src/shop/main.ts
export function pri$0ce(item: number) { return item; }
//- /src/page.ts
import { price } from '~shop';
export function page() { return price(1); }
                              //^^^^^ caller page
",
    );
}

/// Of what a configuration extends the last says, also where an earlier one extends it too.
#[test]
fn the_last_of_several_configurations_says() {
    check(
        "find_callers",
        "
//- /base/tsconfig.json
{ \"compilerOptions\": { \"paths\": { \"x\": [\"../none.ts\"] } } }
//- /left.json
{ \"extends\": \"./base/tsconfig.json\" }
//- /right.json
{ \"extends\": [\"./base/tsconfig.json\", \"./said.json\"] }
//- /said.json
{ \"compilerOptions\": { \"paths\": { \"x\": [\"${configDir}/price.ts\"] } } }
//- /empty.json
{ \"compilerOptions\": { \"paths\": {} } }
//- /app/tsconfig.json
{ \"extends\": [\"../left.json\", \"../right.json\", \"../empty.json\"] }
//- /app/price.ts
export function pri$0ce(item: number) { return item; }
//- /app/page.ts
import { price } from 'x';
export function page() { return price(1); }
                              //^^^^^ caller page
",
    );
}

#[test]
fn a_circle_of_configurations_ends() {
    check(
        "find_callers",
        "
//- /tsconfig.json
{ \"extends\": \"./other.json\", \"compilerOptions\": { \"paths\": { \"x\": [\"./price.ts\"] } } }
//- /other.json
{ \"extends\": \"./tsconfig.json\" }
//- /price.ts
export function pri$0ce(item: number) { return item; }
//- /page.ts
import { price } from 'x';
export function page() { return price(1); }
                              //^^^^^ caller page
",
    );
}

#[test]
fn the_imports_of_a_manifest_lead_to_files() {
    check(
        "find_callers",
        "
//- /package.json
{ \"name\": \"shop\", \"imports\": { \"#internal/*\": \"./dist/internal/*.js\", \"#price\": { \"node\": \"./lib/price.js\" } } }
//- /lib/price.js
export function pri$0ce(item) { return item; }
//- /lib/page.js
import { price } from '#price';
import { deep } from '#internal/deep';
export function page() { return price(1); }
                              //^^^^^ caller page
",
    );
    check(
        "find_callers",
        "
//- /package.json
{ \"imports\": { \"#internal/*\": \"./dist/internal/*.js\" } }
//- /src/internal/deep.ts
export function de$0ep() {}
//- /src/page.ts
import { deep } from '#internal/deep';
export function page() { deep(); }
                       //^^^^ caller page
",
    );
}
