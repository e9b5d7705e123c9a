//! Languages of inputs: the first line of an input chooses the language of the rest.

use spelunk::lang::{Language, registry};

/// Splits an input into a language that has a grammar and a text. The first line is a name or a
/// file extension of the language, so that an input keeps its language when others are added; any
/// other line chooses one by the sum of its bytes.
pub(crate) fn language_and_text(data: &[u8]) -> (&'static Language, String) {
    let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let text = String::from_utf8_lossy(data.get(end + 1..).unwrap_or_default()).into_owned();
    let name = std::str::from_utf8(&data[..end]).unwrap_or_default();
    let named = registry().by_name(name).filter(|language| language.grammar().is_some());
    let language = named.unwrap_or_else(|| {
        let languages: Vec<_> = registry().all().iter().filter(|language| language.grammar().is_some()).collect();
        let sum: usize = data[..end].iter().map(|byte| usize::from(*byte)).sum();
        languages[sum % languages.len()]
    });
    (language, text)
}
