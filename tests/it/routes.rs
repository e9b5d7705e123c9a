//! Tests that reach what answers requests over the route that it is registered for elsewhere.

use crate::support::{ask, project};
use serde_json::json;

/// Asserts the lines of an impact that tell of routes, in the order of the answer. Before the
/// symbol may stand its file.
#[track_caller]
fn check(files: &[(&str, &str)], symbol: &str, expected: &[&str]) {
    let app = project(files);
    let arguments = match symbol.split_once(' ') {
        Some((file, symbol)) => json!({ "file": file, "symbol": symbol }),
        None => json!({ "symbol": symbol }),
    };
    let text = ask::text(app.path(), "impact_analysis", arguments);
    let marks = "Possible tests, over the route ";
    let routes: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(marks)).collect();
    assert_eq!(routes, expected, "{text}");
}

const DJANGO: &[(&str, &str)] = &[
    (
        "views.py",
        "class ReportView(View):
    def get(self, request):
        return self.build()

    def post(self, request):
        pass

    def build(self):
        pass

class DocumentView(ModelViewSet):
    def list(self, request):
        pass

    def retrieve(self, request, pk):
        pass

    @action(methods=['get'], detail=True)
    def preview(self, request, pk):
        pass

    @action(
        detail=False,
        url_path='next_free',
    )
    def next_one(self, request):
        pass

    def helper(self):
        pass

class SearchView(DocumentView):
    def list(self, request):
        pass
",
    ),
    ("other.py", "class ReportView(View):\n    def get(self, request):\n        pass\n"),
    (
        "urls.py",
        "from views import ReportView
import views

router.register(r'documents', views.DocumentView)
router.register('found_documents', views.SearchView, basename='found')
urls = [
    re_path(
        '^daily_report/$',
        ReportView.as_view(),
        name='report',
    ),
]
",
    ),
    (
        "test_views.py",
        "def test_report(client):
    client.get('/api/daily_report/?day=1')

def test_send(client):
    client.post('/api/daily_report/')

def test_list(client):
    client.get('/api/documents/')

def test_one(client, one):
    client.get(f'/api/documents/{one.pk}/')

def test_word(client):
    client.get('/api/documents/next_free/')

def test_preview(client):
    client.get('/api/documents/7/preview/')

def test_found(client):
    client.get('/api/found_documents/7/')

def test_file():
    open('documents/report7.pdf')
",
    ),
    ("list.spec.ts", "it('lists', () => {\n  http.expectOne('/api/documents/');\n});\n"),
];

#[test]
fn views_of_django_are_asked_for_by_their_paths() {
    let daily = "`GET daily_report`: test_views.py:1";
    check(DJANGO, "views.py ReportView.get", &[daily]);
    check(DJANGO, "views.py ReportView.build", &[daily]);
    check(DJANGO, "other.py ReportView.get", &[]);
    check(DJANGO, "views.py ReportView.post", &["`POST daily_report`: test_views.py:4"]);
    let list = "`GET documents`: test_views.py:7";
    check(DJANGO, "DocumentView.list", &[list]);
    let found = "`GET found_documents/{id}`: test_views.py:19";
    let one = "`GET documents/{id}`: test_views.py:10";
    check(DJANGO, "DocumentView.retrieve", &[one, found]);
    check(DJANGO, "DocumentView.preview", &["`documents/{id}/preview`: test_views.py:16"]);
    check(DJANGO, "DocumentView.next_one", &["`documents/next_free`: test_views.py:13"]);
    check(DJANGO, "DocumentView.helper", &[]);
}

#[test]
fn controllers_of_laravel_are_asked_for_by_their_paths() {
    let files = &[
        (
            "SongController.php",
            "<?php\nnamespace App;\nclass SongController {\n    public function show() {}\n    \
             public function index() {}\n    public function play() {}\n}\n",
        ),
        (
            "ScanController.php",
            "<?php\nnamespace App;\nclass ScanController {\n    public function __invoke() {}\n}\n",
        ),
        (
            "routes.php",
            "<?php\nuse App\\SongController;\nuse App\\ScanController;\n\
             Route::apiResource('songs', SongController::class);\n\
             Route::post('songs/{song}/play', [SongController::class, 'play']);\n\
             Route::post('scanner', ScanController::class);\n",
        ),
        (
            "tests/SongTest.php",
            "<?php\nclass SongTest extends TestCase {\n    public function testShow() {\n        \
             $this->getJson(\"api/songs/{$song->id}\");\n    }\n    \
             public function testIndex() {\n        $this->getAs('api/songs');\n    }\n    \
             public function testPlay() {\n        $this->postAs(\"api/songs/$id/play\");\n    }\n    \
             public function testStore() {\n        $this->postJson('api/songs');\n    }\n    \
             public function testScan() {\n        $this->post('/api/scanner');\n    }\n}\n",
        ),
    ];
    check(files, "SongController.show", &["`GET songs/{id}`: tests/SongTest.php:3"]);
    check(files, "SongController.index", &["`GET songs`: tests/SongTest.php:6"]);
    check(files, "SongController.play", &["`POST songs/{song}/play`: tests/SongTest.php:9"]);
    check(files, "ScanController.__invoke", &["`POST scanner`: tests/SongTest.php:15"]);
}

