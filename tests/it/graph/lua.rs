//! Lua.

use crate::support::fixture::check;

#[test]
fn a_name_that_a_module_is_loaded_into_is_that_of_what_it_returns() {
    check(
        "find_callers",
        "
//- /lib/make.lua
local function make$0Thing(x) return x end
return makeThing
//- /lib/main.lua
local makeThing = require(\"make\")
makeThing(1)
--<- caller <module>
local mk = require \"make\"
mk(2)
--<- caller <module>
local function later()
    local other = require(\"make\")
    other(3)
  --^^^^^ caller later
end
//- /other/use.lua
local makeThing = require(\"elsewhere\")
makeThing(4)
",
    );
}

#[test]
fn members_of_a_loaded_table_are_called_by_its_names() {
    check(
        "find_callers",
        "
//- /frontend/ui/manager.lua
local Manager = {}
function Manager:sh$0ow(widget) return widget end
return Manager
//- /frontend/ui/other.lua
local Other = {}
function Other:show() end
return Other
//- /frontend/app/main.lua
local UI = require(\"ui/manager\")
UI:show(1)
 --^^^^ caller <module>
require(\"ui.manager\"):show(2)
                    --^^^^ caller <module>
local show = require(\"ui/manager\").show
show(UI, 3)
--<- caller <module>
local Other = require(\"ui/other\")
Other:show()
",
    );
}

#[test]
fn functions_in_the_table_that_a_file_returns_are_its_members() {
    check(
        "find_callers",
        "
//- /conf.lua
return { o$0pen = function() end, size = 3 }
//- /main.lua
local conf = require(\"conf\")
conf.open()
   --^^^^ caller <module>
",
    );
}

#[test]
fn of_two_modules_of_a_name_the_one_below_the_nearest_root_is_loaded() {
    check(
        "find_callers",
        "
//- /plugins/a/util.lua
local util = {}
function util.tr$0im() end
return util
//- /frontend/util.lua
local util = {}
function util.trim() end
return util
//- /plugins/a/main.lua
require(\"util\").trim()
              --^^^^ caller <module>
//- /frontend/ui/main.lua
require(\"util\").trim()
",
    );
}

#[test]
fn tables_are_derived_from_others() {
    check(
        "find_implementations",
        "
//- /base.lua
local Ba$0se = {}
function Base:extend(o)
    o = o or {}
    setmetatable(o, self)
    self.__index = self
    return o
end
return Base
//- /child.lua
local Base = require(\"base\")
local Child = Base:extend{ name = \"child\" }
    --^^^^^ impl
return Child
//- /more.lua
local Child = require(\"child\")
local Grand = Child:extend{}
    --^^^^^ impl
local Instance = Child:new{}
local Made = Child:new{}
    --^^^^ impl
function Made:go() end
local Meta = setmetatable({}, { __index = require(\"base\") })
local Base = require(\"base\")
local Index = setmetatable({}, { __index = Base })
    --^^^^^ impl
",
    );
}

#[test]
fn members_are_those_of_the_tables_that_one_is_derived_from() {
    check(
        "find_callers",
        "
//- /base.lua
local Base = {}
function Base:new(o)
    o = o or {}
    setmetatable(o, self)
    return o
end
function Base:sh$0ow() end
return Base
//- /child.lua
local Base = require(\"base\")
local Child = Base:extend{}
function Child:go()
    self:show(1)
       --^^^^ caller go
    Base.show(self)
       --^^^^ caller go
end
local made = Child:new{}
made:show()
   --^^^^ caller <module>
local Other = {}
function Other:show() self:show() end
return Child
",
    );
}

#[test]
fn fields_of_tables_with_functions_are_members() {
    check(
        "find_callers",
        "
//- /device.lua
local function no() return false end
local Device = { isT$0ouch = no, size = 4 }
function Device:init()
    if self:isTouch() then return end
          --^^^^^^^ caller init
end
return Device
//- /use.lua
local Device = require(\"device\")
Device:isTouch()
     --^^^^^^^ caller <module>
",
    );
}

#[test]
fn a_name_that_is_not_local_is_the_programs() {
    check(
        "find_references",
        "
//- /start.lua
G_co$0nf = 1
//- /ui/use.lua
print(G_conf.x)
    --^^^^^^ read
local function own()
    local G_conf = 2
    return G_conf
end
//- /spec/start_spec.lua
G_conf = 2
",
    );
}

#[test]
fn what_a_wrapper_hands_its_calls_on_to_may_be_another() {
    check(
        "find_callers",
        "
//- /doc.lua
local Doc = {}
function Doc:getT$0ext(a)
    return self.native:getText(a)
                     --^^^^^^^ caller getText [possible]
end
function Doc:other()
    return self:getText(1)
              --^^^^^^^ caller other
end
return Doc
",
    );
}

#[test]
fn a_local_name_that_a_module_is_set_to_is_that_of_what_it_returns() {
    check(
        "find_references",
        "
//- /geometry.lua
local Ge$0om = {}
function Geom:new() end
       --^^^^ read
return Geom
     --^^^^ read
//- /spec/geometry_spec.lua
describe(\"geometry\", function()
    local Geom
    setup(function() Geom = require(\"geometry\") end)
    it(\"is made\", function()
        Geom:new()
      --^^^^ read
    end)
end)
",
    );
}

#[test]
fn a_field_that_a_table_is_set_to_is_that_table() {
    check(
        "find_callers",
        "
//- /a.lua
local Foo = {}
function Foo:ru$0n() end
local M = {}
M.direct = Foo
return M
//- /b.lua
local D = require(\"a\").direct
D :run()
 --^^^ caller <module>
local M = require(\"a\")
M.direct:run()
       --^^^ caller <module>
",
    );
}

#[test]
fn fields_that_methods_set_have_the_types_of_their_values() {
    check(
        "find_callers",
        "
//- /pool.lua
local Pool = {}
Pool.__index = Pool
function Pool:new() return setmetatable({}, Pool) end
function Pool:ta$0ke() end
return Pool
//- /other.lua
local Other = {}
Other.__index = Other
function Other.new() return setmetatable({}, Other) end
function Other:take() end
return Other
//- /main.lua
local Pool = require(\"pool\")
local Other = require(\"other\")
local Main = {}
Main.__index = Main
function Main:init()
  self.pool = Pool:new()
  self.other = Other.new()
  Main.instance = self
  Main.shared = Pool:new()
end
function Main:go()
  self.pool:take()
          //^^^^ caller go
  self.other:take()
  Main.instance:take()
  Main.shared:take()
            //^^^^ caller go
end
function Main:take() end
return Main
",
    );
}

#[test]
fn a_key_of_a_table_of_which_nothing_is_known_is_possible() {
    check(
        "find_references",
        "
//- /lua/x/semver.lua
local M = {}
function M.ver$0sion(v) return v end
return M
//- /lua/x/build.lua
local Semver = require(\"x.semver\")
local M = {}
function M.build(list)
  local all = map(Semver.version, list)
                       --^^^^^^^ read
  for _, rock in ipairs(list) do
    print(rock.name, rock.version, all)
                        --^^^^^^^ read [possible]
  end
  local rocks = {}
  table.insert(rocks, { name = 1, version = all.last })
  for _, rock in ipairs(rocks) do
    print(rock.version)
             --^^^^^^^ read [possible]
  end
end
return M
",
    );
}

#[test]
fn a_table_is_derived_from_what_loading_a_module_gives() {
    check(
        "find_callers",
        "
//- /lua/core/util.lua
local M = {}
function M.no$0rm(path) return path end
return M
//- /lua/other/util.lua
local M = {}
function M.norm(path) return path end
return M
//- /lua/app/util.lua
local M = setmetatable({}, { __index = require(\"core.util\") })
function M.open(uri) return M.norm(uri) end
                            --^^^^ caller open
return M
//- /lua/app/help.lua
local Util = require(\"app.util\")
local Other = require(\"other.util\")
return function(file) return Util.norm(Other.norm(file)) end
                                --^^^^ caller <module>
",
    );
}

#[test]
fn a_module_that_is_loaded_is_named_by_its_path() {
    check(
        "find_callers",
        "
//- /lua/x/a.lua
local M = {}
function M.tra$0ck(x) return x end
return M
//- /lua/x/b.lua
local M = {}
function M.track(x) return x end
return M
//- /lua/x/init.lua
local Util = package.loaded[\"x.a\"]
Util.track(1)
   --^^^^^ caller <module>
package.loaded[\"x.b\"].track(2)
",
    );
}

#[test]
fn a_function_that_a_field_is_set_to_has_a_result() {
    check(
        "find_callers",
        "
//- /picker.lua
local Picker = {}
Picker.__index = Picker
function Picker:new(opts) return setmetatable({ opts = opts }, self) end
function Picker:se$0ek(x) return x end
local pickers = {}
pickers.make = function(opts) return Picker:new(opts) end
pickers.new = function(opts)
  for _, each in pairs(opts) do opts.each = function(...) return each(...) end end
  return Picker:new(opts)
end
local M = { small = function(opts) return Picker:new(opts) end }
M.small(0):seek(0)
         --^^^^ caller <module>
return pickers
//- /other.lua
local Other = {}
Other.__index = Other
function Other:seek(x) return x end
return Other
//- /use.lua
local pickers = require(\"picker\")
pickers.make({}):seek(1)
               --^^^^ caller <module>
pickers.new({}):seek(2)
              --^^^^ caller <module>
local one = pickers.new({})
one:seek(3)
  --^^^^ caller <module>
",
    );
}

#[test]
fn a_table_is_derived_by_a_metatable_that_it_is_given_later() {
    check(
        "find_callers",
        "
//- /float.lua
local Float = {}
function Float:on_k$0ey(key) return key end
return Float
//- /view.lua
local Float = require(\"float\")
local View = {}
setmetatable(View, { __index = Float })
function View:setup() self:on_key(1) end
                         --^^^^^^ caller setup
function View.create()
  local self = setmetatable({}, { __index = View })
  self:on_key(2)
     --^^^^^^ caller create
end
return View
//- /nested.lua
local Float = require(\"float\")
local M = {}
function M.create()
  local self = setmetatable({}, { __index = setmetatable(M, { __index = Float }) })
  self:on_key(4)
     --^^^^^^ caller create
  self:show()
end
function M:show() self:on_key(5) end
                     --^^^^^^ caller show
return M
//- /other.lua
local Other = {}
function Other:on_key(key) return key end
return Other
",
    );
}
