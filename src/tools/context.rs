//! Context of a tool's call, beside its parameters.

use super::limits::{Listed, distinct};
use super::{Settings, ShownDefinitions, ToolError};
use crate::domain::{Budget, Cancel, Format, Progress};
use crate::engine::map::MapCache;
use crate::engine::report::ReportCache;
use crate::engine::servers::LanguageServers;
use crate::workspace::{Files, PathError, ProcessDirectories, Root, Roots, Snapshot};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::Semaphore;

/// State that all calls of one process share, whichever session they belong to.
pub struct Host {
    /// The user's configuration.
    pub settings: Settings,
    /// Facts of files from earlier calls.
    pub files: Arc<Files>,
    /// The last maps.
    pub maps: MapCache,
    /// The last module reports.
    pub reports: ReportCache,
    /// The language servers; `None` if none is ever used.
    pub servers: Option<LanguageServers>,
    /// Slots of the calls that run, each of which holds what it has read: further ones wait.
    pub running: Semaphore,
}

/// Number of calls that run at once.
const MAX_RUNNING: usize = 16;

impl Host {
    /// `user_excludes` is the file that git's configuration names for the user's own excludes.
    pub fn new(settings: Settings, user_excludes: Option<PathBuf>) -> Self {
        let (maps, reports) = (MapCache::default(), ReportCache::default());
        let files = Files::new(user_excludes);
        let running = Semaphore::new(MAX_RUNNING);
        Self { settings, files, maps, reports, servers: None, running }
    }
}

impl Default for Host {
    fn default() -> Self {
        Self::new(Settings::default(), None)
    }
}

/// Origin of a session's roots.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RootSpec {
    /// Directories as they were given; if empty, the working directory.
    pub directories: Vec<PathBuf>,
    pub working_directory: PathBuf,
    /// The user's home, which is never itself a root.
    pub home: Option<PathBuf>,
    /// Where the roots led when they were first opened, which is found out then.
    pub first: OnceLock<Vec<Arc<Path>>>,
}

impl RootSpec {
    /// Returns the roots in their current state on disk, where they lead to the same directories
    /// as when they were first opened.
    ///
    /// # Errors
    /// When a root does not exist, cannot be read, is no directory, or no longer leads to the same
    /// directory: whoever can write beside a root could replace it by a link to any place.
    pub fn open(&self) -> Result<Roots, PathError> {
        let directories = ProcessDirectories {
            directory: self.working_directory.clone(),
            home: self.home.clone(),
        };
        let roots = Roots::open(&self.directories, &directories);
        // What lies beside a root that was there is nobody's business; beside one that was never
        // there, it may be the one that was meant.
        let roots = match (roots, self.first.get()) {
            (Err(PathError::Missing { path, .. }), Some(_)) => {
                return Err(PathError::Missing { path, nearest: None });
            }
            (roots, _) => roots?,
        };
        let places: Vec<Arc<Path>> = roots.iter().map(|root| Arc::clone(&root.path)).collect();
        let first = self.first.get_or_init(|| places.clone());
        match first.iter().find(|place| !places.contains(place)) {
            None if places.len() == first.len() => Ok(roots),
            moved => {
                Err(PathError::Moved { root: moved.unwrap_or(&first[0]).display().to_string() })
            }
        }
    }
}

/// Context of one call. Cheap to clone.
#[derive(Clone)]
pub struct ToolCx {
    pub host: Arc<Host>,
    pub roots: Arc<RootSpec>,
    /// Format of the answer. It must not change what is found; it may save work that this format
    /// does not show.
    pub format: Format,
    pub budget: Budget,
    /// Time of the call's arrival: the start of `wait`.
    pub arrived: Instant,
    /// The same moment by the calendar, for comparison with the times of files.
    pub arrived_at: SystemTime,
    /// True if `wait` has its default. On the command line no language server is started unless it
    /// is given.
    pub waits_by_default: bool,
    /// Limit of the paths in the call.
    pub max_paths: usize,
    pub progress: Progress,
    pub cancel: Cancel,
    /// Definitions that the connection has been shown, by session.
    pub shown_definitions: Arc<ShownDefinitions>,
}

impl ToolCx {
    /// Returns the session's roots in their current state on disk.
    pub fn roots(&self) -> Result<Roots, ToolError> {
        self.roots.open().map_err(|error| ToolError::from_problem(&error))
    }

