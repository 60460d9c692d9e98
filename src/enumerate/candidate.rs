//! An execution that is put together.
//!
//! In: a shape and the values of its events. Out: the writes of each cell and the sources of each read, of which one decision after the
//! other is made and taken back. It must not know axioms, nor what is looked for.

use super::judge::{Evaluated, Extent, Known};
use super::layout::Cell;
use super::shape::Shape;
use crate::ids::EventId;

/// A shape and what was found out of it; it goes from one candidate to the next.
pub type Kept = Box<(Shape, Evaluated)>;

/// Events with values, put together.
pub struct Candidate {
    pub shape: Kept,
    /// By event its value; initial writes first.
    pub values: Vec<i64>,
    /// The writes of each cell, the initial one first; behind what is settled in any order.
    pub chains: Vec<Vec<EventId>>,
    /// By cell how many of its writes are in their places.
    settled: Vec<usize>,
    /// The reads, each with the writes of its value.
    pub reads: Vec<(EventId, Vec<EventId>)>,
    /// By read the source that was chosen.
    chosen: Vec<Option<EventId>>,
    /// Whether the axioms were asked since the last decision, and did not object.
    pub is_judged: bool,
}

impl Candidate {
    /// The shape again if a read has no source.
    pub fn new(values: Vec<i64>, shape: Kept) -> Result<Candidate, Kept> {
        let of = &shape.0;
        let is_source = |read: EventId, write: EventId| {
            values[write.index()] == values[read.index()] && !(of.thread(write) == of.thread(read) && write > read)
        };
        let mut reads = Vec::with_capacity(of.reads.len());
        for (read, cell) in &of.reads {
            let sources = of.writes[cell.0].iter().copied().filter(|write| is_source(*read, *write));
            reads.push((*read, sources.collect::<Vec<_>>()));
        }
        if reads.iter().any(|(_, sources)| sources.is_empty()) {
            return Err(shape);
        }
        let chains = of.writes.clone();
        let settled = vec![1; chains.len()];
        let chosen = vec![None; reads.len()];
        Ok(Candidate { shape, values, chains, settled, reads, chosen, is_judged: false })
    }

    /// What it was made from.
    pub fn into_shape(self) -> Kept {
        self.shape
    }

    /// Whether writes of several threads are without an order.
    pub fn is_order_open(&self) -> bool {
        let thread = |write: &EventId| self.shape.0.thread(*write);
        self.chains
            .iter()
            .zip(&self.settled)
            .any(|(chain, settled)| chain[*settled..].iter().any(|write| thread(write) != thread(&chain[*settled])))
    }

    /// What is known of it: decisions, and what is so whatever is decided.
    pub fn known(&self) -> Known {
        let sources = |at: usize| self.chosen[at].as_ref().map_or(self.reads[at].1.as_slice(), std::slice::from_ref);
        let rf = (0..self.reads.len()).filter_map(|at| match sources(at) {
            [source] => Some((*source, self.reads[at].0)),
            _ => None,
        });
        let rf: Vec<_> = rf.collect();
        let thread = |write: EventId| self.shape.0.thread(write);
        let (mut co, mut is_whole) = (Vec::new(), rf.len() == self.reads.len());
        for (chain, settled) in self.chains.iter().zip(&self.settled) {
            for (at, first) in chain.iter().enumerate() {
                for second in &chain[at + 1..] {
                    if at < *settled {
                        co.push((*first, *second));
                    } else if thread(*first) == thread(*second) {
                        co.push((*first.min(second), *first.max(second)));
                    } else {
                        is_whole = false;
                    }
                }
            }
        }
        Known { rf, co, extent: if is_whole { Extent::Whole } else { Extent::Part } }
    }

    /// The places in its chain of the writes that may come next: of each thread the first.
    pub fn next_writes(&self, cell: Cell, at: usize) -> Vec<usize> {
        let left = &self.chains[cell.0][at..];
        let thread = |write: EventId| self.shape.0.thread(write);
        let is_next = |write: EventId| left.iter().all(|other| thread(*other) != thread(write) || *other >= write);
        left.iter().enumerate().filter(|(_, write)| is_next(**write)).map(|(place, _)| at + place).collect()
    }

    /// Puts a write that comes next in its place; it was one of so many.
    pub fn place(&mut self, cell: Cell, at: usize, other: usize, of: usize) {
        self.chains[cell.0].swap(at, other);
        self.settled[cell.0] = at + 1;
        self.is_judged &= of == 1;
    }

    pub fn displace(&mut self, cell: Cell, at: usize, other: usize, of: usize) {
        self.chains[cell.0].swap(at, other);
        self.settled[cell.0] = at;
        self.is_judged &= of == 1;
    }

    /// The first read from one on whose source is open.
    pub fn open_read(&self, from: usize) -> Option<usize> {
        (from..self.reads.len()).find(|read| self.is_open(*read))
    }

    /// The read with which a write is a read-modify-write, if its source is open.
    pub fn open_half(&self, write: EventId) -> Option<usize> {
        self.shape.0.halves[write.index()].filter(|read| self.is_open(*read))
    }

    fn is_open(&self, read: usize) -> bool {
        self.chosen[read].is_none() && self.reads[read].1.len() > 1
    }

    /// Lets a read read from one of its sources.
    pub fn choose(&mut self, read: usize, source: usize) {
        self.chosen[read] = Some(self.reads[read].1[source]);
        self.is_judged = false;
    }

    pub fn take_back(&mut self, read: usize) {
        self.chosen[read] = None;
        self.is_judged = false;
    }
}
