//! Mocks in tests: a call on one is shown as such, and reaches nothing.

use crate::support::{ask, project};
use serde_json::{Value, json};
use std::collections::BTreeSet;

type Files<'a> = &'a [(&'a str, &'a str)];

/// Asserts that, of the calls that are shown of a symbol, those on lines that end with "mock" are
/// on mocks, and those on lines that end with "runs" are not.
#[track_caller]
fn check(symbol: &str, files: Files<'_>) {
    let marked = |mark: &str| -> BTreeSet<(String, u64)> {
        let is_marked = |line: &str| {
            line.ends_with(&format!("// {mark}")) || line.ends_with(&format!("# {mark}"))
        };
        let places = files.iter().flat_map(|(path, text)| {
            let lines = text.lines().zip(1..).filter(|(line, _)| is_marked(line));
            lines.map(|(_, number)| ((*path).to_owned(), number)).collect::<Vec<_>>()
        });
        places.collect()
    };
    let root = project(files);
    let answer =
        ask::value(root.path(), "find_callers", json!({ "symbol": symbol, "maxResults": 99 }));
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    let rows = answer["results"].as_array().unwrap_or_else(|| panic!("{answer:#}"));
    for site in rows.iter().flat_map(|row| row["call_sites"].as_array().expect("calls")) {
        let on_mock = site["on_mock"] == true;
        let place = (site["file"].as_str().expect("a file").to_owned(), site["line"].as_u64());
        found[usize::from(on_mock)].insert((place.0, place.1.expect("a line")));
    }
    let [running, on_mock] = found;
    assert_eq!(on_mock, marked("mock"), "on mocks: {answer:#}");
    assert_eq!(running, marked("runs"), "running: {answer:#}");
}

const SENDER: (&str, &str) = (
    "src/main/java/app/Sender.java",
    "package app;\npublic class Sender {\n  public int send(String text) { return 1; }\n}\n",
);

