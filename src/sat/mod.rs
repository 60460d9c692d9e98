//! The encoding into SAT and the solvers behind it.

pub mod backend;
pub mod bits;
pub mod formula;
pub mod gates;
pub mod literal;
