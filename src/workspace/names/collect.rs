//! Collection of a tree's facts, by the language's `graph.scm`.

mod lists;
mod macro_parts;
mod nameless;
mod origin;
mod qualified;
mod scopes;
mod types;
mod unread;

use super::blocks::Blocks;
use super::counts::{Counts, Parameter};
use super::expression::{Required, Returned, Taken, TypeAlias};
use super::imports::{Imports, RawImport};
use super::macro_text::identifiers;
use super::objects::Objects;
use super::record::Recorder;
use super::results::Results;
use super::unbound::{self, Patterns};
use super::{
    Apart, Binding, Case, Delegating, Delegation, Elements, Export, Imported, NameFacts, Narrowed,
    Origin, Precedence, Qualifier, Role, Span, Supertype, Use,
};
use crate::lang::{Capture, CompiledQuery, GraphCapture, Language, QueryKind};
use crate::workspace::outline::MACRO_ROUNDS;
use crate::workspace::parse::{Parsed, parse_ranges, parsed_part};
use lists::{Places, assigned_value, behind, located, sorted};
use macro_parts::code_parts;
use nameless::Nameless;
use rustc_hash::FxHashMap;
use tree_sitter::{Node, Tree};
use types::Open;

/// Returns the facts of a text that is already parsed.
pub fn facts_of_tree(text: &str, language: &'static Language, tree: &Parsed) -> NameFacts {
    let Some(query) = language.query(QueryKind::Graph) else { return NameFacts::default() };
    let text = parsed_part(text, language);
    let mut collector = Collector::new(text, language);
    collector.collect(query, tree);
    collector.is_in_macro = true;
    for _ in 0..MACRO_ROUNDS {
        for part in std::mem::take(&mut collector.macro_parts) {
            let tree = parse_ranges(text, language, &[part]);
            tree.iter().for_each(|tree| collector.collect(query, tree));
        }
    }
    for range in std::mem::take(&mut collector.quoted) {
        if let Some(tree) = parse_ranges(text, language, &[range]) {
            collector.collect(query, &tree);
        }
    }
    collector.unread(&tree.broken);
    collector.finish()
}

struct Collector<'a> {
    text: &'a str,
    language: &'static Language,
    uses: FxHashMap<Span, (Role, Qualifier)>,
    scopes: FxHashMap<Span, bool>,
    next_scopes: Vec<Span>,
    /// The annotation and value of a longer pattern take precedence over a bare capture of the same
    /// name.
    bindings: FxHashMap<Span, Origin>,
    fields: FxHashMap<Span, Origin>,
    assigned: FxHashMap<Span, Origin>,
    set: FxHashMap<Span, Origin>,
    /// Names that have another type in one scope: the name, the scope and that type.
    narrowed: Vec<(Span, Span, Origin)>,
    /// The same for blocks that are no scopes.
    narrowed_blocks: Vec<Narrowed>,
    apart: Vec<Apart>,
    cases: Vec<Case>,
    delegations: Vec<(Span, Delegation)>,
    imports: Imports,
    supertypes: Vec<Supertype>,
    open: Open,
    package: Option<Span>,
    exports: Vec<Export>,
    parameters: Vec<Span>,
    counts: Counts,
    returns: Vec<Returned>,
    taken: Vec<Taken>,
    required: Vec<Required>,
    results: Results,
    branches: Vec<Span>,
    objects: Objects,
    places: Places,
    loops: Vec<Span>,
    /// Scopes in which an assignment to a name of a scope around them is one of that.
    shared: Vec<Span>,
    aliases: Vec<TypeAlias>,
    generics: Vec<Span>,
    selves: Vec<Span>,
    recorder: Recorder<'a>,
    retained: Vec<Span>,
    declared: Vec<Span>,
    unscoped: Vec<Span>,
    /// Parts of the text in which names are of types.
    type_parts: Vec<Span>,
    texts: Vec<Span>,
    keywords: Vec<Span>,
    /// Names that are called unless a local name hides them.
    unbound: Vec<Span>,
    outside: Vec<Span>,
    blocks: Blocks,
    patterns: Patterns,
    errors: Vec<Span>,
    macro_parts: Vec<tree_sitter::Range>,
    macro_texts: Vec<Span>,
    quoted: Vec<tree_sitter::Range>,
    /// True in the bodies of macros, which may add parameters.
    is_in_macro: bool,
}

