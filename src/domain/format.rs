//! Formats and token budgets of answers.

/// Renderings of an answer. The first four are for every client; the others are for people on a
/// command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    #[default]
    Outline,
    Json,
    Xml,
    Markdown,
    /// The outline with colours for a terminal.
    Color,
    /// The outline, made safe for a terminal, without colours.
    Terminal,
    /// No headings, no footer: for pipes.
    Plain,
    /// A drawing of the answer, as a Mermaid flowchart.
    Mermaid,
    /// A drawing of the answer, in Graphviz's notation.
    Dot,
}

impl Format {
    pub const ALL: [Format; 7] = [
        Format::Outline,
        Format::Json,
        Format::Xml,
        Format::Markdown,
        Format::Color,
        Format::Terminal,
        Format::Plain,
    ];

    /// Formats that every client may request; the others are for the command line.
    pub const FOR_CLIENTS: [Format; 4] =
        [Format::Outline, Format::Json, Format::Xml, Format::Markdown];

    /// Drawings of answers that are graphs, for the command line.
    pub const PICTURES: [Format; 2] = [Format::Mermaid, Format::Dot];

    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Outline => "outline",
            Format::Json => "json",
            Format::Xml => "xml",
            Format::Markdown => "markdown",
            Format::Color => "color",
            Format::Terminal => "terminal",
            Format::Plain => "plain",
            Format::Mermaid => "mermaid",
            Format::Dot => "dot",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().chain(Self::PICTURES).find(|format| format.as_str() == word)
    }
}

/// Smallest budget, in tokens; smaller ones are raised to it.
pub const MIN_TOKENS: usize = 100;

/// Limit of a whole reply, in `o200k_base` tokens, of at least [`MIN_TOKENS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget(Option<usize>);

impl Budget {
    pub const UNLIMITED: Self = Self(None);

    pub fn tokens(max: usize) -> Self {
        Self(Some(max.max(MIN_TOKENS)))
    }

    /// Returns `None` if it is unlimited.
    pub const fn limit(self) -> Option<usize> {
        self.0
    }

    pub fn allows(self, tokens: usize) -> bool {
        self.limit().is_none_or(|max| tokens <= max)
    }
}
