//! Where a search stands, and going on from there in another run.
//!
//! In: a search that was stopped. Out: its [`Trail`], the stack of its steps with the choices that each has left; from that
//! the same search again. It must not know who keeps the trail, nor what was found on the way.
//!
//! # Why nothing is lost or done twice
//! A depth-first search without a set of what it has seen is its stack. What is on the stack is a function of the
//! choices that were made, of the program, the model and the settings, and of what is known of memory, which is kept beside the trail:
//! a step adds the same event to the same graph and finds the same choices. This is looked at and not assumed: the choices of each step are
//! part of the trail, and where others are found the trail does not fit. Besides events, a step changes which
//! threads are stranded ([`super::Frame::strands`]); that is noted where it happens.
//!
//! Where executions are told apart by reads-from alone the choices hang on what was visited before; there is no trail then.

use super::{Branch, Frame, Search, Visitor};
use crate::explore::axioms::plan::Plan;
use crate::explore::graph::{Graph, Halt};
use crate::explore::report::Equivalence;
use crate::explore::threads::runs::Runs;
use crate::explore::trail::{Chooses, Step, Strand, Trail};

impl<const W: usize> Search<'_, '_, '_, W> {
    /// Where the search stands.
    pub fn trail(&self) -> Trail {
        let steps = (0..self.frames.len()).map(|at| {
            let frame = &self.frames[at];
            let choices = &self.choices[frame.first..self.end_of(at)];
            let chooses = match frame.kind {
                Branch::Fixed => Chooses::Nothing,
                Branch::Value => Chooses::Value,
                Branch::Source { .. } => Chooses::Source,
                Branch::Place { revisits } => Chooses::Place { revisited: revisits - frame.end },
                Branch::Revisit { read } => Chooses::Revisit { read },
            };
            let first = start(frame);
            Step {
                thread: self.graph_at(at).event(frame.slot).thread,
                chooses,
                choices: choices.to_vec(),
                made: frame.next - first,
                of: frame.end - first,
            }
        });
        Trail { steps: steps.collect(), strands: self.strands.clone(), stands: self.stands }
    }

    /// Shows the graph where the search stands.
    pub fn show(&mut self, visitor: &mut dyn Visitor<W>) {
        // Whoever looks has nothing to stop.
        let _ = visitor.full(self.plan, self.runs, &self.graph);
    }

    /// The graph that a step belongs to.
    fn graph_at(&self, at: usize) -> &Graph<W> {
        let revisits = |frame: &&Frame<W>| matches!(frame.kind, Branch::Revisit { .. });
        let below = self.frames[..=at].iter().filter(revisits).count();
        self.saved.get(below).unwrap_or(&self.graph)
    }
}

impl<'s, 'm, 'p, const W: usize> Search<'s, 'm, 'p, W> {
    /// The search that stands where the trail ends; none if the trail does not fit.
    ///
    /// # Errors
    /// As of the search.
    pub fn on(
        trail: &Trail,
        plan: &'s mut Plan<'m>,
        runs: &'s mut Runs<'p>,
        equivalence: Equivalence,
    ) -> Result<Option<Self>, Halt> {
        let mut search = Search::new(plan, runs, equivalence)?;
        for (depth, step) in trail.steps.iter().enumerate() {
            search.strand_again(&trail.strands, depth);
            if !search.step_again(step)? {
                return Ok(None);
            }
            let is_left = matches!(trail.steps.get(depth + 1), Some(Step { chooses: Chooses::Revisit { .. }, .. }));
            let frame = *search.frames.last().expect("the step was just taken; please report this");
            // A write that has revisited a read has no place of its own.
            if !is_left && step.made > 0 && !matches!(frame.kind, Branch::Fixed) {
                search.choose_one(frame.kind, frame.slot, frame.next - 1)?;
            }
        }
        search.strand_again(&trail.strands, trail.steps.len());
        (search.stands, search.done) = (trail.stands, 0.0);
        Ok(Some(search))
    }

    /// Strands the threads that were stranded with so many steps below.
    fn strand_again(&mut self, strands: &[Strand], depth: usize) {
        for strand in strands.iter().filter(|strand| strand.depth == depth) {
            self.graph.strand(strand.thread);
            self.strands.push(*strand);
        }
    }

    /// Takes a step, without its last choice. Returns whether it is the same step.
    fn step_again(&mut self, step: &Step) -> Result<bool, Halt> {
        let below = self.frames.last().map(|frame| (frame.slot, frame.kind));
        match (step.chooses, below) {
            (Chooses::Revisit { read }, Some((write, Branch::Place { .. }))) => self.revisit(write, read)?,
            (Chooses::Revisit { .. }, _) => return Ok(false),
            _ if self.graph.next_thread(self.runs) != Some(step.thread) => return Ok(false),
            _ => drop(self.extend(step.thread)?),
        }
        let frame = self.frames.last_mut().expect("the step was just taken; please report this");
        let first = start(frame);
        let is_same = matches!(
            (frame.kind, step.chooses),
            (Branch::Fixed, Chooses::Nothing)
                | (Branch::Value, Chooses::Value)
                | (Branch::Source { .. }, Chooses::Source)
                | (Branch::Place { .. }, Chooses::Place { .. })
                | (Branch::Revisit { .. }, Chooses::Revisit { .. })
        );
        if !is_same
            || step.made > step.of
            || frame.end != first + step.of
            || self.choices[frame.first..] != step.choices[..]
        {
            return Ok(false);
        }
        frame.next = first + step.made;
        if let (Branch::Place { revisits }, Chooses::Place { revisited }) = (&mut frame.kind, step.chooses) {
            *revisits = frame.end + revisited;
        }
        Ok(true)
    }
}

/// The first choice of a step.
fn start<const W: usize>(frame: &Frame<W>) -> usize {
    if matches!(frame.kind, Branch::Value) { 0 } else { frame.first }
}
