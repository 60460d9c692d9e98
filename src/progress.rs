//! What a long computation tells whoever watches it.
//!
//! In: events, from any layer. Out: whatever the implementation of [`Observer`] makes of them, a progress bar
//! for instance. It must not know who reports nor how anything is shown: the events are plain numbers.

/// Something that happened on the way to a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The oracle answered; `number` counts its answers from 1.
    QueryAnswered { number: usize, reply: Reply },
    /// At most this many candidates may be reordered from now on.
    BoundRaised { bound: usize },
    /// A counterexample was found in which `reordered` candidates are reordered; `total` counts those found
    /// so far.
    CounterexampleFound { reordered: usize, total: usize },
    /// No repair has fewer candidates than `count`, and none with that many costs less than `cost`.
    LowerBound { main: u64, other: u64 },
    /// So many executions were explored, of about `total` if that can be told.
    Explored { complete: u64, blocked: u64, total: Option<u64> },
}

/// The kind of an oracle's answer, without what it carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Violation,
    Safe,
    Unknown,
}

/// Watches a computation. Every method does nothing unless overridden.
pub trait Observer {
    /// A phase of the computation begins; `name` is a short lower-case phrase.
    fn phase(&mut self, _name: &str) {}

    /// Something happened within the phase.
    fn progress(&mut self, _event: Event) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
