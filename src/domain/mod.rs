//! Value types of the answers. Nothing here reads files, the clock or the environment, or depends
//! on the layers above.

mod account;
mod answer;
mod doc;
mod evidence;
mod file_line;
mod format;
pub mod keys;
mod lock;
mod nearest;
mod picture;
mod problem;
mod progress;
mod report;
mod symbol;
pub mod tokens;
mod words;

pub use account::{
    Account, Alias, LevelAccount, NotFollowed, NotRead, OfName, OtherKind, OtherUse, StringUse,
    ValueUse,
};
pub use answer::{LeftOut, LeftOutReason, Suggestion, Summary};
pub use doc::{Block, Doc, Footer, Highlight, HighlightRole, ResultLine, ResultRow};
pub use evidence::{Certainty, Evidence, Note, Source, State};
pub use file_line::FileLine;
pub use format::{Budget, Format, MIN_TOKENS};
pub use lock::{lock, remembered};
pub use nearest::nearest;
pub use picture::{Picture, PictureEdge, PictureNode};
pub use problem::Problem;
pub use progress::{Cancel, Cancelled, Progress, ProgressSink};
pub use report::{Report, Shown, XmlShape};
pub use symbol::{LineRange, Outline, OutlineGap, Symbol, SymbolKind, Visibility};
pub use words::{
    and_more, first_of, is_word, on_one_line, plural, shorten, snake_case, thousands,
    without_middle,
};
