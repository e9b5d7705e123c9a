//! The report of paths.

use super::answer::{PathFields, PathStep, UnknownOf, WithPaths, rows};
use super::longer::longer_doc;
use super::tree::{Line, lines};
use crate::domain::{
    Block, Certainty, Doc, Evidence, FileLine, Footer, Picture, Report, ResultRow, Shown, Summary,
    XmlShape, and_more, plural, thousands,
};
use crate::engine::graph::paths::{Extent, LastOf, PathAnswer, Paths, Step, UnknownCall};
use crate::engine::graph::target::Definition;
use crate::engine::graph::{Call, Rule};
use crate::tools::graph::answer::{Described, GraphAnswer, GraphSummary, Subject, Target};
use crate::tools::graph::{
    Direction, Drawing, Excluded, MostRows, ResultLabels, RowFilter, RowNouns, Section, label,
    lines_of, nothing_defined, place, qualified_name, through,
};
use crate::tools::to_value;
use serde_json::Value;

/// Maximum number of definitions of an end that a heading names.
const MAX_ENDS: usize = 3;

/// Number of paths that are shown where none is sure.
const MAX_UNSURE: usize = 1;

/// Maximum number of calls that are named as what may hide a path.
const MAX_UNKNOWN: usize = 6;

/// Limit of the lines at which what is handed over is called; of more no one is told.
const MAX_CALLED_AT: usize = 2;

/// The answer about the paths between two symbols.
pub(super) struct PathReport {
    pub(super) labels: ResultLabels,
    pub(super) answer: PathAnswer,
    pub(super) is_from_target: bool,
    pub(super) max_results: MostRows,
    pub(super) depth: Option<usize>,
    pub(super) filter: RowFilter,
}

impl PathReport {
    fn found(&self) -> &[Vec<Step>] {
        match &self.answer {
            PathAnswer::Known(paths) => &paths.found,
            PathAnswer::Undefined { .. } => &[],
        }
    }

    /// Returns whether there are paths, but none without a call that only its name explains.
    fn is_unsure(&self) -> bool {
        let found = self.found();
        !found.is_empty() && found.iter().all(|path| path.iter().any(is_guess))
    }

    /// Returns the number of paths that may be shown.
    fn most(&self) -> usize {
        let most = self.max_results.of(self.found().len());
        if self.is_unsure() { most.min(MAX_UNSURE) } else { most }
    }

    /// Returns the paths that are shown.
    fn shown_paths(&self, shown: &Shown) -> impl Iterator<Item = &Vec<Step>> {
        let paths = self.found().iter().take(self.most()).enumerate();
        let shown = shown.clone();
        paths.filter(move |(part, _)| shown.contains(*part)).map(|(_, path)| path)
    }

    fn longer(&self) -> &[Vec<Step>] {
        match &self.answer {
            PathAnswer::Known(paths) if !self.is_unsure() => &paths.longer,
            _ => &[],
        }
    }

    /// Returns the longer paths that are shown, which are the parts behind the others.
    fn shown_longer(&self, shown: &Shown) -> impl Iterator<Item = &Vec<Step>> {
        let first = self.found().len().min(self.most());
        let shown = shown.clone();
        let paths = self.longer().iter().enumerate();
        paths.filter(move |(part, _)| shown.contains(first + part)).map(|(_, path)| path)
    }

    /// Returns `depth` of a question about longer paths.
    fn further_depth(&self) -> usize {
        let lengths = self.found().iter().chain(self.longer()).map(Vec::len);
        lengths.max().unwrap_or(0) + 2
    }

