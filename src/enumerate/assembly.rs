//! Putting an execution together, decision by decision.
//!
//! In: a candidate. Out: whether some order of its writes and sources of its reads make an execution that the model allows and that is
//! wanted. It must not know where the events come from, nor what is looked for.
//!
//! The orders of writes come first, since the final state hangs on them. What a read-modify-write reads is chosen together with its
//! place: where nothing may come in between, as among the writes of a lock, few orders are left. After each decision the axioms are asked,
//! and what they drop is not followed; why that is right stands at the head of `judge.rs`.

use super::Undecided;
use super::candidate::Candidate;
use super::judge::Judge;
use super::layout::Cell;
use crate::exec::groups::Parts;
use crate::limits::StopToken;
use crate::model::Model;

/// What is to be done where the orders of all writes are known: whether the end is reached.
pub type Then<'t> = dyn FnMut(&mut Assembly<'_>, &mut Candidate) -> Result<bool, Undecided> + 't;

/// What judges, and how often it did.
pub struct Assembly<'m> {
    judge: Judge<'m>,
    stop: &'m StopToken,
    pub judged: u64,
}

impl<'m> Assembly<'m> {
    /// `whole` is by axiom what the parts of an access are, empty if there are none.
    pub fn new(model: &'m Model, whole: &[Parts], stop: &'m StopToken) -> Self {
        Assembly { judge: Judge::new(model, whole), stop, judged: 0 }
    }

    /// Tries the executions of a candidate until one reaches the end.
    pub fn executions(&mut self, candidate: &mut Candidate, then: &mut Then<'_>) -> Result<bool, Undecided> {
        // Where no order of writes is open, the final state is known, and may be one that nobody looks for.
        if candidate.is_order_open() && !self.allows(candidate)? {
            return Ok(false);
        }
        self.orders(candidate, 0, then)
    }

    /// Whether what is known of an execution may become one; it is asked once after each decision.
    pub fn allows(&mut self, candidate: &mut Candidate) -> Result<bool, Undecided> {
        if candidate.is_judged {
            return Ok(true);
        }
        self.judged += 1;
        if self.judged.is_multiple_of(16) && self.stop.reached().is_some() {
            return Err(Undecided::Stopped);
        }
        let known = candidate.known();
        let (shape, evaluated) = candidate.shape.as_mut();
        candidate.is_judged = self.judge.allows((shape, evaluated), &known);
        Ok(candidate.is_judged)
    }

    /// Tries the orders of the writes of each cell from one on.
    fn orders(&mut self, candidate: &mut Candidate, cell: usize, then: &mut Then<'_>) -> Result<bool, Undecided> {
        if cell < candidate.chains.len() {
            return self.permute(candidate, (Cell(cell), 1), then);
        }
        then(self, candidate)
    }

    fn permute(
        &mut self,
        candidate: &mut Candidate,
        (cell, at): (Cell, usize),
        then: &mut Then<'_>,
    ) -> Result<bool, Undecided> {
        let next = candidate.next_writes(cell, at);
        if next.is_empty() {
            return self.orders(candidate, cell.0 + 1, then);
        }
        let is_last = cell.0 + 1 == candidate.chains.len() && at + 2 >= candidate.chains[cell.0].len();
        for other in &next {
            candidate.place(cell, at, *other, next.len());
            let is_reached = match candidate.open_half(candidate.chains[cell.0][at]) {
                Some(read) => self.choices(candidate, read, &mut |assembly, candidate| {
                    assembly.permute(candidate, (cell, at + 1), then)
                })?,
                None => {
                    let is_possible = next.len() == 1 || is_last || self.allows(candidate)?;
                    is_possible && self.permute(candidate, (cell, at + 1), then)?
                }
            };
            candidate.displace(cell, at, *other, next.len());
            if is_reached {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries the sources of each read from one on.
    pub fn sources(&mut self, candidate: &mut Candidate, from: usize) -> Result<bool, Undecided> {
        match candidate.open_read(from) {
            Some(read) => {
                self.choices(candidate, read, &mut |assembly, candidate| assembly.sources(candidate, read + 1))
            }
            None => self.allows(candidate),
        }
    }

    /// Tries the sources of one read, and with each of them what comes then.
    fn choices(
        &mut self,
        candidate: &mut Candidate,
        read: usize,
        then: &mut dyn FnMut(&mut Self, &mut Candidate) -> Result<bool, Undecided>,
    ) -> Result<bool, Undecided> {
        for source in 0..candidate.reads[read].1.len() {
            candidate.choose(read, source);
            let is_reached = self.allows(candidate)? && then(self, candidate)?;
            candidate.take_back(read);
            if is_reached {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
