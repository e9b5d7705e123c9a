//! Which functions of a test's file are tests, which of them are given what they do not call, and
//! which name strings of a target.

use crate::support::{ask, project};
use serde_json::{Value, json};

/// Returns the names and lines of the rows under some titles, all of which are in test code.
fn rows(answer: &Value, titles: &[&str]) -> Vec<String> {
    let groups = answer["groups"].as_array().expect("groups").iter();
    let groups = groups
        .filter(|group| titles.contains(&group["title"].as_str().expect("a title")))
        .inspect(|group| assert_eq!(group["kind"], "tests", "{group}"));
    let rows = groups.flat_map(|group| group["results"].as_array().expect("rows"));
    let rows = rows.filter(|row| row["name"] != "<module>");
    rows.map(|row| format!("{} {}", row["line"], row["name"].as_str().expect("a name"))).collect()
}

/// Checks the tests and the helpers of tests that reach a symbol.
#[track_caller]
pub(super) fn check(files: &[(&str, &str)], symbol: &str, tests: &[&str], helpers: &[&str]) {
    let root = project(files);
    let arguments = json!({ "symbol": symbol, "wait": 0 });
    let answer = ask::value(root.path(), "impact_analysis", arguments);
    let mut found = rows(&answer, &["Tests", "Tests that may reach it"]);
    found.sort_by_key(|row| row.split(' ').next().and_then(|line| line.parse::<usize>().ok()));
    assert_eq!(found, tests, "{answer:#}");
    let mut found = rows(&answer, &["Helpers of tests"]);
    found.sort_by_key(|row| row.split(' ').next().and_then(|line| line.parse::<usize>().ok()));
    assert_eq!(found, helpers, "{answer:#}");
    assert_eq!(answer["summary"]["tests_covering"], tests.len(), "{answer:#}");
}

/// What no test is seen to call is no test, and the risk is that of what has none.
#[test]
fn helpers_are_no_tests() {
    let root = project(&[
        ("shop.py", "def price(n):\n    return n\n\ndef total():\n    return price(1)\n"),
        (
            "tests/helpers.py",
            "from shop import price, total\n\ndef cart():\n    return price(2)\n\ndef all():\n    return total()\n\n\
             def twice():\n    return cart()\n",
        ),
    ]);
    let answer = ask::text(root.path(), "impact_analysis", json!({ "symbol": "price", "wait": 0 }));
    assert!(answer.contains("; no tests reached"), "{answer}");
    assert!(answer.contains("and no test is known to reach it"), "{answer}");
    let title = "## Helpers of tests (3 in 1 file): not reached by a test that is seen\n";
    assert!(answer.contains(title), "{answer}");
    assert!(
        answer.contains(
            "  3 cart · 4 return price(2)\n  6 all · through total\n  9 twice · through cart\n"
        ),
        "{answer}"
    );
}

/// Sure tests stand under a heading of their own, above those that are possible, and its figure is
/// that of the head.
#[test]
fn headings_say_what_the_head_says() {
    let root = project(&[
        (
            "shop.py",
            "def price(n):\n    return n\n\ndef total():\n    return price(1)\n\ndef open(bus):\n    bus.on(price)\n",
        ),
        (
            "test_shop.py",
            "from shop import open, price, total\n\ndef test_price():\n    price(1)\n\ndef test_total():\n    total()\n\n\
             def test_open():\n    open(None)\n",
        ),
    ]);
    let answer = ask::text(root.path(), "impact_analysis", json!({ "symbol": "price", "wait": 0 }));
    assert!(answer.contains("; 2 tests reach it, 1 more may"), "{answer}");
    let sure = "## Tests (2 and 1 other place in 1 file): break as other users do, those through others only if its \
                behaviour changes\n";
    assert!(answer.contains(sure), "{answer}");
    let possible = "## Tests that may reach it (1 in 1 file): may run it through others\n";
    assert!(answer.contains(possible), "{answer}");
    assert!(answer.find(sure) < answer.find(possible), "{answer}");
}

const SHOP_PY: &str = "def price(n):\n    return n\n";

