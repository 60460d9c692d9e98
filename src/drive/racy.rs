//! The warning about plain accesses that race: the hardware is modelled, not the compiler.
//!
//! In: a program, its skeleton, and the pairs of access sites that turned out to matter. Out: a warning, or none. It
//! must not know any memory model.
//!
//! Which accesses race cannot be told from a skeleton alone, because locks may be written in C. So the warning goes by
//! evidence: a plain access that must stay in order with another talks to other threads without a lock. Where there
//! is no such pair, plain accesses that conflict are named only if the threads use nothing but plain accesses.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::diag::{About, Diagnostic};
use crate::exec::Execution;
use crate::exec::skeleton::{Action, Event, Skeleton};
use crate::ids::{EventId, SiteId, ThreadId};
use crate::ir::{Op, Order, Program};

/// The warning about plain accesses that race.
pub(super) fn warn(program: &Program, skeleton: &Skeleton, matter: &[(SiteId, SiteId)]) -> Option<Diagnostic> {
    let plain = plain_sites(program);
    let accesses = accesses(skeleton);
    let only_plain = accesses.iter().all(|(_, event)| event.site.is_some_and(|site| plain.contains(&site)));
    let suspects: BTreeSet<SiteId> = matter.iter().flat_map(|(a, b)| [*a, *b]).collect();
    let (first, second) = accesses
        .iter()
        .flat_map(|a| accesses.iter().map(move |b| (a, b)))
        .filter(|((_, a), _)| a.site.is_some_and(|s| plain.contains(&s) && (only_plain || suspects.contains(&s))))
        .find(|(a, b)| conflict(a.1, b.1) && concurrent(skeleton, a, b))
        .map(|((_, a), (_, b))| (*a, *b))?;
    let mut names: IndexMap<&str, ()> = IndexMap::new();
    for site in [first.site, second.site].into_iter().flatten().chain(suspects) {
        if plain.contains(&site) {
            names.insert(&program.site(site).text, ());
        }
    }
    let names: Vec<String> = names.keys().map(|name| format!("`{name}`")).collect();
    let mut warning = Diagnostic::warning(format!(
        "plain accesses to {} race: the compiler may reorder, merge or remove them, too, which is not checked",
        names.join(", ")
    ));
    warning.span = first.span;
    warning.about = About::RacyAccess;
    Some(
        warning
            .note("another thread accesses the same memory here", second.span)
            .help("make them `volatile` or `_Atomic`"),
    )
}

/// The pairs of sites that an execution performs the other way round.
pub(super) fn reordered(execution: &Execution) -> Vec<(SiteId, SiteId)> {
    let site = |id: EventId| execution.event(id).site;
    execution.reordered.iter().filter_map(|(a, b)| Some((site(*a)?, site(*b)?))).collect()
}

/// The sites of ordinary loads and stores.
fn plain_sites(program: &Program) -> BTreeSet<SiteId> {
    let code = program.functions.iter().flat_map(|function| &function.code);
    code.filter_map(|instr| match instr.op {
        Op::Load { order: Order::Plain, site, .. }
        | Op::Store { order: Order::Plain, site, .. }
        | Op::LockInit { site, .. } => Some(site),
        _ => None,
    })
    .collect()
}

/// The accesses of memory that several threads share.
fn accesses(skeleton: &Skeleton) -> Vec<(ThreadId, &Event)> {
    let of_threads = skeleton.events.iter().filter_map(|event| Some((event.thread?, event)));
    of_threads.filter(|(_, event)| event.target.is_some()).collect()
}

fn conflict(a: &Event, b: &Event) -> bool {
    let writes = |event: &Event| matches!(event.action, Action::Write { .. });
    let (Some(x), Some(y)) = (&a.target, &b.target) else { return false };
    // Two sections never run at the same time.
    if a.section.is_some() && b.section.is_some() {
        return false;
    }
    (writes(a) || writes(b)) && x.cells.iter().any(|cell| y.cells.binary_search(cell).is_ok())
}

/// Whether two threads may be at these events at the same time, as far as starts and joins tell.
fn concurrent(skeleton: &Skeleton, (a, x): &(ThreadId, &Event), (b, y): &(ThreadId, &Event)) -> bool {
    a != b && !before(skeleton, (*a, x), *b) && !before(skeleton, (*b, y), *a)
}

/// Whether an event of a thread comes before the start or after the join of another thread.
fn before(skeleton: &Skeleton, (thread, event): (ThreadId, &Event), other: ThreadId) -> bool {
    let mut running = false;
    for id in &skeleton.threads[thread.index()].events {
        let here = skeleton.event(*id);
        match here.action {
            Action::Spawn(child) if child == other || skeleton.is_ancestor(child, other) => running = true,
            Action::Join(child) if child == other => running = false,
            _ if std::ptr::eq(here, event) => return !running && skeleton.is_ancestor(thread, other),
            _ => {}
        }
    }
    false
}
