//! How the executions of a program end: with which values in memory.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use fencesmith::exec::{EventKind, Execution};
use fencesmith::explore::{Fate, Full, Watcher};

/// The last value of each place, in each complete execution.
#[derive(Default, PartialEq)]
pub struct Ends(BTreeSet<Vec<(u64, u64)>>);

impl Ends {
    pub fn of(execution: &Execution) -> Vec<(u64, u64)> {
        let last = |chain: &Vec<_>| match execution.event(*chain.last().expect("an initial write")).kind {
            EventKind::Write { address, value, .. } => (address, value),
            ref other => panic!("{other:?} is no write"),
        };
        execution.co.iter().map(last).collect()
    }
}

impl Watcher for Ends {
    fn restart(&mut self) {
        self.0.clear();
    }

    fn full(&mut self, graph: &mut dyn Full) -> ControlFlow<()> {
        if *graph.fate() == Fate::Complete {
            self.0.insert(Ends::of(&graph.execution()));
        }
        ControlFlow::Continue(())
    }
}
