//! Schema of `[events]` in `languages/<id>/language.toml`: how code hands something to functions
//! that it does not name.

use serde::Deserialize;
use std::collections::BTreeMap;

/// How a language announces events and listens to them. Calls that are found by these rules are
/// `possible` at most.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EventRules {
    /// Functions that announce an event by a string, their first argument: `emit`.
    pub announcing: Vec<String>,
    /// Functions and decorators that are given such a string, with the function that is called:
    /// `on`.
    pub listening: Vec<String>,
    /// Methods that call the functions which another method was given for an object of the same
    /// name, each with that method: `send`, `connect`; or the operator that adds one: `+=`.
    pub signals: BTreeMap<String, String>,
    /// Functions of libraries that call a function which they are given, and types of objects that
    /// do: `setTimeout`, `map`, `Thread`.
    pub calling: Vec<String>,
    /// Functions that are given an object, a member of it, and what is called where that member is:
    /// `connect`; the labels below which a type declares such members: `signals`.
    pub connecting: Vec<String>,
    pub connected: Vec<String>,
    /// Macros that make a string of the name of a member and of what it takes: `SLOT`.
    pub naming: Vec<String>,
    /// Decorators with the object whose signal calls the function below: `receiver`.
    pub receivers: Vec<String>,
    /// Decorators of functions that are called with values of the type of their parameter:
    /// `EventListener`.
    pub listeners: Vec<String>,
    /// Members of a type that make a value of it and send it: `dispatch`.
    pub sending: Vec<String>,
    /// What may stand behind the method of requests in the name of a function that sends one:
    /// `Json` of `postJson`.
    pub request_forms: Vec<String>,
}
