//! Python.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn an_import_binds_and_a_name_that_is_not_imported_does_not() {
    check(
        "find_callers",
        "
//- /app.py
def hel$0per(): ...

def own():
    helper()
#   ^^^^^^ caller own
//- /web.py
from app import helper

def page():
    helper()
#   ^^^^^^ caller page
//- /renamed.py
from app import helper as h

def page():
    h()
#   ^ caller page
//- /qualified.py
import app

def page():
    app.helper()
#       ^^^^^^ caller page
//- /stranger.py
from library import helper

def page():
    helper()
//- /shadow.py
from app import helper

def page(helper):
    helper()

def other():
    helper = make()
    helper()
",
    );
}

#[test]
fn calls_through_a_re_export_are_found() {
    check(
        "find_callers",
        "
//- /pkg/__init__.py
from .core import bui$0ld
from pkg.deep import *
//- /pkg/core.py
def build(): ...
//- /pkg/deep.py
from .core import build as construct
//- /use.py
import pkg
from pkg import build, construct

def one():
    build()
#   ^^^^^ caller one

def two():
    pkg.build()
#       ^^^^^ caller two

def three():
    construct()
#   ^^^^^^^^^ caller three
",
    );
}

#[test]
fn closures_decorators_and_module_level_calls_have_their_callers() {
    check(
        "find_callers",
        "
//- /app.py
def ta$0sk(x=None): ...

def outer():
    def inner():
        task()
#       ^^^^ caller inner
    run(lambda: task())
#               ^^^^ caller outer
    register(task)
    return [task(x) for x in range(3)]
#           ^^^^ caller outer

class Holder:
    value = task()
#           ^^^^ caller Holder

task()
#<- caller <module>

@task()
#^^^^ caller <module>
def decorated(): ...
",
    );
}

#[test]
fn a_callback_is_a_reference_and_no_call() {
    check(
        "find_references",
        "
//- /app.py
def ta$0sk(): ...

def outer():
    register(task)
#            ^^^^ read
    task()
#   ^^^^ call

@task
#^^^^ other
def decorated(): ...
//- /web.py
from app import task
#               ^^^^ import
",
    );
}

/// A receiver of known type binds and one of another type does not.
#[test]
fn receiver_of_known_type_binds() {
    check(
        "find_callers",
        "
//- /collector.py
class Collector:
    def __init__(self):
        self.seen = set()

    def ad$0d(self, item):
        self.seen.add(item)

    def collect(self):
        self.add(1)
#            ^^^ caller collect
//- /use.py
from collector import Collector

def made():
    c = Collector()
    c.add(1)
#     ^^^ caller made

def given(c: Collector):
    c.add(1)
#     ^^^ caller given

def plain():
    names = set()
    names.add('x')

class Keeper:
    def __init__(self, other):
        self.collector = Collector()
        self.other: Collector = other
        self.names = set()

    def keep(self):
        self.collector.add(1)
#                      ^^^ caller keep
        self.other.add(1)
#                  ^^^ caller keep
        self.names.add(1)
//- /stranger.py
def strange(things):
    things.add(1)
",
    );
}

#[test]
fn inherited_calls_super_and_overrides_are_told_apart() {
    check(
        "find_callers",
        "
//- /base.py
class Base:
    def sa$0ve(self): ...

    def run(self):
        self.save()
#            ^^^^ caller run
//- /sub.py
from base import Base

class Plain(Base):
    def go(self):
        self.save()
#            ^^^^ caller go

class Own(Base):
    def save(self):
        super().save()
#               ^^^^ caller save

    def go(self):
        self.save()
",
    );
    check(
        "find_callers",
        "
//- /base.py
class Base:
    def save(self): ...

    def run(self):
        self.save()
#            ^^^^ caller run [possible]
//- /sub.py
from base import Base

class Own(Base):
    def sa$0ve(self):
        super().save()

    def go(self):
        self.save()
#            ^^^^ caller go
",
    );
}

#[test]
fn makers_of_a_value_call_its_constructor() {
    check(
        "find_callers",
        "
//- /base.py
class Base:
    def __in$0it__(self): ...

class Sub(Base):
    def __init__(self):
        super().__init__()
#               ^^^^^^^^ caller __init__

def make():
    return Base()
#          ^^^^ caller make
",
    );
}

#[test]
fn directories_named_like_caches_are_code() {
    check(
        "find_callers",
        "
//- /core/cache/backends/db.py
class DatabaseCache:
    def set(self):
        self._cull()
#            ^^^^^ caller set

    def _cu$0ll(self): ...
",
    );
}

