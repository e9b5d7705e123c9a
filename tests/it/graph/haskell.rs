//! Haskell: constructors, fields, methods of classes, and what is applied by an operator.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_constructor_is_found_in_patterns_and_lists() {
    check(
        "find_references",
        "
//- /cabal.project
//- /T.hs
module T (Tok(TkItem)) where
            --^^^^^^ read
data Tok = TkI$0tem Int | TkEnd
f (TkItem x) = x
 --^^^^^^ read
//- /U.hs
module U where
import qualified T as X
import T (Tok(TkItem))
            --^^^^^^ read
g t = case t of { X.TkItem n -> X.TkItem n }
                                --^^^^^^ read
                  --^^^^^^ read
",
    );
}

#[test]
fn a_field_is_set_read_and_matched() {
    check(
        "find_references",
        "
//- /cabal.project
//- /T.hs
module T where
data R = R { fie$0ld :: Int, other :: Int }
//- /U.hs
module U where
import T
f = R { field = 1, other = 2 }
      --^^^^^ read
g r = r { field = 1 }
        --^^^^^ read
h r = field r
    --^^^^^ call
i R{field = x} = x
  --^^^^^ read
j (R field x) = field
",
    );
}

#[test]
fn a_method_of_a_class_is_called_and_its_instances_perhaps() {
    let text = "module T where\nclass Shape a where\n  area :: a -> Int\ndata Sq = Sq Int\n\
        instance Shape Sq where\n  area (Sq x) = x\n";
    let app = project(&[
        ("cabal.project", ""),
        ("T.hs", text),
        ("U.hs", "module U where\nimport T\nf x = area x\n"),
    ]);
    let ask = |line: usize| {
        let target = json!({ "symbol": "area", "file": "T.hs", "line": line });
        ask::value(app.path(), "find_callers", target)
    };
    let of_class = ask(3);
    assert_eq!(of_class["results"][0]["name"], "f", "{of_class:#}");
    assert_eq!(of_class["account"]["unresolved"], json!([]), "{of_class:#}");
    let of_instance = ask(6);
    assert_eq!(of_instance["results"][0]["certainty"], "possible", "{of_instance:#}");
    assert_eq!(of_instance["results"][0]["file"], "U.hs", "{of_instance:#}");
}

#[test]
fn a_dollar_applies_a_function_and_other_operators_take_it_as_a_value() {
    let text = "module T where\nhelper n = n\na n = helper $ n + 1\nb n = helper $! n\n\
        c xs = helper <$> xs\nd g = helper . g\ne xs = xs >>= helper\n";
    let app = project(&[("cabal.project", ""), ("T.hs", text)]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "helper" }));
    let names = |list: &serde_json::Value, key: &str| -> Vec<String> {
        let rows = list.as_array().expect("rows").iter();
        rows.filter_map(|row| row[key].as_str().map(str::to_owned)).collect()
    };
    assert_eq!(names(&answer["results"], "name"), ["a", "b"], "{answer:#}");
    assert_eq!(names(&answer["account"]["values"], "enclosing"), ["c", "d", "e"], "{answer:#}");
}

#[test]
fn instances_implement_a_class_and_are_found_by_their_names() {
    let text = "module T where\nclass Shape a where\n  area :: a -> Int\ndata Sq = Sq Int\n\
        deriving instance Shape Sq\ninstance Shape HashSet where\n  area _ = 1\n";
    let app = project(&[("cabal.project", ""), ("T.hs", text)]);
    let answer = ask::value(app.path(), "find_implementations", json!({ "symbol": "Shape" }));
    let lines: Vec<u64> = answer["results"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["line"].as_u64())
        .collect();
    assert_eq!(lines, [5, 6], "{answer:#}");
    let text = ask::text(app.path(), "extract", json!({ "targets": ["T.hs#HashSet"] }));
    assert!(text.contains("instance Shape HashSet"), "{text}");
    let target = json!({ "symbol": "HashSet", "file": "T.hs" });
    let answer = ask::text(app.path(), "find_references", target);
    assert!(!answer.contains("does not define"), "{answer}");
}

#[test]
fn a_prime_makes_another_name() {
    let text = "module T where\nhelper n = n\na n = n where helper' = 1\nb = helper' 1\n";
    let app = project(&[("cabal.project", ""), ("T.hs", text)]);
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": "helper" }));
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    assert_eq!(answer["results"], json!([]), "{answer:#}");
}

#[test]
fn an_import_that_lists_a_name_decides_which_is_meant() {
    check(
        "find_callers",
        "
//- /Idea.hs
module Idea(Idea(..), suggest) where
data Idea = Idea {ideaHint :: String}
sug$0gest :: String -> Idea
suggest s = Idea {ideaHint = s}
//- /Test.hs
module Main where
suggest = 3
//- /Num.hs
module Num where
import Idea (Idea, suggest)
f x = suggest x
    --^^^^^^^ caller f
//- /Other.hs
module Other where
import Elsewhere (suggest)
g x = suggest x
",
    );
}

#[test]
fn a_name_that_an_import_hides_is_not_used() {
    check(
        "find_references",
        "
//- /T.hs
module T(Severity(..)) where
       --^^^^^^^^ type
data $0Severity = Warning | Hint
//- /Y.hs
module Y where
import GHC.Types.Error hiding (Severity)
//- /Z.hs
module Z where
import T (Severity)
        --^^^^^^^^ import
",
    );
}

