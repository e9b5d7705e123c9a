//! Second-stage ranking: relevance of a definition to a query.
//!
//! BM25F over the fields, with each concept weighted by its inverse document frequency, times a
//! prior for the definition's kind and place. The constants were chosen on the tuning cases of the
//! retrieval benchmark.

use super::definitions::{Field, Hit, OwnerHits};
use super::files::PathConcepts;
use super::vocabulary::{Concept, Mask, Role, Unit, Vocabulary, bare};
use crate::domain::{Symbol, SymbolKind, Visibility};
use crate::workspace::{FileClass, FileKind};

/// BM25F parameters of a field: its weight, its usual length, and the strength of length
/// normalization.
struct FieldWeight {
    weight: f64,
    usual_length: f64,
    length_matters: f64,
}

const FIELDS: [FieldWeight; Field::COUNT] = [
    // Name, signature.
    FieldWeight { weight: 3.0, usual_length: 2.5, length_matters: 0.0 },
    FieldWeight { weight: 3.0, usual_length: 12.0, length_matters: 0.2 },
    // Documentation, body.
    FieldWeight { weight: 2.0, usual_length: 25.0, length_matters: 0.6 },
    FieldWeight { weight: 1.0, usual_length: 30.0, length_matters: 0.9 },
    // Names of members, first paragraph of the documentation.
    FieldWeight { weight: 0.3, usual_length: 15.0, length_matters: 0.6 },
    FieldWeight { weight: 8.0, usual_length: 12.0, length_matters: 0.6 },
];

/// Weights of the names that enclose a definition: its containers', its file's, and those of the
/// directories.
const CONTAINER_WEIGHT: f64 = 3.0;
const FILE_WEIGHT: f64 = 3.0;
const DIRECTORY_WEIGHT: f64 = 1.0;

/// Score bonus for a name that matches the query, and the share that the container's name counts
/// towards it.
const NAME_BONUS: f64 = 0.55;
const CONTAINER_NAME: f64 = 0.4;

/// Score bonus if the query is exactly the name: such a query asks for that definition.
const WHOLE_NAME: f64 = 0.52;

/// For definitions whose name is the query: the relevance of each, score factors of one in other
/// letter case and of a member of a type, and the bonus for each doubling of the number of lines,
/// up to a maximum.
const NAMED_RELEVANCE: f64 = 1.5;
const OTHER_CASE: f64 = 0.85;
const MEMBER: f64 = 0.95;
const DOUBLED_LINES: f64 = 0.02;
const MAX_LINES: usize = 256;

/// Score bonuses for query words in the names of the file and of its directories.
const FILE_BONUS: f64 = 0.225;
const DIRECTORY_BONUS: f64 = 0.05;

/// Score bonus for the maximum similarity to the query's vector.
pub(super) const MEANING: f64 = 1.1;

/// Score bonus for a body that contains all words of the query.
const BODY_BONUS: f64 = 0.08;
/// Score bonus for the definition that its file is named after.
const NAMESAKE_BONUS: f64 = 0.12;
/// Score reduction for an interface: what it promises is done elsewhere.
const INTERFACE_MALUS: f64 = 0.1;

/// Factor on the relevance of a definition that contains almost none of the query.
const MIN_COVERAGE: f64 = 0.55;
/// Coverage of a word that occurs only in the names around a definition.
const AROUND_COVERS: f64 = 0.5;

/// Exponent that lowers the score of a name shared by several definitions, and the maximum number
/// of them counted.
const COMMON_NAME: f64 = 0.1;
const MAX_NAMESAKES: usize = 10;

/// Term frequency saturation.
const SATURATION: f64 = 1.6;

/// Score of a definition, with its components.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Score {
    pub(super) value: f64,
    /// Concepts found in any form.
    pub(super) loose: Mask,
    /// Concepts found in the query's own words.
    pub(super) strict: Mask,
    /// Concepts found in the query's own words in the text alone.
    pub(super) text: Mask,
    /// Factor for the definition's kind and place.
    pub(super) prior: f64,
    /// True if it contains a term of the query.
    pub(super) has_words: bool,
    /// True if it is similar to the query's vector.
    pub(super) is_near: bool,
}

