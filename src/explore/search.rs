//! The exploration: every consistent execution graph of a program, once.
//!
//! In: a program, a model's plan, bounds. Out: each full graph to a [`Visitor`], and counts. It must not know files,
//! drawings or threads of the operating system.
//!
//! Source: Kokologiannakis et al., "Truly Stateless, Optimal Dynamic Partial Order Reduction" (POPL 2022), Algorithm 1
//! (`Visit`, `VisitCOs`), with the graph changed in place for forward steps and copied for backward revisits, as their
//! section 5 does. Deviations: the recursion is a stack of [`Frame`]s; the next event is that of the lowest thread, but the
//! write of a begun read-modify-write and the rest of a begun atomic section come first; which graphs are consistent is
//! known before they are visited ([`super::consistency`]); a value that the program leaves open is an event with choices.

use std::ops::ControlFlow;

use super::bits::Row;
use super::graph::{Graph, Halt, INIT, Kind, Mark, NONE, Slot};
use super::plan::Plan;
use super::runs::{Label, Runs};

/// Who looks at full graphs.
pub trait Visitor<const W: usize> {
    /// What was seen so far does not count: the exploration starts again.
    fn restart(&mut self);

    /// No thread can go on. The plan and the runs are what the graph's rows mean.
    fn full(&mut self, plan: &mut Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<W>) -> ControlFlow<()>;

