//! Accessors of Java and properties of Kotlin, which name each other otherwise.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn a_property_of_kotlin_calls_the_getter_of_java() {
    check(
        "find_callers",
        "
//- /File.java
package a;
public class File {
    private String mimeType;
    public String getMime$0Type() { return mimeType; }
    public void setMimeType(String mimeType) { this.mimeType = mimeType; }
}
//- /Use.java
package a;
class Use {
    String read(File file) { return file.getMimeType(); }
    //                                   ^^^^^^^^^^^ caller read
}
//- /Show.kt
package a

class Own(val mimeType: String)

class Show(val file: File, val own: Own) {
    fun show(): String {
        own.mimeType
        file.mimeType = \"x\"
        return file.mimeType
        //          ^^^^^^^^ caller show
    }

    fun local(mimeType: String): String = mimeType
}

fun File.plain() = mimeType
//                 ^^^^^^^^ caller plain
",
    );
}

#[test]
fn an_assignment_of_kotlin_calls_the_setter_of_java() {
    check(
        "find_callers",
        "
//- /File.java
package a;
public class File {
    private boolean isHidden;
    public boolean isHidden() { return isHidden; }
    public void setURL$0Path(String path) { }
}
//- /Show.kt
package a

fun show(file: File) {
    file.urlPath = \"x\"
    //   ^^^^^^^ caller show
    file.setURLPath(\"y\")
    //   ^^^^^^^^^^ caller show
}
",
    );
}

#[test]
fn a_getter_in_java_reads_the_property_of_kotlin() {
    check(
        "find_references",
        "
//- /Service.kt
package a

class State(val isOnline: Boolean)

class Service {
    val sta$0te: State = State(true)
}
//- /Use.java
package a;
class Use {
    boolean read(Service service) {
        return service.getState().isOnline();
        //             ^^^^^^^^ call
    }
}
",
    );
}

#[test]
fn what_an_accessor_of_the_other_language_gives_has_its_type() {
    check(
        "find_callers",
        "
//- /Service.kt
package a

class Door { fun op$0en() {} }
class Shop { fun open() {} }

class Service {
    val door: Door = Door()
}

fun enter(holder: Holder) {
    holder.door.open()
    //          ^^^^ caller enter
    holder.shop.open()
}
//- /Holder.java
package a;
class Holder {
    public Door getDoor() { return null; }
    public Shop getShop() { return null; }
    void enter(Service service) {
        service.getDoor().open();
        //                ^^^^ caller enter
    }
}
",
    );
}

#[test]
fn what_takes_arguments_is_no_getter() {
    check(
        "find_callers",
        "
//- /Url.java
package a;
public class Url {
    public String getPar$0ameter(String key) { return key; }
}
//- /Show.kt
package a

fun show(url: Url) {
    url.parameter
    url.getParameter(\"x\")
    //  ^^^^^^^^^^^^ caller show
}
",
    );
}

#[test]
fn a_reference_to_a_method_calls_no_accessor() {
    let shop = project(&[
        (
            "File.java",
            "public class File {\n    public String getKind() { return null; }\n    public void run() { \
             }\n}\n",
        ),
        (
            "Show.kt",
            "fun show(files: List<File>) {\n    files.forEach(File::run)\n    files.map(File::getKind)\n}\n",
        ),
    ]);
    for (symbol, line) in [("File.run", 2), ("File.getKind", 3)] {
        let text = ask::text(shop.path(), "find_callers", json!({ "symbol": symbol, "wait": 0 }));
        let place = format!("as a value: Show.kt:{line} `");
        assert!(text.contains(&place) && text.contains("` in `show`"), "{text}");
        assert!(text.contains("[0 callers"), "{text}");
    }
}

#[test]
fn names_of_accessors_are_part_of_the_account_where_they_hold() {
    let shop = project(&[
        (
            "File.java",
            "public class File {\n    private String kind;\n    public String getKind() { return \
             kind; }\n}\n",
        ),
        (
            "Show.kt",
            "fun show(file: File): String {\n    val kind = file.kind\n    return kind\n}\n",
        ),
    ]);
    let text = ask::text(shop.path(), "find_callers", json!({ "symbol": "getKind", "wait": 0 }));
    assert!(text.contains("Show.kt:2 show: val kind = file.kind"), "{text}");
    assert!(text.contains("all 4 occurrences of `getKind` and `kind` accounted for"), "{text}");
    assert!(text.contains("1 above") && text.contains("2 local variables"), "{text}");
    // A private field is not what other files name.
    let text =
        ask::text(shop.path(), "find_references", json!({ "symbol": "File.kind", "wait": 0 }));
    assert!(
        text.contains("1 above, 2 local variables (Show.kt:2, 3), 1 of another kind"),
        "{text}"
    );
}

/// What another language's type has under the other name is no call of a namesake.
#[test]
fn accessors_of_other_types_are_uses_of_these() {
    let shop = project(&[
        ("Store.java", "class Store {\n    String getKind(String name) { return name; }\n}\n"),
        ("Note.kt", "data class Note(val kind: String)\n"),
        ("Use.java", "class Use {\n    String read(Note note) { return note.getKind(); }\n}\n"),
        (
            "Part.kt",
            "interface Part {\n    val state: Int\n}\nclass Machine { fun getState() = 1 }\n",
        ),
        (
            "Parts.java",
            "class Parts {\n    int read(Part part) { return part.getState(); }\n    Part one() { return new \
             Part() {\n        public int getState() { return 1; }\n    }; }\n}\n",
        ),
        ("File.java", "class File {\n    String getTitle() { return null; }\n}\n"),
        ("Show.kt", "class Other(val title: String)\nfun show(file: File) = file.title\n"),
    ]);
    for (symbol, expected) in [
        ("Store.getKind", "1 of Note.kind (Use.java:2)"),
        ("Other.title", "1 of File.getTitle (Show.kt:2)"),
        ("Machine.getState", "1 of Part.state (Parts.java:2)"),
    ] {
        let text =
            ask::text(shop.path(), "find_references", json!({ "symbol": symbol, "wait": 0 }));
        assert!(text.contains(expected), "{text}");
        assert!(!text.contains("nresolved"), "{text}");
    }
}