/// Facts about a definition other than its hits.
pub(super) struct RankingContext<'a> {
    /// `None` for a paragraph.
    pub(super) symbol: Option<&'a Symbol>,
    /// Concepts that are equal to its qualified name or the end of it.
    pub(super) named: Mask,
    /// Number of subwords in its name.
    pub(super) name_parts: usize,
    /// Concepts in the names of its containers, and in its path.
    pub(super) container: Mask,
    pub(super) path: PathConcepts,
    /// True if its file is named after it.
    pub(super) is_namesake: bool,
    /// True if it is directly in a type.
    pub(super) is_member: bool,
    /// Factor for the location of its file.
    pub(super) place_factor: f64,
    pub(super) class: FileClass,
    pub(super) is_code: bool,
}

/// Returns the score of a definition. `idf` is indexed by concept.
pub(super) fn score(
    found: &OwnerHits,
    context: &RankingContext<'_>,
    vocabulary: &Vocabulary,
    idf: &[f64],
) -> Score {
    let intent_factor = context.symbol.map_or(1.0, |symbol| vocabulary.intent.factor(symbol));
    let prior = prior(context) * intent_factor;
    let mut score = Score { prior, has_words: !found.hits.is_empty(), ..Score::default() };
    let mut sums = Sums { all_named: true, ..Sums::default() };
    for (index, concept) in vocabulary.concepts.iter().enumerate() {
        let bit: Mask = 1 << index;
        let mut frequency = frequency(concept, found);
        if context.named & bit != 0 {
            frequency.be_named();
        }
        score.loose |= if frequency.total > 0.0 { bit } else { 0 };
        score.strict |= if frequency.is_strict { bit } else { 0 };
        if concept.weight > 0.0 {
            let value = idf[index] * concept.weight;
            sums.add(
                value,
                concept.role == Role::Word,
                &frequency,
                &EnclosingNames::new(context, bit),
            );
        }
    }
    score.text = score.strict | context.container;
    score.strict |= context.container | context.path.all();
    score.loose |= context.container | context.path.all();
    if sums.query == 0.0 {
        // If only filters match, the order is by kind.
        score.value = 0.5 * prior;
    } else if sums.relevance > 0.0 {
        let name_share = matched_parts(found, vocabulary) as f64 / context.name_parts.max(1) as f64;
        let bonus = sums.name_bonus(name_share.min(1.0))
            + sums.path_bonus(context.path.name_share)
            // A name asks for its definition, whatever stands around it.
            + if vocabulary.is_name() { 0.0 } else { BODY_BONUS * sums.in_body / sums.query + standing(context) };
        score.value = match context.symbol {
            // How often a text holds its own name does not tell homonyms apart.
            Some(symbol) if vocabulary.is_name() && sums.is_whole_name(name_share) => {
                let doubled = symbol.lines.len().clamp(1, MAX_LINES).ilog2();
                (NAMED_RELEVANCE + bonus + DOUBLED_LINES * f64::from(doubled))
                    * precedence(symbol, context.is_member, vocabulary)
            }
            _ => (sums.relevance() + bonus).max(0.0),
        } * prior;
    }
    score
}

/// Returns the factor of a definition among those whose name is the query.
fn precedence(symbol: &Symbol, is_member: bool, vocabulary: &Vocabulary) -> f64 {
    let name = bare(symbol.name.rsplit(['.', ':']).next().unwrap_or_default());
    let mut words = vocabulary.concepts.iter().filter(|concept| concept.role == Role::Word);
    let is_in_other_case = words.any(|concept| {
        let written = concept.label.rsplit(['.', ':']).next().unwrap_or_default();
        written != name && written.eq_ignore_ascii_case(name)
    });
    (if is_in_other_case { OTHER_CASE } else { 1.0 }) * if is_member { MEMBER } else { 1.0 }
}

/// Returns the bonus for the part that a definition plays in its file.
fn standing(context: &RankingContext<'_>) -> f64 {
    let is_interface = context.symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Interface);
    let namesake = if context.is_namesake { NAMESAKE_BONUS } else { 0.0 };
    namesake - if is_interface { INTERFACE_MALUS } else { 0.0 }
}

/// Occurrences of a concept in the names that enclose a definition.
struct EnclosingNames {
    in_container: bool,
    in_file: bool,
    in_directory: bool,
}

