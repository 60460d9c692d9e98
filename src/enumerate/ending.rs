//! How an execution of a litmus test ends.
//!
//! In: the ways of the threads and the candidate that was put together from them. Out: the registers and what memory holds, as conditions
//! ask for them. It must not know axioms.

use super::candidate::Candidate;
use super::layout::{Cell, Layout};
use super::traces::Trace;
use crate::litmus::condition::State;
use crate::litmus::{Location, Register, Test};

/// The ways of the threads, and where their accesses are.
#[derive(Clone, Copy)]
pub struct Ways<'t> {
    pub layout: &'t Layout,
    pub ways: &'t [&'t Trace],
}

/// One way of each thread, and what became of their accesses.
pub struct Ending<'t> {
    pub of: Ways<'t>,
    pub candidate: &'t Candidate,
}

impl Ways<'_> {
    /// By event its value; initial writes first.
    pub fn values(self, test: &Test) -> Vec<i64> {
        let of_ways = self.ways.iter().flat_map(|way| &way.events).map(|event| event.value);
        self.layout.initial(test).into_iter().chain(of_ways).collect()
    }
}

impl State for Ending<'_> {
    fn register(&self, thread: usize, register: Register) -> i64 {
        self.of.ways[thread].registers.get(register.0).copied().unwrap_or(0)
    }

    fn element(&self, location: Location, index: usize) -> i64 {
        let last = |cell: Cell| {
            let last = self.candidate.chains[cell.0].last().expect("a cell has an initial write; please report this");
            self.candidate.values[last.index()]
        };
        let pieces: Vec<i64> = self.of.layout.value(location, index).map(last).collect();
        self.of.layout.join(&pieces)
    }
}
