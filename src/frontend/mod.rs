//! The C reader: C text in, IR out.
//!
//! In: the path of a C file and [`ReadOptions`], which may name further files. Out: a [`Unit`], the program in IR with every access site and every
//! place where a fence may be written, byte-exact in the file where it stands; or a [`Failure`] with diagnostics.
//! The crates that preprocess, parse and type C (`rucc-*`) are used here and nowhere else, and within this room in three folders only; nothing
//! of them shows in the interface. This room must not know memory models or solvers.
//!
//! The way of the text: `text` finds files and knows where each token stands; `passes` goes over the tokens, where the parser would read them
//! wrong; `typed` is the door to the crates: it drives preprocessor, parser and type checker over one translation unit, and hands out the
//! typed tree; `link` finds the definition of each shared name; `lower` walks the trees; `known` lists the functions that are known by
//! name. `harness` makes a `main` where there is none. `reader` puts these together.

mod harness;
mod known;
mod link;
mod lower;
mod options;
mod passes;
mod prototypes;
mod reader;
mod text;
mod typed;

pub use lower::assembly::asm::{Barrier, barriers};
pub use options::{Call, Entry, Errors, Further, Harness, Preprocessing, ReadOptions, Splits, WeakExchange};
pub use reader::{Closed, STACK_MIB, Unit, harness_template, read};
pub use text::conditionals;
pub use text::files::{foreign_directories, plain};
pub use typed::unit::is_standard;

pub use crate::diag::Failure;
