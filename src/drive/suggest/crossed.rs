//! Which two accesses of a thread others see the wrong way round, in an execution.
//!
//! In: an execution, and which pairs of a thread are in question. Out: the pair by whose later access the others learn what leads
//! them on to miss the earlier one: the publication, and the data that is published. It must not know models or fences.
//!
//! From the later access a way leads on to the earlier one, from thread to thread by what one reads or overwrites of another, and
//! within each of the others in the order of the program. Where accesses have marks, a publication has some; of several ways the
//! shortest is taken, then that to what the failed assertion reads or to data without marks, and then the nearest to each other. Of an update the write publishes. So it is found also where an order of memory could be told in which it is the readers that go wrong.

use std::collections::VecDeque;

use crate::diag::Span;
use crate::exec::{EventKind, Execution};
use crate::ids::EventId;

/// The pair, if others see one of them the wrong way round; first in program order first.
pub fn crossed(execution: &Execution, is_meant: impl Fn(EventId, EventId) -> bool) -> Option<(EventId, EventId)> {
    let tells = Tells::of(execution);
    let accesses: Vec<EventId> = (0..execution.events.len()).map(EventId::from_index).collect();
    let is_bare = |id: EventId| execution.event(id).tags.is_empty();
    let is_written = |id: &EventId| execution.rmw.iter().any(|(read, _)| read == id);
    let asserted = asserted(execution);
    let is_asserted = |id: EventId| address(execution, id).is_some_and(|address| asserted.contains(&address));
    let mut best: Option<(Rank, (EventId, EventId))> = None;
    for later in accesses.iter().copied().filter(|later| !is_written(later)) {
        let mut steps: Option<Vec<Option<usize>>> = None;
        for earlier in accesses.iter().copied().take_while(|earlier| *earlier < later) {
            let is_one_thread = execution.event(earlier).thread == execution.event(later).thread;
            if execution.event(later).thread.is_none() || !is_one_thread || !is_meant(earlier, later) {
                continue;
            }
            let steps = steps.get_or_insert_with(|| tells.steps(execution, later));
            let Some(length) = steps[earlier.index()] else { continue };
            let distance = later.index() - earlier.index();
            let rank = (is_bare(later), length, !is_asserted(earlier), !is_bare(earlier), distance);
            if best.is_none_or(|(known, _)| rank < known) {
                best = Some((rank, (earlier, later)));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

/// What makes one pair tell less than another: a publication without marks, the length of the way, data that the assertion does not
/// read, data with marks, the distance.
type Rank = (bool, usize, bool, bool, usize);

fn address(execution: &Execution, id: EventId) -> Option<u64> {
    match execution.event(id).kind {
        EventKind::Read { address, .. } | EventKind::Write { address, .. } => Some(address),
        EventKind::Fence { .. } => None,
    }
}

/// The memory that is read within the failed assertion.
fn asserted(execution: &Execution) -> Vec<u64> {
    let Some((violated, outer)) = execution.violated.as_ref().and_then(|violated| Some((violated, violated.span?)))
    else {
        return Vec::new();
    };
    let ids = (0..execution.events.len()).map(EventId::from_index);
    let within = ids.filter(|id| {
        let event = execution.event(*id);
        let is_inside = |inner: Span| inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end;
        event.thread == Some(violated.thread) && event.span.is_some_and(is_inside)
    });
    within.filter_map(|id| address(execution, id)).collect()
}

/// For each event those that come behind it because of what is read or overwritten.
struct Tells {
    next: Vec<Vec<EventId>>,
}

impl Tells {
    fn of(execution: &Execution) -> Tells {
        let mut next: Vec<Vec<EventId>> = vec![Vec::new(); execution.events.len()];
        for (write, read) in &execution.rf {
            next[write.index()].push(*read);
        }
        for writes in &execution.co {
            for (at, write) in writes.iter().enumerate() {
                let behind = &writes[at + 1..];
                next[write.index()].extend(behind);
                for (_, read) in execution.rf.iter().filter(|(from, _)| from == write) {
                    next[read.index()].extend(behind.iter().filter(|later| *later != read));
                }
            }
        }
        Tells { next }
    }

    /// How many steps lead from an event through other threads to each event of its own thread.
    fn steps(&self, execution: &Execution, from: EventId) -> Vec<Option<usize>> {
        let own = execution.event(from).thread;
        let mut steps: Vec<Option<usize>> = vec![None; execution.events.len()];
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((event, length)) = queue.pop_front() {
            let thread = execution.event(event).thread;
            let is_own = thread == own;
            let told = self.next[event.index()].iter().copied();
            let told = told.filter(|next| execution.event(*next).thread.is_some_and(|of| Some(of) != thread));
            let is_access = |id: &EventId| !matches!(execution.event(*id).kind, EventKind::Fence { .. });
            let on = (event.index() + 1..execution.events.len()).map(EventId::from_index).filter(is_access);
            let on = on.filter(|next| !is_own && execution.event(*next).thread == thread);
            for next in told.chain(on) {
                if steps[next.index()].is_none() && next != from {
                    steps[next.index()] = Some(length + 1);
                    // Whoever has come back goes no further.
                    if execution.event(next).thread != own {
                        queue.push_back((next, length + 1));
                    }
                }
            }
        }
        steps
    }
}
