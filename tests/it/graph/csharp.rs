//! C#.

use crate::support::fixture::{check, check_one};

#[test]
fn new_without_a_type_makes_the_one_that_is_written_before_it() {
    check(
        "find_callers",
        "
//- /Node.cs
namespace Lib
{
    public class No$0de
    {
    }
    public class Maker
    {
        private Node field = new();
              //^^^^ caller Maker
        public Node Property { get; } = new();
             //^^^^ caller Maker
        Node Local() { Node node = new(); return node; }
                     //^^^^ caller Local
        Node Result() => new();
      //^^^^ caller Result
        Node Plain(Node other) => other;
    }
}
",
    );
}

#[test]
fn a_variable_has_the_type_that_is_made() {
    check(
        "find_callers",
        "
//- /Cfg.cs
namespace Lib
{
    public class Cfg { public int Ma$0ke() => 1; }
    public class Other { public int Make() => 2; }
}
//- /Use.cs
namespace Use
{
    class Use
    {
        void Run()
        {
            var config = new Cfg(1);
            config.Make();
                 //^^^^ caller Run
            var other = new Other();
            other.Make();
        }
    }
}
",
    );
}

#[test]
fn extensions_are_called_on_instances() {
    check(
        "find_callers",
        "
//- /Ext.cs
namespace Lib
{
    public interface IBase { }
    public class Cfg : IBase { }
    public class Other { }
    public static class Ext
    {
        public static int Pl$0us(this IBase c, int n) => n;
    }
    public static class OtherExt
    {
        public static int Plus(this Other c, int n) => n;
    }
    class Use
    {
        void Run(Cfg c, Other o)
        {
            c.Plus(3);
            //^^^^ caller Run
            o.Plus(3);
        }
    }
}
",
    );
}

#[test]
fn types_of_one_name_differ_by_the_number_of_their_parameters() {
    check(
        "find_implementations",
        "
//- /Res.cs
namespace Lib
{
    public interface IR$0es { int Run(); }
    public interface IRes<T> { T Run(T x); }
    class R0 : IRes { public int Run() => 1; }
        //^^ impl
    class R1 : IRes<int> { public int Run(int x) => x; }
}
",
    );
    check(
        "find_implementations",
        "
//- /Res.cs
namespace Lib
{
    public interface IRes { int Run(); }
    public interface IR$0es<T> { T Run(T x); }
    class R0 : IRes { public int Run() => 1; }
    class R1 : IRes<int> { public int Run(int x) => x; }
        //^^ impl
}
",
    );
}

#[test]
fn a_property_is_not_the_type_of_its_name() {
    check(
        "find_references",
        "
//- /Holder.cs
namespace Lib.Features
{
    public class Features<T> { public T Get() => default; }
    public class Holder
    {
        private Features<int> _f;
        public Features<int> Fea$0tures => _f;
        int Other() => Features.Get();
                     //^^^^^^^^ read
    }
}
",
    );
}

#[test]
fn initializers_set_members_of_what_is_made() {
    check(
        "find_references",
        "
//- /Opt.cs
namespace Lib
{
    public class Opt { public int Z$0ed { get; set; } }
    public class Other { public int Zed { get; set; } }
    class Use
    {
        Opt A() => new Opt { Zed = 1 };
                           //^^^ write
        Opt B() { Opt o = new() { Zed = 2 }; return o; }
                                //^^^ write
        Other C() => new Other { Zed = 1 };
        Opt D(Opt o) => o with { Zed = 2 };
                               //^^^ write
    }
}
",
    );
}

#[test]
fn calls_of_c_sharp_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /Pool.cs
class Pool {
    public void Pu$0sh(int item) { }
    void Twice() {
        Push(1);
      //^^^^ caller Twice
    }
}
",
    );
}

