//! The lowering: typed trees to IR, one folder for each part of the language, one file for each kind of construct.
//!
//! In: the linked units. Out: the program, with every access site and every place for a fence. The folders, from the ground up:
//! `state` is what is known while a function is lowered; `values` are expressions; `control` are statements and functions; on these stand
//! `atomics`, `assembly`, what the library's functions mean (`library`), `calls`, and initialised `objects`. `program` puts them
//! together. Nothing here may name the crates that read C: what is needed of them comes through [`super::typed`].

pub mod assembly;
pub mod atomics;
pub mod calls;
pub mod control;
pub mod library;
pub mod objects;
pub mod program;
pub mod state;
pub mod values;
