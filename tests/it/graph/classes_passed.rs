//! Functions whose result is a value of the class that they are given: `get(Cart.class)`.

use crate::support::fixture::check;

#[test]
fn the_class_of_a_type_that_is_passed_is_the_type_of_the_result() {
    check(
        "find_callers",
        "
//- /A.java
class Model {}
class Device extends Model { String i$0d() { return \"\"; } }
class Driver extends Model { String id() { return \"\"; } }
class Cache {
    <T extends Model> T get(Class<T> type, long id) { return null; }
    <T extends Model> Stream<T> all(long id, Class<T> type) { return null; }
}
class Use {
    String one(Cache cache) { return cache.get(Device.class, 1).id(); }
                                                              //^^ caller one
    String two(Cache cache) { return cache.get(Driver.class, 1).id(); }
    Object all(Cache from) { return from.all(1, Device.class).map(it -> it.id()); }
                                                                         //^^ caller all
}
",
    );
    check(
        "find_callers",
        "
//- /a.kt
class Device { fun i$0d() = 1 }
class Driver { fun id() = 2 }
class Cache {
    fun <T : Any> get(type: KClass<T>): T = TODO()
    fun <T> all(type: Class<T>): List<T> = TODO()
}
fun one(cache: Cache) = cache.get(Device::class).id()
                                               //^^ caller one
fun two(cache: Cache) = cache.get(Driver::class).id()
fun all(cache: Cache) = cache.all(Device::class.java).map { it.id() }
                                                             //^^ caller all
",
    );
}

#[test]
fn a_class_that_is_passed_as_a_value_is_the_type_of_the_result() {
    check(
        "find_callers",
        "
//- /a.ts
export class Device { i$0d() { return 1; } }
export class Driver { id() { return 2; } }
export class Cache {
  get<T>(type: new () => T): T { return new type(); }
  all<T>(type: ClassConstructor<T>): T[] { return []; }
  keep<T>(value: T): T { return value; }
}
export function one(cache: Cache) { return cache.get(Device).id(); }
                                                           //^^ caller one
export function two(cache: Cache) { return cache.get(Driver).id(); }
export function all(cache: Cache) { return cache.all(Device).map((each) => each.id()); }
                                                                              //^^ caller all
",
    );
    check(
        "find_callers",
        "
//- /a.swift
class Device {
    func i$0d() {}
}
class Driver { func id() {} }
class Cache {
    func get<T>(_ type: T.Type, at: Int) -> T { fatalError() }
    func all<T>(of type: T.Type) -> [T] { [] }
}
func one(cache: Cache) { cache.get(Device.self, at: 1).id() }
                                                     //^^ caller one
func two(cache: Cache) { cache.get(Driver.self, at: 1).id() }
func all(cache: Cache) { cache.all(of: Device.self).forEach { item in item.id() } }
                                                                         //^^ caller all
",
    );
}
