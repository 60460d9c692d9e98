//! Copying graphs.
//!
//! In: a graph. Out: another one like it. It must not know what the fields mean. A graph is copied at each backward revisit, mostly over
//! one that is used no more, so that no memory has to be asked for.

use super::Graph;

impl<const W: usize> Clone for Graph<W> {
    fn clone(&self) -> Self {
        Graph {
            events: self.events.clone(),
            free: self.free.clone(),
            order: self.order.clone(),
            places: self.places.clone(),
            threads: self.threads.clone(),
            by_thread: self.by_thread.clone(),
            bases: self.bases.clone(),
            rounds: self.rounds.clone(),
            log: self.log.clone(),
            moves: self.moves.clone(),
            in_place: self.in_place,
            columns: self.columns.clone(),
            causal: self.causal.clone(),
            known: self.known.clone(),
            fresh: self.fresh,
            sets: self.sets.clone(),
            reached: self.reached,
            scratch: self.scratch.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        let Graph {
            events,
            free,
            order,
            places,
            threads,
            by_thread,
            bases,
            rounds,
            log,
            moves,
            in_place,
            columns,
            causal,
            known,
            fresh,
            sets,
            reached,
            scratch,
        } = self;
        events.clone_from(&other.events);
        free.clone_from(&other.free);
        order.clone_from(&other.order);
        places.clone_from(&other.places);
        threads.clone_from(&other.threads);
        by_thread.clone_from(&other.by_thread);
        bases.clone_from(&other.bases);
        rounds.clone_from(&other.rounds);
        log.clone_from(&other.log);
        moves.clone_from(&other.moves);
        *in_place = other.in_place;
        columns.clone_from(&other.columns);
        causal.clone_from(&other.causal);
        known.clone_from(&other.known);
        *fresh = other.fresh;
        sets.clone_from(&other.sets);
        *reached = other.reached;
        scratch.clone_from(&other.scratch);
    }
}