    fn known_doc(&self, doc: &mut Doc, paths: &Paths, shown: &Shown) {
        let (from, to) = (ends(&paths.from), ends(&paths.to));
        doc.push(Block::Heading(format!("Paths from {from} to {to}:")));
        if paths.found.is_empty() {
            self.nothing_doc(doc, paths);
        }
        if self.is_unsure() {
            let text = "No sure path is found. Only by calls that nothing but a name explains:";
            doc.push(Block::Text(text.to_owned()));
        }
        let count = self.shown_paths(shown).count();
        let tree = lines(self.shown_paths(shown).map(Vec::as_slice));
        for line in &tree {
            doc.push(Block::Result(row(line, paths.to.len() > 1)));
        }
        let rest = paths.found.len() - count;
        if rest > 0 {
            let text = format!("… ({rest} more {})", plural(rest, "path", "paths"));
            doc.push(Block::More { depth: 0, text });
        }
        if paths.combined > 0 {
            let verb = plural(paths.combined, "path combines", "paths combine");
            doc.push(Block::Text(format!("{} more {verb} these calls.", paths.combined)));
        }
        let more = (paths.longer_more, paths.longer_are_exact);
        let longer = self.shown_longer(shown);
        longer_doc(doc, &paths.found, longer, more, self.further_depth());
        let nouns = RowNouns { one: "call", many: "calls", uses: None };
        if let Some(words) = self.filter.words(&Excluded::of_rows(&paths.left_out), nouns) {
            doc.push(Block::Text(words));
        }
        doc.blocks.extend(paths.evidence.note().map(Block::Text));
    }

    /// Adds how far the search went without finding a path, and what may hide one.
    fn nothing_doc(&self, doc: &mut Doc, paths: &Paths) {
        let (from, to) = (&paths.searched_from, &paths.searched_to);
        let is_whole = from.is_whole && to.is_whole;
        let is_bounded = from.calls + to.calls >= paths.longest;
        let nothing = match (is_whole, is_bounded) {
            (true, _) => "No path is known".to_owned(),
            (false, true) => {
                format!("No path of at most {} calls is found", thousands(paths.longest))
            }
            (false, false) => "No path is found".to_owned(),
        };
        let may_go_on = is_bounded && !is_whole && self.depth.is_none();
        let further = if may_go_on { " `depth` sets how far to search." } else { "" };
        let name = |ends: &[Definition]| ends.first().map(qualified_name).unwrap_or_default();
        doc.push(Block::Text(format!(
            "{nothing}. `{}` reaches {}; `{}` is reached by calls from {}.{further}",
            name(&paths.from),
            extent(from),
            name(&paths.to),
            extent(to)
        )));
        stops_doc(doc, paths);
        if paths.unknown.is_empty() {
            return;
        }
        let title = match paths.unknown_count {
            1 => "A call that may hide one".to_owned(),
            count => format!("{} calls that may hide one", thousands(count)),
        };
        doc.push(Block::Section(title));
        for call in paths.unknown.iter().take(MAX_UNKNOWN) {
            doc.push(Block::Result(unknown_row(call)));
        }
        let rest = paths.unknown_count.saturating_sub(MAX_UNKNOWN);
        if rest > 0 {
            doc.push(Block::More { depth: 0, text: format!("… ({} more)", thousands(rest)) });
        }
    }

    fn footer(&self, shown: &Shown) -> Footer {
        Footer::new(format!("{} · {}", self.extent(shown), self.known_from()), shown.tokens)
    }

    /// Returns the rows for programs: of the paths that are shown, and the number of all.
    fn rows(&self, shown: &Shown) -> (Vec<Call>, usize) {
        let paths: Vec<Vec<Step>> = self.shown_paths(shown).cloned().collect();
        (rows(&paths, self.is_from_target), rows(self.found(), self.is_from_target).len())
    }

    fn fields<'a>(&'a self, paths: &'a Paths, shown: &Shown) -> PathFields<'a> {
        let steps = |path: &'a Vec<Step>| path.iter().filter_map(PathStep::new).collect();
        PathFields {
            from: paths.from.iter().map(Target::new).collect(),
            to: paths.to.iter().map(Target::new).collect(),
            paths: self.shown_paths(shown).map(steps).collect(),
            paths_total: paths.found.len(),
            paths_combined: paths.combined,
            paths_are_exact: paths.is_exact,
            longer_paths: self.shown_longer(shown).map(steps).collect(),
            longer_paths_total: paths.longer.len() + paths.longer_more,
            longer_paths_are_exact: paths.longer_are_exact,
            searched_from: &paths.searched_from,
            searched_to: &paths.searched_to,
            unknown_calls: paths.unknown.iter().map(UnknownOf::new).collect(),
            unknown_calls_total: paths.unknown_count,
            unresolved_calls: &paths.unresolved,
            unresolved_calls_total: paths.unresolved_count,
        }
    }
}

