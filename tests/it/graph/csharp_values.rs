//! C#: values that calls and patterns give, and members of what is taken apart.

use crate::support::fixture::check_one;

const ITEMS: &str = "
//- /Items.cs
namespace Lib;
public class Item
{
    public int Depth;
    public Item Owner;
    public void Run() { }
}
public class Job
{
    public int Depth;
    public void Run() { }
}
public class Shelf
{
    public T Get<T>(int id) where T : class { return null; }
    public bool Find(string key, out Item found) { found = null; return true; }
    public (Item First, Job Second) Pair() { return default; }
}
public static class Extensions
{
    public static bool Take(this Shelf shelf, string key, out Item found)
    {
        found = null;
        return true;
    }
}
public interface IRun { void Go(); }
public interface IWalk { void Go(); }
//- /Use.cs
using Lib;
using System;
using System.Collections.Generic;
class Use
{
    Shelf shelf;
    void Generic() { var x = shelf.Get<Item>(1); x.Run(); }
                                                 //^^^ caller Generic
    void OtherGeneric() { shelf.Get<Job>(1).Run(); }
    void Out() { if (shelf.Find(\"x\", out var found)) found.Run(); }
                                                         //^^^ caller Out
    void Extension() { if (shelf.Take(\"x\", out var found)) found.Run(); }
                                                               //^^^ caller Extension
    void Map(Dictionary<string, Item> of) { if (of.TryGetValue(\"x\", out var it)) it.Run(); }
                                                                                  //^^^ caller Map
    void OtherMap(Dictionary<Item, Job> of) { if (of.TryGetValue(null, out var it)) it.Run(); }
    void Array() { var all = new Item[3]; all[0].Run(); }
                                               //^^^ caller Array
    void Tuple(Tuple<Job, Item> pair) { pair.Item2.Run(); pair.Item1.Run(); }
                                                 //^^^ caller Tuple
    void Apart() { var (item, job) = shelf.Pair(); item.Run(); job.Run(); }
                                                      //^^^ caller Apart
    void Pattern(object o) { if (o is Item { Depth: 1 } item) item.Run(); }
                                                                 //^^^ caller Pattern
                                           //^^^^^ read
    bool Bare(Item o) => o is { Depth: 1 };
                              //^^^^^ read
    bool OtherBare(Job o) => o is { Depth: 1 };
    int Switch(Item o) => o switch { { Depth: 1 } => 1, _ => 2 };
                                     //^^^^^ read
    bool Nested(object o) => o is Item { Owner: { Depth: 1 } };
                                                //^^^^^ read [possible]
    void Mocked(Mock<IRun> run, Mock<IWalk> walk) { run.Object.Go(); walk.Object.Go(); }
                                                             //^^ caller Mocked
}
";

#[test]
fn results_and_arguments_that_are_set_have_their_types() {
    let calls = kept(|line| !line.ends_with("Mocked") && !line.contains(" read"));
    check_one("find_callers", &calls, "public Item Owner;\n    public void R$0un", "");
}

#[test]
fn what_is_mocked_is_of_the_type_that_the_mock_is_for() {
    let calls = kept(|line| line.ends_with("Mocked"));
    check_one("find_callers", &calls, "interface IRun { void G$0o", "");
}

#[test]
fn names_in_patterns_are_members_of_what_is_taken_apart() {
    let reads = kept(|line| line.contains(" read"));
    check_one("find_references", &reads, "class Item\n{\n    public int De$0pth", "");
}

/// The items with those marks that `accept` takes.
fn kept(accept: impl Fn(&str) -> bool) -> String {
    let is_kept = |line: &&str| !line.trim_start().starts_with("//^") || accept(line);
    ITEMS.lines().filter(is_kept).collect::<Vec<_>>().join("\n") + "\n"
}
