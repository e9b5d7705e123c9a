//! Tests that come to a target over a hook, which nothing calls: the answer says where the ways
//! end, and which tests set what decides there.

use crate::support::{ask, project};
use serde_json::json;

const SIZE: (&str, &str) = ("app/size.py", "def parse_size(text):\n    return int(text)\n");

#[test]
fn tests_that_set_an_option_which_decides_on_the_way_are_possible() {
    let root = project(&[
        SIZE,
        (
            "app/limits.py",
            "from app import size


def limit(options):
    return size.parse_size(options.body_limit)


class Limits:
    def configure(self, updated):
        if options.stream_limit:
            self.stream = limit(options)
        self.mode = options.limit_mode
",
        ),
        (
            "tests/test_limits.py",
            "from app.size import parse_size


def test_parse():
    assert parse_size('1') == 1


def test_body(options):
    options.update(body_limit='1')


def test_stream(context):
    context.options.stream_limit = '1'


def test_mode(options):
    options.update(limit_mode='1')
",
        ),
    ]);
    let arguments = json!({ "symbol": "parse_size", "wait": 0 });
    let answer = ask::text(root.path(), "impact_analysis", arguments);
    let expected = "Possible tests, which set an option that decides on the way to it: \
                    `body_limit` tests/test_limits.py:8; `stream_limit` tests/test_limits.py:12";
    assert!(answer.contains(expected), "{answer}");
    assert!(!answer.contains("limit_mode"), "it is read elsewhere: {answer}");
}

#[test]
fn ways_that_end_at_a_hook_say_so() {
    let files = [
        SIZE,
        (
            "app/limits.py",
            "from app.size import parse_size


class Limits:
    def configure(self, updated):
        self.limit = parse_size(updated)

    def used(self):
        return parse_size('1')


def use(limits: Limits):
    return limits.used()
",
        ),
        (
            "tests/test_size.py",
            "from app.size import parse_size\n\n\ndef test_parse():\n    assert parse_size('1') == 1\n\n\ndef test_any(context):\n    context.configure(1)\n",
        ),
    ];
    let root = project(&files);
    let arguments = json!({ "symbol": "parse_size", "wait": 0 });
    let answer = ask::text(root.path(), "impact_analysis", arguments);
    let note = "no certain call of it is known: tests above it may be missing";
    let told: Vec<&str> = answer.lines().filter(|line| line.contains(note)).collect();
    assert!(matches!(told.as_slice(), [one] if one.contains("configure")), "{answer}");
}

#[test]
fn tests_that_name_what_a_type_is_registered_as_are_possible() {
    let root = project(&[
        (
            "src/main/java/a/Fingerprint.java",
            "package a;\npublic class Fingerprint implements Keyer {\n    public String key(String text) { return strip(text); }\n    \
             static String strip(String text) { return text; }\n}\n",
        ),
        (
            "src/main/java/a/Registry.java",
            "package a;\nclass Registry {\n    void fill() { register(\"fingerprint\", new Fingerprint()); }\n}\n",
        ),
        (
            "src/test/java/a/RegistryTest.java",
            "package a;\nclass RegistryTest {\n    @Test void named() { run(\"value.fingerprint()\"); }\n    \
             @Test void commented() { run(fingerprint); }\n}\n",
        ),
    ]);
    let arguments = json!({ "symbol": "Fingerprint.strip", "wait": 0 });
    let answer = ask::text(root.path(), "impact_analysis", arguments);
    let expected = "Possible tests, which name what a type on the way is registered as: \
                    `fingerprint` src/test/java/a/RegistryTest.java:3\n";
    assert!(answer.contains(expected), "{answer}");
}
