//! Giving away a part of a running exploration, as large a one as there is.
//!
//! In: a search with choices left. Out: a [`Piece`]: what is left of the lowest step that has choices left, which leads to the
//! largest part of all that can be given away, with the graph as it was at that step. It must not know who takes it.
//!
//! The one who takes it adds the same event to the same graph. The choices that are left go with the piece: where executions
//! are told apart by reads-from alone they hang on the coherence order that the graph happened to have.

use super::piece::{Left, Piece, Task};
use super::{Branch, Frame, Search};
use crate::explore::graph::{Graph, NONE};

impl<const W: usize> Search<'_, '_, '_, W> {
    /// Gives away what is left of the lowest step that has choices left, if any has.
    pub(super) fn split(&mut self) -> Option<Piece<W>> {
        let at = (0..self.frames.len()).find(|at| self.left(*at) > 0)?;
        let frame = self.frames[at];
        let (mut graph, above) = self.graph_of(at);
        for above in self.frames[at + 1..above].iter().rev() {
            undo(&mut graph, above);
            graph.pop();
        }
        undo(&mut graph, &frame);
        let event = *graph.event(frame.slot);
        let end = self.end_of(at);
        let task = match frame.kind {
            Branch::Revisit { read } => Task::Revisit { read },
            _ => Task::Choices { thread: event.thread },
        };
        let left = match frame.kind {
            Branch::Value => Left::Values { from: frame.next },
            Branch::Place { revisits } => Left::Slots {
                choices: self.choices[frame.next..frame.end].to_vec(),
                revisits: self.choices[revisits..end].to_vec(),
            },
            _ => Left::Slots { choices: self.choices[frame.next..frame.end].to_vec(), revisits: Vec::new() },
        };
        if !matches!(frame.kind, Branch::Revisit { .. }) {
            graph.pop();
        }
        let own = &mut self.frames[at];
        own.next = own.end;
        if let Branch::Place { revisits } = &mut own.kind {
            *revisits = end;
        }
        Some(Piece { graph, task, left, weight: frame.weight })
    }

    /// How many choices of a step are left.
    fn left(&self, at: usize) -> usize {
        let frame = &self.frames[at];
        match frame.kind {
            Branch::Fixed => 0,
            Branch::Place { revisits } => frame.end - frame.next + self.end_of(at) - revisits,
            _ => frame.end - frame.next,
        }
    }

    /// Where the choices of a step end.
    pub(super) fn end_of(&self, at: usize) -> usize {
        self.frames.get(at + 1).map_or(self.choices.len(), |above| above.first)
    }

    /// A copy of the graph that a step belongs to, and the first step above that has another one.
    fn graph_of(&self, at: usize) -> (Graph<W>, usize) {
        let revisits = |frame: &Frame<W>| matches!(frame.kind, Branch::Revisit { .. });
        let before = self.frames[..=at].iter().filter(|frame| revisits(frame)).count();
        match self.frames[at + 1..].iter().position(revisits) {
            Some(above) => (self.saved[before].clone(), at + 1 + above),
            None => (self.graph.clone(), self.frames.len()),
        }
    }
}

/// Undoes what a step has chosen.
pub(super) fn undo<const W: usize>(graph: &mut Graph<W>, frame: &Frame<W>) {
    graph.unwind(frame.mark);
    let slot = frame.slot;
    if matches!(frame.kind, Branch::Place { .. } | Branch::Revisit { .. }) && graph.event(slot).before != NONE {
        graph.remove_write(slot);
    }
    if matches!(frame.kind, Branch::Source { .. }) && graph.event(slot).source != NONE {
        graph.drop_source(slot);
    }
}
