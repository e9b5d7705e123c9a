//! What belongs to the user and lies outside of every root: git's configuration, of which only the
//! place of the user's excludes is of interest, and the home of the account.

use super::open::read_file;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::str::Chars;

/// Size of the largest configuration that is read.
const MAX_BYTES: u64 = 1 << 20;

/// Places of git's configuration. What is relative depends on the working directory, which may be
/// a project, and is not read.
#[derive(Debug, Clone, Default)]
pub struct GitPlaces {
    pub home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`, else `~/.config`.
    pub config_home: Option<PathBuf>,
    /// `GIT_CONFIG_GLOBAL`: the user's configuration, instead of those in the two above.
    pub global: Option<PathBuf>,
    /// `GIT_CONFIG_SYSTEM`, else `/etc/gitconfig`.
    pub system: PathBuf,
}

impl GitPlaces {
    /// Returns the regular file of the user's own excludes (`core.excludesFile`).
    pub fn excludes_file(&self) -> Option<PathBuf> {
        let below =
            |folder: &Option<PathBuf>, name: &str| folder.as_ref().map(|folder| folder.join(name));
        let own = match &self.global {
            Some(file) => [Some(file.clone()), None],
            None => [below(&self.home, ".gitconfig"), below(&self.config_home, "git/config")],
        };
        let mut files = own.into_iter().flatten().chain([self.system.clone()]);
        let named = files.find_map(|file| excludes_file_of(&read(&file)?));
        let file = match named {
            Some(named) => match named.strip_prefix("~/") {
                Some(rest) => self.home.as_ref()?.join(rest),
                None => PathBuf::from(named),
            },
            None => below(&self.config_home, "git/ignore")?,
        };
        (file.is_absolute() && file.is_file()).then_some(file)
    }
}

/// Returns the home that the system's list of accounts gives a user.
pub fn home_of_account(list: &Path, user: u32) -> Option<PathBuf> {
    let text = read(list)?;
    let home = text.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        let is_users = fields.get(2)?.parse::<u32>().is_ok_and(|id| id == user);
        is_users.then(|| fields.get(5).map(PathBuf::from)).flatten()
    });
    home.filter(|home| home.is_absolute())
}

/// Reads a file of the user's, which may be a link to anywhere.
fn read(file: &Path) -> Option<String> {
    let bytes = file.is_absolute().then(|| read_file(file, Path::new("/"), MAX_BYTES).ok())??;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the last `core.excludesFile` of a configuration of git. Files that it includes are not
/// read.
fn excludes_file_of(text: &str) -> Option<String> {
    let mut found = None;
    let mut is_core = false;
    let mut characters = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '[' => {
                let section: String =
                    characters.by_ref().take_while(|next| !matches!(next, ']' | '\n')).collect();
                is_core = section.trim().eq_ignore_ascii_case("core");
            }
            '#' | ';' => skip_line(&mut characters),
            blank if blank.is_whitespace() => {}
            first => {
                let mut key = String::from(first);
                let is_of_key = |next: &char| next.is_alphanumeric() || *next == '-';
                while let Some(next) = characters.next_if(is_of_key) {
                    key.push(next);
                }
                while characters.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
                if characters.next_if_eq(&'=').is_none() {
                    skip_line(&mut characters);
                    continue;
                }
                let value = value(&mut characters);
                if is_core && key.eq_ignore_ascii_case("excludesfile") {
                    found = Some(value);
                }
            }
        }
    }
    found
}

fn skip_line(characters: &mut Peekable<Chars<'_>>) {
    while characters.next().is_some_and(|next| next != '\n') {}
}

/// Reads a value to the end of its line, with quotes, escapes and lines that go on.
fn value(characters: &mut Peekable<Chars<'_>>) -> String {
    let mut value = String::new();
    let mut is_quoted = false;
    // Blanks before the end count only if they are quoted.
    let mut end = 0;
    while let Some(character) = characters.next() {
        match character {
            '\n' => break,
            '#' | ';' if !is_quoted => {
                skip_line(characters);
                break;
            }
            '"' => is_quoted = !is_quoted,
            '\\' => {
                match characters.next() {
                    None | Some('\n') => continue,
                    Some('n') => value.push('\n'),
                    Some('t') => value.push('\t'),
                    Some('b') => drop(value.pop()),
                    Some(other) => value.push(other),
                }
                end = value.len();
            }
            blank if !is_quoted && blank.is_whitespace() => {
                if !value.is_empty() {
                    value.push(blank);
                }
            }
            other => {
                value.push(other);
                end = value.len();
            }
        }
    }
    value.truncate(end);
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{create_dir_all, write};

    #[test]
    fn the_excludes_file_is_found_as_git_finds_it() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(excludes_file_of(text).as_deref(), expected, "{text}");
        };
        check("[core]\n\texcludesFile = ~/.ignored\n", Some("~/.ignored"));
        check("[core] excludesfile=/a # own\r\n", Some("/a"));
        check("[Core]\r\nEXCLUDESFILE = /a\r\n[user]\r\nname = x\r\n", Some("/a"));
        check("[core]\nexcludesFile = \"/a b # c\" ; own\n", Some("/a b # c"));
        check("[core]\nexcludesFile = /a b\n", Some("/a b"));
        check("[core]\nexcludesFile = /a\\\n/b\n", Some("/a/b"));
        check("[core]\nexcludesFile = \"C:\\\\a\\\"b\"\n", Some("C:\\a\"b"));
        check("[core]\nexcludesFile = /a\nexcludesFile = /b\n", Some("/b"));
        check("[core]\nexcludesFile\n", None);
        check("[core]\n# excludesFile = /a\n", None);
        check("[core \"sub\"]\nexcludesFile = /a\n", None);
        check("[user]\nexcludesFile = /a\n[core]\nbare = false\n", None);
        check("[alias]\nx = \"!f() {\\n excludesFile = /a\\n}\"\n", None);
        check("excludesFile = /a", None);
        check("[core", None);
        check("[core]\nexcludesFile = \"/a", Some("/a"));
    }

    #[test]
    fn the_first_configuration_that_names_a_file_counts() {
        let directory = tempfile::tempdir().expect("a directory");
        let base = directory.path().canonicalize().expect("a path");
        create_dir_all(base.join(".config/git")).expect("a directory");
        let file = |name: &str, content: &str| {
            write(base.join(name), content).expect("a file");
            base.join(name)
        };
        let [home, xdg, ignore] = ["home", "xdg", ".config/git/ignore"].map(|name| file(name, "x"));
        let names = |target: &Path| format!("[core]\nexcludesFile = {}\n", target.display());
        let places = GitPlaces {
            home: Some(base.clone()),
            config_home: Some(base.join(".config")),
            ..GitPlaces::default()
        };
        assert_eq!(places.excludes_file(), Some(ignore));
        file(".config/git/config", &names(&xdg));
        assert_eq!(places.excludes_file(), Some(xdg));
        file(".gitconfig", "[core]\nexcludesFile = ~/home\n");
        assert_eq!(places.excludes_file(), Some(home.clone()));
        let global = |path: PathBuf| GitPlaces { global: Some(path), ..places.clone() };
        let other = file("other", &names(&home));
        assert_eq!(global(other).excludes_file(), Some(home));
        for path in ["relative", "/dev/null", "/dev/zero"] {
            let found = global(PathBuf::from(path)).excludes_file();
            assert_eq!(found, Some(base.join(".config/git/ignore")), "{path}");
        }
        // A path that is relative would be in the project.
        file(".gitconfig", "[core]\nexcludesFile = excludes\n");
        assert_eq!(places.excludes_file(), None);
    }

    #[test]
    fn the_home_of_an_account_is_that_of_its_number() {
        let directory = tempfile::tempdir().expect("a directory");
        let list = directory.path().canonicalize().expect("a path").join("passwd");
        write(
            &list,
            "root:x:0:0:root:/root:/bin/sh\nbroken\nx:x:1000:100::/data/x:/bin/sh\n\
                      y:x:1001:100::relative:/bin/sh\n",
        )
        .expect("a file");
        let check = |user, expected: Option<&str>| {
            assert_eq!(home_of_account(&list, user), expected.map(PathBuf::from), "{user}");
        };
        check(0, Some("/root"));
        check(1000, Some("/data/x"));
        check(1001, None);
        check(1, None);
    }
}
