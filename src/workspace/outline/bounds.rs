//! Limits of the outlines of data files: a large one holds more keys than anybody reads.

use super::collect::Raw;
use crate::lang::OutlineRules;

/// Removes definitions that are deeper than the rules allow, and those beyond the limit of their
/// number. They must be in source order. Returns the number beyond the limit.
pub(super) fn keep(definitions: &mut Vec<Raw>, rules: &OutlineRules) -> usize {
    if rules.depth.is_none() && rules.most.is_none() {
        return 0;
    }
    let depths = depths(definitions);
    let allowed = rules.depth.unwrap_or(usize::MAX);
    let most = rules.most.unwrap_or(usize::MAX);
    let shown = depths.iter().filter(|depth| **depth < allowed).count();
    let deepest = (1..allowed.min(depths.iter().max().map_or(1, |deepest| deepest + 1)))
        .take_while(|deepest| depths.iter().filter(|depth| *depth <= deepest).count() <= most)
        .last()
        .unwrap_or(0);
    let mut depth = depths.iter();
    definitions.retain(|_| depth.next().is_some_and(|depth| *depth <= deepest));
    definitions.truncate(most);
    shown - definitions.len()
}

/// Returns the number of definitions around each definition.
fn depths(definitions: &[Raw]) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    let depth_of = |raw: &Raw| {
        while ends.last().is_some_and(|end| *end <= raw.node.start) {
            ends.pop();
        }
        ends.push(raw.node.end);
        ends.len() - 1
    };
    definitions.iter().map(depth_of).collect()
}

#[cfg(test)]
mod tests {
    use crate::domain::OutlineGap;
    use crate::lang::registry;
    use crate::workspace::outline::outline;

    #[test]
    fn deep_and_excess_definitions_are_left_out() {
        let json = registry().by_name("json").expect("JSON is known");
        let summary = |text: &str| {
            let outline = outline(text, json);
            (
                outline.symbols.len(),
                outline.symbols.last().map(|last| last.name.clone()),
                outline.gaps,
            )
        };
        let deep = r#"{ "a": { "b": { "c": { "d": { "e": 1 } } } }, "z": 1 }"#;
        assert_eq!(summary(deep), (5, Some("z".into()), Vec::new()));
        let keys = |inner: &str| {
            (0..1500).map(|n| format!("\"k{n}\": {{ {inner} }}")).collect::<Vec<_>>().join(",")
        };
        let wide = format!("{{ {}, \"z\": 1 }}", keys(r#""x": 1"#));
        assert_eq!(
            summary(&wide),
            (1501, Some("z".into()), vec![OutlineGap::Names { shown: 1501, of: 3001 }])
        );
        let wider = format!("{{ {}, {}, \"z\": 1 }}", keys(""), keys(""));
        assert_eq!(
            summary(&wider),
            (2000, Some("k499".into()), vec![OutlineGap::Names { shown: 2000, of: 3001 }])
        );
    }
}
