//! What takes a fixture: by which name, from which of several, and of which type; and what runs
//! before the tests of the types below.

use super::given_tests::check;
use crate::support::{ask, project};
use serde_json::json;

const SHOP_PY: &str = "def price(n):\n    return n\n";

const CONFTEST: &str = "import pytest\nfrom shop import price\n\n@pytest.fixture\ndef priced():\n    return price(2)\n";

/// Checks the tests and helpers that a fixture `priced` reaches, which stands in a file of its own.
#[track_caller]
fn check_priced(files: &[(&str, &str)], tests: &[&str], helpers: &[&str]) {
    let shop = [("shop.py", SHOP_PY), ("tests/conftest.py", CONFTEST)];
    let files: Vec<(&str, &str)> = shop.into_iter().chain(files.iter().copied()).collect();
    check(&files, "tests/conftest.py#priced", tests, helpers);
}

#[test]
fn what_takes_a_fixture_calls_it() {
    let test = "def test_priced(priced):\n    assert priced\n\ndef test_other():\n    pass\n";
    let cart = "import pytest\n\n@pytest.fixture\ndef cart(priced):\n    return priced\n\ndef test_cart(cart):\n    pass\n";
    let files = [("tests/a/test_a.py", test), ("tests/b/test_b.py", cart)];
    check_priced(&files, &["1 test_priced", "7 test_cart"], &["4 cart"]);
    let root =
        project(&[("shop.py", SHOP_PY), ("tests/conftest.py", CONFTEST), files[0], files[1]]);
    let callers = |depth: usize| {
        let arguments = json!({ "symbol": "priced", "depth": depth, "wait": 0 });
        ask::text(root.path(), "find_callers", arguments)
    };
    let text = callers(1);
    assert!(
        text.contains("test_a.py:1 test_priced: def test_priced(priced): · given to it\n"),
        "{text}"
    );
    assert!(text.contains("test_b.py:4 cart: def cart(priced): · given to it\n"), "{text}");
    // What names it there is explained by the rows.
    assert!(text.contains(": 2 above, "), "{text}");
    assert!(callers(2).contains("test_cart"), "{}", callers(2));
}

#[test]
fn a_nested_function_and_a_helper_hide_no_fixture_and_take_none() {
    let test = "def test_outer(priced):\n    def priced_twice(priced):\n        return priced\n    return priced_twice(1)\n\n\
                def help(priced):\n    pass\n\ndef test_nested():\n    def priced():\n        return 1\n    return priced()\n";
    check_priced(&[("tests/test_a.py", test)], &["1 test_outer"], &[]);
    // A function of the name is none, and no fixture either.
    let own = "def priced():\n    return 1\n\ndef test_own(priced):\n    pass\n";
    check_priced(&[("tests/test_a.py", own)], &["4 test_own"], &[]);
}

#[test]
fn a_fixture_that_overrides_another_takes_it() {
    let nearer = "import pytest\n\n@pytest.fixture\ndef priced(priced):\n    return priced\n";
    let test = "def test_nearer(priced):\n    pass\n";
    let files = [("tests/a/conftest.py", nearer), ("tests/a/test_a.py", test)];
    check_priced(&files, &["1 test_nearer"], &["4 priced"]);
    let apart = "import pytest\n\n@pytest.fixture(name=\"priced\")\ndef other():\n    return 1\n\ndef test_apart(priced):\n    pass\n";
    check_priced(&[("tests/test_a.py", apart)], &[], &[]);
    let imported = "from .prices import priced\n\ndef test_imported(priced):\n    pass\n";
    let prices = "import pytest\n\n@pytest.fixture\ndef priced():\n    return 1\n";
    let files = [("tests/test_a.py", imported), ("tests/prices.py", prices)];
    check_priced(&files, &[], &[]);
    let all = [("shop.py", SHOP_PY), ("tests/conftest.py", CONFTEST), files[0], files[1]];
    check(&all, "tests/prices.py#priced", &["3 test_imported"], &[]);
}

#[test]
fn types_and_files_take_fixtures_for_all_of_their_tests() {
    let test = "import pytest\n\npytestmark = [pytest.mark.slow, pytest.mark.usefixtures(\"priced\")]\n\n\
                def test_marked():\n    pass\n\nclass TestA:\n    def test_a(self):\n        pass\n";
    check_priced(&[("tests/test_a.py", test)], &["5 test_marked", "9 test_a"], &[]);
    let test = "import pytest\n\n@pytest.mark.usefixtures(\"other\", \"priced\")\nclass TestA:\n    def test_a(self):\n        pass\n\n\
                class TestB(TestA):\n    def test_b(self):\n        pass\n\nclass TestC:\n    pytestmark = pytest.mark.usefixtures(\"priced\")\n\n    \
                def test_c(self):\n        pass\n\ndef test_other():\n    pass\n";
    let below =
        "from test_a import TestA\n\nclass TestD(TestA):\n    def test_d(self):\n        pass\n";
    let files = [("tests/test_a.py", test), ("tests/test_d.py", below)];
    check_priced(&files, &["4 test_d", "5 test_a", "9 test_b", "15 test_c"], &[]);
    let table = "import pytest\n\n@pytest.mark.parametrize(\"priced\", [1], indirect=True)\ndef test_indirect(priced):\n    pass\n\n\
                 @pytest.mark.parametrize(\"priced\", [1])\ndef test_table(priced):\n    pass\n";
    check_priced(&[("tests/test_a.py", table)], &["4 test_indirect"], &[]);
}

