//! C#: receivers whose types are declared elsewhere than on the line, or outside of the project.

use crate::support::fixture::check;

#[test]
fn a_library_for_mocks_returns_what_it_is_called_on() {
    check(
        "find_references",
        "
//- /Shop.cs
namespace Lib;
public interface IStore { int L$0oad(int id); }
public interface IOther { int Load(int id); }
//- /Use.cs
using Lib;
class Use
{
    private readonly IStore _store;
    private readonly IOther _other;
    void Check()
    {
        _other.DidNotReceive().Load(1);
        _store.DidNotReceive().Load(1);
                             //^^^^ call
        _store.Received(1)
            .Load(1);
           //^^^^ call
        _other.ReceivedWithAnyArgs(1)
            .Load(1);
    }
}
",
    );
}
