//! When what rounds still find more of belongs to no execution.
//!
//! In: which may-values each round found more of, and the writes of the last one. Out: whether to go on. It must not know how a
//! round finds them.
//!
//! # The rule
//! Look at the last `k` rounds in which nothing but may-values was new, and at the cells `S` and the results of threads in which
//! any of them found more. If `k` is more than the number of writes to `S` that depend on something read, and of those results,
//! what the last round found belongs to no execution, and nor does what further rounds would find.
//!
//! # Why
//! A round computes from what the round before it knew. So a value that round `i` is the first to find comes from a write (or a
//! return) whose value, place or occurrence hangs on a value that round `i - 1` was the first to find, where nothing but
//! may-values was new in that round. A value that the last round is the first to find thus ends a chain of `k` writes, each
//! to a cell in which its round found more, which is one of `S`, and each dependent: what others write is found at once.
//! If the value is one of an execution, all of the chain can be taken from that execution, and where `po | rf` is acyclic
//! ([`Causes::Grounded`](super::Causes)) no write is in the chain twice: there are at most as many as dependent writes to `S`.
//! So where there are fewer the last round has found nothing of any execution; and what a later round is the first to find
//! would need something of its execution that this round was the first to find.
//!
//! The whole program's writes would do for `S`, too. But a counter that threads increase grows round by round, long after the
//! protocol around it has settled, and only its own few writes say how far.

use crate::exec::analysis::{Analysis, Grown};
use crate::exec::skeleton::Target;

/// What the rounds found more of, since something else than may-values was new.
#[derive(Debug, Default)]
pub struct History {
    grown: Vec<Grown>,
}

impl History {
    /// Something else was new.
    pub fn forget(&mut self) {
        self.grown.clear();
    }

    /// Only these may-values were new in a round.
    pub fn note(&mut self, grown: Grown) {
        self.grown.push(grown);
    }

    /// Whether the last round has found nothing that belongs to an execution; `writes` are the places of the dependent ones.
    pub fn is_settled(&self, known: &Analysis, writes: &[&Target]) -> bool {
        let mut all = Grown::default();
        self.grown.iter().rev().zip(1..).any(|(grown, rounds)| {
            all.add(grown);
            rounds > all.carriers(known, writes)
        })
    }

    /// What the last of so many rounds found, if there are so many.
    pub fn after(&self, rounds: usize) -> Option<&Grown> {
        self.grown.last().filter(|_| self.grown.len() >= rounds)
    }

    /// Lets so many rounds pass before there are as many again.
    pub fn leave(&mut self, rounds: usize) {
        self.grown.drain(..rounds.min(self.grown.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::analysis::Touch;
    use crate::exec::terms::TermId;
    use crate::exec::values::Values;
    use crate::ids::ThreadId;
    use crate::ir::Width;

    const CELLS: [u64; 3] = [0x100, 0x104, 0x108];

    fn known() -> Analysis {
        let mut known = Analysis::default();
        for cell in CELLS {
            known.touch(cell, Width::INT, ThreadId(1), Touch::Write(Values::all(Width::INT)));
        }
        known
    }

    fn write(cells: &[u64]) -> Target {
        Target { address: TermId::TRUE, cells: cells.to_vec(), width: Width::INT }
    }

    fn grown(cells: &[u64]) -> Grown {
        Grown::in_cells(cells)
    }

    /// Each of the writes that a chain may pass is waited for, and no others.
    #[test]
    fn the_writes_to_what_grows_count() {
        let places = [write(&CELLS[..1]), write(&CELLS[1..2]), write(&CELLS[1..]), write(&CELLS[2..])];
        let writes: Vec<&Target> = places.iter().collect();
        let mut history = History::default();
        for round in 1..=6 {
            history.note(grown(&CELLS[1..2]));
            // Two writes go to the second cell.
            assert_eq!(history.is_settled(&known(), &writes), round > 2, "round {round}");
        }
        history.forget();
        history.note(grown(&CELLS[1..2]));
        assert!(!history.is_settled(&known(), &writes));
    }

    /// A chain goes from cell to cell: what grew in one round alone says nothing of how long it is.
    #[test]
    fn chains_pass_what_grew_in_any_round() {
        let places = [write(&CELLS[..1]), write(&CELLS[1..2]), write(&CELLS[2..])];
        let writes: Vec<&Target> = places.iter().collect();
        let mut history = History::default();
        for (round, cell) in CELLS.into_iter().cycle().take(4).enumerate() {
            history.note(grown(&[cell]));
            assert_eq!(history.is_settled(&known(), &writes), round == 3, "round {round}");
        }
    }

    /// What found more long ago does not count once it has settled.
    #[test]
    fn what_has_settled_is_left_out() {
        let places = [write(&CELLS[..1]), write(&CELLS[..1]), write(&CELLS[..1]), write(&CELLS[2..])];
        let writes: Vec<&Target> = places.iter().collect();
        let mut history = History::default();
        history.note(grown(&CELLS));
        history.note(grown(&CELLS[2..]));
        assert!(!history.is_settled(&known(), &writes));
        history.note(grown(&CELLS[2..]));
        assert!(history.is_settled(&known(), &writes));
    }

    /// A write of another extent counts where it overlaps.
    #[test]
    fn extents_overlap() {
        let wide = Target { address: TermId::TRUE, cells: vec![CELLS[0]], width: Width::POINTER };
        let mut history = History::default();
        history.note(grown(&CELLS[1..2]));
        assert!(!history.is_settled(&known(), &[&wide]));
        assert!(history.is_settled(&known(), &[&write(&CELLS[..1])]));
    }
}