/// A fixture of pytest leads to what takes it as a parameter in the files that see it.
#[test]
fn fixtures_are_taken_as_parameters() {
    let conftest = "import pytest\nfrom shop import price\n\n@pytest.fixture\ndef priced():\n    return price(2)\n\n\
                    @pytest.fixture(name=\"cheap\")\ndef cheap_fixture():\n    return price(1)\n\n\
                    @pytest.fixture\ndef test_shop(priced):\n    return priced\n";
    let tests = "import pytest\n\ndef test_priced(priced):\n    pass\n\ndef test_twice(test_shop, tmp_path):\n    pass\n\n\
                 def test_cheap(cheap: int):\n    pass\n\n@pytest.mark.usefixtures(\"priced\")\ndef test_marked():\n    pass\n\n\
                 def test_other(prices):\n    priced = prices\n\n\
                 @pytest.mark.parametrize(\"n, priced\", [(1, 2)])\ndef test_table(n, priced):\n    pass\n";
    check(
        &[("shop.py", SHOP_PY), ("tests/conftest.py", conftest), ("tests/a/test_shop.py", tests)],
        "price",
        &["3 test_priced", "6 test_twice", "9 test_cheap", "13 test_marked"],
        &["5 priced", "9 cheap_fixture"],
    );
    // Another of the name is nearer to the test, or is its own.
    let own = "import pytest\n\n@pytest.fixture\ndef priced():\n    return 1\n";
    let test = "def test_priced(priced):\n    pass\n";
    let own_test = format!("{own}\n{test}");
    for (file, text) in [("tests/a/conftest.py", own), ("tests/a/test_own.py", &own_test)] {
        let mut files = vec![("shop.py", SHOP_PY), ("tests/conftest.py", conftest), (file, text)];
        if file.ends_with("conftest.py") {
            files.push(("tests/a/test_shop.py", test));
        }
        check(&files, "price", &[], &["5 priced", "9 cheap_fixture", "13 test_shop"]);
    }
}

/// A parameter with a default is no fixture, and neither is what a text names.
#[test]
fn what_is_no_fixture_is_not_taken() {
    let tests = "import pytest\nfrom shop import price\n\n@pytest.fixture\ndef priced():\n    return price(2)\n\n\
                 def test_default(priced=3):\n    pass\n\n\
                 def test_typed_default(n, priced: dict[str, int] = 3):\n    pass\n\n\
                 def test_told(request):\n    \"\"\"Unlike getfixturevalue(\"priced\").\"\"\"\n\n\
                 def test_noted(request):\n    pass  # getfixturevalue(\"priced\")\n\n\
                 def test_asking(request):\n    \"\"\"As getfixturevalue(\"priced\").\"\"\"\n    request.getfixturevalue(\"priced\")\n\n\
                 def test_typed(priced: dict[str, tuple[int, list[int]]], n=2):\n    pass\n\n\
                 def test_named(n: \"a\", *, priced: priced.Type):\n    pass\n";
    check(
        &[("shop.py", SHOP_PY), ("tests/test_shop.py", tests)],
        "price",
        &["20 test_asking", "24 test_typed", "27 test_named"],
        &["5 priced"],
    );
}

/// What runs before each test of a type is run by these, and is no test itself.
#[test]
fn what_prepares_tests_leads_to_them() {
    check(
        &[
            ("shop.py", SHOP_PY),
            (
                "test_shop.py",
                "from unittest import TestCase\nfrom shop import price\n\nclass TestCart(TestCase):\n    def setUp(self):\n        \
                 price(1)\n\n    def test_cart(self):\n        pass\n\nclass TestOther(TestCase):\n    def test_other(self):\n        pass\n",
            ),
        ],
        "price",
        &["8 test_cart"],
        &["5 setUp"],
    );
    check(
        &[
            ("src/main/java/a/Shop.java", SHOP_JAVA),
            (
                "src/test/java/a/ShopTest.java",
                "package a;\nclass ShopTest {\n    @BeforeEach void prepare() { Shop.price(1); }\n    @Test void plain() { }\n    \
                 @Nested class Inner {\n        @CartesianTest void inner() { }\n    }\n    void help() { }\n}\n",
            ),
        ],
        "price",
        &["4 plain", "6 inner"],
        &["3 prepare"],
    );
    check(
        &[
            ("shop.h", "int price(int n);\n"),
            ("shop.cpp", "#include \"shop.h\"\nint price(int n) { return n; }\n"),
            (
                "shop_test.cpp",
                "#include \"shop.h\"\nclass ShopTest : public testing::Test {\n protected:\n  void SetUp() override { price(1); }\n};\n\n\
                 TEST_F(ShopTest, Prepared) { }\n\nTEST(Shop, Other) { }\n",
            ),
        ],
        "price",
        &["7 Prepared"],
        &["4 SetUp"],
    );
}

const SHOP_JAVA: &str =
    "package a;\npublic class Shop {\n    public static int price(int n) { return n; }\n}\n";

