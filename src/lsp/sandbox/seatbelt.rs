//! Profile of a policy for macOS's `sandbox-exec`: later rules take precedence over earlier ones.

use super::policy::Policy;
use std::fmt::Write as _;
use std::path::Path;

/// Rules for every server. `process-exec` and mapping as code are denied where files can be written
/// or are the workspace's.
const COMMON: &str = "\
(version 1)
(allow default)
(deny network*)
(deny file-write*)
(deny process-info* (target others))
(deny mach-lookup (global-name \"com.apple.SecurityServer\"))
(deny mach-lookup (global-name \"com.apple.securityd.xpc\"))
(allow file-write* (literal \"/dev/null\") (literal \"/dev/zero\") (literal \"/dev/dtracehelper\"))
";

/// Returns the text of the profile.
pub(super) fn profile(policy: &Policy) -> String {
    let mut text = COMMON.to_owned();
    let mut rule = |action: &str, paths: &[std::path::PathBuf]| {
        for path in paths {
            // Rules on reading apply to the real path.
            let real = path.canonicalize();
            let _ =
                writeln!(text, "({action} (subpath {}))", quoted(real.as_deref().unwrap_or(path)));
        }
    };
    rule("deny file-read-data", &policy.hidden);
    rule("deny file-map-executable process-exec*", &policy.hidden);
    rule("allow file-read-data file-map-executable process-exec*", &policy.programs);
    rule("allow file-read-data", &policy.files);
    rule("deny file-map-executable process-exec*", &policy.files);
    rule("allow file-read-data file-write*", &policy.writable);
    rule("deny file-map-executable process-exec*", &policy.writable);
    rule("deny file-read-data", &policy.covered);
    text
}

/// Quotes a path for the profile's language.
fn quoted(path: &Path) -> String {
    let path = path.to_string_lossy();
    format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_can_be_read_and_not_run() {
        let policy = Policy {
            hidden: vec!["/Users".into()],
            programs: vec!["/Users/x/.rustup/toolchains/stable".into()],
            files: vec!["/Users/x/a \"project\"".into()],
            writable: vec!["/Users/x/Library/Caches/spelunk".into()],
            covered: vec!["/Users/x/a \"project\"/.ssh".into()],
            directory: "/".into(),
        };
        let text = profile(&policy);
        let at =
            |rule: &str| text.find(rule).unwrap_or_else(|| panic!("{rule} is missing in {text}"));
        assert!(at("(deny network*)") < at("(deny file-read-data (subpath \"/Users\"))"));
        let run = at(
            "(allow file-read-data file-map-executable process-exec* (subpath \"/Users/x/.rustup",
        );
        let never =
            at(r#"(deny file-map-executable process-exec* (subpath "/Users/x/a \"project\""))"#);
        assert!(run < never, "{text}");
        assert!(at(r#"(deny file-read-data (subpath "/Users/x/a \"project\"/.ssh"))"#) > never);
        assert!(
            at("(allow file-read-data file-write* (subpath \"/Users/x/Library/Caches/spelunk\"))")
                > never
        );
    }
}
