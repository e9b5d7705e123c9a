//! Resolution of lines: the definition at a line, and the occurrence of a name on a line.

use super::attributes::own_attributes;
use super::group::of_file;
use super::imports::{self, Imported};
use super::name::grouped;
use super::path::Path;
use super::{Outcome, ResolveError, Target, candidates};
use crate::domain::{Cancelled, Symbol, SymbolKind};
use crate::engine::graph::project::{Def, Project, Unit};
use crate::engine::graph::resolve::may_be_same;
use crate::workspace::{SourcePath, mentions_in_text};
use std::sync::Arc;

fn open<'p>(
    project: &'p Project<'_>,
    file: &SourcePath,
    line: usize,
) -> Result<&'p Arc<Unit>, ResolveError> {
    let shown = || file.display.to_string();
    let text = project.snapshot.text(file)?;
    let lines = text.line_count();
    let unit = project.file_of(file).and_then(|index| project.unit(index));
    if line == 0 || line > lines {
        let last = unit.as_ref().and_then(|unit| unit.symbols().last().map(named_place));
        let nearest = last.unwrap_or_else(|| "none".to_owned());
        return Err(ResolveError::PastEnd { file: shown(), lines, line, nearest });
    }
    unit.ok_or_else(|| ResolveError::NoSyntax { file: shown() })
}

fn named_place(symbol: &Symbol) -> String {
    format!("`{}` at line {}", symbol.name, symbol.line)
}

/// Returns the definition whose header is on a line, else the innermost one around it.
pub(super) fn at_line(
    project: &Project<'_>,
    file: &SourcePath,
    line: usize,
) -> Result<Outcome, ResolveError> {
    let unit = open(project, file, line)?;
    let symbols = unit.symbols();
    let by_size = |(_, symbol): &(usize, &Symbol)| symbol.bytes.len();
    let named_here =
        symbols.iter().enumerate().filter(|(_, symbol)| symbol.line == line).max_by_key(by_size);
    let header = || {
        let header = |symbol: &Symbol| {
            symbol.lines.start <= line && line <= symbol.header_end.max(symbol.line)
        };
        symbols.iter().enumerate().filter(|(_, symbol)| header(symbol)).min_by_key(by_size)
    };
    let around = || unit.facts().outline.enclosing(line).map(|index| (index, &symbols[index]));
    let Some((index, symbol)) = named_here.or_else(header).or_else(around) else {
        match imports::on_line(project, unit, line)? {
            Some(Imported::Own(defs)) => return whole(project, &defs),
            Some(Imported::Outside(symbols)) => return Ok(Outcome::Outside(symbols)),
            None => {}
        }
        let nearest =
            symbols.iter().min_by_key(|symbol| symbol.line.abs_diff(line)).map(named_place);
        let nearest = nearest.unwrap_or_else(|| "none: the file defines nothing".to_owned());
        return Err(ResolveError::NoDefinition { file: file.display.to_string(), line, nearest });
    };
    let mut def = Def { file: unit.file, symbol: index as u32 };
    if symbol.kind == SymbolKind::Impl {
        // An implementation is not a definition of its own: its type is the target.
        project.find_definitions(&[symbol.name.as_str()])?;
        match project.types_named(unit, &symbol.name, symbol.bytes.start).first() {
            Some(of) => def = *of,
            None => {
                let inside = symbols.iter().filter(|other| other.parent == Some(index));
                let nearest = inside.min_by_key(|other| other.line.abs_diff(line)).map(named_place);
                let nearest = nearest.unwrap_or_else(|| "none".to_owned());
                return Err(ResolveError::NoDefinition {
                    file: file.display.to_string(),
                    line,
                    nearest,
                });
            }
        }
    }
    whole(project, &[def])
}

