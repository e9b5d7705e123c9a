//! Search vocabulary of a query: units that a word of the text can match, and concepts, each of
//! which has several units.

use super::intent::QueryIntent;
use super::meaning::Meaning;
use super::query::{Form, Query, QueryWord};
use super::synonyms;
use super::words::{Beginnings, HashKind, Word, for_each_word, hash, join, lower, stem, stem_hash};
use std::collections::HashMap;

/// Maximum number of concepts; masks have one bit for each.
const MAX_CONCEPTS: usize = 128;

/// Weight of a pair of adjacent words relative to each of them.
const PAIR_WEIGHT: f64 = 0.3;

/// A set of concepts, one bit each.
pub(super) type Mask = u128;

/// A pattern that a word of the text, or a subword, can match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unit {
    /// A subword with this stem.
    Stem(u32),
    /// A whole word whose joined subwords have this hash.
    Joined(u32),
    /// A subword equal to this, in lower case.
    Exact(Vec<u8>),
    /// A subword or a whole word with this prefix.
    Prefix(Vec<u8>),
    /// Several adjacent units.
    Sequence { units: Vec<u16>, within_word: bool },
}

/// One concept of the query. Every unit of it is evidence, with its own weight.
#[derive(Debug, Clone)]
pub(super) struct Concept {
    /// As the user wrote it; shown in answers.
    pub(super) label: String,
    /// Weight in the score; 0 if it is only excluded.
    pub(super) weight: f64,
    /// Units with their weights. Those of weight 1 are the word itself, the others are related
    /// words.
    pub(super) units: Vec<(u16, f64)>,
    pub(super) role: Role,
    /// The segments of a qualified name such as `Type.method`, in lower case and with their
    /// subwords joined; empty for other words.
    pub(super) path: Vec<String>,
}

impl Concept {
    fn new(label: &str, weight: f64, units: Vec<(u16, f64)>, role: Role) -> Self {
        Self { label: label.to_owned(), weight, units, role, path: Vec::new() }
    }
}

/// Origin of a concept in the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A word of the query.
    Word,
    /// A subword of the word that is the concept at this index, which is reported instead if both
    /// are found.
    PartOf(usize),
    /// The concept at this index and the next word, adjacent in the query and in the text.
    Pair(usize),
}

/// Concepts made from a word of the query.
#[derive(Debug, Clone, Default)]
pub(super) struct WordPlan {
    /// The concept of the word itself.
    pub(super) strict: Mask,
    /// All concepts made from it.
    pub(super) loose: Mask,
    /// True if it is a stop word that is dropped because there are other words.
    pub(super) is_ignored: bool,
}

/// The units and concepts of a query.
pub(super) struct Vocabulary {
    pub(super) units: Vec<Unit>,
    pub(super) concepts: Vec<Concept>,
    /// By index in the query's words.
    pub(super) words: Vec<WordPlan>,
    /// The symbol kind that the query's wording implies.
    pub(super) intent: QueryIntent,
    /// Vector of the query, if it is a description rather than a name or a condition.
    pub(super) meaning: Option<Meaning>,
    stems: HashMap<u32, u16>,
    joined: HashMap<u32, u16>,
    exact: HashMap<Vec<u8>, u16>,
    prefixes: Vec<u16>,
    /// First two letters of the subwords that can match some unit.
    starts: Beginnings,
    /// First two letters of the words that are matched as a whole.
    word_starts: Beginnings,
}

/// Buffer reused while a text is scanned.
#[derive(Default)]
pub(super) struct Scratch {
    lower: Vec<u8>,
}

impl Vocabulary {
    /// Creates the vocabulary without stop words, unless the query has no other words.
    pub(super) fn new(query: &Query) -> Self {
        Self::of(query, false)
    }

    /// Creates the vocabulary with stop words. `None` if there are none.
    pub(super) fn with_stop_words(&self, query: &Query) -> Option<Self> {
        self.words.iter().any(|word| word.is_ignored).then(|| Self::of(query, true))
    }

