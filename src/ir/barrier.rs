//! The plain barrier: what init, wait and destroy do to the state of a barrier, as one number.
//!
//! In: the state before. Out: the state after, and what it says. It must not know who waits or in what order.
//!
//! The state is the 64-bit cell at the barrier's address: the number of threads that meet in the upper half, the number
//! of those that have arrived in the lower half. A wait is one read-modify-write, [`arrive`], and then a read that must
//! find [`is_met`]; zero is a barrier that nobody has set up. Kokologiannakis and Vafeiadis, "BAM: Efficient Model
//! Checking for Barriers", Fig. 1. Deviations: the count stands in the state itself, so that one cell is enough, and
//! arrivals are counted up from zero instead of down to it.

use crate::ir::calculus::{Calculus, Numbers};
use crate::ir::operators::{BinaryOp, Width};
use crate::ir::order::Order;

/// The width of the state.
pub const STATE: Width = Width::POINTER;

/// The state of no barrier.
pub const NONE: u64 = 0;

/// How strong an arrival is, and the second look at the state.
pub const ORDER: Order = Order::SeqCst;

/// What `pthread_barrier_wait` returns to one thread of each round, as a number of [`Width::INT`].
pub const SERIAL_THREAD: u64 = 0xffff_ffff;

/// What is said of an operation on a barrier that nobody has set up.
pub const NOT_READY: &str = "a barrier is used that is not set up";

/// What is said of the end of a barrier at which threads wait.
pub const NOT_IDLE: &str = "a barrier is destroyed while threads wait at it";

/// What is said of a barrier that is set up anew too early.
pub const STILL_MEETING: &str = "a barrier is initialised while threads wait at it";

/// The byte of the state that is zero in every barrier that is set up, and is not where nobody has set anything: what
/// happens to lie where a barrier is set up is none at which threads wait.
pub const TELLING: (u64, u8) = (7, 0);

/// More threads than this never meet; it is far beyond what is supported.
const MOST: u64 = 0xffff;

/// What the state of a barrier says.
#[derive(Clone, Copy, Debug)]
pub struct View<V> {
    /// Whether somebody has set the barrier up (width 1).
    pub ready: V,
    /// Whether the arrival that finds this state completes a round (width 1).
    pub last: V,
    /// Whether nobody waits: a thread that has arrived and finds this may go on (width 1).
    pub met: V,
    /// Whether threads wait (width 1).
    pub busy: V,
    /// The state after one more arrival.
    pub next: V,
}

/// The state of a barrier that is set up for a number of threads (of the state's width). No count, no barrier.
pub fn set_up<C: Calculus>(c: &mut C, count: C::Value) -> C::Value {
    let (most, half) = (c.constant(MOST, STATE), c.constant(32, STATE));
    let many = c.binary(BinaryOp::UnsignedLess, most, count);
    let count = c.select(many, most, count);
    c.binary(BinaryOp::ShiftLeft, count, half)
}

/// What a state says.
pub fn view<C: Calculus>(c: &mut C, state: C::Value) -> View<C::Value> {
    let (half, low) = (c.constant(32, STATE), c.constant(0xffff_ffff, STATE));
    let [none, one, most] = [0, 1, MOST].map(|number| c.constant(number, STATE));
    let count = c.binary(BinaryOp::LogicalShiftRight, state, half);
    let arrived = c.binary(BinaryOp::And, state, low);
    let few = c.binary(BinaryOp::UnsignedLessEqual, count, most);
    // Fewer have arrived than meet, so some meet.
    let open = c.binary(BinaryOp::UnsignedLess, arrived, count);
    let ready = c.binary(BinaryOp::And, few, open);
    let more = c.binary(BinaryOp::Add, arrived, one);
    let full = c.binary(BinaryOp::Equal, more, count);
    let last = c.binary(BinaryOp::And, ready, full);
    let nobody = c.binary(BinaryOp::Equal, arrived, none);
    let met = c.binary(BinaryOp::And, ready, nobody);
    let somebody = c.binary(BinaryOp::UnsignedLess, none, arrived);
    let busy = c.binary(BinaryOp::And, ready, somebody);
    let empty = c.binary(BinaryOp::ShiftLeft, count, half);
    let one_more = c.binary(BinaryOp::Add, state, one);
    let after = c.select(full, empty, one_more);
    let next = c.select(ready, after, state);
    View { ready, last, met, busy, next }
}

fn of(state: u64) -> View<(u64, Width)> {
    view(&mut Numbers, (state, STATE))
}

/// The state of a barrier that is set up for `count` threads. No count, no barrier.
pub fn initial(count: u64) -> u64 {
    set_up(&mut Numbers, (count, STATE)).0
}

/// Whether somebody has set the barrier up.
pub fn is_ready(state: u64) -> bool {
    of(state).ready.0 == 1
}

/// The state after one more arrival.
pub fn arrive(state: u64) -> u64 {
    of(state).next.0
}

/// Whether the arrival that finds this state completes a round.
pub fn is_last(state: u64) -> bool {
    of(state).last.0 == 1
}

/// Whether nobody waits: a thread that has arrived and finds this may go on.
pub fn is_met(state: u64) -> bool {
    of(state).met.0 == 1
}

/// Whether threads wait.
#[cfg(test)]
fn is_busy(state: u64) -> bool {
    of(state).busy.0 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_takes_as_many_arrivals_as_threads() {
        for count in 1..6 {
            let mut state = initial(count);
            for arrival in 1..=3 * count {
                assert!(is_ready(state));
                assert_eq!(is_last(state), arrival % count == 0);
                state = arrive(state);
                assert_eq!(is_met(state), arrival % count == 0);
                assert_eq!(is_busy(state), arrival % count != 0);
                assert_eq!(state >> (8 * TELLING.0), u64::from(TELLING.1));
            }
        }
    }

    #[test]
    fn what_nobody_has_set_up_is_no_barrier() {
        for state in [0, initial(0), 5, 2 << 32 | 2, 0xdead_beef_dead_bee0] {
            assert!(!is_ready(state) && !is_met(state) && !is_last(state) && !is_busy(state));
            assert_eq!(arrive(state), state);
        }
    }
}
