//! The intermediate representation: program, operators, text form, verifier.

pub mod operators;
pub mod program;

pub use operators::{BinaryOp, CastOp, RmwOp, UnaryOp, Width};
pub use program::*;
