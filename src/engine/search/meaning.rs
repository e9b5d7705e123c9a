//! Word embeddings: one small vector per stem, trained on documentation and the code it documents
//! (training/MODEL.md).
//!
//! A query and a definition are sums of their words' vectors, which are near each other if both are
//! about the same, in the same words or in others. All sums are of integers, so that every machine
//! computes the same result.

use super::words::{HashKind, Word, for_each_word, hash, lower, stem_hash};
use std::sync::LazyLock;

/// Written by training/train.py, which documents the format.
static BYTES: &[u8] = include_bytes!("meaning.bin");

const DIMENSIONS: usize = 128;

/// Length of a query's vector.
const UNIT: f64 = 4096.0;

/// Weight of documentation relative to a body; training has no documentation.
const DOCUMENTATION_SHARE: (i64, i64) = (3, 4);

/// 256 · log2(1 + count), for the count of a word in a field.
const REPEATED: [i32; 16] =
    [0, 256, 406, 512, 594, 662, 719, 768, 811, 850, 886, 918, 947, 975, 1000, 1024];

/// Part of a definition that its words are in. The first four are trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DefinitionPart {
    Name,
    /// Names of the enclosing definitions, and of the file.
    Around,
    Signature,
    Body,
    Documentation,
}

impl DefinitionPart {
    const COUNT: usize = 5;

    /// Maximum number of words used, as in training; sums of this many do not overflow.
    const fn max_words(self) -> usize {
        match self {
            DefinitionPart::Name | DefinitionPart::Around | DefinitionPart::Signature => 60,
            DefinitionPart::Body | DefinitionPart::Documentation => 200,
        }
    }
}

struct Table {
    /// Hashes of stems, ascending.
    hashes: Vec<u32>,
    /// Start of the hashes with each 12-bit prefix.
    starts: Vec<u16>,
    /// Factor for the numbers of each stem.
    scales: Vec<u16>,
    /// Additional weight of each stem in a query, in thousandths.
    of_query: Vec<u16>,
    weights: [i64; DefinitionPart::COUNT],
    numbers: &'static [u8],
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(BYTES));

impl Table {
    fn read(bytes: &'static [u8]) -> Self {
        let mut at = 0;
        let mut take = |size: usize| {
            at += size;
            &bytes[at - size..at]
        };
        let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let short = |bytes: &[u8]| u16::from_le_bytes([bytes[0], bytes[1]]);
        // Magic and version, then the sizes.
        take(8);
        let rows = number(take(4)) as usize;
        assert_eq!(number(take(4)) as usize, DIMENSIONS, "the embedded table has another width");
        let mut weights = [0; DefinitionPart::COUNT];
        for part in [
            DefinitionPart::Name,
            DefinitionPart::Around,
            DefinitionPart::Signature,
            DefinitionPart::Body,
        ] {
            weights[part as usize] = i64::from(number(take(4)));
        }
        let (share, of) = DOCUMENTATION_SHARE;
        weights[DefinitionPart::Documentation as usize] =
            weights[DefinitionPart::Body as usize] * share / of;
        let hashes: Vec<u32> = take(4 * rows).chunks_exact(4).map(number).collect();
        let scales = take(2 * rows).chunks_exact(2).map(short).collect();
        let of_query = take(2 * rows).chunks_exact(2).map(short).collect();
        let numbers = take(DIMENSIONS * rows);
        let starts = (0..=1 << 12)
            .map(|start| hashes.partition_point(|hash| hash >> 20 < start) as u16)
            .collect();
        Self { hashes, starts, scales, of_query, weights, numbers }
    }

    fn row(&self, hash: u32) -> Option<u16> {
        let bucket = (hash >> 20) as usize;
        let (start, end) = (self.starts[bucket], self.starts[bucket + 1]);
        (start..end).find(|row| self.hashes[usize::from(*row)] == hash)
    }

    fn numbers(&self, row: u16) -> &[u8] {
        &self.numbers[usize::from(row) * DIMENSIONS..][..DIMENSIONS]
    }

    /// Adds a stem's vector, multiplied by `factor`.
    fn add(&self, row: u16, factor: i32, sums: &mut [i32; DIMENSIONS]) {
        for (sum, number) in sums.iter_mut().zip(self.numbers(row)) {
            *sum += factor * i32::from(*number as i8);
        }
    }
}

/// Vector of a query.
#[derive(Debug, Clone)]
pub(super) struct Meaning {
    vector: [i32; DIMENSIONS],
}

impl Meaning {
    /// Returns the vector of a query. `None` if fewer than two of the stems are known: a single
    /// word is a name.
    pub(super) fn of(stems: &[String]) -> Option<Self> {
        let table = &*TABLE;
        let known =
            stems.iter().filter_map(|stem| table.row(hash(HashKind::Stem, stem.as_bytes())));
        let mut rows: Vec<u16> = known.collect();
        rows.sort_unstable();
        rows.dedup();
        if rows.len() < 2 {
            return None;
        }
        let mut sums = [0i64; DIMENSIONS];
        for row in &rows {
            let index = usize::from(*row);
            let factor = i64::from(table.scales[index]) * i64::from(table.of_query[index]);
            sums.iter_mut()
                .zip(table.numbers(*row))
                .for_each(|(sum, number)| *sum += factor * i64::from(*number as i8));
        }
        // Square roots and quotients are rounded the same on every machine.
        let length = sums.iter().map(|sum| *sum as f64 * *sum as f64).sum::<f64>().sqrt().max(1.0);
        Some(Self { vector: sums.map(|sum| (sum as f64 * UNIT / length).round() as i32) })
    }

