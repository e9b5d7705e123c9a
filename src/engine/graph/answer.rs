//! Answers of the graph and their rows, the same for every tier: syntax, text search and language
//! servers.

mod framework_entry;
mod site;

pub use framework_entry::FrameworkEntry;
pub use site::{MeantOverload, Site};

use super::only_by::OnlyBy;
use super::rule::Rule;
use super::target::Definition;
use crate::domain::{
    Account, Certainty, Evidence, FileLine, LeftOut, LevelAccount, NotRead, Suggestion, SymbolKind,
};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A definition as answers name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Node {
    pub name: String,
    pub kind: SymbolKind,
    /// The displayed path; `None` where the definition is not in the project's files.
    pub file: Option<Arc<str>>,
    /// 1-based.
    pub line: Option<usize>,
    pub signature: Option<String>,
    /// The name of what it is a member of.
    pub container: Option<String>,
    /// The name of the type around a container that is no type, as a function with an anonymous
    /// class; of a part of a test the name of the test function.
    #[serde(skip)]
    pub outer: Option<String>,
    #[serde(skip)]
    pub is_test: bool,
}

impl Node {
    /// Returns what is in none of the project's files.
    pub(super) fn undefined(name: impl Into<String>, kind: SymbolKind) -> Self {
        Self {
            name: name.into(),
            kind,
            file: None,
            line: None,
            signature: None,
            container: None,
            outer: None,
            is_test: false,
        }
    }
}

/// A definition on the way from a target to a caller or callee further off.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Hop {
    pub name: String,
    /// The type that it is a member of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    pub file: Arc<str>,
    /// 1-based.
    pub line: usize,
}

/// A caller or a callee.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Call {
    #[serde(flatten)]
    pub node: Node,
    /// 1 for direct calls.
    pub depth: usize,
    /// What lies between it and the target, the nearest to the target first; empty for direct
    /// calls.
    #[serde(skip)]
    pub via: Vec<Hop>,
    #[serde(rename = "call_sites")]
    pub sites: Vec<Site>,
    /// Where it does not call but hands on as a value, from where it may be called.
    #[serde(rename = "passed_as_value", skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Site>,
    pub certainty: Certainty,
    /// The rule that decided, where syntax did.
    pub rule: Option<Rule>,
    /// The members of supertypes that are named at the calls, where the target overrides or
    /// implements them: `Storage.append`. Of calls of what overrides the target, those members.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<String>,
    /// Its calls of other definitions on the way to the target.
    #[serde(rename = "also_calls", skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<FurtherCall>,
    /// True of a test from which each known way to the target leads over a mock.
    #[serde(skip)]
    pub is_cut: bool,
    /// Of a test, what each known way to the target leads over, if that is no plain call.
    #[serde(skip)]
    pub only_by: Option<OnlyBy>,
}

/// A call, by a caller of the target, of something else from which the target is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FurtherCall {
    /// The name of what is called.
    pub name: String,
    #[serde(flatten)]
    pub site: Site,
    /// The definition of that.
    #[serde(skip)]
    pub of: Hop,
}

impl Call {
    /// Returns where the row names what it calls or hands on.
    pub fn places(&self) -> impl Iterator<Item = &Site> {
        self.sites.iter().chain(&self.values)
    }

    /// Splits off the calls on mocks, if it has others.
    pub(super) fn parts(self) -> impl Iterator<Item = Self> {
        let (on_mock, sites): (Vec<Site>, Vec<Site>) =
            self.sites.iter().cloned().partition(|site| site.on_mock);
        let is_mixed = !on_mock.is_empty() && !sites.is_empty();
        let mocked = is_mixed.then(|| Self { sites: on_mock, ..self.clone() });
        let own = if is_mixed { Self { sites, ..self } } else { self };
        std::iter::once(own).chain(mocked)
    }

    /// Returns whether it runs nothing of the target, for the mocks of its file.
    pub fn is_mocked(&self) -> bool {
        self.is_cut || self.is_on_mock()
    }

    /// Returns whether all that it names is called on mocks, so that none of it runs.
    pub fn is_on_mock(&self) -> bool {
        self.places().next().is_some() && self.places().all(|site| site.on_mock)
    }
}

/// An occurrence that nothing explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenUse {
    /// The function or type around it, if any.
    pub within: Option<Node>,
    pub site: Site,
}