impl Section for PathReport {
    fn extent(&self, shown: &Shown) -> String {
        let (all, count) = (self.found().len(), self.shown_paths(shown).count());
        let is_exact = match &self.answer {
            PathAnswer::Known(paths) => paths.is_exact,
            PathAnswer::Undefined { .. } => true,
        };
        let least = if is_exact || all == 0 { "" } else { "≥ " };
        let noun = match self.is_unsure() {
            true => plural(all, "unsure path", "unsure paths"),
            false => plural(all, "path", "paths"),
        };
        let lengths: Vec<usize> = self.found().iter().map(Vec::len).collect();
        let calls = match (lengths.iter().min(), lengths.iter().max()) {
            (Some(1), Some(1)) => " of 1 call".to_owned(),
            (Some(least), Some(most)) if least == most => format!(" of {most} calls"),
            (Some(least), Some(most)) => format!(" of {least} to {most} calls"),
            _ => String::new(),
        };
        let is_shortest = match (self.depth, self.shown_longer(shown).count()) {
            (None, 0) if all > 0 => {
                format!(", the shortest (longer ones: depth {})", self.further_depth())
            }
            (None, longer) if all > 0 => {
                format!(
                    ", the shortest, and {longer} longer (more: depth {})",
                    self.further_depth()
                )
            }
            _ => String::new(),
        };
        match count == all {
            true if all == 0 => "no path".to_owned(),
            true => format!("{least}{all} {noun}{calls}{is_shortest}"),
            false => format!("{count} of {least}{all} {noun} shown,{calls}{is_shortest}"),
        }
    }

    fn is_defined(&self) -> bool {
        !matches!(self.answer, PathAnswer::Undefined { is_target: true, .. })
    }

    fn places(&self) -> Vec<String> {
        let ends: Vec<&Definition> = match &self.answer {
            PathAnswer::Known(paths) => paths.from.iter().chain(&paths.to).collect(),
            PathAnswer::Undefined { .. } => Vec::new(),
        };
        let steps = self.found().iter().take(self.most()).flatten();
        let sites = steps.filter_map(|step| step.sites.first());
        let sites = sites.map(|site| format!("{}:{}", site.file, site.line));
        let main = |target: &&Definition| {
            format!("{}:{}", target.main().file.path.display, target.main().symbol.line)
        };
        let mut places: Vec<String> = Vec::new();
        for place in ends.iter().map(main).chain(sites) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    fn evidence(&self) -> Evidence {
        match &self.answer {
            PathAnswer::Known(paths) => paths.evidence.clone(),
            PathAnswer::Undefined { .. } => Evidence::syntax(),
        }
    }

    fn depth(&self) -> usize {
        self.depth.unwrap_or(1)
    }

    fn summary_of(&self, shown: &Shown) -> Summary {
        let (rows, total) = self.rows(shown);
        let total_is_exact = match &self.answer {
            PathAnswer::Known(paths) => paths.is_exact && !paths.found.is_empty(),
            PathAnswer::Undefined { .. } => true,
        };
        let truncated = self.shown_paths(shown).count() < self.found().len()
            || self.shown_longer(shown).count() < self.longer().len();
        let mut summary =
            Summary { count: rows.len(), total, total_is_exact, truncated, ..Summary::default() };
        let sites = rows.iter().flat_map(Call::places);
        sites.for_each(|site| summary.add_code(&site.text));
        summary
    }
}

impl Report for PathReport {
    fn parts(&self) -> usize {
        self.found().len().min(self.most()) + self.longer().len()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let mut doc = Doc::default();
        match &self.answer {
            PathAnswer::Known(paths) => self.known_doc(&mut doc, paths, shown),
            PathAnswer::Undefined { name, suggestions, mentions, .. } => {
                doc.push(Block::Heading(format!("`{name}`:")));
                nothing_defined(&mut doc, suggestions, mentions);
            }
        }
        doc.footer = Some(self.footer(shown));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let (rows, _) = self.rows(shown);
        let results = rows.iter().map(|result| Described { result, may_also_mean: None });
        let (mut suggestions, mut mentions, mut left_out, mut fields) = (None, None, &[][..], None);
        let target = match &self.answer {
            PathAnswer::Known(paths) => {
                left_out = &paths.left_out;
                fields = Some(self.fields(paths, shown));
                if self.is_from_target { paths.from.first() } else { paths.to.first() }
            }
            PathAnswer::Undefined {
                is_target,
                other,
                suggestions: near,
                mentions: mentioned,
                ..
            } => {
                (suggestions, mentions) = (Some(near.as_slice()), Some(mentioned));
                other.first().filter(|_| !is_target)
            }
        };
        let subject = Subject::One { target: target.map(Target::new), results: results.collect() };
        let answer = GraphAnswer {
            subject,
            overriding: Vec::new(),
            left_out,
            summary: GraphSummary {
                summary: self.summary_of(shown),
                calls: None,
                definitions: None,
            },
            evidence: self.evidence(),
            account: None,
            deeper: Vec::new(),
            suggestions,
            mentions: mentions.map(|mentions| &**mentions),
        };
        to_value(WithPaths { answer, paths: fields })
    }

