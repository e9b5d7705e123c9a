//! PHP: methods that are handed on by their names; what comments, assertions and arms of a
//! match tell of the types of values.

use crate::support::fixture::{check, check_one};

#[test]
fn a_method_is_handed_on_behind_its_value() {
    check(
        "find_callers",
        "
//- /Sorter.php
<?php
class Sorter {
    public function com$0pare($a, $b) { return 0; }
    public function run(array $all, $other) {
        usort($all, [$this, 'compare']);
                           //^^^^^^^ caller run
        return ['sort' => [self::class, \"compare\"]];
                                       //^^^^^^^ caller run
    }
}
//- /Other.php
<?php
class Other {
    public function compare() {}
    public function run(array $all) {
        usort($all, [$this, 'compare']);
        return [Other::class, 'compare'];
    }
}
//- /use.php
<?php
function go(array $all) {
    $sorter = new Sorter();
    usort($all, [$sorter, 'compare']);
                         //^^^^^^^ caller go
    return [$sorter, 'compare', 1];
}
",
    );
}

#[test]
fn comments_for_tools_come_before_the_plain_ones() {
    check(
        "find_callers",
        "
//- /Pool.php
<?php
class Pool { public function ta$0ke() {} }
class Sink { public function take() {} }
//- /use.php
<?php
class User {
    /** @return list<Pool> */
    private function pools(): array { return []; }
    /**
     * @return array
     * @phpstan-return non-empty-list<Pool>
     */
    private function others() { return []; }
    /** @return non-empty-array<string, Sink> */
    private function sinks() { return []; }
    /**
     * @psalm-param class-string $one
     * @param Pool $one
     */
    public function run($one) {
        foreach ($this->pools() as $pool) { $pool->take(); }
                                                 //^^^^ caller run
        foreach ($this->others() as $pool) { $pool->take(); }
                                                  //^^^^ caller run
        foreach ($this->sinks() as $sink) { $sink->take(); }
        $one->take();
            //^^^^ caller run
    }
}
",
    );
}

#[test]
fn what_is_asserted_holds_behind_the_statement() {
    check(
        "find_callers",
        "
//- /Pool.php
<?php
class Pool { public function ta$0ke() {} }
class Sink { public function take() {} }
//- /use.php
<?php
class PoolTest extends TestCase {
    public function run($first, $second, $third, $sink) {
        $first->take();
              //^^^^ caller run [possible]
        assert($first instanceof Pool);
        $first->take();
              //^^^^ caller run
        self::assertInstanceOf(Pool::class, $second);
        $second->take();
               //^^^^ caller run
        $this->assertInstanceOf(Pool::class, $third);
        $third->take();
              //^^^^ caller run
        $this->assertInstanceOf(Sink::class, $sink);
        $sink->take();
    }
}
",
    );
}

#[test]
fn a_match_has_the_values_of_its_arms() {
    check(
        "find_callers",
        "
//- /Pool.php
<?php
class Pool { public function ta$0ke() {} }
class Sink { public function take() {} }
//- /use.php
<?php
function go($kind, ?Pool $given) {
    $made = match ($kind) { 1 => new Pool(), default => throw new Exception() };
    $made->take();
         //^^^^ caller go
    $only = match (true) { default => new Sink() };
    $only->take();
    $kept = $given ?? throw new Exception();
    $kept->take();
         //^^^^ caller go
}

function cached() {
    static $cached;
    $cached ??= new Pool();
    $cached->take();
           //^^^^ caller cached
}
",
    );
}

#[test]
fn the_object_of_a_class_without_a_name_is_no_object_of_the_one_around() {
    check(
        "find_callers",
        "
//- /Model.php
<?php
abstract class Model { public function na$0me() {} }
//- /Page.php
<?php
class Page {
    public function name() {}
    public function show() {
        $made = new class(1) extends Model {
            public function kind() { return $this->name(); }
                                                 //^^^^ caller kind
        };
        $made->name();
             //^^^^ caller show
        return $this->name();
    }
}
",
    );
    check(
        "find_implementations",
        "
//- /Job.php
<?php
interface Jo$0b { public function run(); }
//- /use.php
<?php
function go() {
    return new class implements Countable, Job { public function run() {} };
                                         //^^^ impl
}
",
    );
}

/// A trait is no type of a value: `$this` is of a class that uses it.
#[test]
fn this_in_a_trait_is_of_the_classes_that_use_it() {
    let text = "
//- /Counts.php
<?php
trait Counts {
    public function bump(): void {
        $this->store();
             //^^^^^ caller bump
    }
    public function renew(): void {
        static::make();
              //^^^^ caller renew
    }
}
//- /Cart.php
<?php
class Cart {
    use Counts;
    public function store(): void {}
    public static function make(): self { return new self(); }
}
//- /Other.php
<?php
class Other {
    public function store(): int { return 1; }
    public static function make(): int { return 1; }
}
";
    for (asked, mark) in [
        ("function st$0ore(): void", "caller bump"),
        ("function ma$0ke(): self", "caller renew"),
        ("function st$0ore(): int", "caller nobody"),
        ("function ma$0ke(): int", "caller nobody"),
    ] {
        check_one("find_callers", text, asked, mark);
    }
}

#[test]
fn strings_name_functions_where_one_is_taken() {
    check(
        "find_references",
        r"
//- /helpers.php
<?php
namespace App\Text;
function sh$0out(string $a): string { return $a; }
//- /other.php
<?php
namespace App\Other;
function shout(string $a): string { return $a; }
//- /use.php
<?php
namespace App;
function run(array $all) {
    call_user_func('App\Text\shout', 'shout');
                           //^^^^^ call
    usort($all, '\\App\\Text\\shout');
                            //^^^^^ call
    array_map('App\Other\shout', $all);
    array_map('shout', $all);
    is_callable('App\Text\shout');
                        //^^^^^ read
    echo 'App\Text\shout';
}
",
    );
}

#[test]
fn a_method_is_handed_on_behind_a_new_value() {
    check(
        "find_callers",
        "
//- /Sorter.php
<?php
class Sorter { public function com$0pare($a, $b) { return 0; } }
class Other { public function compare($a, $b) { return 0; } }
function run(array $all) {
    usort($all, [new Sorter(), 'compare']);
                              //^^^^^^^ caller run
    usort($all, [new Other(), 'compare']);
}
",
    );
}
