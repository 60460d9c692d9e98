//! An exploration from start to end: rows of the right width, starting again, several threads, counting.
//!
//! In: a program, a model, settings. Out: an [`Outcome`]. It must not know files or how anything is shown.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use super::barrier::Barriers;
use super::execution::{Fate, execution, fate};
use super::graph::{Graph, Halt};
use super::plan::{Plan, refusal};
use super::pool::{Common, Names, Pool};
use super::report::{Ended, Full, Outcome, Progress, Settings, Watcher};
use super::runs::{Runs, Surroundings};
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
    let mapping = Mapping::of(model);
    let asked = Asked { program, model, settings, mapping: &mapping };
    let mut surroundings = None;
    // Most programs need few words; the others start again with more.
    let mut words = 1;
    loop {
        let result = match words {
            1 => asked.attempt::<1>(&mut surroundings, watcher),
            2 => asked.attempt::<2>(&mut surroundings, watcher),
            3 => asked.attempt::<3>(&mut surroundings, watcher),
            4 => asked.attempt::<4>(&mut surroundings, watcher),
            8 => asked.attempt::<8>(&mut surroundings, watcher),
            16 => asked.attempt::<16>(&mut surroundings, watcher),
            _ => asked.attempt::<64>(&mut surroundings, watcher),
        };
        match result {
            Ok(outcome) => return Ok(outcome),
            Err(Halt::Stop(Stop::Restart)) => {}
            Err(Halt::Stop(Stop::Refused(diagnostic))) => return Err(*diagnostic),
            Err(Halt::Full) if words > 16 => {
                return Err(Diagnostic::error("an execution has more events than can be explored")
                    .help("bound the loops with `--unwind`"));
            }
            Err(Halt::Full) => words = if words < 4 { words + 1 } else { words * 2 },
        }
        watcher.restart();
    }
}

/// What all explorers of one program are asked.
#[derive(Clone, Copy)]
struct Asked<'a> {
    program: &'a Program,
    model: &'a Model,
    settings: &'a Settings,
    mapping: &'a Mapping,
}

/// What an explorer tells the one who started it.
enum Message {
    Full(Fate, Box<Execution>),
    Progress { worker: usize, progress: Progress },
}

impl<'a> Asked<'a> {
    fn plan(&self) -> Plan<'a> {
        if self.settings.short_cuts { Plan::new(self.model) } else { Plan::without_short_cuts(self.model) }
    }

    fn runs(&self, known: Option<&Surroundings>) -> Runs<'a> {
        let code = Code::new(self.program, self.mapping);
        let mut runs = Runs::new(code, self.model, &self.settings.bounds);
        runs.surroundings.barriers = Barriers::new(self.settings.plain_barriers);
        if let Some(known) = known {
            runs.surroundings = known.clone();
        }
        runs
    }

    /// Explores with rows of `W` words. What becomes known of memory is kept whatever happens.
    fn attempt<const W: usize>(
        &self,
        known: &mut Option<Surroundings>,
        watcher: &mut dyn Watcher,
    ) -> Result<Outcome, Halt> {
        let (mut plan, mut runs) = (self.plan(), self.runs(known.as_ref()));
        let common = Common::default();
        if self.settings.threads > 1 {
            // Most of what there is to know about memory shows in the first graph.
            let result = Search::<W>::new(&mut plan, &mut runs, self.settings.equivalence)
                .and_then(|mut search| search.run(&mut Probe));
            *known = Some(runs.surroundings);
            result?;
            return self.share::<W>(known, &common, watcher);
        }
        let tell = Tell::Watcher(watcher);
        let mut collector = Collector { asked: *self, common: &common, tell, outcome: Outcome::default(), before: 0.0 };
        let result = Search::<W>::new(&mut plan, &mut runs, self.settings.equivalence)
            .and_then(|mut search| search.run(&mut collector));
        let outcome = collector.outcome;
        let result = result.map(|end| finish(outcome, end, &mut runs));
        *known = Some(runs.surroundings);
        result
    }

    /// Explores with several threads.
    fn share<const W: usize>(
        &self,
        known: &mut Option<Surroundings>,
        common: &Common,
        watcher: &mut dyn Watcher,
    ) -> Result<Outcome, Halt> {
        let start = known.take().expect("memory is known by now; please report this");
        let names = Names::new(start.objects.clone());
        let pool = Pool::<W>::new(self.settings.threads);
        let wants_graphs = watcher.wants_graphs();
        let (sender, receiver) = mpsc::channel();
        let results: Vec<(Result<Outcome, Halt>, Surroundings)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.settings.threads)
                .map(|worker| {
                    let (sender, start, names, pool) = (sender.clone(), &start, &names, &pool);
                    scope.spawn(move || self.work::<W>(worker, start, names, pool, common, sender, wants_graphs))
                })
                .collect();
            drop(sender);
            listen(&receiver, self.settings.threads, common, watcher);
            let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(join).collect()
        });
        let mut outcome = Outcome::default();
        let mut halt = None;
        for (result, surroundings) in results {
            match result {
                Ok(part) => outcome.join(part),
                Err(new) => {
                    // A refusal is worth more than the wish to start again.
                    if !matches!(halt, Some(Halt::Stop(Stop::Refused(_)))) {
                        halt = Some(new);
                        *known = Some(surroundings);
                    }
                }
            }
        }
        match halt {
            Some(halt) => {
                known.get_or_insert(start);
                Err(halt)
            }
            None => Ok(outcome),
        }
    }

    /// One of several explorers.
    #[allow(clippy::too_many_arguments)] // All of them belong to the one place that starts the explorers.
    fn work<const W: usize>(
        &self,
        worker: usize,
        start: &Surroundings,
        names: &Names,
        pool: &Pool<W>,
        common: &Common,
        sender: Sender<Message>,
        wants_graphs: bool,
    ) -> (Result<Outcome, Halt>, Surroundings) {
        let guard = EndOnPanic(pool);
        let mut plan = self.plan();
        let code = Code::new(self.program, self.mapping);
        let mut runs = Runs::new(code, self.model, &self.settings.bounds);
        runs.surroundings = start.clone();
        runs.names = Some(names);
        let tell = Tell::Sender { worker, sender, wants_graphs };
        let mut collector = Collector { asked: *self, common, tell, outcome: Outcome::default(), before: 0.0 };
        let equivalence = self.settings.equivalence;
        let mut explore = |collector: &mut Collector<'_, '_>| {
            let mut end = End::Complete;
            if worker == 0 {
                let mut search = Search::<W>::new(&mut plan, &mut runs, equivalence)?.share(pool);
                end = search.run(collector)?;
                collector.before += search.done();
            }
            while end == End::Complete && !common.is_stopped() {
                let Some(piece) = pool.take() else { break };
                names.update(&mut runs.surroundings.objects);
                let mut search = Search::of_piece(&mut plan, &mut runs, equivalence, piece)?.share(pool);
                end = search.run(collector)?;
                collector.before += search.done();
            }
            Ok(end)
        };
        let result = explore(&mut collector);
        if !matches!(result, Ok(End::Complete)) {
            common.stop();
            pool.end();
        }
        std::mem::forget(guard);
        let outcome = collector.outcome;
        let result = result.map(|end| finish(outcome, end, &mut runs));
        (result, runs.surroundings)
    }
}

