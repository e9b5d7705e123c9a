//! What very many imports of everything in one module lead to, found once for all names. Each may
//! be called by a name that another one gives, so that all would be gone through for each of them,
//! for each name that is looked up.

use super::resolver::{Context, Reach, Resolver};
use crate::domain::remembered;
use crate::engine::graph::model::{FileIndex, Lookup};
use crate::engine::graph::project::Unit;
use crate::workspace::names::Import;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// Number of such imports in one module that are followed anew for each name.
const MAX_FOLLOWED: usize = 16;

/// Number of modules in which a name is looked for by which such an import calls a module.
const MAX_GIVING: usize = 64;

/// Modules and types of which all names are imported, by file and the module written in it.
type ByModule = Mutex<FxHashMap<(FileIndex, Option<u32>), Arc<[Lookup]>>>;

#[derive(Default)]
struct Opened {
    direct: ByModule,
    all: ByModule,
}

impl Resolver<'_> {
    /// Returns the modules and types of which a module imports all names, if it imports so much
    /// that these are found once; `None` if each is followed.
    pub(super) fn opened(&self, unit: &Arc<Unit>, inline: Option<u32>) -> Option<Arc<[Lookup]>> {
        unit.wildcard_imports_in(inline).nth(MAX_FOLLOWED)?;
        Some(match self.reach {
            Reach::All => self.opened_in_all(unit, inline),
            Reach::Direct => {
                self.opened_directly(unit, inline).iter().take(MAX_GIVING).cloned().collect()
            }
            Reach::Nothing => Arc::default(),
        })
    }

    fn opened_directly(&self, unit: &Arc<Unit>, inline: Option<u32>) -> Arc<[Lookup]> {
        let opened = self.project.fact(|_| Opened::default());
        remembered(&opened.direct, (unit.file, inline), || {
            let context = Context::new(self.project);
            let resolver = Resolver::reaching(&context, Reach::Nothing);
            let imports = unit.wildcard_imports_in(inline);
            imports.map(|import| resolver.opened_by(unit, import)).filter(is_known).collect()
        })
    }

    /// What is called by a name that another import of everything gives is looked for in the first
    /// modules that are found without that.
    fn opened_in_all(&self, unit: &Arc<Unit>, inline: Option<u32>) -> Arc<[Lookup]> {
        let opened = self.project.fact(|_| Opened::default());
        remembered(&opened.all, (unit.file, inline), || {
            let context = Context::new(self.project);
            let direct = Resolver::reaching(&context, Reach::Nothing);
            let context = Context::new(self.project);
            let further = Resolver::reaching(&context, Reach::Direct);
            let found = unit.wildcard_imports_in(inline).map(|import| {
                let found = direct.opened_by(unit, import);
                if is_known(&found) { found } else { further.opened_by(unit, import) }
            });
            found.filter(is_known).collect()
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