#[test]
fn controllers_of_rails_are_asked_for_by_their_paths() {
    let files = &[
        (
            "app/stories_controller.rb",
            "class StoriesController < ApplicationController\n  def show\n  end\n\n  def update\n  \
             end\n\n  def newest\n  end\nend\n",
        ),
        (
            "config/routes.rb",
            "Rails.application.routes.draw do\n  resources :stories\n  \
             get \"/newest/:day\", to: \"stories#newest\"\nend\n",
        ),
        (
            "spec/stories_spec.rb",
            "describe \"stories\" do\n  it \"shows\" do\n    get \"/stories/#{story.id}\"\n  end\n\n  \
             it \"updates\" do\n    patch \"/stories/#{story.id}\"\n  end\n\n  \
             it \"lists\" do\n    get \"/newest/1\"\n  end\nend\n",
        ),
    ];
    check(files, "StoriesController.show", &["`GET stories/{id}`: spec/stories_spec.rb:2"]);
    let update = "`PATCH stories/{id}`: spec/stories_spec.rb:6";
    check(files, "StoriesController.update", &[update]);
    check(files, "StoriesController.newest", &["`GET /newest/:day`: spec/stories_spec.rb:10"]);
}

/// Two routes of which only the things tell which one an address is of that tests make.
const COPIES: &[(&str, &str)] = &[
    (
        "app/Cloner.php",
        "<?php\nnamespace App;\nclass Cloner {\n    public function cloneChapter() { $this->finish(); }\n    \
         public function cloneBook() { $this->cloneChapter(); }\n    private function finish() {}\n}\n",
    ),
    (
        "app/Http/Controllers/ChapterController.php",
        "<?php\nnamespace App\\Http\\Controllers;\nuse App\\Cloner;\nclass ChapterController {\n    \
         public function copy(Cloner $cloner) { $cloner->cloneChapter(); }\n}\n",
    ),
    (
        "app/Http/Controllers/BookController.php",
        "<?php\nnamespace App\\Http\\Controllers;\nuse App\\Cloner;\nclass BookController {\n    \
         public function copy(Cloner $cloner) { $cloner->cloneBook(); }\n}\n",
    ),
    (
        "routes.php",
        "<?php\nuse App\\Http\\Controllers as Controllers;\n\
         Route::post('/books/{book}/copy', [Controllers\\BookController::class, 'copy']);\n\
         Route::post('/chapters/{slug}/copy', [Controllers\\ChapterController::class, 'copy']);\n",
    ),
];

const COPY_TESTS: (&str, &str) = (
    "tests/CopyTest.php",
    "<?php\nclass CopyTest extends TestCase {\n    public function testChapter() {\n        \
     $this->asEditor()->post($chapter->getUrl('/copy'), []);\n    }\n    \
     public function testBook() {\n        $this->post($this->chapter->book->getUrl('/copy'));\n    }\n    \
     public function testPage() {\n        $this->post($page->getUrl('/copy'));\n    }\n    \
     public function testView() {\n        $this->get($chapter->getUrl('/copy'));\n    }\n}\n",
);

#[test]
fn addresses_that_tests_make_are_told_by_their_ends_from_any_depth() {
    let files: Vec<(&str, &str)> = COPIES.iter().copied().chain([COPY_TESTS]).collect();
    let chapter = "`POST /chapters/{slug}/copy`: tests/CopyTest.php:3";
    let book = "`POST /books/{book}/copy`: tests/CopyTest.php:6";
    check(&files, "ChapterController.copy", &[chapter]);
    check(&files, "Cloner.cloneChapter", &[chapter, book]);
    check(&files, "Cloner.finish", &[chapter, book]);
}

#[test]
fn routes_that_no_test_is_known_to_ask_for_are_named() {
    let app = project(COPIES);
    let text = ask::text(app.path(), "impact_analysis", json!({ "symbol": "Cloner.finish" }));
    let line = "\nIt answers `POST /chapters/{slug}/copy`, `POST /books/{book}/copy`, for which no \
                test is known to ask; a test that makes the address while it runs may not be seen\n";
    assert!(text.contains(line), "{text}");
    let arguments = json!({ "symbol": "Cloner.finish", "wait": 0 });
    let answer = ask::value(app.path(), "impact_analysis", arguments);
    let routes = json!(["POST /chapters/{slug}/copy", "POST /books/{book}/copy"]);
    assert_eq!(answer["summary"]["routes"], routes);
}

#[test]
fn routes_of_the_same_tests_stand_together() {
    let files = &[
        (
            "BookController.php",
            "<?php\nclass BookController {\n    public function store() {}\n}\n",
        ),
        (
            "routes.php",
            "<?php\nRoute::post('books', [BookController::class, 'store']);\n\
             Route::post('library/books', [BookController::class, 'store']);\n",
        ),
        (
            "tests/BookTest.php",
            "<?php\nclass BookTest extends TestCase {\n    public function testStore() {\n        \
             $this->post('library/books');\n    }\n}\n",
        ),
    ];
    let line = "s `POST books`, `POST library/books`: tests/BookTest.php:3";
    let app = project(files);
    let arguments = json!({ "symbol": "BookController.store" });
    let text = ask::text(app.path(), "impact_analysis", arguments);
    assert!(text.contains(&format!("Possible tests, over the route{line}")), "{text}");
}
