//! Several explorers of one program, each in a thread of its own.
//!
//! In: what is asked, and what one graph has shown of memory. Out: the outcomes of all explorers as one. It must not know
//! how a graph grows; what changes hands is in [`super::pool`].

use std::sync::mpsc::{self, Receiver};

use super::again::learns;
use super::asked::Asked;
use super::collector::{Collector, Message, Sent, Tell};
use super::graph::Halt;
use super::pool::{Common, Pool};
use super::report::{Outcome, Progress, Watcher};
use super::search::{End, Search};
use super::threads::names::Names;
use crate::explore::threads::sharing::Stop;
use crate::explore::threads::surroundings::Surroundings;

/// What all explorers of a team use.
struct Team<'a, 'p, const W: usize> {
    asked: &'a Asked<'p>,
    start: &'a Surroundings,
    names: &'a Names,
    pool: &'a Pool<W>,
    common: &'a Common,
}

/// Explores with several threads.
///
/// # Errors
/// As of the explorers: a wish to start again, or a refusal.
pub fn share<const W: usize>(
    asked: &Asked<'_>,
    known: &mut Option<Surroundings>,
    common: &Common,
    watcher: &mut dyn Watcher,
) -> Result<Outcome, Halt> {
    let start = known.take().expect("memory is known by now; please report this");
    let names = Names::new(start.objects.clone());
    let pool = Pool::<W>::new(asked.settings.threads);
    let team = Team { asked, start: &start, names: &names, pool: &pool, common };
    let wants_graphs = watcher.wants_graphs();
    let (sender, receiver) = mpsc::channel();
    let results: Vec<(Result<Outcome, Halt>, Surroundings)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..asked.settings.threads)
            .map(|worker| {
                let (team, sender) = (&team, sender.clone());
                scope.spawn(move || team.work(worker, Tell::Sender { worker, sender, wants_graphs }))
            })
            .collect();
        drop(sender);
        listen(&receiver, asked.settings.threads, common, watcher);
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().map(join).collect()
    });
    let mut outcome = Outcome::default();
    let (mut halt, mut learnt) = (None, start.clone());
    let mut is_spoiled = false;
    for (result, surroundings) in results {
        learnt.left_out.join(&surroundings.left_out);
        learnt.pieces.join(&surroundings.pieces);
        learnt.objects = surroundings.objects.clone();
        is_spoiled |= surroundings.locks.is_spoiled();
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
    if is_spoiled {
        learnt.locks.spoil();
    }
    let mut result = halt.map_or(Ok(outcome), Err);
    if learns(&result, &mut learnt, &asked.settings.stop) {
        known.get_or_insert_with(|| start.clone()).locks = learnt.locks;
        result = Err(Halt::Stop(Stop::Restart));
    }
    if result.is_err() {
        let known = known.get_or_insert(start);
        (known.left_out, known.pieces) = (learnt.left_out, learnt.pieces);
    }
    result
}

impl<const W: usize> Team<'_, '_, W> {
    /// One of the explorers, the first of which begins.
    fn work(&self, worker: usize, tell: Tell<'_>) -> (Result<Outcome, Halt>, Surroundings) {
        let guard = EndOnPanic(self.pool);
        let (mut plan, mut runs) = (self.asked.plan(), self.asked.runs(Some(self.start)));
        runs.names = Some(self.names);
        let mut collector = Collector::new(*self.asked, self.common, tell);
        let equivalence = self.asked.settings.equivalence;
        let mut explore = |collector: &mut Collector<'_, '_>| {
            let mut end = End::Complete;
            if worker == 0 {
                let mut search = Search::<W>::new(&mut plan, &mut runs, equivalence)?.share(self.pool);
                end = search.run(collector)?;
                collector.before += search.done();
            }
            while end == End::Complete && !self.common.is_stopped() {
                let Some(piece) = self.pool.take() else { break };
                self.names.update(&mut runs.ground.surroundings.objects);
                let mut search = Search::of_piece(&mut plan, &mut runs, equivalence, piece)?.share(self.pool);
                end = search.run(collector)?;
                collector.before += search.done();
            }
            Ok(end)
        };
        let result = explore(&mut collector);
        if !matches!(result, Ok(End::Complete)) {
            self.common.stop();
            self.pool.end();
        }
        std::mem::forget(guard);
        let result = result.map(|end| collector.finish(end, &mut runs));
        (result, runs.ground.surroundings)
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
