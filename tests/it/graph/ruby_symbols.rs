//! Ruby: members and classes that symbols and strings name, in doubles, delegations and settings.

use crate::support::fixture::check;

#[test]
fn what_a_double_stands_in_for_is_named() {
    check(
        "find_references",
        "
//- /stock.rb
class Stock
  def rest$0ock(item); end
end
class Other
  def restock; end
end
//- /stock_spec.rb
describe Stock do
  it 'restocks' do
    stock = instance_double(Stock, restock: 1)
    #                              ^^^^^^^ read
    allow(stock).to receive(:restock)
    #                        ^^^^^^^ read
    expect(stock).not_to have_received(:restock).with(1).once
    #                                   ^^^^^^^ read
    allow(stock).to receive_messages(restock: 1, unstock: 2)
    #                                ^^^^^^^ read
    expect_any_instance_of(Stock).to receive(:restock).with(1).and_return(2)
    #                                         ^^^^^^^ read
    expect_any_instance_of(Other).to receive(:restock)
    allow(instance_double('Stock')).to receive(:restock)
    #                                           ^^^^^^^ read
    allow(instance_double(described_class)).to receive(:restock)
    #                                                   ^^^^^^^ read
    allow(made).to receive(:restock)
    #                       ^^^^^^^ read [possible]
    Stock.any_instance.stubs(:restock)
    #                         ^^^^^^^ read
    double('stock', restock: 1)
    #               ^^^^^^^ read [possible]
  end
end
",
    );
}

#[test]
fn a_double_does_not_run_what_it_stands_in_for() {
    check(
        "find_callers",
        "
//- /stock.rb
class Stock
  def rest$0ock(item); end
end
//- /stock_spec.rb
describe Stock do
  it 'restocks' do
    allow(described_class.new).to receive(:restock)
    described_class.new.restock
    #                   ^^^^^^^ caller restocks
  end
end
",
    );
}

#[test]
fn what_is_sent_by_a_symbol_is_called() {
    check(
        "find_callers",
        "
//- /stock.rb
class Stock
  def rest$0ock; end
  def self.restock; end
  def one
    send(:restock)
    #     ^^^^^^^ caller one
    self.public_send(:restock, 1)
    #                 ^^^^^^^ caller one
    Stock.new.try(:restock)
    #              ^^^^^^^ caller one
    Stock.send(:restock)
    Other.new.send(:restock)
  end

  def self.two
    send(:restock)
  end
end
class Other
  def restock; end
end
",
    );
}

#[test]
fn what_asks_for_a_method_by_a_symbol_names_it() {
    check(
        "find_references",
        "
//- /stock.rb
class Stock
  def rest$0ock; end
  alias_method :fill, :restock
  #                    ^^^^^^^ read
  private_class_method :restock
  private :restock
  #        ^^^^^^^ read
  def one
    each(&method(:restock))
    #             ^^^^^^^ read
    Stock.new.respond_to?(:restock)
    #                      ^^^^^^^ read
  end
  def self.restock; end
end
",
    );
}

#[test]
fn a_delegation_calls_the_method_of_what_it_is_handed_on_to() {
    check(
        "find_callers",
        "
//- /order.rb
class Order
  def num$0ber; end
end
class Other
  def number; end
end
//- /shipment.rb
class Shipment
  delegate :number, :email, to: :order
  #         ^^^^^^ caller Shipment
  delegate :number, to: :other, prefix: true
  def_delegators :@order, :email, :number
  #                                ^^^^^^ caller Shipment

  def initialize
    @order = Order.new
  end

  def order
    Order.new
  end

  def other
    Other.new
  end
end
",
    );
}

#[test]
fn what_runs_behind_a_transition_is_called() {
    check(
        "find_callers",
        "
//- /unit.rb
class Unit
  state_machine do
    event :fill do
      transition to: :on_hand, if: :ful$1fill
      #                             ^^^^^^^ caller fill
      transitions from: :new, to: :on_hand, after: :ful$1fill
      #                                             ^^^^^^^ caller fill
    end
    after_transition to: :on_hand, do: [:other, :fulfill]
    #                                            ^^^^^^^ caller Unit
    after_transition :to => :on_hand, :do => :fulfill
    #                                         ^^^^^^^ caller Unit
  end

  def ful$0fill; end
end
"
        .replace("$1", "")
        .as_str(),
    );
}