const MOCKITO: &str = "package app;
import static org.mockito.Mockito.*;
class SenderTest {
  @Mock private Sender field;
  @Spy private Sender spied;
  private Sender set;
  private final Sender made = mock(Sender.class, RETURNS_DEFAULTS);
  private Sender mixed = mock(Sender.class);
  private static final Sender CONSTANT = Mockito.mock(Sender.class);
  @BeforeEach void setUp() {
    set = mock(Sender.class);
    mixed = new Sender();
  }
  @Test void stubs() {
    when(field.send(any())).thenReturn(2); // mock
    doThrow(new Error()).when(spied).send(\"a\"); // mock
    when(spied.send(\"a\")).thenReturn(3); // runs
    verify(set, times(1)).send(\"a\"); // mock
    this.set.send(\"a\"); // mock
    made.send(\"a\"); // mock
    CONSTANT.send(\"a\"); // mock
    mixed.send(\"a\"); // runs
    spied.send(\"a\"); // runs
  }
  @Test void locals(Sender field) {
    field.send(\"a\"); // runs
    Sender set = new Sender();
    set.send(\"a\"); // runs
    Sender local = spy(new Sender());
    local.send(\"a\"); // runs
    Sender mock = mock(Sender.class);
    mock.send(String.valueOf( // mock
      new Sender().send(\"a\"))); // runs
    when(mock.send( // mock
      name(new Sender().send(\"a\")))); // runs
  }
  @Test void parameter(@Mock Sender given, Sender other) {
    given.send(\"a\"); // mock
    other.send(\"a\"); // runs
  }
}
";

#[test]
fn calls_on_mocks_of_mockito() {
    check(
        "Sender.send",
        &[
            SENDER,
            ("src/test/java/app/SenderTest.java", MOCKITO),
            (
                "src/test/java/app/RealTest.java",
                "package app;
class RealTest {
  private Sender verify(Sender sender) { return sender; }
  @Test void verifies(Sender sender) {
    verify(sender).send(\"a\"); // runs
  }
}
",
            ),
        ],
    );
}

/// Where a mock may run what it stands in for, nothing is told.
#[test]
fn mocks_that_call_real_methods_run() {
    check(
        "Sender.send",
        &[
            SENDER,
            (
                "src/test/java/app/SenderTest.java",
                "package app;
import static org.mockito.Mockito.*;
class SenderTest {
  private Sender sender = mock(Sender.class);
  @Test void calls() {
    when(sender.send(any())).thenCallRealMethod(); // runs
    sender.send(\"a\"); // runs
  }
}
",
            ),
        ],
    );
}

#[test]
fn calls_on_mocks_of_mockk() {
    check(
        "Sender.send",
        &[
            (
                "src/main/kotlin/app/Sender.kt",
                "package app\nclass Sender {\n  fun send(text: String) = 1\n}\n",
            ),
            (
                "src/test/kotlin/app/SenderTest.kt",
                "package app
import io.mockk.*
class SenderTest {
  private val made: Sender = mockk()
  private val relaxed = mockk<Sender>(relaxed = true)
  @MockK lateinit var declared: Sender
  private val real = Sender()
  private val later: Sender
    get() = Sender()
  private val spied = spyk(Sender())
  fun tests() {
    every { made.send(any()) } returns 1 // mock
    coVerify(exactly = 1) { spied.send(\"a\") } // mock
    verify { real.send(\"a\"); relaxed.send(\"b\") } // mock
    declared.send(\"a\") // mock
    real.send(\"a\") // runs
    spied.send(\"a\") // runs
    later.send(\"a\") // runs
    every {
      made.send( // mock
        name(real.send(\"a\")) // runs
      )
    } returns 2
  }
  fun other(made: Sender) {
    made.send(\"a\") // runs
  }
}
",
            ),
        ],
    );
}

#[test]
fn calls_on_mocks_of_csharp() {
    check(
        "Sender.Send",
        &[
            (
                "src/Sender.cs",
                "namespace App;
public interface ISender { int Send(string text); }
public class Sender : ISender { public virtual int Send(string text) => 1; }
",
            ),
            (
                "tests/SenderTests.cs",
                "using Moq;
namespace App.Tests;
public class SenderTests {
  private readonly Mock<Sender> _mock = new Mock<Sender>();
  private readonly Mock<Sender> _short = new();
  private readonly Sender _real = new Sender();
  public void Tests() {
    _mock.Setup(sender => sender.Send(\"a\")).Returns(1); // mock
    _mock.Object.Send(\"a\"); // mock
    _short.Verify(s => s.Send(It.IsAny<string>()), Times.Once); // mock
    _real.Send(\"a\"); // runs
    Sender of = _mock.Object;
    of.Send(\"a\"); // mock
  }
}
",
            ),
            (
                "tests/SubstituteTests.cs",
                "using NSubstitute;
namespace App.Tests;
public class SubstituteTests {
  private readonly Sender _sender = Substitute.For<Sender>();
  public void Tests(Sender other) {
    _sender.Send(\"a\").Returns(1); // mock
    _sender.Received(1).Send(\"a\"); // mock
    other.DidNotReceive().Send(\"a\"); // mock
    other.Send(\"a\"); // runs
  }
}
",
            ),
        ],
    );
}

#[test]
fn calls_on_mocks_of_php() {
    check(
        "Sender.send",
        &[
            (
                "src/Sender.php",
                "<?php
namespace App;
class Sender {
    public function send(string $text): int { return 1; }
}
",
            ),
            (
                "tests/SenderTest.php",
                "<?php
namespace App\\Tests;
use App\\Sender;
class SenderTest extends TestCase {
    private Sender $sender;
    private Sender $real;
    protected function setUp(): void {
        $this->sender = $this->createMock(Sender::class);
        $this->real = new Sender();
    }
    public function testSend(Sender $sender): void {
        $this->sender->send('a'); // mock
        $this->real->send('a'); // runs
        $sender->send('a'); // runs
        $stub = $this->createStub(Sender::class);
        $stub->send('a'); // mock
    }
}
",
            ),
        ],
    );
}

/// A module that is replaced runs nothing, unless its real functions are asked for.
#[test]
fn functions_of_replaced_modules_do_not_run() {
    check(
        "send",
        &[
            ("src/sender.ts", "export function send(text: string) { return 1; }\n"),
            (
                "src/sender.test.ts",
                "import { send } from \"./sender\";
import * as sender from \"./sender\";
jest.mock(\"./sender\", () => ({ send: jest.fn(() => 2) }));
it(\"sends\", () => {
  send(\"a\"); // mock
  sender.send(\"a\"); // mock
});
",
            ),
            (
                "src/partial.test.ts",
                "import { send } from \"./sender\";
vi.mock(\"./sender\", async (original) => {
  const actual = await vi.importActual(\"./sender\");
  return { ...actual, receive: vi.fn() };
});
vi.mock(\"./other\");
it(\"sends\", () => {
  send(\"a\"); // runs
});
",
            ),
        ],
    );
}

#[test]
fn what_a_double_is_told_of_breaks_with_the_name_and_does_not_run() {
    let root = project(&[
        ("lib/sender.rb", "class Sender\n  def deliver_text(text)\n    1\n  end\nend\n"),
        (
            "spec/sender_spec.rb",
            "RSpec.describe Sender do
  it 'sends' do
    expect_any_instance_of(Sender).to receive(:deliver_text).with('a')
  end
end
",
        ),
    ]);
    let asked = json!({ "symbol": "Sender.deliver_text", "wait": 0 });
    let text = ask::text(root.path(), "impact_analysis", asked);
    assert!(text.contains("On a mock (1 in 1 file)"), "{text}");
    assert!(!text.contains("## Tests"), "{text}");
}

#[test]
fn doubles_of_ruby_and_mocks_of_python_do_not_run() {
    check(
        "Sender.deliver_text",
        &[
            ("lib/sender.rb", "class Sender\n  def deliver_text(text)\n    1\n  end\nend\n"),
            (
                "spec/sender_spec.rb",
                "RSpec.describe Sender do
  let(:sender) { instance_double(Sender, deliver_text: 1) }
  let(:real) { Sender.new }
  it 'sends' do
    sender.deliver_text('a') # mock
    real.deliver_text('a') # runs
  end
end
",
            ),
        ],
    );
    check(
        "Sender.deliver_text",
        &[
            ("sender.py", "class Sender:\n    def deliver_text(self, text):\n        return 1\n"),
            (
                "test_sender.py",
                "from unittest import mock
from sender import Sender

class TestSender:
    def setup(self):
        self.sender = mock.MagicMock(spec=Sender)
        self.real = Sender()

    def test_send(self, sender):
        self.sender.deliver_text('a') # mock
        self.real.deliver_text('a') # runs
        sender.deliver_text('a') # runs
        made = Sender(sender=mock.Mock())
        made.deliver_text('a') # runs
",
            ),
        ],
    );
}

fn impact(files: Files<'_>, symbol: &str) -> (Value, String) {
    let root = project(files);
    let arguments = json!({ "symbol": symbol, "wait": 0 });
    let text = ask::text(root.path(), "impact_analysis", arguments.clone());
    (ask::value(root.path(), "impact_analysis", arguments), text)
}

/// The kind of the group and the name of each row.
fn rows(answer: &Value) -> BTreeSet<String> {
    let groups = answer["groups"].as_array().unwrap_or_else(|| panic!("{answer:#}"));
    let rows = groups.iter().flat_map(|group| {
        let rows = group["results"].as_array().expect("rows").iter();
        let kind = match group["title"].as_str() {
            Some("On a mock") => "mocks",
            Some("Helpers of tests") => "helpers",
            _ => group["kind"].as_str().expect("a kind"),
        };
        rows.map(move |row| format!("{kind} {}", row["name"]).replace('"', ""))
    });
    rows.collect()
}

const SERVICE: (&str, &str) = (
    "src/main/java/app/Service.java",
    "package app;
public class Service {
  private final Sender sender;
  public int serve() { return sender.send(\"a\"); }
}
",
);

#[test]
fn tests_that_call_mocks_are_counted_apart() {
    let tests = (
        "src/test/java/app/ServiceTest.java",
        "package app;
import static org.mockito.Mockito.*;
class ServiceTest {
  private final Sender sender = mock(Sender.class);
  private final Service service = mock(Service.class);
  private void stub() {
    when(sender.send(any())).thenReturn(2);
  }
  @Test void stubs() {
    stub();
  }
  @Test void verifies() {
    verify(sender).send(\"a\");
    verify(sender).send(\"b\");
  }
  @Test void serves() {
    service.serve();
  }
  @Test void sends() {
    verify(sender).send(\"a\");
    new Sender().send(\"a\");
  }
}
",
    );
    let (answer, text) = impact(&[SENDER, SERVICE, tests], "Sender.send");
    let expected = ["callers serve", "mocks serves", "mocks stub", "mocks verifies", "tests sends"];
    assert_eq!(rows(&answer), expected.map(str::to_owned).into(), "{answer:#}");
    assert_eq!(answer["summary"]["tests_covering"], 1);
    assert!(text.contains("; 1 test reaches it\n"), "{text}");
    let group = "## On a mock (3 in 1 file): does not run it, but what calls it breaks as other callers do\n\
                 src/test/java/app/ServiceTest.java:7, 13, 14\n\
                 what leads to it is a mock in ServiceTest.java (1)\n";
    assert!(text.contains(group), "{text}");
}

/// A test that calls a mock directly may reach the target through others all the same.
#[test]
fn tests_that_reach_it_beside_a_mock_reach_it() {
    let tests = (
        "src/test/java/app/ServiceTest.java",
        "package app;
import static org.mockito.Mockito.*;
class ServiceTest {
  private final Sender sender = mock(Sender.class);
  @Test void serves() {
    verify(sender).send(\"a\");
    new Service(new Sender()).serve();
  }
}
",
    );
    let (answer, text) = impact(&[SENDER, SERVICE, tests], "Sender.send");
    assert_eq!(
        rows(&answer),
        ["callers serve", "tests serves"].map(str::to_owned).into(),
        "{text}"
    );
    assert_eq!(answer["summary"]["tests_covering"], 1, "{text}");
}

/// What leads to the target over a mock in the test's file does not reach it, unless the file, or
/// what calls it, makes a real one, or another way leads around it.
#[test]
fn tests_that_run_into_mocks_do_not_reach_it() {
    let test = |name: &str, sender: &str, call: &str| {
        format!(
            "package app;
import static org.mockito.Mockito.*;
class {name} {{
  @Test void runs() {{
    Sender sender = {sender};
    {call}
  }}
}}
"
        )
    };
    let service = "package app;
public class Service {
  private final Sender sender;
  public int serve() { return sender.send(\"a\"); }
  public int serveBoth() { return serve() + Anew.serveAnew(); }
}
";
    let anew = "package app;
public class Anew {
  public static int serveAnew() { return new Sender().send(\"a\"); }
}
";
    let tests = [
        ("MockedTest", "mock(Sender.class)", "new Service(sender).serve();"),
        ("MixedTest", "mock(Sender.class)", "new Service(sender).serve(); new Sender();"),
        ("AroundTest", "mock(Sender.class)", "new Service(sender).serveBoth();"),
        ("AnewTest", "mock(Sender.class)", "Anew.serveAnew();"),
        ("RealTest", "new Sender()", "new Service(sender).serve();"),
    ];
    let tests = tests.map(|(name, sender, call)| {
        (format!("src/test/java/app/{name}.java"), test(name, sender, call))
    });
    let service = ("src/main/java/app/Service.java", service);
    let mut files = vec![SENDER, service, ("src/main/java/app/Anew.java", anew)];
    files.extend(tests.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let (answer, text) = impact(&files, "Sender.send");
    let files_of = |title: &str| -> BTreeSet<String> {
        let mut groups = answer["groups"].as_array().expect("groups").iter();
        let group =
            groups.find(|group| group["title"] == title).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(group["kind"], "tests", "{group}");
        let rows = group["results"].as_array().expect("rows").iter();
        rows.map(|row| row["container"].as_str().expect("a class").to_owned()).collect()
    };
    assert_eq!(files_of("On a mock"), ["MockedTest".to_owned()].into(), "{text}");
    let reaching = ["AnewTest", "AroundTest", "MixedTest", "RealTest"].map(str::to_owned);
    assert_eq!(files_of("Tests"), reaching.into(), "{text}");
}

#[test]
fn ways_over_replaced_modules_and_patched_names_end_there() {
    let (answer, text) = impact(
        &[
            ("src/sender.ts", "export function send(text: string) { return 1; }\n"),
            (
                "src/service.ts",
                "import { send } from \"./sender\";\nexport function serve() { return send(\"a\"); }\n",
            ),
            (
                "src/mocked.test.ts",
                "import { serve } from \"./service\";\njest.mock(\"./sender\");\nit(\"is mocked\", () => {\n  serve();\n});\n",
            ),
            (
                "src/real.test.ts",
                "import { serve } from \"./service\";\njest.mock(\"./other\");\nit(\"runs\", () => {\n  serve();\n});\n",
            ),
        ],
        "send",
    );
    let found = rows(&answer);
    assert!(found.contains("mocks is mocked"), "{text}");
    assert!(found.contains("tests runs"), "{text}");
    let (answer, text) = impact(
        &[
            ("app/mail.py", "def send(text):\n    return 1\n"),
            ("app/service.py", "from app.mail import send\n\ndef serve():\n    return send('a')\n"),
            (
                "tests/test_service.py",
                "from unittest import mock
from app.service import serve

@mock.patch(\"app.service.send\")
def test_patched(send):
    serve()

def test_other():
    with mock.patch(\"app.other.send\"):
        serve()

def test_inside():
    with mock.patch(\"app.service.send\"):
        serve()
",
            ),
        ],
        "send",
    );
    let expected = ["mocks test_inside", "mocks test_patched", "tests test_other"];
    let found = rows(&answer);
    assert!(expected.iter().all(|row| found.contains(*row)), "{text}");
}

/// Of a module of which a factory takes over the rest, what it sets beside that is replaced.
#[test]
fn of_a_module_that_is_replaced_in_part_the_rest_runs() {
    let sender = "export function send(text: string) { return 1; }\nexport function post() { return send(\"b\"); }\n\
                  export const client = { ask: () => send(\"c\") };\n";
    let partial = "import { send, post } from \"./sender\";
import * as sender from \"./sender\";
vi.mock(\"./sender\", async (original) => ({
  ...(await original<typeof import(\"./sender\")>()),
  send: vi.fn(),
}));
it(\"sends\", () => {
  send(\"a\"); // mock
  sender.send(\"a\"); // mock
});
";
    let spied = "import { send } from \"./sender\";
jest.mock(\"./sender\", () => {
  const actual = jest.requireActual(\"./sender\");
  return { send: jest.fn(), ...actual, post: jest.fn() };
});
it(\"sends\", () => {
  send(\"a\"); // runs
});
";
    let wrapped = "import { send } from \"./sender\";
vi.mock(\"./sender\", async (importOriginal) => {
  const actual = await importOriginal();
  return { ...actual, send: vi.fn(actual.send) };
});
it(\"sends\", () => {
  send(\"a\"); // runs
});
";
    let own = sender.replace("send(\"b\"); }", "send(\"b\"); } // runs");
    let own = own.replace("send(\"c\") };", "send(\"c\") }; // runs");
    let files = [
        ("src/sender.ts", own.as_str()),
        ("src/partial.test.ts", partial),
        ("src/spied.test.ts", spied),
        ("src/wrapped.test.ts", wrapped),
    ];
    check("send", &files);
}

/// Ways from tests end at what is replaced: a name of a module, a module of another package by the
/// name that its callers know, and what is set in a test.
#[test]
fn ways_over_replaced_names_end_there() {
    let part = "import { serve } from \"./service\";\nvi.mock(\"./sender\", async () => ({ ...(await vi.importActual(\"./sender\")), {} }));\n\
                it(\"{t}\", () => { serve(); });\n";
    let part = |name: &str, set: &str| part.replace("{}", set).replace("{t}", name);
    let set = |name: &str, statement: &str| {
        format!(
            "import {{ serve }} from \"./service\";\nimport * as sender from \"./sender\";\n\
             it(\"{name}\", () => {{\n  {statement};\n  serve();\n}});\n"
        )
    };
    let package = "import { serve } from \"../src/far\";\nvi.mock(\"@org/mail\");\nit(\"of package\", () => { serve(); });\n";
    let files = [
        ("src/sender.ts", "export function send(text: string) { return 1; }\n".to_owned()),
        ("src/service.ts", "import { send } from \"./sender\";\nexport function serve() { return send(\"a\"); }\n".to_owned()),
        ("src/a.test.ts", part("sets it", "send: vi.fn()")),
        ("src/b.test.ts", part("sets another", "receive: vi.fn()")),
        ("src/c.test.ts", set("assigned", "sender.send = jest.fn()")),
        ("src/d.test.ts", set("spied", "vi.spyOn(sender, \"send\").mockReturnValue(2)")),
        ("src/e.test.ts", set("spied once", "vi.spyOn(sender, \"send\").mockReturnValueOnce(2)")),
        ("src/f.test.ts", set("only spied", "vi.spyOn(sender, \"send\")")),
        ("packages/mail/package.json", "{ \"name\": \"@org/mail\", \"main\": \"index.ts\" }".to_owned()),
        ("packages/mail/index.ts", "export { send } from \"../../src/sender\";\n".to_owned()),
        ("src/far.ts", "import { send } from \"@org/mail\";\nexport function serve() { return send(\"a\"); }\n".to_owned()),
        ("test/g.test.ts", package.to_owned()),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, &**text)).collect();
    let (answer, text) = impact(&files, "src/sender.ts#send");
    let found = rows(&answer);
    for mocked in ["sets it", "assigned", "spied", "of package"] {
        assert!(found.contains(&format!("mocks {mocked}")), "{mocked}: {text}");
    }
    for run in ["sets another", "spied once", "only spied"] {
        assert!(found.contains(&format!("tests {run}")), "{run}: {text}");
    }
}
