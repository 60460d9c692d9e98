//! An exploration from start to end: rows of the right width, starting again, counting.
//!
//! In: a program, a model, settings. Out: an [`Outcome`]. It must not know files or how anything is shown.

use std::ops::ControlFlow;
use std::time::Instant;

use super::execution::{Fate, execution, fate};
use super::graph::{Graph, Halt};
use super::plan::{Plan, refusal};
use super::report::{Ended, Full, Outcome, Progress, Settings, Watcher};
use super::runs::Runs;
use super::search::{End, Search, Visitor};
use super::sharing::Stop;
use crate::diag::Diagnostic;
use crate::exec::Execution;
use crate::exec::interpret::Code;
use crate::exec::mapping::Mapping;
use crate::exec::replay::Layout;
use crate::exec::validate::confirm;
use crate::ir::Program;
use crate::model::Model;

/// Explores a program.
///
/// # Errors
/// A model that cannot be explored, a program without entry, or one that does what is not supported.
pub fn explore(
    program: &Program,
    model: &Model,
    settings: &Settings,
    watcher: &mut dyn Watcher,
) -> Result<Outcome, Diagnostic> {
    if let Some(why) = refusal(model) {
        return Err(Diagnostic::error(format!("the model `{}` cannot be explored: {why}", model.name()))
            .help("`check` decides programs under every model"));
    }
    if program.entry.is_none() {
        return Err(Diagnostic::error("the program has no `main`"));
    }
    let mut plan = if settings.short_cuts { Plan::new(model) } else { Plan::without_short_cuts(model) };
    let mapping = Mapping::of(model);
    let mut runs = Runs::new(Code::new(program, &mapping), model, &settings.bounds);
    let mut collector = Collector { settings, mapping: &mapping, watcher, outcome: Outcome::default() };
    // Most programs need few words; the others start again with more.
    let mut words = 1;
    loop {
        let result = match words {
            1 => attempt::<1>(&mut plan, &mut runs, &mut collector),
            2 => attempt::<2>(&mut plan, &mut runs, &mut collector),
            3 => attempt::<3>(&mut plan, &mut runs, &mut collector),
            4 => attempt::<4>(&mut plan, &mut runs, &mut collector),
            8 => attempt::<8>(&mut plan, &mut runs, &mut collector),
            16 => attempt::<16>(&mut plan, &mut runs, &mut collector),
            _ => attempt::<64>(&mut plan, &mut runs, &mut collector),
        };
        match result {
            Ok(End::Complete) => break,
            Ok(End::Stopped) => {
                if collector.outcome.ended == Ended::Complete {
                    collector.outcome.ended = Ended::Stopped;
                }
                break;
            }
            Err(Halt::Stop(Stop::Restart)) => {}
            Err(Halt::Stop(Stop::Refused(diagnostic))) => return Err(*diagnostic),
            Err(Halt::Full) if words > 16 => {
                return Err(Diagnostic::error("an execution has more events than can be explored")
                    .help("bound the loops with `--unwind`"));
            }
            Err(Halt::Full) => words = if words < 4 { words + 1 } else { words * 2 },
        }
        runs.restart();
        collector.outcome = Outcome::default();
        collector.watcher.restart();
    }
    let mut outcome = collector.outcome;
    outcome.deepest = runs.deepest();
    outcome.assumed = runs.assumed;
    outcome.races = runs.races;
    outcome.races.sort();
    Ok(outcome)
}

fn attempt<const W: usize>(
    plan: &mut Plan<'_>,
    runs: &mut Runs<'_>,
    collector: &mut Collector<'_, '_>,
) -> Result<End, Halt> {
    Search::<W>::new(plan, runs, collector.settings.equivalence)?.run(collector)
}

/// Counts and keeps what the outcome says.
struct Collector<'a, 'w> {
    settings: &'a Settings,
    mapping: &'a Mapping,
    watcher: &'w mut dyn Watcher,
    outcome: Outcome,
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

impl<const W: usize> Visitor<W> for Collector<'_, '_> {
    fn full(&mut self, plan: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<W>) -> ControlFlow<()> {
        let fate = fate(runs, graph);
        let outcome = &mut self.outcome;
        match &fate {
            Fate::Transient => return ControlFlow::Continue(()),
            Fate::Complete => outcome.complete += 1,
            Fate::Blocked => outcome.blocked += 1,
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
            Fate::Violated => {
                outcome.violating += 1;
                if outcome.violation.is_none() {
                    outcome.violation = Some(Box::new(execution(plan, runs, graph)));
                }
            }
        }
        if self.settings.validate || fate == Fate::Violated {
            let execution = execution(plan, runs, graph);
            let extents = runs.surroundings.sharing.extents();
            let layout = Layout { objects: &runs.surroundings.objects, extents: &extents };
            if let Err(problem) = confirm(runs.code.program, plan.model, self.mapping, layout, &execution) {
                panic!("{problem}; please report this\n{execution:#?}");
            }
        }
        self.watcher.full(&mut Found { fate: &fate, plan, runs, graph })?;
        if fate == Fate::Violated && !self.settings.all {
            return ControlFlow::Break(());
        }
        if self.settings.max_executions.is_some_and(|most| self.outcome.executions() >= most) {
            self.outcome.ended = Ended::Enough;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn tick(&mut self, done: f64) -> ControlFlow<()> {
        let (complete, blocked) = (self.outcome.complete, self.outcome.blocked);
        self.watcher.progress(Progress { complete, blocked, done });
        if self.settings.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.outcome.ended = Ended::TimedOut;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