    fn of(query: &Query, keep_stop_words: bool) -> Self {
        let mut vocabulary = Self::empty();
        let is_stop = |word: &QueryWord| {
            word.form == Form::Plain
                && !word.is_wanted
                && synonyms::is_stop_word(&bare(&word.text).to_lowercase())
        };
        let all_stop = query.words.iter().all(|word| word.is_excluded || is_stop(word));
        for word in &query.words {
            let plan = if !all_stop && !keep_stop_words && is_stop(word) {
                WordPlan { is_ignored: true, ..WordPlan::default() }
            } else {
                vocabulary.plan(word)
            };
            vocabulary.words.push(plan);
        }
        vocabulary.add_pairs(query);
        vocabulary.intent = QueryIntent::of(query);
        vocabulary.meaning = vocabulary.meaning_of(query);
        // The name in a filter is also searched for in the text, so that the files that contain it
        // are found.
        for word in query.root.names() {
            vocabulary.plan(&word);
        }
        vocabulary
    }

    fn meaning_of(&self, query: &Query) -> Option<Meaning> {
        if !query.is_description() {
            return None;
        }
        let looked_for = query.words.iter().zip(&self.words).filter(|(_, plan)| !plan.is_ignored);
        let parts = looked_for.flat_map(|(word, _)| parts_of(bare(&word.text)));
        Meaning::of(&parts.map(|part| stem(&part)).collect::<Vec<_>>())
    }

    /// Creates the vocabulary of an exact search for a text.
    pub(super) fn of_text(text: &str) -> Self {
        let mut vocabulary = Self::empty();
        vocabulary.concepts.push(Concept::new(text, 1.0, Vec::new(), Role::Word));
        vocabulary
    }

    fn empty() -> Self {
        Self {
            units: Vec::new(),
            concepts: Vec::new(),
            words: Vec::new(),
            intent: QueryIntent::default(),
            meaning: None,
            stems: HashMap::new(),
            joined: HashMap::new(),
            exact: HashMap::new(),
            prefixes: Vec::new(),
            starts: Beginnings::none(),
            word_starts: Beginnings::none(),
        }
    }

