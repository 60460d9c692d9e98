//! The rounds of barriers without state in a growing graph.
//!
//! In: a thread that has come to such a barrier. Out: the complete round, and its threads behind it. It must not know which
//! barriers need no state ([`crate::explore::threads::barrier`] does).
//!
//! Source: Kokologiannakis and Vafeiadis, "BAM: Efficient Model Checking for Barriers", Algorithm 1, lines 13 to 17, and
//! section 3.3 for what a round orders. Deviation: a wait is no event; as with the start and the end of a thread, what it
//! orders is in program order and in `porf`, so that no axiom has to know `sbr`.

use super::{Base, Graph, NONE, Slot, Thread};
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::label::Label;
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;

/// A complete round of a barrier without state: the waits related by `sbr`.
#[derive(Clone, Debug)]
pub struct Round<const W: usize> {
    /// The barrier's address.
    pub barrier: u64,
    /// The threads, each with the turn of its wait.
    pub members: Vec<(u32, u32)>,
    /// What all of them had seen, and so each of them learns.
    pub(super) base: Base<W>,
}

impl<const W: usize> Graph<W> {
    /// A thread has come to a barrier. If its round is complete, all who meet there go on.
    ///
    /// The waits that are in no round yet make one as soon as they are enough. After a cut, the round may be there already,
    /// because another thread has gone on from it.
    pub(super) fn meet(
        &mut self,
        plan: &mut Plan<'_>,
        runs: &mut Runs<'_>,
        own: (u32, u32),
        (barrier, count): (u64, u64),
    ) -> Result<(), Stop> {
        let of = |rounds: &[Round<W>], wait: &(u32, u32)| {
            rounds.iter().position(|round| round.barrier == barrier && round.members.contains(wait))
        };
        let (round, leaving) = match of(&self.rounds, &own) {
            Some(round) => (round, vec![own]),
            None => {
                let waiting = self.threads.iter().enumerate().filter(|(_, state)| state.started && !state.pending);
                let members: Vec<(u32, u32)> = waiting
                    .filter_map(|(thread, state)| match runs.label(state.cursor) {
                        Label::Wait { barrier: at, turn, .. } if at == barrier => Some((thread as u32, turn)),
                        _ => None,
                    })
                    .filter(|wait| of(&self.rounds, wait).is_none())
                    .collect();
                if (members.len() as u64) < count {
                    return Ok(());
                }
                let mut base = Base::default();
                for (thread, _) in &members {
                    let seen = self.seen(*thread);
                    base.porf = base.porf.or(&seen.porf);
                    base.po = base.po.or(&seen.po);
                    base.hb = base.hb.or(&seen.hb);
                }
                self.rounds.push(Round { barrier, members: members.clone(), base });
                (self.rounds.len() - 1, members)
            }
        };
        let base = self.add_base(self.rounds[round].base);
        for (thread, _) in &leaving {
            let state = self.threads[*thread as usize];
            let next = runs.after(plan, state.cursor, 0)?;
            self.change(*thread, Thread { cursor: next, sealed: true, base, ..state });
        }
        for (thread, _) in leaving {
            self.settle(plan, runs, thread)?;
        }
        Ok(())
    }

    /// After a cut, keeps the rounds behind which a thread has an event. The others will be complete again if they still
    /// can be. `last` is each thread's last event.
    pub(super) fn keep_rounds(&mut self, runs: &Runs<'_>, last: &[Slot]) {
        let behind = |(thread, turn): &(u32, u32)| {
            let last = last[*thread as usize];
            last != NONE && runs.node(self.events[last as usize].node).waits > *turn
        };
        self.rounds.retain(|round| round.members.iter().any(behind));
    }
}
