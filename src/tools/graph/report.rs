//! Graph answers as reports: rows for readers, one form of JSON for programs.

mod silent;

use super::account::{AccountOptions, MIN_VALUES, RowsShown, account_doc};
use super::answer::{GraphAnswer, GraphSummary, OfDefinition, Subject, Target, described};
use super::beside::Beside;
use super::filter::{Excluded, Filtered};
use super::footer::{ShownOfTotal, among, counts};
use super::mentions::nothing_defined;
use super::qualified_name::{Marks, place, places};
use super::rest::{most_useful_first, rest_of};
use super::sections::{
    best, by_file, common_aside, common_doubt, common_meanings, common_member, or_else, outside,
    required_member, same_rows, section, which_fit,
};
use super::sums::{ListedUses, Places, own_uses};
use super::tree::{Again, preorder};
use super::{Drawing, Item, MostRows, ResultLabels, RowFilter, RowTarget, Section, head_name};
use crate::domain::{
    Account, Block, Certainty, Doc, Evidence, Footer, Picture, Report, Shown, Source, Summary,
    XmlShape, plural,
};
use crate::engine::graph::{Answer, Answers, Response};
use crate::tools::to_value;
use crate::tools::words::listed_above;
use serde_json::Value;

/// Limit of the places in a heading; a change of overloads begins with all of theirs.
const MAX_PLACES: usize = 6;

/// Limit of the places of results beyond `maxResults` that are named, in all.
const MAX_REST: usize = 120;

/// The same for a tree, in which a place alone does not say on which level it stands.
const MAX_REST_OF_TREE: usize = 6;

/// Tokens of a reply for each of several definitions.
const TOKENS_OF_DEFINITION: usize = 400;

/// The answer of a graph tool.
pub(crate) struct GraphReport<T> {
    pub(crate) labels: ResultLabels,
    pub(crate) response: Response<T>,
    pub(crate) max_results: usize,
    pub(crate) depth: usize,
    filter: RowFilter,
    excluded: Excluded,
    listed: ListedUses,
    /// The results that may be shown, each with its answer, in the order of their use.
    parts: Vec<(usize, usize)>,
}

impl<T: Item> GraphReport<T> {
    /// Creates the report of the rows that `filter` keeps.
    pub(crate) fn new(
        labels: ResultLabels,
        mut response: Response<T>,
        max_results: MostRows,
        depth: usize,
        filter: RowFilter,
    ) -> Self {
        let mut excluded = Excluded::default();
        let (mut all, mut kept_uses) = (Places::default(), Places::default());
        let answers = match &mut response.answers {
            Answers::One(answer) => std::slice::from_mut(answer),
            Answers::Several(answers, _) => answers.as_mut_slice(),
            Answers::None { .. } => &mut [],
        };
        for answer in answers {
            all.extend(own_uses(&answer.results));
            let mut others = std::mem::take(&mut answer.others);
            let kept = |old: usize, new: usize| {
                if let Some(meanings) = others.remove(&old) {
                    answer.others.insert(new, meanings);
                }
            };
            filter.apply(&mut answer.results, |row| Filtered::of(row, labels), kept, &mut excluded);
            kept_uses.extend(own_uses(&answer.results));
            filter.apply(
                &mut answer.overriding,
                |row| Filtered::of(row, labels),
                |_, _| {},
                &mut excluded,
            );
        }
        filter.keep_open(&mut response.open);
        if let Some(account) = &mut response.account {
            filter.put_first(&mut account.unresolved);
        }
        let listed = ListedUses::new(&all, &kept_uses);
        let answers = answers_of(&response);
        let is_given = max_results.is_given();
        let max_results = max_results.of(answers.iter().map(|answer| answer.results.len()).sum());
        let parts = parts_in_order(answers, max_results, is_given);
        Self { labels, response, max_results, depth, filter, excluded, listed, parts }
    }

    fn all(&self) -> &[Answer<T>] {
        answers_of(&self.response)
    }

