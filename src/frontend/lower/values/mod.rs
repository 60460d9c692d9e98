//! The lowering of expressions.
//!
//! In: expressions of the typed tree. Out: operands, places and conditions, and the instructions that make them. It must not know statements.

pub mod assignment;
pub mod bits;
pub mod builtin;
pub mod expression;
pub mod floats;
pub mod int128;
pub mod overflow;
pub mod pair;
pub mod place;
pub mod reals;
pub mod record;
pub mod sizes;
pub mod subscripts;
pub mod temporaries;
pub mod truth;