/// What an occurrence of a name is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReferenceRole {
    Call,
    Type,
    Import,
    Read,
    Write,
    Inherit,
    Definition,
    Other,
}

impl ReferenceRole {
    pub const fn as_str(self) -> &'static str {
        match self {
            ReferenceRole::Call => "call",
            ReferenceRole::Type => "type",
            ReferenceRole::Import => "import",
            ReferenceRole::Read => "read",
            ReferenceRole::Write => "write",
            ReferenceRole::Inherit => "inherit",
            ReferenceRole::Definition => "definition",
            ReferenceRole::Other => "other",
        }
    }
}

/// One occurrence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reference {
    #[serde(flatten)]
    pub site: Site,
    pub role: ReferenceRole,
    /// The innermost definition around it.
    #[serde(serialize_with = "as_header")]
    #[schemars(with = "Option<Header>")]
    pub enclosing: Option<Node>,
    /// What would have to be edited for it: the function around it, else the innermost definition,
    /// else the file.
    #[serde(skip)]
    pub within: Node,
    /// One phrase: "return type of perform()".
    pub usage: String,
    /// The type that extends or implements it, where its header is the use.
    #[serde(skip)]
    pub subtype: Option<String>,
    pub certainty: Certainty,
    pub rule: Option<Rule>,
    /// The member of a supertype that is named, where the target overrides or implements it. Of
    /// uses of what overrides the target, that member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
    #[serde(skip)]
    pub is_test: bool,
}

/// What programs are told of the definition around a reference.
#[derive(Serialize, JsonSchema)]
struct Header<'a> {
    name: &'a str,
    kind: SymbolKind,
    line: Option<usize>,
}

#[expect(clippy::ref_option, reason = "serde hands over the field")]
fn as_header<S: Serializer>(node: &Option<Node>, serializer: S) -> Result<S::Ok, S::Error> {
    let header =
        node.as_ref().map(|node| Header { name: &node.name, kind: node.kind, line: node.line });
    header.serialize(serializer)
}

/// One implementation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Implementation {
    #[serde(flatten)]
    pub node: Node,
    pub certainty: Certainty,
    pub rule: Option<Rule>,
    /// The members with which it meets what the target requires, its own or another type's; empty
    /// where these are many or not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
    /// The methods of the target that it defines itself; empty if most of many implementations
    /// define the same one. Of a function that is given for an interface, the one that it stands
    /// for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// The lines of those methods, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub override_lines: Vec<usize>,
    /// The target's name, where that means nothing else in the header.
    #[serde(skip)]
    pub of_name: Option<Arc<str>>,
    /// The line in its body at which it names the target, where that is not in its header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named_at: Option<usize>,
    /// True if pointers to values of the type implement the target, and the values do not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_pointer: bool,
}

impl Implementation {
    /// Returns an implementation of which no members are known.
    pub(in crate::engine) fn new(node: Node, certainty: Certainty, rule: Option<Rule>) -> Self {
        let (members, overrides, override_lines) = (Vec::new(), Vec::new(), Vec::new());
        let (of_name, named_at, by_pointer) = (None, None, false);
        Self {
            node,
            certainty,
            rule,
            members,
            overrides,
            override_lines,
            of_name,
            named_at,
            by_pointer,
        }
    }

    /// Returns whether it is a function that is given for an interface of one method.
    pub fn is_given(&self) -> bool {
        self.rule == Some(Rule::WrittenFor) && self.node.kind == SymbolKind::Function
    }
}

/// A member of a type, its own or one that it has from another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Member {
    pub name: String,
    /// The name of the other type that it is from.
    pub of: Option<String>,
    pub file: Arc<str>,
    /// 1-based.
    pub line: usize,
}

/// A file that was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnreadFile {
    pub file: Arc<str>,
    pub bytes: u64,
}

/// Where the text mentions a name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mentioned {
    /// Whole-word occurrences, the definitions' own left out.
    pub count: usize,
    /// Displayed paths with the first line of a mention.
    pub files: Vec<FileLine>,
    /// Where nothing defines the name: the largest file that may, left for its size or syntax.
    #[serde(rename = "not_read", skip_serializing_if = "Option::is_none")]
    pub unread: Option<UnreadFile>,
    /// As `unread`: what could not be read.
    #[serde(skip_serializing_if = "NotRead::is_none")]
    pub unreadable: NotRead,
    /// Where no file is left: the ignore rule that leaves out the most.
    #[serde(skip)]
    pub emptied_by: Option<LeftOut>,
}

