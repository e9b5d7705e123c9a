//! Python: functions that a decorator of a library makes something of, which is called by a member.

use crate::support::fixture::check;

const TASKS: &str = "
//- /shop/tasks.py
import functools
from celery import shared_task
@shared_task(bind=True)
def charge(self, order):
    return order
@functools.cache
def rate():
    return 1
def plain(order):
    return order
//- /shop/views.py
from shop import tasks
from shop.tasks import charge, plain, rate
def pay(order):
    charge.delay(order)
#   ^^^^^^ caller pay
def pay_later(order):
    return tasks.charge.apply_async(args=[order], countdown=5)
#                ^^^^^^ caller pay_later
def chained(order):
    return charge.s(order) | charge.si(order)
#          ^^^^^^ caller chained
#                            ^^^^^^ caller chained
def handed():
    return functools.partial(charge, 1)
def other():
    rate.cache_clear()
    plain.delay(charge.name)
";

/// A task runs by the members by which it is sent to a queue. What reads anything else of it, or
/// hands it on, is no call, nor is a member of what no decorator made.
#[test]
fn tasks_are_called_by_members() {
    check("find_callers", &TASKS.replace("def charge", "def $0charge"));
    let unmarked: Vec<&str> = TASKS.lines().filter(|line| !line.starts_with('#')).collect();
    let unmarked = unmarked.join("\n");
    check("find_callers", &unmarked.replace("def rate", "def $0rate"));
    check("find_callers", &unmarked.replace("def plain", "def $0plain"));
}

/// What sends a task calls it, as every tool says.
#[test]
fn what_sends_a_task_calls_it() {
    check(
        "find_callees",
        "
//- /tasks.py
from celery import shared_task
@shared_task
def charge(order):
    return order
//- /views.py
from tasks import charge
def $0pay(order):
    charge.delay(order)
#   ^^^^^^ callee charge
#          ^^^^^ callee delay?
",
    );
}
