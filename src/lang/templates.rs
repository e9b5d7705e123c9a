//! Templates: code in marks between markup, in whole files or in literals of code.
//!
//! The code is parsed as if it stood there alone, at its place: markup becomes white space, and
//! marks become what separates statements. An element that names a function (`<.button …>`,
//! `<Layouts.app …>` of HEEx) becomes a call of it with one argument.

mod blade;

use crate::domain::is_word;
use memchr::memmem;
use serde::Deserialize;
use std::ops::Range;

/// How a language's templates are written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TemplateRules {
    /// Letters of the sigils that hold templates: `~H"…"`. Empty: whole files do.
    #[serde(default)]
    pub sigils: Vec<char>,
    #[serde(default)]
    pub form: TemplateForm,
}

/// What of a template is code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TemplateForm {
    /// What stands in `<% … %>`.
    #[default]
    Marks,
    /// That and what stands in braces; elements may call functions too.
    Elements,
    /// What stands in `{{ … }}` and between tags of PHP, and arguments of directives.
    Blade,
}

/// What a text with templates is parsed as.
#[derive(Debug, Default)]
pub struct Templates {
    /// Byte ranges that are not code, in ascending order.
    pub markup: Vec<Range<usize>>,
    /// Offsets in the markup at which the parser sees a byte other than white space, and that byte.
    marks: Vec<(usize, u8)>,
    /// Parts of the markup that name what an element calls: those of its closing tag.
    pub names: Vec<Range<usize>>,
}

impl Templates {
    /// Finds the templates of a text and what in them is code. The work is linear.
    pub(super) fn find(text: &str, rules: &[TemplateRules]) -> Self {
        let mut found = Self::default();
        for rules in rules {
            match (rules.form, rules.sigils.as_slice()) {
                (TemplateForm::Blade, _) => blade::read(text, &mut found),
                (form, []) => Reader::new(text, 0..text.len(), &mut found).read(form),
                (form, letters) => in_sigils(text, letters, form, &mut found),
            }
        }
        found.markup.sort_unstable_by_key(|range| range.start);
        found
    }

    /// Changes the bytes of the text to what is parsed. Lines stay where they are.
    pub(super) fn apply(&self, bytes: &mut [u8]) {
        for range in &self.markup {
            let blank = bytes[range.clone()].iter_mut().filter(|byte| !b"\r\n".contains(byte));
            blank.for_each(|byte| *byte = b' ');
        }
        for (at, byte) in &self.marks {
            bytes[*at] = *byte;
        }
    }
}

/// Records what of a text is code.
struct Recorder<'f> {
    found: &'f mut Templates,
    /// Start of the markup that is not yet recorded.
    markup: usize,
}

impl Recorder<'_> {
    /// Ends the markup where code begins, which is taken as it is; markup follows it.
    fn code(&mut self, code: Range<usize>) {
        if self.markup < code.start {
            self.found.markup.push(self.markup..code.start);
        }
        self.markup = code.end;
    }

    /// Puts bytes in place of those of the markup.
    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.found.marks.extend((at..).zip(bytes.iter().copied()));
    }
}

/// Limit of the bytes before a sigil on its line that are looked at.
const MAX_BEFORE: usize = 1 << 10;

/// Quotes of sigils, the longest first.
const QUOTES: [&str; 6] = ["\"\"\"", "'''", "\"", "'", "|", "/"];

/// Reads the templates in sigils. Each becomes a parenthesis, whose value comes first, so that it
/// is an expression whatever is in it.
fn in_sigils(text: &str, letters: &[char], form: TemplateForm, found: &mut Templates) {
    let mut from = 0;
    while let Some(start) = memchr::memchr(b'~', &text.as_bytes()[from..]).map(|at| from + at) {
        from = start + 1;
        let rest = &text[from..];
        let Some(letter) = rest.chars().next().filter(|letter| letters.contains(letter)) else {
            continue;
        };
        let quotes = &rest[letter.len_utf8()..];
        let Some(quote) = QUOTES.into_iter().find(|quote| quotes.starts_with(quote)) else {
            continue;
        };
        if text[..start].ends_with(['"', '\'', '\\']) || is_commented(&text[..start]) {
            continue;
        }
        let inside = from + letter.len_utf8() + quote.len();
        // Nothing can be said of what follows one that is not closed.
        let Some(length) = length_of_sigil(&text[inside..], quote) else { return };
        let end = inside + length;
        let rest = &text[end + quote.len()..];
        let after = text.len() - rest.trim_start_matches(|of: char| of.is_ascii_lowercase()).len();
        found.marks.extend([(start, b'('), (start + 1, b'0'), (end, b')')]);
        found.markup.extend([start..inside, end..after]);
        Reader::new(text, inside..end, found).read(form);
        from = after;
    }
}

