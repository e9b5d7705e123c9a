//! What a query's words come to when they are looked for: units that a word of the text can be, and concepts, each of which
//! several units speak of.

use super::query::{Form, Query, QueryWord};
use super::synonyms;
use super::words::{HashKind, Word, for_each_word, hash, join, lower, stem, stem_hash};
use std::collections::HashMap;

/// Concepts beyond this number are not looked for; masks have a bit for each.
const MAX_CONCEPTS: usize = 128;

/// A set of concepts.
pub(super) type Mask = u128;

/// Something that a word of the text, or a part of one, can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unit {
    /// A part with this stem.
    Stem(u32),
    /// A whole word whose joined parts are these.
    Joined(u32),
    /// A part that is just this, in small letters.
    Exact(Vec<u8>),
    /// A part or a whole word that starts like this.
    Prefix(Vec<u8>),
    /// Several units next to each other.
    Sequence { units: Vec<u16>, within_word: bool },
}

/// One idea of the query. Every unit of it is evidence, some more than others.
#[derive(Debug, Clone)]
pub(super) struct Concept {
    /// As the user wrote it; what answers name.
    pub(super) label: String,
    /// How much it counts; 0 for what is only excluded.
    pub(super) weight: f64,
    /// Units with how much each counts. Those of weight 1 are the word itself, the others speak of the same.
    pub(super) units: Vec<(u16, f64)>,
    /// A concept that this is only a part of, and that speaks for it where both are found.
    pub(super) part_of: Option<usize>,
}

/// What became of a word of the query.
#[derive(Debug, Clone, Default)]
pub(super) struct WordPlan {
    /// The concept that is the word itself.
    pub(super) strict: Mask,
    /// All concepts that come from it.
    pub(super) loose: Mask,
    /// A stop word that is not looked for, since other words are.
    pub(super) is_ignored: bool,
}

/// What is looked for.
pub(super) struct Vocabulary {
    pub(super) units: Vec<Unit>,
    pub(super) concepts: Vec<Concept>,
    /// By index of the query's words.
    pub(super) words: Vec<WordPlan>,
    stems: HashMap<u32, u16>,
    joined: HashMap<u32, u16>,
    exact: HashMap<Vec<u8>, u16>,
    prefixes: Vec<u16>,
    /// Which first two letters a part can have that is any of the units.
    starts: Starts,
    /// The same for words that are looked at as a whole.
    word_starts: Starts,
}

/// A set of beginnings: two bytes in small letters, the second 0 where there is none.
struct Starts(Box<[u64; 1024]>);

impl Starts {
    fn new() -> Self {
        Self(Box::new([0; 1024]))
    }

    fn index(bytes: &[u8]) -> usize {
        let at = |place: usize| bytes.get(place).map_or(0, |byte| byte.to_ascii_lowercase() as usize);
        at(0) << 8 | at(1)
    }

    fn add(&mut self, bytes: &[u8]) {
        match bytes {
            // Large letters beyond ASCII begin with other bytes than small ones, so that all of them count.
            [first, ..] if !first.is_ascii() => (0x80..=0xff).for_each(|first| self.add_any_second(first)),
            // A single letter may be a prefix of anything.
            [first] => self.add_any_second(*first as usize),
            [first, second, ..] if !second.is_ascii() => {
                let _ = second;
                self.add_any_second(*first as usize);
            }
            _ => self.set(Self::index(bytes)),
        }
    }

    fn add_any_second(&mut self, first: usize) {
        (0..256).for_each(|second| self.set(first << 8 | second));
    }

    fn set(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn has(&self, bytes: &[u8]) -> bool {
        let index = Self::index(bytes);
        self.0[index / 64] >> (index % 64) & 1 == 1
    }
}

/// Reused while a text is looked through.
#[derive(Default)]
pub(super) struct Scratch {
    lower: Vec<u8>,
}

impl Vocabulary {
    pub(super) fn new(query: &Query) -> Self {
        let mut vocabulary = Self::empty();
        let is_stop = |word: &QueryWord| {
            word.form == Form::Plain && !word.is_wanted && synonyms::is_stop_word(&word.text.to_lowercase())
        };
        // Stop words alone are a query too.
        let all_stop = query.words.iter().all(|word| word.is_excluded || is_stop(word));
        for word in &query.words {
            let plan = if !all_stop && is_stop(word) {
                WordPlan { is_ignored: true, ..WordPlan::default() }
            } else {
                vocabulary.plan(word)
            };
            vocabulary.words.push(plan);
        }
        // A definition's name is looked for in the text too, so that the files that hold it are found.
        for word in query.root.names() {
            vocabulary.plan(&word);
        }
        vocabulary
    }

    /// What is looked for when a text is wanted as it stands.
    pub(super) fn of_text(text: &str) -> Self {
        let mut vocabulary = Self::empty();
        vocabulary.concepts.push(Concept { label: text.to_owned(), weight: 1.0, units: Vec::new(), part_of: None });
        vocabulary
    }

    fn empty() -> Self {
        Self {
            units: Vec::new(),
            concepts: Vec::new(),
            words: Vec::new(),
            stems: HashMap::new(),
            joined: HashMap::new(),
            exact: HashMap::new(),
            prefixes: Vec::new(),
            starts: Starts::new(),
            word_starts: Starts::new(),
        }
    }

    /// The concepts that a mask holds, as answers name them: without parts of others that are named.
    pub(super) fn labels(&self, mask: Mask) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        for (index, concept) in self.concepts.iter().enumerate() {
            let is_spoken_for = concept.part_of.is_some_and(|whole| mask >> whole & 1 == 1);
            if mask >> index & 1 == 1 && concept.weight > 0.0 && !is_spoken_for && !labels.contains(&concept.label) {
                labels.push(concept.label.clone());
            }
        }
        labels
    }

