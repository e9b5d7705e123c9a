//! Answers about several targets in one report, which share the reply's room.

use super::footer::source;
use super::repeats::Repeats;
use super::rooted::Rooted;
use super::sources::{Detail, Sources};
use super::target::graph_queries;
use super::{GraphParams, RowFilter};
use crate::domain::{
    Block, Doc, Evidence, Footer, Picture, PictureEdge, PictureNode, Report, Shown, Source,
    Summary, XmlShape,
};
use crate::engine::graph::GraphQuery;
use crate::engine::graph::target::ResolveError;
use crate::tools::{ToolCx, ToolError, ToolResult, to_value};
use crate::workspace::Snapshot;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An answer about one target, which may be a section of an answer about several.
pub(crate) trait Section: Report {
    /// Returns what the last line says of its results: "3 of 8 callers shown".
    fn extent(&self, shown: &Shown) -> String;

    /// Returns whether anything is defined under the target's name.
    fn is_defined(&self) -> bool;

    /// Returns `file:line` of each target, and of each result that may be shown, but for uses in
    /// tests: of a use where it stands, of a definition its own.
    fn places(&self) -> Vec<String>;

    /// Returns `file:line` of the targets that are read whole.
    fn targets(&self) -> Vec<String> {
        Vec::new()
    }

    fn evidence(&self) -> Evidence;

    /// Levels of callers or callees.
    fn depth(&self) -> usize;

    /// Results at the last level, beyond which nothing was looked for.
    fn unfollowed(&self) -> usize {
        0
    }

    /// Returns how the last line says that it is known: the depth and the source.
    fn known_from(&self) -> String {
        let depth = match self.unfollowed() {
            0 => format!("depth {}", self.depth()),
            count => format!("depth {}, from where {count} may go on", self.depth()),
        };
        let depth = (self.depth() > 1).then_some(depth);
        depth.into_iter().chain([source(&self.evidence())]).collect::<Vec<_>>().join(" · ")
    }

    fn summary_of(&self, shown: &Shown) -> Summary;
}

/// The answer of a tool: about one target, or about each of several.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum OfTargets<A> {
    #[expect(dead_code, reason = "it is sent as it is, without its wrapper")]
    One(A),
    Several {
        /// One answer for each target, in the order of the call.
        answers: Vec<A>,
        summary: Summary,
        /// The weakest of the answers.
        evidence: Evidence,
        /// What is wrong with the other targets.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        errors: Vec<String>,
    },
}

/// What a call asks of each of its targets, and how the answers are shown.
pub(crate) struct Asking<'a> {
    pub(crate) target: &'a GraphParams,
    /// The other end, of a question about paths.
    pub(crate) other: Option<&'a str>,
    /// Levels of callers or callees.
    pub(crate) depth: usize,
    /// Seconds to wait for a language server, unless given.
    pub(crate) wait: f64,
    pub(crate) detail: Detail,
}

impl Asking<'_> {
    /// Answers the query about each target. One that contradicts itself or the files is an
    /// error, beside the answers about others.
    pub(crate) async fn answer<S, F>(
        &self,
        cx: &ToolCx,
        answer: impl Fn(Arc<Snapshot>, GraphQuery, RowFilter) -> F + Send,
    ) -> ToolResult
    where
        S: Section + 'static,
        F: Future<Output = Result<S, ResolveError>> + Send,
    {
        let (target, other) = (self.target.clone(), self.other.map(str::to_owned));
        let (depth, wait) = (self.depth, self.wait);
        // The files that a call names may have to be looked for in all of the roots.
        let queries = move |cx: &ToolCx| graph_queries(cx, &target, depth, wait, other.as_deref());
        let asked = cx.compute(queries).await?;
        let (mut sections, mut errors) = (Vec::new(), Vec::new());
        for (label, query) in asked.each {
            let answered = match query {
                Ok(query) => answer(Arc::clone(&asked.snapshot), query, asked.filter.clone())
                    .await
                    .map_err(ToolError::from),
                Err(error) => Err(error),
            };
            match answered {
                Ok(section) => sections.push((label, section)),
                Err(error) => errors.push((label, error)),
            }
        }
        if sections.is_empty() && !errors.is_empty() {
            return Err(errors.remove(0).1);
        }
        let places: Vec<String> =
            sections.iter().flat_map(|(_, section)| section.places()).collect();
        let targets: Vec<String> =
            sections.iter().flat_map(|(_, section)| section.targets()).collect();
        let report: Box<dyn Report> = if sections.len() == 1 && errors.is_empty() {
            Box::new(sections.remove(0).1)
        } else {
            Box::new(Targets::new(sections, &errors))
        };
        let report = Rooted::of(report, &asked.brought);
        if self.detail == Detail::Lines || places.is_empty() {
            return Ok(report);
        }
        Ok(Box::new(Sources::new(cx, asked.snapshot, report, (places, targets)).await?))
    }
}

/// The report of several targets. Its parts are those of its sections, in round-robin order.
struct Targets<S> {
    /// Each target as it was given, with its answer.
    sections: Vec<(String, S)>,
    /// Section and part of each part.
    parts: Vec<(usize, usize)>,
    errors: Vec<String>,
}

