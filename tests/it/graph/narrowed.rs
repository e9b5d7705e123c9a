//! Names of which a condition tells what type they have, or do not have.

use crate::support::fixture::check;

#[test]
fn a_union_of_python_is_of_each_of_its_types() {
    check(
        "find_callers",
        "
//- /app.py
from typing import Optional, Union
class Pool:
    def close(self): ...
class Disk:
    def clo$0se(self): ...

def either(x: Union[Pool, Disk]):
    x.close()
     #^^^^^ caller either

def some(x: Optional[Union[Pool, 'Disk']]):
    x.close()
     #^^^^^ caller some

def one(x: Union[Pool, None]):
    x.close()
",
    );
}
