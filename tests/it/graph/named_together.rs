//! Where a type is named together with one that implements it.

use crate::support::{ask, project};
use serde_json::json;

#[test]
fn implementations_say_where_they_are_made_or_registered() {
    let shop = project(&[
        (
            "Stores.cs",
            "namespace Shop;\npublic interface IStore { void Put(); }\n\
             public class DiskStore : IStore { public void Put() {} }\n\
             public class MemoryStore : IStore { public void Put() {} }\n\
             public class OddStore : IStore { public void Put() {} }\n",
        ),
        (
            "Setup.cs",
            "using Shop;\nclass Setup {\n    void Add(Services services) {\n        services.AddScoped<IStore, DiskStore>();\n        \
             services.AddScoped<IStore,\n            MemoryStore>();\n        // IStore, OddStore\n    }\n    \
             void Both(IStore one, OddStore other) {}\n    void Log(OddStore odd) { IStore store = odd; }\n}\n",
        ),
        (
            "test/StoreTests.cs",
            "using Shop;\nclass StoreTests {\n    IStore store = new MemoryStore();\n}\n",
        ),
    ]);
    let arguments = json!({ "symbol": "IStore", "wait": 0 });
    let text = ask::text(shop.path(), "find_implementations", arguments);
    let note = "named with `IStore` in one statement: Setup.cs:4 DiskStore, 6 MemoryStore; \
                test/StoreTests.cs:3 MemoryStore\n";
    assert!(text.contains(note), "{text}");
    let arguments = json!({ "symbol": "IStore", "wait": 0, "format": "json" });
    let answer = ask::value(shop.path(), "find_implementations", arguments);
    assert_eq!(answer["evidence"]["note"], note.trim_end());
}