    /// Returns what stands beside the rows.
    fn beside(&self) -> Beside<'_, T> {
        let overriding = match &self.response.answers {
            Answers::One(answer) => answer.overriding.as_slice(),
            _ => &[],
        };
        let (labels, rows) = (self.labels, self.parts.len());
        let room = self.max_results - rows;
        let (open, account) = (&self.response.open, self.response.account.as_ref());
        Beside { labels, overriding, room, open, account, rows }
    }

    /// Returns, for each answer, the results that are shown.
    fn shown_results(&self, shown: &Shown) -> Vec<Vec<(usize, &T)>> {
        let answers = self.all();
        let mut results: Vec<Vec<usize>> = answers.iter().map(|_| Vec::new()).collect();
        for (part, (answer, result)) in self.parts.iter().copied().enumerate() {
            if shown.contains(part) {
                results[answer].push(result);
            }
        }
        for list in &mut results {
            list.sort_unstable();
        }
        answers
            .iter()
            .zip(results)
            .map(|(answer, list)| {
                list.into_iter().map(|index| (index, &answer.results[index])).collect()
            })
            .collect()
    }

    fn total(&self) -> (usize, bool) {
        let answers = self.all();
        let total = answers.iter().map(|answer| answer.results.len()).sum();
        let levels = self.response.deeper.iter().map(|level| &level.account);
        let is_whole = self.response.account.iter().chain(levels).all(Account::is_whole);
        let is_read = match &self.response.answers {
            Answers::None { mentions, .. } => mentions.unreadable.is_none(),
            _ => answers.iter().all(|answer| answer.is_exact),
        };
        (total, is_whole && is_read)
    }

    fn all_results(&self) -> impl Iterator<Item = &T> {
        self.all().iter().flat_map(|answer| &answer.results)
    }

    /// Returns the number of uses that some rows list.
    fn uses<'a>(&self, results: impl Iterator<Item = &'a T>) -> usize
    where
        T: 'a,
    {
        let calling = results.filter(|result| !result.is_passing());
        calling.map(|result| result.places(self.labels).len()).sum()
    }

    /// Returns the numbers of results, and of the uses that they list, shown and all.
    fn counted(&self, results: &[Vec<(usize, &T)>]) -> String {
        let is_exact = self.total().1;
        let passing = self.all_results().filter(|result| result.is_passing()).count();
        let definitions = |result: &T| if result.is_passing() { 0 } else { result.definitions() };
        let shown = results.iter().flatten().map(|(_, result)| definitions(result)).sum();
        let rows = ShownOfTotal { shown, all: self.all_results().map(definitions).sum() };
        let uses = ShownOfTotal {
            shown: self.uses(results.iter().flatten().map(|(_, result)| *result)),
            all: self.uses(self.all_results()),
        };
        let writes = self.all_results().filter(|result| result.is_write()).count();
        format!("{}{}", counts(self.labels, rows, uses, is_exact), among(writes, passing))
    }

    fn footer(&self, results: &[Vec<(usize, &T)>], shown: &Shown) -> Footer {
        let facts = format!("{} · {}", self.counted(results), self.known_from());
        Footer::new(facts, shown.tokens)
    }

    /// Adds an answer. `note` states how it is known, unless a later answer has the same note. If
    /// every result that `max_results` allows is shown, the places of the others are named.
    fn answer_doc(
        &self,
        doc: &mut Doc,
        answer: &Answer<T>,
        results: &[(usize, &T)],
        note: Option<&String>,
        names_rest: bool,
    ) {
        let heading = match &answer.target {
            Some(target) => {
                let with = common_member(results).map_or_else(String::new, |member| {
                    format!(", each with the line of `{member}`")
                });
                let are_shorter = results.iter().any(|(_, result)| result.leaves_out_target());
                let without = if are_shorter { ", which rows do not repeat" } else { "" };
                let marks = Marks::of(results.iter().flat_map(|(_, result)| result.sites()));
                let (name, place) = (head_name(target), places(target, MAX_PLACES, &marks));
                format!("{} `{name}` ({place}){without}{with}:", self.labels.heading)
            }
            None if answer.evidence.source == Source::Text => {
                format!("{} `{}`, by text alone:", self.labels.heading, answer.name)
            }
            None => format!("{} `{}`:", self.labels.heading, answer.name),
        };
        doc.push(Block::Heading(heading));
        if answer.results.is_empty() && !self.excluded.rows.is_empty() {
            doc.push(Block::Text(self.only_left_out()));
            return;
        }
        if answer.results.is_empty() {
            doc.push(Block::Text(self.nothing(answer, usize::MAX)));
            doc.blocks.extend(note.cloned().map(Block::Text));
            return;
        }
        self.rows_doc(doc, answer, results);
        outside(doc, results);
        if answer.elsewhere > 0 {
            doc.push(Block::Text(format!("{}.", listed_above(answer.elsewhere, "more "))));
        }
        let rest = answer.results.len() - results.len();
        if rest > 0 {
            let most = match self.depth {
                _ if !names_rest => 0,
                1 => MAX_REST / self.all().len().max(1),
                _ => MAX_REST_OF_TREE,
            };
            let places = rest_of(self.labels, answer, results, most);
            let noun = if rest == 1 { self.labels.one } else { self.labels.many };
            let separator = if places.is_empty() { "" } else { ": " };
            doc.push(Block::More {
                depth: 0,
                text: format!("… ({rest} more {noun}{separator}{places})"),
            });
        }
        doc.blocks.extend(note.cloned().map(Block::Text));
    }

    /// Adds the results that are in the project's files: as a tree if the answer is deeper than one
    /// level, else by certainty and file.
    fn rows_doc(&self, doc: &mut Doc, answer: &Answer<T>, results: &[(usize, &T)]) {
        let known: Vec<&(usize, &T)> =
            results.iter().filter(|(_, result)| result.outside().is_none()).collect();
        let order = if self.depth > 1 {
            preorder(&known.iter().map(|(_, result)| *result).collect::<Vec<_>>())
        } else {
            by_file(self.labels, &known).into_iter().map(|index| (index, 0)).collect()
        };
        let (is_tree, are_several) = (self.depth > 1, self.all().len() > 1);
        let common = if is_tree { None } else { common_meanings(answer, &known) };
        let common_aside = if is_tree || common.is_some() { None } else { common_aside(&known) };
        let member = common_member(results);
        let mut certainty = best(answer.evidence.source);
        let mut doubtful: Vec<bool> = Vec::new();
        let mut again = Again::new(&known, &order);
        for (number, (place, level)) in order.into_iter().enumerate() {
            let (index, result) = known[place];
            if result.certainty() > certainty && !is_tree {
                certainty = result.certainty();
                let doubt = common_doubt(self.labels, &known);
                let which = if are_several { String::new() } else { which_fit(answer, &known) };
                let doubt = doubt.map(|doubt| doubt + &which);
                let aside = common_aside.as_deref().or(doubt.as_deref());
                doc.push(Block::Section(section(certainty, common, aside)));
            }
            let mut row = result.row(RowTarget::of(answer), self.labels, is_tree);
            (row.number, row.depth) = (Some(number + 1), level);
            // Of one definition, the title says which others fit.
            let others = answer.others.get(index).filter(|_| common.is_none() && are_several);
            let mut asides: Vec<String> =
                others.map(|others| or_else(others)).into_iter().collect();
            let is_doubtful = result.certainty() == Certainty::Possible
                && !result.is_passing()
                && answer.evidence.source != Source::Text;
            // What is below a doubtful row is as doubtful.
            doubtful.truncate(level);
            if is_tree && is_doubtful && !doubtful.contains(&true) {
                asides.push("possible".to_owned());
            }
            doubtful.push(is_doubtful);
            asides.extend(required_member(*result, member));
            asides.extend(result.aside().filter(|_| common_aside.is_none()));
            asides.extend(again.elsewhere(*result));
            if let Some(line) = row.lines.first_mut() {
                asides.iter().for_each(|aside| line.text.push_str(&format!(" · {aside}")));
            }
            row.details.extend(asides);
            doc.push(Block::Result(row));
            doc.blocks.extend(again.below(*result, level).map(Block::Result));
        }
    }

    /// Adds the number of definitions that are not listed, and of their results.
    fn further_doc(&self, doc: &mut Doc, counted: &[&Answer<T>]) {
        let more = match &self.response.answers {
            Answers::Several(_, more) => *more,
            _ => 0,
        };
        let (number, least) = (counted.len() + more, if more > 0 { "≥ " } else { "" });
        if number == 0 {
            return;
        }
        let rows: usize = counted.iter().map(|answer| answer.results.len()).sum();
        let noun = if rows == 1 { self.labels.one } else { self.labels.many };
        let with = match counted {
            [] => String::new(),
            _ => format!(" with {least}{rows} {noun}"),
        };
        let definitions = plural(number, "definition", "definitions");
        let further = if number < self.all().len() + more { " more" } else { "" };
        doc.push(Block::More {
            depth: 0,
            text: format!(
                "… ({number}{further} {definitions} of the name{with}; narrow it with a path or `file`)"
            ),
        });
    }

    /// Returns how the account names the occurrences that rows list.
    fn rows_shown(&self, results: &[Vec<(usize, &T)>]) -> RowsShown {
        let total = self.total().0;
        let count: usize = results.iter().map(Vec::len).sum();
        let is_cut = count < total || !self.excluded.rows.is_empty();
        // Definitions may be reached through others, whose names are in their headers.
        let in_headers = self.labels.are_definitions
            && self.response.account.as_ref().is_some_and(|account| account.rows != total);
        let shown = || own_uses(results.iter().flatten().map(|(_, result)| *result));
        match (in_headers, is_cut) {
            (false, false) => RowsShown::All,
            (false, true) => self.listed.rows_shown(shown, self.response.account.as_ref()),
            (true, false) => RowsShown::AllInHeaders,
            (true, true) => RowsShown::SomeInHeaders,
        }
    }

    fn summary(&self, results: &[Vec<(usize, &T)>]) -> Summary {
        let (total, total_is_exact) = self.total();
        let count = results.iter().map(Vec::len).sum();
        let truncated = count < total;
        let mut summary = Summary { count, total, total_is_exact, truncated, ..Summary::default() };
        let code = results.iter().flatten().flat_map(|(_, result)| result.code());
        code.for_each(|code| summary.add_code(code));
        summary
    }
}

