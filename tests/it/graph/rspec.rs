//! Ruby: what examples of RSpec say of values, and classes without a name.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

const CARTS: &str = "
//- /cart.rb
class Cart
  def TOTAL; 1; end
end
class Order
  def total; 2; end
end
";

fn check_callers_of_cart(spec: &str) {
    check(
        "find_callers",
        &format!("{}//- /spec/cart_spec.rb\n{spec}", CARTS.replace("TOTAL", "to$0tal")),
    );
}

#[test]
fn what_let_binds_has_the_value_of_its_block_in_its_own_group() {
    check_callers_of_cart(
        "
RSpec.describe Cart do
  let(:one) { Cart.new }
  let!(:two) do
    Cart.new
  end

  context 'first' do
    let(:one) { Order.new }
    it('is an order') { one.total }
                           #^^^^^ caller is an order [possible]
  end

  context 'second' do
    it('is a cart') { one.total + two.total }
                         #^^^^^ caller is a cart
                                     #^^^^^ caller is a cart
  end
end
",
    );
}

#[test]
fn the_subject_and_the_described_class_are_known() {
    check_callers_of_cart(
        "
RSpec.describe Cart do
  subject(:named) { described_class.new }
  it('names it') { named.total }
                        #^^^^^ caller names it
  it('makes it') { described_class.new.total }
                                      #^^^^^ caller makes it
  describe 'within' do
    it('has it') { subject.total }
                          #^^^^^ caller has it
  end
end
RSpec.describe Order do
  it('is another') { described_class.new.total }
end
",
    );
}

#[test]
fn what_runs_a_method_by_its_name_calls_it() {
    check(
        "find_callers",
        "
//- /post.rb
class Post
  after_save :no$0tify, if: :public?
             #^^^^^^ caller Post
  skip_callback_of :notify
  state_machine do
    after_transition on: :publish, do: :notify
                                       #^^^^^^ caller Post
  end
  def notify; end
  def self.all(posts)
    posts.each(&:notify)
                #^^^^^^ caller all
  end
end
",
    );
}

#[test]
fn a_class_without_a_name_implements_its_supertype() {
    let app = project(&[(
        "base.rb",
        "class Base\n  def go; end\nend\nNamed = Class.new(Base) do\n  def go; end\nend\n\
         def make\n  Class.new(Base) { def go; end }\nend\nBare = Class.new(Base)\n",
    )]);
    let answer =
        |symbol: &str| ask::text(app.path(), "find_implementations", json!({ "symbol": symbol }));
    let text = answer("Base");
    for row in ["4 Named = Class.new(Base)", "8 Class.new(Base)", "10 Bare = Class.new(Base)"] {
        assert!(text.contains(row), "{row}: {text}");
    }
    assert!(text.contains("all 4 occurrences of `Base` accounted for: 3 above"), "{text}");
    let text = answer("Base.go");
    assert!(text.contains("5 def go · in Named") && text.contains("8 def go · in make"), "{text}");
}

#[test]
fn a_variable_of_a_test_is_what_the_groups_around_it_set_it_to() {
    check_callers_of_cart(
        "
describe 'carts' do
  before do
    @one = Cart.new
    @two = Order.new
  end

  def helped = @one.total
                  //^^^^^ caller helped

  it 'adds' do
    @one.total
       //^^^^^ caller adds
    @two.total
  end

  it 'sets its own' do
    @one = Order.new
    @one.total
    @two = Cart.new
  end

  describe 'within' do
    before { @two = Cart.new }
    it 'is nearer' do
      @two.total
         //^^^^^ caller is nearer
    end
  end
end
",
    );
}
