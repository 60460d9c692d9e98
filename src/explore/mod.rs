//! The explorer: every consistent execution graph of a program, one by one, on concrete values.
//!
//! In: a program and a memory model. Out: what a [`Visitor`] makes of each full graph, and counts. It shares the program,
//! the interpreter and the model files with the SAT side and nothing else.
//!
//! - `runs`, `alone`, `sharing`: what threads do by themselves, and which memory they share
//! - `barrier`: which barriers need no state (BAM)
//! - `plan`, `bits`, `matrix`: the model's axioms on growing graphs
//! - `graph`, `consistency`, `revisit`, `search`: the exploration

mod alone;
pub mod barrier;
pub mod bits;
mod consistency;
pub mod graph;
mod matrix;
pub mod plan;
mod revisit;
pub mod runs;
pub mod search;
pub mod sharing;
#[cfg(test)]
mod tests;
