//! Graph answers with the source of what they name.

use super::OfTargets;
use crate::domain::{Block, Doc, Picture, Report, Shown, XmlShape};
use crate::engine::extract::{self, ExtractQuery, Fold};
use crate::tools::extract::{ExtractAnswer, ExtractReport};
use crate::tools::{ToolCx, ToolError};
use crate::workspace::Snapshot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// How much an answer shows of the code.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Detail {
    /// One line for each use.
    #[default]
    Lines,
    /// Also the target's definition, and those that the results stand in or are.
    Full,
}

/// The parameter for it.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
pub(crate) struct DetailParams {
    /// How much code is shown
    #[serde(default)]
    #[schemars(description = "`full` adds the code.")]
    #[arg(long, value_enum, default_value_t)]
    pub(crate) detail: Detail,
}

/// The answer of a tool that may show code.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WithCode<A> {
    #[serde(flatten)]
    answer: OfTargets<A>,
    /// With `detail: full`, the definitions that the answer names.
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<ExtractAnswer<'static>>,
}

/// An answer, followed by the source of what it names. Its parts are those of the answer, then the
/// source's.
pub(super) struct Sources {
    answer: Box<dyn Report>,
    code: ExtractReport,
}

/// Number of lines up to which the definition that is asked about is shown whole.
const MAX_TARGET_LINES: usize = 150;

impl Sources {
    /// Creates the report with the definitions at `places`, each a `file:line`; those at `targets`
    /// are not folded unless they are long.
    pub(super) async fn new(
        cx: &ToolCx,
        snapshot: Arc<Snapshot>,
        answer: Box<dyn Report>,
        (places, targets): (Vec<String>, Vec<String>),
    ) -> Result<Self, ToolError> {
        let query = ExtractQuery { targets: places, context: 0, allow_tests: true };
        let code = cx
            .compute(move |cx| {
                let mut found = extract::run(&snapshot, &query)?;
                // Nobody asked for these files by name.
                for piece in &mut found.pieces {
                    let is_at = |line: &usize| targets.contains(&format!("{}:{line}", piece.path));
                    if piece.asked.iter().any(is_at) {
                        piece.unfold(MAX_TARGET_LINES);
                    }
                    if let Some(masked) = piece.text.without_keys() {
                        piece.text = Arc::new(masked);
                    }
                }
                Ok::<_, ToolError>(ExtractReport::new(
                    found,
                    query.targets.len(),
                    cx.format,
                    Fold::NARROW,
                ))
            })
            .await?;
        Ok(Self { answer, code })
    }

    /// Returns the parts of the answer and those of the source.
    fn split(&self, shown: &Shown) -> (Shown, Shown) {
        let parts = self.answer.parts();
        let (own, further) = shown.extra.iter().partition(|part| **part < parts);
        let further: Vec<usize> = further;
        let of_answer = Shown { first: shown.first.min(parts), extra: own, ..*shown };
        let of_code = Shown {
            first: shown.first.saturating_sub(parts),
            extra: further.into_iter().map(|part| part - parts).collect(),
            ..*shown
        };
        (of_answer, of_code)
    }
}

impl Report for Sources {
    fn parts(&self) -> usize {
        self.answer.parts() + self.code.parts()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let (of_answer, of_code) = self.split(shown);
        let mut doc = self.answer.doc(&of_answer);
        doc.push(Block::Blank);
        doc.blocks.extend(self.code.doc(&of_code).blocks);
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let (of_answer, of_code) = self.split(shown);
        let mut value = self.answer.value(&of_answer);
        if let Value::Object(fields) = &mut value {
            fields.insert("sources".to_owned(), self.code.value(&of_code));
        }
        value
    }

    fn picture(&self, shown: &Shown) -> Option<Picture> {
        self.answer.picture(&self.split(shown).0)
    }

    fn xml(&self) -> XmlShape {
        self.answer.xml()
    }

    fn found(&self) -> bool {
        self.answer.found()
    }

    fn errors(&self) -> &[String] {
        self.answer.errors()
    }
}
