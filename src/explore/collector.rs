//! What an exploration keeps of the graphs that it visits, and whom it tells.
//!
//! In: each full graph. Out: an [`Outcome`]; each graph to the watcher, or to the thread that started this explorer. It must
//! not know how graphs are found.

use std::ops::ControlFlow;
use std::sync::mpsc::Sender;

use super::asked::Asked;
use super::execution::execution;
use super::fate::{Fate, fate};
use super::graph::Graph;
use super::pool::Common;
use super::report::{Ended, Full, Outcome, Progress, Watcher};
use super::search::{End, Visitor};
use super::violation::{is_over, violated};
use crate::exec::Execution;
use crate::exec::replay::{Layout, Leak, Trace};
use crate::exec::telling;
use crate::exec::validate::confirm;
use crate::explore::axioms::plan::Plan;
use crate::explore::graph::matrix;
use crate::explore::threads::runs::Runs;
use crate::explore::threads::surroundings::Surroundings;
use crate::ir::Property;
use crate::limits::Limit;

/// What an explorer tells the one who started it.
pub enum Message {
    Full(Fate, Box<Execution>),
    Progress { worker: usize, progress: Progress },
}

/// Whom an explorer tells what it finds.
pub enum Tell<'w> {
    Watcher(&'w mut dyn Watcher),
    Sender { worker: usize, sender: Sender<Message>, wants_graphs: bool },
}

/// Counts and keeps what the outcome says.
pub struct Collector<'a, 'w> {
    asked: Asked<'a>,
    common: &'a Common,
    tell: Tell<'w>,
    outcome: Outcome,
    /// The share of the exploration that was done in earlier pieces.
    pub before: f64,
    /// The graph that was visited last has the first violation.
    marks: bool,
}

/// A full graph with what its rows mean.
struct Found<'f, 'm, 'p, const W: usize> {
    fate: &'f Fate,
    plan: &'f Plan<'m>,
    runs: &'f mut Runs<'p>,
    graph: &'f Graph<W>,
}

impl<const W: usize> Full for Found<'_, '_, '_, W> {
    fn fate(&self) -> &Fate {
        self.fate
    }

    fn execution(&mut self) -> Execution {
        execution(self.plan, self.runs, self.graph)
    }
}

/// A full graph of another explorer.
pub struct Sent {
    pub fate: Fate,
    pub execution: Box<Execution>,
}

impl Full for Sent {
    fn fate(&self) -> &Fate {
        &self.fate
    }

    fn execution(&mut self) -> Execution {
        (*self.execution).clone()
    }
}

impl<'a, 'w> Collector<'a, 'w> {
    pub fn new(asked: Asked<'a>, common: &'a Common, tell: Tell<'w>) -> Collector<'a, 'w> {
        Collector { asked, common, tell, outcome: Outcome::default(), before: 0.0, marks: false }
    }

    /// What was found in an earlier run.
    pub fn resume(&mut self, outcome: Outcome) {
        self.outcome = outcome;
    }

    /// Takes over the violation that another collector has seen.
    pub fn see(&mut self, other: Collector<'_, '_>) {
        self.outcome.violation = other.outcome.violation;
    }

    /// Whether there are as many executions as were asked for.
    pub fn has_enough(&self) -> bool {
        self.outcome.ended == Ended::Enough
    }

    /// The exploration ends at a limit.
    pub fn halt(&mut self, limit: Limit) {
        self.outcome.ended = Ended::Halted(limit);
    }

    /// The outcome when all is over.
    pub fn finish(self, end: End, runs: &mut Runs<'_>) -> Outcome {
        let mut outcome = self.outcome;
        if end == End::Stopped && outcome.ended == Ended::Complete {
            outcome.ended = Ended::Stopped;
        }
        outcome.deepest = runs.ground.deepest;
        let Surroundings { objects, barriers, .. } = &runs.ground.surroundings;
        outcome.warnings = barriers.warnings(&|address| objects.describe(address));
        outcome.assumed = runs.ground.assumed.take();
        outcome.races = std::mem::take(&mut runs.ground.races);
        outcome.races.sort();
        outcome
    }

    fn count(&mut self, fate: &Fate, wrong: bool) {
        let outcome = &mut self.outcome;
        match fate {
            Fate::Transient => {}
            Fate::Complete | Fate::Blocked | Fate::Waiting(_) | Fate::Exceeded(..) if wrong => outcome.violating += 1,
            Fate::Deadlock(places) if wrong => {
                outcome.violating += 1;
                outcome.deadlock.get_or_insert_with(|| places.clone());
            }
            Fate::Complete => outcome.complete += 1,
            Fate::Blocked | Fate::Waiting(_) => outcome.blocked += 1,
            Fate::Deadlock(places) => {
                outcome.blocked += 1;
                outcome.deadlocks += 1;
                outcome.deadlock.get_or_insert_with(|| places.clone());
            }
            Fate::Exceeded(what, bound) => {
                outcome.exceeding += 1;
                if !outcome.exceeded.contains(&(*what, *bound)) {
                    outcome.exceeded.push((*what, *bound));
                }
            }
            Fate::Violated => outcome.violating += 1,
        }
    }

