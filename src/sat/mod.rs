//! The encoding into SAT and the solvers behind it.

pub mod algebra;
pub mod backend;
pub mod base;
pub mod bits;
pub mod blast;
pub mod candidates;
pub mod cardinality;
pub mod certain;
pub mod clocks;
mod communications;
pub mod decode;
pub mod dependencies;
pub mod encoding;
pub mod environment;
pub mod formula;
mod gate_table;
pub mod gates;
pub mod literal;
mod noticed;
pub mod order;
pub mod raise;
mod separation;
pub mod session;
mod shrinking;
pub mod smaller;
pub mod statement;
mod told;
pub mod written;

use crate::model::{Model, Recursion};

/// Why a model's axioms cannot be encoded.
pub fn refusal(model: &Model) -> Option<String> {
    (model.recursion() == Recursion::Mixed)
        .then(|| "something is taken away where its axioms have recursive definitions".to_string())
}

#[cfg(test)]
mod tests;