/// The answer for one definition.
#[derive(Debug, Clone)]
pub struct Answer<T> {
    /// `None` if the name has no definition and only text was searched.
    pub target: Option<Definition>,
    /// Unqualified name of the target.
    pub name: String,
    /// Sorted by depth, certainty, same file, same directory, not a test, path, line.
    pub results: Vec<T>,
    /// False if not every file could be searched, so that more results may exist.
    pub is_exact: bool,
    pub evidence: Evidence,
    /// Text mentions of the name; set if there are no results.
    pub mentions: Option<Mentioned>,
    /// For a possible result, by its index in `results`: labels of the other definitions of the
    /// name that it may mean as well. Such a result is listed once, with the first of these
    /// definitions.
    pub others: BTreeMap<usize, Vec<String>>,
    /// Number of possible results that are listed with another definition.
    pub elsewhere: usize,
    /// Uses of what overrides or implements the target, code before tests, by path and line. They
    /// are no results.
    pub overriding: Vec<T>,
    /// Displayed paths of the files of results that a program wrote.
    pub generated: BTreeSet<Arc<str>>,
    /// How far tests that reach the target through others were looked for.
    pub tests: TestReach,
    /// What reaches the target and has no known caller, but a framework may call it.
    pub entries: Vec<FrameworkEntry>,
    /// The functions through which these tests were looked for, as far as they are likely to reach
    /// the target; the nearest first.
    pub leading: Vec<Hop>,
}

/// How far tests that reach a target through its callers were looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TestReach {
    /// Levels of callers whose tests were looked for.
    pub levels: usize,
    /// Number of known callers whose own callers were not looked for.
    #[serde(rename = "callers_beyond")]
    pub beyond: usize,
    /// The first of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stopped_at: Vec<Hop>,
    /// Number of files that may hold more and were not read.
    #[serde(rename = "files_not_read")]
    pub unread: usize,
}

impl TestReach {
    /// Returns whether nothing was left to look at.
    pub const fn is_whole(&self) -> bool {
        self.beyond == 0 && self.unread == 0
    }
}

impl<T: GraphRow> Answer<T> {
    /// Removes the uses of what overrides the target that are results as well.
    pub(super) fn drop_listed(&mut self) {
        let listed: BTreeSet<(Arc<str>, usize)> =
            self.results.iter().flat_map(GraphRow::lines).collect();
        let is_other = |file: &Arc<str>, line| !listed.contains(&(Arc::clone(file), line));
        self.overriding = self.overriding.iter().filter_map(|row| row.limited(&is_other)).collect();
    }
}

impl<T> Answer<T> {
    /// Creates an answer about a name without a definition.
    pub(super) fn of_name(name: String, results: Vec<T>, evidence: Evidence) -> Self {
        let (others, elsewhere, overriding) = (BTreeMap::new(), 0, Vec::new());
        Self {
            target: None,
            name,
            results,
            is_exact: true,
            evidence,
            mentions: None,
            others,
            elsewhere,
            overriding,
            generated: BTreeSet::new(),
            tests: TestReach::default(),
            entries: Vec::new(),
            leading: Vec::new(),
        }
    }
}

/// A row of a graph answer, whatever tier it is from.
pub trait GraphRow: Clone + PartialEq + Send + 'static {
    /// The definition that the row stands for, or that its use stands in.
    fn node(&self) -> &Node;

    fn certainty(&self) -> Certainty;

    /// Distance from the target; 1 for direct rows.
    fn depth(&self) -> usize {
        1
    }

    /// Definitions between the target and the row, the nearest to the target first.
    fn via(&self) -> &[Hop] {
        &[]
    }

    /// Occurrences of the target's name that the row lists.
    fn sites(&self) -> &[Site] {
        &[]
    }

    /// The same, to be marked.
    fn sites_mut(&mut self) -> &mut [Site] {
        &mut []
    }

    /// File and line of a definition whose header names the target, for rows that stand for such a
    /// definition.
    fn header(&self) -> Option<(Arc<str>, usize)> {
        None
    }

    /// File, line and column of the row's subject.
    fn position(&self) -> (Option<Arc<str>>, usize, usize);

    /// Lines that the row lists, by displayed path.
    fn lines(&self) -> Vec<(Arc<str>, usize)>;

    /// Returns whether it follows a value, of which a server's silence says nothing.
    fn is_by_value(&self) -> bool {
        false
    }

    /// The row limited to the lines that `accept` returns true for; `None` if none is left.
    fn limited(&self, accept: &dyn Fn(&Arc<str>, usize) -> bool) -> Option<Self> {
        self.lines().iter().any(|(file, line)| accept(file, *line)).then(|| self.clone())
    }
}

