//! The explorer: every consistent execution graph of a program, one by one, on concrete values.
//!
//! In: a program and a memory model. Out: what a [`Watcher`] makes of each full graph, and an [`Outcome`]. It shares the program,
//! the interpreter and the model files with the SAT side and nothing else.
//!
//! Four rooms, each of which knows those before it:
//! - `threads`: what threads do by themselves, and which memory they share
//! - `axioms`: the model in the form in which it is judged while a graph grows
//! - `graph`: the execution graph, what is consistent with it, its relations and races
//! - `search`: every graph once, and the pieces in which the search can be divided
//!
//! Around them: `engine`, `again` and `asked` (from a program to an outcome), `team` and `pool` (several explorers), `collector`,
//! `fate`, `violation`, `hang`, `execution` and `report` (what is said of full graphs), `keeping`, `paused`, `trail` and `question` (an
//! exploration that ended early, kept for another run).

mod again;
mod asked;
mod axioms;
mod collector;
mod engine;
mod execution;
mod fate;
mod graph;
mod hang;
mod keeping;
mod paused;
mod pool;
mod question;
mod report;
mod search;
mod team;
#[cfg(test)]
mod tests;
mod threads;
mod trail;
mod violation;

pub use axioms::plan::refusal;
pub use engine::explore;
pub use fate::Fate;
pub use paused::Paused;
pub use report::{Divided, Ended, Equivalence, Full, Nobody, Outcome, Part, Progress, Settings, Watcher, Whole};
pub use threads::race::Race;