fn answers_of<T>(response: &Response<T>) -> &[Answer<T>] {
    match &response.answers {
        Answers::One(answer) => std::slice::from_ref(answer),
        Answers::Several(answers, _) => answers,
        Answers::None { .. } => &[],
    }
}

/// Returns how many of several definitions a reply of `limit` tokens holds, if one takes `tokens`
/// without its rows: the others are counted.
pub(crate) fn definitions_within(limit: usize, tokens: usize) -> usize {
    (limit / tokens).max(1)
}

/// Returns the results that may be shown, each with its answer, in round-robin order of the
/// definitions, so that none is crowded out. Where the number of results is given, the first of
/// each list are those that it says.
fn parts_in_order<T: Item>(
    answers: &[Answer<T>],
    max_results: usize,
    is_given: bool,
) -> Vec<(usize, usize)> {
    let order = |answer: &Answer<T>| match is_given {
        true => (0..answer.results.len()).collect(),
        false => most_useful_first(answer),
    };
    let lists: Vec<Vec<usize>> = answers.iter().map(order).collect();
    let most = lists.iter().map(Vec::len).max().unwrap_or(0);
    let round = |place: usize| {
        let lists = lists.iter().enumerate();
        lists.filter_map(move |(index, list)| Some((index, *list.get(place)?)))
    };
    (0..most).flat_map(round).take(max_results).collect()
}

