//! What C# spreads over files or says by type parameters: partial classes, extension methods.

use crate::support::cli::run;
use crate::support::fixture::check;
use crate::support::project;

#[test]
fn members_of_other_parts_give_values() {
    check(
        "find_callers",
        "
//- /Pipe.cs
namespace P;
public sealed partial class Pipe
{
    internal Pool Held { get; }
    private Pool Made() => Held;
}
public class Pool { public int Si$0ze(int x) => 1; }
public class Other { public int Size(int x) => 1; }
//- /Pipe.Async.cs
namespace P;
public partial class Pipe
{
    public int Run() { return Held.Size(1) + Made().Size(2); }
                                 //^^^^ caller Run
                                                  //^^^^ caller Run
}
//- /PipeT.cs
namespace P;
public partial class Pipe<T>
{
    internal Other Held { get; }
    public int Run() { return Held.Size(1); }
}
",
    );
}

#[test]
fn attributes_of_type_parameters_are_no_parameters() {
    check(
        "find_callers",
        "
//- /Extensions.cs
namespace P;
public class Builder<T> {}
public static class Extensions
{
    public static Builder<T> Ad$0d<[Marked(All)] T>(this Builder<T> to, string s) => to;
    public static Other Add(this Other builder, string value) => builder;
}
public class Other {}
public class User
{
    public void Use(Builder<int> builder, Other other) { builder.Add(\"a\"); other.Add(\"b\"); }
                                                               //^^^ caller Use
}
",
    );
}

#[test]
fn an_extension_of_a_type_parameter_extends_its_bound_and_gives_what_it_is_called_on() {
    check(
        "find_callers",
        "
//- /Extensions.cs
namespace P;
public class Base {}
public class Builder : Base { public int Bui$0ld() => 1; }
public class Other { public int Build() => 2; }
public static class Extensions
{
    public static T Add<T>(this T builder, int value) where T : Base => builder;
}
public class User
{
    public int Use() => new Builder().Add(1).Add(2).Build();
                                                  //^^^^^ caller Use
}
",
    );
}

#[test]
fn a_member_of_a_type_itself_is_called_behind_its_name() {
    let app = project(&[(
        "P.cs",
        "namespace P;
public static class Outcome { public static int FromResult(string value) => 1; }
public class User
{
    public object Own() => Outcome.FromResult(\"a\");
    public object Library() => Task.FromResult(\"b\");
    public object InFull() => System.Threading.Tasks.Task.FromResult(\"b\");
    public object Far(lib.Maker maker) => maker.Any().FromResult(\"b\");
}
",
    )]);
    let text = run(app.path(), &["callers", "Outcome.FromResult"]).stdout;
    let (certain, possible) = text.split_once("## Possible").unwrap_or((&text, ""));
    assert!(certain.contains("User.Own") && !certain.contains("User.Far"), "{text}");
    assert!(!text.contains("User.Library") && !text.contains("User.InFull"), "{text}");
    assert!(possible.contains("User.Far"), "{text}");
}

#[test]
fn a_call_is_none_of_a_constant_of_an_enumeration() {
    let app = project(&[(
        "P.cs",
        "namespace P;
public enum Level { Warning }
public class User
{
    public object Use(lib.Logger logger) { logger.Warning(\"a\"); return Level.Warning; }
}
",
    )]);
    let text = run(app.path(), &["references", "Level.Warning"]).stdout;
    assert!(text.contains("[1 reference ") && !text.contains("Possible"), "{text}");
}

#[test]
fn what_a_delegate_or_a_task_gives_is_of_its_argument() {
    check(
        "find_callers",
        "
//- /P.cs
using System;
using System.Threading.Tasks;
namespace P;
public class Pool { public int Si$0ze() => 1; }
public class Other { public int Size() => 2; }
public class User
{
    private readonly Func<int, Pool> _make;
    public int Made() => _make(1).Size();
                                //^^^^ caller Made
    public int Invoked() => _make.Invoke(1).Size();
                                          //^^^^ caller Invoked
    public int Waited(Task<Pool> task) => task.Result.Size();
                                                    //^^^^ caller Waited
}
",
    );
}