    /// Whether something is looked for that hashes cannot tell.
    pub(super) fn has_prefixes(&self) -> bool {
        !self.prefixes.is_empty()
    }

    /// Whether nothing ranks: the query has filters and exclusions alone.
    pub(super) fn is_empty(&self) -> bool {
        self.concepts.iter().all(|concept| concept.weight == 0.0)
    }

    /// The hashes by which a unit's necessary condition can be looked up.
    pub(super) fn hash_of(&self, unit: u16) -> Option<u32> {
        match &self.units[unit as usize] {
            Unit::Stem(hash) | Unit::Joined(hash) => Some(*hash),
            Unit::Exact(lower) => Some(stem_hash(lower)),
            Unit::Prefix(_) | Unit::Sequence { .. } => None,
        }
    }

    fn plan(&mut self, word: &QueryWord) -> WordPlan {
        let parts = parts_of(&word.text);
        let weight = if word.is_excluded { 0.0 } else { 1.0 };
        match word.form {
            Form::Prefix => {
                let joined: String = parts.concat();
                let unit = self.unit(Unit::Prefix(joined.into_bytes()));
                self.single(Concept {
                    label: format!("{}*", word.text),
                    weight,
                    units: vec![(unit, 1.0)],
                    part_of: None,
                })
            }
            Form::Phrase => {
                let units: Vec<u16> =
                    parts.iter().map(|part| self.unit(Unit::Exact(part.clone().into_bytes()))).collect();
                let unit = match units.as_slice() {
                    [only] => *only,
                    _ => self.unit(Unit::Sequence { units, within_word: false }),
                };
                let weight = weight * (1.0 + 0.5 * (parts.len() as f64 - 1.0)).min(3.0);
                self.single(Concept { label: word.text.clone(), weight, units: vec![(unit, 1.0)], part_of: None })
            }
            Form::Plain => self.plain(word, &parts, weight),
        }
    }

    fn plain(&mut self, word: &QueryWord, parts: &[String], weight: f64) -> WordPlan {
        let joined: String = parts.concat();
        let mut units =
            vec![self.unit(Unit::Joined(hash(HashKind::Joined, joined.as_bytes()))), self.stem_unit(&joined)];
        self.word_starts.add(joined.as_bytes());
        if let [_] = parts {
            let mut units: Vec<(u16, f64)> = units.into_iter().map(|unit| (unit, 1.0)).collect();
            if !word.is_excluded {
                for (other, factor) in synonyms::of(&joined).iter().copied() {
                    let unit = self.stem_unit(other);
                    if units.iter().all(|(known, _)| *known != unit) {
                        units.push((unit, factor));
                    }
                }
            }
            return self.single(Concept { label: word.text.clone(), weight, units, part_of: None });
        }
        let sequence: Vec<u16> = parts.iter().map(|part| self.stem_unit(part)).collect();
        units.push(self.unit(Unit::Sequence { units: sequence.clone(), within_word: true }));
        // Names that are joined by other marks (`sync::Mutex`, `request.user`) are found as they stand.
        units.push(self.unit(Unit::Sequence { units: sequence.clone(), within_word: false }));
        let units = units.into_iter().map(|unit| (unit, 1.0)).collect();
        let mut plan = self.single(Concept { label: word.text.clone(), weight: weight * 1.5, units, part_of: None });
        if word.is_excluded || plan.strict == 0 {
            return plan;
        }
        let whole = plan.strict.trailing_zeros() as usize;
        for (part, unit) in parts.iter().zip(sequence) {
            // Parts of a name count less than words of their own, and stop words among them hardly.
            let weight = if synonyms::is_stop_word(part) { 0.05 } else { weight * 0.5 };
            let concept = Concept { label: part.clone(), weight, units: vec![(unit, 1.0)], part_of: Some(whole) };
            plan.loose |= self.single(concept).strict;
        }
        plan
    }

    fn single(&mut self, concept: Concept) -> WordPlan {
        let known = self.concepts.iter().position(|other| {
            other.units == concept.units
                && (other.weight == 0.0) == (concept.weight == 0.0)
                && other.label == concept.label
        });
        let index = match known {
            // A word that is said twice counts a little more.
            Some(known) => {
                self.concepts[known].weight = (self.concepts[known].weight + 0.25 * concept.weight).min(2.0);
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
        // All words of one stem begin alike, but for the last letter of the stem.
        let stem = stem(part);
        let kept = if stem.len() > 2 { stem.len() - 1 } else { stem.len() };
        self.starts.add(&stem.as_bytes()[..kept.min(2)]);
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

    /// Tells which units a word of a text and its parts are, sequences aside. `hit` gets the unit and the part; what is of
    /// the word as a whole counts as its first part.
    pub(super) fn look(&self, word: &Word<'_>, scratch: &mut Scratch, mut hit: impl FnMut(u16, usize)) {
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
                // The first part is looked at with the whole word.
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

/// The parts of a text's words, in small letters.
pub(super) fn parts_of(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut buffer = Vec::new();
    for_each_word(text.as_bytes(), |word| {
        for part in 0..word.parts.len() {
            lower(word.part(part), &mut buffer);
            parts.push(String::from_utf8_lossy(&buffer).into_owned());
        }
    });
    // A word of nothing but overlong runs has no parts; it can be found nowhere, and needs one to say so.
    if parts.is_empty() {
        parts.push(text.to_lowercase());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The labels of what a text speaks of, sequences aside.
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
        for text in ["switchMap", "switch_map", "SwitchMap", "SWITCH_MAP", "switch-map", "switchmap"] {
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
