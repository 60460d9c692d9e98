//! The encoding into SAT and the solvers behind it.

pub(crate) mod algebra;
pub mod backend;
pub(crate) mod base;
pub mod bits;
pub(crate) mod blast;
pub mod candidates;
pub(crate) mod cardinality;
pub(crate) mod certain;
pub(crate) mod clocks;
mod communications;
pub(crate) mod decode;
pub(crate) mod dependencies;
pub mod encoding;
pub(crate) mod environment;
pub mod formula;
mod gate_table;
pub(crate) mod gates;
mod late;
pub mod literal;
pub mod needs;
mod noticed;
pub(crate) mod order;
pub(crate) mod raise;
mod separation;
pub mod session;
mod shrinking;
pub(crate) mod smaller;
pub(crate) mod statement;
mod stuck;
mod told;
pub(crate) mod written;

use crate::model::{Model, Recursion};

/// Why a model's axioms cannot be encoded.
pub fn refusal(model: &Model) -> Option<String> {
    (model.recursion() == Recursion::Mixed)
        .then(|| "something is taken away where its axioms have recursive definitions".to_string())
}

#[cfg(test)]
mod tests;
