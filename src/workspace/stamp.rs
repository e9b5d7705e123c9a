//! Evidence that a file is the same as when it was read before.

use std::fs::Metadata;
use std::time::{Duration, SystemTime};

/// A file's identity and state, as far as the file system reports it without reading it. Times are
/// nanoseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stamp {
    pub size: u64,
    device: u64,
    inode: u64,
    modified: i64,
    /// Time of the last change of content or attributes (Unix); it reveals writers that set the
    /// time of modification back.
    changed: i64,
}

/// A file that changed less than this before it was read may be changed again without a new time:
/// clocks of file systems are coarse, some count in steps of two seconds.
const UNSETTLED: Duration = Duration::from_secs(2);

impl Stamp {
    #[cfg(unix)]
    pub fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let time = |seconds: i64, nanoseconds: i64| {
            seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds)
        };
        Self {
            size: metadata.size(),
            device: metadata.dev(),
            inode: metadata.ino(),
            modified: time(metadata.mtime(), metadata.mtime_nsec()),
            changed: time(metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// Returns the same stamp as [`Stamp::of`].
    #[cfg(unix)]
    #[expect(
        clippy::unnecessary_cast,
        reason = "the types of the fields differ from system to system"
    )]
    pub(super) fn of_state(state: &rustix::fs::Stat) -> Self {
        let time = |seconds: i64, nanoseconds: i64| {
            seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds)
        };
        Self {
            size: state.st_size as u64,
            device: state.st_dev as u64,
            inode: state.st_ino as u64,
            modified: time(state.st_mtime as i64, state.st_mtime_nsec as i64),
            changed: time(state.st_ctime as i64, state.st_ctime_nsec as i64),
        }
    }

    #[cfg(not(unix))]
    pub fn of(metadata: &Metadata) -> Self {
        Self {
            size: metadata.len(),
            device: 0,
            inode: 0,
            modified: metadata.modified().map_or(0, nanoseconds),
            changed: metadata.created().map_or(0, nanoseconds),
        }
    }

    /// Returns whether an equal stamp proves equal content, for a file that was read not before
    /// `read_at`.
    pub fn is_settled(&self, read_at: SystemTime) -> bool {
        let changed = self.modified.max(self.changed);
        let unsettled = i64::try_from(UNSETTLED.as_nanos()).unwrap_or(i64::MAX);
        changed.saturating_add(unsettled) < nanoseconds(read_at)
    }
}

fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => {
            i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |before| -before)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_settles_two_seconds_after_the_last_change() {
        let check = |modified_ms: i64, changed_ms: i64, read_ms: u64, expected: bool| {
            let stamp = Stamp {
                modified: modified_ms * 1_000_000,
                changed: changed_ms * 1_000_000,
                ..Stamp::default()
            };
            let read_at = SystemTime::UNIX_EPOCH + Duration::from_millis(read_ms);
            assert_eq!(stamp.is_settled(read_at), expected, "{modified_ms} {changed_ms} {read_ms}");
        };
        check(1_000, 1_000, 2_000, false);
        check(1_000, 1_000, 3_000, false);
        check(1_000, 1_000, 3_001, true);
        check(1_000, 2_000, 3_500, false);
        check(9_000, 1_000, 3_500, false);
    }
}
