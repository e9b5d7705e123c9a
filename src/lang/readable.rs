//! What the grammar of a language reads of a text, and what else in it may name something.

use super::patches::{Broken, Place};
use super::templates::Templates;
use super::{Language, alternatives, comment_runs};
use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;

/// Parts of a text that are not parsed, and in which identifiers are uses.
#[derive(Debug, Default)]
pub struct Unparsed {
    /// Those in which all are.
    pub names: Vec<Range<usize>>,
    /// Code in markup.
    pub code: Vec<CodeInMarkup>,
    /// The other text of the markup.
    pub prose: Vec<Range<usize>>,
}

/// A part of markup that is code.
#[derive(Debug)]
pub struct CodeInMarkup {
    pub range: Range<usize>,
    /// False if its bare names are members of an object, and not those of the file.
    pub sees: bool,
}

impl Unparsed {
    fn add_markup(&mut self, text: &str, markup: Range<usize>, code: &Regex, sees: bool) {
        let mut end = markup.start;
        let is_doubtful: Vec<bool> = code.capture_names().map(|name| name.is_some()).collect();
        for found in code.captures_iter(&text[markup.clone()]) {
            let groups = found.iter().zip(&is_doubtful).skip(1);
            for (group, is_doubtful) in groups.filter_map(|(group, doubt)| Some((group?, doubt))) {
                let range = markup.start + group.start()..markup.start + group.end();
                self.add_prose(end..range.start);
                end = range.end;
                if !is_doubtful {
                    self.code.push(CodeInMarkup { range, sees });
                }
            }
        }
        self.add_prose(end..markup.end);
    }

    fn add_prose(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.prose.push(range);
        }
    }
}

impl Language {
    /// Returns the text to be parsed: the same, with the replacements of `[[patch]]` and without
    /// the alternatives that no grammar can read. Lengths and positions do not change.
    pub fn readable<'text>(&self, text: &'text str) -> Cow<'text, [u8]> {
        let mut readable = Cow::Borrowed(text.as_bytes());
        let templates = self.templates(text);
        if !templates.markup.is_empty() {
            templates.apply(readable.to_mut());
        }
        for place in self.patches.always(text) {
            place.apply(readable.to_mut());
        }
        for hidden in alternatives::hidden(text, &self.config.alternatives, &self.config.comments) {
            readable.to_mut()[hidden.range].fill(b' ');
        }
        if let Some(least) = self.config.comments.joined_from {
            comment_runs::each_inner_end(text, &self.config.comments.line, least, |end| {
                readable.to_mut()[end] = b' ';
            });
        }
        readable
    }

    /// Returns the places of a text that may be read as something else if it is broken.
    pub fn places_on_error(&self, text: &str) -> Vec<Place<'_>> {
        self.patches.on_error(text)
    }

    /// Returns the parts of a text that are not parsed because of a `[[patch]]`, one for `broken`
    /// texts too, or since they belong to another alternative, and in which identifiers are uses.
    pub fn unparsed(&self, text: &str, broken: &Broken) -> Unparsed {
        let mut unparsed = Unparsed::default();
        let mut places = self.patches.always(text);
        if broken.is_anywhere() {
            let of_broken = self.places_on_error(text).into_iter();
            places.extend(of_broken.filter(|place| broken.lets(place.patch, &place.matched)));
        }
        for Place { range, patch, .. } in places.into_iter().filter(|place| place.patch.names) {
            match patch.code.get() {
                Some(code) => {
                    let sees = patch.sees.get().is_none_or(|sees| sees.is_match(text));
                    unparsed.add_markup(text, range, code, sees);
                }
                None => unparsed.names.push(range),
            }
        }
        let hidden = alternatives::hidden(text, &self.config.alternatives, &self.config.comments);
        let hidden = hidden.into_iter().filter(|hidden| hidden.names);
        unparsed.names.extend(hidden.map(|hidden| hidden.range));
        unparsed
    }

    /// Returns whether the code in what a `[[patch]]` hides is read.
    pub fn reads_markup(&self) -> bool {
        self.patches.iter().any(|patch| patch.code.get().is_some())
    }

    /// Returns whether its files are templates as a whole.
    pub fn is_template(&self) -> bool {
        self.config.template.iter().any(|rules| rules.sigils.is_empty())
    }

    /// Returns the templates of a text.
    pub fn templates(&self, text: &str) -> Templates {
        Templates::find(text, &self.config.template)
    }
}
