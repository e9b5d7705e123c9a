//! C#: receivers whose types are declared elsewhere than on the line, or outside of the project.

use crate::support::fixture::{check, check_one};

const SHOP: &str = "
//- /Shop.cs
namespace Lib;
public interface IStore { Task<int> Load(int id); }
public class Store : IStore { public Task<int> Load(int id) => null; }
public class Other { public Task<int> Load(int id) => null; }
public interface IOther { Task<int> Load(int id); }
//- /Use.cs
using Lib;
class Page(IStore store, Other other) : Base(store)
{
    private readonly int first = store.Load(0);
                                     //^^^^ caller Page [possible]
    void Show()
    {
        store.Load(1);
            //^^^^ caller Show [possible]
        other.Load(1);
    }
}
struct Row(IStore store)
{
    int Sum() => store.Load(2);
                     //^^^^ caller Sum [possible]
}
record Card(IStore Store, Other Other)
{
    void Show() { Store.Load(3); Other.Load(3); }
                      //^^^^ caller Show [possible]
}
class Plain
{
    void Show(Card store) { store.Load(4); }
}
";

#[test]
fn parameters_behind_the_name_of_a_type_are_seen_in_it() {
    check_one("find_callers", SHOP, "class Store : IStore { public Task<int> Lo$0ad", "[possible]");
}

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

#[test]
fn the_type_that_a_call_is_written_with_may_be_that_of_its_result() {
    check(
        "find_callers",
        "
//- /Shop.cs
namespace Lib;
public class Store { public int L$0oad(int id) => 1; }
public class Other { public int Load(int id) => 1; }
public class Third { public int Load(int id) => 1; }
public class Fourth { public int Load(int id) => 1; }
public class Fifth { public int Load(int id) => 1; }
public static class Known { public static Other Make<T>() => null; }
//- /Use.cs
using Lib;
class Use
{
    void Check(IServiceProvider services, int id)
    {
        services.GetRequiredService<Store>().Load(1);
                                           //^^^^ caller Check [possible]
        services.GetRequiredService<Other>().Load(1);
        var store = services.GetKeyedService<Store>(id);
        store.Load(2);
            //^^^^ caller Check [possible]
        var made = Substitute.For<Store>();
        made.Load(3);
           //^^^^ caller Check [possible]
        Known.Make<Store>().Load(4);
    }
}
",
    );
}

#[test]
fn a_member_of_a_type_from_outside_is_none_of_the_projects() {
    check(
        "find_callers",
        "
//- /Shop.cs
namespace Lib;
public class Store { public int Loa$0dAsync(int id) => 1; }
public class Other { public int LoadAsync(int id) => 1; }
//- /Hosts.cs
namespace Hosts;
public static class Extensions { public static int LoadAsync(this TestServer of, int id) => 1; }
//- /Aliases.cs
global using Shelf = Lib.Store;
//- /Use.cs
using Lib;
class Use
{
    private readonly IDistributedCache _cache;
    private readonly Shelf _shelf;
    void Check(HttpClient client, object thing)
    {
        _cache.LoadAsync(1);
        client.LoadAsync(1);
        _shelf.LoadAsync(1);
             //^^^^^^^^^ caller Check [possible]
        thing.LoadAsync(1);
    }
}
",
    );
}

#[test]
fn a_member_of_a_type_from_outside_may_be_that_of_a_type_below_it() {
    check(
        "find_callers",
        "
//- /Shop.cs
namespace Lib;
public abstract class Half : IDistributedCache { }
public class Store : Half { public int Loa$0dAsync(int id) => 1; }
public class Other { public int LoadAsync(int id) => 1; }
//- /Use.cs
class Use
{
    void Check(IDistributedCache cache, HttpClient client)
    {
        cache.LoadAsync(1);
            //^^^^^^^^^ caller Check [possible]
        client.LoadAsync(1);
    }
}
",
    );
    check(
        "find_callers",
        "
//- /Shop.cs
namespace Lib;
public class Store : Middle { public override int Loa$0dAsync(int id) => 1; }
//- /Use.cs
class Use
{
    void Check(IDistributedCache cache)
    {
        cache.LoadAsync(1);
            //^^^^^^^^^ caller Check [possible]
    }
}
",
    );
}

#[test]
fn an_extension_is_that_of_the_type_that_a_receiver_is_declared_with() {
    check(
        "find_callers",
        "
//- /Extensions.cs
namespace Lib;
public static class Extensions { public static bool IsIn$0ner(this IPAddress ip) => true; }
//- /Use.cs
using Lib;
class Use
{
    private readonly IPAddress _ip;
    public bool IsOpen
    {
        get { return _ip.IsInner(); }
                       //^^^^^^^ caller IsOpen
    }
    public bool IsShut => !_ip.IsInner();
                             //^^^^^^^ caller IsShut
    public bool First { get; } = new IPAddress(1).IsInner();
                                                //^^^^^^^ caller Use
    void Check(IPAddress of) { of.IsInner(); }
                                //^^^^^^^ caller Check
}
",
    );
}

#[test]
fn an_extension_is_not_called_on_the_type_that_it_extends() {
    check(
        "find_callers",
        "
//- /Texts.cs
public static class Texts
{
    public static bool IsBla$0nk(this string text) => string.IsBlank(text);
}
//- /Use.cs
class Use
{
    bool Run(string text) => text.IsBlank();
                                //^^^^^^^ caller Run
}
",
    );
}