    /// Returns the cosine similarity to a definition, from -1 to 1.
    pub(super) fn near(&self, words: &Words) -> f64 {
        let vector = words.vector();
        let dot: i64 =
            self.vector.iter().zip(&vector).map(|(one, other)| i64::from(*one) * other).sum();
        let length: i64 = vector.iter().map(|number| number * number).sum();
        dot as f64 / (UNIT * (length as f64).sqrt()).max(1.0)
    }
}

/// Words of a definition that have vectors.
#[derive(Default)]
pub(super) struct Words {
    rows: [Vec<u16>; DefinitionPart::COUNT],
    /// Number of words used, with or without a vector.
    taken: [usize; DefinitionPart::COUNT],
    buffer: Vec<u8>,
}

impl Words {
    pub(super) fn clear(&mut self) {
        self.rows.iter_mut().for_each(Vec::clear);
        self.taken = [0; DefinitionPart::COUNT];
    }

    /// Adds the words of a text, up to the maximum of the part.
    pub(super) fn add(&mut self, part: DefinitionPart, text: &str) {
        // Assumed bytes of text per word, so that the rest of a long text is not scanned.
        const USUAL_LENGTH: usize = 32;
        let most = part.max_words();
        let text = text.as_bytes();
        for_each_word(&text[..text.len().min(most * USUAL_LENGTH)], |word| {
            self.add_word(part, most, word);
        });
    }

    fn add_word(&mut self, part: DefinitionPart, most: usize, word: &Word<'_>) {
        for bytes in (0..word.parts.len()).map(|at| word.part(at)).filter(|bytes| bytes.len() > 1) {
            if self.taken[part as usize] == most {
                return;
            }
            self.taken[part as usize] += 1;
            lower(bytes, &mut self.buffer);
            self.rows[part as usize].extend(TABLE.row(stem_hash(&self.buffer)));
        }
    }

    fn vector(&self) -> [i64; DIMENSIONS] {
        let table = &*TABLE;
        let mut all = [0i64; DIMENSIONS];
        for (rows, weight) in
            self.rows.iter().zip(table.weights).filter(|(rows, _)| !rows.is_empty())
        {
            let mut rows = rows.clone();
            rows.sort_unstable();
            let (mut sums, mut squares) = ([0i32; DIMENSIONS], 0i64);
            for same in rows.chunk_by(|one, other| one == other) {
                let repeated = REPEATED[same.len().min(REPEATED.len() - 1)];
                table.add(
                    same[0],
                    (repeated * i32::from(table.scales[usize::from(same[0])])) >> 8,
                    &mut sums,
                );
                squares += i64::from(repeated * repeated);
            }
            // Each part is normalized to the same length, however many words it has.
            let length = squares.isqrt().max(1);
            all.iter_mut()
                .zip(sums)
                .for_each(|(all, sum)| *all += i64::from(sum) * weight / length);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(words: &str) -> Option<Meaning> {
        Meaning::of(&words.split(' ').map(super::super::words::stem).collect::<Vec<_>>())
    }

    fn near(query: &str, name: &str, body: &str) -> f64 {
        let mut words = Words::default();
        words.add(DefinitionPart::Name, name);
        words.add(DefinitionPart::Body, body);
        meaning(query).expect("known words").near(&words)
    }

    #[test]
    fn the_table_is_whole() {
        let table = &*TABLE;
        assert!(table.hashes.is_sorted_by(|one, next| one < next));
        assert_eq!(table.numbers.len(), table.hashes.len() * DIMENSIONS);
        for (row, hash) in table.hashes.iter().enumerate() {
            assert_eq!(table.row(*hash), Some(row as u16));
        }
        assert_eq!(table.row(hash(HashKind::Stem, b"no such stem")), None);
    }

    #[test]
    fn a_word_alone_is_a_name() {
        assert!(meaning("cache").is_none());
        assert!(meaning("cache qqqzzz").is_none());
        assert!(meaning("cache entry").is_some());
    }

    #[test]
    fn a_definition_is_near_to_what_it_does() {
        let reads = near(
            "load text from disk",
            "read_file",
            "with open(path) as stream: return stream.read()",
        );
        let shuffles =
            near("load text from disk", "shuffle", "for card in deck: card.swap(random())");
        assert!(reads > shuffles + 0.1, "{reads} {shuffles}");
    }

    #[test]
    fn long_texts_stay_in_bounds() {
        let value = near("cache entry", "f", &"cache, ".repeat(40_000));
        assert!(value > 0.3 && value <= 1.0, "{value}");
    }
}
