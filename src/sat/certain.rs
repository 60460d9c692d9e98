//! What comes before what in every execution in which both happen, whatever the model relaxes.
//!
//! In: a skeleton. Out: for two events, yes or not known; and what may-values rule out. It makes no literal.

use crate::exec::skeleton::{Action, Skeleton};
use crate::exec::terms::TermId;
use crate::exec::values::Values;
use crate::ids::{EventId, ThreadId};

/// Events known to come before others.
pub struct Certain {
    /// By event and thread: how many of the thread's events come before it.
    clocks: Vec<Vec<u32>>,
    /// The event's place in its thread.
    position: Vec<u32>,
}

impl Certain {
    pub fn of(skeleton: &Skeleton) -> Certain {
        let (clocks, position) = clocks(skeleton);
        Certain { clocks, position }
    }

    pub fn before(&self, skeleton: &Skeleton, a: EventId, b: EventId) -> bool {
        let (x, y) = (skeleton.event(a), skeleton.event(b));
        match (x.thread, y.thread) {
            (None, Some(_)) => true,
            (_, None) => false,
            (Some(s), Some(_)) => self.position[a.index()] < self.clocks[b.index()][s.index()],
        }
    }
}

/// Whether no value is in both.
pub fn disjoint(a: &Values, b: &Values) -> bool {
    match (a.set(), b.set()) {
        (Some(x), _) => x.iter().all(|v| !b.contains(*v)),
        (_, Some(y)) => y.iter().all(|v| !a.contains(*v)),
        _ => a.high() < b.low() || b.high() < a.low(),
    }
}

/// For each event, how many events of each thread come before it, by program order, thread starts and certain joins;
/// and each event's place in its thread.
fn clocks(skeleton: &Skeleton) -> (Vec<Vec<u32>>, Vec<u32>) {
    let threads = skeleton.threads.len();
    let mut clocks = vec![vec![0u32; threads]; skeleton.events.len()];
    let mut position = vec![0u32; skeleton.events.len()];
    let mut start = vec![vec![0u32; threads]; threads];
    let mut joins: Vec<Vec<(TermId, ThreadId)>> = vec![Vec::new(); threads];
    let mut count = vec![0u32; threads];
    for (index, event) in skeleton.events.iter().enumerate() {
        let Some(thread) = event.thread else { continue };
        let t = thread.index();
        let mut clock = start[t].clone();
        for (guard, child) in &joins[t] {
            if skeleton.terms.implies(event.guard, *guard)
                && let Some(last) = skeleton.threads[child.index()].events.last()
            {
                for (mine, theirs) in clock.iter_mut().zip(&clocks[last.index()].clone()) {
                    *mine = (*mine).max(*theirs);
                }
                clock[child.index()] = skeleton.threads[child.index()].events.len() as u32;
            }
        }
        clock[t] = count[t];
        position[index] = count[t];
        count[t] += 1;
        match event.action {
            Action::Spawn(child) => {
                start[child.index()] = clock.clone();
                start[child.index()][t] = count[t];
            }
            Action::Join(child) => joins[t].push((event.guard, child)),
            _ => {}
        }
        clocks[index] = clock;
    }
    (clocks, position)
}