#[test]
fn callees_are_resolved_and_strangers_are_listed() {
    check(
        "find_callees",
        "
//- /lib.py
def helper(): ...

class Tool:
    def use(self): ...
//- /app.py
import os
from lib import helper, Tool

def ma$0in(thing):
    helper()
#   ^^^^^^ callee helper
    tool = Tool()
#          ^^^^ callee Tool
    tool.use()
#        ^^^ callee use
    os.remove('x')
#      ^^^^^^ callee remove?
    print(1)
#   ^^^^^ callee print?
    thing()
#   ^^^^^ callee thing?

    def nested():
        helper()
",
    );
}

#[test]
fn references_say_what_they_are() {
    check(
        "find_references",
        "
//- /models.py
class Mod$0el:
    def copy(self) -> 'Model': ...
#                      ^^^^^ type

class Sub(Model):
#         ^^^^^ inherit
    field: Model = None
#          ^^^^^ type

def rank(model: Model) -> Model:
#               ^^^^^ type
#                         ^^^^^ type
    return Model()
#          ^^^^^ call

def other(Model):
    return Model()
",
    );
}

#[test]
fn implementations_are_subclasses_and_overriding_methods() {
    check(
        "find_implementations",
        "
//- /base.py
class Ba$0se: ...
//- /sub.py
import base
from base import Base as B

class One(base.Base): ...
#     ^^^ impl

class Two(B): ...
#     ^^^ impl

class Three(Two): ...
#     ^^^^^ impl

class Stranger(library.Base): ...
",
    );
    check(
        "find_implementations",
        "
//- /base.py
class Base:
    def r$0un(self): ...

class One(Base):
    def run(self): ...
#       ^^^ impl

class Other:
    def run(self): ...
",
    );
}

/// A library is found below its source root and not where a test file bears its name.
#[test]
fn library_found_below_source_root() {
    check(
        "find_callers",
        "
//- /pyproject.toml
[project]
//- /src/shop/__init__.py
from .cart import total as total
//- /src/shop/cart.py
def to$0tal(): ...
//- /tests/apps/inner/shop.py
app = 1
//- /tests/test_cart.py
import shop
def test_total():
    assert shop.total() == 0
         #      ^^^^^ caller test_total
",
    );
}

/// A function in a decorated one is seen although its name is bound again.
#[test]
fn rebound_function_in_decorated_function() {
    check(
        "find_references",
        "
//- /views.py
class View:
    @classmethod
    def as_view(cls, decorators):
        def vi$0ew():
            return view.options
                 # ^^^^ read
        for decorator in decorators:
            view = decorator(view)
          # ^^^^ write
                           # ^^^^ read
        return view
             # ^^^^ read
",
    );
}

/// The only member of a name is no more than possible far from its type.
#[test]
fn only_member_far_from_type_is_possible() {
    check(
        "find_callers",
        "
//- /shop/events.py
class Target:
    def add_listener(self): ...
    def remove_list$0ener(self): ...
//- /shop/beside.py
def near(thing):
    thing.remove_listener()
        # ^^^^^^^^^^^^^^^ caller near
//- /web/evident.py
from shop.events import Target
def said(thing):
    thing.remove_listener()
        # ^^^^^^^^^^^^^^^ caller said
//- /web/far.py
def far(window):
    window.remove_listener()
         # ^^^^^^^^^^^^^^^ caller far [possible]
",
    );
}

#[test]
fn a_context_manager_gives_what_its_generator_yields() {
    check(
        "find_callers",
        "
//- /client.py
import contextlib
import typing

class Response:
    def re$0ad(self): ...

class Other:
    def read(self): ...

class Client:
    @contextlib.contextmanager
    def stream(self) -> typing.Iterator[Response]:
        yield Response()

@contextlib.contextmanager
def opened() -> typing.Generator[Response, None, None]:
    yield Response()

def one(client: Client):
    with client.stream() as response:
        response.read()
               # ^^^^ caller one

def two():
    with opened() as response:
        response.read()
               # ^^^^ caller two

def three(flag):
    made = Response() if flag else None
    made.read()
       # ^^^^ caller three
",
    );
}