#[test]
fn a_module_and_its_type_are_apart() {
    let files = [
        ("cabal.project", ""),
        (
            "Idea.hs",
            "module Idea(Idea(..)) where\ndata Idea = Idea {hint :: String}\nmake s = Idea {hint = s}\n",
        ),
        ("Use.hs", "module Use where\nimport Idea\nshown Idea{..} = hint\n"),
    ];
    let app = project(&files);
    let of = |line: usize| {
        let target = json!({ "symbol": "Idea", "file": "Idea.hs", "line": line });
        let answer = ask::value(app.path(), "find_references", target);
        let rows = answer["results"].as_array().expect("rows").iter();
        let rows =
            rows.map(|row| format!("{}:{}", row["file"].as_str().unwrap_or_default(), row["line"]));
        rows.collect::<Vec<_>>()
    };
    assert_eq!(of(1), ["Use.hs:2"]);
}

#[test]
fn constructors_and_fields_that_begin_lines_are_found_by_their_names() {
    check(
        "find_references",
        "
//- /A.hs
module A where
data Cmd
    = CmdMain
        {cmdFiles :: [String]
        ,cmdOn$0ly :: [String]
        }
//- /B.hs
module B where
import A
run cmd = print (cmdOnly cmd)
               --^^^^^^^ call
",
    );
    let app = project(&[
        ("cabal.project", ""),
        (
            "A.hs",
            "module A where\ndata Cmd\n    = CmdMain\n        {cmdFiles :: [String]\n        }\n",
        ),
    ]);
    for name in ["CmdMain", "cmdFiles"] {
        let answer = ask::text(app.path(), "find_references", json!({ "symbol": name }));
        assert!(!answer.contains("No such definition"), "{answer}");
    }
}

#[test]
fn an_operator_is_called_between_its_operands() {
    let source = "
//- /F.hs
module F where
infixl 6 ^+
    ;-- nothing
(^$0+) :: Int -> Int -> Int
(^+) a b = a + b
g x = x ^+ 1
      --^^ caller g
h xs = foldr (^+) 0 xs
m = 3 F.^+ 4
      --^^ caller m
//- /B.hs
module B where
import F
n x y = x ^+ y
        --^^ caller n
//- /C.hs
module C where
x ^+ y = x
o x y = x ^+ y
";
    check("find_callers", &source.replace("    ;-- nothing\n", ""));
}

#[test]
fn an_operator_is_asked_for_with_and_without_parentheses() {
    let app = project(&[
        ("cabal.project", ""),
        ("F.hs", "module F where\n( <+> ) :: Int -> Int -> Int\na <+> b = b\ng x = x <+> 1\n"),
    ]);
    for name in ["<+>", "(<+>)", "( <+> )"] {
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": name }));
        assert_eq!(answer["account"]["rows"], 1, "{name}: {answer:#}");
        assert_eq!(answer["account"]["unresolved"], json!([]), "{name}: {answer:#}");
    }
}

#[test]
fn a_function_that_is_defined_between_its_parameters_calls_nothing_there() {
    check(
        "find_callers",
        "
//- /F.hs
module F where
x `pl$0us` y = x
l x = x `plus` 3
       --^^^^ caller l
",
    );
}

#[test]
fn what_a_definition_binds_is_no_name_of_its_module() {
    check(
        "find_references",
        "
//- /cabal.project
//- /T.hs
module T where
pai$0r n = n
a = pair 1
  --^^^^ call
b = go pair where
  pair = 2
  go pair = pair
c xs = do
  pair <- xs
  print pair
d xs = let (pair, other) = xs in pair
e xs = case xs of
  Just (x : pair) -> pair
  Nothing | Just pair <- xs -> pair
f xs = [pair | pair <- xs]
g = \\(pair, _) -> pair
h (pair -> x) = x
 --^^^^ read
i = pair 3 where
  --^^^^ call
  inner pair = pair
j = do
  pair <- pair 4
        --^^^^ call
  pure pair
",
    );
}

#[test]
fn a_name_behind_a_module_from_outside_is_from_there() {
    let uses = "module Use where\nimport qualified Data.Text as Txt\n\
        import qualified Data.IMap as M\nimport qualified Data.Set\n\
        a = Txt.make 'a'\nb = M.make 1\nc = Data.Set.make 2\n";
    let app = project(&[
        ("cabal.project", ""),
        ("src/Data/IMap.hs", "module Data.IMap where\nmake k = k\n"),
        ("src/Widgets/Text.hs", "module Widgets.Text where\nother = 1\n"),
        ("src/Use.hs", uses),
    ]);
    let answer = ask::value(app.path(), "find_references", json!({ "symbol": "make" }));
    let results = answer["results"].as_array().expect("rows");
    let lines: Vec<u64> = results.iter().filter_map(|row| row["line"].as_u64()).collect();
    assert_eq!(lines, [6], "{answer:#}");
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
}

#[test]
fn a_qualified_import_from_outside_lists_other_definitions() {
    check(
        "find_references",
        "
//- /cabal.project
//- /Show.hs
module Show where
import qualified Test.Check as Check (
    other
  , shown
  )
sho$0wn n = Check.shown n
a = shown 1
  --^^^^^ call
",
    );
}

#[test]
fn a_header_passes_on_what_it_lists_behind_an_alias() {
    check(
        "find_references",
        "
//- /shop.cabal
//- /Cart.hs
module Cart where
to$0tal x = x
//- /Other.hs
module Other (other) where
other = total
total = 2
//- /Shop.hs
-- The module where all is.
module Shop (Cart.total, module Other) where
                --^^^^^ read
import qualified Cart as Cart
import Other
//- /Main.hs
module Main where
import qualified Shop as S
import Shop (total)
           --^^^^^ import
main = print (S.total 1)
              --^^^^^ call
more = total 2
     --^^^^^ call
",
    );
}
