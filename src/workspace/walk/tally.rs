//! Counts of what a walk leaves out.

use super::rules::Rule;
use crate::domain::{LeftOut, LeftOutReason};
use crate::workspace::roots::Roots;
use std::collections::BTreeMap;

/// Longest name in bytes of what is left out that an answer repeats.
const MAX_NAME: usize = 512;

/// Cause of an omission, beside the reason.
#[derive(Clone, Copy)]
pub(super) enum Cause<'a> {
    Nothing,
    Rule(&'a Rule),
    Evidence(&'static str),
}

impl Cause<'_> {
    pub(super) fn is(&self, other: &Cause<'_>) -> bool {
        match (self, other) {
            (Cause::Nothing, Cause::Nothing) => true,
            (Cause::Rule(left), Cause::Rule(right)) => std::ptr::eq(*left, *right),
            (Cause::Evidence(left), Cause::Evidence(right)) => left == right,
            _ => false,
        }
    }
}

/// Omissions so far: by reason, rule and rule file the number, and the name of the first.
#[derive(Default)]
pub(super) struct Tally(BTreeMap<Reason, (usize, String)>);

/// Reason, rule and rule file.
type Reason = (LeftOutReason, Option<String>, Option<String>);

impl Tally {
    pub(super) fn add(
        &mut self,
        reason: LeftOutReason,
        cause: Cause<'_>,
        name: &str,
        count: usize,
        roots: &Roots,
    ) {
        let (rule, file) = match cause {
            Cause::Nothing => (None, None),
            Cause::Evidence(evidence) => (Some(evidence.to_owned()), None),
            Cause::Rule(rule) => {
                let file = rule
                    .from()
                    .map(|file| roots.source_path_of_canonical(file).display.to_string());
                (Some(rule.original().to_owned()), file)
            }
        };
        let (total, first) =
            self.0.entry((reason, rule, file)).or_insert_with(|| (0, name.to_owned()));
        *total += count;
        if name < first.as_str() {
            name.clone_into(first);
        }
    }

    pub(super) fn into_left_out(self) -> Vec<LeftOut> {
        let named = |((reason, rule, file), (count, first)): (Reason, (usize, String))| LeftOut {
            reason,
            rule,
            // A single omission is named itself, if there is no rule file to name, and not beyond
            // what a line has room for.
            file: file.or_else(|| (count == 1 && first.len() <= MAX_NAME).then_some(first)),
            count,
        };
        self.0.into_iter().map(named).collect()
    }
}
