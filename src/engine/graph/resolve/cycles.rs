//! Modules that pass on all names of each other in circles. Each passes on what any of them
//! defines, so that the circle is searched once for a name, and not from each of its modules.

use super::modules::top_level;
use super::resolver::Resolver;
use crate::domain::lock;
use crate::engine::graph::model::{Def, Lookup, Module};
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::semantics::{self, WrittenPath};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// Number of modules of circles that are followed one by one for a name.
const MAX_FOLLOWED: usize = 64;

/// What circles define of names, by the first module of each.
type Defined = FxHashMap<(Module, String), Arc<[Def]>>;

/// The circles that were looked for, and the names that were looked up in them.
#[derive(Default)]
struct Cycles {
    of: Mutex<FxHashMap<Module, Arc<Vec<Module>>>>,
    names: Mutex<Defined>,
}

impl Resolver<'_> {
    /// Looks a name up in the circle that a module is in, if the search has followed very many
    /// modules of circles; `None` to follow its imports. What the circle itself does not define is
    /// not known then.
    pub(super) fn passed_in_circle(
        &self,
        unit: &Unit,
        inline: Option<u32>,
        name: &str,
    ) -> Option<Lookup> {
        let is_limited = semantics::of(unit.language).deepest_import().is_some();
        if is_limited || !self.lookups.is_crowded(MAX_FOLLOWED) {
            return None;
        }
        if self.own_lookups.is_some() {
            return Some(Lookup::Unknown);
        }
        let module = match inline {
            Some(symbol) => Module::Inline(Def { file: unit.file, symbol }),
            None => Module::File(unit.file),
        };
        let cycles = self.project.fact(|_| Cycles::default());
        let circle = self.circle(&cycles, &module);
        let key = (circle[0].clone(), name.to_owned());
        let known = lock(&cycles.names).get(&key).cloned();
        let defs = known.unwrap_or_else(|| {
            let mut defs: Vec<Def> =
                circle.iter().flat_map(|module| defined_in(self.project, module, name)).collect();
            defs.sort_unstable();
            let defs: Arc<[Def]> = defs.into();
            lock(&cycles.names).insert(key, Arc::clone(&defs));
            defs
        });
        Some(match defs.is_empty() {
            true => Lookup::Unknown,
            false => self.own_definitions(unit, defs.to_vec()),
        })
    }

    /// Returns the modules of the circle that a module is in, which may be itself alone.
    fn circle(&self, cycles: &Cycles, module: &Module) -> Arc<Vec<Module>> {
        if let Some(known) = lock(&cycles.of).get(module) {
            return Arc::clone(known);
        }
        let found = Components::new(&Resolver::without_circles(self.context)).find(module);
        let mut known = lock(&cycles.of);
        for circle in found {
            let circle = Arc::new(circle);
            known.extend(circle.iter().map(|module| (module.clone(), Arc::clone(&circle))));
        }
        known.get(module).cloned().unwrap_or_else(|| Arc::new(vec![module.clone()]))
    }

    /// Returns the modules of which a module passes on all names.
    fn passed_on_by(&self, module: &Module) -> Vec<Module> {
        let Some((file, inline)) = place(module) else { return Vec::new() };
        let Some(unit) = self.project.unit(file) else { return Vec::new() };
        if !semantics::of(unit.language).follows_wildcards(unit) {
            return Vec::new();
        }
        let imports = unit.wildcard_imports_in(inline);
        let semantics = semantics::of(unit.language);
        let modules = imports.map(|import| {
            semantics.module(self, WrittenPath { unit, text: &import.module, at: import.span })
        });
        modules
            .filter_map(|found| match found {
                Lookup::Module(module) => Some(module),
                Lookup::Definitions(_) | Lookup::External | Lookup::Unknown => None,
            })
            .collect()
    }
}

/// Returns the file of a module, and the symbol if it is written inside the file.
fn place(module: &Module) -> Option<(u32, Option<u32>)> {
    match module {
        Module::File(file) => Some((*file, None)),
        Module::Inline(def) => Some((def.file, Some(def.symbol))),
        Module::Directory(_) | Module::Package(_) => None,
    }
}

/// Returns what a module itself defines.
fn defined_in(project: &Project<'_>, module: &Module, name: &str) -> Vec<Def> {
    let Some((file, inline)) = place(module) else { return Vec::new() };
    let Some(unit) = project.unit(file) else { return Vec::new() };
    top_level(unit, inline, name).map(|(symbol, _)| Def { file, symbol }).collect()
}

/// A search for the strongly connected components of modules, by Tarjan's algorithm.
struct Components<'r, 'c> {
    resolver: &'r Resolver<'c>,
    /// Modules in the order in which they were reached, each with the first that it leads back to.
    indices: FxHashMap<Module, usize>,
    lowest: Vec<usize>,
    /// Modules whose component is not complete.
    open: Vec<Module>,
    is_open: Vec<bool>,
    found: Vec<Vec<Module>>,
}

impl<'r, 'c> Components<'r, 'c> {
    fn new(resolver: &'r Resolver<'c>) -> Self {
        Self {
            resolver,
            indices: FxHashMap::default(),
            lowest: Vec::new(),
            open: Vec::new(),
            is_open: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Returns the components of all modules that one reaches; none if the request is cancelled.
    fn find(mut self, start: &Module) -> Vec<Vec<Module>> {
        let first = self.enter(start);
        let mut path = vec![first];
        while let Some((index, next)) = path.last_mut() {
            if self.resolver.project.snapshot.cancel().is_cancelled() {
                return Vec::new();
            }
            let index = *index;
            let Some(module) = next.next() else {
                path.pop();
                self.leave(index, path.last().map(|(above, _)| *above));
                continue;
            };
            match self.indices.get(&module) {
                None => {
                    let entered = self.enter(&module);
                    path.push(entered);
                }
                Some(known) if self.is_open[*known] => {
                    self.lowest[index] = self.lowest[index].min(*known);
                }
                Some(_) => {}
            }
        }
        self.found
    }

    fn enter(&mut self, module: &Module) -> (usize, std::vec::IntoIter<Module>) {
        let index = self.lowest.len();
        self.indices.insert(module.clone(), index);
        self.lowest.push(index);
        self.open.push(module.clone());
        self.is_open.push(true);
        (index, self.resolver.passed_on_by(module).into_iter())
    }

    fn leave(&mut self, index: usize, above: Option<usize>) {
        let lowest = self.lowest[index];
        if let Some(above) = above {
            self.lowest[above] = self.lowest[above].min(lowest);
        }
        if lowest == index {
            let is_inner = |module: &Module| self.indices[module] >= index;
            let from = self.open.iter().rposition(|module| !is_inner(module));
            let mut component = self.open.split_off(from.map_or(0, |before| before + 1));
            for module in &component {
                self.is_open[self.indices[module]] = false;
            }
            component.sort_unstable_by_key(place);
            self.found.push(component);
        }
    }
}
