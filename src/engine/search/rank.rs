//! The second stage's ranking: how well a definition answers a query.
//!
//! BM25F over the fields, in which a concept counts by its rarity, times what the definition is likely to be good for. The
//! constants were chosen on the first half of the retrieval benchmark's cases.

use super::definitions::{Field, Found, Hit};
use super::vocabulary::{Concept, Mask, Role, Unit, Vocabulary, Wish};
use crate::domain::{Symbol, SymbolKind, Visibility};
use crate::workspace::{Nature, NatureKind};

/// How much a word counts in each field, by how long a field of that kind usually is, and how much its length matters.
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
    // The names of members, the first paragraph of the documentation.
    FieldWeight { weight: 0.3, usual_length: 15.0, length_matters: 0.6 },
    FieldWeight { weight: 8.0, usual_length: 12.0, length_matters: 0.6 },
];

/// What the names that lead to a definition count: its containers', and its path's.
const CONTAINER_WEIGHT: f64 = 3.0;
const PATH_WEIGHT: f64 = 1.0;

/// How much of a score comes from being named as the query says, and how much naming its container counts towards it.
const NAME_BONUS: f64 = 0.35;
const CONTAINER_NAME: f64 = 0.25;

/// What is added where the query is the name, no more and no less: whoever gives a name means what is named so.
const WHOLE_NAME: f64 = 0.4;

/// What is left of the relevance of a definition that holds next to nothing of the query.
const LEAST_COVERAGE: f64 = 0.55;

/// How much likelier a definition is that is of the kind the query speaks of.
const WISHED_KIND: f64 = 1.2;

/// How soon repeating a word stops helping.
const SATURATION: f64 = 1.6;

/// How a definition scores, and why.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Score {
    pub(super) value: f64,
    /// Concepts found in any way.
    pub(super) loose: Mask,
    /// Concepts found as the query has them.
    pub(super) strict: Mask,
    /// The same, in the text alone.
    pub(super) text: Mask,
    /// Concepts found in the name.
    pub(super) name: Mask,
}

/// What is known of a definition beside its hits.
pub(super) struct Circumstances<'a> {
    /// `None` for a paragraph.
    pub(super) symbol: Option<&'a Symbol>,
    /// Parts in its name.
    pub(super) name_parts: usize,
    /// Concepts in the names that it stands in, and in its path.
    pub(super) container: Mask,
    pub(super) path: Mask,
    pub(super) nature: Nature,
    pub(super) is_code: bool,
}

/// Scores a definition. `rarity` is by concept.
pub(super) fn score(
    found: &Found,
    circumstances: &Circumstances<'_>,
    vocabulary: &Vocabulary,
    rarity: &[f64],
) -> Score {
    let mut score = Score::default();
    let (mut sum, mut covered, mut all, mut name_value, mut container_value) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let mut all_named = true;
    for (index, concept) in vocabulary.concepts.iter().enumerate() {
        let bit: Mask = 1 << index;
        let frequency = frequency(concept, found);
        let in_container = circumstances.container & bit != 0;
        let in_path = circumstances.path & bit != 0;
        if frequency.total > 0.0 {
            score.loose |= bit;
        }
        if frequency.is_strict {
            score.strict |= bit;
        }
        if frequency.name > 0.0 {
            score.name |= bit;
        }
        let value = rarity[index] * concept.weight;
        // What is only a part of another concept does not make a query longer.
        let counts = concept.role == Role::Word;
        if counts {
            all += value;
            all_named &= frequency.name >= 1.0;
        }
        let around = f64::from(u8::from(in_container)) * CONTAINER_WEIGHT + f64::from(u8::from(in_path)) * PATH_WEIGHT;
        let total = frequency.total + around;
        if total == 0.0 {
            continue;
        }
        sum += value * total * (SATURATION + 1.0) / (SATURATION + total);
        name_value += value * frequency.name;
        if in_container && frequency.name == 0.0 {
            container_value += value;
        }
        if counts {
            covered += value * if frequency.total > 0.0 { frequency.best } else { 0.5 };
        }
    }
    score.text = score.strict | circumstances.container;
    score.strict |= circumstances.container | circumstances.path;
    score.loose |= circumstances.container | circumstances.path;
    if sum == 0.0 || all == 0.0 {
        // Nothing ranks but filters: the order is what the kind says.
        score.value = if all == 0.0 { 0.5 * prior(circumstances) } else { 0.0 };
        return score;
    }
    let coverage = (covered / all).min(1.0);
    // How much of the name the query says; a name that is all said is most likely what is meant.
    let said = (said_parts(found, vocabulary) as f64 / circumstances.name_parts.max(1) as f64).min(1.0);
    let named = name_value + if name_value > 0.0 { CONTAINER_NAME * container_value } else { 0.0 };
    let is_whole_name = said >= 1.0 && all_named;
    let name_bonus = NAME_BONUS * said * (named / all).min(1.0) + if is_whole_name { WHOLE_NAME } else { 0.0 };
    let relevance = sum / (all * (SATURATION + 1.0)) * (LEAST_COVERAGE + (1.0 - LEAST_COVERAGE) * coverage);
    let is_wished = match (vocabulary.wish, circumstances.symbol.map(|symbol| symbol.kind)) {
        (Some(Wish::Type), Some(kind)) => kind.is_type(),
        (Some(Wish::Callable), Some(kind)) => kind.is_callable(),
        _ => false,
    };
    let total = (relevance + name_bonus) * prior(circumstances) * if is_wished { WISHED_KIND } else { 1.0 };
    score.value = total / (total + 0.5) * 1.2;
    score
}