#[test]
fn casts_and_the_parts_of_maps_tell_receivers() {
    check(
        "find_callers",
        "
//- /app.py
from typing import Generic, TypeVar, cast

T = TypeVar('T')


class User:
    def sa$0ve(self): ...


class Other:
    def save(self): ...


class Holder:
    def save(self): ...


def run(x, by_name: dict[str, User], users: 'list[User]', others: list[Other]):
    cast(User, x).save()
                # ^^^^ caller run
    user = cast('User', x)
    user.save()
       # ^^^^ caller run
    other = cast(Other, x)
    other.save()
    for name, each in by_name.items():
        each.save()
           # ^^^^ caller run
    for index, some in enumerate(users):
        some.save()
           # ^^^^ caller run
    for index, none in enumerate(others):
        none.save()
    by_name.get('a').save()
                   # ^^^^ caller run
    users.pop().save()
              # ^^^^ caller run
    others.pop().save()


def flow() -> Generator[Other, User, None]:
    answer = yield Other()
    answer.save()
         # ^^^^ caller flow
",
    );
}

#[test]
fn classes_are_values_of_attributes_and_parameters() {
    check(
        "find_callers",
        "
//- /store.py
class Memory:
    def fetch(self): ...

class Disk:
    def fe$0tch(self): ...
//- /views.py
from store import Disk, Memory
import store

class View:
    store_class = Disk
    qualified = store.Disk
    beside = Memory
    annotated: type[Disk]

    def show(self, of: type[store.Disk], found: type[Disk] | None):
        shown = self.store_class()
        shown.fetch()
#             ^^^^^ caller show
        self.qualified().fetch()
#                        ^^^^^ caller show
        self.beside().fetch()
        self.annotated().fetch()
#                        ^^^^^ caller show
        of().fetch()
#            ^^^^^ caller show
        found().fetch()
#               ^^^^^ caller show
",
    );
}

#[test]
fn a_class_that_type_makes_has_the_members_of_its_bases() {
    check(
        "find_callers",
        "
//- /factory.py
class Base:
    def ta$0ke(self): pass
class Mixin:
    def put(self): pass
class Other:
    def take(self): pass
class Factory:
    base = Base
    def make(self, name):
        cls = type(name, (self.base,), {'made': True})
        cls.__module__ = name
        return cls
factory = Factory()
Both = type('Both', (Mixin, Base), {})
def both():
    Both().take()
         # ^^^^ caller both
//- /made.py
from factory import factory
Made = factory.make('Made')
//- /use.py
from made import Made
def use():
    made = Made()
    made.take()
       # ^^^^ caller use
",
    );
}

#[test]
fn references_say_which_of_them_write() {
    let project =
        project(&[("a.py", "limit = 1\ndef grow():\n    global limit\n    limit = limit + 1\n")]);
    let text = ask::text(project.path(), "find_references", json!({ "symbol": "limit" }));
    assert!(text.contains("  4   limit = limit + 1 · write\n"), "{text}");
    assert_eq!(text.matches(" · write").count(), 1, "{text}");
}

#[test]
fn names_of_the_module_are_used_through_global_and_in_defaults_of_lambdas() {
    check(
        "find_references",
        "
//- /a.py
hel$0per = None
def get():
    global helper
#          ^^^^^^ read
    if helper is None:
#      ^^^^^^ read
        helper = object()
#       ^^^^^^ write
    return helper
#          ^^^^^^ read
def local():
    helper = 1
    return helper
f = lambda x, helper=helper: helper(x)
#                    ^^^^^^ read
",
    );
}

#[test]
fn an_attribute_that_a_library_makes_may_be_of_any_type() {
    check(
        "find_callers",
        "
//- /models.py
from django.db import models

class Rack(models.Model):
    def uni$0ts(self):
        pass

class Device(models.Model):
    rack = models.ForeignKey(to='dcim.Rack', on_delete=models.PROTECT)

    def __init__(self):
        self.session = models.Session()

    def clean(self):
        self.rack.units()
#                 ^^^^^ caller clean
        self.session.units()
",
    );
}

#[test]
fn a_pattern_of_a_class_reads_the_attributes_that_it_names() {
    check(
        "find_references",
        "
//- /shop.py
class Store:
    @property
    def si$0ze(self): ...

class Other:
    @property
    def size(self): ...

def use(x):
    match x:
        case Store(size=n):
#                  ^^^^ read
            return n
        case Other(size=size):
            return size
",
    );
}

