//! MCP clients that can be set up: path and notation of the user-wide configuration of each.

use super::{list_entry, plain_entry, stdio_entry};
use serde_json::Value;
use std::path::{Path, PathBuf};

pub(super) struct Client {
    /// Name on the command line.
    pub(super) name: &'static str,
    /// The name for people.
    pub(super) title: &'static str,
    /// Path of the file, relative to its base.
    file: &'static str,
    base: Base,
    pub(super) notation: Notation,
}

/// Directories of the clients' configurations, from the environment.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct ClientDirectories {
    pub(in crate::cli) home: PathBuf,
    /// `$XDG_CONFIG_HOME`.
    pub(in crate::cli) config: Option<PathBuf>,
    /// `$CODEX_HOME`.
    pub(in crate::cli) codex: Option<PathBuf>,
    /// `$CLAUDE_CONFIG_DIR`.
    pub(in crate::cli) claude: Option<PathBuf>,
    /// `%APPDATA%`.
    pub(in crate::cli) app_data: Option<PathBuf>,
}

/// Directory that a client's file is relative to.
#[derive(Clone, Copy)]
enum Base {
    Home,
    /// `$CODEX_HOME`, else `~/.codex`.
    Codex,
    /// `$CLAUDE_CONFIG_DIR`, else the home directory.
    Claude,
    /// `Zed` in `%APPDATA%` on Windows, else `zed` in the directory of `Config`.
    Zed,
    /// `$XDG_CONFIG_HOME`, else `~/.config`, on every system.
    Config,
    /// Directory for the configurations of desktop programs, which differs between systems.
    Desktop,
}

#[derive(Clone, Copy)]
pub(super) enum Notation {
    /// JSON, possibly with comments: an entry in an object of the outermost object.
    Json { section: &'static str, entry: fn(&str) -> Value },
    /// TOML: a table within a table.
    Toml { section: &'static str },
}

const fn json(
    name: &'static str,
    title: &'static str,
    base: Base,
    file: &'static str,
    section: &'static str,
    entry: fn(&str) -> Value,
) -> Client {
    Client { name, title, file, base, notation: Notation::Json { section, entry } }
}

pub(super) const CLIENTS: [Client; 9] = [
    json("claude-code", "Claude Code", Base::Claude, ".claude.json", "mcpServers", stdio_entry),
    json(
        "claude-desktop",
        "Claude Desktop",
        Base::Desktop,
        "Claude/claude_desktop_config.json",
        "mcpServers",
        plain_entry,
    ),
    json("cursor", "Cursor", Base::Home, ".cursor/mcp.json", "mcpServers", plain_entry),
    json(
        "windsurf",
        "Windsurf",
        Base::Home,
        ".codeium/windsurf/mcp_config.json",
        "mcpServers",
        plain_entry,
    ),
    json("vscode", "VS Code", Base::Desktop, "Code/User/mcp.json", "servers", stdio_entry),
    json("zed", "Zed", Base::Zed, "settings.json", "context_servers", plain_entry),
    json("gemini", "Gemini CLI", Base::Home, ".gemini/settings.json", "mcpServers", plain_entry),
    json("opencode", "OpenCode", Base::Config, "opencode/opencode.json", "mcp", list_entry),
    Client {
        name: "codex",
        title: "Codex",
        file: "config.toml",
        base: Base::Codex,
        notation: Notation::Toml { section: "mcp_servers" },
    },
];

impl std::fmt::Debug for Client {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

impl PartialEq for Client {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Client {}

impl Client {
    pub(super) fn path(&self, places: &ClientDirectories) -> PathBuf {
        self.folder(places).join(self.file)
    }

    fn folder(&self, places: &ClientDirectories) -> PathBuf {
        let home = &places.home;
        let config = || places.config.clone().unwrap_or_else(|| home.join(".config"));
        let app_data = || places.app_data.clone().unwrap_or_else(|| home.join("AppData/Roaming"));
        match self.base {
            Base::Home => home.clone(),
            Base::Codex => places.codex.clone().unwrap_or_else(|| home.join(".codex")),
            Base::Claude => places.claude.clone().unwrap_or_else(|| home.clone()),
            Base::Zed if cfg!(windows) => app_data().join("Zed"),
            Base::Zed => config().join("zed"),
            Base::Desktop if cfg!(target_os = "macos") => home.join("Library/Application Support"),
            Base::Desktop if cfg!(windows) => app_data(),
            Base::Config | Base::Desktop => config(),
        }
    }

    /// Returns whether programs that the client starts are found by the user's `PATH`. A desktop
    /// program has it only if it requests it from the user's shell.
    pub(super) fn has_path(&self) -> bool {
        self.name != "claude-desktop"
    }

    /// Returns whether the client is present: whether its file, or the folder that contains it,
    /// exists.
    pub(super) fn is_here(&self, places: &ClientDirectories) -> bool {
        let path = self.path(places);
        let folder = path.parent().filter(|folder| *folder != places.home);
        path.exists() || folder.is_some_and(Path::is_dir)
    }
}