impl<S: Section> Targets<S> {
    fn new(sections: Vec<(String, S)>, errors: &[(String, ToolError)]) -> Self {
        let counts: Vec<usize> = sections.iter().map(|(_, section)| section.parts()).collect();
        let rounds = counts.iter().max().copied().unwrap_or(0);
        let parts = (0..rounds).flat_map(|round| {
            let with = counts.iter().enumerate().filter(move |(_, count)| round < **count);
            with.map(move |(section, _)| (section, round))
        });
        let parts = parts.collect();
        let errors = errors.iter().map(|(label, error)| format!("{label}: {}", error.problem));
        Self { parts, errors: errors.collect(), sections }
    }

    /// Returns, for each section, its parts that are shown.
    fn shown_of(&self, shown: &Shown) -> Vec<Shown> {
        let none = || Shown { first: 0, extra: Vec::new(), ..*shown };
        let mut each: Vec<Shown> = self.sections.iter().map(|_| none()).collect();
        for (index, (section, part)) in self.parts.iter().enumerate() {
            let of = &mut each[*section];
            match shown.contains(index) {
                true if of.first == *part => of.first += 1,
                true => of.extra.push(*part),
                false => {}
            }
        }
        each
    }

    fn footer(&self, each: &[Shown], tokens: usize) -> Footer {
        let known_from: BTreeSet<String> =
            self.sections.iter().map(|(_, section)| section.known_from()).collect();
        let is_common = known_from.len() == 1;
        let extents = self.sections.iter().zip(each).map(|((label, section), shown)| {
            let extent = match section.found() {
                true => section.extent(shown),
                false => format!("{} of `{label}`", section.extent(shown)),
            };
            if is_common { extent } else { format!("{extent} · {}", section.known_from()) }
        });
        let mut parts = vec![extents.collect::<Vec<_>>().join("; ")];
        parts.extend(known_from.into_iter().filter(|_| is_common));
        Footer::new(parts.join(" · "), tokens)
    }

    fn summary(&self, each: &[Shown]) -> Summary {
        let all = self.sections.iter().zip(each);
        let sums = all.map(|((_, section), shown)| section.summary_of(shown));
        sums.fold(Summary { total_is_exact: true, ..Summary::default() }, |sum, of| Summary {
            count: sum.count + of.count,
            total: sum.total + of.total,
            total_is_exact: sum.total_is_exact && of.total_is_exact,
            total_bytes: sum.total_bytes + of.total_bytes,
            total_tokens: sum.total_tokens + of.total_tokens,
            truncated: sum.truncated || of.truncated,
        })
    }

    /// Returns the weakest evidence of all answers.
    fn evidence(&self) -> Evidence {
        let strength = |evidence: &Evidence| {
            let complete = match evidence.complete {
                Some(false) => 0,
                None => 1,
                Some(true) => 2,
            };
            let source = match evidence.source {
                Source::Text => 0,
                Source::Syntax => 1,
                Source::Lsp => 2,
            };
            (complete, source)
        };
        let all = self.sections.iter().map(|(_, section)| section.evidence());
        all.min_by_key(strength).unwrap_or_else(Evidence::syntax)
    }
}

impl<S: Section> Report for Targets<S> {
    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let mut doc = Doc::default();
        let mut repeats = Repeats::default();
        let each = self.shown_of(shown);
        for ((label, section), shown) in self.sections.iter().zip(&each) {
            doc.push(Block::Blank);
            if !section.is_defined() {
                doc.push(Block::Heading(format!("`{label}`:")));
            }
            repeats.add(&mut doc.blocks, section.doc(shown).blocks);
        }
        doc.push(Block::Blank);
        doc.blocks.extend(self.errors.iter().map(|error| Block::Text(format!("error: {error}"))));
        doc.footer = Some(self.footer(&each, shown.tokens));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let each = self.shown_of(shown);
        let answers = self.sections.iter().zip(&each);
        let answers = answers.map(|((_, section), shown)| section.value(shown));
        to_value(OfTargets::Several {
            answers: answers.collect(),
            summary: self.summary(&each),
            evidence: self.evidence(),
            errors: self.errors.clone(),
        })
    }

    fn picture(&self, shown: &Shown) -> Option<Picture> {
        let each = self.shown_of(shown);
        let mut picture = Picture::default();
        for ((_, section), shown) in self.sections.iter().zip(&each) {
            add(&mut picture, section.picture(shown)?);
        }
        picture.caption = self.footer(&each, shown.tokens).to_string();
        Some(picture)
    }

    fn xml(&self) -> XmlShape {
        self.sections.first().map_or(XmlShape::new("answers"), |(_, section)| section.xml())
    }

    fn found(&self) -> bool {
        self.sections.iter().any(|(_, section)| section.found())
    }

    fn errors(&self) -> &[String] {
        &self.errors
    }
}

/// Adds a drawing to another. A box that both have is one.
fn add(to: &mut Picture, Picture { nodes, edges, .. }: Picture) {
    let mut places = Vec::with_capacity(nodes.len());
    for node in nodes {
        let is_same =
            |other: &PictureNode| (&other.label, &other.place) == (&node.label, &node.place);
        let known = to.nodes.iter().position(is_same);
        places.push(known.unwrap_or(to.nodes.len()));
        match known {
            Some(known) => to.nodes[known].is_target |= node.is_target,
            None => to.nodes.push(node),
        }
    }
    to.edges.extend(edges.into_iter().map(|edge| PictureEdge {
        from: places[edge.from],
        to: places[edge.to],
        is_sure: edge.is_sure,
    }));
}
