//! The explorer: every consistent execution graph of a program, one by one, on concrete values.
//!
//! In: a program and a memory model. Out: what a [`Watcher`] makes of each full graph, and an [`Outcome`]. It shares the program,
//! the interpreter and the model files with the SAT side and nothing else.
//!
//! - `runs`, `label`, `alone`, `sharing`: what threads do by themselves, and which memory they share
//! - `barrier`: which barriers need no state (BAM)
//! - `plan`, `bits`, `matrix`: the model's axioms on growing graphs
//! - `races`: what the language, not the model, has to say about a graph
//! - `hang`: whether who waits in a loop waits for good
//! - `engine`, `collector`, `report`, `execution`, `violation`: from a program to counts and executions
//! - `team`, `pool`: several explorers, and what changes hands between them
//! - `graph`, `consistency`, `revisit`, `search`: the exploration; `coherence`: the same up to reads-from

mod alone;
mod barrier;
mod bits;
mod coherence;
mod collector;
mod consistency;
mod engine;
mod execution;
mod graph;
mod hang;
mod label;
mod matrix;
mod past;
mod plan;
mod pool;
mod published;
mod races;
mod report;
mod revisit;
mod runs;
mod search;
mod sections;
mod sharing;
mod surroundings;
mod team;
#[cfg(test)]
mod tests;
mod violation;
mod waiting;

pub use engine::explore;
pub use execution::Fate;
pub use report::{Ended, Equivalence, Full, Nobody, Outcome, Progress, Race, Settings, Watcher};
