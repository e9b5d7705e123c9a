//! What is patched around a test does not run in it: by what prepares it, and by its fixtures.

use crate::support::{ask, project};
use serde_json::json;
use std::collections::BTreeSet;

/// Asserts which tests reach a symbol, by their names.
#[track_caller]
fn check(symbol: &str, files: &[(&str, &str)], expected: &[&str]) {
    let root = project(files);
    let arguments = json!({ "symbol": symbol, "wait": 0 });
    let answer = ask::value(root.path(), "impact_analysis", arguments);
    let groups = answer["groups"].as_array().unwrap_or_else(|| panic!("{answer:#}"));
    let of_tests = groups
        .iter()
        .filter(|group| group["title"].as_str().is_some_and(|title| title.starts_with("Tests")));
    let rows = of_tests.flat_map(|group| group["results"].as_array().expect("rows"));
    let found: BTreeSet<&str> = rows.filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(found, expected.iter().copied().collect(), "{answer:#}");
}

const MAIL: (&str, &str) = ("app/mail.py", "def send(text):\n    return text\n");

const POST: (&str, &str) =
    ("app/post.py", "from app import mail\n\n\ndef post():\n    return mail.send('a')\n");

#[test]
fn patches_of_fixtures_hold_for_the_tests_that_take_them() {
    check(
        "send",
        &[
            MAIL,
            POST,
            (
                "tests/conftest.py",
                "import pytest
from app import mail


@pytest.fixture
def quiet(monkeypatch):
    monkeypatch.setattr(mail, 'send', lambda text: None)


@pytest.fixture
def over(quiet):
    return 1
",
            ),
            (
                "tests/test_post.py",
                "from unittest.mock import patch

import pytest
from app import mail
from app.post import post


@pytest.fixture
def waits():
    with patch.object(mail, 'send'):
        yield


@pytest.fixture
def passes():
    with patch.object(mail, 'send'):
        return 1


def test_quiet(quiet):
    post()


def test_over(over):
    post()


def test_waits(waits):
    post()


def test_passes(passes):
    post()


def test_runs():
    post()
",
            ),
        ],
        &["test_passes", "test_runs"],
    );
}

#[test]
fn patches_of_preparations_hold_for_the_tests_beside_them() {
    check(
        "send",
        &[
            MAIL,
            POST,
            (
                "tests/test_post.py",
                "from unittest import TestCase, mock
from unittest.mock import patch
from app import mail
from app.post import post


class TestQuiet(TestCase):
    def setUp(self):
        self.patcher = patch.object(mail, 'send')
        self.patcher.start()

    def test_quiet(self):
        post()


class TestLoud(TestCase):
    def test_loud(self):
        post()


@patch('app.mail.send')
class TestDecorated(TestCase):
    def test_decorated(self, sent):
        post()
",
            ),
        ],
        &["test_loud"],
    );
}

#[test]
fn patches_of_hooks_hold_for_the_tests_of_their_group() {
    check(
        "send",
        &[
            ("src/mail.js", "export function send(text) {\n  return text;\n}\n"),
            (
                "src/post.js",
                "import * as mail from './mail';\nexport function post() {\n  return mail.send('a');\n}\n",
            ),
            (
                "src/post.test.js",
                "import * as mail from './mail';
import { post } from './post';
describe('quiet', () => {
  beforeEach(() => {
    jest.spyOn(mail, 'send').mockReturnValue('b');
  });
  it('is quiet', () => {
    post();
  });
});
describe('loud', () => {
  perhaps('later', () => {
    jest.spyOn(mail, 'send').mockReturnValue('b');
  });
  it('is loud', () => {
    post();
  });
});
",
            ),
        ],
        &["is loud"],
    );
}

/// A method is no test by its name where tests have marks, and in a type that extends nothing.
#[test]
fn names_of_methods_tell_tests_only_where_nothing_else_does() {
    let shop = (
        "src/main/java/a/Shop.java",
        "package a;\npublic class Shop {\n    public static int total() { return 1; }\n}\n",
    );
    check(
        "Shop.total",
        &[
            shop,
            (
                "src/test/java/a/ShopTest.java",
                "package a;
import org.junit.Test;
class ShopTest extends Base {
    @Test public void marked() { Shop.total(); }
    public void testUnmarked() { Shop.total(); }
}
",
            ),
            (
                "src/test/java/a/OldTest.java",
                "package a;\nclass OldTest extends TestCase {\n    public void testOld() { Shop.total(); }\n}\n",
            ),
            (
                "src/test/java/a/PlainTest.java",
                "package a;\nclass PlainTest {\n    public void testPlain() { Shop.total(); }\n}\n",
            ),
        ],
        &["marked", "testOld"],
    );
}

/// A file of mocks that a test imports replaces modules for it.
#[test]
fn modules_that_an_imported_file_replaces_do_not_run() {
    let test = |mocks: &str| {
        format!("{mocks}import {{ post }} from './post';\nit('posts', () => {{\n  post();\n}});\n")
    };
    let (with, without) = (test("import { send } from './__mocks__/mail.mock';\n"), test(""));
    check(
        "src/mail.js#send",
        &[
            ("src/mail.js", "export function send(text) {\n  return text;\n}\n"),
            (
                "src/post.js",
                "import { send } from './mail';\nexport function post() {\n  return send('a');\n}\n",
            ),
            (
                "src/__mocks__/mail.mock.js",
                "import { vi } from 'vitest';\nexport const send = vi.fn();\nvi.mock('../mail', () => ({ send }));\n",
            ),
            ("src/with.test.js", &with),
            ("src/without.test.js", &without.replace("'posts'", "'runs'")),
        ],
        &["runs"],
    );
}

const LIB: (&str, &str) =
    ("lib.py", "def load():\n    return 1\n\n\ndef run():\n    return load()\n");

#[test]
fn what_a_block_of_a_module_patches_runs_in_its_tests() {
    let test = "from unittest.mock import patch

with patch('lib.load'):
    from lib import run


def test_run():
    assert run() == 1
";
    check("load", &[LIB, ("test_lib.py", test)], &["test_run"]);
}

#[test]
fn what_a_name_is_set_to_patches_nothing_until_it_is_started() {
    let test = "from unittest.mock import patch
import lib

no_load = patch('lib.load')


@no_load
def test_real(load):
    lib.run()
";
    check("load", &[LIB, ("test_lib.py", test)], &["test_real"]);
    let started = test.replace("'lib.load')", "'lib.load')\nno_load.start()");
    check("load", &[LIB, ("test_lib.py", &started)], &[]);
    let started = test.replace("'lib.load')", "'lib.load').start()");
    check("load", &[LIB, ("test_lib.py", &started)], &[]);
}

#[test]
fn a_block_of_several_lines_patches_until_its_end() {
    let test = "import unittest
from unittest.mock import patch
import lib


class TestRun(unittest.TestCase):
    def setUp(self):
        with (
            patch('lib.load'),
        ):
            self.x = 1

    def test_run(self):
        assert lib.run() == 1
";
    check("load", &[LIB, ("test_lib.py", test)], &["test_run"]);
}