impl GraphRow for Call {
    fn node(&self) -> &Node {
        &self.node
    }

    fn certainty(&self) -> Certainty {
        self.certainty
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn via(&self) -> &[Hop] {
        &self.via
    }

    fn sites(&self) -> &[Site] {
        &self.sites
    }

    fn sites_mut(&mut self) -> &mut [Site] {
        &mut self.sites
    }

    fn position(&self) -> (Option<Arc<str>>, usize, usize) {
        match self.places().next() {
            Some(site) => (Some(Arc::clone(&site.file)), site.line, site.column),
            None => (self.node.file.clone(), self.node.line.unwrap_or(0), 0),
        }
    }

    fn lines(&self) -> Vec<(Arc<str>, usize)> {
        self.places().map(|site| (Arc::clone(&site.file), site.line)).collect()
    }

    fn is_by_value(&self) -> bool {
        self.rule == Some(Rule::PassedAsValue)
    }

    fn limited(&self, accept: &dyn Fn(&Arc<str>, usize) -> bool) -> Option<Self> {
        let accepted = |sites: &[Site]| -> Vec<Site> {
            sites.iter().filter(|site| accept(&site.file, site.line)).cloned().collect()
        };
        let (sites, values) = (accepted(&self.sites), accepted(&self.values));
        let is_empty = sites.is_empty() && values.is_empty();
        (!is_empty).then(|| Call { sites, values, ..self.clone() })
    }
}

impl GraphRow for Reference {
    fn node(&self) -> &Node {
        &self.within
    }

    fn certainty(&self) -> Certainty {
        self.certainty
    }

    fn sites(&self) -> &[Site] {
        std::slice::from_ref(&self.site)
    }

    fn sites_mut(&mut self) -> &mut [Site] {
        std::slice::from_mut(&mut self.site)
    }

    fn position(&self) -> (Option<Arc<str>>, usize, usize) {
        (Some(Arc::clone(&self.site.file)), self.site.line, self.site.column)
    }

    fn lines(&self) -> Vec<(Arc<str>, usize)> {
        vec![(Arc::clone(&self.site.file), self.site.line)]
    }
}

impl GraphRow for Implementation {
    fn node(&self) -> &Node {
        &self.node
    }

    fn certainty(&self) -> Certainty {
        self.certainty
    }

    fn header(&self) -> Option<(Arc<str>, usize)> {
        self.node.file.clone().zip(self.node.line)
    }

    fn position(&self) -> (Option<Arc<str>>, usize, usize) {
        (self.node.file.clone(), self.node.line.unwrap_or(0), 0)
    }

    fn lines(&self) -> Vec<(Arc<str>, usize)> {
        self.header().into_iter().collect()
    }
}

/// Outcome of a question.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "there is one for a question")]
pub enum Answers<T> {
    One(Answer<T>),
    /// One answer for each definition of the name, the most used first, and the number of
    /// definitions left out.
    Several(Vec<Answer<T>>, usize),
    /// The target has no definition.
    None {
        suggestions: Vec<Suggestion>,
        mentions: Mentioned,
    },
}

/// Answers to a question, with the account of the target's name.
#[derive(Debug, Clone)]
pub struct Response<T> {
    pub answers: Answers<T>,
    /// One account for all definitions of the name; `None` if the results are not occurrences of
    /// it.
    pub account: Option<Account>,
    /// Accounts of the levels below the first.
    pub deeper: Vec<LevelAccount>,
    /// The unresolved occurrences of the account, if they are few.
    pub open: Vec<OpenUse>,
}

impl<T> From<Answers<T>> for Response<T> {
    fn from(answers: Answers<T>) -> Self {
        Self { answers, account: None, deeper: Vec::new(), open: Vec::new() }
    }
}
