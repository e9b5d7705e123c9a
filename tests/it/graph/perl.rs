//! Perl.

use crate::support::fixture::check;

#[test]
fn methods_are_of_the_package_that_they_are_called_on() {
    check(
        "find_callers",
        "
//- /lib/Shop/Order.pm
package Shop::Order;

sub to$0tal { 1 }

sub new {
  my $class = shift;
  my $self = bless {}, $class;
  $self->total;
  #      ^^^^^ caller new
  return $self;
}

sub one {
  my ($self, %args) = @_;
  $self->total;
  #      ^^^^^ caller one
  each_of(sub { $self->total });
  #                    ^^^^^ caller one
  each_of(sub { my $self = shift; $self->total });
  #                                      ^^^^^ caller one [possible]
}

sub two { shift->total }
#                ^^^^^ caller two
sub three ($self, $other) { $self->total }
#                                  ^^^^^ caller three

1;
//- /lib/Shop/Basket.pm
package Shop::Basket;
sub total { 2 }
sub one {
  my $self = shift;
  $self->total;
  Shop::Order->new->total;
  #                 ^^^^^ caller one
  my $order = Shop::Order->new;
  $order->total;
  #       ^^^^^ caller one
  Shop::Order->total;
  #            ^^^^^ caller one
  __PACKAGE__->total;
}
1;
",
    );
}

#[test]
fn a_package_inherits_from_its_parents() {
    let text = "
//- /lib/A.pm
package A;
sub r$0un { 1 }
1;
//- /lib/B.pm
package B;
use parent -norequire, 'A';
sub one {
  my $self = shift;
  $self->run;
  #      ^^^ caller one
}
package C;
use base qw(X A);
sub run {
  my $self = shift;
  $self->SUPER::run(1);
  #             ^^^ caller run
}
package D;
our @ISA = ('C');
sub two {
  my $self = shift;
  $self->run;
}
package E;
extends 'A';
with 'Role';
sub three {
  my $self = shift;
  $self->run;
  #      ^^^ caller three
}
package Other;
sub run { 1 }
";
    check("find_callers", text);
}

#[test]
fn parents_are_named_in_several_ways() {
    check(
        "find_implementations",
        "
//- /lib/Shop/A.pm
package Shop::$0A;
use Mojo::Base -base;
//- /lib/All.pm
package One;
#<- impl
use parent -norequire, 'Shop::A';
package Two;
#<- impl
use base qw(X Shop::A);
package Three;
#<- impl
our @ISA = ('Shop::A');
package Four;
#<- impl
extends 'X', 'Shop::A';
package Five;
#<- impl
use Mojo::Base 'Shop::A', -signatures;
package Six {
#<- impl
  use parent 'Five';
}
package Seven;
use parent 'Other::A';
push @other, 'Shop::A';
package Other::A;
",
    );
}

#[test]
fn a_function_is_of_its_package_or_imported() {
    check(
        "find_callers",
        "
//- /lib/Util.pm
package Util;
use Exporter 'import';
our @EXPORT_OK = qw(tr$1im);
sub tr$0im { 1 }
sub both { trim(1) }
#          ^^^^ caller both
//- /lib/One.pm
package One;
use Util qw(other trim);
sub one { trim(1); Util::trim(2) }
#         ^^^^ caller one
#                        ^^^^ caller one
//- /lib/Two.pm
package Two;
sub trim { 2 }
sub two { trim(1) }
//- /lib/Three.pm
package Three;
use Text::Trim qw(trim);
sub three { trim(1) }
//- /lib/Four.pm
package Four;
use Util;
sub four { trim(1) }
#          ^^^^ caller four [possible]
"
        .replace("tr$1im", "trim")
        .as_str(),
    );
}

#[test]
fn a_variable_is_no_function() {
    check(
        "find_references",
        "
//- /lib/A.pm
package A;
sub na$0me { 1 }
sub one {
  my $self = shift;
  my $name = $self->name;
  #                 ^^^^ call
  for my $name (@_) { print $name, \"$name\" }
  $self->{name} = $name;
  return { name => $A::name, other => \\&name };
  #                                     ^^^^ read
}
",
    );
}

#[test]
fn each_program_has_a_package_of_its_own() {
    check(
        "find_callers",
        "
//- /a.pl
sub he$0lp { 1 }
help(1);
#<- caller <module>
package Tool;
sub help { 2 }
package main;
help(2);
#<- caller <module>
//- /b.pl
sub help { 1 }
help(1);
package main;
help(2);
",
    );
}

#[test]
fn what_a_script_sets_at_its_top_has_its_type() {
    check(
        "find_callers",
        "
//- /Pool.pm
package Pool;
sub new { my $class = shift; return bless {}, $class; }
sub cl$0ose { 1 }
package Disk;
sub new { my $class = shift; return bless {}, $class; }
sub close { 2 }
1;
//- /use.pl
use Pool;
my $pool = Pool->new;
$pool->close;
#      ^^^^^ caller <module>
sub end { $pool->close; }
#                ^^^^^ caller end
my $one = Pool->new;
$one->close;
#     ^^^^^ caller <module>
my $one = Disk->new;
$one->close;
",
    );
}

#[test]
fn a_sub_is_called_by_its_name_alone_and_behind_its_mark() {
    check(
        "find_callers",
        "
//- /a.pl
sub hel$0per { 1 }
sub go {
    &helper;
    #^^^^^^ caller go
    goto &helper if 1;
    #     ^^^^^^ caller go
    return helper + helper;
    #      ^^^^^^ caller go
    #               ^^^^^^ caller go
    my $r = \\&helper;
}
",
    );
}