/// Returns the definition that the occurrence of a name on a line refers to.
pub(super) fn named_on_line(
    project: &Project<'_>,
    symbol: &str,
    file: &SourcePath,
    line: usize,
) -> Result<Outcome, ResolveError> {
    let Some(path) = Path::of(project, symbol)? else { return Ok(Outcome::None(Vec::new())) };
    let unit = open(project, file, line)?;
    let range = unit.text.full_line_range(line).unwrap_or_default();
    let occurrences = mentions_in_text(unit.content(), path.name);
    let on_line: Vec<usize> = occurrences.iter().copied().filter(|at| range.contains(at)).collect();
    if let Some(def) = defined_at(unit, &on_line) {
        return whole(project, &[def]);
    }
    let mut defs = meant_at(project, unit, (path.name, &on_line))?;
    if defs.is_empty() && !on_line.is_empty() {
        let attributes = own_attributes(project, path.name)?;
        if !attributes.is_empty() {
            project.count_attributes(path.name, &attributes)?;
            defs = meant_at(project, unit, (path.name, &on_line))?;
        }
    }
    if !defs.is_empty() {
        return whole(project, &defs);
    }
    // The header of a definition may be longer than the line of its name.
    let header = unit.symbols().iter().position(|symbol| {
        symbol.name == path.name
            && symbol.kind != SymbolKind::Impl
            && symbol.first_line <= line
            && line <= symbol.lines.end
    });
    if let Some(index) = header {
        return whole(project, &[Def { file: unit.file, symbol: index as u32 }]);
    }
    let uses = on_line.iter().filter_map(|at| unit.names().use_at(*at));
    if let Some(outside) = imports::of_uses(project, unit, uses) {
        return Ok(outside);
    }
    let shown = file.display.to_string();
    let nearest_line = occurrences
        .iter()
        .map(|at| unit.text.line_of(*at))
        .min_by_key(|found| found.abs_diff(line));
    let nearest = match nearest_line {
        Some(found) if found == line => {
            return Err(ResolveError::NotDefined { symbol: symbol.to_owned(), file: shown, line });
        }
        Some(found) => format!("`{}` at line {found}", path.name),
        None => match crate::domain::nearest(
            path.name,
            unit.symbols().iter().map(|symbol| symbol.name.as_str()),
        ) {
            Some(near) => {
                let symbol = unit.symbols().iter().find(|symbol| symbol.name == near);
                symbol.map_or_else(|| format!("`{near}`"), named_place)
            }
            None => "nothing like it in this file".to_owned(),
        },
    };
    Err(ResolveError::NotOnLine { symbol: symbol.to_owned(), file: shown, line, nearest })
}

/// Returns the definitions that the first of some occurrences of a name refers to that refers to
/// any.
fn meant_at(
    project: &Project<'_>,
    unit: &Arc<Unit>,
    (name, occurrences): (&str, &[usize]),
) -> Result<Vec<Def>, Cancelled> {
    for found in occurrences.iter().filter_map(|at| unit.names().use_at(*at)) {
        let meanings = candidates(project, name)?.resolve(unit, found).into_meanings();
        let best = meanings.iter().map(|meaning| meaning.certainty).min();
        let best = meanings.iter().filter(|meaning| Some(meaning.certainty) == best);
        let defs: Vec<Def> = best.map(|meaning| meaning.def).collect();
        if !defs.is_empty() {
            return Ok(defs);
        }
    }
    Ok(Vec::new())
}

/// Returns the first definition whose name is at one of some byte offsets.
fn defined_at(unit: &Unit, bytes: &[usize]) -> Option<Def> {
    let mut symbols = bytes.iter().filter_map(|at| unit.symbol_named_at(*at));
    let symbol = symbols.find(|index| unit.symbol(*index).kind != SymbolKind::Impl)?;
    Some(Def { file: unit.file, symbol })
}

/// Returns the definition at a target's file, line and name. Only that file is read.
pub(in crate::engine) fn definition_on_line(project: &Project<'_>, target: &Target) -> Option<Def> {
    let path = Path::of(project, target.symbol.as_deref()?).ok()??;
    let unit = project.unit(project.file_of(target.file.as_ref()?)?)?;
    let range = unit.text.full_line_range(target.line?)?;
    let mut occurrences = mentions_in_text(unit.content(), path.name);
    occurrences.retain(|at| range.contains(at));
    defined_at(unit, &occurrences)
}

/// Returns definitions with all other members of their groups, except overloads that take another
/// number of arguments.
fn whole(project: &Project<'_>, defs: &[Def]) -> Result<Outcome, ResolveError> {
    let Some((unit, symbol)) = defs.first().and_then(|def| project.get(*def)) else {
        return Ok(Outcome::None(Vec::new()));
    };
    let name = unit.symbol(symbol).name.clone();
    project.make_known(&name, defs)?;
    let all = project.definitions(&name)?;
    let groups = grouped(project, &all);
    let is_meant = |def: &Def| defs.iter().any(|asked| may_be_same(project, *asked, *def));
    let wanted = groups.into_iter().filter(|group| group.iter().any(|def| defs.contains(def)));
    let mut wanted: Vec<Vec<Def>> =
        wanted.map(|group| group.into_iter().filter(is_meant).collect()).collect();
    if let [def] = defs {
        wanted.iter_mut().for_each(|group| of_file(project, def.file, group));
    }
    Ok(Outcome::Groups(if wanted.is_empty() { vec![defs.to_vec()] } else { wanted }))
}
