//! An execution as a list of steps that a person can follow.
//!
//! In: an [`Execution`]. Out: its events in the order in which the memory performed them, each with the write it
//! reads from and its part in the reorderings. It must not know in which form the steps are shown.

use std::collections::HashMap;

use crate::diag::Span;
use crate::drive::change::FenceReport;
use crate::exec::telling::{matters, told_order};
use crate::exec::{EventKind, Execution};
use crate::ids::{EventId, ThreadId};
use crate::ir::Property;

/// How much of an execution is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What matters.
    Brief,
    Full,
}

/// An execution as it is told.
#[derive(Clone, Debug)]
pub struct Story {
    pub steps: Vec<Step>,
    /// Pairs of one thread, first in program order first, that memory performs the other way round and that are told.
    pub reordered: Vec<(EventId, EventId)>,
    /// How many events were left out.
    pub hidden: usize,
}

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
            Action::Read { place, value, from } => format!("read {place} = {value} ({})", from.describe()),
            Action::Write { place, value } => format!("write {place} = {value}"),
            Action::Update { place, old, new, from } => {
                format!("update {place} from {old} to {new} ({})", from.describe())
            }
            Action::Fence { kind } => format!("fence {kind}"),
        }
    }
}

impl Source {
    fn describe(self) -> String {
        match self {
            Source::Initial => "initial".to_string(),
            Source::Step(n) => format!("step {n}"),
            Source::Forwarded(n) => format!("own step {n}"),
        }
    }
}

/// The execution as it is told, without the initial writes.
pub fn story(execution: &Execution, detail: Detail) -> Story {
    let matters = match detail {
        Detail::Brief => matters(execution),
        Detail::Full => vec![true; execution.events.len()],
    };
    let rf: HashMap<EventId, EventId> = execution.rf.iter().map(|(write, read)| (*read, *write)).collect();
    let rmw: HashMap<EventId, EventId> = execution.rmw.iter().copied().collect();
    let is_told = |id: &EventId| execution.event(*id).thread.is_some() && matters[id.index()];
    // Which events share a step, then the number of each.
    let mut groups: Vec<(EventId, Option<EventId>)> = Vec::new();
    for event in told_order(execution).into_iter().filter(is_told) {
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
    let told = |pair: &&(EventId, EventId)| is_told(&pair.0) && is_told(&pair.1);
    let reordered: Vec<(EventId, EventId)> = execution.reordered.iter().filter(told).copied().collect();
    let step = |(first, second): &(EventId, Option<EventId>)| {
        let event = execution.event(*first);
        let written = second.map(|second| execution.event(second));
        let (place, value) = (event.place.clone(), event.shown.clone());
        let action = match (&event.kind, written) {
            (EventKind::Read { .. }, Some(written)) => {
                Action::Update { place, old: value, new: written.shown.clone(), from: source(*first) }
            }
            (EventKind::Read { .. }, None) => Action::Read { place, value, from: source(*first) },
            (EventKind::Write { .. }, _) => Action::Write { place, value },
            (EventKind::Fence { kind }, _) => Action::Fence { kind: kind.to_string() },
        };
        let is_here = |id: EventId| id == *first || Some(id) == *second;
        let numbered = reordered.iter().zip(1..);
        let early = numbered.clone().filter(|((_, b), _)| is_here(*b)).map(|(_, n)| n).collect();
        let late = numbered.filter(|((a, _), _)| is_here(*a)).map(|(_, n)| n).collect();
        Step { thread: event.thread.unwrap_or(ThreadId(0)), action, span: event.span, early, late }
    };
    let steps = groups.iter().map(step).collect();
    let hidden = execution.events.iter().filter(|event| event.thread.is_some()).count() - number.len();
    Story { steps, reordered, hidden }
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

/// What goes wrong without a fence, in a sentence.
pub fn without(fence: &FenceReport) -> Option<String> {
    let same = |a: Option<Span>, b: Option<Span>| a.zip(b).is_some_and(|(a, b)| (a.file, a.start) == (b.file, b.start));
    let is_ordered = |first: Option<Span>, second: Option<Span>| {
        fence.orders.iter().any(|pair| same(pair.first.span, first) && same(pair.second.span, second))
    };
    // Where it orders nothing that is listed: what stands on both sides of it in the text.
    let is_around = |first: Option<Span>, second: Option<Span>| {
        let (Some(fence), Some(first), Some(second)) = (fence.span, first, second) else { return false };
        (first.file, second.file) == (fence.file, fence.file)
            && first.start < fence.start
            && fence.start <= second.start
    };
    consequence(fence.needed_because.as_ref()?, (&is_ordered, fence.crossed, &is_around))
}

type Meant<'m> = &'m dyn Fn(Option<Span>, Option<Span>) -> bool;

/// What went wrong in a sentence: what took effect too late, and what that led to.
fn consequence(
    execution: &Execution,
    (is_ordered, crossed, is_around): (Meant<'_>, Option<(EventId, EventId)>, Meant<'_>),
) -> Option<String> {
    let violated = execution.violated.as_ref()?;
    let story = story(execution, Detail::Brief);
    let span = |id: EventId| execution.event(id).span;
    // Of an update it is the write that others see early.
    let is_half = |id: &EventId| execution.rmw.iter().any(|(read, _)| read == id);
    let told = |is_meant: Meant<'_>| {
        let meant = story.reordered.iter().filter(|(a, b)| is_meant(span(*a), span(*b)));
        meant.min_by_key(|(_, b)| is_half(b)).copied()
    };
    let pair = told(is_ordered)
        .or(crossed)
        .or_else(|| told(is_around))
        .or_else(|| story.reordered.first().copied())
        .or_else(|| execution.reordered.first().copied());
    let failure = match violated.property {
        Property::Assertion if !violated.message.is_empty() => format!("`{}` fails", violated.message),
        _ => violated.told(),
    };
    let operands = operands(execution).map_or_else(String::new, |operands| format!(", with {operands}"));
    let Some((late, early)) = pair else { return Some(format!("{failure}{operands}")) };
    let with_value = |id: EventId| format!("{} = {}", brief(execution, id), execution.event(id).shown);
    Some(format!("{} can come before {}; then {failure}{operands}", with_value(early), with_value(late)))
}

/// `counter = 1, r = NULL`: the operands of the failed assertion.
pub fn operands(execution: &Execution) -> Option<String> {
    let operands = &execution.violated.as_ref()?.operands;
    let listed: Vec<String> = operands.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    (!listed.is_empty()).then(|| listed.join(", "))
}
