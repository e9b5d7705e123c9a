//! What tests assert of stand-ins: it breaks with the parameters of what they stand in for.

use crate::support::{ask, project};
use serde_json::{Value, json};
use std::collections::BTreeSet;

type Files<'a> = &'a [(&'a str, &'a str)];

/// Asserts that the assertions of stand-ins of a symbol are those on lines that end with the
/// comment "asserted", and those that are only possible those on lines that end with "possible".
/// Returns the answer as text.
#[track_caller]
fn check(symbol: &str, files: Files<'_>) -> String {
    let marked = |mark: &str| -> BTreeSet<(String, u64)> {
        let ends = [format!("// {mark}"), format!("# {mark}")];
        let is_marked = |line: &str| ends.iter().any(|end| line.ends_with(end));
        let places = files.iter().flat_map(|(path, text)| {
            let lines = text.lines().zip(1..).filter(|(line, _)| is_marked(line));
            lines.map(|(_, number)| ((*path).to_owned(), number)).collect::<Vec<_>>()
        });
        places.collect()
    };
    let root = project(files);
    let arguments = json!({ "symbol": symbol, "wait": 0 });
    let answer = ask::value(root.path(), "impact_analysis", arguments.clone());
    let groups = answer["groups"].as_array().unwrap_or_else(|| panic!("{answer:#}"));
    let group = groups.iter().find(|group| group["title"] == "Asserted of stand-ins");
    let rows = group.iter().flat_map(|group| group["results"].as_array().expect("rows"));
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    for row in rows {
        let is_assertion = |site: &&Value| {
            let text = site["text"].as_str().expect("a text");
            ["expect(", ".assert_", "EXPECT()"].iter().any(|mark| text.contains(mark))
        };
        for site in row["sites"].as_array().expect("sites").iter().filter(is_assertion) {
            let place = (site["file"].as_str().expect("a file").to_owned(), site["line"].as_u64());
            let is_possible = usize::from(row["certainty"] == "possible");
            found[is_possible].insert((place.0, place.1.expect("a line")));
        }
    }
    let [sure, possible] = found;
    assert_eq!(sure, marked("asserted"), "{answer:#}");
    assert_eq!(possible, marked("possible"), "{answer:#}");
    ask::text(root.path(), "impact_analysis", arguments)
}

const CONTEXT: (&str, &str) = (
    "src/context.ts",
    "export interface Context {\n  authorize(user: string, access: string): boolean;\n}\n\
     export function open(context: Context) {\n  return context.authorize('a', 'read');\n}\n",
);

/// The mock has a name of its own, which only the key tells.
#[test]
fn a_mock_that_is_the_value_of_a_key_stands_in_for_the_member() {
    let text = check(
        "Context.authorize",
        &[
            CONTEXT,
            (
                "src/open.test.ts",
                "import { expect, test, vi } from 'vitest';
import { Context, open } from './context';
import { api } from 'api';
const allow = vi.fn();
const other = vi.fn();
const context = (): Context => ({ authorize: allow });
test('asks', () => {
  open(context());
  expect(allow).toHaveBeenCalledWith('a', 'read'); // asserted
  expect(other).toHaveBeenCalledWith('a', 'read');
  expect(allow).toHaveBeenCalledTimes(1);
  expect(api.authorize).toHaveBeenCalledWith('a', 'read');
});
test('asks a local one', () => {
  const mine = vi.fn();
  const made: Context = { authorize: (...all) => mine(...all) };
  open(made);
  expect(vi.mocked(mine)).toHaveBeenLastCalledWith( // asserted
    'a',
    'read',
  );
});
test('asks nothing', () => {
  const mine = vi.fn();
  expect(mine).toHaveBeenCalledWith('a', 'read');
});
",
            ),
        ],
    );
    assert!(
        text.contains("## Asserted of stand-ins (2 in 1 file): breaks if its parameters change")
    );
    assert!(text.contains("7 asks · 9 expect(allow).toHaveBeenCalledWith('a', 'read')"), "{text}");
    assert!(text.contains("2 tests reach it"), "they do so through `open`: {text}");
}

const MAIL: (&str, &str) =
    ("src/mail.ts", "export function send(to: string, text: string) {\n  return to + text;\n}\n");

const POST: (&str, &str) =
    ("src/post.ts", "import { send } from './mail';\nexport const post = () => send('a', 'b');\n");

