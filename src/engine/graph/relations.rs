//! The relations of the graph: callers, callees, references and implementations, each by every
//! tier.

use super::account::NameSearch;
use super::answer::{Answer, Call, Implementation, Reference, Response};
use super::called_parameters::note_parameters;
use super::conditions::add_conditions;
use super::lsp::{self, Asker, NoAnswer, ServerAnswer};
use super::named_together::note_together;
use super::pipeline::{Kinds, Relation};
use super::project::{Def, Project};
use super::rows::SyntaxRows;
use super::target::Target;
use super::text::Subject;
use super::undefined::NamedInCode;
use super::uses::{ParseBudget, UseFilter};
use super::{callees, callers, external_target, implementations, references, undefined};
use crate::domain::Cancelled;
use crate::lsp::{CallDirection, RequestKind};

/// The callers of a target.
pub(super) struct Callers {
    pub(super) depth: usize,
}

/// The callees of a target.
pub(super) struct Callees {
    pub(super) depth: usize,
}

/// The references to a target.
pub(super) struct References {
    /// True if the target's own declaration is one.
    pub(super) with_declaration: bool,
}

/// The definitions that implement, extend or override a target.
pub(super) struct Implementations;

impl Relation for Callers {
    type Row = Call;

    const KINDS: Kinds = Kinds::Called;
    const USES: Option<UseFilter> = Some(UseFilter::Calls);
    const PREFETCH: Option<RequestKind> = Some(RequestKind::Calls(CallDirection::Incoming));

    fn is_of_one_name(&self) -> bool {
        self.depth == 1
    }

    fn by_text(&self, _: &Project<'_>, subject: &Subject) -> Result<Vec<Call>, Cancelled> {
        Ok(subject.callers())
    }

    fn by_syntax(
        &self,
        project: &Project<'_>,
        groups: &[Vec<Def>],
    ) -> Result<SyntaxRows<Call>, Cancelled> {
        callers::callers(project, groups, self.depth, &mut ParseBudget::new())
    }

    fn of_undefined(
        &self,
        project: &Project<'_>,
        symbol: &str,
    ) -> Result<Option<Response<Call>>, Cancelled> {
        match external_target::callers(project, symbol, self.depth)? {
            None => undefined::callers(project, symbol),
            found => Ok(found),
        }
    }

    fn named_in_code(
        &self,
        project: &Project<'_>,
        symbol: &str,
    ) -> Result<NamedInCode<Call>, Cancelled> {
        undefined::callers_in_code(project, symbol)
    }

    fn by_server(
        &self,
        asker: &Asker<'_, '_>,
        group: &[Def],
    ) -> Result<ServerAnswer<Call>, NoAnswer> {
        lsp::callers(asker, group, self.depth)
    }

    fn of_overriding(
        &self,
        project: &Project<'_>,
        group: &[Def],
        search: &NameSearch,
    ) -> Result<Vec<Call>, Cancelled> {
        if self.depth > 1 {
            return Ok(Vec::new());
        }
        let found = callers::callers_of_overriding(project, &[group], search)?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    fn complete(
        &self,
        project: &Project<'_>,
        answers: &mut [Answer<Call>],
    ) -> Result<(), Cancelled> {
        let rows =
            answers.iter_mut().flat_map(|of| of.results.iter_mut().chain(&mut of.overriding));
        add_conditions(project, rows)
    }
}

impl Relation for Callees {
    type Row = Call;

    const KINDS: Kinds = Kinds::Called;
    const USES: Option<UseFilter> = None;
    const PREFETCH: Option<RequestKind> = Some(RequestKind::Calls(CallDirection::Outgoing));

    fn by_text(&self, project: &Project<'_>, subject: &Subject) -> Result<Vec<Call>, Cancelled> {
        subject.callees(project)
    }

    fn by_syntax(
        &self,
        project: &Project<'_>,
        groups: &[Vec<Def>],
    ) -> Result<SyntaxRows<Call>, Cancelled> {
        callees::callees(project, groups, self.depth)
    }