impl<T: Item> Section for GraphReport<T> {
    fn extent(&self, shown: &Shown) -> String {
        self.counted(&self.shown_results(shown))
    }

    fn is_defined(&self) -> bool {
        !matches!(self.response.answers, Answers::None { .. })
    }

    fn evidence(&self) -> Evidence {
        self.all().first().map_or_else(Evidence::syntax, |answer| answer.evidence.clone())
    }

    fn places(&self) -> Vec<String> {
        let answers = self.all();
        let rows = self.parts.iter().map(|(answer, row)| &answers[*answer].results[*row]);
        let are_read = self.labels.are_definitions;
        let rows = rows.filter(|row| are_read || !row.is_test());
        let rows = rows.map(|row| row.place(self.labels));
        let rows = rows.filter(|(file, _)| !file.is_empty());
        let rows = rows.map(|(file, line)| format!("{file}:{line}"));
        self.targets().into_iter().chain(rows).collect()
    }

    fn targets(&self) -> Vec<String> {
        self.all().iter().filter_map(|answer| answer.target.as_ref()).map(place).collect()
    }

    fn depth(&self) -> usize {
        self.depth
    }

    /// Nothing calls a test, and what is in no file of the project calls nothing that is known.
    fn unfollowed(&self) -> usize {
        let last = self.all_results().filter(|result| result.depth() == self.depth);
        last.filter(|result| !result.is_test() && result.node().file.is_some()).count()
    }

