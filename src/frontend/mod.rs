//! The C reader: C text in, IR out.
//!
//! In: the path of a C file and [`ReadOptions`]. Out: a [`Unit`], the program in IR with every access site and every
//! place where a fence may be written, byte-exact in the file where it stands; or a [`Failure`] with diagnostics.
//! The crates that preprocess, parse and type C (`rucc-*`) are used here and nowhere else; nothing of them shows in
//! the interface. This room must not know memory models or solvers.
//!
//! The way of the text: `files` finds files (the tool's own headers first), `reader` drives preprocessor, parser
//! and type checker, `positions` knows where each token stands, and the lowering (`lower` for the whole program,
//! `function` for one function, one file for each kind of construct) walks the typed tree.

mod assembly;
mod assignment;
mod atomics;
mod builtin;
mod call;
mod expression;
mod files;
mod function;
mod initializer;
mod jumps;
mod library;
mod lower;
mod place;
mod points;
mod positions;
mod reader;
mod record;
mod statement;
mod threads;
mod types;

pub use reader::{Failure, ReadOptions, Unit, read};
