//! Headers of types in Kotlin that stand on several lines.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_constructor_below_the_name_of_a_nested_class_is_of_that_class() {
    check(
        "find_callers",
        "
//- /a/Part.kt
package a
interface Named { val name: String }
class Part {
    class Builder
    internal constructor(override val name: String, val size: Int) :
        Named, Comparable<Builder> {
        fun named(name: String): Builder = apply { name.length }
        fun bu$0ild(): Part = Part()
    }

    class Plain
    private constructor(val size: Int) {
        fun build(): Part = Part()
        fun both() = build()
    }

    class Open<T : Map<String, Int>>(val size: Int) {
        fun all(builder: Builder) = builder.build()
                                          //^^^^^ caller all
    }

    fun none(builder: Builder) = builder.named(\"\").build()
                                                 //^^^^^ caller none
}
",
    );
}

#[test]
fn a_companion_with_a_name_is_one_definition() {
    let text =
        "class Circle {\n    companion object Factory {\n        fun unit() = Circle()\n    }\n}\n";
    let directory = project(&[("a.kt", text)]);
    let answer = ask::value(directory.path(), "map_code", json!({ "path": "a.kt" })).to_string();
    assert_eq!(answer.matches("companion object Factory").count(), 1, "{answer}");
    assert_eq!(answer.matches("fun unit()").count(), 1, "{answer}");
}
