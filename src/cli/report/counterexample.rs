//! An execution as a list of steps that a person can follow.
//!
//! In: an [`Execution`]. Out: its events in the order in which the memory performed them, each with the write it
//! reads from and its part in the reorderings. It must not know in which form the steps are shown.

use std::collections::HashMap;

use crate::diag::Span;
use crate::exec::{EventKind, Execution};
use crate::ids::{EventId, ThreadId};
use crate::ir::Width;

/// One step: an event, or both halves of a read-modify-write that follow each other.
#[derive(Clone, Debug)]
pub struct Step {
    pub thread: ThreadId,
    pub action: Action,
    pub span: Option<Span>,
    /// Reorderings in which this event stands second in the program and is performed first; one-based.
    pub early: Vec<usize>,
    /// Reorderings in which this event stands first in the program and is performed second.
    pub late: Vec<usize>,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum Action {
    Read {
        place: String,
        value: String,
        from: Source,
    },
    Write {
        place: String,
        value: String,
    },
    /// A read-modify-write in one step.
    Update {
        place: String,
        old: String,
        new: String,
        from: Source,
    },
    Fence {
        kind: String,
    },
}

/// Where a read value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Initial,
    /// The step of the write; one-based.
    Step(usize),
    /// The step of the write, which the memory performs later: the thread reads its own buffer.
    Forwarded(usize),
}

impl Action {
    /// The step in words.
    pub fn describe(&self) -> String {
        match self {
            Action::Read { place, value, from } => format!("read {place} = {value}, {}", from.describe()),
            Action::Write { place, value } => format!("write {place} = {value}"),
            Action::Update { place, old, new, from } => {
                format!("update {place} from {old} to {new}, {}", from.describe())
            }
            Action::Fence { kind } => format!("fence {kind}"),
        }
    }
}

impl Source {
    fn describe(self) -> String {
        match self {
            Source::Initial => "the initial value".to_string(),
            Source::Step(n) => format!("from step {n}"),
            Source::Forwarded(n) => format!("from its own write, step {n}"),
        }
    }
}

/// The steps of an execution, without the initial writes.
pub fn steps(execution: &Execution) -> Vec<Step> {
    let rf: HashMap<EventId, EventId> = execution.rf.iter().map(|(write, read)| (*read, *write)).collect();
    let rmw: HashMap<EventId, EventId> = execution.rmw.iter().copied().collect();
    // Which events share a step, then the number of each.
    let mut groups: Vec<(EventId, Option<EventId>)> = Vec::new();
    for event in execution.order.iter().copied() {
        if execution.event(event).thread.is_none() {
            continue;
        }
        match groups.last_mut() {
            Some((read, second @ None)) if rmw.get(read) == Some(&event) => *second = Some(event),
            _ => groups.push((event, None)),
        }
    }
    let mut number = HashMap::new();
    for (i, (first, second)) in groups.iter().enumerate() {
        number.insert(*first, i + 1);
        if let Some(second) = second {
            number.insert(*second, i + 1);
        }
    }
    let source = |read: EventId| {
        let from = rf.get(&read).and_then(|write| number.get(write));
        match (from, number.get(&read)) {
            (Some(write), Some(own)) if write > own => Source::Forwarded(*write),
            (Some(write), _) => Source::Step(*write),
            (None, _) => Source::Initial,
        }
    };
    groups
        .iter()
        .map(|(first, second)| {
            let event = execution.event(*first);
            let written = second.map(|second| &execution.event(second).kind);
            let action = match (&event.kind, written) {
                (EventKind::Read { value: old, width, .. }, Some(EventKind::Write { value: new, .. })) => {
                    Action::Update {
                        place: event.place.clone(),
                        old: number_text(*old, *width),
                        new: number_text(*new, *width),
                        from: source(*first),
                    }
                }
                (EventKind::Read { value, width, .. }, _) => Action::Read {
                    place: event.place.clone(),
                    value: number_text(*value, *width),
                    from: source(*first),
                },
                (EventKind::Write { value, width, .. }, _) => {
                    Action::Write { place: event.place.clone(), value: number_text(*value, *width) }
                }
                (EventKind::Fence { kind }, _) => Action::Fence { kind: kind.clone() },
            };
            let is_here = |id: EventId| id == *first || Some(id) == *second;
            let numbered = execution.reordered.iter().zip(1..);
            let early = numbered.clone().filter(|((_, b), _)| is_here(*b)).map(|(_, n)| n).collect();
            let late = numbered.filter(|((a, _), _)| is_here(*a)).map(|(_, n)| n).collect();
            Step { thread: event.thread.unwrap_or(ThreadId(0)), action, span: event.span, early, late }
        })
        .collect()
}

/// `T1 worker`.
pub fn thread_name(execution: &Execution, thread: ThreadId) -> String {
    match execution.threads.get(thread.index()) {
        Some(function) => format!("{thread} {function}"),
        None => thread.to_string(),
    }
}

/// `write flag[0]`, of an event.
pub fn brief(execution: &Execution, event: EventId) -> String {
    let event = execution.event(event);
    match &event.kind {
        EventKind::Read { .. } => format!("read {}", event.place),
        EventKind::Write { .. } => format!("write {}", event.place),
        EventKind::Fence { kind } => format!("fence {kind}"),
    }
}

/// A value for people. The type is not known here, so a small negative number of its width is taken for one.
fn number_text(value: u64, width: Width) -> String {
    let signed = width.signed(value);
    if value <= 0xffff {
        value.to_string()
    } else if width.bits() > 8 && (-0x1_0000..0).contains(&signed) {
        signed.to_string()
    } else {
        format!("{value:#x}")
    }
}