#[test]
fn fixtures_of_a_type_are_for_its_tests_and_those_below() {
    let test = "import pytest\nfrom shop import price\n\nclass TestBase:\n    @pytest.fixture\n    def cart(self):\n        return price(1)\n\n\
                class TestA(TestBase):\n    def test_a(self, cart):\n        pass\n\nclass TestB:\n    def test_b(self, cart):\n        pass\n\n\
                class TestC(TestBase):\n    @pytest.fixture\n    def cart(self):\n        return 1\n\n    def test_c(self, cart):\n        pass\n";
    let below = "from test_a import TestBase\n\nclass TestD(TestBase):\n    def test_d(self, cart):\n        pass\n";
    let files = [("shop.py", SHOP_PY), ("tests/test_a.py", test), ("tests/test_d.py", below)];
    check(&files, "price", &["4 test_d", "10 test_a"], &["6 cart"]);
    let prepared = test.replace(
        "@pytest.fixture\n    def cart(self):\n        return price(1)",
        "@pytest.fixture(autouse=True)\n    def prepare(self):\n        price(1)",
    );
    let files = [("shop.py", SHOP_PY), ("tests/test_a.py", &*prepared), ("tests/test_d.py", below)];
    let tests = ["4 test_d", "10 test_a", "22 test_c"];
    check(&files, "price", &tests, &["6 prepare"]);
    check(&files, "prepare", &tests, &[]);
}

#[test]
fn what_a_shared_file_has_run_prepares_all_tests_below() {
    let conftest = "import pytest\nfrom shop import price\n\n@pytest.fixture(autouse=True)\ndef prepare():\n    price(2)\n";
    let test = "def test_a():\n    pass\n\nclass TestB:\n    def test_b(self):\n        pass\n";
    let own = "import pytest\n\n@pytest.fixture(autouse=True)\ndef prepare():\n    pass\n\ndef test_own():\n    pass\n";
    let files = [
        ("shop.py", SHOP_PY),
        ("tests/a/conftest.py", conftest),
        ("tests/a/b/test_a.py", test),
        ("tests/a/test_own.py", own),
        ("tests/test_other.py", "def test_other():\n    pass\n"),
    ];
    check(&files, "price", &["1 test_a", "5 test_b"], &["5 prepare"]);
}

#[test]
fn what_prepares_a_type_prepares_those_below() {
    let base = "from unittest import TestCase\nfrom shop import price\n\nclass Base(TestCase):\n    def setUp(self):\n        price(1)\n";
    let test = "from tests.base import Base\n\nclass TestA(Base):\n    def test_a(self):\n        pass\n\n\
                class TestB(Base):\n    def setUp(self):\n        pass\n\n    def test_b(self):\n        pass\n\n\
                class TestC(Base):\n    def setUp(self):\n        super().setUp()\n\n    def test_c(self):\n        pass\n\n\
                class TestD(TestA):\n    def test_d(self):\n        pass\n\nclass TestE(TestB):\n    def test_e(self):\n        pass\n";
    let files = [("shop.py", SHOP_PY), ("tests/base.py", base), ("tests/test_a.py", test)];
    check(&files, "price", &["4 test_a", "18 test_c", "22 test_d"], &["5 setUp"]);
    let shop = "package a;\nclass Shop { static int price(int n) { return n; } }\n";
    let base =
        "package a;\nabstract class Base {\n    @BeforeEach void prepare() { Shop.price(1); }\n}\n";
    let test = "package a;\nclass CartTest extends Base {\n    @Test void plain() { }\n}\n";
    let files = [
        ("src/main/java/a/Shop.java", shop),
        ("src/test/java/a/Base.java", base),
        ("src/test/java/a/CartTest.java", test),
    ];
    check(&files, "price", &["3 plain"], &["3 prepare"]);
    let files = [
        ("shop.h", "int price(int n);\n"),
        ("shop.cpp", "#include \"shop.h\"\nint price(int n) { return n; }\n"),
        (
            "test/shop_fixture.h",
            "#include \"shop.h\"\nclass ShopTest : public testing::Test {\n protected:\n  void SetUp() override { price(1); }\n};\n",
        ),
        (
            "test/cart_test.cpp",
            "#include \"shop_fixture.h\"\n\nTEST_F(ShopTest, Prepared) { }\n\nTEST(Shop, Other) { }\n",
        ),
    ];
    check(&files, "price", &["3 Prepared"], &["4 SetUp"]);
}

/// A mark of a type makes tests of its public methods without a result.
#[test]
fn a_mark_of_a_type_makes_tests() {
    let shop = "package a;\nclass Shop { static int price(int n) { return n; } }\n";
    let test = "package a;\n@Test\npublic class Carts {\n    public void adds() { Shop.price(1); }\n    \
                public int help() { return Shop.price(2); }\n    void own() { Shop.price(3); }\n    \
                @BeforeMethod public void prepare() { Shop.price(4); }\n}\n";
    let files = [("src/main/java/a/Shop.java", shop), ("src/test/java/a/Carts.java", test)];
    check(&files, "price", &["4 adds"], &["5 help", "6 own", "7 prepare"]);
    let unmarked = test.replace("@Test\n", "@Tested\n");
    let files = [("src/main/java/a/Shop.java", shop), ("src/test/java/a/Carts.java", &*unmarked)];
    check(&files, "price", &[], &["4 adds", "5 help", "6 own", "7 prepare"]);
}
