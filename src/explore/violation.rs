//! What is wrong with a full graph.
//!
//! In: a full graph and its [`Fate`]. Out: the violation, if it has one of what is looked for. It must not know how the graph
//! was found.
//!
//! Who waits in a loop waits for good only if all do who wait in loops, and nobody else goes on: who goes on may write what the
//! others wait for, and that is another graph. Where an assumption has failed the graph is part of no run of the program.
//!
//! A deadlock is one only while the program runs: when the first thread has returned, whoever still waits is gone with it.

use super::fate::{Fate, is_started};
use super::graph::{Graph, Slot};
use super::hang::{self, Stays};
use crate::diag::{Diagnostic, Span};
use crate::exec::execution::Violated;
use crate::explore::threads::label::{Detail, Label, Stuck};
use crate::explore::threads::runs::Runs;
use crate::ids::ThreadId;
use crate::ir::{Property, joins};

/// The violation of a full graph: what a thread did wrong, or else a race, or else a deadlock.
pub fn violated<const W: usize>(runs: &mut Runs<'_>, graph: &Graph<W>, fate: &Fate) -> Option<Violated> {
    let checked = runs.ground.code.program.checked;
    if *fate == Fate::Violated {
        return by_a_thread(runs, graph);
    }
    let race = checked.counts(Property::DataRace).then(|| race(runs, graph)).flatten();
    race.or_else(|| graph.late(runs)).or_else(|| match fate {
        Fate::Deadlock(waiting) if checked.counts(Property::Deadlock) => deadlock(runs, graph, waiting),
        Fate::Waiting(loops) if checked.counts(Property::Liveness) => starved(runs, graph, loops),
        _ => None,
    })
}

/// Threads that go round in loops, if all of them do so for good.
fn starved<const W: usize>(
    runs: &mut Runs<'_>,
    graph: &Graph<W>,
    loops: &[(ThreadId, Option<Span>)],
) -> Option<Violated> {
    if is_over(runs, graph) {
        return None;
    }
    for (thread, span) in loops {
        match hang::stays(runs, graph, *thread) {
            Stays::ForGood => {}
            Stays::GoesOn => return None,
            Stays::Unknown => {
                let message = format!("whether thread {thread} waits in this loop for good is not known");
                let mut problem = Diagnostic::error(message);
                problem.span = *span;
                runs.ground.assume(problem);
                return None;
            }
        }
    }
    let (thread, span) = *loops.first()?;
    let other = loops.get(1).and_then(|(_, span)| *span);
    let names: Vec<String> = loops.iter().map(|(thread, _)| thread.to_string()).collect();
    let message = match names.len() {
        1 => format!("{} has seen every write, and still waits", names[0]),
        _ => format!("{} have seen every write, and still wait", names.join(", ")),
    };
    Some(Violated { property: Property::Liveness, message, span, other, thread, operands: Vec::new() })
}

/// What a thread did wrong.
fn by_a_thread<const W: usize>(runs: &Runs<'_>, graph: &Graph<W>) -> Option<Violated> {
    graph.threads.iter().enumerate().filter(|(_, t)| t.started && !t.pending).find_map(|(i, thread)| {
        let node = runs.node(thread.cursor);
        match &*node.detail {
            Detail::Place(span) if matches!(node.label, Label::Join { thread } if !is_started(graph, thread)) => {
                Some(Violated {
                    property: Property::ThreadMisuse,
                    message: joins::NEVER_CREATED.to_string(),
                    span: *span,
                    other: None,
                    thread: ThreadId::from_index(i),
                    operands: Vec::new(),
                })
            }
            Detail::Stuck(Stuck::Violated { property, message, span }, _) => Some(Violated {
                property: *property,
                message: message.clone(),
                span: *span,
                other: None,
                thread: ThreadId::from_index(i),
                operands: Vec::new(),
            }),
            _ => None,
        }
    })
}

/// Two accesses that race, the first ones by their places in the text.
fn race<const W: usize>(runs: &mut Runs<'_>, graph: &Graph<W>) -> Option<Violated> {
    let mut named = Vec::new();
    for a in &graph.order {
        let pairs = graph.racing(runs, *a).into_iter();
        named.extend(pairs.filter_map(|b| Some((graph.race(runs, *a, b)?, *a, b))));
    }
    named.sort_by(|x, y| x.0.cmp(&y.0));
    // Where there are sections they were not told while the graph grew.
    for (race, ..) in &named {
        if !runs.ground.races.contains(race) {
            runs.ground.races.push(race.clone());
        }
    }
    let (race, a, b) = named.into_iter().next()?;
    let at = |slot: Slot| match &*runs.node(graph.event(slot).node).detail {
        Detail::Access(access) => access.span,
        _ => None,
    };
    let first = if at(a) == race.first { a } else { b };
    let what = "nothing orders two accesses, one of them a write and one of them plain";
    Some(Violated {
        property: Property::DataRace,
        message: format!("on `{}`: {what}", race.place),
        span: race.first,
        other: race.second,
        thread: ThreadId(graph.event(first).thread),
        operands: Vec::new(),
    })
}

/// Whether the first thread has returned, so that the program is over, whoever still waits.
pub fn is_over<const W: usize>(runs: &Runs<'_>, graph: &Graph<W>) -> bool {
    let first = graph.threads.first();
    first.is_some_and(|first| matches!(runs.node(first.cursor).label, Label::End { value: None }))
}

/// Threads that wait for each other, at these places.
fn deadlock<const W: usize>(
    runs: &Runs<'_>,
    graph: &Graph<W>,
    waiting: &[(ThreadId, Option<Span>)],
) -> Option<Violated> {
    if is_over(runs, graph) {
        return None;
    }
    // Where somebody waits for the end of another, that one's place says more.
    let joins = |thread: ThreadId| {
        let thread = &graph.threads[thread.index()];
        matches!(runs.node(thread.cursor).label, Label::Join { .. })
    };
    let mut places: Vec<&(ThreadId, Option<Span>)> = waiting.iter().collect();
    places.sort_by_key(|(thread, _)| joins(*thread));
    let (thread, span) = **places.first()?;
    let other = places.get(1).filter(|(thread, _)| !joins(*thread)).and_then(|(_, span)| *span);
    let names: Vec<String> = waiting.iter().map(|(thread, _)| thread.to_string()).collect();
    let message = match names.len() {
        1 => format!("thread {} waits for good", names[0]),
        _ => format!("threads {} wait for good", names.join(", ")),
    };
    Some(Violated { property: Property::Deadlock, message, span, other, thread, operands: Vec::new() })
}