    /// Returns the labels of the concepts in a mask, without subwords and pairs of concepts that
    /// are in it too.
    pub(super) fn labels(&self, mask: Mask) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        for (index, concept) in self.concepts.iter().enumerate() {
            let is_spoken_for = match concept.role {
                Role::Word => false,
                Role::PartOf(other) | Role::Pair(other) => mask >> other & 1 == 1,
            };
            if mask >> index & 1 == 1
                && concept.weight > 0.0
                && !is_spoken_for
                && !labels.contains(&concept.label)
            {
                labels.push(concept.label.clone());
            }
        }
        labels
    }

    /// Returns the concepts that equal a qualified name or the end of it: `Type.method` for a
    /// method of that type.
    pub(super) fn named_by(&self, path: &[&str]) -> Mask {
        let mut mask = 0;
        let mut names: Option<Vec<String>> = None;
        for (index, concept) in
            self.concepts.iter().enumerate().filter(|(_, concept)| !concept.path.is_empty())
        {
            let names =
                names.get_or_insert_with(|| path.iter().flat_map(|name| segments(name)).collect());
            mask |= if names.ends_with(&concept.path) { 1 << index } else { 0 };
        }
        mask
    }

    /// Returns the concepts that a text contains in some form.
    pub(super) fn held_by(&self, text: &str, scratch: &mut Scratch) -> Mask {
        let mut mask = 0;
        for_each_word(text.as_bytes(), |word| {
            self.look(word, scratch, |unit, _| {
                for (index, concept) in self.concepts.iter().enumerate() {
                    if concept.weight > 0.0 && concept.units.iter().any(|(known, _)| *known == unit)
                    {
                        mask |= 1 << index;
                    }
                }
            });
        });
        mask
    }

    /// Returns whether every unit can be looked up by the hash of a stem or joined word.
    pub(super) fn is_hashed(&self) -> bool {
        self.prefixes.is_empty() && self.exact.is_empty()
    }

    /// Returns whether the query is one word, which is likely a name.
    pub(super) fn is_name(&self) -> bool {
        self.concepts
            .iter()
            .filter(|concept| concept.role == Role::Word && concept.weight > 0.0)
            .count()
            <= 1
    }

    /// Returns the first letters of the words in which `look` may find a unit.
    pub(super) fn beginnings(&self) -> Beginnings {
        let mut beginnings = Beginnings::none();
        beginnings.add_all(&self.starts);
        beginnings.add_all(&self.word_starts);
        beginnings
    }

    /// Returns whether nothing contributes to the score: the query has filters and exclusions
    /// alone.
    pub(super) fn is_empty(&self) -> bool {
        self.concepts.iter().all(|concept| concept.weight == 0.0)
    }

    /// Returns the hash of a unit. `None` if the unit cannot be looked up by hash.
    pub(super) fn hash_of(&self, unit: u16) -> Option<u32> {
        match &self.units[unit as usize] {
            Unit::Stem(hash) | Unit::Joined(hash) => Some(*hash),
            Unit::Exact(_) | Unit::Prefix(_) | Unit::Sequence { .. } => None,
        }
    }

    fn plan(&mut self, word: &QueryWord) -> WordPlan {
        let parts = parts_of(if word.form == Form::Plain { bare(&word.text) } else { &word.text });
        let weight = if word.is_excluded { 0.0 } else { 1.0 };
        match word.form {
            Form::Prefix => {
                let joined: String = parts.concat();
                let unit = self.unit(Unit::Prefix(joined.into_bytes()));
                self.single(Concept::new(
                    &format!("{}*", word.text),
                    weight,
                    vec![(unit, 1.0)],
                    Role::Word,
                ))
            }
            Form::Phrase => {
                let units: Vec<u16> = parts
                    .iter()
                    .map(|part| self.unit(Unit::Exact(part.clone().into_bytes())))
                    .collect();
                let unit = match units.as_slice() {
                    [only] => *only,
                    _ => self.unit(Unit::Sequence { units, within_word: false }),
                };
                let weight = weight * (1.0 + 0.5 * (parts.len() as f64 - 1.0)).min(3.0);
                self.single(Concept::new(&word.text, weight, vec![(unit, 1.0)], Role::Word))
            }
            Form::Plain => self.plain(word, &parts, weight),
        }
    }

    fn plain(&mut self, word: &QueryWord, parts: &[String], weight: f64) -> WordPlan {
        let joined: String = parts.concat();
        let mut units = vec![
            self.unit(Unit::Joined(hash(HashKind::Joined, joined.as_bytes()))),
            self.stem_unit(&joined),
        ];
        self.word_starts.add(joined.as_bytes());
        if let [_] = parts {
            let mut units: Vec<(u16, f64)> = units.into_iter().map(|unit| (unit, 1.0)).collect();
            if !word.is_excluded {
                let same = synonyms::of(&joined)
                    .iter()
                    .map(|(other, factor)| ((*other).to_owned(), *factor));
                for (other, factor) in same.chain(synonyms::agents(&joined)) {
                    let unit = self.stem_unit(&other);
                    if units.iter().all(|(known, _)| *known != unit) {
                        units.push((unit, factor));
                    }
                }
            }
            return self.single(Concept::new(bare(&word.text), weight, units, Role::Word));
        }
        let sequence: Vec<u16> = parts.iter().map(|part| self.stem_unit(part)).collect();
        units.push(self.unit(Unit::Sequence { units: sequence.clone(), within_word: true }));
        // Names joined by other punctuation (`sync::Mutex`, `request.user`) are found as written.
        units.push(self.unit(Unit::Sequence { units: sequence.clone(), within_word: false }));
        let units = units.into_iter().map(|unit| (unit, 1.0)).collect();
        let whole = Concept::new(bare(&word.text), weight * 1.5, units, Role::Word);
        let mut plan = self.single(Concept { path: path_in(bare(&word.text)), ..whole });
        if word.is_excluded || plan.strict == 0 {
            return plan;
        }
        let whole = plan.strict.trailing_zeros() as usize;
        for (part, unit) in parts.iter().zip(sequence) {
            // Subwords of a name count less than separate words, and stop words among them very
            // little.
            let weight = if synonyms::is_stop_word(part) { 0.05 } else { weight * 0.5 };
            plan.loose |= self
                .single(Concept::new(part, weight, vec![(unit, 1.0)], Role::PartOf(whole)))
                .strict;
        }
        plan
    }

    /// Adds concepts for adjacent words of the query, which are adjacent or one word in the text:
    /// "time zone", `time_zone`, `timezone`.
    fn add_pairs(&mut self, query: &Query) {
        for (index, pair) in query.words.windows(2).enumerate() {
            let [first, second] = pair else { continue };
            if self.words[index].strict == 0 {
                continue;
            }
            let is_plain = |word: &QueryWord| word.form == Form::Plain && !word.is_excluded;
            if !is_plain(first) || !is_plain(second) {
                continue;
            }
            let (mut parts, more) = (parts_of(bare(&first.text)), parts_of(bare(&second.text)));
            parts.extend(more);
            let [one, other] = parts.as_slice() else { continue };
            if synonyms::is_stop_word(one) || synonyms::is_stop_word(other) {
                continue;
            }
            let joined = parts.concat();
            let sequence = vec![self.stem_unit(one), self.stem_unit(other)];
            self.word_starts.add(joined.as_bytes());
            let units = [
                self.unit(Unit::Joined(hash(HashKind::Joined, joined.as_bytes()))),
                self.stem_unit(&joined),
                self.unit(Unit::Sequence { units: sequence, within_word: false }),
            ];
            let units = units.into_iter().map(|unit| (unit, 1.0)).collect();
            let role = Role::Pair(self.words[index].strict.trailing_zeros() as usize);
            let pair = self.single(Concept::new(&joined, PAIR_WEIGHT, units, role));
            self.words[index].loose |= pair.loose;
        }
    }

    fn single(&mut self, concept: Concept) -> WordPlan {
        let known = self.concepts.iter().position(|other| {
            other.units == concept.units
                && (other.weight == 0.0) == (concept.weight == 0.0)
                && other.label == concept.label
        });
        let index = match known {
            // A repeated word counts a little more.
            Some(known) => {
                self.concepts[known].weight =
                    (self.concepts[known].weight + 0.25 * concept.weight).min(2.0);
                known
            }
            None if self.concepts.len() == MAX_CONCEPTS => return WordPlan::default(),
            None => {
                self.concepts.push(concept);
                self.concepts.len() - 1
            }
        };
        WordPlan { strict: 1 << index, loose: 1 << index, is_ignored: false }
    }

    fn stem_unit(&mut self, part: &str) -> u16 {
        // All words of one stem share its letters but the last.
        let stem = stem(part);
        let kept = if stem.len() > 2 { stem.len() - 1 } else { stem.len() };
        self.starts.add(&stem.as_bytes()[..kept.min(2)]);
        for form in synonyms::irregular_forms(&stem) {
            self.starts.add(&form.as_bytes()[..2]);
        }
        self.unit(Unit::Stem(hash(HashKind::Stem, stem.as_bytes())))
    }

    fn unit(&mut self, unit: Unit) -> u16 {
        if let Some(known) = self.units.iter().position(|other| *other == unit) {
            return known as u16;
        }
        let index = self.units.len() as u16;
        match &unit {
            Unit::Stem(hash) => {
                self.stems.insert(*hash, index);
            }
            Unit::Joined(hash) => {
                self.joined.insert(*hash, index);
            }
            Unit::Exact(lower) => {
                self.starts.add(lower);
                self.exact.insert(lower.clone(), index);
            }
            Unit::Prefix(lower) => {
                self.starts.add(lower);
                self.word_starts.add(lower);
                self.prefixes.push(index);
            }
            Unit::Sequence { .. } => {}
        }
        self.units.push(unit);
        index
    }

    /// Finds the units that a word of a text and its subwords match, except sequences. `hit` gets
    /// the unit and the index of the subword; a match of the whole word counts as its first
    /// subword.
    pub(super) fn look(
        &self,
        word: &Word<'_>,
        scratch: &mut Scratch,
        mut hit: impl FnMut(u16, usize),
    ) {
        for part in 0..word.parts.len() {
            let bytes = word.part(part);
            if !self.starts.has(bytes) {
                continue;
            }
            lower(bytes, &mut scratch.lower);
            if let Some(unit) = self.stems.get(&stem_hash(&scratch.lower)) {
                hit(*unit, part);
            }
            if !self.exact.is_empty()
                && let Some(unit) = self.exact.get(scratch.lower.as_slice())
            {
                hit(*unit, part);
            }
            for prefix in &self.prefixes {
                // The first subword is tested with the whole word.
                if part > 0 && self.is_prefix(*prefix, &scratch.lower) {
                    hit(*prefix, part);
                }
            }
        }
        if !self.word_starts.has(word.part(0)) && word.part(0).len() > 1 {
            return;
        }
        join(word, &mut scratch.lower);
        if word.parts.len() > 1
            && let Some(unit) = self.joined.get(&hash(HashKind::Joined, &scratch.lower))
        {
            hit(*unit, 0);
        }
        for prefix in &self.prefixes {
            if self.is_prefix(*prefix, &scratch.lower) {
                hit(*prefix, 0);
            }
        }
    }

    fn is_prefix(&self, unit: u16, lower: &[u8]) -> bool {
        matches!(&self.units[unit as usize], Unit::Prefix(prefix) if lower.starts_with(prefix))
    }
}