/// A property that a base class in another file declares has the name of a class elsewhere.
#[test]
fn supertypes_of_c_sharp_are_found_in_the_files_called_after_them() {
    check(
        "find_callers",
        "
//- /library/IManager.cs
namespace Library { public interface IManager { int Ge$0t(int id); } }
//- /entities/Item.cs
namespace Entities {
    public abstract class Item {
        public static IManager Manager { get; set; }
    }
}
//- /entities/Video.cs
namespace Entities {
    public class Video : Item {
        public int First() {
            return Manager.Get(1);
                         //^^^ caller First
        }
    }
}
//- /entities/tv/Episode.cs
namespace Entities.Tv {
    public class Episode : Video {
        public int Second() {
            return Manager.Get(2);
                         //^^^ caller Second
        }
    }
}
//- /server/Manager.cs
namespace Server { public class Manager { public static int Get(int id) { return id; } } }
",
    );
}

#[test]
fn generic_types_behind_a_path_are_made_and_extended() {
    let text = "
//- /Outer.cs
namespace App;
class Outer {
  public class Store<T> { public Store(int size) {} public T Load<U>(int at) => default; }
}
//- /Use.cs
namespace App;
class Use {
  object Make() { return new Outer.Store<string>(1); }
                                 //^^^^^ caller Make
  object Read(Outer.Store<string> store) { return store?.Load<int>(2); }
                                                       //^^^^ caller Read
}
class Own : Outer.Store<string> {}
    //^^^ impl
";
    check_one("find_callers", text, "public St$0ore(", "caller Make");
    check_one("find_callers", text, "Lo$0ad<U>", "caller Read");
    check_one("find_implementations", text, "class St$0ore", "impl");
}

#[test]
fn a_generic_type_is_made_that_only_its_file_names() {
    check(
        "find_callers",
        "
//- /Deque.cs
namespace Lib
{
    public class Deque<T>
    {
        public T Pop$0Back() { return default; }
    }
}
//- /Use.cs
namespace Lib
{
    public class Use
    {
        public void Variable() { var deque = new Deque<int>(); deque.PopBack(); }
                                                                   //^^^^^^^ caller Variable
        public void Temporary() { new Lib.Deque<string>().PopBack(); }
                                                        //^^^^^^^ caller Temporary
        public void Other() { var list = new List<int>(); list.PopBack(); }
    }
}
",
    );
}