/// Returns whether the last line of a text is a comment. Lines that begin far before are none, so
/// that one with many templates is not read for each of them.
fn is_commented(before: &str) -> bool {
    let near = &before.as_bytes()[before.len().saturating_sub(MAX_BEFORE)..];
    let start = match memchr::memrchr(b'\n', near) {
        Some(at) => at + 1,
        None if near.len() < before.len() => return false,
        None => 0,
    };
    near[start..].trim_ascii_start().starts_with(b"#")
}

/// Returns the length of what a sigil holds. A quote of three characters ends it at the beginning
/// of a line alone.
fn length_of_sigil(inside: &str, quote: &str) -> Option<usize> {
    let mut ends = memmem::find_iter(inside.as_bytes(), quote);
    ends.find(|end| {
        let before = &inside[..*end];
        match quote.len() {
            3 => before.trim_end_matches([' ', '\t']).ends_with('\n'),
            _ => !before.ends_with('\\'),
        }
    })
}

/// Returns where the comment begins with which the code of a mark ends: it ends with the mark, and
/// would go on to the end of the line.
fn comment_at_end(code: &str) -> Option<usize> {
    let (mut quote, mut comment, mut before) = (None, None, b' ');
    let bytes = code.as_bytes();
    for (at, byte) in bytes.iter().copied().enumerate() {
        match byte {
            b'\n' => comment = None,
            _ if comment.is_some() => {}
            b'"' | b'\'' | b'`' if quote.is_none() => quote = Some(byte),
            _ if quote == Some(byte) && before != b'\\' => quote = None,
            b'#' if quote.is_none()
                && before.is_ascii_whitespace()
                && bytes.get(at + 1) != Some(&b'{') =>
            {
                comment = Some(at);
            }
            _ => {}
        }
        before = byte;
    }
    comment
}

/// Reader of one template.
struct Reader<'t, 'f> {
    text: &'t str,
    at: usize,
    end: usize,
    is_in_tag: bool,
    recorder: Recorder<'f>,
}

impl<'t, 'f> Reader<'t, 'f> {
    fn new(text: &'t str, of: Range<usize>, found: &'f mut Templates) -> Self {
        let recorder = Recorder { found, markup: of.start };
        Self { text, at: of.start, end: of.end, is_in_tag: false, recorder }
    }

    fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..self.end]
    }

    fn read(mut self, form: TemplateForm) {
        if form == TemplateForm::Elements {
            while self.at < self.end {
                self.step();
            }
        } else {
            self.marks_until(self.end);
        }
        self.at = self.end;
        self.recorder.code(self.end..self.end);
    }

    /// Reads `<% … %>` up to a position, and no other code.
    fn marks_until(&mut self, end: usize) {
        while self.at < end {
            let text = &self.text.as_bytes()[self.at..end];
            let Some(start) = memmem::find(text, b"<%") else { break };
            self.at += start;
            self.mark();
        }
        self.at = self.at.max(end);
    }

    fn step(&mut self) {
        let rest = self.rest();
        match rest {
            [b'<', b'%', ..] => self.mark(),
            // Marks are code in a comment of the markup too; braces are not.
            [b'<', b'!', b'-', b'-', ..] => {
                let end = memmem::find(rest, b"-->").map_or(self.end, |length| self.at + length);
                self.marks_until(end);
            }
            [b'\\', ..] => self.at += 2,
            [b'{', ..] => self.braces(),
            [b'"' | b'\'', ..] if self.is_in_tag => {
                self.at += 1;
                self.skip_past(&rest[..1]);
            }
            [b'>', ..] => {
                self.is_in_tag = false;
                self.at += 1;
            }
            [b'<', second, ..] => {
                self.is_in_tag = second.is_ascii_alphabetic() || b".:/".contains(second);
                let is_raw = |name: &&[u8]| {
                    rest.get(1..=name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name))
                };
                match [b"script".as_slice(), b"style"].iter().find(|name| is_raw(name)) {
                    // Braces in them are theirs.
                    Some(_) => {
                        let end = memmem::find(&rest[1..], b"</")
                            .map_or(self.end, |length| self.at + 1 + length);
                        self.marks_until(end);
                    }
                    None => self.element(),
                }
            }
            _ => self.at += 1,
        }
    }

    fn skip_past(&mut self, end: &[u8]) {
        let length = memmem::find(self.rest(), end);
        self.at = length.map_or(self.end, |length| self.at + length + end.len());
    }

    /// `<%= code %>`
    fn mark(&mut self) {
        let (start, rest) = (self.at, self.rest());
        let is_comment = rest[2..].starts_with(b"!--");
        let end: &[u8] = if is_comment { b"--%>" } else { b"%>" };
        let opening = 2 + rest[2..].iter().take_while(|byte| b"=-|/".contains(byte)).count();
        let Some(length) = memmem::find(&rest[opening..], end) else {
            self.at = self.end;
            return;
        };
        self.at += opening + length + end.len();
        let code = &self.text[start + opening..start + opening + length];
        let code = code.strip_suffix('-').unwrap_or(code);
        // `<%%` stands for itself.
        if !is_comment && !code.starts_with(['%', '#']) {
            let read = comment_at_end(code).unwrap_or(code.len());
            // A text whose marks are not known may hold the sign.
            if read < code.len() && code[..read].contains(['/', '%', '?']) {
                let rest = start + opening + read..start + opening + code.len();
                self.recorder.found.names.push(rest);
            }
            let code = start + opening..start + opening + read;
            self.separate(start, code.clone());
            self.recorder.code(code);
        }
    }

    /// Separates code from what precedes it: where it begins, or on the line on which it does,
    /// since in a clause nothing may stand between a mark and the end of its line.
    fn separate(&mut self, start: usize, code: Range<usize>) {
        let first = code.len() - self.text[code.clone()].trim_ascii_start().len();
        let space = &self.text[code.start..code.start + first];
        let is_below = first < code.len() && space.contains('\n') && !space.ends_with('\n');
        self.recorder.put(if is_below { code.start + first - 1 } else { start }, b";");
    }

    /// `{code}`, also as the value of an attribute. `:let={pattern}` binds names.
    fn braces(&mut self) {
        let start = self.at;
        let Some(length) = length_in_braces(&self.rest()[1..]) else {
            self.at = self.end;
            return;
        };
        let end = start + 1 + length;
        self.at = end + 1;
        self.separate(start, start + 1..end);
        if self.text[..start].ends_with(":let=")
            && let Some(value) = self.next_on_markup(end + 1)
        {
            self.recorder.put(end, b"=");
            self.recorder.put(value, b"0");
        }
        self.recorder.code(start + 1..end);
    }

    /// Returns where the next byte of markup is that is no end of a line.
    fn next_on_markup(&self, from: usize) -> Option<usize> {
        let rest = &self.text.as_bytes()[from..self.end];
        let at = from + rest.iter().position(|byte| !b"\r\n".contains(byte))?;
        b" \t>/".contains(&self.text.as_bytes()[at]).then_some(at)
    }

    /// `<.function …>`, `<Module.function …>`, `</.function>`
    fn element(&mut self) {
        let start = self.at;
        let is_end = self.rest().starts_with(b"</");
        self.at += if is_end { 2 } else { 1 };
        let rest = &self.text[self.at..self.end];
        let of_path = |letter: char| is_word(letter) || letter == '.';
        let path = &rest[..rest.find(|letter| !of_path(letter)).unwrap_or(rest.len())];
        let name = path.rsplit('.').next().unwrap_or_default();
        let is_call = path.len() > name.len() && name.starts_with(|of: char| of.is_lowercase());
        if !is_call {
            return;
        }
        let name = self.at + (path.len() - path.trim_start_matches('.').len());
        let end = self.at + path.len();
        self.at = end;
        if is_end {
            self.recorder.found.names.push(name..end);
        } else {
            self.call(start, name..end);
            self.recorder.code(name..end);
        }
    }

    /// Makes a call with one argument of a name in an element that begins at `start`: `;0|>name`,
    /// or `;name(0)`, whichever has room in the markup.
    fn call(&mut self, start: usize, name: Range<usize>) {
        const PIPE: &[u8] = b";0|>";
        const ARGUMENT: &[u8] = b"(0)";
        let bytes = self.text.as_bytes();
        let has_none = |range: Range<usize>, of: &[u8]| {
            bytes.get(range).is_some_and(|bytes| !bytes.iter().any(|byte| of.contains(byte)))
        };
        let before = name.start.saturating_sub(PIPE.len());
        let after = name.end..name.end + ARGUMENT.len();
        if before >= self.recorder.markup
            && before + PIPE.len() == name.start
            && has_none(before..start, b"\r\n")
        {
            self.recorder.put(before, PIPE);
        } else {
            self.recorder.put(start, b";");
            if after.end <= self.end && has_none(after.clone(), b"\r\n{<") {
                self.recorder.put(after.start, ARGUMENT);
            }
        }
    }
}

