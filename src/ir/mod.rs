//! The intermediate representation: program, operators, builder, text form, verifier.
//!
//! In: what the frontend lowers. Out: the one representation of a program. It must not know C types, memory
//! models or solvers.

pub mod barrier;
pub mod builder;
pub mod operators;
pub mod program;
pub mod text;
pub mod verify;

pub use operators::{BinaryOp, CastOp, RmwOp, UnaryOp, Width};
pub use program::*;
pub use verify::verify;
