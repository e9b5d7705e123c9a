//! The graph by syntax: one fixture for each rule and language, and one for each failure seen
//! elsewhere.

mod alternatives;
mod c;
mod configs;
mod counts;
mod cpp;
mod cpp_types;
mod csharp;
mod dispatch;
mod further;
mod go;
mod java;
mod javascript;
mod kotlin;
mod odd;
mod output;
mod overloads;
mod python;
mod receivers;
mod ruby;
mod rust;
mod several;
mod targets;
mod text;
mod typescript;
mod values;
