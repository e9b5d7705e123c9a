//! What frameworks of PHP make classes stand for, and imports.

use crate::support::fixture::check;

const SHOP: &str = "
//- /app/Support/Navigation.php
<?php
namespace Shop\\Support;
class Navigation { public function ran$0ge(int $of): int { return $of; } }
//- /app/Support/Facades/Navigation.php
<?php
namespace Shop\\Support\\Facades;
use Illuminate\\Support\\Facades\\Facade;
class Navigation extends Facade {
    protected static function getFacadeAccessor(): string { return 'shop.navigation'; }
}
//- /app/Other.php
<?php
namespace Shop;
class Other { public static function range(int $of): int { return $of; } }
//- /app/Providers/Shop.php
<?php
namespace Shop\\Providers;
use Shop\\Support\\Navigation;
class Shop extends ServiceProvider {
    public function register(): void {
        $this->app->bind('shop.navigation', static fn (): Navigation => new Navigation());
    }
}
//- /app/Http/Page.php
<?php
namespace Shop\\Http;
use Shop\\Other;
use Shop\\Support\\Facades\\Navigation;
class Page {
    public function show(): int { return Navigation::range(1); }
                                                   //^^^^^ caller show
    public function other(): int { return Other::range(1); }
}
";

#[test]
fn calls_of_a_facade_are_of_the_class_that_is_bound_under_its_string() {
    check("find_callers", SHOP);
}

#[test]
fn an_import_names_what_it_imports_in_full() {
    check(
        "find_references",
        "
//- /app/Jobs/Import.php
<?php
namespace Shop\\Jobs;
class Im$0port {}
//- /app/Cron.php
<?php
namespace Shop;
use Shop\\Jobs\\Import;
            //^^^^^^ import
class Cron { public function fire() { return new Import(); } }
                                               //^^^^^^ call
//- /app/Group.php
<?php
namespace Shop;
use Shop\\Jobs\\{Export, Import};
                     //^^^^^^ import
",
    );
}