    /// Called now and then; says whether to go on.
    fn tick(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// How an exploration ended.
#[derive(Clone, Debug)]
pub enum End {
    /// Every graph was visited.
    Complete,
    /// The visitor had seen enough.
    Stopped,
}

/// A choice that was made, with those that are left.
#[derive(Clone, Copy, Debug)]
enum Frame<const W: usize> {
    /// No choice.
    Fixed {
        mark: Mark,
    },
    Choice {
        slot: Slot,
        mark: Mark,
        values: u64,
        next: u64,
    },
    Read {
        slot: Slot,
        mark: Mark,
        /// The causes of the read by program order.
        causes: Row<W>,
        first: usize,
        end: usize,
        next: usize,
    },
    /// A new write: first its places in coherence order, then the reads that it revisits.
    Write {
        slot: Slot,
        mark: Mark,
        first: usize,
        end: usize,
        next: usize,
        revisits: usize,
    },
    /// A write that has revisited a read, in a graph of its own: its places in coherence order.
    Revisit {
        slot: Slot,
        first: usize,
        end: usize,
        next: usize,
    },
}

/// A running exploration.
pub struct Search<'s, 'p, const W: usize> {
    plan: &'s mut Plan<'p>,
    runs: &'s mut Runs<'p>,
    graph: Graph<W>,
    /// The graphs that backward revisits have left, the last one on top.
    saved: Vec<Graph<W>>,
    /// Graphs for the next backward revisits, so that their memory is used again.
    spare: Vec<Graph<W>>,
    frames: Vec<Frame<W>>,
    /// The choices of the frames.
    choices: Vec<Slot>,
}

/// Steps between two calls of [`Visitor::tick`].
const TICK: u32 = 1 << 12;

impl<'s, 'p, const W: usize> Search<'s, 'p, W> {
    /// Begins an exploration.
    pub fn new(plan: &'s mut Plan<'p>, runs: &'s mut Runs<'p>) -> Result<Self, Halt> {
        let root = runs.main(plan)?;
        let mut graph = Graph::new(plan, root);
        graph.settle(plan, runs, 0)?;
        Ok(Search { plan, runs, graph, saved: Vec::new(), spare: Vec::new(), frames: Vec::new(), choices: Vec::new() })
    }

    /// Visits every graph.
    pub fn run(&mut self, visitor: &mut dyn Visitor<W>) -> Result<End, Halt> {
        let mut steps = 0;
        loop {
            steps += 1;
            if steps % TICK == 0 && visitor.tick().is_break() {
                return Ok(End::Stopped);
            }
            let extended = match self.graph.next_thread(self.runs) {
                Some(thread) => self.extend(thread)?,
                None if visitor.full(self.plan, self.runs, &self.graph).is_break() => return Ok(End::Stopped),
                None => false,
            };
            if !extended && !self.follow()? {
                return Ok(End::Complete);
            }
        }
    }

    /// Adds the next event of a thread. If it has choices, none of them is made yet; returns whether it has none.
    fn extend(&mut self, thread: u32) -> Result<bool, Halt> {
        let state = self.graph.threads[thread as usize];
        let label = self.runs.label(state.cursor);
        let kind = match label {
            _ if state.pending => Kind::Write,
            Label::Read { .. } | Label::Update { .. } => Kind::Read,
            Label::Write { .. } => Kind::Write,
            Label::Fence => Kind::Fence,
            Label::Choice { .. } => Kind::Choice,
            other => panic!("{other:?} is no event; please report this"),
        };
        let slot = self.graph.push(self.plan, self.runs, thread, kind)?;
        let mark = self.graph.mark();
        let first = self.choices.len();
        let frame = match kind {
            Kind::Fence => {
                self.frames.push(Frame::Fixed { mark });
                self.graph.advance(self.plan, self.runs, slot)?;
                return Ok(true);
            }
            Kind::Choice => {
                let Label::Choice { values } = label else { panic!("a choice has values; please report this") };
                Frame::Choice { slot, mark, values, next: 0 }
            }
            Kind::Read => {
                self.graph.sources(self.plan, self.runs, slot, &mut self.choices);
                let causes = self.graph.event(slot).porf;
                Frame::Read { slot, mark, causes, first, end: self.choices.len(), next: first }
            }
            Kind::Write => {
                self.graph.events[slot as usize].value = match label {
                    Label::Write { value, .. } => value,
                    _ => self.graph.update(self.runs, slot),
                };
                self.graph.positions(self.plan, self.runs, slot, None, &mut self.choices);
                let end = self.choices.len();
                self.graph.revisited(slot, &mut self.choices);
                Frame::Write { slot, mark, first, end, next: first, revisits: end }
            }
        };
        self.frames.push(frame);
        Ok(false)
    }

    /// Makes the next choice that is left. Returns whether there was one.
    fn follow(&mut self) -> Result<bool, Halt> {
        while let Some(frame) = self.frames.pop() {
            if let Some(next) = self.resume(frame)? {
                self.frames.push(next);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Undoes the last choice of a frame and makes its next one. Without a next one, undoes the frame.
    fn resume(&mut self, mut frame: Frame<W>) -> Result<Option<Frame<W>>, Halt> {
        match &mut frame {
            Frame::Fixed { mark } => {
                self.graph.unwind(*mark);
                self.graph.pop();
                Ok(None)
            }
            Frame::Choice { slot, mark, values, next } => {
                self.graph.unwind(*mark);
                if *next == *values {
                    self.graph.pop();
                    return Ok(None);
                }
                self.graph.events[*slot as usize].value = *next;
                *next += 1;
                self.graph.advance(self.plan, self.runs, *slot)?;
                Ok(Some(frame))
            }
            Frame::Read { slot, mark, causes, first, end, next } => {
                self.graph.unwind(*mark);
                if *next > *first {
                    self.graph.drop_source(*slot);
                }
                if next == end {
                    self.choices.truncate(*first);
                    self.graph.pop();
                    return Ok(None);
                }
                let (slot, write) = (*slot, self.choices[*next]);
                *next += 1;
                self.graph.events[slot as usize].porf = *causes;
                let value = self.value(slot, write)?;
                self.graph.read_from(slot, write, value);
                self.graph.advance(self.plan, self.runs, slot)?;
                Ok(Some(frame))
            }
            Frame::Write { slot, mark, first, end, next, revisits } => {
                let slot = *slot;
                self.graph.unwind(*mark);
                if self.graph.event(slot).before != NONE {
                    self.graph.remove_write(slot);
                }
                if next < end {
                    let before = self.choices[*next];
                    *next += 1;
                    self.graph.place_write(slot, before);
                    self.graph.advance(self.plan, self.runs, slot)?;
                    return Ok(Some(frame));
                }
                if *revisits == self.choices.len() {
                    self.choices.truncate(*first);
                    self.graph.pop();
                    return Ok(None);
                }
                let read = self.choices[*revisits];
                *revisits += 1;
                self.frames.push(frame);
                self.revisit(slot, read)
            }
            Frame::Revisit { slot, first, end, next, .. } => {
                if self.graph.event(*slot).before != NONE {
                    self.graph.remove_write(*slot);
                }
                if next == end {
                    self.choices.truncate(*first);
                    let left = self.saved.pop().expect("the graph before the revisit; please report this");
                    self.spare.push(std::mem::replace(&mut self.graph, left));
                    return Ok(None);
                }
                let before = self.choices[*next];
                *next += 1;
                self.graph.place_write(*slot, before);
                Ok(Some(frame))
            }
        }
    }

    /// Lets the last event, a write without a place, revisit a read, and makes the first choice of its place.
    fn revisit(&mut self, write: Slot, read: Slot) -> Result<Option<Frame<W>>, Halt> {
        let mut left = self.spare.pop().unwrap_or_else(|| self.graph.clone());
        left.clone_from(&self.graph);
        self.saved.push(left);
        let value = self.graph.event(write).value;
        self.graph.cut(self.plan, self.runs, read, value)?;
        let first = self.choices.len();
        self.graph.positions(self.plan, self.runs, write, Some(read), &mut self.choices);
        self.resume(Frame::Revisit { slot: write, first, end: self.choices.len(), next: first })
    }

    /// What a read finds in a write.
    fn value(&mut self, read: Slot, write: Slot) -> Result<u64, Halt> {
        if write != INIT {
            return Ok(self.graph.event(write).value);
        }
        let location = self.runs.surroundings.sharing.location(self.graph.event(read).location);
        let node = self.graph.event(read).node;
        Ok(self.runs.initial(location, node)?)
    }
}
