//! Ruby: methods that are named by symbols, or called by a library's name for it, and what a
//! concern mixes in.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn what_a_concern_includes_is_implemented_by_who_includes_it() {
    check(
        "find_implementations",
        "
//- /request.rb
module $0Request
  def fetch; end
end
//- /concern.rb
module Concern
      #^^^^^^^ impl
  extend ActiveSupport::Concern

  included do
    include Request
  end
end
//- /agent.rb
class Agent
     #^^^^^ impl
  include Concern
end
class Other
end
",
    );
}

#[test]
fn a_call_in_a_class_reaches_what_its_concern_includes() {
    check(
        "find_callers",
        "
//- /request.rb
module Request
  def fe$0tch_all; end
end
//- /concern.rb
module Concern
  included do
    include Request
  end
end
//- /agent.rb
class Agent
  include Concern
  def run
    fetch_all
   #^^^^^^^^^ caller run
  end
end
class Other
  def fetch_all; end
  def run
    fetch_all
  end
end
",
    );
}

#[test]
fn a_method_that_a_class_hands_on_by_a_symbol_is_that_of_its_values() {
    check(
        "find_references",
        "
//- /event.rb
class Event < ApplicationRecord
  after_create :prop$1agate, if: :ready?
               #^^^^^^^^^ call
  def prop$0agate; end
  def ready?; end
  def self.propagate; end
end
class Other
  before_action :propagate, only: [:index]
  def propagate; end
end
"
        .replace("prop$1agate", "propagate")
        .as_str(),
    );
}

#[test]
fn a_condition_that_a_class_hands_on_names_a_method() {
    check(
        "find_references",
        "
//- /event.rb
class Event
  validates :name, if: :rea$1dy?
                       #^^^^^^ call
  def rea$0dy?; end
end
"
        .replace("rea$1dy", "ready")
        .as_str(),
    );
}

#[test]
fn a_job_that_is_enqueued_is_performed() {
    check(
        "find_callers",
        "
//- /jobs.rb
class ReceiveJob < ActiveJob::Base
  def per$0form(id); end
end
class CheckJob < ActiveJob::Base
  def perform(id); end
end
class OwnJob
  def self.perform_later(id); end
  def perform(id); end
end
//- /use.rb
class Use
  def run
    ReceiveJob.perform_later(1)
              #^^^^^^^^^^^^^ caller run
    CheckJob.perform_later(2)
    ReceiveJob.new.perform(3)
                  #^^^^^^^ caller run
  end
end
",
    );
}

#[test]
fn a_method_that_calls_itself_perform_later_is_its_own() {
    check(
        "find_callers",
        "
//- /jobs.rb
class OwnJob
  def self.perform_later(id); end
  def per$0form(id); end
end
//- /use.rb
class Use
  def run
    OwnJob.perform_later(1)
  end
end
",
    );
}

/// An expectation names a member without calling it, which leaves nothing open.
#[test]
fn what_expectations_name_is_no_call() {
    let files = [
        ("file.rb", "class LocalFile\n  def get_io(x); end\nend\n"),
        (
            "file_spec.rb",
            "describe LocalFile do\n  it 'reads' do\n    \
             expect(made).to receive(:get_io).with(1)\n    \
             expect(made).to have_received(:get_io)\n  end\nend\n",
        ),
    ];
    let directory = project(&files);
    let text = ask::text(
        directory.path(),
        "find_callers",
        json!({ "symbol": "LocalFile.get_io", "wait": 0 }),
    );
    assert!(text.contains("2 not called (reads: named above)"), "{text}");
    assert!(!text.contains("nresolved"), "{text}");
}

#[test]
fn the_class_methods_of_a_concern_are_those_of_who_includes_it() {
    check(
        "find_callers",
        "
//- /taggable.rb
module Taggable
  extend ActiveSupport::Concern
  module ClassMethods
    def tag$0ged; end
  end
end
class Post
  include Taggable
end
class Other
  def self.tagged; end
end
Post.tagged
#    ^^^^^^ caller <module>
Other.tagged
",
    );
}

#[test]
fn a_class_need_not_be_in_a_file_of_its_name() {
    check(
        "find_callers",
        "
//- /lib/api.rb
module App
  class JobSet
    def sche$0dule; end
  end
end
//- /lib/sets.rb
module App
  class RetrySet < JobSet
  end
end
//- /lib/other.rb
class Other
  def schedule; end
end
//- /lib/use.rb
def go
  App::RetrySet.new.schedule
                  //^^^^^^^^ caller go
  Other.new.schedule
end
//- /spec/double.rb
module App
  class Doubled < JobSet
  end
end
",
    );
}

/// `pool.size = 1` calls the method that sets it, and reading it does not.
#[test]
fn assignments_call_what_sets_a_value() {
    check(
        "find_callers",
        "
//- /person.rb
class Person
  attr_reader :name
  def na$0me=(value)
    @name = value
  end
  def change(other)
    self.name = other
    #    ^^^^ caller change
    self.name ||= other.name
    #    ^^^^ caller change
    name = other
    name
  end
end
class Other
  def name=(value)
  end
end
class Use
  def run
    Person.new.name = 1 if Person.new.name == 2
    #          ^^^^ caller run
    Other.new.name = 1
  end
end
",
    );
}

/// A method that needs an argument is not called without one.
#[test]
fn calls_without_arguments_call_no_method_that_needs_one() {
    check(
        "find_callers",
        "
//- /chat.rb
class Chat
  def bo$0dy(event)
    event
  end
  def run(response, other)
    response.body.strip
    [response.body, other.body]
    other.body(1)
    #     ^^^^ caller run [possible]
  end
end
class Mail
  def body
  end
end
",
    );
}

/// Each of several members that are set at once is called with its value.
#[test]
fn members_that_are_set_with_others_are_called() {
    check(
        "find_callers",
        "
//- /pool.rb
class Pool
  def size
    @size
  end
  def si$0ze=(value)
    @size = value
  end
  def swap(other)
    self.size, @x = 1, 2
    #    ^^^^ caller swap
    [self.size, @x]
    note(self.size, 1).other = 2
  end
end
",
    );
}

#[test]
fn a_test_of_its_class_and_a_block_tell_the_type_of_a_variable() {
    check(
        "find_callers",
        "
//- /a.rb
class Index
  def pk$0ey; end
end
class Other
  def pkey; end
end
def one(value)
  case value
  when Index then value.pkey
    #                   ^^^^ caller one
  end
  value.pkey if value.is_a?(Index)
  #     ^^^^ caller one
  if value.kind_of?(Index)
    value.pkey
    #     ^^^^ caller one
  end
  Index.new.tap { |index| index.pkey }
  #                             ^^^^ caller one
end
",
    );
}
