//! What a drawing of an execution shows: threads side by side, events downward, arrows between them.
//!
//! In: an execution and the sources. Out: plain data. It must not know in which language it is drawn.

use std::collections::BTreeSet;

use crate::diag::{Sources, visible};
use crate::exec::telling::{matters, told_order};
use crate::exec::{Event, EventKind, Execution};
use crate::ids::EventId;

/// A relation between two events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Program order, from each event to the next.
    Po,
    /// Reads-from.
    Rf,
    /// Coherence, from each write to the next.
    Co,
    /// From-reads: the write that overwrites what was read.
    Fr,
    /// Program order that memory turns round.
    Reordered,
}

/// An event.
#[derive(Clone, Debug)]
pub struct Node {
    pub id: EventId,
    /// The number of its column.
    pub column: usize,
    /// `W x = 1`.
    pub label: String,
    /// `13: x = 1;`; empty for none.
    pub source: String,
}

/// An arrow between two nodes, by their positions in the list.
#[derive(Clone, Copy, Debug)]
pub struct Arrow {
    pub from: usize,
    pub to: usize,
    pub relation: Relation,
}

/// A drawing.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What went wrong; empty if nothing did.
    pub title: String,
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// In the order of the memory.
    pub nodes: Vec<Node>,
    pub arrows: Vec<Arrow>,
}

/// Which events are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Those that matter, without initial writes.
    Brief,
    All,
}

impl Relation {
    pub const ALL: [Relation; 5] = [Relation::Po, Relation::Rf, Relation::Co, Relation::Fr, Relation::Reordered];

    pub fn name(self) -> &'static str {
        match self {
            Relation::Po => "po",
            Relation::Rf => "rf",
            Relation::Co => "co",
            Relation::Fr => "fr",
            Relation::Reordered => "reordered",
        }
    }

    /// A colour by its name in SVG, which Graphviz knows too.
    pub fn color(self) -> &'static str {
        match self {
            Relation::Po => "black",
            Relation::Rf => "darkgreen",
            Relation::Co => "chocolate",
            Relation::Fr => "purple",
            Relation::Reordered => "red",
        }
    }
}

impl Picture {
    pub fn new(execution: &Execution, drawn: Drawn, sources: &Sources) -> Picture {
        let matters = matters(execution);
        let is_drawn =
            |id: &EventId| drawn == Drawn::All || execution.event(*id).thread.is_some() && matters[id.index()];
        let shown: Vec<EventId> = told_order(execution).into_iter().filter(is_drawn).collect();
        let number = |event: &Event| event.thread.map_or(0, |thread| thread.index() + 1);
        let mut used: Vec<usize> = shown.iter().map(|id| number(execution.event(*id))).collect();
        used.sort_unstable();
        used.dedup();
        let heading = |number: &usize| match number.checked_sub(1) {
            None => "initial".to_string(),
            Some(thread) => format!("T{thread} {}", execution.threads.get(thread).map_or("", String::as_str)),
        };
        let files = shown.iter().filter_map(|id| execution.event(*id).span.map(|span| span.file));
        let several = files.collect::<BTreeSet<_>>().len() > 1;
        let node = |id: &EventId| {
            let event = execution.event(*id);
            let column = used.binary_search(&number(event)).unwrap_or(0);
            Node { id: *id, column, label: label(event), source: source(event, several, sources) }
        };
        Picture {
            title: execution.violated.as_ref().map_or_else(String::new, |violated| {
                let operands: Vec<String> = violated.operands.iter().map(|(name, v)| format!("{name} = {v}")).collect();
                let operands = if operands.is_empty() { String::new() } else { format!(" ({})", operands.join(", ")) };
                harmless(&format!("{}{operands}", violated.told()))
            }),
            columns: used.iter().map(heading).collect(),
            nodes: shown.iter().map(node).collect(),
            arrows: arrows(execution, &shown),
        }
    }
}

/// The arrows between the events that are drawn.
fn arrows(execution: &Execution, shown: &[EventId]) -> Vec<Arrow> {
    let at = |id: EventId| shown.iter().position(|other| *other == id);
    let mut arrows = Vec::new();
    let mut add = |from: EventId, to: EventId, relation: Relation| {
        if let (Some(from), Some(to)) = (at(from), at(to)) {
            arrows.push(Arrow { from, to, relation });
        }
    };
    let mut program_order: Vec<EventId> = shown.to_vec();
    program_order.sort_unstable();
    for pair in program_order.windows(2) {
        let (first, second) = (execution.event(pair[0]), execution.event(pair[1]));
        if first.thread.is_some() && first.thread == second.thread {
            add(pair[0], pair[1], Relation::Po);
        }
    }
    for (write, read) in &execution.rf {
        add(*write, *read, Relation::Rf);
    }
    for chain in &execution.co {
        for pair in chain.windows(2) {
            add(pair[0], pair[1], Relation::Co);
            for (_, read) in execution.rf.iter().filter(|(write, _)| *write == pair[0]) {
                let itself = execution.rmw.contains(&(*read, pair[1]));
                if !itself {
                    add(*read, pair[1], Relation::Fr);
                }
            }
        }
    }
    for (first, second) in &execution.reordered {
        add(*first, *second, Relation::Reordered);
    }
    arrows
}

fn label(event: &Event) -> String {
    match &event.kind {
        EventKind::Read { .. } => format!("R {} = {}", event.place, event.shown),
        EventKind::Write { .. } => format!("W {} = {}", event.place, event.shown),
        EventKind::Fence { kind } => format!("F {kind}"),
    }
}

/// A text without what XML forbids and a terminal obeys.
fn harmless(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// The longest piece of a source line that is drawn.
const LONGEST: usize = 40;

fn source(event: &Event, several: bool, sources: &Sources) -> String {
    let Some(span) = event.span else { return String::new() };
    let line = sources.position(span.file, span.start).line;
    let text = sources.file(span.file).text.lines().nth(line as usize - 1).unwrap_or("").trim().replace('\t', " ");
    let text = harmless(&text);
    let text = match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text,
    };
    // Where one file is all there is its name says nothing.
    match several {
        true => {
            let name = sources.path(span.file).file_name().unwrap_or_default().to_string_lossy().into_owned();
            format!("{}:{line}: {text}", harmless(&name))
        }
        false => format!("{line}: {text}"),
    }
}
