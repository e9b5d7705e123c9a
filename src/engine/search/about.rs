//! Relevance of a file as a whole: by its path, and by its beginning, where authors say what a file
//! is for and name what it works with. Every definition in the file shares it.

use super::FileCandidates;
use super::meaning::{DefinitionPart, Words};
use super::meant::place_name;
use super::vocabulary::{Role, Scratch, Vocabulary, parts_of};
use crate::domain::Outline;
use crate::workspace::Text;

/// Score bonuses for the maximum similarity of the path, and of the first words of the file, to the
/// query's vector.
const PATH_MEANING: f64 = 0.2;
const BEGINNING_MEANING: f64 = 0.3;

/// Score bonus for an introduction that contains all words of the query.
const INTRODUCTION: f64 = 0.3;
/// Maximum number of lines of an introduction, and of its bytes.
const MAX_LINES: usize = 60;
const MAX_BYTES: usize = 20_000;

/// Returns the score bonus of a file. None for a query that is a name, which asks for the
/// definition of that name, in whichever file it is.
pub(super) fn bonus(
    path: &str,
    text: &Text,
    outline: &Outline,
    vocabulary: &Vocabulary,
    idf: &[f64],
) -> f64 {
    if vocabulary.is_name() {
        return 0.0;
    }
    let near = |words: &Words| {
        vocabulary.meaning.as_ref().map_or(0.0, |meaning| meaning.near(words).max(0.0))
    };
    let mut words = Words::default();
    words.add(DefinitionPart::Name, place_name(path));
    words.add(
        DefinitionPart::Around,
        path.rsplit_once('/').map_or("", |(directories, _)| directories),
    );
    let by_path = near(&words);
    words.clear();
    words.add(DefinitionPart::Body, &text.content);
    let by_beginning = near(&words);
    let introduction = introduction(text, outline);
    let introduction = &introduction[..introduction.floor_char_boundary(MAX_BYTES)];
    let introduced = covered(introduction, vocabulary, idf);
    PATH_MEANING * by_path + BEGINNING_MEANING * by_beginning + INTRODUCTION * introduced
}

/// Adds the bonuses of the files to the scores of their definitions.
pub(super) fn join(read: &mut [FileCandidates]) {
    for file in read {
        for candidate in &mut file.candidates {
            candidate.score.value += file.about * candidate.score.prior;
        }
    }
}

/// Returns whether a file is named after a definition.
pub(super) fn is_namesake(path: &str, name: &str) -> bool {
    let last = name.rsplit(['.', ':']).next().unwrap_or_default();
    !last.is_empty() && parts_of(last).concat() == parts_of(place_name(path)).concat()
}

/// Returns the lines before the first function: comments, imports, and the heads of types.
fn introduction<'a>(text: &'a Text, outline: &Outline) -> &'a str {
    let callables = outline.symbols.iter().filter(|symbol| symbol.kind.is_callable());
    let end = callables
        .map(|symbol| symbol.first_line)
        .min()
        .map_or(MAX_LINES, |first| first.saturating_sub(1));
    text.lines(1, end.clamp(1, MAX_LINES))
}

/// Returns the share of the query's words, by value, that a text contains in some form.
fn covered(text: &str, vocabulary: &Vocabulary, idf: &[f64]) -> f64 {
    let held = vocabulary.held_by(text, &mut Scratch::default());
    let (mut all, mut there) = (0.0, 0.0);
    for (index, concept) in
        vocabulary.concepts.iter().enumerate().filter(|(_, concept)| concept.role == Role::Word)
    {
        let value = idf[index] * concept.weight;
        all += value;
        there += if held >> index & 1 == 1 { value } else { 0.0 };
    }
    if all > 0.0 { there / all } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::query::Query;
    use super::*;
    use crate::lang::registry;
    use crate::workspace::outline::outline;

    #[test]
    fn files_are_named_after_definitions() {
        let check = |path: &str, name: &str, expected: bool| {
            assert_eq!(is_namesake(path, name), expected, "{path}");
        };
        check("src/cache_policy.rs", "CachePolicy", true);
        check("lib/oven/timer.ex", "Oven.Timer", true);
        check("src/cache/mod.rs", "Cache", true);
        check("src/cache_policy.rs", "Cache", false);
        check("src/cache.rs", "", false);
    }

    #[test]
    fn an_introduction_ends_at_the_first_function() {
        let source = "# Bakes bread.\nimport oven\n\nclass Baker:\n    heat = 3\n\n    def bake(self):\n        pass\n";
        let outline = outline(source, registry().by_name("python").expect("a language"));
        let text = Text::from_content(source);
        let introduction = introduction(&text, &outline);
        assert!(introduction.contains("heat") && !introduction.contains("def"), "{introduction}");
    }

    #[test]
    fn introductions_path_and_first_words_count() {
        let bonus = |query: &str, path: &str, source: &str| {
            let outline = outline(source, registry().by_name("python").expect("a language"));
            let vocabulary = Vocabulary::new(&Query::parse(query).expect("a query"));
            bonus(
                path,
                &Text::from_content(source),
                &outline,
                &vocabulary,
                &vec![1.0; vocabulary.concepts.len()],
            )
        };
        let none = bonus("gate qqqzzz", "x.py", "x = 1\n");
        assert!(bonus("gate qqqzzz", "x.py", "# A gate.\n") > none + 0.1);
        assert_eq!(bonus("gate", "x.py", "# A gate.\n"), 0.0);
        let read = "load text from disk";
        assert!(
            bonus(read, "file_reader.py", "x = 1\n") > bonus(read, "shuffle_cards.py", "x = 1\n")
        );
        assert!(
            bonus(read, "x.py", "stream = open(path)\n")
                > bonus(read, "x.py", "deck.shuffle(cards)\n")
        );
    }
}
