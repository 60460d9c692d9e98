//! The intermediate representation: program, operators, builder, text form, verifier.
//!
//! In: what the frontend lowers. Out: the one representation of a program. It must not know C types, memory
//! models or solvers.

pub mod barrier;
pub mod builder;
pub mod calculus;
pub mod forms;
pub mod joins;
mod lookup;
pub mod mutex;
pub mod operators;
pub mod pair;
pub mod program;
pub mod property;
pub mod text;
pub mod unread;
pub mod uses;
pub mod verify;

pub use operators::{BinaryOp, CastOp, RmwOp, UnaryOp, Width};
pub use program::*;
pub use property::{Checked, Concern, Property};
pub use verify::verify;