#[test]
fn the_base_class_is_that_of_the_namespace_or_of_one_that_is_used() {
    check(
        "find_callers",
        "
//- /Conv/Base.cs
namespace K.Conv;
public class Base { public void War$0ning(string text) {} }
//- /Par/Base.cs
namespace K.Par;
public class Base { public void Warning(string text) {} }
//- /Conv/Html.cs
namespace K.Conv;
public class Html : Base
{
    void Go()
    {
        Warning(\"x\");
      //^^^^^^^ caller Go
    }
}
//- /Other/Page.cs
using K.Conv;
namespace K.Other;
public class Page : Base
{
    void Go()
    {
        this.Warning(\"x\");
           //^^^^^^^ caller Go
    }
}
//- /Par/Tree.cs
namespace K.Par;
public class Tree : Base
{
    void Go()
    {
        Warning(\"x\");
    }
}
",
    );
}

#[test]
fn a_qualified_type_is_that_of_its_namespace() {
    check(
        "find_callers",
        "
//- /One.cs
namespace A.One { public class Svc { public void Run() {} } }
//- /Two.cs
namespace A.Two { public class Svc { public void Ru$0n() {} } }
//- /Use.cs
using A.One;
class Use
{
    void Go(A.Two.Svc svc)
    {
        svc.Run();
          //^^^ caller Go
        new A.Two.Svc().Run();
                      //^^^ caller Go
        new Svc().Run();
    }
}
",
    );
}

/// A delegate type may have the name of a method.
#[test]
fn what_stands_behind_new_is_no_method() {
    check(
        "find_callers",
        "
//- /Job.cs
class Job
{
    void Start(Action callback) { timer = new TimerCallback(callback); }
    void Stop() { TimerCallback(null); }
                //^^^^^^^^^^^^^ caller Stop
    void Timer$0Callback(object state) { }
}
",
    );
}

#[test]
fn elements_of_a_collection_have_its_type() {
    check(
        "find_callers",
        "
//- /Use.cs
class Audio { public int Ru$0n() => 1; }
class Other { public int Run() => 2; }
class Item {}
class Use
{
    IEnumerable<Item> items;
    List<Audio> all;
    List<Other> others;
    void A() { foreach (var a in items.OfType<Audio>()) a.Run(); }
                                                        //^^^ caller A
    void B() { var x = items.Cast<Audio>().ToList(); foreach (var y in x) { y.Run(); } }
                                                                            //^^^ caller B
    void C() { all.Where(i => i.Run() > 1); }
                              //^^^ caller C
    void D() { all.FirstOrDefault((i) => i.Run() > 1).Run(); }
                                         //^^^ caller D
                                                    //^^^ caller D
    void E() { all.OrderBy(i => i.Run()).First().Run(); }
                                //^^^ caller E
                                               //^^^ caller E
    void F(Dictionary<string, Audio> d) { d.Values.First().Run(); }
                                                         //^^^ caller F
    void G(Dictionary<string, Audio> d) { foreach (var p in d) p.Value.Run(); }
                                                                     //^^^ caller G
    void H() { all[0].Run(); others[0].Run(); }
                    //^^^ caller H
    void I(Task<Audio> t) { (await t).Run(); others.ForEach(o => o.Run()); }
                                    //^^^ caller I
}
",
    );
}

/// The library that mocks is not among the files.
#[test]
fn what_a_mock_is_told_to_do_is_of_the_mocked_type() {
    check(
        "find_callers",
        "
//- /Use.cs
interface ISource { int Re$0ad(int id); int Count { get; } }
interface IStore { int Read(int id); }
class Tests
{
    Mock<ISource> mock = new Mock<ISource>();
    void A() { mock.Setup(x => x.Read(It.IsAny<int>())).Returns(1); }
                               //^^^^ caller A
    void B() { mock.Verify(x => x.Read(3), Times.Once()); mock.SetupGet(x => x.Count).Returns(2); }
                                //^^^^ caller B
    void C() { var store = new Mock<IStore>(); store.Setup(x => x.Read(1)).Returns(1); }
}
",
    );
}

#[test]
fn a_name_behind_global_is_one_of_the_project() {
    check(
        "find_callers",
        "
//- /Model.cs
namespace App.Blog { public class Model { public int To$0tal() { return 1; } } }
namespace App.Shop { public class Model { public int Total() { return 2; } } }
//- /Item.cs
namespace App.Shop;
public class Item
{
    public int Far(global::App.Blog.Model m) => m.Total();
                                                //^^^^^ caller Far
    public int Made() => new global::App.Blog.Model().Total();
                                                    //^^^^^ caller Made
    public int Near(global::App.Shop.Model m) => m.Total();
}
",
    );
}

#[test]
fn types_of_one_name_in_the_namespaces_of_a_file_are_apart() {
    check(
        "find_callers",
        "
//- /a.cs
namespace App.Shop
{
    public class Model { public int Total() { return 0; } }
}
namespace App.Blog
{
    public class Model { public int To$0tal() { return 1; } }
    public class Post : Model
    {
        public int Sum() => Total() + 1;
                          //^^^^^ caller Sum
        public int Of(Model model) => model.Total();
                                          //^^^^^ caller Of
    }
}
namespace App.Shop
{
    public class Order : Model { public int Sum() => Total() + 1; }
}
",
    );
}

#[test]
fn extensions_of_two_types_in_one_class_are_different_targets() {
    let text = "
//- /a.cs
public class Item { public string Name; }
public static class Slugs {
    public static string Slug(this string text) => text;
    public static string Slug(this Item item) => item.Name;
}
public class Use {
    public void OfItem(Item item) { item.Slug(); }
                                       //^^^^ caller OfItem
    public void OfText(Item item, string text) { item.Name.Slug(); text.Slug(); }
                                                         //^^^^ caller OfText
                                                                      //^^^^ caller OfText
}
";
    check_one("find_callers", text, "Slu$0g(this Item", "caller OfItem");
    check_one("find_callers", text, "Slu$0g(this string", "caller OfText");
}

#[test]
fn values_behind_pointers_in_parentheses_hide_nothing_that_follows() {
    check(
        "find_callers",
        "
//- /Buffers.cs
static class Buffers
{
    static unsafe bool IsEmpty(byte* all)
    {
        if ((*(all) | *(all + 1)) != 0) return false;
        return true;
    }
    static void Cl$0ear(int of) {}
    static void Use() { Clear(1); }
                      //^^^^^ caller Use
}
",
    );
}

#[test]
fn types_that_differ_by_their_parameters_have_their_own_members_and_extensions() {
    let code = "
//- /A.cs
namespace Lib.Run;
public class Job { public void Go() {} public static Job Of() => null; }
public class Job<T> { public void Go() {} public static Job<T> Of() => null; }
public static class One { public static Job Run(this Job job) => job; }
public static class Two { public static Job<T> Run<T>(this Job<T> job) => job; }
class Use {
  void All(Job<int> of) {
    Job.Of().Run().Go();
    of.Run().Go();
    Job<int>.Of().Go();
  }
}
";
    let own = code
        .replacen("void Go()", "void G$0o()", 1)
        .replace("Run().Go();\n    of", "Run().Go();\n                 //^^ caller All\n    of");
    check("find_callers", &own);
    let generic = code
        .replace("static Job<T> Run<T>", "static Job<T> R$0un<T>")
        .replace("    of.Run().Go();\n", "    of.Run().Go();\n     //^^^ caller All\n");
    check("find_callers", &generic);
}

#[test]
fn a_property_may_have_the_name_of_its_type() {
    let code = "
//- /A.cs
enum Mode { Stop, Go }
class Rule {
  Mode Mode { get; set; }
  bool Is() { return Mode == Mode.Stop; }
}
";
    let of_type = code
        .replace("enum Mode", "enum Mo$0de")
        .replace("get; set; }\n", "get; set; }\n//^^^^ type\n")
        .replace("Stop; }\n", "Stop; }\n                           //^^^^ read\n");
    check("find_references", &of_type);
    let of_property = code
        .replace("Mode Mode {", "Mode Mo$0de {")
        .replace("Stop; }\n", "Stop; }\n                   //^^^^ read\n");
    check("find_references", &of_property);
}

#[test]
fn interfaces_have_no_constructors_that_base_calls() {
    check(
        "find_references",
        "
//- /A.cs
interface IJo$0b {}
class Base { public Base(int n) {} }
class Job : Base, IJob { public Job(int n) : base(n) {} }
                //^^^^ inherit
",
    );
}

#[test]
fn an_extension_takes_what_a_member_of_its_name_does_not() {
    check(
        "find_callers",
        "
//- /A.cs
using System;
using System.Threading;
class Val { public int Check(string of, CancellationToken token = default) => 1; }
static class Ext { public static int Che$0ck(this Val val, string of, Action<int> set) => 1; }
class Use {
  void All(Val val, CancellationToken token) {
    val.Check(\"a\", token);
    val.Check(\"a\", of => of.ToString());
      //^^^^^ caller All
  }
}
",
    );
}

#[test]
fn what_the_grammar_does_not_know_costs_no_code_around_it() {
    check(
        "find_callers",
        "
//- /a.cs
#if SKIA
namespace App.Skia
#else
namespace App.Direct
#endif
{
    class Host {
        public void Ru$0n(bool async) {}
        public ref int At(int place) => ref all[place];
        void Use(bool async, Host host, string property) {
            Run(async);
          //^^^ caller Use
            host?.Next.Value = 1;
            Set(place => At(place) = 2);
            var all = new List<string> { Names([property]) };
            Each((_, out value) => { host.Run(async: true); });
                                        //^^^ caller Use
        }
#if NUNIT
        [SetUp]
        public void Start()
#else
        public Host()
#endif
        {
            Run(false);
          //^^^ caller Start
        }
    }
}
",
    );
}
