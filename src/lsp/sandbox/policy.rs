//! Files that a sandboxed server may see and change, as a value that is passed on the command line
//! of the sandbox's own process.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// View of the file system for a sandboxed server. Everything that is not named here is visible and
/// read-only. Paths that do not exist are skipped. A deeper path takes precedence over one above
/// it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    /// Directories that are empty inside, except for what the other lists name below them.
    pub hidden: Vec<PathBuf>,
    /// Programs, which may be run: read-only.
    pub programs: Vec<PathBuf>,
    /// Files that may be read and neither run nor mapped as code: the workspace, dependencies.
    pub files: Vec<PathBuf>,
    /// Directories that may be written, and neither run nor mapped as code.
    pub writable: Vec<PathBuf>,
    /// Files that are hidden although they lie in what the other lists show: the user's keys in a
    /// workspace that contains the home.
    pub covered: Vec<PathBuf>,
    /// Working directory.
    pub directory: PathBuf,
}

const HIDE: &str = "--hide";
const RUN: &str = "--run";
const READ: &str = "--read";
const WRITE: &str = "--write";
const COVER: &str = "--cover";
const DIRECTORY: &str = "--directory";
/// Separator between the policy and the program.
const END: &str = "--";

impl Policy {
    /// Returns the policy as arguments, followed by the program and its own.
    pub(super) fn to_arguments(&self, program: &[OsString]) -> Vec<OsString> {
        let lists = [
            (HIDE, &self.hidden),
            (RUN, &self.programs),
            (READ, &self.files),
            (WRITE, &self.writable),
            (COVER, &self.covered),
        ];
        let mut arguments = Vec::new();
        for (option, paths) in lists {
            arguments.extend(
                paths.iter().flat_map(|path| [option.into(), path.clone().into_os_string()]),
            );
        }
        arguments.extend([DIRECTORY.into(), self.directory.clone().into_os_string(), END.into()]);
        arguments.extend_from_slice(program);
        arguments
    }

    /// Parses the output of `to_arguments`.
    ///
    /// # Errors
    /// When an option is unknown or has no value.
    pub(super) fn from_arguments(
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<(Self, Vec<OsString>), String> {
        let mut policy = Self::default();
        let mut arguments = arguments.into_iter();
        while let Some(option) = arguments.next() {
            if option == OsStr::new(END) {
                return Ok((policy, arguments.collect()));
            }
            let Some(value) = arguments.next().map(PathBuf::from) else {
                return Err(format!("{} has no value", option.display()));
            };
            match option.to_str() {
                Some(HIDE) => policy.hidden.push(value),
                Some(RUN) => policy.programs.push(value),
                Some(READ) => policy.files.push(value),
                Some(WRITE) => policy.writable.push(value),
                Some(COVER) => policy.covered.push(value),
                Some(DIRECTORY) => policy.directory = value,
                _ => return Err(format!("{} is no option of the sandbox", option.display())),
            }
        }
        Err(format!("`{END}` is missing"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_survives_the_command_line() {
        let policy = Policy {
            hidden: vec!["/home".into(), "/tmp".into()],
            programs: vec!["/home/x/.rustup".into()],
            files: vec!["/home/x/a\nproject".into()],
            writable: vec!["/home/x/.cache/spelunk".into()],
            covered: vec!["/home/x/.ssh".into()],
            directory: "/".into(),
        };
        let program = ["server".into(), "--stdio".into()];
        assert_eq!(
            Policy::from_arguments(policy.to_arguments(&program)),
            Ok((policy, program.to_vec()))
        );
    }

    #[test]
    fn a_wrong_command_line_is_refused() {
        let check = |arguments: &[&str], expected: &str| {
            let error = Policy::from_arguments(arguments.iter().map(OsString::from)).unwrap_err();
            assert!(error.contains(expected), "{error}");
        };
        check(&["--hide"], "no value");
        check(&["--show", "/"], "no option");
        check(&["--hide", "/home"], "missing");
    }
}
