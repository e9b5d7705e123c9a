//! C#: what names of types mean, in attributes, before members and by namespaces.

use crate::support::fixture::{check, check_one};
use crate::support::{ask, project};
use serde_json::json;

const MARKS: &str = "
//- /MarkAttribute.cs
public class MarkAttribute : System.Attribute
{
    public MarkAttribute(string text) { }
    public int Depth { get; set; }
}
//- /Key.cs
public class Key { public int Mark; public int Depth; void Run() { Mark = 1; } }
//- /Use.cs
  [Mark(\"x\")]
 //^^^^ call
 //^^^^ caller Use
public class Use
{
    [MarkAttribute(\"y\", Depth = 1)]
   //^^^^^^^^^^^^^ call
   //^^^^^^^^^^^^^ caller Use
                      //^^^^^ write
    int Field;
    void Run([Mark(text: \"z\")] Key key) { key.Mark = key.Depth; }
            //^^^^ call
            //^^^^ caller Run
}
";

#[test]
fn an_attribute_is_a_use_of_the_class_whose_name_it_shortens() {
    let asked = "public class Mark$0Attribute";
    check_one("find_references", MARKS, asked, " call");
    let is_other = |line: &&str| line.ends_with(" call") || line.ends_with(" write");
    let calls: Vec<&str> = MARKS.lines().filter(|line| !is_other(line)).collect();
    check_one("find_callers", &(calls.join("\n") + "\n"), asked, "");
    check_one("find_references", MARKS, "public int De$0pth { get", " write");
}

#[test]
fn a_member_of_an_enum_is_that_of_the_one_before_it() {
    check(
        "find_references",
        "
//- /Kind.cs
public enum Kind { Mo$0vie, Series }
//- /Other.cs
public enum Other { Movie }
public static class Names { public const string Movie = \"m\"; }
//- /Use.cs
class Use
{
    Kind kind = Kind.Movie;
                   //^^^^^ read
    Kind[] all = [Kind.Movie, Kind.Series];
                     //^^^^^ read
    int Of(Kind kind) => kind switch { Kind.Movie => 1, _ => 0 };
                                          //^^^^^ read
    bool Is(Other other) => other == Other.Movie;
    string Name() => Names.Movie;
}
",
    );
}

const NAMESPACES: &str = "
//- /Core/Entities/Movies/Movie.cs
namespace Ctrl.Core.Entities.Movies;
public class Movie { public void Play() { } }
//- /Db/Libs/Movie.cs
namespace Ctrl.Db.Libs
{
    public class Movie { public void Play() { } }
}
//- /App/One.cs
using Ctrl.Core.Entities.Movies;
namespace App
{
    class One
    {
        bool Is(object it) => it is Movie;
                                  //^^^^^ read
        object Make() => new Movie();
                           //^^^^^ call
        void Run(Movie movie) { movie.Play(); }
               //^^^^^ type
    }
}
//- /App/Two.cs
namespace Ctrl.Db.Other;
using Ctrl.Db.Libs;
class Two { object Make() => new Movie(); }
//- /App/Three.cs
namespace Ctrl.Core
{
    using Entities.Movies;
    class Three { object Make() => new Movie(); }
                                     //^^^^^ call
}
";

#[test]
fn a_type_is_that_of_the_namespace_that_the_file_uses() {
    let asked = "namespace Ctrl.Core.Entities.Movies;\npublic class Mov$0ie";
    check("find_references", &NAMESPACES.replacen(&asked.replace("$0", ""), asked, 1));
}

#[test]
fn a_type_may_be_in_a_file_of_another_name() {
    let files = "
//- /lib/all.cs
namespace Lib;
public class Item { public void Run() { } }
public class Shelf
{
    public Item One() { return null; }
    public Item First { get; }
    public System.Collections.Generic.List<Item> All() { return null; }
    public static Item Make() { return null; }
}
//- /lib/other.cs
namespace Lib;
public class Job { public void Run() { } }
//- /app/Use.cs
using Lib;
class Use
{
    Shelf shelf;
    void A() { shelf.One().Run(); }
                         //^^^ caller A
    void B() { shelf.First.Run(); }
                         //^^^ caller B
    void C() { foreach (var item in shelf.All()) item.Run(); }
                                                    //^^^ caller C
    void D() { Shelf.Make().Run(); }
                          //^^^ caller D
    void E(Job job) { job.Run(); }
}
";
    check_one("find_callers", files, "class Item { public void R$0un", "");
}

#[test]
fn indirect_subtypes_are_found_by_their_headers() {
    check(
        "find_implementations",
        "
//- /Base.cs
namespace A;
public class Ba$0se { }
//- /Video.cs
namespace A;
public class Video // of; some {kind}
           //^^^^^ impl
    : Base { }
//- /Trailer.cs
namespace A;
public sealed class Trailer(string name = \"}\") : Video(name) { }
                  //^^^^^^^ impl
//- /Use.cs
namespace A;
public class Use { Video video = new Video(); string name = \"Base\"; }
",
    );
}

#[test]
fn strings_are_no_implementations() {
    let directory = project(&[
        ("Base.cs", "public class Base { }\n"),
        ("Item.cs", "public class Item : Base { string name = \"Base\"; }\n"),
    ]);
    let target = json!({ "symbol": "Base", "wait": 0 });
    let answer = ask::text(directory.path(), "find_implementations", target);
    assert!(!answer.contains("as a string"), "{answer}");
}

#[test]
fn a_type_behind_its_namespace_is_no_member_of_its_name() {
    check(
        "find_callers",
        "
//- /One.cs
namespace One { public class Shop { public static void Go() { } } }
//- /Two.cs
namespace Two { public class Shop { public static void G$0o() { } } }
//- /Use.cs
using One;
namespace Three;
class Use
{
    Shop Shop { get; set; }
    void A() { Shop.Go(); }
    void B() { Two.Shop.Go(); }
                      //^^ caller B
}
",
    );
    check(
        "find_references",
        "
//- /Two.cs
namespace Two { public class Sh$0op { public static void Go() { } } }
//- /Use.cs
namespace Three;
class Use
{
    int Shop { get; set; }
    void B() { Two.Shop.Go(); }
                 //^^^^ read
}
",
    );
}
