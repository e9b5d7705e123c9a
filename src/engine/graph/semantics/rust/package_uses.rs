//! Which packages use which, also through others, for any two of them at a cost that is linear in
//! what the manifests say: packages that use each other are one component, and components are sets
//! of bits.

use std::collections::{HashMap, HashSet};

/// Largest number of components whose uses are known: these take 32 MB. Nobody writes as many
/// packages.
const MAX_COMPONENTS: usize = 16_384;

const BITS: usize = u64::BITS as usize;

/// What each package uses.
pub(super) struct PackageUses {
    numbers: HashMap<String, usize>,
    /// By number.
    components: Vec<usize>,
    /// By component, the bits of those that it uses; `None` if there are more than
    /// [`MAX_COMPONENTS`].
    reached: Option<Vec<Vec<u64>>>,
}

impl PackageUses {
    /// Creates it from the names that each package uses directly. Names of no package are ignored.
    pub(super) fn new(direct: &HashMap<String, HashSet<String>>) -> Self {
        let numbered = direct.keys().enumerate();
        let numbers: HashMap<String, usize> =
            numbered.map(|(number, name)| (name.clone(), number)).collect();
        let numbers_of = |uses: &HashSet<String>| -> Vec<usize> {
            uses.iter().filter_map(|name| numbers.get(name).copied()).collect()
        };
        let next: Vec<Vec<usize>> = direct.values().map(numbers_of).collect();
        let (components, count) = components(&next);
        let reached = (count <= MAX_COMPONENTS).then(|| reached(&next, &components, count));
        Self { numbers, components, reached }
    }

    /// Returns whether a package uses another or is in one component with it; true where that is
    /// not known.
    pub(super) fn has(&self, from: &str, to: &str) -> bool {
        let component = |name: &str| Some(self.components[*self.numbers.get(name)?]);
        match (component(from), component(to), &self.reached) {
            (Some(from), Some(to), Some(reached)) => {
                from == to || reached[from][to / BITS] >> (to % BITS) & 1 == 1
            }
            _ => true,
        }
    }
}

/// Returns, for each node, the number of its strongly connected component, by Tarjan's algorithm,
/// and their count. A component leads to those of lower numbers only.
fn components(next: &[Vec<usize>]) -> (Vec<usize>, usize) {
    const NONE: usize = usize::MAX;
    let (mut index, mut lowest) = (vec![NONE; next.len()], vec![NONE; next.len()]);
    let (mut component, mut count) = (vec![NONE; next.len()], 0);
    let (mut open, mut path, mut entered) = (Vec::new(), Vec::new(), 0);
    for start in 0..next.len() {
        let mut enter = Some(start).filter(|start| index[*start] == NONE);
        loop {
            if let Some(node) = enter.take() {
                (index[node], lowest[node]) = (entered, entered);
                entered += 1;
                open.push(node);
                path.push((node, next[node].iter()));
            }
            let Some((node, uses)) = path.last_mut() else { break };
            let node = *node;
            match uses.next() {
                Some(used) if index[*used] == NONE => enter = Some(*used),
                Some(used) if component[*used] == NONE => {
                    lowest[node] = lowest[node].min(index[*used]);
                }
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some((above, _)) = path.last() {
                        lowest[*above] = lowest[*above].min(lowest[node]);
                    }
                    if lowest[node] == index[node] {
                        let from = open.iter().rposition(|other| *other == node).unwrap_or(0);
                        open.drain(from..).for_each(|member| component[member] = count);
                        count += 1;
                    }
                }
            }
        }
    }
    (component, count)
}

/// Returns, for each component, the bits of those that it leads to.
fn reached(next: &[Vec<usize>], components: &[usize], count: usize) -> Vec<Vec<u64>> {
    let mut members = vec![Vec::new(); count];
    for (node, component) in components.iter().enumerate() {
        members[*component].push(node);
    }
    let mut reached: Vec<Vec<u64>> = Vec::with_capacity(count);
    for (own, members) in members.iter().enumerate() {
        let mut bits = vec![0; count.div_ceil(BITS)];
        let used = members.iter().flat_map(|member| &next[*member]);
        for component in used.map(|used| components[*used]).filter(|used| *used != own) {
            bits[component / BITS] |= 1 << (component % BITS);
            bits.iter_mut().zip(&reached[component]).for_each(|(bits, more)| *bits |= more);
        }
        reached.push(bits);
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses(direct: &[(usize, usize)], count: usize) -> PackageUses {
        let mut of: HashMap<String, HashSet<String>> =
            (0..count).map(|package| (format!("p{package}"), HashSet::new())).collect();
        for (from, to) in direct {
            of.get_mut(&format!("p{from}")).expect("a package").insert(format!("p{to}"));
        }
        PackageUses::new(&of)
    }

    #[test]
    fn packages_use_what_those_use_that_they_use() {
        // Two circles, one of which uses the other through a package of its own, and one alone.
        let direct = [(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 3), (4, 9)];
        let uses = uses(&direct, 6);
        let of = |from: usize| -> Vec<usize> {
            let is_used = |to: &usize| uses.has(&format!("p{from}"), &format!("p{to}"));
            (0..6).filter(is_used).collect()
        };
        assert_eq!(of(0), [0, 1, 2, 3, 4]);
        assert_eq!(of(2), [2, 3, 4]);
        assert_eq!(of(4), [3, 4]);
        assert_eq!(of(5), [5]);
        assert!(uses.has("p5", "of no package"));
    }

    /// Of a circle and of a chain, however long, each package is kept once and not once for each.
    #[test]
    fn packages_in_a_circle_are_one_component() {
        let count = 10_000;
        let circle: Vec<_> = (0..count).map(|package| (package, (package + 1) % count)).collect();
        let circle = uses(&circle, count);
        assert_eq!(circle.reached.as_ref().map(Vec::len), Some(1));
        assert!(circle.has("p17", "p16"));
    }

    #[test]
    fn too_many_components_are_taken_to_use_each_other() {
        let count = MAX_COMPONENTS + 1;
        assert!(uses(&[], count).reached.is_none());
        assert!(uses(&[], count).has("p1", "p2"));
        assert!(!uses(&[], count - 1).has("p1", "p2"));
    }
}
