//! Recording of the messages between us and the servers, for bug reports (`SPELUNK_LSP_LOG`).

use crate::domain::lock;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Log of the traffic in a file, or none. Cheap to clone.
#[derive(Clone, Default)]
pub struct TrafficLog(Option<Arc<Recording>>);

struct Recording {
    start: Instant,
    file: Mutex<File>,
}

/// Source of a line.
#[derive(Debug, Clone, Copy)]
pub enum MessageSource {
    /// Our message to the server.
    Client,
    Server,
    /// The server's standard error, or output that is not a message.
    Stray,
}

impl TrafficLog {
    /// Appends to a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    #[expect(clippy::disallowed_methods, reason = "a log that the user names, with times")]
    pub fn to_file(path: &Path) -> io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self(Some(Arc::new(Recording { start: Instant::now(), file: Mutex::new(file) }))))
    }

    /// Writes one line: seconds since the start, server, direction, text. A failure to write is
    /// ignored.
    pub(super) fn record(&self, server: &str, source: MessageSource, text: &[u8]) {
        let Some(recording) = &self.0 else { return };
        let mark = match source {
            MessageSource::Client => "->",
            MessageSource::Server => "<-",
            MessageSource::Stray => "--",
        };
        let mut line =
            format!("{:.3} {server} {mark} ", recording.start.elapsed().as_secs_f64()).into_bytes();
        line.extend(
            text.iter().map(|&byte| if byte == b'\n' || byte == b'\r' { b' ' } else { byte }),
        );
        line.push(b'\n');
        let mut file = lock(&recording.file);
        let _ = file.write_all(&line);
    }
}
