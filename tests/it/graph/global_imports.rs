//! Imports of C# that hold in all files of a project, and members of types that are imported
//! without naming each.

use crate::support::fixture::check;

const LIB: &str = "
//- /Lib/Core.cs
namespace Lib.Core { public class Crate { public int Lo$0ad() => 1; } }
namespace Lib.Other { public class Crate { public int Load() => 2; } }
";

#[test]
fn a_type_is_the_one_of_a_namespace_that_all_files_of_the_project_import() {
    let by_file = "
//- /App/App.csproj
<Project Sdk=\"Microsoft.NET.Sdk\"></Project>
//- /App/Usings.cs
global using Lib.Core;
//- /App/Parts/Use.cs
namespace App.Parts;
class Use { int Run(Crate crate) => crate.Load(); }
                                        //^^^^ caller Run
//- /Web/Web.csproj
<Project><ItemGroup><Using Include=\"Lib.Other\" /></ItemGroup></Project>
//- /Web/Page.cs
namespace Web;
class Page { int Show(Crate crate) => crate.Load(); }
";
    check("find_callers", &format!("{LIB}{by_file}"));
    let by_manifest = "
//- /Directory.Build.props
<Project><ItemGroup><Using Include=\"Lib.Core\" /></ItemGroup></Project>
//- /App/App.csproj
<Project Sdk=\"Microsoft.NET.Sdk\"></Project>
//- /App/Use.cs
namespace App;
class Use { int Run(Crate crate) => crate.Load(); }
                                        //^^^^ caller Run
";
    check("find_callers", &format!("{LIB}{by_manifest}"));
}

#[test]
fn members_of_an_imported_type_are_named_without_it() {
    check(
        "find_callers",
        "
//- /Lib/Maths.cs
namespace Lib { public static class Maths { public static int Tw$0ice(int x) => x * 2; } }
namespace Other { public static class Maths { public static int Twice(int x) => x; } }
//- /Use.cs
using static Lib.Maths;
class Use { int Run() => Twice(1); }
                       //^^^^^ caller Run
//- /App/App.csproj
<Project></Project>
//- /App/Usings.cs
global using static Other.Maths;
//- /App/Page.cs
class Page { int Show() => Twice(1); }
",
    );
}

#[test]
fn an_extension_is_seen_by_what_all_files_import() {
    check(
        "find_callers",
        "
//- /Lib/Text.cs
namespace Lib { public static class Text { public static int Sho$0ut(this string text) => 1; } }
//- /Usings.cs
global using Lib;
//- /Use.cs
namespace App;
class Use { int Run() => \"a\".Shout(); }
                           //^^^^^ caller Run
",
    );
}
