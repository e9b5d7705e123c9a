//! Ruby: types that signatures of Sorbet write.

use crate::support::fixture::check;

const KEG: &str = "
//- /keg.rb
class Keg
  extend T::Sig
  def un$0link; end
end
class Trap
  def unlink; end
end
";

fn check_callers_of_unlink(code: &str) {
    check("find_callers", &format!("{KEG}//- /shop.rb\n{code}"));
}

#[test]
fn parameters_are_of_the_types_of_the_signature_before_the_method() {
    check_callers_of_unlink(
        "
class Shop
  sig { params(one: Keg, two: T.nilable(Keg), other: Trap, plain: String).void }
  def all(one, two, other:, plain: nil)
    one.unlink
       #^^^^^^ caller all
    two&.unlink
        #^^^^^^ caller all
    other.unlink
    plain.unlink
  end

  sig do
    override(allow_incompatible: true)
      .params(one: Keg)
      .returns(NilClass)
      .checked(:never)
  end
  def self.some(one)
    one.unlink
       #^^^^^^ caller some
  end

  # It stands between them.
  sig(:final) { params(kegs: T::Array[Keg], by_name: T::Hash[Symbol, Trap]).void }
  private def list(kegs, by_name)
    kegs.each { |keg| keg.unlink }
                         #^^^^^^ caller list
    kegs.first.unlink
              #^^^^^^ caller list
    by_name[:a].unlink
    by_name.each_value { |trap| trap.unlink }
  end

  sig { params(one: Trap).void }
  def before(one); end

  def after(one)
    one.unlink
       #^^^^^^ caller after [possible]
  end
end
",
    );
}

#[test]
fn results_and_attributes_are_of_the_types_of_their_signatures() {
    check_callers_of_unlink(
        "
class Shop
  sig { returns(Keg) }
  attr_reader :keg

  sig { returns(T.nilable(Trap)) }
  attr_accessor :trap

  sig { params(name: String).returns(Keg) }
  def found(name) = lookup(name)

  sig { returns(Trap) }
  def caught; lookup(1); end

  def use(shop)
    keg.unlink
       #^^^^^^ caller use
    self.trap.unlink
    found('a').unlink
              #^^^^^^ caller use
    caught.unlink
  end
end
",
    );
}

#[test]
fn values_are_of_the_types_that_are_asserted() {
    check_callers_of_unlink(
        "
class Shop
  def initialize(given)
    @keg = T.let(given, T.nilable(Keg))
    @trap = T.let(nil, T.nilable(Trap))
  end

  def use(other)
    @keg.unlink
        #^^^^^^ caller use
    T.must(@keg).unlink
                #^^^^^^ caller use
    @trap.unlink
    T.cast(other, Keg).unlink
                      #^^^^^^ caller use
    T.cast(other, Trap).unlink
  end
end
",
    );
}
