//! The lowering of statements and functions, and the places for fences among them.
//!
//! In: statements of the typed tree. Out: instructions whose jumps go forward but for the ends of loops, fence points, and the ends of what
//! lives in blocks. It must not know how a value is computed.

pub mod function;
pub mod jumps;
pub mod points;
pub mod scopes;
pub mod splits;
pub mod statement;
pub mod unsequenced;