/// A decorator names what gives the rows of a table.
#[test]
#[expect(clippy::too_many_lines, reason = "one project for each language")]
fn tables_are_given_by_name() {
    check(
        &[
            ("src/main/java/a/Shop.java", SHOP_JAVA),
            (
                "src/test/java/a/ShopTest.java",
                "package a;\nclass ShopTest {\n    @ParameterizedTest\n    @MethodSource(\"numbers\")\n    void byName(int n) { }\n    \
                 static Stream<Integer> numbers() { return Stream.of(Shop.price(1)); }\n    @ParameterizedTest @MethodSource\n    \
                 void same(int n) { }\n    static Stream<Integer> same() { return Stream.of(Shop.price(1)); }\n    \
                 @ParameterizedTest @MethodSource(\"others\") void other(int n) { }\n    \
                 @ParameterizedTest @ArgumentsSource(Rows.class) void bySource(int n) { }\n    \
                 static class Rows implements ArgumentsProvider {\n        \
                 public Stream<Arguments> provideArguments(ExtensionContext c) { return rows(Shop.price(1)); }\n    }\n    \
                 @ParameterizedTest @MethodSource(\"b.Other#numbers\") void ofOther(int n) { }\n    \
                 @ParameterizedTest @MethodSource(\"a.ShopTest#numbers\") void byFullName(int n) { }\n}\n",
            ),
        ],
        "price",
        &["5 byName", "8 same", "11 bySource", "16 byFullName"],
        &["6 numbers", "9 same", "13 provideArguments"],
    );
    check(
        &[
            (
                "src/Shop.cs",
                "namespace A;\npublic static class Shop {\n    public static int Price(int n) => n;\n}\n",
            ),
            (
                "tests/ShopTests.cs",
                "namespace A.Tests;\npublic class ShopTests {\n    \
                 public static IEnumerable<object[]> Rows() { yield return new object[] { Shop.Price(1) }; }\n    \
                 [Theory, MemberData(nameof(Rows))]\n    public void ByName(int n) { }\n    \
                 [Theory, MemberData(nameof(Others))]\n    public void Other(int n) { }\n    \
                 [RetryFact] public void Retried() { Shop.Price(2); }\n}\n",
            ),
        ],
        "Shop.Price",
        &["5 ByName", "8 Retried"],
        &["3 Rows"],
    );
    check(
        &[
            (
                "src/Shop.php",
                "<?php\nnamespace App;\nclass Shop {\n    public static function price(int $n) { return $n; }\n}\n",
            ),
            (
                "tests/ShopTest.php",
                "<?php\nnamespace Tests;\nuse App\\Shop;\nclass ShopTest extends TestCase {\n    \
                 public static function rows() { return [[Shop::price(1)]]; }\n    \
                 #[DataProvider('rows')]\n    public function testAttribute(int $n) { }\n    \
                 /** @dataProvider rows */\n    public function testComment(int $n) { }\n    \
                 /** @dataProvider rowsToo */\n    public function testOther(int $n) { }\n    \
                 /** @test */\n    public function marked() { Shop::price(1); }\n}\n",
            ),
        ],
        "price",
        &["7 testAttribute", "9 testComment", "13 marked"],
        &["5 rows"],
    );
    check(
        &[
            ("Cargo.toml", "[package]\nname = \"shop\"\n"),
            (
                "src/lib.rs",
                "pub fn price(n: u32) -> u32 { n }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    \
                 #[fixture]\n    fn cart() -> u32 { price(3) }\n\n    #[rstest]\n    fn given(cart: u32) {}\n\n    \
                 #[rstest]\n    fn other(n: u32) { let cart: u32 = n; }\n\n    \
                 #[test_case::test_case(1)]\n    fn table(n: u32) { price(n); }\n}\n",
            ),
        ],
        "price",
        &["11 given", "17 table"],
        &["8 cart"],
    );
}

