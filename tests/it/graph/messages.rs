//! Functions that take what others send, and the code that makes it.

use crate::support::ask;
use crate::support::fixture::check;
use crate::support::project;
use serde_json::json;

#[test]
fn what_makes_an_event_may_call_what_a_supertype_says_takes_it() {
    check(
        "find_callers",
        "
//- /a.cs
public class Saved : IEvent { public int Id; }
public class Other : IEvent { }
public class Mailer : IHandle<Saved>, IHandle<Other> {
    public void Han$0dle(Saved message) { }
    public void Handle(Other message) { }
}
//- /b.cs
public class Orders {
    private readonly IBus _bus;
    public void Save(int id) { _bus.Publish(new Saved { Id = id }); }
                                              //^^^^^ caller Save [possible]
    public void Store(int id) {
        var saved = new Saved { Id = id };
                      //^^^^^ caller Store [possible]
        _bus.Publish(saved);
    }
    public void Leave() { _bus.Publish(new Other()); }
    public void Fail() { throw new Saved(); }
}
public class MailerTest {
    void Sends() { new Mailer().Handle(new Saved()); }
                              //^^^^^^ caller Sends
}
",
    );
}

#[test]
fn what_only_keeps_values_of_a_type_is_sent_none() {
    check(
        "find_callers",
        "
//- /a.cs
public class Movie { }
public class Movies : Repository<Movie> {
    public void Ad$0d(Movie movie) { }
}
public class Loader {
    void Load(List<Movie> all) { all.Insert(0, new Movie()); }
}
",
    );
}

#[test]
fn decorators_say_that_a_function_takes_what_is_sent() {
    check(
        "find_callers",
        "
//- /A.java
class Saved { Saved(int id) {} }
class Mailer {
    @EventListener
    void when$0Saved(Saved event) { }
}
class Orders {
    Publisher publisher;
    void save(int id) { publisher.publishEvent(new Saved(id)); }
                                                 //^^^^^ caller save [possible]
}
",
    );
    check(
        "find_callers",
        "
//- /a.kt
data class Saved(val id: Int)
class Mailer {
    @Subscribe
    fun send$0Mail(event: Saved) { }
}
class Orders(val bus: EventBus) {
    fun save(id: Int) { bus.post(Saved(id)) }
                               //^^^^^ caller save [possible]
}
",
    );
}

#[test]
fn listeners_are_known_by_their_names_and_folders() {
    check(
        "find_callers",
        "
//- /app/Events/Saved.php
<?php
namespace App\\Events;
class Saved { public function __construct(public int $id) {} }
//- /app/Listeners/SendMail.php
<?php
namespace App\\Listeners;
use App\\Events\\Saved;
class SendMail { public function han$0dle(Saved $event): void {} }
//- /app/Http/Orders.php
<?php
namespace App\\Http;
use App\\Events\\Saved;
class Orders {
    public function save(int $id) { event(new Saved($id)); }
                                            //^^^^^ caller save [possible]
    public function store(int $id) { Saved::dispatch($id); }
                                   //^^^^^ caller store [possible]
    public function name() { return Saved::class; }
}
",
    );
    check(
        "find_callers",
        "
//- /a.py
class Saved:
    def __init__(self, id): self.id = id
class MailHandler:
    def han$0dle(self, event: Saved): pass
class Orders:
    def save(self, id): self.bus.publish(Saved(id))
                                        #^^^^^ caller save [possible]
",
    );
}

#[test]
fn a_queue_of_a_framework_runs_the_job_that_it_is_handed() {
    let shop = project(&[
        (
            "Import.php",
            "<?php\nclass Import implements ShouldQueue {\n  public function handle(): void {}\n}\n",
        ),
        (
            "Orders.php",
            "<?php\nclass Orders {\n  function import() { dispatch(new Import()); }\n}\n",
        ),
    ]);
    let answer =
        ask::value(shop.path(), "find_callers", json!({ "file": "Import.php", "line": 3 }));
    assert_eq!(answer["results"][0]["name"], "import", "{answer:#}");
    assert_eq!(answer["results"][0]["rule"], "object_handed_over", "{answer:#}");
}