#[test]
fn a_string_may_name_a_class() {
    check(
        "find_references",
        "
//- /order.rb
module Shop
  autoload :Or$1der, 'shop/order'
  #         ^^^^^ read
  class Or$0der
  end
  private_constant :Or$1der
  #                 ^^^^^ read
  class Item
    belongs_to :order, class_name: 'Order'
    #                               ^^^^^ read
    belongs_to :basket, :class_name => 'Shop::Order'
    #                                         ^^^^^ read
    setting :order_class, default: 'Shop::Order'
    #                                     ^^^^^ read
    puts 'Order', label: 'Order'
    def one
      'Shop::Order'.constantize
      #      ^^^^^ read
      puts 'the Shop::Order'
      puts \"Shop::Order#{one}\"
    end
  end
end
module Other
  class Order
  end
  class Item
    belongs_to :order, class_name: 'Order'
    belongs_to :order, class_name: 'Other::Order'
  end
end
"
        .replace("Or$1der", "Order")
        .as_str(),
    );
}

#[test]
fn a_class_without_a_name_is_below_the_described_one() {
    check(
        "find_implementations",
        "
//- /method.rb
module Shop
  class Meth$0od
  end
  class Other
  end
end
//- /method_spec.rb
RSpec.describe Shop::Method do
  let(:plain) { Class.new(described_class) }
  #<- impl
  let(:other) do
    Class.new(described_class) { def run; end }
    #<- impl
  end
  Named = Class.new(described_class)
  #<- impl
  let(:bare) { Class.new(Shop::Method) }
  #<- impl
  stub_const('Shop::Late', Class.new(Shop::Method))
  #<- impl
  describe Shop::Other do
    let(:none) { Class.new(described_class) }
  end
end
",
    );
}

#[test]
fn a_member_is_inherited_from_the_described_class() {
    check(
        "find_callers",
        "
//- /method.rb
class Method
  def ru$0n; end
end
class Other
  def run; end
end
//- /method_spec.rb
RSpec.describe Method do
  Named = Class.new(described_class)
  it 'runs' do
    Named.new.run
    #         ^^^ caller runs
  end
end
",
    );
}

#[test]
fn a_scope_is_a_method_of_its_class() {
    check(
        "find_callers",
        "
//- /order.rb
class Order
  scope :com$0plete, -> { where(state: 'complete') }
  def complete; end
  def self.all_complete
    complete
    #<- caller all_complete
  end
end
Order.complete
#     ^^^^^^^^ caller <module>
Order.new.complete
",
    );
}

#[test]
fn an_event_is_called_by_further_names() {
    check(
        "find_callers",
        "
//- /unit.rb
class Unit
  state_machine initial: :on_hand do
    event :fi$0ll do
      transition to: :on_hand
    end
  end

  def try_fill
    fill! if can_fill?
    #<- caller try_fill
    #        ^^^^^^^^^ caller try_fill
  end
end
class Other
  def fill!; end
end
class Glass
  def fill; end
end
Glass.new.fill!
Unit.new.fill
#        ^^^^ caller <module>
Unit.new.fill!
#        ^^^^^ caller <module>
units.each(&:fill!)
#            ^^^^^ caller <module> [possible]
Other.new.fill!
",
    );
}

#[test]
fn an_expectation_asks_a_question() {
    check(
        "find_callers",
        "
//- /order.rb
class Order
  def pa$0id?; end
end
class Other
  def paid?; end
end
//- /order_spec.rb
describe Order do
  it 'is paid' do
    expect(Order.new).to be_paid
    #                    ^^^^^^^ caller is paid
    expect(described_class.create).not_to be_paid
    #                                     ^^^^^^^ caller is paid
    expect(Other.new).to be_paid
    expect(made).to be_paid
    #               ^^^^^^^ caller is paid [possible]
  end
end
",
    );
}

#[test]
fn a_record_that_is_found_is_of_its_class() {
    check(
        "find_callers",
        "
//- /order.rb
class Order < ApplicationRecord
  def pa$0y; end
end
class Other < ApplicationRecord
  def pay; end
end
class Own
  def self.find(id)
    Order.new
  end

  def pay; end
end
//- /use.rb
Order.find(1).pay
#             ^^^ caller <module>
Order.find_by!(id: 1).pay
#                     ^^^ caller <module>
Other.find(1).pay
Own.find(1).pay
#           ^^^ caller <module>
",
    );
}

#[test]
fn the_test_of_a_controller_runs_its_actions_by_their_names() {
    check(
        "find_callers",
        "
//- /app/controllers/agents_controller.rb
class AgentsController < ApplicationController
  def prop$0agate; end
end
//- /app/other.rb
class Other
  def propagate; end
end
//- /spec/controllers/agents_controller_spec.rb
describe AgentsController do
  it 'propagates' do
    post :propagate, params: { id: 1 }
    #     ^^^^^^^^^ caller propagates
  end
end
",
    );
}

#[test]
fn a_heredoc_in_an_interpolation_of_another_does_not_end_the_code() {
    check(
        "find_callers",
        "
//- /stock.rb
class Stock
  description <<~MD
    Text
    #{
      more('text', <<~MD)
        inner
      MD
    }
  MD

  def rest$0ock; end

  def one
    done = restock
    #      ^^^^^^^ caller one
  end
end
",
    );
}
