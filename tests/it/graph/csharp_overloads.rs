//! C#: which overload a call means by the functions without a name that it passes, by its type
//! arguments and by what the nearest members do not take.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

const MAPPING: &str = "
//- /Mapping.cs
using System;
using System.Linq.Expressions;
public interface IResolver<A, B> {}
public class Context {}
public interface IBase<A, B>
{
    void From<R>(Expression<Func<A, R>> of); //1
}
public interface IOptions<A, B> : IBase<A, B>
{
    void From<R>(Func<A, B, R> of); //2
    void From<R>(Func<A, B, Context, R> of); //3
    void From(IResolver<A, B> of); //4
    void From(string path); //5
    void From<T>() where T : IResolver<A, B>; //6
}
public interface IOptions : IOptions<object, object>
{
    void From(Type of); //7
}
";

const USES: &str = "
//- /Use.cs
class Use
{
    string Path { get; }
    void One(IOptions<int, string> options, IOptions any, IResolver<int, string> resolver)
    {
        options.From(a => a + 1);
              //^^^^ 1 caller One
        options.From((a, b) => a);
              //^^^^ 2 caller One
        options.From((a, b, c) => { var many = new List<int>(); return c; });
              //^^^^ 3 caller One
        options.From(resolver);
              //^^^^ 4 caller One
        options.From(\"path\");
              //^^^^ 5 caller One
        any.From(Path);
          //^^^^ 5 caller One
        options.From<Own>();
              //^^^^ 6 caller One
        any.From(typeof(int));
          //^^^^ 7 caller One
        any.From(x => x);
          //^^^^ 1 caller One
    }
}
";

/// Checks the calls of the overload that a number marks.
fn check_mapping(number: u32) {
    let declared = |line: &str| {
        let is_it = line.ends_with(&format!("//{number}"));
        if is_it { line.replacen("void From", "void Fr$0om", 1) } else { line.to_owned() }
    };
    let mapping: Vec<String> = MAPPING.lines().map(declared).collect();
    let is_other = |line: &&str| !line.contains("//^^^^") || line.contains(&format!("^ {number} "));
    let uses: Vec<String> = USES
        .lines()
        .filter(is_other)
        .map(|line| line.replace(&format!("^ {number} caller"), "^ caller"))
        .collect();
    check("find_callers", &format!("{}\n{}\n", mapping.join("\n"), uses.join("\n")));
}

#[test]
fn functions_are_taken_by_their_number_of_parameters() {
    (1..=7).for_each(check_mapping);
}

#[test]
fn a_function_with_statements_is_no_code_and_one_that_gives_a_value_is_no_action() {
    let uses = "
class Use
{
    void One(Queue queue)
    {
        queue.Add(job => { job.Run(); });
        queue.Add(job => job.Name);
        queue.Add(job => job.Run());
    }
}
";
    let of = |overload: &str, marks: [&str; 3]| {
        let mut marks = marks.iter();
        let marked = |line: &str| match line.contains(".Add(") {
            true => match marks.next().filter(|mark| **mark != "-") {
                Some(mark) => format!("{line}\n            //^^^ caller One{mark}"),
                None => line.to_owned(),
            },
            false => line.to_owned(),
        };
        let uses: Vec<String> = uses.lines().map(marked).collect();
        let types = "//- /A.cs
public class Job { public string Name; public void Run() {} }
public class Queue
{
    public void Add(Action<Job> of) {}
    public void Add(Expression<Func<Job, string>> of) {}
}"
        .replace(overload, &overload.replacen("Add", "A$0dd", 1));
        check("find_callers", &format!("{types}\n{}\n", uses.join("\n")));
    };
    of("void Add(Action<Job> of)", ["", "-", " [possible]"]);
    of("void Add(Expression<Func<Job, string>> of)", ["-", "", " [possible]"]);
}

#[test]
fn what_is_made_without_its_name_calls_functions_as_its_constructor_says() {
    check(
        "find_callers",
        "
//- /A.cs
public class Options { public void A$0dd(int of) {} }
public class Other { public void Add(int of) {} }
public class Configuration { public Configuration(Action<Options> set) {} }
class Use
{
    Configuration field = new(of => of.Add(1));
                                     //^^^ caller Use
    Configuration Property => new(of => of.Add(2));
                                         //^^^ caller Property
    Configuration Set { get; } = new(of => of.Add(3));
                                            //^^^ caller Use
    Configuration Method() => new(of => of.Add(4));
                                         //^^^ caller Method
    Configuration Statement() { return new(of => { of.Add(5); }); }
                                                    //^^^ caller Statement
}
",
    );
}

#[test]
fn an_overload_with_defaults_is_meant_where_the_other_takes_another_type() {
    let types = "
//- /A.cs
public enum Id { Long }
public class Database
{
    public int Get<T>(string name, Id id = Id.Long) => 1;
    public int Get<T>(Id id) => 2;
}
class Use
{
    void One(Database database)
    {
        database.Get<int>(\"name\");
        database.Get<int>(Id.Long);
    }
}
";
    let first = types
        .replace("Get<T>(string", "G$0et<T>(string")
        .replace("<int>(\"name\");", "<int>(\"name\");\n               //^^^ caller One")
        .replace("(Id.Long);", "(Id.Long);\n               //^^^ caller One [possible]");
    check("find_callers", &first);
}

#[test]
fn which_function_takes_a_value_tells_the_types_of_its_parameters() {
    check(
        "find_callers",
        "
//- /A.cs
public class One { public void A$0dd(int of) {} }
public class Other { public void Add(int of) {} }
public class Options
{
    public void For(string name, Action<One> set) {}
    public void For(Expression<Func<int, int>> name, Action<Other> set) {}
}
class Use
{
    void Both(Options options)
    {
        options.For(\"a\", of => of.Add(1));
                                //^^^ caller Both
        options.For(a => a, of => of.Add(2));
    }
}
",
    );
}

#[test]
fn extensions_are_told_apart_by_what_stands_behind_the_value() {
    let types = "
//- /A.cs
public class Scope {}
public static class Extensions
{
    public static void Open(this Scope scope, string tag) {}
    public static void Open(this Scope scope, Action<Scope> set) {}
}
class Use
{
    void Both(Scope scope)
    {
        scope.Open(\"tag\");
        scope.Open(of => { });
    }
}
";
    let first = types
        .replace("Open(this Scope scope, string", "Op$0en(this Scope scope, string")
        .replace("(\"tag\");", "(\"tag\");\n            //^^^^ caller Both");
    check("find_callers", &first);
}

#[test]
fn what_does_not_take_the_arguments_of_a_call_is_not_meant() {
    let text = "namespace App {
  public class Movie {}
  public class Format {}
  public static class MovieMapper {
    public static int ToResource(this Movie movie, int delay) { return 1; }
  }
  public static class FormatMapper {
    public static int ToResource(this Format format, bool all) { return 1; }
  }
  public class Use {
    void One(dynamic of) {
      of.First().ToResource(true);
      of.First().ToResource(1);
    }
  }
}
";
    let app = project(&[("A.cs", text)]);
    let asked = json!({ "symbol": "MovieMapper.ToResource" });
    let answer = ask::text(app.path(), "find_callers", asked);
    assert!(answer.contains("A.cs:13 Use.One"), "{answer}");
    assert!(answer.contains("1 with arguments of other types (A.cs:12)"), "{answer}");
}