/// The loop runs again with what it assigned.
#[test]
fn what_a_loop_assigns_later_may_be_what_a_name_is_before() {
    check(
        "find_callers",
        "
//- /a.py
class A:
    def go(self): pass
class B:
    def g$0o(self): pass
def run(n):
    x = A()
    while n:
        x.go()
         #^^ caller run
        x = B()
        n -= 1
    y = A()
    y.go()
    y = B()
",
    );
}

/// A bare decorator is called with what it stands before.
#[test]
fn decorators_without_arguments_are_calls() {
    check(
        "find_callers",
        "
//- /a.py
def de$0co(f): return f
@deco
#^^^^ caller <module>
def a(): pass
class C:
    @deco
#    ^^^^ caller C
    def b(self): pass
other = deco
//- /b.py
from a import deco
@deco
#^^^^ caller <module>
def c(): pass
",
    );
    check(
        "find_callers",
        "
//- /a.ts
export function Lo$0g(target: any, key: string) {}
class A { @Log m() {} }
         //^^^ caller m
",
    );
}

/// A call through the class itself reaches nothing below it.
#[test]
fn a_member_of_a_named_class_is_no_override_of_it() {
    check(
        "find_callers",
        "
//- /a.py
class Base:
    def head(self, sig): return sig
    def run(self): return Base.head(self, 1)
    @classmethod
    def make(cls): return cls.head(None, 1)
#                             ^^^^ caller make [possible]
class Sub(Base):
    def he$0ad(self, sig): return 2
",
    );
}

#[test]
fn fields_that_a_class_sets_itself_are_its_own() {
    let app = crate::support::project(&[
        (
            "d.py",
            "class Documenter:
    def __init__(self):
        self.object_name = ''
    def get(self):
        return self.object_name
class Sub(Documenter):
    def name(self):
        return self.object_name
",
        ),
        (
            "p.py",
            "from dataclasses import dataclass
@dataclass
class Props:
    object_name: str
def show(p: Props):
    return p.object_name
",
        ),
    ]);
    let symbol = serde_json::json!({ "symbol": "Props.object_name", "wait": 0 });
    let text = crate::support::ask::text(app.path(), "find_references", symbol);
    assert!(text.contains("[1 reference") && !text.contains("nresolved"), "{text}");
}

#[test]
fn a_pattern_of_a_class_is_no_value_of_the_project() {
    check(
        "find_callers",
        "
//- /a.py
import re
class Matcher:
    def mat$0ch(self, s): return True
class Role:
    _page_re = re.compile('x')
    made = re.make('x')
    def run(self, s): return self._page_re.match(s)
    def other(self, s): return self.made.match(s)
#                                        ^^^^^ caller other [possible]
",
    );
}

#[test]
fn a_function_of_a_module_is_no_member_of_a_value() {
    let app = crate::support::project(&[(
        "r.py",
        "import requests
def head(url):
    with Session() as session:
        return session.head(url)
class Session(requests.Session):
    pass
",
    )]);
    let symbol = serde_json::json!({ "symbol": "head", "wait": 0 });
    let text = crate::support::ask::text(app.path(), "find_references", symbol);
    assert!(!text.contains("nresolved"), "{text}");
}

/// What does not take as many arguments as a call has is not called.
#[test]
fn guesses_take_the_number_of_arguments() {
    check(
        "find_callers",
        "
//- /app.py
class Album:
    def ite$0ms(self, sort=None): ...

class Pair:
    def items(self, a, b): ...

class Open:
    def items(self, *all): ...

class Changed:
    @turned
    def items(self): ...

def run(lib, sort, album_type):
    lib.items()
      # ^^^^^ caller run [possible]
    lib.items(sort)
      # ^^^^^ caller run [possible]
    lib.items(sort=sort)
      # ^^^^^ caller run [possible]
    lib.items(1, 2)
    lib.items(*sort)
      # ^^^^^ caller run [possible]
    Album.items(lib)
        # ^^^^^ caller run
    Album().items(1, 2, 3)
          # ^^^^^ caller run
    lib.album_class.items(lib, sort)
                  # ^^^^^ caller run [possible]

class Sub(Album):
    def items(self, a, b):
        super().items(a)
              # ^^^^^ caller items
",
    );
}

/// What overrides a method is called with what that takes.
#[test]
fn parameters_have_the_types_of_those_that_they_override() {
    check(
        "find_callers",
        "
//- /flow.py
class Flow:
    def ki$0ll(self): ...
class View:
    def kill(self): ...
class Addon:
    def request(self, flow: Flow, again=None): ...
class Between(Addon): ...
//- /use.py
from flow import Addon, Between, View
class Block(Between):
    def request(self, flow, again=None):
        flow.kill()
        #    ^^^^ caller request
class Typed(Addon):
    def request(self, flow: View, again=None):
        flow.kill()
",
    );
}