    fn by_server(
        &self,
        asker: &Asker<'_, '_>,
        group: &[Def],
    ) -> Result<ServerAnswer<Call>, NoAnswer> {
        lsp::callees(asker, group, self.depth)
    }

    fn complete(
        &self,
        project: &Project<'_>,
        answers: &mut [Answer<Call>],
    ) -> Result<(), Cancelled> {
        note_parameters(project, answers)
    }
}

impl Relation for References {
    type Row = Reference;

    const KINDS: Kinds = Kinds::All;
    const USES: Option<UseFilter> = Some(UseFilter::All);
    const PREFETCH: Option<RequestKind> = Some(RequestKind::References);

    fn is_of_one_name(&self) -> bool {
        true
    }

    fn by_text(&self, _: &Project<'_>, subject: &Subject) -> Result<Vec<Reference>, Cancelled> {
        Ok(subject.references(self.with_declaration))
    }

    fn by_syntax(
        &self,
        project: &Project<'_>,
        groups: &[Vec<Def>],
    ) -> Result<SyntaxRows<Reference>, Cancelled> {
        references::references(project, groups, self.with_declaration, &mut ParseBudget::new())
    }

    fn of_undefined(
        &self,
        project: &Project<'_>,
        symbol: &str,
    ) -> Result<Option<Response<Reference>>, Cancelled> {
        match external_target::references(project, symbol)? {
            None => undefined::references(project, symbol),
            found => Ok(found),
        }
    }

    fn named_in_code(
        &self,
        project: &Project<'_>,
        symbol: &str,
    ) -> Result<NamedInCode<Reference>, Cancelled> {
        undefined::references_in_code(project, symbol)
    }

    fn by_server(
        &self,
        asker: &Asker<'_, '_>,
        group: &[Def],
    ) -> Result<ServerAnswer<Reference>, NoAnswer> {
        lsp::references(asker, group, self.with_declaration)
    }

    fn of_overriding(
        &self,
        project: &Project<'_>,
        group: &[Def],
        search: &NameSearch,
    ) -> Result<Vec<Reference>, Cancelled> {
        references::references_to_overriding(project, group, search)
    }
}

impl Relation for Implementations {
    type Row = Implementation;

    const KINDS: Kinds = Kinds::Extended;
    const USES: Option<UseFilter> = Some(UseFilter::Definitions);
    const PREFETCH: Option<RequestKind> = Some(RequestKind::Implementations);

    fn of_given(
        &self,
        project: &Project<'_>,
        target: &Target,
        groups: &[Vec<Def>],
    ) -> Result<Option<Response<Implementation>>, Cancelled> {
        let is_given = |def: &Def| project.get(*def).is_some_and(|(unit, of)| unit.is_given(of));
        let symbol = target.symbol.as_deref().filter(|_| target.file.is_none());
        match symbol.filter(|_| groups.iter().flatten().all(is_given)) {
            Some(symbol) => self.of_undefined(project, symbol),
            None => Ok(None),
        }
    }

    fn by_text(
        &self,
        _: &Project<'_>,
        subject: &Subject,
    ) -> Result<Vec<Implementation>, Cancelled> {
        Ok(subject.implementations())
    }

    fn by_syntax(
        &self,
        project: &Project<'_>,
        groups: &[Vec<Def>],
    ) -> Result<SyntaxRows<Implementation>, Cancelled> {
        implementations::implementations(project, groups, &mut ParseBudget::indirect())
    }

    fn of_undefined(
        &self,
        project: &Project<'_>,
        symbol: &str,
    ) -> Result<Option<Response<Implementation>>, Cancelled> {
        external_target::implementations(project, symbol)
    }

    fn by_server(
        &self,
        asker: &Asker<'_, '_>,
        group: &[Def],
    ) -> Result<ServerAnswer<Implementation>, NoAnswer> {
        lsp::implementations(asker, group)
    }

    fn complete(
        &self,
        project: &Project<'_>,
        answers: &mut [Answer<Implementation>],
    ) -> Result<(), Cancelled> {
        note_together(project, answers)
    }
}
