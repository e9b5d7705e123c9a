//! Solidity: libraries, what they add to types, contracts and what files import.

use crate::support::fixture::check;

const MATH: &str = "
//- /libs/Math.sol
library Math {
    struct Info { uint128 liquidity; }
    error Bad(uint256 x);
    function up(int24 tick) internal pure returns (uint160) { return uint160(tick); }
    function cross(mapping(int24 => Info) storage self, int24 tick) internal { }
    function grow(Info[8] storage self, uint16 size) internal { }
    function update(Info storage self, int24 tick) internal { self.liquidity = 2; }
}
";

/// Checks a question that is asked of a file beside [`MATH`], whose `function` is marked.
fn check_math(tool: &str, function: &str, rest: &str) {
    let marked = format!("{}$0{}", &function[..1], &function[1..]);
    let math = MATH.replace(&format!("function {function}("), &format!("function {marked}("));
    let math = math.replace(&format!("error {function}("), &format!("error {marked}("));
    assert_ne!(math, MATH);
    check(tool, &format!("{math}{rest}"));
}

#[test]
fn a_function_of_a_library_is_called_through_its_name() {
    check_math(
        "find_callers",
        "up",
        "
//- /Pool.sol
import './libs/Math.sol';
contract Other {
    function up(int24 tick) external returns (uint160) { return Math.up(tick); }
                                                                   //^^ caller up
    function make() external returns (Other) { return this; }
}
contract Pool {
    Other other;
    function swap(int24 t) external {
        Math.up(t);
           //^^ caller swap
        other.up(t);
        other.up{value: 1}(t);
        other.make().up(t);
        Other(msg.sender).up(t);
    }
}
",
    );
}

#[test]
fn values_have_the_functions_of_libraries_for_their_types() {
    check_math(
        "find_callers",
        "update",
        "
//- /Pool.sol
import {Math} from './libs/Math.sol';
contract Test { function update(int24 tick) external { } }
contract Pool {
    using Math for Math.Info;
    mapping(int24 => Math.Info) public ticks;
    mapping(bytes32 => mapping(int24 => Math.Info)) nested;
    Math.Info[] infos;
    Test test;
    function swap(int24 t) external {
        ticks[t].update(t);
               //^^^^^^ caller swap
        nested[0][t].update(t);
                   //^^^^^^ caller swap
        infos[0].update(t);
               //^^^^^^ caller swap
        Math.Info storage info = ticks[t];
        info.update(t);
           //^^^^^^ caller swap
        test.update(t);
    }
}
",
    );
}

#[test]
fn maps_and_lists_have_the_functions_of_libraries_beside_members_of_that_name() {
    let pool = |call: &str| {
        format!(
            "
//- /Pool.sol
import './libs/Math.sol';
contract Test {{
    function cross(int24 tick) external {{ }}
    function grow(uint16 size) external {{ }}
}}
contract Pool {{
    using Math for mapping(int24 => Math.Info);
    mapping(int24 => Math.Info) ticks;
    Math.Info[8] infos;
    Test test;
    function swap(int24 t) external {{
        test.cross(t);
        test.grow(2);
        {call}
    }}
}}
"
        )
    };
    let cross = pool("ticks.cross(t);\n            //^^^^^ caller swap");
    check_math("find_callers", "cross", &cross);
    let grow = pool("infos.grow(4);\n            //^^^^ caller swap");
    check_math("find_callers", "grow", &grow);
}

#[test]
fn errors_and_types_of_a_library_are_named_behind_it() {
    check_math(
        "find_references",
        "Bad",
        "
//- /Pool.sol
import './libs/Math.sol';
contract Pool {
    function swap(int24 t) external { if (t == 0) revert Math.Bad(1); }
                                                            //^^^ call
}
",
    );
    check(
        "find_references",
        "
//- /libs/Math.sol
library Math { struct $0Info { uint128 liquidity; } }
library Position { struct Info { uint8 a; } }
//- /Pool.sol
import './libs/Math.sol';
contract Pool {
    Math.Info info;
       //^^^^ type
    Position.Info position;
}
",
    );
}

#[test]
fn the_last_supertype_is_the_first_that_super_means() {
    check(
        "find_callers",
        "
//- /Token.sol
contract Token {
    function update(address to) internal virtual { }
}
contract Votes is Token {
    function upd$0ate(address to) internal virtual override { super.update(to); }
}
contract Mine is Token, Votes {
    function update(address to) internal override(Token, Votes) { super.update(to); }
                                                                      //^^^^^^ caller update
    function own(address to) external { this.update(to); }
}
",
    );
}

#[test]
fn a_file_sees_the_contracts_that_it_imports() {
    check(
        "find_callers",
        "
//- /a/Token.sol
contract Token { function mi$0nt(uint256 x) public { } }
//- /a/Index.sol
import './Token.sol';
//- /b/Token.sol
contract Token { function mint(uint256 x) public { } }
//- /a/Shop.sol
import {Token} from \"./Index.sol\";
contract Shop is Token { function sell() external { mint(1); } }
                                                  //^^^^ caller sell
//- /b/Shop.sol
import \"./Token.sol\";
contract Bazaar is Token { function sell() external { mint(1); } }
",
    );
}

#[test]
fn the_number_of_arguments_tells_functions_of_one_name_apart() {
    check(
        "find_callers",
        "
//- /Pool.sol
contract Pool {
    function p$0ay(address to) public virtual { }
    function pay(address to, uint256 amount) public virtual { pay(to); }
                                                            //^^^ caller pay
}
contract Shop is Pool {
    function sell(Pool pool, uint256 x) public {
        pool.pay(msg.sender, 1);
        super.pay(msg.sender);
            //^^^ caller sell
        pool.pay{value: 1}(msg.sender);
           //^^^ caller sell
        pool.pay{value: 1}(msg.sender, x);
    }
}
",
    );
}

#[test]
fn what_a_function_of_a_library_is_applied_to_is_its_first_argument() {
    check(
        "find_callers",
        "
//- /Math.sol
library Math {
    function cut(uint256 a) internal pure returns (uint256) { return a; }
    function c$0ut(uint256 a, uint256 b) internal pure returns (uint256) { return a + b; }
}
contract Shop {
    using Math for uint256;
    function sell(uint256 x) public {
        x.cut();
        x.cut(1);
        //^^^ caller sell
        Math.cut(x);
        Math.cut(x, 1);
           //^^^ caller sell
    }
}
",
    );
}

#[test]
fn names_of_parameters_of_events_errors_and_mappings_are_their_own() {
    check(
        "find_references",
        "
//- /Safe.sol
contract Safe {
    address internal single$0ton;
    event Changed(address indexed singleton);
    error Bad(address singleton);
    mapping(address singleton => uint256 singleton) counts;
    function set() public {
        singleton = msg.sender;
      //^^^^^^^^^ read
        emit Changed(singleton);
                   //^^^^^^^^^ read
    }
}
",
    );
}
