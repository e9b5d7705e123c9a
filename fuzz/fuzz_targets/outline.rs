//! Outlines of any bytes in every grammar: ranges lie in the text, and parents stand before their
//! children and around them.

#![no_main]

use language::language_and_text;
use libfuzzer_sys::fuzz_target;
use spelunk::workspace::outline::outline;

mod language;

fuzz_target!(|data: &[u8]| {
    let (language, text) = language_and_text(data);
    let lines = text.split('\n').count();
    let outline = outline(&text, language);
    for (index, symbol) in outline.symbols.iter().enumerate() {
        assert!(text.get(symbol.bytes.clone()).is_some(), "{symbol:?}");
        assert!(text.get(symbol.name_bytes.clone()).is_some(), "{symbol:?}");
        assert!(1 <= symbol.first_line && symbol.first_line <= symbol.lines.start, "{symbol:?}");
        assert!(symbol.lines.start <= symbol.lines.end && symbol.lines.end <= lines, "{symbol:?} of {lines} lines");
        assert!((1..=lines).contains(&symbol.line), "{symbol:?}");
        assert!(!outline.path_of(index).is_empty());
        if let Some(parent) = symbol.parent {
            assert!(parent < index, "{symbol:?}");
            let around = &outline.symbols[parent].bytes;
            assert!(around.start <= symbol.bytes.start && symbol.bytes.end <= around.end, "{around:?}: {symbol:?}");
        }
    }
});
