//! The plain barrier: what init, wait and destroy do to the state of a barrier, as one number.
//!
//! In: the state before. Out: the state after, and what it says. It must not know who waits or in what order.
//!
//! The state is the 64-bit cell at the barrier's address: the number of threads that meet in the upper half, the number
//! of those that have arrived in the lower half. A wait is one read-modify-write, [`arrive`], and then a read that must
//! find [`is_met`]; zero is a barrier that nobody has set up. Kokologiannakis and Vafeiadis, "BAM: Efficient Model
//! Checking for Barriers", Fig. 1. Deviations: the count stands in the state itself, so that one cell is enough, and
//! arrivals are counted up from zero instead of down to it.

use crate::ir::operators::Width;

/// The width of the state.
pub const STATE: Width = Width::POINTER;

/// What `pthread_barrier_wait` returns to one thread of each round, as a number of [`Width::INT`].
pub const SERIAL_THREAD: u64 = 0xffff_ffff;

/// What is said of an operation on a barrier that nobody has set up.
pub const NOT_READY: &str = "a barrier is used that is not set up";

/// What is said of the end of a barrier at which threads wait.
pub const NOT_IDLE: &str = "a barrier is destroyed while threads wait at it";

/// More threads than this never meet; it is far beyond what is supported.
const MOST: u64 = 0xffff;

fn parts(state: u64) -> (u64, u64) {
    (state >> 32, state & 0xffff_ffff)
}

/// The state of a barrier that is set up for `count` threads. No count, no barrier.
pub fn initial(count: u64) -> u64 {
    count.min(MOST) << 32
}

/// Whether somebody has set the barrier up.
pub fn is_ready(state: u64) -> bool {
    let (count, arrived) = parts(state);
    (1..=MOST).contains(&count) && arrived < count
}

/// The state after one more arrival.
pub fn arrive(state: u64) -> u64 {
    let (count, arrived) = parts(state);
    if is_ready(state) { (count << 32) | ((arrived + 1) % count) } else { state }
}

/// Whether the arrival that finds this state completes a round.
pub fn is_last(state: u64) -> bool {
    let (count, arrived) = parts(state);
    is_ready(state) && arrived + 1 == count
}

/// Whether nobody waits: a thread that has arrived and finds this may go on.
pub fn is_met(state: u64) -> bool {
    is_ready(state) && parts(state).1 == 0
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
            }
        }
    }

    #[test]
    fn what_nobody_has_set_up_is_no_barrier() {
        for state in [0, initial(0), 5, 2 << 32 | 2, 0xdead_beef_dead_bee0] {
            assert!(!is_ready(state) && !is_met(state) && !is_last(state));
            assert_eq!(arrive(state), state);
        }
    }
}
