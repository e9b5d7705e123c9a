//! Python: names in the patterns of `match`.

use crate::support::fixture::check;

/// A name behind a dot is compared with the value, wherever in a pattern it stands.
#[test]
fn values_in_patterns_are_uses() {
    check(
        "find_references",
        "
//- /shapes.py
class Sides:
    $0THREE = 3
class Other:
    THREE = 4
//- /use.py
import shapes
from shapes import Other, Sides
def named(value):
    match value:
        case Sides.THREE:
                 # ^^^^^ read
            return 1
        case Other.THREE | Sides.THREE:
                               # ^^^^^ read
            return 2
        case {\"sides\": shapes.Sides.THREE, **rest}:
                                  # ^^^^^ read
            return 3
        case [Sides.THREE, *_] | Sides(size=Sides.THREE):
                  # ^^^^^ read
                                                # ^^^^^ read
            return 4
",
    );
    check(
        "find_references",
        "
//- /shapes.py
class Po$0int:
    pass
//- /use.py
import shapes
def named(value):
    match value:
        case shapes.Point(x=1):
                  # ^^^^^ read
            return 1
",
    );
}