    /// Replays and validates a graph's execution.
    fn confirm<const W: usize>(&self, plan: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<W>) -> (Execution, Trace) {
        let mut execution = execution(plan, runs, graph);
        let extents = runs.ground.surroundings.sharing.extents();
        let barriers = runs.ground.surroundings.barriers.without_state();
        let Surroundings { objects, sharing, .. } = &runs.ground.surroundings;
        let layout = Layout { objects, extents: &extents, cuts: sharing.cuts(), barriers: &barriers };
        match confirm(runs.ground.code.program, plan.model, self.asked.mapping, layout, &execution) {
            Ok(trace) => {
                telling::prepare(plan.model, &mut execution, &trace, objects);
                (execution, trace)
            }
            Err(problem) => panic!("{problem}; please report this\n{execution:#?}"),
        }
    }
}

impl<const W: usize> Visitor<W> for Collector<'_, '_> {
    fn full(&mut self, plan: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<W>) -> ControlFlow<()> {
        // The parts of an access were added one by one; what tore them apart did not happen.
        if runs.has_groups() && !matrix::groups_hold(plan, runs, graph) {
            return ControlFlow::Continue(());
        }
        let fate = fate(runs, graph);
        if fate == Fate::Transient {
            return ControlFlow::Continue(());
        }
        let settings = self.asked.settings;
        let limit = settings.max_executions.map(|most| (self.common.count(), most));
        if limit.is_some_and(|(number, most)| number > most) {
            self.outcome.ended = Ended::Enough;
            return ControlFlow::Break(());
        }
        let are_divided = runs.ground.surroundings.locks.are_divided();
        if are_divided && !graph.has_sections_in_line(runs) {
            runs.ground.surroundings.locks.spoil();
            return ControlFlow::Break(());
        }
        let mut wrong = fate == Fate::Violated || violated(runs, graph, &fate).is_some();
        if are_divided && wrong {
            // It is looked for where mutexes are whole.
            self.count(&fate, wrong);
            return ControlFlow::Break(());
        }
        // What is left when all is over is seen by who does it all again.
        let ends = match fate {
            Fate::Complete => true,
            Fate::Blocked | Fate::Waiting(_) | Fate::Deadlock(_) => is_over(runs, graph),
            _ => false,
        };
        let may_leak = ends && !wrong && runs.ground.code.program.checked.counts(Property::Leak);
        let may_use_unset = runs.ground.code.program.checked.counts(Property::Uninitialised);
        let again = (settings.validate || wrong || may_leak || may_use_unset).then(|| self.confirm(plan, runs, graph));
        let leak = again.iter().filter(|_| may_leak).find_map(|(_, trace)| trace.leaks.first());
        let leak = match fate {
            // Who waits for good may wait for what only an assumption rules out.
            Fate::Blocked | Fate::Waiting(_) => {
                runs.ground.assumed = runs.ground.assumed.take().or_else(|| leak.map(Leak::perhaps));
                None
            }
            _ => leak.map(Leak::violated),
        };
        let unset = again.as_ref().and_then(|(_, trace)| trace.unset.clone());
        wrong |= leak.is_some() || unset.is_some();
        self.count(&fate, wrong);
        if let Some((mut execution, _)) = again {
            // What goes wrong later may go wrong only for one of the values that could have been there.
            execution.violated = unset.or(execution.violated).or(leak);
            if wrong {
                self.marks = self.outcome.violation.is_none();
                self.outcome.violation.get_or_insert_with(|| Box::new(execution));
            }
        }
        match &mut self.tell {
            Tell::Watcher(watcher) => watcher.full(&mut Found { fate: &fate, plan, runs, graph })?,
            Tell::Sender { sender, wants_graphs: true, .. } => {
                let execution = Box::new(execution(plan, runs, graph));
                // Without a listener all is over.
                let _ = sender.send(Message::Full(fate.clone(), execution));
            }
            Tell::Sender { .. } => {}
        }
        if wrong && !settings.all {
            return ControlFlow::Break(());
        }
        if limit.is_some_and(|(number, most)| number == most) {
            self.outcome.ended = Ended::Enough;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn is_over(&mut self) -> bool {
        let reached = self.asked.settings.stop.reached();
        if let Some(limit) = reached {
            self.halt(limit);
        }
        reached.is_some()
    }

    fn marks(&mut self) -> bool {
        std::mem::take(&mut self.marks) && self.asked.settings.keeps
    }

    fn tick(&mut self, done: f64) -> ControlFlow<()> {
        let (complete, blocked) = (self.outcome.complete, self.outcome.blocked);
        let progress = Progress { complete, blocked, done: self.before + done };
        match &mut self.tell {
            Tell::Watcher(watcher) => watcher.progress(progress),
            Tell::Sender { worker, sender, .. } => {
                // Without a listener all is over.
                let _ = sender.send(Message::Progress { worker: *worker, progress });
            }
        }
        if Visitor::<W>::is_over(self) || self.common.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