/// Captures of one match.
#[derive(Default)]
struct Parts<'tree> {
    name: Option<Node<'tree>>,
    receiver: Option<Node<'tree>>,
    /// True if the receiver is a collection of whose elements the name is a member.
    is_of_each: bool,
    path: Option<Node<'tree>>,
    binding: Option<Span>,
    field: Option<Span>,
    documented: Option<Node<'tree>>,
    assigned: Option<Span>,
    set: Option<Span>,
    annotation: Option<Node<'tree>>,
    annotation_also: Option<Node<'tree>>,
    value: Option<Node<'tree>>,
    element: Option<Node<'tree>>,
    elements: Elements,
    pattern: Option<Span>,
    apart: Option<Span>,
    case: Option<Span>,
    switched: Option<Node<'tree>>,
    place: Option<Node<'tree>>,
    unpacked: Option<(Node<'tree>, origin::Unpacked)>,
    unpacked_type: Option<Node<'tree>>,
    unpacked_member: Option<Node<'tree>>,
    unpacked_as: Option<Node<'tree>>,
    /// Scope in which a name has another type.
    within: Option<Span>,
    /// The same of a block that is no scope, and whether the name is of any other type there.
    block: Option<(Span, bool)>,
    subtype: Option<Node<'tree>>,
    supertypes: Vec<(Node<'tree>, Precedence)>,
    /// The supertype's arguments.
    arguments: Option<Node<'tree>>,
    /// Another name for a type, and the type, with whether it is another one.
    aliased: Option<Span>,
    meaning: Option<(Node<'tree>, bool)>,
    body: Option<Span>,
    statement: Option<Span>,
    /// An exported value, and whether it is the file's only export.
    exported: Option<(Node<'tree>, bool)>,
    import: RawImport,
    import_span: Option<Span>,
    prefix: Option<Span>,
    group: Option<Span>,
    called: Option<Span>,
    named: Option<Span>,
    passed: Option<Node<'tree>>,
    passed_beside: Option<Span>,
    passed_number: Option<Span>,
    callable: Option<Span>,
    object: Option<Node<'tree>>,
    object_of: Option<Node<'tree>>,
    object_list: Option<Node<'tree>>,
    is_first_object: bool,
    key: Option<Span>,
    producer: Option<Span>,
    returns: Option<Node<'tree>>,
    result: Option<Node<'tree>>,
    parameter: Option<(Span, Parameter)>,
    /// A block or another function without a name, and what the match says of it.
    nameless: Nameless<'tree>,
    /// The signs around the parameters of a function.
    parameters_from: Option<Span>,
    parameters_to: Option<Span>,
    is_filled: bool,
    is_unset: bool,
    /// A part of a list that a function returns.
    listed: Option<Node<'tree>>,
}

impl<'a> Collector<'a> {
    fn new(text: &'a str, language: &'static Language) -> Self {
        Self {
            text,
            language,
            uses: FxHashMap::default(),
            scopes: FxHashMap::default(),
            next_scopes: Vec::new(),
            bindings: FxHashMap::default(),
            fields: FxHashMap::default(),
            assigned: FxHashMap::default(),
            set: FxHashMap::default(),
            narrowed: Vec::new(),
            narrowed_blocks: Vec::new(),
            apart: Vec::new(),
            cases: Vec::new(),
            delegations: Vec::new(),
            imports: Imports::default(),
            supertypes: Vec::new(),
            open: Open::default(),
            package: None,
            exports: Vec::new(),
            parameters: Vec::new(),
            counts: Counts::default(),
            returns: Vec::new(),
            taken: Vec::new(),
            required: Vec::new(),
            results: Results::default(),
            branches: Vec::new(),
            objects: Objects::default(),
            places: Places::default(),
            loops: Vec::new(),
            shared: Vec::new(),
            aliases: Vec::new(),
            generics: Vec::new(),
            selves: Vec::new(),
            recorder: Recorder::new(text, language),
            retained: Vec::new(),
            declared: Vec::new(),
            unscoped: Vec::new(),
            type_parts: Vec::new(),
            texts: Vec::new(),
            keywords: Vec::new(),
            unbound: Vec::new(),
            outside: Vec::new(),
            blocks: Blocks::default(),
            patterns: Patterns::default(),
            errors: Vec::new(),
            macro_parts: Vec::new(),
            macro_texts: Vec::new(),
            quoted: Vec::new(),
            is_in_macro: false,
        }
    }

    fn collect(&mut self, query: &CompiledQuery, tree: &Tree) {
        self.recorder.start_tree();
        self.places = Places::of(tree);
        let mut errors = unread::Errors::behind(self.texts.len());
        query.walk(
            tree.root_node(),
            self.text,
            |node| {
                errors.add(node);
                true
            },
            |found| {
                let mut parts = Parts::default();
                for (capture, node) in found.captures() {
                    if let Capture::Graph(capture) = capture {
                        self.capture(&mut parts, capture, node);
                    }
                }
                self.add(&parts);
            },
        );
        self.add_errors(errors);
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each capture")]
    fn capture<'tree>(
        &mut self,
        parts: &mut Parts<'tree>,
        capture: GraphCapture,
        node: Node<'tree>,
    ) {
        let span = Span::new(node.byte_range());
        match capture {
            GraphCapture::Use => self.role(span, Role::Read),
            GraphCapture::UseNamed => parts.named = self.use_behind_sign(span),
            GraphCapture::ImportPath => {
                for name in identifiers(self.text, span.range()) {
                    self.role(name, Role::ImportPath);
                    parts.called = Some(name);
                }
            }
            GraphCapture::Call => {
                self.role(span, Role::Call);
                parts.called = Some(span);
            }
            GraphCapture::CallNamed => {
                parts.named = self.name_behind_sign(span);
                if let Some(name) = parts.named {
                    self.role(name, Role::Call);
                    parts.called = Some(name);
                }
            }
            GraphCapture::Initialize => {
                self.role(span, Role::Initialize);
                parts.called = Some(span);
            }
            GraphCapture::CallUnbound => self.unbound.push(span),
            GraphCapture::CallOwn => self.delegation(parts, span, Delegation::OwnConstructor),
            GraphCapture::CallSuper => self.delegation(parts, span, Delegation::SuperConstructor),
            GraphCapture::CallOverridden => self.delegation(parts, span, Delegation::Overridden),
            GraphCapture::Outside => self.outside.push(span),
            GraphCapture::ParametersFrom => parts.parameters_from = Some(span),
            GraphCapture::ParametersTo => parts.parameters_to = Some(span),
            GraphCapture::ReceiverBlock
            | GraphCapture::Lambda
            | GraphCapture::LambdaNamed
            | GraphCapture::BlockReturned
            | GraphCapture::BlockOf
            | GraphCapture::BlockMade
            | GraphCapture::BlockGiven
            | GraphCapture::BlockLabel
            | GraphCapture::BlockSet
            | GraphCapture::BlockKey
            | GraphCapture::BlockType
            | GraphCapture::BlockTakes
            | GraphCapture::BlockGives => parts.nameless.read(capture, node),
            GraphCapture::Bound => self.patterns.whole.push(span),
            GraphCapture::BoundNot => self.patterns.without.push(span),
            GraphCapture::BoundPairs => self.add_pairs(node),
            GraphCapture::Retained => self.retained.push(span),
            GraphCapture::Passed => parts.passed = Some(node),
            GraphCapture::Uncounted => self.counts.open(span),
            GraphCapture::PassedBeside => parts.passed_beside = Some(span),
            GraphCapture::PassedNumber => parts.passed_number = Some(span),
            GraphCapture::Producer => parts.producer = Some(span),
            GraphCapture::Result => parts.result = Some(node),
            GraphCapture::Callable => parts.callable = Some(span),
            GraphCapture::Parameter => parts.parameter = Some((span, Parameter::Required)),
            GraphCapture::Optional => parts.parameter = Some((span, Parameter::Optional)),
            GraphCapture::Rest => parts.parameter = Some((span, Parameter::Rest)),
            GraphCapture::Type => self.role(span, Role::Type),
            GraphCapture::Types => self.type_parts.push(span),
            GraphCapture::Declared => self.declared.push(span),
            GraphCapture::Unscoped => self.unscoped.push(span),
            GraphCapture::Write => self.role(span, Role::Write),
            GraphCapture::Inherit => self.inherited(span),
            GraphCapture::Decorator => self.role(span, Role::Decorator),
            GraphCapture::Label => self.role(span, Role::Label),
            GraphCapture::ArgumentLabel => self.role(span, Role::Argument),
            GraphCapture::Tokens => self.recorder.tokens(node),
            GraphCapture::Scope | GraphCapture::ScopeShared => {
                self.scopes.entry(span).or_insert(false);
                self.shared.extend((capture == GraphCapture::ScopeShared).then_some(span));
            }
            GraphCapture::ScopeType => {
                self.scopes.insert(span, true);
            }
            GraphCapture::ScopeNext => self.next_scopes.push(span),
            GraphCapture::ScopeBehind => self.add_scope_behind(node),
            GraphCapture::Branch => self.branches.push(span),
            GraphCapture::Loop => self.loops.push(span),
            GraphCapture::Parameters => self.parameters.push(span),
            GraphCapture::Returns => parts.returns = Some(node),
            GraphCapture::Takes => {
                let written = self.recorder.written_type(node);
                self.taken.push(Taken { span, written });
            }
            GraphCapture::Required => {
                let written = self.recorder.written_type(node);
                self.required.push(Required { span, written });
            }
            GraphCapture::Generic => self.generics.push(span),
            GraphCapture::Itself => self.selves.push(span),
            GraphCapture::Aliased => parts.aliased = Some(span),
            GraphCapture::Meaning => parts.meaning = Some((node, false)),
            GraphCapture::MeaningOwn => parts.meaning = Some((node, true)),
            GraphCapture::Text => self.texts.extend(self.is_certain_text(span).then_some(span)),
            GraphCapture::Keyword => self.keywords.push(span),
            GraphCapture::MacroBody => {
                self.macro_parts.extend(code_parts(node, self.text, self.language));
            }
            GraphCapture::MacroText => self.macro_texts.push(span),
            GraphCapture::Interpolated => self.interpolated(span),
            GraphCapture::QuotedType => {
                self.quoted.push(node.range());
                self.type_parts.push(span);
            }
            GraphCapture::Name => parts.name = Some(node),
            GraphCapture::Receiver => parts.receiver = Some(node),
            GraphCapture::ReceiverEach => {
                (parts.receiver, parts.is_of_each) = (Some(node), true);
            }
            GraphCapture::Path => parts.path = Some(node),
            GraphCapture::Binding => parts.binding = self.bound_name(span),
            GraphCapture::Field => parts.field = self.bound_name(span),
            GraphCapture::Assigned => parts.assigned = Some(span),
            GraphCapture::Unset => parts.is_unset = true,
            GraphCapture::Listed => parts.listed = Some(node),
            GraphCapture::Set => parts.set = Some(span),
            GraphCapture::Object => parts.object = Some(node),
            GraphCapture::ObjectOf => parts.object_of = Some(node),
            GraphCapture::ObjectList => parts.object_list = Some(node),
            GraphCapture::ObjectFirst => parts.is_first_object = true,
            GraphCapture::Key => parts.key = Some(span),
            GraphCapture::Annotation => parts.annotation = Some(node),
            GraphCapture::AnnotationAlso => parts.annotation_also = Some(node),
            GraphCapture::Documented => parts.documented = Some(node),
            GraphCapture::Value => parts.value = Some(node),
            GraphCapture::Element => parts.element = Some(node),
            GraphCapture::Held => parts.part_of(node, Elements::Held),
            GraphCapture::Pattern => parts.pattern = Some(span),
            GraphCapture::Apart => parts.apart = Some(span),
            GraphCapture::Case => parts.case = Some(span),
            GraphCapture::Switched => parts.switched = Some(node),
            GraphCapture::Keys => parts.part_of(node, Elements::Keys),
            GraphCapture::First => parts.part_of(node, Elements::First),
            GraphCapture::Second => parts.part_of(node, Elements::Second),
            GraphCapture::Parts => parts.element = Some(node),
            GraphCapture::Entries => parts.part_of(node, Elements::Entry(0)),
            GraphCapture::Filled => (parts.element, parts.is_filled) = (Some(node), true),
            GraphCapture::Place => parts.place = Some(node),
            GraphCapture::Unpacked | GraphCapture::UnpackedEach | GraphCapture::UnpackedTaken => {
                parts.unpack(capture, node);
            }
            GraphCapture::UnpackedType => parts.unpacked_type = Some(node),
            GraphCapture::UnpackedMember => parts.unpacked_member = Some(node),
            GraphCapture::UnpackedAs => parts.unpacked_as = Some(node),
            GraphCapture::Within => parts.within = Some(span),
            GraphCapture::Where => parts.block = Some((span, false)),
            GraphCapture::WhereBehind => parts.block = Some((behind(node), false)),
            GraphCapture::WhereNot => parts.block = Some((span, true)),
            GraphCapture::WhereNotBehind => parts.block = Some((behind(node), true)),
            GraphCapture::Subtype => parts.subtype = Some(node),
            GraphCapture::SubtypeOpen => self.add_open(node),
            GraphCapture::Supertype => parts.supertypes.push((node, Precedence::Usual)),
            GraphCapture::SupertypeBefore => parts.supertypes.push((node, Precedence::Before)),
            GraphCapture::SupertypeBehind => parts.supertypes.push((node, Precedence::Behind)),
            GraphCapture::Arguments => parts.arguments = Some(node),
            GraphCapture::Body => parts.body = Some(span),
            GraphCapture::Package => self.package = Some(span),
            GraphCapture::Unnamed => parts.exported = Some((node, false)),
            GraphCapture::Whole => parts.exported = Some((assigned_value(node), true)),
            GraphCapture::Exporting => parts.statement = Some(span),
            GraphCapture::Prefix => parts.prefix = Some(span),
            GraphCapture::Group => parts.group = Some(span),
            GraphCapture::PathBefore => self.imports.add_end(self.text, span),
            GraphCapture::Module => parts.import.module = Some(span),
            GraphCapture::Imported => parts.import.imported = Some(span),
            GraphCapture::Alias => parts.import.alias = Some(span),
            GraphCapture::Default => {
                parts.import.alias = Some(span);
                parts.import.is_default = true;
            }
            GraphCapture::Reexport => parts.import.is_reexport = true,
            GraphCapture::Wildcard => {
                parts.import.is_wildcard = true;
                parts.import_span = Some(span);
            }
        }
    }

    fn role(&mut self, span: Span, role: Role) {
        if self.language.split_path(span.of(self.text)).is_some() {
            return self.role_of_qualified(span, role);
        }
        let known = self.uses.entry(span).or_insert((role, Qualifier::None));
        known.0 = known.0.max(role);
    }

    fn add(&mut self, parts: &Parts<'_>) {
        self.add_qualifier(parts);
        self.add_variables(parts);
        if let (Some(from), Some(to)) = (parts.parameters_from, parts.parameters_to) {
            self.parameters.push(Span { start: from.start, end: to.end });
        }
        self.add_nameless(parts);
        if let Some(object) = parts.object {
            self.add_object(object, parts);
        }
        self.add_supertypes(parts);
        self.add_alias(parts);
        self.add_export(parts);
        if let Some(called) = parts.called {
            self.add_arguments(called, parts);
        }
        let result =
            parts.result.map(|node| (Span::new(node.byte_range()), self.recorder.expression(node)));
        self.results.add(parts.producer, parts.body, result);
        self.add_listed(parts);
        if let Some(callable) = parts.callable.filter(|_| !self.is_in_macro) {
            self.counts.add_callable(callable, parts.parameter);
        }
        if let (Some(prefix), Some(group)) = (parts.prefix, parts.group) {
            self.imports.add_group(group, prefix);
        }
        if let Some(span) = parts
            .import_span
            .or(parts.import.alias)
            .or(parts.import.imported)
            .or(parts.import.module)
        {
            self.imports.add(span, parts.import);
        }
    }

    #[expect(clippy::too_many_lines, reason = "some lines for each list of facts")]
    fn finish(mut self) -> NameFacts {
        let mut facts = NameFacts {
            scopes: scopes::nested(
                std::mem::take(&mut self.scopes).into_iter().collect(),
                std::mem::take(&mut self.next_scopes),
                self.text.len(),
            ),
            ..NameFacts::default()
        };
        let separator = &self.language.config.separator;
        facts.imports = self.imports.finish(self.text, separator, &facts);
        for import in &facts.imports {
            for span in [Some(import.span), import.alias, import.renamed].into_iter().flatten() {
                self.uses.entry(span).and_modify(|known| known.0 = Role::Import);
            }
            if let Imported::Name(span) = import.imported {
                self.uses.entry(span).and_modify(|known| known.0 = Role::Import);
            }
        }
        let bound = unbound::bound_in(self.text, self.patterns, &self.uses);
        for name in bound {
            self.bindings.entry(name).or_default();
        }
        self.bindings.retain(|name, _| !self.assigned.contains_key(name));
        facts.assigned = located(self.assigned, &facts);
        facts.bindings = located(self.bindings, &facts);
        facts.parameters = sorted(self.parameters);
        scopes::share(&mut facts, self.text, &sorted(self.shared));
        unbound::declare_outside(&mut facts, self.text, &self.outside);
        let narrowed = self.narrowed.into_iter().map(|(name, within, origin)| {
            let scope = facts.scope_at(within.start);
            Binding { name, scope, origin }
        });
        let narrowed: Vec<Binding> = narrowed.collect();
        facts.bindings.extend(narrowed);
        facts.bindings.sort_by_key(|binding| (binding.name, binding.scope));
        facts.apart = sorted(self.apart);
        facts.cases = Case::by_name(self.cases);
        let delegating =
            |(span, of)| Delegating { span, of, arguments: self.counts.arguments(span) };
        facts.delegations = sorted(self.delegations).into_iter().map(delegating).collect();
        facts.fields = located(self.fields, &facts);
        facts.set = located(self.set, &facts);
        let type_parts = sorted(self.type_parts);
        let counts = &self.counts;
        let uses = self.uses.into_iter().map(|(span, (role, qualifier))| {
            // A pattern reads the members whose names are its labels.
            let is_read = matches!(qualifier, Qualifier::Receiver(_));
            let role = match role {
                Role::Label if is_read => Role::Read,
                Role::Read | Role::Call if NameFacts::is_within(&type_parts, span) => Role::Type,
                _ => role,
            };
            // A header may call the constructor of the supertype that it names.
            // An import may say how many arguments a function takes.
            let is_called =
                matches!(role, Role::Call | Role::Initialize | Role::Inherit | Role::ImportPath);
            let arguments = counts.arguments(span).filter(|_| is_called);
            Use { span, role, qualifier, arguments }
        });
        facts.uses = uses.collect();
        unbound::call(&mut facts, self.text, self.unbound, self.language.config.graph.ordered);
        facts.uses.sort_by_key(|found| (found.span.start, std::cmp::Reverse(found.span.end)));
        facts.uses.dedup_by_key(|found| found.span.start);
        self.supertypes.extend(self.open.pairs());
        facts.supertypes = types::by_position(self.supertypes);
        facts.exports = self.exports;
        facts.exports.sort_by_key(|export| (export.statement, export.value));
        facts.exports.dedup_by_key(|export| (export.statement, export.value));
        facts.package = self.package;
        (facts.arities, facts.named_arguments) = self.counts.finish(&facts.uses);
        facts.returns = self.returns;
        facts.returns.sort_by_key(|returned| returned.span);
        facts.returns.dedup_by_key(|returned| returned.span);
        facts.taken = self.taken;
        facts.taken.sort_by_key(|taken| taken.span);
        facts.taken.dedup_by_key(|taken| taken.span);
        facts.required = self.required;
        facts.required.sort_by_key(|required| required.span);
        self.results.finish(&mut facts);
        self.objects.finish(&mut facts);
        facts.branches = sorted(self.branches);
        facts.loops = sorted(self.loops);
        facts.narrowed = self.narrowed_blocks;
        facts.narrowed.sort_by_key(|narrowed| narrowed.block);
        facts.aliases = self.aliases;
        facts.aliases.sort_by_key(|alias| alias.name);
        facts.generics = sorted(self.generics);
        facts.selves = sorted(self.selves);
        facts.written = self.recorder.written;
        facts.written.shrink();
        facts.retained = sorted(self.retained);
        facts.declared = sorted(self.declared);
        facts.unscoped = sorted(self.unscoped);
        facts.texts = sorted(self.texts);
        facts.keywords = sorted(self.keywords);
        facts.blocks = self.blocks.finish();
        facts.errors = sorted(self.errors);
        facts
    }
}
