//! What very many imports of everything in one module lead to, found once for all names. Each may
//! be called by a name that another one gives, so that all would be gone through for each of them,
//! for each name that is looked up.

use super::resolver::{Context, Reach, Resolver};
use crate::domain::{Symbol, remembered};
use crate::engine::graph::model::{FileIndex, Lookup};
use crate::engine::graph::project::{Project, Unit};
use crate::workspace::names::Import;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Number of such imports in one module that are followed anew for each name.
const MAX_FOLLOWED: usize = 16;

/// Number of modules in which a name is looked for by which such an import calls a module.
const MAX_GIVING: usize = 64;

/// What the imports of everything of modules lead to, by file and the module written in it.
type ByModule = Mutex<FxHashMap<(FileIndex, Option<u32>), Arc<Opened>>>;

#[derive(Default)]
struct OpenedByAll {
    direct: ByModule,
    all: ByModule,
}

/// What the imports of everything of one module lead to.
#[derive(Default)]
pub(super) struct Opened {
    /// Modules and types of which all names are imported.
    pub(super) of: Vec<Lookup>,
    /// The names in the bodies of these types.
    in_bodies: FxHashSet<String>,
}

impl Opened {
    fn new(project: &Project<'_>, of: Vec<Lookup>) -> Self {
        let mut types = BTreeMap::<FileIndex, FxHashSet<usize>>::new();
        for found in &of {
            let Lookup::Definitions(found) = found else { continue };
            for def in found {
                types.entry(def.file).or_default().insert(def.symbol as usize);
            }
        }
        let mut in_bodies = FxHashSet::default();
        for (file, types) in types {
            let Some(unit) = project.unit(file) else { continue };
            let is_inside = |symbol: &&Symbol| symbol.parent.is_some_and(|of| types.contains(&of));
            let inside = unit.symbols().iter().filter(is_inside);
            in_bodies.extend(inside.map(|symbol| symbol.name.clone()));
        }
        Self { of, in_bodies }
    }

    /// Returns whether one of the types has a name in its body.
    pub(super) fn has_in_bodies(&self, name: &str) -> bool {
        self.in_bodies.contains(name)
    }
}

impl Resolver<'_> {
    /// Returns the modules and types of which a module imports all names, if it imports so much
    /// that these are found once; `None` if each is followed.
    pub(super) fn opened(&self, unit: &Arc<Unit>, inline: Option<u32>) -> Option<Arc<Opened>> {
        unit.wildcard_imports_in(inline).nth(MAX_FOLLOWED)?;
        Some(match self.reach {
            Reach::All => self.opened_in_all(unit, inline),
            Reach::Direct => self.opened_directly(unit, inline),
            Reach::Nothing => Arc::default(),
        })
    }

    /// The first of what is found without a name that another import of everything gives.
    fn opened_directly(&self, unit: &Arc<Unit>, inline: Option<u32>) -> Arc<Opened> {
        let opened = self.project.fact(|_| OpenedByAll::default());
        remembered(&opened.direct, (unit.file, inline), || {
            let context = Context::new(self.project);
            let resolver = Resolver::reaching(&context, Reach::Nothing);
            let imports = unit.wildcard_imports_in(inline);
            let found = imports.map(|import| resolver.opened_by(unit, import)).filter(is_known);
            Arc::new(Opened::new(self.project, found.take(MAX_GIVING).collect()))
        })
    }

    /// What is called by a name that another import of everything gives is looked for in the first
    /// modules that are found without that.
    fn opened_in_all(&self, unit: &Arc<Unit>, inline: Option<u32>) -> Arc<Opened> {
        let opened = self.project.fact(|_| OpenedByAll::default());
        remembered(&opened.all, (unit.file, inline), || {
            let context = Context::new(self.project);
            let direct = Resolver::reaching(&context, Reach::Nothing);
            let context = Context::new(self.project);
            let further = Resolver::reaching(&context, Reach::Direct);
            let found = unit.wildcard_imports_in(inline).map(|import| {
                let found = direct.opened_by(unit, import);
                if is_known(&found) { found } else { further.opened_by(unit, import) }
            });
            Arc::new(Opened::new(self.project, found.filter(is_known).collect()))
        })
    }

    fn opened_by(&self, unit: &Arc<Unit>, import: &Import) -> Lookup {
        self.module(unit, &import.module, import.span)
    }
}

/// Returns whether an import of everything leads to what has names.
fn is_known(found: &Lookup) -> bool {
    matches!(found, Lookup::Module(_) | Lookup::Definitions(_))
}