#[test]
fn fields_that_are_given_a_class_are_values_of_it() {
    check(
        "find_callers",
        "
//- /models.py
from django.db import models
class Project(models.Model):
    parent = models.ForeignKey('self', models.CASCADE)
    def clo$0se(self): ...
class Other(models.Model):
    def close(self): ...
class Check(models.Model):
    project = models.ForeignKey(Project, models.CASCADE)
    named = models.OneToOneField(to='app.Project', on_delete=models.CASCADE)
    other = models.ForeignKey(Other, models.CASCADE)
    text = models.TextField(Project)
def use(check: Check):
    check.project.close()
    #             ^^^^^ caller use
    check.project.parent.close()
    #                    ^^^^^ caller use
    check.named.close()
    #           ^^^^^ caller use
    check.other.close()
    check.text.close()
    #          ^^^^^ caller use [possible]
",
    );
}

#[test]
fn loops_over_several_values_give_each_name_its_type() {
    check(
        "find_callers",
        "
//- /small.py
class Foo:
    def g$0o(self): return 1
class Bar:
    def go(self): return 2
def loops(d: dict[str, Foo], fs: list[Foo], bs: list[Bar], pairs: list[tuple[Bar, Foo]]):
    [f.go() for k, f in d.items()]
     # ^^ caller loops
    {i: f.go() for i, f in enumerate(fs)}
        # ^^ caller loops
    for b, f in pairs: f.go()
                       # ^^ caller loops
    for b, f in pairs: b.go()
    for i, (b, f) in enumerate(pairs): f.go()
                                       # ^^ caller loops
    for f, b in zip(fs, bs): f.go()
                             # ^^ caller loops
    for f, b in zip(fs, bs): b.go()
    [b.go() for f, b in zip(fs, bs)]
    [b.go() for i, f, b in zip([1], fs, bs)]
    for f in fs[1:]: f.go()
                     # ^^ caller loops
    b, f = pairs[0]
    f.go()
    # ^^ caller loops
",
    );
}

#[test]
fn lambdas_of_the_languages_functions_take_elements() {
    check(
        "find_callers",
        "
//- /small.py
class Foo:
    def g$0o(self): return 1
class Bar:
    def go(self): return 2
def sort(fs: list[Foo], bs: list[Bar]):
    sorted(fs, reverse=True, key=lambda f: f.go())
                                            #^^ caller sort
    fs.sort(key=lambda f: f.go())
                           #^^ caller sort
    max(fs, key=lambda f: f.go())
                           #^^ caller sort
    map(lambda f: f.go(), fs)
                   #^^ caller sort
    sorted(bs, key=lambda b: b.go())
    filter(lambda b: b.go(), bs)
",
    );
}

#[test]
fn libraries_functions_give_what_they_are_passed() {
    check(
        "find_callers",
        "
//- /small.py
import asyncio
import contextlib
import functools
from dataclasses import replace
class Foo:
    def g$0o(self): return 1
    async def again(self) -> \"Foo\": return self
async def passed(foo: Foo, stack):
    replace(foo, size=1).go()
                       # ^^ caller passed
    (await asyncio.wait_for(foo.again(), 1)).go()
                                           # ^^ caller passed
    task = asyncio.create_task(foo.again())
    (await task).go()
               # ^^ caller passed
    stack.enter_context(Foo()).go()
                             # ^^ caller passed
    make = functools.partial(Foo)
    make().go()
         # ^^ caller passed
    with contextlib.closing(Foo()) as entered:
        entered.go()
              # ^^ caller passed
",
    );
}

#[test]
fn super_in_a_mixin_means_the_siblings_behind_it() {
    check(
        "find_callers",
        "
//- /draft.py
from library import Model
class Draft(Model):
    def get_lock(self):
        return super().get_lock()
                     //^^^^^^^^ caller get_lock
//- /lockable.py
from library import Model
class Lockable(Model):
    def get_$0lock(self):
        return None
//- /page.py
from draft import Draft
from lockable import Lockable
class Page(Draft, Lockable, Other):
    pass
//- /last.py
from library import Model
from lockable import Lockable
class Last(Model):
    def get_lock(self):
        return super().get_lock()
class Both(Lockable, Last):
    pass
",
    );
}
