//! Zig: files as modules and as types, types that functions return, and members behind a dot alone.

use crate::support::fixture::check;

#[test]
fn a_function_of_a_file_is_called_through_the_name_of_its_import() {
    check(
        "find_callers",
        "
//- /src/util.zig
pub fn cl$0ose(fd: i32) void { _ = fd; }
//- /src/conn.zig
const util = @import(\"util.zig\");
pub const Conn = struct {
    fd: i32,
    pub fn close(self: *Conn) void {
        util.close(self.fd);
           //^^^^^ caller close
    }
};
//- /src/deep/use.zig
const u = @import(\"../util.zig\");
const Conn = @import(\"../conn.zig\").Conn;
fn stop(conn: *Conn, other: anytype) void {
    u.close(1);
    //^^^^^ caller stop
    conn.close();
    @import(\"../util.zig\").close(2);
                         //^^^^^ caller stop
    other.free.close();
}
//- /util.zig
pub fn close(fd: i32) void { _ = fd; }
//- /use.zig
const util = @import(\"util.zig\");
const std = @import(\"std\");
fn stop() void {
    util.close(1);
    std.posix.close(1);
}
",
    );
}

#[test]
fn a_build_script_names_modules() {
    check(
        "find_callers",
        "
//- /build.zig
pub fn build(b: *std.Build) void {
    const pool = b.addModule(\"pool\", .{ .root_source_file = b.path(\"src/pool.zig\") });
    exe.root_module.addImport(\"water\", pool);
}
//- /build.zig.zon
.{ .dependencies = .{ .fetched = .{ .url = \"https://a\" } } }
//- /src/pool.zig
pub const Pool = @import(\"inner.zig\").Pool;
//- /src/inner.zig
pub const Pool = struct {
    size: u8,
    pub fn fi$0ll(self: *const Pool) void { _ = self; }
};
//- /examples/one.zig
const pool = @import(\"pool\");
const water = @import(\"water\");
const fetched = @import(\"fetched\");
fn one(p: *pool.Pool, q: ?*const water.Pool, r: *fetched.Pool, s: []pool.Pool) void {
    p.fill();
    //^^^^ caller one
    q.?.fill();
      //^^^^ caller one
    r.fill();
    s[0].fill();
       //^^^^ caller one
    s.fill();
}
",
    );
}

#[test]
fn a_function_that_returns_a_type_is_one() {
    check(
        "find_callers",
        "
//- /list.zig
pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        const Self = @This();
        pub fn init(items: []T) !Self { return .{ .items = items }; }
        pub fn run(self: *Self) void {
            self.grow();
               //^^^^ caller run
        }
        fn gr$0ow(self: *Self) void { _ = self; }
    };
}
pub const Other = struct {
    size: u8,
    pub fn grow(self: *Other) void { self.size = 1; }
};
fn both(a: List(u8), b: Other) !void {
    a.grow();
    //^^^^ caller both
    b.grow();
    var c = try List(u8).init(&.{});
    c.grow();
    //^^^^ caller both
}
",
    );
}

#[test]
fn a_file_is_a_type() {
    check(
        "find_callers",
        "
//- /Pool.zig
const Pool = @This();
size: u8,
pub fn fi$0ll(self: *Pool) void {
    self.fill();
       //^^^^ caller fill
}
//- /Other.zig
size: u8,
pub fn fill(self: *@This()) void { self.size = 2; }
//- /use.zig
const Pool = @import(\"Pool.zig\");
const Other = @import(\"Other.zig\");
const Holder = struct { pool: Pool, other: Other };
fn use(pool: *Pool, other: *Other, holder: Holder) void {
    pool.fill();
       //^^^^ caller use
    other.fill();
    holder.pool.fill();
              //^^^^ caller use
    holder.other.fill();
    const made = Pool{ .size = 1 };
    made.fill();
       //^^^^ caller use
}
",
    );
}

#[test]
fn a_type_is_used_by_the_names_that_files_give_it_again() {
    check(
        "find_references",
        "
//- /config.zig
pub const Con$0fig = struct { port: u16 };
//- /lib.zig
pub const Config = @import(\"config.zig\").Config;
                                       //^^^^^^ import
        //^^^^^^ import
const Middleware = struct { const Config = struct { a: u8 }; };
//- /worker.zig
const lib = @import(\"lib.zig\");
const Config = lib.Config;
                 //^^^^^^ type
pub fn init(config: *const Config) void { _ = config; }
                         //^^^^^^ type
//- /root.zig
const lib = @import(\"lib.zig\");
pub const Config = lib.Config;
                     //^^^^^^ type
const Other = struct { pub const Config = struct { b: u8 }; };
//- /use.zig
const root = @import(\"root.zig\");
fn use(config: root.Config, other: root.Other.Config) void { _ = config; _ = other; }
                  //^^^^^^ type
",
    );
}

#[test]
fn a_member_behind_a_dot_alone_may_be_that_of_any_type() {
    check(
        "find_references",
        "
//- /pool.zig
pub const Pool = struct { he$0ad: u8, tail: u8 };
fn made() Pool {
    take(.{ .head = 1 });
           //^^^^ write [possible]
    const named = Pool{ .head = 1, .tail = 2 };
                       //^^^^ write
    const typed: Pool = .{ .head = 1, .tail = 2 };
                          //^^^^ write
    const head = 2;
    return .{ .head = named.head + head, .tail = typed.tail };
             //^^^^ write
                          //^^^^ read
}
",
    );
}

#[test]
fn payloads_hold_what_is_in_them() {
    check(
        "find_callers",
        "
//- /pool.zig
pub const Pool = struct {
    next: ?*Pool,
    pub fn fi$0ll(self: *Pool) !void { _ = self; }
};
pub const Other = struct {
    pub fn fill(self: *Other) !void { _ = self; }
};
fn all(pools: []Pool, others: []Other, pool: ?*Pool) !void {
    for (pools) |*one| try one.fill();
                             //^^^^ caller all
    for (others) |*one| try one.fill();
    if (pool) |one| {
        one.fill() catch {};
          //^^^^ caller all
        while (one.next) |next| next.fill() catch {};
                                   //^^^^ caller all
    }
    const first = pool orelse return;
    try first.fill();
            //^^^^ caller all
}
",
    );
}
