//! An independent engine for AST patterns, which ours is compared with. The fuzz target of patterns
//! reads this file too.

use ast_grep_core::matcher::PatternBuilder;
use ast_grep_core::tree_sitter::{LanguageExt, StrDoc, TSLanguage};
use ast_grep_core::{Language, Pattern, PatternError};
use std::borrow::Cow;

/// A language for the independent engine, whose parser is the same.
#[derive(Clone)]
pub(crate) struct Oracle {
    grammar: TSLanguage,
    mark: char,
}

impl Oracle {
    pub(crate) fn new(id: &str) -> Self {
        let language = spelunk::lang::registry().by_name(id).expect("a known language");
        let grammar = language.grammar().expect("a grammar").clone();
        Self { grammar, mark: language.config.pattern.expando.unwrap_or('$') }
    }

    /// The matches of a pattern in a text.
    pub(crate) fn count(&self, pattern: &str, text: &str) -> usize {
        let pattern = Pattern::try_new(pattern, self.clone()).expect("a good pattern");
        let root = self.ast_grep(text);
        root.root().find_all(&pattern).count()
    }
}

impl Language for Oracle {
    fn pre_process_pattern<'q>(&self, query: &'q str) -> Cow<'q, str> {
        if self.mark == '$' {
            query.into()
        } else {
            query.replace('$', &self.mark.to_string()).into()
        }
    }

    fn expando_char(&self) -> char {
        self.mark
    }

    fn kind_to_id(&self, kind: &str) -> u16 {
        self.grammar.id_for_node_kind(kind, true)
    }

    fn field_to_id(&self, field: &str) -> Option<u16> {
        self.grammar.field_id_for_name(field).map(std::num::NonZero::get)
    }

    fn build_pattern(&self, builder: &PatternBuilder<'_>) -> Result<Pattern, PatternError> {
        builder.build(|source| StrDoc::try_new(source, self.clone()))
    }
}

impl LanguageExt for Oracle {
    fn get_ts_language(&self) -> TSLanguage {
        self.grammar.clone()
    }
}
