//! Chooses which parts of a report a budget can hold, by measuring real renderings.

use crate::domain::Shown;

/// Maximum number of missing parts at which the whole is measured once more.
const MAX_MISSING_PARTS: usize = 4;

/// Number of parts in a row that do not fit behind which single parts are passed over untried.
pub(super) const TRIED: usize = 8;

/// Chooses parts such that `measure`, the tokens of their rendering, is at most `limit`: the
/// longest run of first parts that was found, then single later ones for the remaining room. `None`
/// if neither the report without any of its parts fits nor the whole.
///
/// Nothing is assumed about how sizes grow; what is returned has been measured. Sizes that grow
/// with the number of parts need few steps.
pub(super) fn choose(
    parts: usize,
    limit: usize,
    measure: impl Fn(&Shown) -> usize,
) -> Option<Shown> {
    // Reports state their own size; until it is known, the largest number that may be stated is
    // used.
    let measure = |first: usize, extra: &[usize]| {
        measure(&Shown { first, extra: extra.to_vec(), tokens: limit, limit })
    };
    let bare = measure(0, &[]);
    if bare > limit {
        // The whole may be smaller than the report without its parts, which has to state what is
        // missing.
        let whole = parts > 0 && measure(parts, &[]) <= limit;
        return whole.then(|| Shown { first: parts, extra: Vec::new(), tokens: limit, limit });
    }
    let (first, size) = longest_run(parts, limit, bare, |first| measure(first, &[]));
    let (extra, size) = fill(first, parts, limit, size, |extra| measure(first, extra));
    let missing = parts - first - extra.len();
    // The last parts may make an answer smaller, because the note on what is missing goes.
    if (1..=MAX_MISSING_PARTS).contains(&missing) {
        let whole = measure(parts, &[]);
        if whole <= limit {
            return Some(Shown { first: parts, extra: Vec::new(), tokens: whole, limit });
        }
    }
    Some(Shown { first, extra, tokens: size, limit })
}

/// Tokens that may stay unused: a sixtieth of the budget, or in small budgets too few for nearly
/// any part.
fn slack(limit: usize) -> usize {
    (limit / 60).max(8.min(limit / 12))
}

/// Longest run of first parts that was found to fit, with its size. `bare` is the size without
/// parts.
fn longest_run(
    parts: usize,
    limit: usize,
    bare: usize,
    measure: impl Fn(usize) -> usize,
) -> (usize, usize) {
    let (mut low, mut low_size) = (0, bare);
    let mut high: Option<(usize, usize)> = None;
    // Most parts are smaller than this, so that the first guess seldom exceeds the limit, which
    // costs more than staying below it.
    let mut guess = (limit - bare) / 32;
    let mut steps: u32 = 0;
    while low < parts && high.is_none_or(|(high, _)| high - low > 1) {
        let upper = high.map_or(parts, |(high, _)| high - 1);
        guess = guess.clamp(low + 1, upper);
        let size = measure(guess);
        steps += 1;
        if size <= limit {
            (low, low_size) = (guess, size);
        } else {
            high = Some((guess, size));
        }
        if limit - low_size <= slack(limit) {
            break;
        }
        guess = match high {
            // Every third step halves, so that uneven sizes cannot slow the search down much.
            Some((high, _)) if steps.is_multiple_of(3) => low + (high - low) / 2,
            Some((high, high_size)) => {
                let share = (limit - low_size) as f64 / (high_size - low_size).max(1) as f64;
                low + ((high - low) as f64 * share) as usize
            }
            None => {
                let each = (low_size.saturating_sub(bare) as f64 / low as f64).max(0.5);
                let ahead = ((limit - low_size) as f64 / each * 1.1) as usize;
                low + ahead.clamp(1, 8 * low + 8)
            }
        };
    }
    (low, low_size)
}

/// Returns the single parts behind the run that still fit, in ascending order, and the size with
/// them. `size` is the size without them.
///
/// Parts are tried in order; those that fit are kept and twice as many are tried at once. Those
/// that do not fit are skipped, in growing strides, because the parts that follow are often no
/// smaller. The number of tries is bounded, and the search ends early after a long run of failures.
fn fill(
    first: usize,
    parts: usize,
    limit: usize,
    mut size: usize,
    measure: impl Fn(&[usize]) -> usize,
) -> (Vec<usize>, usize) {
    let mut tries = (160_000 / limit).clamp(16, 64);
    let mut extra = Vec::new();
    // The part that ended the run is known not to fit.
    let (mut next, mut batch, mut misses) = (first + 1, 1, 0);
    while next < parts && tries > 0 && misses < 20 && limit - size > slack(limit) {
        tries -= 1;
        let end = (next + batch).min(parts);
        let before = extra.len();
        extra.extend(next..end);
        let with = measure(&extra);
        if with <= limit {
            size = with;
            next = end;
            batch *= 2;
            misses = 0;
        } else {
            extra.truncate(before);
            if batch > 1 {
                batch /= 2;
            } else {
                misses += 1;
                next += 1 << (misses / TRIED);
            }
        }
    }
    (extra, size)
}
