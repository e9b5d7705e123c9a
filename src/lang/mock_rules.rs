//! Schema of `[[mocks]]` in `languages/<id>/language.toml`: how tests write what stands in for the
//! project's own objects and functions, each entry for one library.

use super::lazy_regex::LazyRegex;
use serde::Deserialize;

/// How mocks of one library are written. What it does not tell for certain is no mock.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MockRules {
    /// Matches the text of a file that uses the library.
    pub library: LazyRegex,
    /// Matches the text of a file, or the statement that replaces a module, in which a mock may run
    /// what it stands in for.
    pub running: LazyRegex,
    /// Matches the beginning of a value that is a mock: `mock(Pool.class)`.
    pub made: LazyRegex,
    /// Matches what stands before a name that is declared to hold a mock: `@Mock Pool `.
    pub declared: LazyRegex,
    /// Regular expression for what binds the name `{}` beside an assignment, up to its value:
    /// `let(:name) {`.
    pub bound: Option<String>,
    /// Members of a mock that are the object: `Object`.
    pub objects: Vec<String>,
    /// Functions that are given a call to record: `when(pool.get())`. Those with empty parentheses
    /// behind the name are given a block of calls: `every { pool.get() }`.
    pub recording: Vec<String>,
    /// Matches the text of a file in which a call that is recorded may run.
    pub partial: LazyRegex,
    /// Matches what stands before a name that a mock is told of or asked for: `receive(:`.
    pub named: LazyRegex,
    /// Functions of which the result is not called but recorded or checked: `verify(pool).get()`.
    /// Only those with empty parentheses behind the name may be called without arguments.
    pub checking: Vec<String>,
    /// Regular expressions for the text of a file that makes a mock of the type `{}`, and for text
    /// that makes another value of it.
    pub replacing: Option<String>,
    pub making: Option<String>,
    /// Matches code that replaces a name while a test runs: the module or type that has it, and it.
    pub patched: LazyRegex,
    /// Matches the beginning of a statement that replaces the module that its group names.
    pub module: LazyRegex,
    /// Matches the beginning of a value that stands in for a function: `vi.fn(`.
    pub stands: LazyRegex,
    /// Match what asserts the arguments that a stand-in was called with. The group is the stand-in,
    /// which may have the name of what it stands in for: `expect(send).toHaveBeenCalledWith(`.
    pub asserted: Vec<LazyRegex>,
    /// Match code that puts a stand-in in the place of the member `name` of `of`, and gives it the
    /// name `by`: `const sent = vi.spyOn(mail, "send")`.
    pub taken: Vec<LazyRegex>,
    /// The name of a type whose members stand in for those of the type `{}`: `Mock{}Recorder`.
    pub recorder: Option<String>,
}

impl MockRules {
    /// Returns whether a list of functions has a name, as it is or with empty parentheses behind
    /// it.
    pub fn has(functions: &[String], name: &str, has_parentheses: bool) -> bool {
        functions.iter().any(|function| match function.strip_suffix("()") {
            Some(function) => has_parentheses && function == name,
            None => !has_parentheses && function == name,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::lang::lazy_regex::compile;
    use crate::lang::registry;

    #[test]
    fn every_expression_for_mocks_compiles() {
        for language in registry().all() {
            for rules in &language.config.mocks {
                let whole = [&rules.running, &rules.made, &rules.declared, &rules.partial];
                let others = [&rules.patched, &rules.module, &rules.named, &rules.stands];
                let listed = rules.asserted.iter().chain(&rules.taken);
                whole.into_iter().chain(others).chain(listed).for_each(|expression| {
                    expression.get();
                });
                assert!(rules.library.get().is_some(), "{}", language.id);
                for source in [&rules.bound, &rules.replacing, &rules.making].into_iter().flatten()
                {
                    assert!(source.contains("{}"), "{}: {source}", language.id);
                    compile(&source.replace("{}", "Name"));
                }
            }
        }
    }
}