/// How many parts of the name are something that the query looks for.
fn said_parts(found: &Found, vocabulary: &Vocabulary) -> usize {
    let in_name = found.hits.iter().filter(|hit| hit.field == Field::Name);
    let mut said: Vec<u32> = in_name
        .flat_map(|hit| {
            let parts = match &vocabulary.units[hit.unit as usize] {
                Unit::Sequence { units, .. } => units.len() as u32,
                // All of the name, however many parts it has.
                Unit::Joined(_) => 64,
                _ => 1,
            };
            hit.position..hit.position + parts
        })
        .collect();
    said.sort_unstable();
    said.dedup();
    said.len()
}

struct Frequency {
    /// Weighted by field.
    total: f64,
    /// The best weight of a unit found in the name.
    name: f64,
    /// The best weight of a unit found anywhere.
    best: f64,
    is_strict: bool,
}

fn frequency(concept: &Concept, found: &Found) -> Frequency {
    let mut frequency = Frequency { total: 0.0, name: 0.0, best: 0.0, is_strict: false };
    for Hit { unit, field, .. } in &found.hits {
        let Some((_, weight)) = concept.units.iter().find(|(known, _)| known == unit) else { continue };
        let field_weight = &FIELDS[*field as usize];
        let length = f64::from(found.lengths[*field as usize]) / field_weight.usual_length;
        let norm = 1.0 - field_weight.length_matters + field_weight.length_matters * length;
        frequency.total += weight * field_weight.weight / norm.max(0.4);
        frequency.best = frequency.best.max(*weight);
        frequency.is_strict |= *weight >= 1.0;
        if *field == Field::Name {
            frequency.name = frequency.name.max(*weight);
        }
    }
    frequency
}

/// How likely a definition of this kind, in this place, is what somebody looks for.
fn prior(circumstances: &Circumstances<'_>) -> f64 {
    let Circumstances { symbol, nature, is_code, .. } = circumstances;
    let kind = match symbol {
        None if *is_code => 0.35,
        None => 0.6,
        Some(symbol) => match symbol.kind {
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Macro => 1.0,
            SymbolKind::Class | SymbolKind::Struct | SymbolKind::Trait | SymbolKind::Interface | SymbolKind::Enum => {
                1.0
            }
            SymbolKind::Type | SymbolKind::Constructor | SymbolKind::Section => 0.8,
            SymbolKind::Module | SymbolKind::Impl => 0.5,
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
    let is_test = nature.is_test() || symbol.is_some_and(|symbol| symbol.is_test);
    let factors = [
        (nature.has(NatureKind::Vendored), 0.4),
        (nature.has(NatureKind::Generated), 0.5),
        (nature.has(NatureKind::Minified), 0.1),
        (nature.has(NatureKind::Locale), 0.2),
        (is_test, 0.55),
        (nature.has(NatureKind::Example), 0.6),
        (nature.has(NatureKind::Documentation), 0.45),
        (!is_code, 0.45),
    ];
    kind * visibility * factors.iter().filter(|(applies, _)| *applies).fold(1.0, |all, (_, factor)| all * factor)
}