/// Tests of libraries that name them by sentences or macros have their own names and lines.
#[test]
fn tests_of_many_forms_have_their_names() {
    check(
        &[
            ("src/main/kotlin/a/Shop.kt", "package a\nfun price(n: Int): Int = n\n"),
            (
                "src/test/kotlin/a/ShopTest.kt",
                "package a\nclass ShopTest : StringSpec({\n    \"a string\" { price(1) }\n    \
                 \"with a tag\".config(tags = all) { price(1) }\n    test(\"a case\") { price(1) }\n    \
                 describe(\"a group\") { it(\"inner\") { price(1) } }\n    \"free\" - { \"inner free\" { price(1) } }\n    \
                 \"word\" should { \"inner word\" { price(1) } }\n})\n",
            ),
        ],
        "price",
        &["3 a string", "4 with a tag", "5 a case", "6 inner", "7 inner free", "8 inner word"],
        &[],
    );
    check(
        &[
            ("shop.h", "int price(int n);\n"),
            ("shop.cpp", "#include \"shop.h\"\nint price(int n) { return n; }\n"),
            (
                "shop_test.cpp",
                "#include \"shop.h\"\nnamespace a {\nTEST_CASE(\"named\") { price(1); }\n\
                 TEST_CASE_METHOD(Fix, \"of a fixture\") { price(1); }\nBOOST_AUTO_TEST_CASE(boosted) { price(1); }\n}\n\
                 void TestShop::slot() { price(1); }\nvoid help(int n) { price(n); }\n",
            ),
        ],
        "price",
        &["3 named", "4 of a fixture", "5 boosted", "7 slot"],
        &["8 help"],
    );
    check(
        &[
            ("go.mod", "module shop\n"),
            ("shop.go", "package shop\n\nfunc Price(n int) int { return n }\n"),
            (
                "shop_test.go",
                "package shop\n\nvar _ = Describe(\"a shop\", func() {\n\tIt(\"prices\", func() { Price(1) })\n})\n\n\
                 func (s *ShopSuite) TestInSuite() { Price(1) }\n\nfunc ExamplePrice() { Price(1) }\n\n\
                 func cart() int { return Price(1) }\n\nfunc TestParts(t *testing.T) {\n\tt.Run(\"named\", part)\n}\n\n\
                 func part(t *testing.T) { Price(1) }\n",
            ),
        ],
        "Price",
        &["4 prices", "7 TestInSuite", "9 ExamplePrice", "13 TestParts"],
        &["11 cart", "17 part"],
    );
}

/// Returns what the answer says of tests that name strings.
fn strings(files: &[(&str, &str)], symbol: &str) -> Option<String> {
    let root = project(files);
    let answer = ask::text(root.path(), "impact_analysis", json!({ "symbol": symbol, "wait": 0 }));
    let line = answer.lines().find(|line| line.starts_with("Possible tests, which name strings"));
    line.map(str::to_owned)
}

/// A test that sets a variable of the environment, or expects a message, may depend on what reads
/// the one or says the other.
#[test]
fn tests_name_strings_of_a_function() {
    let shop = "import os\n\ndef price(n):\n    if os.environ.get(\"SHOP_DISCOUNT\"):\n        return \"name\"\n    \
                raise ValueError(f\"no price is known of {n}\")\n\ndef main():\n    price(1)\n";
    let tests = "from subprocess import run\n\ndef test_discount():\n    run(\"shop\", env={\"SHOP_DISCOUNT\": \"1\"})\n\n\
                 def test_message():\n    assert \"no price is known of 3\" in run(\"shop\")\n\n\
                 def test_name():\n    assert run(\"name\")\n\n\
                 # SHOP_DISCOUNT is read elsewhere\ndef test_longer():\n    run(\"MY_SHOP_DISCOUNT_X\")\n";
    let found = strings(&[("shop.py", shop), ("tests/test_shop.py", tests)], "price");
    let expected = "Possible tests, which name strings of it: `SHOP_DISCOUNT` tests/test_shop.py:3; \
                    `no price is known of` tests/test_shop.py:6";
    assert_eq!(found.as_deref(), Some(expected));
    // What others say too tells nothing.
    let other = "import os\nprint(os.environ[\"SHOP_DISCOUNT\"], \"no price is known of 2\")\n";
    let files =
        [("shop.py", shop), ("a.py", other), ("b.py", other), ("tests/test_shop.py", tests)];
    assert_eq!(strings(&files, "price"), None);
}

/// A function in a test is a part of it, and one in a group of tests helps these.
#[test]
fn functions_in_tests_and_in_groups_of_tests() {
    check(
        &[
            ("shop.py", "def price(n):\n    return n\n"),
            (
                "test_shop.py",
                "from shop import price\n\ndef test_inner():\n    def inner():\n        return price(1)\n    assert inner()\n",
            ),
        ],
        "price",
        &["4 inner"],
        &[],
    );
    check(
        &[
            ("shop.js", "export function price(n) { return n; }\n"),
            (
                "shop.test.js",
                "import { price } from './shop';\ndescribe('x', () => {\n  function setup() { return price(2); }\n  \
                 it('one', () => { setup(); });\n  it('two', () => { price(1); });\n});\n",
            ),
        ],
        "price",
        &["4 one", "5 two"],
        &["3 setup"],
    );
}
