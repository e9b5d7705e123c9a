//! PHP.

use crate::support::fixture::check;

#[test]
fn functions_of_php_return_what_their_statements_do() {
    check(
        "find_callers",
        "
//- /Pool.php
<?php
class Pool {
    public function ta$0ke() { return $this; }
    public function other() { return $this; }
}
//- /Sink.php
<?php
class Sink {
    public function take() {}
}
//- /use.php
<?php
class User {
    protected function pool($name) { return new Pool($name); }
    protected function sink() { $f = function () { return new Pool(); }; return new Sink(); }
    public function run() {
        $this->pool('a')->take();
                        //^^^^ caller run
        $this->pool('b')->other()->take();
                                 //^^^^ caller run
        $this->sink()->take();
    }
}
",
    );
}

#[test]
fn the_parent_of_a_php_class_is_of_its_own_namespace() {
    check(
        "find_callers",
        "
//- /a/all.php
<?php
namespace K\\Conv;
class Base { public function war$0ning() {} }
//- /b/all.php
<?php
namespace K\\Par;
class Base { public function warning() {} }
//- /a/html.php
<?php
namespace K\\Conv;
class Html extends Base {
    function go() {
        $this->warning();
             //^^^^^^^ caller go
    }
}
//- /b/tree.php
<?php
namespace K\\Par;
class Tree extends Base {
    function go() {
        $this->warning();
    }
}
",
    );
}

#[test]
fn properties_of_php_have_the_type_that_is_assigned() {
    check(
        "find_callers",
        "
//- /Pool.php
<?php
class Pool {
    public function ta$0ke() {}
}
//- /Sink.php
<?php
class Sink {
    public function take() {}
}
//- /use.php
<?php
class User {
    private $pool;
    private $given;
    private $sink;
    private $late;
    public function __construct(Pool $given) {
        $this->pool = new Pool();
        $this->given = $given;
        $this->sink = new Sink();
    }
    private function late() { return $this->late ??= new Pool(); }
    public function run() {
        $this->pool->take();
                   //^^^^ caller run
        $this->given->take();
                    //^^^^ caller run
        (clone $this->pool)->take();
                           //^^^^ caller run
        $this->late()->take();
                     //^^^^ caller run
        $this->sink->take();
    }
}
",
    );
}

#[test]
fn what_a_branch_assigns_may_be_as_before_behind_it() {
    check(
        "find_callers",
        "
//- /a.php
<?php
class A {
    function g$0o() {}
}
class B {
    function go() {}
}
function one($c) {
    $x = new A();
    if ($c) {
        $x = new B();
    }
    $x->go();
      //^^ caller one
}
function two($c) {
    try {
        $x = new A();
        risky();
    } catch (E $e) {
        $x = new B();
    }
    $x->go();
      //^^ caller two
}
",
    );
}

#[test]
fn what_a_container_gives_is_of_the_class_it_is_asked_for() {
    check(
        "find_callers",
        "
//- /Store.php
<?php
namespace App;
class Store { public function fi$0nd(int $id) {} }
class Other { public function find(int $id) {} }
//- /Work.php
<?php
namespace App;
class Work {
  private $app;
  function helper() { $store = app(Store::class); $store->find(1); }
                                                        //^^^^ caller helper
  function chained() { resolve(Store::class)->find(2); }
                                            //^^^^ caller chained
  function container() { $this->app->make(Store::class)->find(3); }
                                                       //^^^^ caller container
  function mocked() { $mock = $this->createMock(Store::class); $mock->find(4); }
                                                                    //^^^^ caller mocked
  function other() { app(Other::class)->find(5); }
  function name() { app('store')->find(6); }
                                //^^^^ caller name [possible]
}
",
    );
}

#[test]
fn comments_tell_types() {
    check(
        "find_callers",
        "
//- /src/a.php
<?php
namespace App;
class Pool { public function ta$0ke() {} }
class Other { public function take() {} }
class Store
{
    /** @var Pool */
    private $one;
    /** @var Other[] */
    private array $others;
    /** @var array<string, Pool>|null */
    private ?array $named;
    /** @return Pool[] */
    public function all(): array { return $this->named; }
    /** @return \\Illuminate\\Support\\Collection<int, Pool> */
    public function collection() { return collect(); }
    /**
     * @param array<int, Pool> $pools all of them
     * @param Other|null       $other
     * @param string           $class
     */
    public function use(array $pools, $other, $class, string $native): void
    {
        $native::take();
               //^^^^ caller use [possible]
        $this->one->take();
                  //^^^^ caller use
        foreach ($this->others as $each) { $each->take(); }
        foreach ($this->named as $name => $pool) { $pool->take(); }
                                                        //^^^^ caller use
        foreach ($this->all() as $pool) { $pool->take(); }
                                               //^^^^ caller use
        foreach ($this->collection() as $pool) { $pool->take(); }
                                                      //^^^^ caller use
        foreach ($pools as $pool) { $pool->take(); }
                                         //^^^^ caller use
        $pools[0]->take();
                 //^^^^ caller use
        $other->take();
        /** @var Pool $made */
        $made = make();
        $made->take();
             //^^^^ caller use
        $class::take();
              //^^^^ caller use [possible]
    }
}
",
    );
}

/// What a comment says that a class has beside its own members is no supertype: the class
/// implements nothing of it.
const FACADES: &str = "
//- /tools/Logger.php
<?php
namespace App\\Tools;
class Logger {
    public function ad$0d($what) {}
}
class Quiet {
    public function add($what) {}
}
//- /facades/Activity.php
<?php
namespace App\\Facades;
use Illuminate\\Support\\Facades\\Facade;
/**
 * Writes what happens.
 *
 * @mixin \\App\\Tools\\Logger
 */
