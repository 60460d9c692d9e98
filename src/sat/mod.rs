//! The encoding into SAT and the solvers behind it.

pub mod backend;
pub mod bits;
pub mod blast;
pub mod candidates;
pub mod cardinality;
pub mod clocks;
pub mod decode;
mod dependencies;
pub mod encoding;
pub mod formula;
pub mod gates;
pub mod literal;
pub mod order;
pub mod relations;
mod separation;
pub mod session;