/// Returns the length of code up to the brace that closes it. Strings hold code in braces, which
/// holds strings.
fn length_in_braces(code: &[u8]) -> Option<usize> {
    let (mut open, mut at) = (Vec::new(), 0);
    while let Some(&byte) = code.get(at) {
        let is_in_string = open.last() == Some(&b'"');
        match byte {
            b'\\' if is_in_string => at += 1,
            b'"' if is_in_string => drop(open.pop()),
            b'#' if is_in_string && code.get(at + 1) == Some(&b'{') => {
                open.push(b'{');
                at += 1;
            }
            _ if is_in_string => {}
            b'}' if open.is_empty() => return Some(at),
            b'}' => drop(open.pop()),
            b'{' | b'"' => open.push(byte),
            // `?"` is a character, unless a name ends in the mark.
            b'?' if code.get(at + 1).is_some_and(|of| b"{}\"".contains(of))
                && !at.checked_sub(1).is_some_and(|before| is_word(code[before].into())) =>
            {
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what a text is parsed as.
    fn read(text: &str, sigils: &[char], form: TemplateForm) -> String {
        let rules = [TemplateRules { sigils: sigils.to_vec(), form }];
        let found = Templates::find(text, &rules);
        let mut bytes = text.as_bytes().to_vec();
        found.apply(&mut bytes);
        String::from_utf8(bytes).expect("whole characters are replaced")
    }

    #[test]
    fn code_in_marks_is_all_that_is_left_of_a_file() {
        for (text, expected) in [
            ("<p><%= name %></p>", "   ;   name       "),
            ("<% if a -%>é<% else %>b<% end %>", ";  if a      ;  else    ;  end   "),
            ("<%# name %><%% name %>{x}", "                         "),
            ("<%!-- a %> b --%><% c %>", "                 ;  c   "),
            ("<% a # it's %><%= b %>", ";  a          ;   b   "),
            ("<%= \"#{a} #\" # b\nc # d %>", ";   \"#{a} #\" # b\nc       "),
            ("<% # a\nb %>", ";  # a\nb   "),
            ("<% open", "       "),
        ] {
            assert_eq!(read(text, &[], TemplateForm::Marks), expected, "{text}");
        }
    }

    #[test]
    fn elements_and_braces_are_code_in_templates_with_elements() {
        for (text, expected) in [
            ("  <.box id={@id} />", ";0|>box    ;@id    "),
            ("<.box id={@id} />", "; box(0) ;@id    "),
            ("\n<.box\n>", "\n; box\n "),
            ("<p><A.B.box>x</A.B.box>", ";0|>A.B.box            "),
            ("<p :for={x <- xs}>{x.y}", "        ;x <- xs  ;x.y "),
            ("   <.f :let={x}>{x}</.f>", " ;0|>f      ;x=0;x      "),
            ("{\"}\" <> a(%{b: \"#{c(\"}\")}\"})}", ";\"}\" <> a(%{b: \"#{c(\"}\")}\"}) "),
            ("<p :if={@a.b?} c={?}}>{d}", "       ;@a.b?    ;?}  ;d "),
            ("<p a={\n  b\n}>{\nc}", "      \n ;b\n  ;\nc "),
            ("<!-- {a} <%= b %> -->{c}", "         ;   b       ;c "),
            ("<style>a {b}</style>{c}", "                    ;c "),
            ("<p a=\"{x}\">\\{y}<!-- {z} -->", "                           "),
        ] {
            assert_eq!(read(text, &[], TemplateForm::Elements), expected, "{text}");
        }
    }

    #[test]
    fn sigils_become_parentheses() {
        for (text, expected) in [
            ("a ~H\"<p>{x}</p>\" b", "a (0    ;x     ) b"),
            ("~H\"\"\"\n{x}\n\"\"\"noformat", "(0   \n;x \n)          "),
            ("# ~H\"{x}\"", "# ~H\"{x}\""),
            ("~S\"{x}\" \"~H\"", "~S\"{x}\" \"~H\""),
            ("~H\"{x", "~H\"{x"),
        ] {
            assert_eq!(read(text, &['H'], TemplateForm::Elements), expected, "{text}");
        }
    }
}