/// A module that is replaced, as a whole and in a file for mocks.
const REPLACED: &[(&str, &str)] = &[
    MAIL,
    POST,
    (
        "src/__mocks__/mail.mock.ts",
        "import { vi } from 'vitest';
export const send = vi.fn<(to: string, text: string) => string>();
vi.mock('../mail', () => ({ send }));
",
    ),
    (
        "src/post.test.ts",
        "import { send } from './__mocks__/mail.mock';
import { post } from './post';
test('posts', () => {
  post();
  expect(send).toHaveBeenCalledWith('a', 'b'); // asserted
});
",
    ),
    (
        "src/whole.test.ts",
        "import { send } from './mail';
import { post } from './post';
vi.mock('./mail');
test('posts', () => {
  post();
  expect(send as Mock).toHaveBeenCalledWith('a', 'b'); // asserted
});
",
    ),
    (
        "src/named.test.ts",
        "import { post } from './post';
const { sent } = vi.hoisted(() => ({ sent: vi.fn() }));
vi.mock('./mail', () => ({ send: sent }));
test('posts', () => {
  post();
  expect(sent).toHaveBeenCalledWith('a', 'b'); // asserted
});
",
    ),
    (
        "src/spied.test.ts",
        "import * as mail from './mail';
import { post } from './post';
test('posts', () => {
  const spy = vi.spyOn(mail, 'send');
  const log = vi.spyOn(console, 'send');
  post();
  expect(spy).toHaveBeenCalledWith('a', 'b'); // asserted
  expect(log).toHaveBeenCalledWith('a', 'b');
});
",
    ),
    ("src/radio.ts", "export function send(wave: number) {}\n"),
    (
        "src/radio.test.ts",
        "import { send } from './radio';
vi.mock('./radio');
test('radio', () => {
  expect(send).toHaveBeenCalledWith(1);
});
",
    ),
];

#[test]
fn functions_of_replaced_modules_are_asserted_by_their_names() {
    let text = check("src/mail.ts#send", REPLACED);
    assert!(text.contains("of its stand-in mail.send"), "{text}");
}

#[test]
fn assertions_of_python() {
    check(
        "Mailer.send",
        &[
            (
                "app/mail.py",
                "class Mailer:\n    def send(self, to, text):\n        return to\n\n\ndef post(mailer: Mailer):\n    mailer.send('a', 'b')\n",
            ),
            (
                "tests/test_mail.py",
                "from unittest.mock import MagicMock, patch
from app.mail import Mailer, post


def test_patched():
    with patch.object(Mailer, 'send') as sent:
        post(Mailer())
    sent.assert_called_once_with('a', 'b')  # asserted


def test_mock():
    mailer = MagicMock(spec=Mailer)
    post(mailer)
    mailer.send.assert_called_with('a', 'b')  # possible
    mailer.open.assert_called_with('a', 'b')
",
            ),
            (
                "tests/test_other.py",
                "def test_other(radio):\n    radio.send.assert_called_with('a', 'b')\n",
            ),
        ],
    );
}

#[test]
fn assertions_of_go() {
    check(
        "Store.Get",
        &[
            ("go.mod", "module shop\n"),
            (
                "store/store.go",
                "package store\n\ntype Store interface {\n\tGet(key string) string\n}\n\ntype Other interface {\n\tGet(key string) string\n}\n",
            ),
            (
                "store/mock_store_test.go",
                "package store

import \"github.com/golang/mock/gomock\"

type MockStore struct{ recorder *MockStoreMockRecorder }
type MockStoreMockRecorder struct{ mock *MockStore }

func (m *MockStore) EXPECT() *MockStoreMockRecorder { return m.recorder }
func (m *MockStore) Get(key string) string { return key }
func (m *MockStoreMockRecorder) Get(key any) *gomock.Call { return nil }

type MockOther struct{ recorder *MockOtherMockRecorder }
type MockOtherMockRecorder struct{ mock *MockOther }

func (m *MockOther) EXPECT() *MockOtherMockRecorder { return m.recorder }
func (m *MockOtherMockRecorder) Get(key any) *gomock.Call { return nil }
",
            ),
            (
                "store/store_test.go",
                "package store

import \"testing\"

func TestGet(t *testing.T) {
\tmock := &MockStore{}
\tmock.EXPECT().Get(\"a\") // asserted
\tmock.EXPECT().Get(\"b\") // asserted
}

func TestOther(t *testing.T) {
\tmock := &MockOther{}
\tmock.EXPECT().Get(\"a\")
}
",
            ),
        ],
    );
}

/// A story is run as a test is.
#[test]
fn stories_are_tests() {
    let root = project(&[
        MAIL,
        (
            "src/mail.stories.ts",
            "import { send } from './mail';\nexport const Sent = () => send('a', 'b');\n",
        ),
    ]);
    let arguments = json!({ "symbol": "send", "allowTests": false });
    let answer = ask::text(root.path(), "find_callers", arguments);
    assert!(!answer.contains("mail.stories.ts:2"), "{answer}");
}

/// If each assertion were compared with each stand-in of its name, this would not end.
#[test]
fn very_many_stand_ins_of_one_name_are_each_found_by_their_scope() {
    let test = |number: usize| {
        format!(
            "it('{number}', () => {{\n  const sent = vi.fn();\n  const context = {{ authorize: sent }} \
             as unknown as Context;\n  open(context);\n  \
             expect(sent).toHaveBeenCalledWith('a');\n}});\n"
        )
    };
    let tests: String = (0..3_000).map(test).collect();
    let tests = format!(
        "import {{ Context, open }} from './context';\nimport {{ vi, expect, it }} from 'vitest';\n{tests}"
    );
    let root = project(&[CONTEXT, ("src/context.test.ts", &tests)]);
    let arguments = json!({ "symbol": "Context.authorize", "wait": 0 });
    let answer = ask::text(root.path(), "impact_analysis", arguments);
    assert!(answer.contains("Asserted of stand-ins"), "{answer}");
}