/// Sends the other explorers home when one panics, so that the panic is seen.
struct EndOnPanic<'p, const W: usize>(&'p Pool<W>);

impl<const W: usize> Drop for EndOnPanic<'_, W> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Passes on what the explorers tell until all have gone.
fn listen(receiver: &Receiver<Message>, workers: usize, common: &Common, watcher: &mut dyn Watcher) {
    let mut latest = vec![Progress { complete: 0, blocked: 0, done: 0.0 }; workers];
    for message in receiver {
        match message {
            Message::Full(fate, execution) => {
                if !common.is_stopped() && watcher.full(&mut Sent { fate, execution }).is_break() {
                    common.stop();
                }
            }
            Message::Progress { worker, progress } => {
                latest[worker] = progress;
                let sum = |part: fn(&Progress) -> u64| latest.iter().map(part).sum();
                let done = latest.iter().map(|p| p.done).sum();
                watcher.progress(Progress { complete: sum(|p| p.complete), blocked: sum(|p| p.blocked), done });
            }
        }
    }
}

fn finish(mut outcome: Outcome, end: End, runs: &mut Runs<'_>) -> Outcome {
    if end == End::Stopped && outcome.ended == Ended::Complete {
        outcome.ended = Ended::Stopped;
    }
    outcome.deepest = runs.deepest();
    let Surroundings { objects, barriers, .. } = &runs.surroundings;
    outcome.warnings = barriers.warnings(&|address| objects.describe(address));
    outcome.assumed = runs.assumed.take();
    outcome.races = std::mem::take(&mut runs.races);
    outcome.races.sort();
    outcome
}

/// Stops at the first full graph.
struct Probe;

impl<const W: usize> Visitor<W> for Probe {
    fn full(&mut self, _: &Plan<'_>, _: &mut Runs<'_>, _: &Graph<W>) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Whom an explorer tells what it finds.
enum Tell<'w> {
    Watcher(&'w mut dyn Watcher),
    Sender { worker: usize, sender: Sender<Message>, wants_graphs: bool },
}

/// Counts and keeps what the outcome says.
struct Collector<'a, 'w> {
    asked: Asked<'a>,
    common: &'a Common,
    tell: Tell<'w>,
    outcome: Outcome,
    /// The share of the exploration that was done in earlier pieces.
    before: f64,
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
struct Sent {
    fate: Fate,
    execution: Box<Execution>,
}

impl Full for Sent {
    fn fate(&self) -> &Fate {
        &self.fate
    }

    fn execution(&mut self) -> Execution {
        (*self.execution).clone()
    }
}

impl Collector<'_, '_> {
    fn count(&mut self, fate: &Fate) {
        let outcome = &mut self.outcome;
        match fate {
            Fate::Transient => {}
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
            Fate::Violated => outcome.violating += 1,
        }
    }

    /// Replays and validates a graph's execution.
    fn confirm<const W: usize>(&self, plan: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<W>) -> Execution {
        let execution = execution(plan, runs, graph);
        let extents = runs.surroundings.sharing.extents();
        let barriers = runs.surroundings.barriers.without_state();
        let layout = Layout { objects: &runs.surroundings.objects, extents: &extents, barriers: &barriers };
        if let Err(problem) = confirm(runs.code.program, plan.model, self.asked.mapping, layout, &execution) {
            panic!("{problem}; please report this\n{execution:#?}");
        }
        execution
    }
}

impl<const W: usize> Visitor<W> for Collector<'_, '_> {
    fn full(&mut self, plan: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<W>) -> ControlFlow<()> {
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
        self.count(&fate);
        if settings.validate || fate == Fate::Violated {
            let execution = self.confirm(plan, runs, graph);
            if fate == Fate::Violated {
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
        if fate == Fate::Violated && !settings.all {
            return ControlFlow::Break(());
        }
        if limit.is_some_and(|(number, most)| number == most) {
            self.outcome.ended = Ended::Enough;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
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
        if self.asked.settings.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.outcome.ended = Ended::TimedOut;
            return ControlFlow::Break(());
        }
        if self.common.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
