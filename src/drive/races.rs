//! That no two accesses race: where the unfolded program alone shows it.
//!
//! In: a program and its skeleton. Out: whether a race of the language (C17, 5.1.2.4, 35) is impossible, whatever a model allows. It must
//! not know any memory model.
//!
//! A race takes two accesses of one place by two threads, one of which writes, one of which is not atomic, and neither of which happens before
//! the other. The events of a skeleton are all accesses that any execution makes of memory that two threads share, for the bounds
//! that are in force, but for bytes that are only set and copied with others ([`Skeleton::has_gaps`]): what is known from starts and joins of threads and from what the accesses are is known of all executions. Two
//! events are looked at without their addresses and conditions, so that there may be no race where this cannot show it: whether
//! there is one is then for the explorer to say. Of a round of a loop that is left out, another one of the same accesses is there.
//!
//! A thread's event happens before all that another one does if that one is started, by the thread itself or by one of those it starts,
//! behind it; and behind all of it if it is joined in front of it on each path to the event.

use std::collections::BTreeSet;

use crate::exec::skeleton::{Action, Event, Skeleton};
use crate::ids::{SiteId, ThreadId};
use crate::ir::{Op, Order, Program, Width};

/// So many pairs of events are looked at.
const PAIRS: usize = 10_000_000;

/// Whether no execution has a race.
pub(super) fn are_impossible(program: &Program, skeleton: &Skeleton) -> bool {
    let atomic = atomic_sites(program);
    let is_atomic = |event: &Event| event.site.is_some_and(|site| atomic.contains(&site)) && event.life.is_none();
    let accesses = skeleton.threads.iter().enumerate().flat_map(|(thread, run)| {
        let events = run.events.iter().enumerate();
        events.map(move |(at, id)| Access { thread: ThreadId(thread as u32), at, event: skeleton.event(*id) })
    });
    let all: Vec<Access<'_>> = accesses.filter(|access| access.event.target.is_some()).collect();
    let plain: Vec<&Access<'_>> = all.iter().filter(|access| !is_atomic(access.event)).collect();
    !skeleton.has_gaps
        && plain.len() * all.len() <= PAIRS
        && plain.into_iter().all(|one| {
            all.iter().all(|other| {
                !meet(one.event, other.event)
                    || before(skeleton, one, other.thread)
                    || before(skeleton, other, one.thread)
            })
        })
}

/// An event of a thread, and which of its events it is.
struct Access<'s> {
    thread: ThreadId,
    at: usize,
    event: &'s Event,
}

/// The sites of accesses that are atomic: of single cells, by their orders, and of mutexes.
fn atomic_sites(program: &Program) -> BTreeSet<SiteId> {
    let code = program.functions.iter().flat_map(|function| &function.code);
    code.filter_map(|instr| match instr.op {
        Op::Load { order, site, .. } | Op::Store { order, site, .. } | Op::Rmw { order, site, .. }
            if order != Order::Plain =>
        {
            Some(site)
        }
        Op::CompareExchange { success, failure, site, .. } if success != Order::Plain && failure != Order::Plain => {
            Some(site)
        }
        Op::Lock { site, .. }
        | Op::TryLock { site, .. }
        | Op::TimedLock { site, .. }
        | Op::Unlock { site, .. }
        | Op::SpinLock { site, .. }
        | Op::SpinTryLock { site, .. }
        | Op::SpinUnlock { site, .. } => Some(site),
        _ => None,
    })
    .collect()
}

/// Whether two events are of one place, and one of them writes.
fn meet(a: &Event, b: &Event) -> bool {
    let writes = |event: &Event| matches!(event.action, Action::Write { .. });
    let (Some(x), Some(y)) = (&a.target, &b.target) else { return false };
    let extent = |cell: u64, width: Width| cell..cell + width.bytes();
    let overlap = |one: &u64, other: &u64| {
        let (one, other) = (extent(*one, x.width), extent(*other, y.width));
        one.start < other.end && other.start < one.end
    };
    (writes(a) || writes(b)) && x.cells.iter().any(|one| y.cells.iter().any(|other| overlap(one, other)))
}

/// Whether an event is in the other thread itself, or comes before its start or behind a join of it.
fn before(skeleton: &Skeleton, access: &Access<'_>, other: ThreadId) -> bool {
    if access.thread == other {
        return true;
    }
    let events = skeleton.threads[access.thread.index()].events.iter().map(|id| skeleton.event(*id));
    let (mut is_started, mut is_joined) = (false, false);
    for event in events.take(access.at) {
        match event.action {
            Action::Spawn(child) => is_started |= child == other || skeleton.is_ancestor(child, other),
            Action::Join(child) if child == other => {
                is_joined |= skeleton.terms.implies(access.event.guard, event.guard)
            }
            _ => {}
        }
    }
    is_joined || !is_started && skeleton.is_ancestor(access.thread, other)
}