impl EnclosingNames {
    fn new(context: &RankingContext<'_>, bit: Mask) -> Self {
        Self {
            in_container: context.container & bit != 0,
            in_file: context.path.file & bit != 0,
            in_directory: context.path.directories & bit != 0,
        }
    }

    fn weight(&self) -> f64 {
        let weights = [
            (self.in_container, CONTAINER_WEIGHT),
            (self.in_file, FILE_WEIGHT),
            (self.in_directory, DIRECTORY_WEIGHT),
        ];
        weights.iter().map(|(is_there, weight)| if *is_there { *weight } else { 0.0 }).sum()
    }
}

/// Sums over the query's concepts in one definition, each weighted by its value.
#[derive(Default)]
struct Sums {
    /// All words of the query, found or not.
    query: f64,
    /// Saturated frequencies.
    relevance: f64,
    /// Words found anywhere.
    covered: f64,
    named: f64,
    /// Words found only in the names of the container or the file, not in its own.
    container_named: f64,
    /// Words in the file's name, and in the directories' names.
    file_named: f64,
    directory_named: f64,
    /// Words in the body.
    in_body: f64,
    /// True if the name contains every word.
    all_named: bool,
}

impl Sums {
    /// Adds a concept. Concepts that are only parts of another one do not add to the query's
    /// length.
    fn add(&mut self, value: f64, is_word: bool, frequency: &Frequency, around: &EnclosingNames) {
        if is_word {
            self.query += value;
            self.all_named &= frequency.name >= 1.0;
            self.file_named += if around.in_file { value } else { 0.0 };
            self.directory_named += if around.in_directory { value } else { 0.0 };
            self.in_body += value * frequency.body;
        }
        let total = frequency.total + around.weight();
        if total == 0.0 {
            return;
        }
        self.relevance += value * total * (SATURATION + 1.0) / (SATURATION + total);
        self.named += value * frequency.name;
        if (around.in_container || around.in_file) && frequency.name == 0.0 {
            self.container_named += value;
        }
        if is_word {
            self.covered +=
                value * if frequency.total > 0.0 { frequency.best } else { AROUND_COVERS };
        }
    }

    /// Returns the relevance: at most 1, if everything is found often.
    fn relevance(&self) -> f64 {
        let coverage = (self.covered / self.query).min(1.0);
        self.relevance / (self.query * (SATURATION + 1.0))
            * (MIN_COVERAGE + (1.0 - MIN_COVERAGE) * coverage)
    }

    /// Returns the bonus for the name, scaled by the share of the name that is in the query: a name
    /// that is entirely in the query is the likeliest target.
    fn name_bonus(&self, name_share: f64) -> f64 {
        let named =
            self.named + if self.named > 0.0 { CONTAINER_NAME * self.container_named } else { 0.0 };
        NAME_BONUS * name_share * (named / self.query).min(1.0)
            + if self.is_whole_name(name_share) { WHOLE_NAME } else { 0.0 }
    }

    /// Returns whether the query and the name consist of the same words.
    fn is_whole_name(&self, name_share: f64) -> bool {
        name_share >= 1.0 && self.all_named
    }

    /// Returns the bonus for a path named by the query's words, scaled by the share of the file's
    /// name that is in the query.
    fn path_bonus(&self, name_share: f64) -> f64 {
        (FILE_BONUS * name_share * self.file_named + DIRECTORY_BONUS * self.directory_named)
            / self.query
    }
}

/// Returns the score reduced for the number of definitions with the same name among the parsed
/// files.
pub(super) fn lessened(value: f64, namesakes: usize) -> f64 {
    value / (namesakes.clamp(1, MAX_NAMESAKES) as f64).powf(COMMON_NAME)
}

/// Returns the score shown in answers, rarely above 1.
pub(super) fn shown(value: f64) -> f64 {
    value / (value + 0.5) * 1.2
}

/// Returns the number of the name's subwords that are units of the query.
fn matched_parts(found: &OwnerHits, vocabulary: &Vocabulary) -> usize {
    let in_name = found.hits.iter().filter(|hit| hit.field == Field::Name);
    let mut parts: Vec<u32> = in_name
        .flat_map(|hit| {
            let parts = match &vocabulary.units[hit.unit as usize] {
                Unit::Sequence { units, .. } => units.len() as u32,
                // The whole name, however many subwords it has.
                Unit::Joined(_) => 64,
                _ => 1,
            };
            hit.position..hit.position + parts
        })
        .collect();
    parts.sort_unstable();
    parts.dedup();
    parts.len()
}