final class Activity extends Facade {
    protected static function getFacadeAccessor() { return 'activity'; }
}
/** @mixins \\App\\Tools\\Logger */
class Silence extends Facade {
    /** @mixin \\App\\Tools\\Logger */
    public $none;
}
//- /facades/Log.php
<?php
namespace App\\Facades;
use App\\Tools\\Logger;
class Log extends Facade {
    protected static function getFacadeAccessor(): string { return Logger::class; }
}
class Mute extends Facade {
    protected static function getFacadeAccessor(): string { return \\App\\Tools\\Quiet::class; }
}
class NoFacade {
    protected static function other() { return Logger::class; }
    public static function add($what) {}
}
//- /use.php
<?php
namespace App;
use App\\Facades\\Activity as ActivityService;
use App\\Facades\\Log;
use App\\Facades\\Mute;
use App\\Facades\\NoFacade;
function run() {
    ActivityService::add('a');
                   //^^^ caller run
    Log::add('b');
       //^^^ caller run
    Mute::add('c');
    NoFacade::add('d');
}
";

#[test]
fn a_facade_has_the_members_of_what_it_stands_for() {
    check("find_callers", FACADES);
}

#[test]
fn what_a_comment_mixes_in_is_not_implemented() {
    check(
        "find_implementations",
        "
//- /all.php
<?php
interface Log$0ger { public function add(); }
class File implements Logger { public function add() {} }
    //^^^^ impl
/** @mixin Logger */
class Activity {}
",
    );
}

#[test]
fn cases_of_enums_and_properties_of_classes_have_their_types() {
    check(
        "find_callers",
        "
//- /Level.php
<?php
namespace App;
enum Level: int {
    case Low = 1;
    public function get$0Name(): string { return 'low'; }
}
//- /Pool.php
<?php
namespace App;
class Pool {
    private static Level $level = Level::Low;
    private static Pool $pool;
    public const FIRST = 1;
    public function getName(): string { return 'pool'; }
    public function go() {
        Level::Low->getName();
                  //^^^^^^^ caller go
        self::$level->getName();
                    //^^^^^^^ caller go
        Level::from(1)->getName();
                      //^^^^^^^ caller go
        Level::tryFrom(2)?->getName();
                          //^^^^^^^ caller go
        $level = Level::tryFrom(2) ?: Level::Low;
        $level->getName();
              //^^^^^^^ caller go
        self::$pool->getName();
        $name = Level::class;
        return $name;
    }
}
",
    );
}

#[test]
fn a_property_of_php_is_no_method_of_its_name() {
    check(
        "find_callees",
        "
//- /Pool.php
<?php
class Pool {
    private bool $fills = true;
    public function fills(bool $fills) { $this->fills = $fills; }
    public function drain() {}
    public function ta$0ke() {
        $this->drain();
             //^^^^^ callee drain
        return $this->fills ? 1 : 2;
    }
}
",
    );
}

#[test]
fn what_implements_an_interface_has_what_that_inherits_from_outside() {
    check(
        "find_callees",
        "
//- /Dispatches.php
<?php
namespace App;
use Psr\\Http\\Handler;
interface Dispatches extends Handler { public function add($one); }
//- /Dispatcher.php
<?php
namespace App;
class Dispatcher implements Dispatches {
    public function add($one) {}
    public function handle($request) {}
}
//- /Other.php
<?php
namespace App;
class Other { public function handle($request) {} }
//- /App.php
<?php
namespace App;
class App {
    private Dispatches $dispatcher;
    public function ru$0n($request) {
        return $this->dispatcher->handle($request);
                                //^^^^^^ callee handle [possible]
    }
}
",
    );
}

#[test]
fn a_class_of_php_need_not_be_in_a_file_of_its_name() {
    check(
        "find_callers",
        "
//- /inc/class-wp-query.php
<?php
class Base_Query { public function ru$0n() {} }
//- /inc/more.php
<?php
class Post_Query extends Base_Query {}
//- /inc/other.php
<?php
class Other { public function run() {} }
//- /use.php
<?php
function go() {
    $query = new Post_Query();
    $query->run();
          //^^^ caller go
    $other = new Other();
    $other->run();
}
",
    );
}

#[test]
fn cases_of_an_enumeration_are_its_values() {
    check(
        "find_callers",
        "
//- /Status.php
<?php
enum Status: string { case On = 'on'; public function lab$0el() {} }
enum Level: string { case Low = 'low'; public function label() {} }
//- /use.php
<?php
function show() {
  foreach (Status::cases() as $status) { $status->label(); }
                                                //^^^^^ caller show
  foreach (Level::cases() as $level) { $level->label(); }
}
",
    );
}

/// No class of the project has the name, so that its members are none of the project's.
#[test]
fn members_of_a_class_from_outside_are_from_outside() {
    check(
        "find_callers",
        "
//- /Storage.php
<?php
namespace App;
class Storage { public function del$0ete($path) {} }
class Other { public function delete() {} }
//- /use.php
<?php
namespace App;
use Illuminate\\Support\\Facades\\File;
function show($storage) {
  File::delete('a');
  $storage->delete('a');
          //^^^^^^ caller show [possible]
  Storage::delete('a');
         //^^^^^^ caller show
}
",
    );
}

#[test]
fn caught_exceptions_are_of_the_classes_that_are_named() {
    check(
        "find_callers",
        "
//- /a.php
<?php
class Fault extends \\RuntimeException { function te$0ll() {} }
class Other extends \\RuntimeException { function tell() {} }
function use_it() {
  try {} catch (Fault $e) { $e->tell(); }
                              //^^^^ caller use_it
  try {} catch (Fault | Other $e) { $e->tell(); }
                                      //^^^^ caller use_it
  try {} catch (Other $e) { $e->tell(); }
}
",
    );
}
