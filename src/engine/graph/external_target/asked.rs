//! What a question names outside of the project: `package#Name`, or a path that ends in the name.

use crate::engine::graph::mentions::last_name;
use crate::engine::graph::resolve::{DEFAULT, Origin, path_names};

/// A name of a package.
pub(super) struct Asked<'s> {
    pub(super) symbol: &'s str,
    pub(super) name: &'s str,
    /// The names of the package, then those in it; one for a name without a package.
    path: Vec<&'s str>,
    /// Number of them that are the package's.
    module: usize,
    /// True if a `#` tells the package from what is in it: what is before it is all of its name.
    is_whole: bool,
}

impl<'s> Asked<'s> {
    pub(super) fn read(symbol: &'s str) -> Self {
        let symbol = symbol.trim().trim_end_matches("()");
        let path: Vec<&str> = path_names(symbol).collect();
        let marked = symbol.split_once('#');
        let count = |package: &str| path_names(package).count();
        let module = marked.map_or(path.len().saturating_sub(1), |(package, _)| count(package));
        // What has no name is called after its module.
        let of_default = marked.filter(|(_, name)| *name == DEFAULT);
        let name = last_name(of_default.map_or(symbol, |(package, _)| package));
        Self { symbol, name, path, module, is_whole: marked.is_some() }
    }

    pub(super) const fn has_package(&self) -> bool {
        self.module > 0
    }

    /// Returns whether a name that comes from there may be the one that is asked for.
    pub(super) fn is_meant(&self, origin: &Origin) -> bool {
        let path = &origin.path[..];
        let (package, names) = self.path.split_at(self.module);
        let (module, behind) = path.split_at(origin.module);
        // What is exported by a part of the package: `serde::de::Deserialize`.
        let is_in_part = || {
            module.len() > package.len()
                && is_same(&module[..package.len()], package)
                && is_same(behind, names)
        };
        let is_end = || {
            let start = path.len().checked_sub(self.path.len());
            !self.is_whole && start.is_some_and(|start| is_same(&path[start..], &self.path))
        };
        path.is_empty() || self.is_path(path) || self.is_default(path) || is_in_part() || is_end()
    }

    /// Returns whether a path is that of what the module exports without a name.
    fn is_default(&self, path: &[String]) -> bool {
        let behind = path.split_last().filter(|(last, _)| *last == DEFAULT);
        !self.is_whole && behind.is_some_and(|(_, module)| self.is_path(module))
    }

    fn is_path(&self, path: &[String]) -> bool {
        is_same(path, &self.path)
    }
}

/// Returns whether paths are the same; names of packages may be written with hyphens.
fn is_same(path: &[String], asked: &[&str]) -> bool {
    let plain = |name: &str| name.replace('-', "_");
    path.len() == asked.len()
        && path.iter().zip(asked).all(|(name, asked)| name == asked || plain(name) == plain(asked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Certainty;

    fn check(asked: &str, (module, names): (&str, &str), expected: bool) {
        let mut path: Vec<String> = path_names(module).map(str::to_owned).collect();
        let count = path.len();
        path.extend(path_names(names).map(str::to_owned));
        let (written, certainty) = (module.to_owned(), Certainty::Likely);
        let origin = Origin { path, module: count, written, certainty };
        let asked = Asked::read(asked);
        assert_eq!(asked.is_meant(&origin), expected, "{} {origin:?}", asked.symbol);
    }

    #[test]
    fn a_name_of_a_package_is_what_imports_give_from_it() {
        check("@hocuspocus/server#Extension", ("@hocuspocus/server", "Extension"), true);
        check("@hocuspocus/server#Extension", ("@hocuspocus/provider", "Extension"), false);
        check("server#Extension", ("@hocuspocus/server", "Extension"), false);
        check("zod#object", ("zod", "z.object"), false);
        check("zod#z.object", ("zod", "z.object"), true);
        check("serde::Deserialize", ("serde", "Deserialize"), true);
        check("serde::Deserialize", ("serde::de", "Deserialize"), true);
        check("serde_json::from_str", ("serde-json", "from_str"), true);
        check("django.db.models.Model", ("django.db", "models.Model"), true);
        check("models.Model", ("django.db", "models.Model"), true);
        check("peewee.Model", ("django.db", "models.Model"), false);
        check("net/http.Handler", ("net/http", "Handler"), true);
        check("lodash/debounce", ("lodash/debounce", "default"), true);
        check("lodash#debounce", ("lodash/debounce", "default"), false);
        check("react#default", ("react", "default"), true);
    }
}