/// Returns a word without surrounding punctuation and possessive ending.
pub(super) fn bare(text: &str) -> &str {
    let text =
        text.trim_matches(|character: char| !character.is_alphanumeric() && character != '_');
    text.strip_suffix("'s").or_else(|| text.strip_suffix("’s")).unwrap_or(text)
}

/// Returns the segments of a qualified name; empty if the word is a single name.
fn path_in(word: &str) -> Vec<String> {
    let path: Vec<String> = segments(word).collect();
    if path.len() > 1 { path } else { Vec::new() }
}

/// Returns the segments of a name that may be qualified, in lower case and with their subwords
/// joined.
fn segments(name: &str) -> impl Iterator<Item = String> {
    name.split(['.', ':', '#', '/'])
        .filter(|name| !name.is_empty())
        .map(|name| parts_of(name).concat())
}

/// Returns the subwords of a text, in lower case.
pub(super) fn parts_of(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut buffer = Vec::new();
    for_each_word(text.as_bytes(), |word| {
        for part in 0..word.parts.len() {
            lower(word.part(part), &mut buffer);
            parts.push(String::from_utf8_lossy(&buffer).into_owned());
        }
    });
    // A word that consists of overlong runs has no subwords; it cannot be found, but needs one to
    // be reported as missing.
    if parts.is_empty() {
        parts.push(text.to_lowercase());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the labels of the concepts that a text matches, except sequences.
    fn check(query: &str, text: &str, expected: &[&str]) {
        let vocabulary = Vocabulary::new(&Query::parse(query).expect("a query"));
        let mut mask: Mask = 0;
        let mut scratch = Scratch::default();
        for_each_word(text.as_bytes(), |word| {
            vocabulary.look(word, &mut scratch, |unit, _| {
                for (index, concept) in vocabulary.concepts.iter().enumerate() {
                    if concept.units.iter().any(|(known, _)| *known == unit) {
                        mask |= 1 << index;
                    }
                }
            });
        });
        assert_eq!(vocabulary.labels(mask), expected, "{query} in {text}");
    }

    #[test]
    fn words_are_found_in_every_style() {
        for text in
            ["switchMap", "switch_map", "SwitchMap", "SWITCH_MAP", "switch-map", "switchmap"]
        {
            check("switchMap", text, &["switchMap"]);
            check("switch_map", text, &["switch_map"]);
            check("switchmap", text, &["switchmap"]);
        }
        check("switch map", "switchMapTo", &["switch", "map"]);
        check("switchMap", "map the switch", &["switch", "map"]);
        check("retries", "retry_count", &["retries"]);
        check("configuration", "cfg", &["configuration"]);
    }

    #[test]
    fn stop_words_are_left_out_only_where_others_remain() {
        check("how does the pool work", "the pool", &["pool"]);
        check("only this", "this", &["this"]);
        check("only_this", "only_this", &["only_this"]);
        check("the", "the", &["the"]);
        check(
            "why doesn't the pool's (socket) close?",
            "doesn the pool s socket",
            &["pool", "socket"],
        );
    }

    #[test]
    fn prefixes_are_of_parts_and_of_whole_words() {
        check("spawn*", "spawn_blocking", &["spawn*"]);
        check("block*", "spawn_blocking", &["block*"]);
        check("getUs*", "get_user", &["getUs*"]);
        check("spawn*", "respawn", &[]);
    }

    #[test]
    fn letters_beyond_ascii_are_found_in_either_case() {
        check("größe", "Größe", &["größe"]);
        check("ёжик", "ЁЖИК", &["ёжик"]);
        check("x", "X", &["x"]);
    }
}
