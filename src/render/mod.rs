//! Rendering of an answer as text: one module per family of formats, and `fit`, which chooses how
//! much of the answer the budget can hold.
//!
//! Renderers depend on the blocks of a document and the values of a report, not on the tools that
//! make them.

mod color;
mod fit;
mod json;
mod keys;
mod markdown;
mod outline;
mod picture;
mod plain;
#[cfg(test)]
mod samples;
mod trail;
mod truncate;
mod xml;

pub(crate) use color::escaped;
pub use color::escaped_lines;

use crate::domain::{Budget, Cancel, Cancelled, Format, Report, Shown, tokens};
use color::OutlineStyle;
use serde_json::Value;
use truncate::Cut;

/// Reply as it is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendered {
    /// Without a line end after the last line.
    pub text: String,
    /// Number of `o200k_base` tokens of `text`.
    pub tokens: usize,
    /// Parts of the report that are in `text`.
    pub shown: Shown,
    /// Value that `text` is the JSON of, for [`Format::Json`].
    pub value: Option<Value>,
}

/// Renders as much of a report as the budget holds.
///
/// `tokens` never exceeds the budget. If the report's parts do not all fit, the most useful ones
/// are shown, and then later ones that fit into the remaining room.
///
/// # Errors
/// If the work is cancelled.
pub fn render(
    report: &dyn Report,
    format: Format,
    budget: Budget,
    cancel: &Cancel,
) -> Result<Rendered, Cancelled> {
    let rendered = cancel.scope(|| fitted(report, format, budget, cancel));
    // What is counted of cancelled work is too little.
    cancel.check().and(rendered)
}

fn fitted(
    report: &dyn Report,
    format: Format,
    budget: Budget,
    cancel: &Cancel,
) -> Result<Rendered, Cancelled> {
    let write = |shown: &Shown| write(report, format, shown, Cut::NONE);
    let Some(limit) = budget.limit() else {
        let everything = Shown {
            first: report.parts(),
            extra: Vec::new(),
            tokens: report.parts() * 16,
            limit: usize::MAX,
        };
        return Ok(settle(everything, write));
    };
    // Far over the budget the exact size is not needed.
    let far = limit.saturating_mul(8);
    let measure = |shown: &Shown| match cancel.check() {
        Ok(()) => tokens::count_beyond(&write(shown).text, limit, far),
        // Too much, so that the choice ends.
        Err(Cancelled) => limit.saturating_add(1),
    };
    let chosen = fit::choose(report.parts(), limit, measure);
    cancel.check()?;
    match chosen.and_then(|shown| settle_within(shown, limit, write)) {
        Some(rendered) => Ok(rendered),
        None => truncate::render(report, format, limit, cancel),
    }
}

/// A text, with the value that it was made from if the format is JSON.
struct Written {
    text: String,
    value: Option<Value>,
}

/// Writes the parts in a format, after the document, value or drawing of them was cut.
fn write(report: &dyn Report, format: Format, shown: &Shown, cut: Cut) -> Written {
    // Keys are masked before anything is cut: a part of one is not recognised.
    let shows_keys = report.shows_keys();
    let doc = || {
        let doc = report.doc(shown);
        cut.doc(if shows_keys { doc } else { keys::doc(doc) })
    };
    let value = || {
        let value = report.value(shown);
        cut.value(if shows_keys { value } else { keys::value(value) })
    };
    let picture = || {
        let picture = report.picture(shown).unwrap_or_default();
        cut.picture(if shows_keys { picture } else { keys::picture(picture) })
    };
    let text = match format {
        Format::Json => {
            let value = value();
            return Written { text: json::write(&value), value: Some(value) };
        }
        Format::Xml => xml::write(&value(), report.xml()),
        Format::Markdown => markdown::write(&doc()),
        Format::Plain => plain::write(&doc()),
        Format::Color => outline::write(&doc(), OutlineStyle::Coloured),
        Format::Outline | Format::Terminal => outline::write(&doc(), OutlineStyle::Safe),
        Format::Mermaid => picture::mermaid(&picture()),
        Format::Dot => picture::dot(&picture()),
    };
    Written { text, value: None }
}