struct Frequency {
    /// Weighted by field.
    total: f64,
    /// Best weight of a unit found in the name.
    name: f64,
    /// Best weight of a unit found in the body.
    body: f64,
    /// Best weight of a unit found anywhere.
    best: f64,
    is_strict: bool,
}

impl Frequency {
    /// Counts a concept that equals the qualified name as found in its name.
    fn be_named(&mut self) {
        self.total += FIELDS[Field::Name as usize].weight;
        (self.name, self.best, self.is_strict) = (1.0, 1.0, true);
    }
}

fn frequency(concept: &Concept, found: &OwnerHits) -> Frequency {
    let mut frequency = Frequency { total: 0.0, name: 0.0, body: 0.0, best: 0.0, is_strict: false };
    for Hit { unit, field, .. } in &found.hits {
        let Some((_, weight)) = concept.units.iter().find(|(known, _)| known == unit) else {
            continue;
        };
        let field_weight = &FIELDS[*field as usize];
        let length = f64::from(found.lengths[*field as usize]) / field_weight.usual_length;
        let norm = 1.0 - field_weight.length_matters + field_weight.length_matters * length;
        frequency.total += weight * field_weight.weight / norm.max(0.4);
        frequency.best = frequency.best.max(*weight);
        frequency.is_strict |= *weight >= 1.0;
        match field {
            Field::Name => frequency.name = frequency.name.max(*weight),
            Field::Body => frequency.body = frequency.body.max(*weight),
            _ => {}
        }
    }
    frequency
}

/// Returns the prior of a definition for its kind and place.
fn prior(context: &RankingContext<'_>) -> f64 {
    let RankingContext { symbol, class, is_code, place_factor, .. } = context;
    let kind = match symbol {
        None if *is_code => 0.35,
        None => 0.6,
        Some(symbol) => match symbol.kind {
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Macro => 1.0,
            SymbolKind::Class
            | SymbolKind::Struct
            | SymbolKind::Trait
            | SymbolKind::Interface
            | SymbolKind::Enum => 1.0,
            SymbolKind::Type | SymbolKind::Constructor | SymbolKind::Section => 0.8,
            // A module with a body is what a class is elsewhere; others only name a file.
            SymbolKind::Module if symbol.lines.end > symbol.line + 2 => 0.8,
            SymbolKind::Module | SymbolKind::Impl => 0.5,
            // A public constant of a file is often a function.
            SymbolKind::Constant | SymbolKind::Variable if is_offered(symbol) => 0.85,
            SymbolKind::Property | SymbolKind::Constant => 0.7,
            SymbolKind::Variable | SymbolKind::Field => 0.6,
            SymbolKind::Test => 0.6,
            SymbolKind::File | SymbolKind::Range | SymbolKind::Context => 0.5,
        },
    };
    let visibility = match symbol.and_then(|symbol| symbol.visibility) {
        Some(Visibility::Private) => 0.85,
        Some(Visibility::Internal | Visibility::Protected) => 0.95,
        Some(Visibility::Public) | None => 1.0,
    };
    // Dunder names are called by the language, or are private by convention.
    let is_special = symbol.is_some_and(|symbol| symbol.name.starts_with("__"));
    let is_test = class.is_test() || symbol.is_some_and(|symbol| symbol.is_test);
    let factors = [
        (class.has(FileKind::Vendored), 0.4),
        (class.has(FileKind::Generated), 0.5),
        (class.has(FileKind::Minified), 0.1),
        (class.has(FileKind::Locale), 0.2),
        (is_test, 0.55),
        (is_special, 0.8),
        (class.has(FileKind::Example), 0.6),
        (class.has(FileKind::Documentation), 0.45),
        (!is_code, 0.45),
    ];
    kind * visibility
        * place_factor
        * factors.iter().filter(|(applies, _)| *applies).fold(1.0, |all, (_, factor)| all * factor)
}

/// Returns whether a symbol is public at the top level of its file.
fn is_offered(symbol: &Symbol) -> bool {
    symbol.parent.is_none() && symbol.visibility == Some(Visibility::Public)
}
