//! The C reader: C text in, IR out.
//!
//! In: the path of a C file and [`ReadOptions`], which may name further files. Out: a [`Unit`], the program in IR with every access site and every
//! place where a fence may be written, byte-exact in the file where it stands; or a [`Failure`] with diagnostics.
//! The crates that preprocess, parse and type C (`rucc-*`) are used here and nowhere else; nothing of them shows in
//! the interface. This room must not know memory models or solvers.
//!
//! The way of the text: `files` finds files (the tool's own headers first), `unit` drives preprocessor, parser
//! and type checker over one translation unit, `nesting` keeps from them what nests too deep, `positions` knows where each
//! token stands, `bodies` adds the parts of the C library that are C, `link` finds the definition of each shared name, and
//! the lowering (`lower` for the whole program, `function` for one function, one file for each kind of construct) walks
//! the typed trees. `harness` makes a `main` where there is none. `reader` puts these together.

mod alignments;
mod arguments;
mod asked;
mod assembly;
mod assignment;
mod atomics;
mod bits;
mod blocks;
mod bodies;
mod body;
mod braces;
mod builtin;
mod call;
mod casts;
pub mod conditionals;
mod copied;
mod defines;
mod definitions;
mod designators;
mod endings;
mod enumerators;
mod expression;
mod files;
mod flags;
mod floats;
mod flow;
mod forms;
mod function;
mod generics;
mod harness;
mod heap;
mod initializer;
mod input;
mod instructions;
mod int128;
mod jumps;
mod lessened;
mod library;
mod link;
mod lower;
mod meaning;
mod mentions;
mod mutexes;
mod names;
mod narrow;
mod nesting;
mod nondet;
mod old_style;
mod open_orders;
mod options;
mod orders;
mod overflow;
mod overrides;
mod packing;
mod padding;
mod pair;
mod parameters;
mod place;
mod pointed;
mod points;
mod positions;
mod pragmas;
mod predicate;
mod prototypes;
mod reader;
mod reals;
mod record;
mod results;
mod same_type;
mod scopes;
mod sites;
mod sixteen;
mod sizes;
mod spelled;
mod splits;
mod stand_ins;
mod starters;
mod statement;
mod statements;
mod static_address;
mod stretches;
mod subscripts;
mod system_calls;
mod tables;
mod tags;
mod temporaries;
mod tentative;
mod threads;
mod tokens;
mod truth;
mod types;
mod unit;
mod universal;
mod unsequenced;
mod variadic;
mod wait_functions;
mod waking;
mod weak;
mod written;

pub use assembly::{Barrier, barriers};
pub use files::foreign_directories;
pub use options::{Entry, Errors, Further, Harness, Preprocessing, ReadOptions, Splits, WeakExchange};
pub use reader::{Closed, STACK_MIB, Unit, harness_template, read};
pub use unit::is_standard;

pub use crate::diag::Failure;