/// Renders the chosen parts so that the text states its own number of tokens.
///
/// Stating a greater number never takes fewer tokens, so that stating the counted number converges
/// after a few rounds.
fn settle(mut shown: Shown, write: impl Fn(&Shown) -> Written) -> Rendered {
    let Written { text, value } = write(&shown);
    let tokens = tokens::count(&text);
    let mut rendered = Rendered { text, tokens, shown: shown.clone(), value };
    for _ in 0..4 {
        if rendered.tokens == rendered.shown.tokens {
            break;
        }
        shown.tokens = rendered.tokens;
        let Written { text, value } = write(&shown);
        let tokens = tokens::recount(&rendered.text, rendered.tokens, &text);
        rendered = Rendered { text, tokens, shown: shown.clone(), value };
    }
    rendered
}

/// As [`settle`], but drops parts, the last ones first, until the result is within the limit;
/// `None` after eight rounds. The choice was measured before, so this is only for reports whose
/// size depends on the stated number of tokens in an unforeseen way.
fn settle_within(
    mut shown: Shown,
    limit: usize,
    write: impl Fn(&Shown) -> Written,
) -> Option<Rendered> {
    for _ in 0..8 {
        let rendered = settle(shown.clone(), &write);
        if rendered.tokens <= limit {
            return Some(rendered);
        }
        if shown.extra.pop().is_none() {
            shown.first -= (shown.first / 8).max(1).min(shown.first);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::samples::{HOSTILE, Texts, reference_count};
    use super::*;
    use proptest::prelude::*;

    fn check_well_formed(rendered: &Rendered, format: Format) {
        match format {
            Format::Json => {
                let value: Value = serde_json::from_str(&rendered.text).expect("JSON");
                assert_eq!(Some(&value), rendered.value.as_ref());
            }
            Format::Xml => {
                xml::tests::parse(&rendered.text);
            }
            _ => assert_eq!(rendered.value, None),
        }
    }

    fn uncancelled(report: &Texts, format: Format, budget: Budget) -> Rendered {
        render(report, format, budget, &Cancel::default()).expect("it is not cancelled")
    }

    /// Renders in a format and checks the properties of every reply.
    fn check(report: &Texts, format: Format, limit: usize) -> Rendered {
        let rendered = uncancelled(report, format, Budget::tokens(limit));
        assert_eq!(rendered.tokens, reference_count(&rendered.text));
        assert!(
            rendered.tokens <= limit.max(crate::domain::MIN_TOKENS),
            "{} of {limit}: {}",
            rendered.tokens,
            rendered.text
        );
        check_well_formed(&rendered, format);
        rendered
    }

    fn texts(count: usize, text: impl Fn(usize) -> String) -> Texts {
        Texts { texts: (0..count).map(text).collect(), note: "Some parts are missing.".into() }
    }

    #[test]
    fn characters_that_no_reader_sees_are_shown() {
        assert_eq!(color::escaped("a\u{e0069}\u{200b}b"), "a\\u{e0069}\\u{200b}b");
        assert_eq!(color::escaped("a\u{ad}\u{3164}b"), "a\\u{ad}\\u{3164}b");
        // Joiners are part of how some scripts and signs are written.
        assert_eq!(color::escaped("क्\u{200d}ष 👩\u{200d}💻"), "क्\u{200d}ष 👩\u{200d}💻");
    }

    #[test]
    fn a_reply_that_fits_is_whole_and_states_its_own_size() {
        let report = texts(5, |part| format!("fn number_{part}()"));
        for format in Format::ALL {
            let rendered = check(&report, format, 1000);
            assert_eq!(rendered.shown.count(), 5);
            if format != Format::Plain && format != Format::Xml && format != Format::Json {
                assert!(
                    rendered.text.contains(&format!("5 of 5 shown, {} tokens", rendered.tokens)),
                    "{}",
                    rendered.text
                );
            }
            let whole = uncancelled(&report, format, Budget::UNLIMITED);
            assert_eq!((rendered.text, rendered.value), (whole.text, whole.value));
        }
        let value = check(&report, Format::Json, 1000).value.expect("a value");
        assert_eq!(value["tokens_used"], check(&report, Format::Json, 1000).tokens);
    }

    #[test]
    fn every_budget_is_kept_and_filled() {
        let report = texts(20_000, |part| {
            format!("pub fn number_{part}({})", "argument: usize, ".repeat(part * 7 % 5))
        });
        for format in Format::ALL {
            for limit in [100, 101, 150, 250, 500, 1000, 4000, 16_000] {
                let rendered = check(&report, format, limit);
                // In a small budget one row of JSON or XML is more than a tenth.
                let room = (limit / 10).max(40);
                assert!(
                    rendered.tokens + room >= limit,
                    "{format:?}: {} of {limit}",
                    rendered.tokens
                );
            }
        }
    }

    #[test]
    fn a_part_that_is_too_large_does_not_keep_later_ones_out() {
        let report =
            texts(
                40,
                |part| if part == 2 { "long ".repeat(5000) } else { format!("fn number_{part}()") },
            );
        for format in Format::ALL {
            let rendered = check(&report, format, 2000);
            assert_eq!(rendered.shown.count(), 39, "{format:?}");
            assert!(!rendered.shown.contains(2));
        }
    }

    #[test]
    fn a_rendering_that_nobody_waits_for_stops() {
        let lines = texts(200, |part| format!("pub fn number_{part}()"));
        let line = texts(1, |_| "a".repeat(1 << 14));
        let note = Texts { texts: vec!["a".into(); 3], note: "x\n".repeat(300) };
        for (report, limit) in [(lines, 500), (line, 1 << 20), (note, 100)] {
            for format in [Format::Outline, Format::Json, Format::Xml, Format::Markdown] {
                let whole = Cancel::cancelled_at_check(usize::MAX);
                render(&report, format, Budget::tokens(limit), &whole).expect("not cancelled");
                for point in 0..6 {
                    let at = whole.checks() * point / 6;
                    let cancel = Cancel::cancelled_at_check(at);
                    let ended = render(&report, format, Budget::tokens(limit), &cancel);
                    assert_eq!(ended, Err(Cancelled), "{format:?} at {at}");
                    // Choosing has a bounded number of steps, which then do nothing.
                    assert!(cancel.checks() - at < 80, "{format:?} at {at}: {}", cancel.checks());
                }
            }
        }
    }

    #[test]
    fn a_skeleton_that_is_too_large_is_cut_until_it_fits() {
        let words = (0..400).map(|word| format!("word{word}")).collect::<Vec<_>>().join(" ");
        for note in ["日本語の長い注".repeat(300), "x\n".repeat(3000), HOSTILE.repeat(60), words]
        {
            let report = Texts { texts: vec!["a".into(); 3], note };
            for format in Format::ALL {
                check(&report, format, 0);
            }
        }
    }

    #[test]
    fn hostile_texts_are_held_in_every_format() {
        let report = texts(8, |_| HOSTILE.into());
        for format in Format::ALL {
            let rendered = check(&report, format, 100_000);
            assert_eq!(rendered.shown.count(), 8);
            if matches!(format, Format::Color | Format::Terminal) {
                let bare = rendered
                    .text
                    .replace("\x1b[0m", "")
                    .replace("\x1b[1m", "")
                    .replace("\x1b[35m", "");
                let bare = bare.replace("\x1b[32m", "").replace("\x1b[90m", "");
                assert!(
                    !bare.contains(['\x1b', '\u{9b}', '\u{202e}', '\u{2066}', '\0', '\r']),
                    "{bare:?}"
                );
            }
        }
    }

    fn report(parts: usize) -> impl Strategy<Value = Texts> {
        let text = prop_oneof![
            4 => "[a-z_(): ]{0,60}",
            1 => ".{0,40}",
            1 => "(fn [a-z]{1,9}\n){0,40}",
            1 => Just(HOSTILE.to_owned()),
        ];
        (prop::collection::vec(text, 0..parts), ".{0,80}")
            .prop_map(|(texts, note)| Texts { texts, note })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 16 } else { 1000 }))]

        #[test]
        fn no_reply_exceeds_its_budget(report in report(120), limit in prop_oneof![0usize..600, 0usize..5000]) {
            for format in Format::ALL {
                check(&report, format, limit);
            }
        }

        #[test]
        fn missing_parts_do_not_fit(report in report(fit::TRIED + 1), limit in 150usize..600) {
            // Of more parts, some may not have been tried. If there are found lines, the plain form
            // has nothing else: one part more can make it smaller.
            for format in Format::ALL.into_iter().filter(|format| *format != Format::Plain) {
                let rendered = check(&report, format, limit);
                if rendered.tokens * 100 >= limit * 90 || rendered.text.contains("cut to fit") {
                    continue;
                }
                for part in (0..report.parts()).filter(|part| !rendered.shown.contains(*part)) {
                    // The answer would state its new size.
                    let mut more = Shown { tokens: limit, ..rendered.shown.clone() };
                    more.extra.push(part);
                    more.extra.sort_unstable();
                    let with = tokens::count(&write(&report, format, &more, Cut::NONE).text);
                    prop_assert!(with > limit, "{format:?}: part {part} makes {} tokens into {with} of {limit}", rendered.tokens);
                }
            }
        }
    }
}
