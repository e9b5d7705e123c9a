//! Which ranges hold a place, without a look at those beside each other: thousands of members stand
//! in one type.

use crate::workspace::names::Span;

/// Ranges in which later ones may start. The starts only grow.
#[derive(Default)]
pub(super) struct Open {
    /// The places of ranges, and where they end.
    ranges: Vec<(u32, usize)>,
    next: u32,
}

impl Open {
    /// Adds the next range, and returns the place of the nearest one before it that ends behind its
    /// start. All that hold a byte behind both are reached from the last range that starts before
    /// it by these steps.
    pub(super) fn add(&mut self, start: usize, end: usize) -> Option<u32> {
        while self.ranges.pop_if(|(_, end)| *end <= start).is_some() {}
        let around = self.ranges.last().map(|(place, _)| *place);
        self.ranges.push((self.next, end));
        self.next += 1;
        around
    }
}

/// Places of ranges in a list, by the bytes that they hold.
#[derive(Debug)]
pub struct Ranges(Vec<Reach>);

#[derive(Debug)]
struct Reach {
    bytes: Span,
    /// See [`Open::add`].
    around: Option<u32>,
    place: u32,
}

impl Ranges {
    /// What each range takes in memory.
    pub const BYTES_OF_EACH: usize = size_of::<Reach>();

    /// Creates the list of some ranges, each with its place.
    pub fn new(ranges: impl Iterator<Item = (Span, u32)>) -> Self {
        let mut ranges: Vec<(Span, u32)> = ranges.collect();
        ranges.sort_unstable();
        let mut open = Open::default();
        let reach = ranges.into_iter().map(|(bytes, place)| {
            let around = open.add(bytes.start as usize, bytes.end as usize);
            Reach { bytes, around, place }
        });
        Self(reach.collect())
    }

    /// Returns the places of all ranges that hold some bytes, the last to start first.
    pub fn around(&self, bytes: Span) -> impl Iterator<Item = usize> {
        self.steps(bytes)
            .filter(move |range| range.bytes.end >= bytes.end)
            .map(|range| range.place as usize)
    }

    /// Returns the smallest range that holds some bytes, with its place; of several the first.
    pub fn innermost(&self, bytes: Span) -> Option<(Span, usize)> {
        let around = self.steps(bytes).filter(|range| range.bytes.end >= bytes.end);
        let length = |range: &&Reach| (range.bytes.end - range.bytes.start, range.place);
        around.min_by_key(length).map(|range| (range.bytes, range.place as usize))
    }

    fn steps(&self, bytes: Span) -> impl Iterator<Item = &Reach> {
        let behind = self.0.partition_point(|range| range.bytes.start <= bytes.start);
        let around = |range: &&Reach| range.around.map(|place| &self.0[place as usize]);
        std::iter::successors(self.0[..behind].last(), around)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(bytes: &[(usize, usize)]) -> Ranges {
        Ranges::new(
            bytes.iter().zip(0..).map(|((start, end), place)| (Span::new(*start..*end), place)),
        )
    }

    #[test]
    fn all_ranges_around_a_place_are_found() {
        // Also those that overlap, touch, are empty, or are of equal bytes.
        let all =
            [(0, 40), (2, 9), (2, 9), (3, 20), (9, 12), (12, 12), (12, 15), (30, 35), (50, 60)];
        let found = ranges(&all);
        for at in 0..65 {
            let bytes = Span::new(at..at + 1);
            let mut around: Vec<usize> = found.around(bytes).collect();
            around.sort_unstable();
            let holds = |place: &usize| all[*place].0 <= at && at < all[*place].1;
            let expected: Vec<usize> = (0..all.len()).filter(holds).collect();
            assert_eq!(around, expected, "{at}");
            let smallest = expected.iter().min_by_key(|place| all[**place].1 - all[**place].0);
            assert_eq!(found.innermost(bytes).map(|(_, place)| place), smallest.copied(), "{at}");
        }
    }

    /// If a place looked at all ranges before it, there would be as many steps as pairs of both.
    #[test]
    fn ranges_beside_each_other_are_passed_by() {
        const COUNT: usize = 10_000;
        let mut all = vec![(0, 10 * COUNT)];
        all.extend((1..COUNT).map(|number| (10 * number, 10 * number + 10)));
        let found = ranges(&all);
        let steps = |at: usize| found.steps(Span::new(at..at + 1)).count();
        assert!((0..COUNT).all(|number| steps(10 * number + 5) <= 2));
    }
}