    fn picture(&self, shown: &Shown) -> Option<Picture> {
        let mut drawing = Drawing::new(Direction::FromTarget);
        if let PathAnswer::Known(paths) = &self.answer {
            for end in paths.from.iter().chain(&paths.to) {
                drawing.target(end);
            }
        }
        for step in self.shown_paths(shown).flatten() {
            drawing.call(&step.caller, &step.callee, step.certainty != Certainty::Possible);
        }
        Some(drawing.finish(self.footer(shown).to_string()))
    }

    fn xml(&self) -> XmlShape {
        XmlShape::new(self.labels.xml_root)
    }

    fn found(&self) -> bool {
        !PathReport::found(self).is_empty()
    }
}

/// Returns whether only its name explains a call.
fn is_guess(step: &Step) -> bool {
    step.certainty == Certainty::Possible
        && matches!(step.rule, Rule::SameName | Rule::UniqueName | Rule::Unresolved)
}

/// Returns the definitions of one end as text.
fn ends(definitions: &[Definition]) -> String {
    let named = definitions.iter().take(MAX_ENDS);
    let named = named.map(|target| format!("`{}` ({})", qualified_name(target), place(target)));
    let mut named: Vec<String> = named.collect();
    let rest = definitions.len().saturating_sub(MAX_ENDS);
    if rest > 0 {
        named.push(format!("{rest} more"));
    }
    named.join(" or ")
}

/// Returns how far the search went from one end as text.
fn extent(extent: &Extent) -> String {
    let Extent { calls, functions, is_whole, .. } = extent;
    let noun = plural(*functions, "function", "functions");
    let within = format!("within {calls} {}", plural(*calls, "call", "calls"));
    match (functions, is_whole) {
        (0, true) => "no function".to_owned(),
        (count, true) => format!("{} {noun}, all that are known", thousands(*count)),
        (count, false) => format!("{} {noun} {within}, where the search ended", thousands(*count)),
    }
}

/// Adds where the calls end that the search followed: a reader may know what joins the ends there,
/// such as an event or a queue.
fn stops_doc(doc: &mut Doc, paths: &Paths) {
    let (from, to) = (&paths.searched_from, &paths.searched_to);
    let named = |extent: &Extent| {
        let place = |LastOf { node, decorators }: &LastOf| {
            let (file, line) = (node.file.as_deref().unwrap_or_default(), node.line.unwrap_or(0));
            let by = match decorators.is_empty() {
                true => String::new(),
                false => format!(", a framework may call it: {}", decorators.join(", ")),
            };
            format!("`{}` ({file}:{line}{by})", label(node))
        };
        let named: Vec<String> = extent.last.iter().map(place).collect();
        let tests =
            if extent.last_in_tests == extent.last_count { 0 } else { extent.last_in_tests };
        let more = and_more(extent.last_count - tests - named.len());
        let tests = match tests {
            0 => String::new(),
            tests => format!(", {} in tests", thousands(tests)),
        };
        match named.is_empty() {
            true => tests,
            false => format!("{tests}: {}{more}", named.join(", ")),
        }
    };
    let mut lines = Vec::new();
    if from.last_count > 0 {
        let verb = plural(from.last_count, "calls", "call");
        let (count, named) = (thousands(from.last_count), named(from));
        lines.push(format!("{count} of the first {verb} nothing of the project{named}"));
    }
    if paths.unresolved_count > 0 {
        let count = thousands(paths.unresolved_count);
        let noun = plural(paths.unresolved_count, "line", "lines");
        let places = FileLine::listed(&paths.unresolved, paths.unresolved.len());
        let more = and_more(paths.unresolved_count - paths.unresolved.len());
        lines.push(format!("Unresolved calls on {count} {noun} of theirs: {places}{more}"));
    }
    if to.last_count > 0 {
        let verb = plural(to.last_count, "has", "have");
        let (count, named) = (thousands(to.last_count), named(to));
        lines.push(format!("{count} of the others {verb} no known caller{named}"));
    }
    if !lines.is_empty() {
        doc.push(Block::Text(lines.join("\n")));
    }
}

/// Returns the row of a call on the paths.
fn row(line: &Line<'_>, names_end: bool) -> ResultRow {
    let step = line.step;
    // The line of the first definition is in the heading.
    let defined = step.caller.line.filter(|_| line.level > 0);
    let defined = defined.map_or_else(String::new, |line| format!(":{line}"));
    let symbol = Some(format!("{}{defined}", label(&step.caller)));
    let mut lines = lines_of(symbol, &step.sites, &step.callee.name, true, step.certainty);
    let mut asides: Vec<String> = Vec::new();
    match step.rule {
        Rule::PassedAsValue => {
            let within = step.within.as_ref().map(|by| format!(" in {}", label(by)));
            asides.push(format!("passed as a value{}", within.unwrap_or_default()));
            let lines: Vec<String> = step.called_at.iter().map(usize::to_string).collect();
            if (1..=MAX_CALLED_AT).contains(&lines.len()) {
                asides.push(format!("called at {}", lines.join(" or ")));
            }
        }
        Rule::Sent => {
            let by = step.taken_by.as_deref().unwrap_or_default();
            asides.push(format!("possible, {by}"));
        }
        Rule::ObjectHanded => {
            asides.push("possible, it is handed the object or starts it".to_owned());
        }
        Rule::UniqueName => asides.push("possible, only the name fits".to_owned()),
        Rule::SameName => asides.push("possible, several definitions fit".to_owned()),
        Rule::Unresolved => asides.push("possible, unresolved but for the name".to_owned()),
        _ if step.certainty == Certainty::Possible => asides.push("possible".to_owned()),
        _ => {}
    }
    asides.extend(through(step.through.as_slice()));
    if line.is_last && names_end {
        let callee = &step.callee;
        let (file, at) = (callee.file.as_deref().unwrap_or_default(), callee.line.unwrap_or(0));
        asides.push(format!("calls {} ({file}:{at})", label(callee)));
    } else if line.is_last && line.goes_on {
        asides.push("ends a path too".to_owned());
    }
    if line.is_above {
        asides.push("then as above".to_owned());
    }
    if let Some(line) = lines.first_mut() {
        asides.iter().for_each(|aside| line.text.push_str(&format!(" · {aside}")));
    }
    let site = step.sites.first();
    let place = site.map(|site| format!("{}:{}", site.file, site.line)).unwrap_or_default();
    let text = lines.first().map(|line| line.text.as_str()).unwrap_or_default();
    let text = format!("depth {} · {}: {text}", line.level + 1, label(&step.caller));
    ResultRow { place, text, lines, depth: line.level, ..ResultRow::default() }
}

/// Returns the row of a call that may hide a path.
fn unknown_row(call: &UnknownCall) -> ResultRow {
    let site = &call.site;
    let name: String = site.text.chars().skip(site.column.saturating_sub(1)).collect();
    let mut lines = lines_of(
        Some(label(&call.caller)),
        std::slice::from_ref(site),
        &name,
        true,
        Certainty::Possible,
    );
    let aside = match call {
        UnknownCall { is_value: true, .. } => " · calls a value",
        UnknownCall { is_sending: true, .. } => " · sends it on",
        _ => "",
    };
    if let Some(line) = lines.first_mut() {
        line.text.push_str(aside);
    }
    let text = lines.first().map(|line| line.text.clone()).unwrap_or_default();
    ResultRow { place: format!("{}:{}", site.file, site.line), text, lines, ..ResultRow::default() }
}