    /// Creates this call's view of the files. `paths` are those that the caller gave: they may
    /// require files that a walk leaves out, and if the session has no root they bring their
    /// projects, which are returned for the answer to name.
    pub fn snapshot<'a>(
        &self,
        paths: impl IntoIterator<Item = &'a str>,
    ) -> Result<(Arc<Snapshot>, Vec<Root>), ToolError> {
        let paths = distinct(paths);
        Listed::Paths(self.max_paths).check(paths.len())?;
        let for_request = self.roots()?.for_request(paths.iter().copied());
        let (roots, brought) = for_request.map_err(|error| ToolError::from_problem(&error))?;
        let roots = self.host.files.scoped(&roots, &paths, &self.cancel);
        let snapshot = self.host.files.snapshot(roots, self.arrived_at, self.cancel.clone());
        Ok((Arc::new(snapshot.with_progress(self.progress.clone())), brought))
    }

    /// Runs work that keeps a processor busy, or that blocks, away from the threads that serve the
    /// protocol.
    ///
    /// A panic in `work` continues in the caller.
    pub async fn compute<T, E>(
        &self,
        work: impl FnOnce(&ToolCx) -> Result<T, E> + Send + 'static,
    ) -> Result<T, ToolError>
    where
        T: Send + 'static,
        E: Into<ToolError> + Send + 'static,
    {
        let cx = self.clone();
        match tokio::task::spawn_blocking(move || work(&cx)).await {
            Ok(result) => result.map_err(Into::into),
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Err(_) => Err(ToolError::cancelled()),
        }
    }

    /// Returns the deadline for a language server: `asked` seconds after the call's arrival, or the
    /// tool's `default`. `None`: start no server and wait for none.
    ///
    /// # Errors
    /// If `asked` is out of range.
    pub fn deadline(&self, asked: Option<f64>, default: f64) -> Result<Option<Instant>, ToolError> {
        const MAX_SECONDS: f64 = 120.0;
        match asked.or_else(|| self.waits_by_default.then_some(default)) {
            Some(seconds) if !(0.0..=MAX_SECONDS).contains(&seconds) => Err(ToolError::new(
                format!("`wait` is from 0 to {MAX_SECONDS} seconds, not {seconds}"),
                "0 starts the language server and waits for nothing",
            )),
            seconds => Ok(seconds.map(|seconds| self.arrived + Duration::from_secs_f64(seconds))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::MAX_PATHS;
    use super::*;
    use std::task::{Context, Waker};

    fn context(arrived: Instant, waits_by_default: bool) -> ToolCx {
        ToolCx {
            host: Arc::default(),
            roots: Arc::default(),
            format: Format::default(),
            budget: Budget::UNLIMITED,
            arrived,
            arrived_at: SystemTime::UNIX_EPOCH,
            waits_by_default,
            max_paths: MAX_PATHS,
            progress: Progress::default(),
            cancel: Cancel::default(),
            shown_definitions: Arc::default(),
        }
    }

    fn check(waits_by_default: bool, asked: Option<f64>, expected: Result<Option<u64>, &str>) {
        let arrived = Instant::now();
        let cx = context(arrived, waits_by_default);
        let seconds = |deadline: Instant| deadline.duration_since(arrived).as_secs();
        let waits = cx.deadline(asked, 2.0).map(|deadline| deadline.map(seconds));
        assert_eq!(waits.map_err(|error| error.problem), expected.map_err(str::to_owned));
    }

    #[test]
    fn wait_is_bounded_and_has_a_default_where_the_surface_waits() {
        check(true, None, Ok(Some(2)));
        check(false, None, Ok(None));
        check(false, Some(5.0), Ok(Some(5)));
        check(true, Some(120.0), Ok(Some(120)));
        check(true, Some(1e9), Err("`wait` is from 0 to 120 seconds, not 1000000000"));
        check(false, Some(-1.0), Err("`wait` is from 0 to 120 seconds, not -1"));
        check(true, Some(f64::NAN), Err("`wait` is from 0 to 120 seconds, not NaN"));
    }

    /// Pings and cancellations wait for whatever a call does before it first yields.
    #[tokio::test]
    async fn the_files_of_a_graph_call_are_looked_for_away_from_the_protocol() {
        use crate::tools::{Tool, find_callers::FindCallers};
        let asked = serde_json::json!({ "symbol": ["a.py#foo"] });
        let params = serde_json::from_value(asked).expect("parameters");
        let mut call = std::pin::pin!(FindCallers::run(context(Instant::now(), false), params));
        let first = call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(first.is_pending());
        assert!(call.await.is_err(), "there is no root");
    }
}
