//! Outlines of any bytes in every grammar: ranges lie in the text and nest.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spelunk::lang::registry;
use spelunk::workspace::outline::outline;

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let languages: Vec<_> = registry().all().iter().filter(|language| language.grammar().is_some()).collect();
    let language = languages[usize::from(*first) % languages.len()];
    let outline = outline(&text, language);
    for (index, symbol) in outline.symbols.iter().enumerate() {
        assert!(text.get(symbol.bytes.clone()).is_some(), "{symbol:?}");
        assert!(text.get(symbol.name_bytes.clone()).is_some(), "{symbol:?}");
        assert!(!outline.path_of(index).is_empty());
    }
});
