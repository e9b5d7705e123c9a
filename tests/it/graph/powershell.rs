//! PowerShell: members of classes, by the types of their values.

use crate::support::fixture::check;

#[test]
fn methods_are_called_on_values_and_on_types() {
    check(
        "find_callers",
        "
//- /a.psm1
class Mem {
  [int] Si$0ze() { return 1 }
  [int] Twice([Mem]$m) { return $m.Size() + $this.Size() }
                                                 #^^^^ caller Twice
                                  #^^^^ caller Twice
  static [Mem] Make() { return [Mem]::new() }
}
class Disk { [int] Size() { return 2 } }
class Sub : Mem { [int] Three() { return $this.Size() } }
                                              #^^^^ caller Three
function f([Mem]$p) { $p.Size(); [Mem]::Make().Size() }
                                              #^^^^ caller f
                        #^^^^ caller f
function g($q) { $n = [Mem]::new(); $n.Size(); $q.Size() }
                                                 #^^^^ caller g [possible]
                                      #^^^^ caller g
function h { [Mem]$n = Get-It; $d = New-Object Disk; $n.Size() + $d.Size() }
                                                       #^^^^ caller h
",
    );
}

#[test]
fn a_class_is_made_by_new_and_by_new_object() {
    check(
        "find_callers",
        "
//- /a.psm1
class Me$0m { static [Mem] Make() { return [Mem]::new() } }
                                           #^^^ caller Make
function f { New-Object Mem }
                       #^^^ caller f
",
    );
}

#[test]
fn a_function_is_called_behind_an_operator() {
    check(
        "find_callers",
        "
//- /a.psm1
function hel$0per { 1 }
function f { & helper -a 1 }
             //^^^^^^ caller f
function g { $x = & helper; . helper }
                  //^^^^^^ caller g
                            //^^^^^^ caller g
",
    );
}