    fn summary_of(&self, shown: &Shown) -> Summary {
        self.summary(&self.shown_results(shown))
    }
}

impl<T: Item> Report for GraphReport<T> {
    /// The rows, what stands beside them, and last the line about definitions without any.
    fn parts(&self) -> usize {
        self.parts.len() + self.beside().parts() + usize::from(self.all().len() > 1)
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let mut doc = Doc::default();
        let results = self.shown_results(shown);
        let count: usize = results.iter().map(Vec::len).sum();
        if let Answers::None { suggestions, mentions } = &self.response.answers {
            nothing_defined(&mut doc, suggestions, mentions);
        }
        let has_all_parts = (0..self.parts()).all(|part| shown.contains(part));
        let has_all_rows = (0..self.parts.len()).all(|part| shown.contains(part));
        let answers = self.all().iter().zip(&results);
        // Where rows had to give way, definitions without one are only counted.
        let (detailed, counted): (Vec<_>, Vec<_>) = answers.partition(|(_, results)| {
            has_all_parts || !results.is_empty() || self.all().len() == 1
        });
        let (silent, detailed): (Vec<_>, Vec<_>) =
            detailed.into_iter().partition(|(answer, _)| self.is_silent(answer));
        let joins = detailed.iter().filter(|(answer, _)| self.is_shared(answer)).count() > 1;
        let (shared, detailed): (Vec<_>, Vec<_>) =
            detailed.into_iter().partition(|(answer, _)| joins && self.is_shared(answer));
        for (index, (answer, results)) in detailed.iter().enumerate() {
            let before: Vec<&Answer<T>> =
                detailed[..index].iter().map(|(answer, _)| *answer).collect();
            if let Some(text) = same_rows(self.labels, answer, &before) {
                doc.push(Block::Text(text));
                continue;
            }
            let next = detailed
                .get(index + 1)
                .and_then(|(next, _)| next.evidence.note_without_installation());
            let note = answer
                .evidence
                .note_without_installation()
                .filter(|note| next.as_ref() != Some(note));
            self.answer_doc(&mut doc, answer, results, note.as_ref(), has_all_rows);
        }
        let shared: Vec<&Answer<T>> = shared.into_iter().map(|(answer, _)| answer).collect();
        self.shared_doc(&mut doc, &shared);
        let silent = silent.into_iter().map(|(answer, _)| answer);
        let silent: Vec<&Answer<T>> = silent.filter(|answer| !self.is_row(answer)).collect();
        let note = silent
            .first()
            .and_then(|first| first.evidence.note_without_installation())
            .filter(|_| detailed.is_empty());
        self.silent_doc(&mut doc, &silent, note.as_ref());
        let counted: Vec<&Answer<T>> = counted.into_iter().map(|(answer, _)| answer).collect();
        self.further_doc(&mut doc, &counted);
        let name = self.all().first().map(|answer| answer.name.as_str()).unwrap_or_default();
        self.beside().add_to(&mut doc, shown, name, count);
        doc.blocks.extend(self.filter.words(&self.excluded, self.labels.nouns()).map(Block::Text));
        let further = if has_all_rows { self.max_results.saturating_sub(count) } else { 0 };
        let passing = self.all_results().filter(|result| result.is_passing());
        let options = AccountOptions {
            passing: passing.flat_map(|result| result.places(self.labels)).collect(),
            rows: has_all_rows.then(|| self.rows_shown(&results)),
            values: MIN_VALUES.max(further),
        };
        let account = self.response.account.as_ref();
        account_doc(&mut doc, account, &self.response.deeper, &options);
        doc.footer = Some(self.footer(&results, shown));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let limit = shown.limit_of_account(self.parts());
        let mut results = self.shown_results(shown);
        results.truncate(definitions_within(shown.limit, TOKENS_OF_DEFINITION));
        let (mut suggestions, mut mentions, mut definitions) = (None, None, None);
        let subject = match &self.response.answers {
            Answers::Several(answers, more) => {
                definitions = Some(answers.len() + more);
                let each = answers.iter().zip(&results).map(|(answer, results)| OfDefinition {
                    target: answer.target.as_ref().map(Target::new),
                    results: described(answer, results),
                    possible_elsewhere: (answer.elsewhere > 0).then_some(answer.elsewhere),
                    evidence: &answer.evidence,
                    mentions: answer.mentions.as_ref(),
                });
                Subject::Several { definitions: each.collect() }
            }
            Answers::One(answer) => {
                mentions = answer.mentions.as_ref();
                let target = answer.target.as_ref().map(Target::new);
                Subject::One { target, results: described(answer, &results[0]) }
            }
            Answers::None { suggestions: near, mentions: mentioned } => {
                (suggestions, mentions) = (Some(near.as_slice()), Some(mentioned));
                Subject::One { target: None, results: Vec::new() }
            }
        };
        let calls = self.labels.uses.map(|_| self.uses(self.all_results()));
        to_value(GraphAnswer {
            subject,
            overriding: self.beside().overriding(shown).iter().collect(),
            left_out: &self.excluded.rows,
            summary: GraphSummary { summary: self.summary(&results), calls, definitions },
            evidence: self.evidence(),
            account: self.response.account.as_ref().map(|account| account.within(limit)),
            deeper: self
                .response
                .deeper
                .iter()
                .map(|level| level.within(limit / 2 / self.response.deeper.len()))
                .collect(),
            suggestions,
            mentions,
        })
    }

    fn picture(&self, shown: &Shown) -> Option<Picture> {
        let mut drawing = Drawing::new(self.labels.draws?);
        let results = self.shown_results(shown);
        for (answer, results) in self.all().iter().zip(&results) {
            let target = match &answer.target {
                Some(target) => drawing.target(target),
                None => drawing.name(&answer.name),
            };
            for (_, result) in results {
                let is_sure = result.certainty() != Certainty::Possible;
                drawing.way(target, result.via(), result.node(), None, is_sure);
            }
        }
        Some(drawing.finish(self.footer(&results, shown).to_string()))
    }

    fn xml(&self) -> XmlShape {
        XmlShape::new(self.labels.xml_root)
    }

    fn found(&self) -> bool {
        self.all().iter().any(|answer| !answer.results.is_empty())
    }
}
