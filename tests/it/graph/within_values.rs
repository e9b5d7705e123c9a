//! What a call is in that stands in the value of a constant: a part of an object, or of a chain.

use crate::support::{cli, project};

#[test]
fn a_call_in_the_value_of_a_constant_is_in_a_part_of_it() {
    let text = "export function load(id: number) {}
export const router = {
  create: procedure.input({ id: 1 }).mutation(async () => {
    load(1);
  }),
  remove: procedure.mutation(async () => {
    load(2);
  }),
};
export const routes = new Hono()
  .post('/pay', async () => {
    if (open) {
      load(3);
    }
  })
  .get(
    '/paid',
    async () => {
      load(4);
    },
  );
export const plain =
  load(5);
";
    let shop = project(&[("a.ts", text)]);
    let rows = cli::run(shop.path(), &["callers", "load"]).stdout;
    for row in [
        "4 router.create: load(1)",
        "7 router.remove: load(2)",
        "13 routes.post('/pay'): load(3)",
        "19 routes.get('/paid'): load(4)",
        "23 plain: load(5)",
    ] {
        assert!(rows.contains(row), "{row}: {rows}");
    }
}
