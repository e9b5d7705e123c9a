//! Python: what queries of a library find among the values of a type.

use crate::support::fixture::check;

#[test]
fn what_a_query_finds_is_of_the_type_it_is_asked_of() {
    check(
        "find_callers",
        "
//- /models.py
from django.db import models
class Query(models.QuerySet):
    def restrict(self, user): return self
class Host(models.Model):
    objects = Query.as_manager()
    def pi$0ng(self): pass
class Other(models.Model):
    def ping(self): pass
//- /use.py
from django.shortcuts import get_object_or_404
from models import Host, Other
def use(user, key):
    for one in Host.objects.restrict(user).filter(a=1):
        one.ping()
        #   ^^^^ caller use
    Host.objects.create(a=1).ping()
    #                        ^^^^ caller use
    query = Host.objects.filter(a=1)
    query.first().ping()
    #             ^^^^ caller use
    query[0].ping()
    #        ^^^^ caller use
    get_object_or_404(Host, pk=key).ping()
    #                               ^^^^ caller use
    found = get_object_or_404(Host.objects.restrict(user), pk=key)
    found.ping()
    #     ^^^^ caller use
    Other.objects.first().ping()
",
    );
}
