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

const MAPS: &str = "
//- /Map.cs
namespace Lib;
public abstract class Map
{
    public Data Data { get; }
    public static void Make() { }
}
public class Data { public void Add(int size) { } }
public class Other { public void Add(int size) { } }
//- /MapOf.cs
namespace Lib;
public class Map<T, U> : Map
{
    public Map<T, U> At(int at) { return this; }
    void OwnAdd() { Data.Add(1); }
                       //^^^ caller OwnAdd
    void OwnPlain() { Map.Make(); }
                        //^^^^ caller OwnPlain
    public static void Make(int size) { }
}
//- /Use.cs
namespace Lib;
class Use
{
    Map<T, T> Of<T>(T of) { return null; }
    Map Of() { return null; }
    void UseAdd(Map map) { map.Data.Add(1); }
                                  //^^^ caller UseAdd
    void UseAt() { Of(1).At(2); }
                       //^^ caller UseAt
    void UsePlain() { Map.Make(); }
                        //^^^^ caller UsePlain
    void UseApplied() { Map<int, int>.Make(2); }
                                    //^^^^ caller UseApplied
}
";

#[test]
fn types_of_one_name_are_told_apart_by_their_parameters() {
    let data = "public class Data { public void Add$0(";
    check_one("find_callers", MAPS, data, "Add");
    check_one("find_callers", MAPS, "public Map<T, U> At$0(", " UseAt");
    check_one("find_callers", MAPS, "public static void Make$0()", "Plain");
    check_one("find_callers", MAPS, "public static void Make$0(int", " UseApplied");
}

#[test]
fn nothing_is_assigned_to_a_method_nor_is_one_called_of_what_typeof_gives() {
    check(
        "find_references",
        "
//- /Map.cs
public class Map { public Map Ind$0ex(int at) { return this; } }
public class Data { public int Index; }
//- /Use.cs
class Use
{
    void A(dynamic data) { data.Index = 1; }
    void B() { typeof(Data).Index(1); }
    void C(Map map) { map.Index(1); }
                        //^^^^^ call
}
",
    );
}

#[test]
fn a_brace_behind_an_escaped_one_in_a_text_begins_a_value() {
    check(
        "find_callers",
        "
//- /Use.cs
class Use
{
    string Na$0me(int of) { return null; }
    string A(int of) => $\"{{{Name(of)}}}\";
                           //^^^^ caller A
    string B(int of) => $@\"a {{{Name(of)} b\";
                              //^^^^ caller B
    string C(int of) => $\"{{Name(of)}}\";
    int[,,] D = {{{1}}};
    string E(int of) => Name(of);
                      //^^^^ caller E
}
",
    );
}

#[test]
fn definitions_are_found_by_name_however_their_lines_are_broken() {
    let lib = "public class Lib
{
    public int Size
    {
        get { return 1; }
    }
    public static Lib
        Make<T>(T of)
    {
        return null;
    }
}
";
    let uses = "class Use { int Run() { return Lib.Make(1).Size; } }\n";
    let directory = project(&[("Lib.cs", lib), ("Use.cs", uses)]);
    for name in ["Size", "Make"] {
        let arguments = json!({ "symbol": name, "wait": 0 });
        let answer = ask::value(directory.path(), "find_references", arguments);
        assert_eq!(answer["results"].as_array().map(Vec::len), Some(1), "{name}: {answer}");
    }
}

#[test]
fn methods_of_one_name_are_told_apart_by_their_type_arguments() {
    let text = "
//- /Store.cs
public class Store
{
    public Store Get<T>(string name) where T : class { return this; }
    public Store Get(string name) { return this; }
    public void Put<T>(T item) { }
    public void Put(int item) { }
}
//- /Use.cs
class Use
{
    void Applied(Store store) { store.Get<Use>(\"a\").Get<Use>(\"b\"); }
                                    //^^^ caller Applied
                                                  //^^^ caller Applied
    void Plain(Store store) { store.Get(\"a\"); }
                                  //^^^ caller Plain
    void Inferred(Store store) { store.Put(this); }
                                     //^^^ caller Inferred
}
";
    check_one("find_callers", text, "public Store Get$0<T>", " Applied");
    check_one("find_callers", text, "public Store Get$0(", " Plain");
    check_one("find_callers", text, "public void Put$0<T>", " Inferred");
}
