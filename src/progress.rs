//! What a long computation tells whoever watches it.
//!
//! In: events, from any layer. Out: whatever the implementation of [`Observer`] makes of them, a progress bar
//! for instance. It must not know who reports nor how anything is shown: the events are plain numbers.

/// What a computation is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    Read,
    Unfold,
    Encode,
    Solve,
    Explore,
    Violation,
    EverythingEnforced,
    Choice,
    Minimum,
    EveryPair,
    Culprits,
    Recheck,
    Reexplore,
    OtherRepairs,
    FencesAnywhere,
    OwnCosts,
    Dependencies,
    CrossCheck,
    Prove,
    Formula,
    Steps,
    Cycles,
}

impl Phase {
    pub const ALL: [Phase; 22] = [
        Phase::Read,
        Phase::Unfold,
        Phase::Encode,
        Phase::Solve,
        Phase::Explore,
        Phase::Violation,
        Phase::EverythingEnforced,
        Phase::Choice,
        Phase::Minimum,
        Phase::EveryPair,
        Phase::Culprits,
        Phase::Recheck,
        Phase::Reexplore,
        Phase::OtherRepairs,
        Phase::FencesAnywhere,
        Phase::OwnCosts,
        Phase::Dependencies,
        Phase::CrossCheck,
        Phase::Prove,
        Phase::Formula,
        Phase::Steps,
        Phase::Cycles,
    ];

    /// A short phrase in lower case, as people read it.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Read => "read",
            Phase::Unfold => "unfold",
            Phase::Encode => "encode",
            Phase::Solve => "solve",
            Phase::Explore => "explore",
            Phase::Violation => "look for a violation",
            Phase::EverythingEnforced => "prove with every candidate enforced",
            Phase::Choice => "choose what to enforce",
            Phase::Minimum => "find the minimum",
            Phase::EveryPair => "keep every pair in order",
            Phase::Culprits => "name the culprit pairs",
            Phase::Recheck => "check the patched program",
            Phase::Reexplore => "explore the patched program",
            Phase::OtherRepairs => "look for other repairs of the same weight",
            Phase::FencesAnywhere => "allow fences anywhere",
            Phase::OwnCosts => "take the model's own costs",
            Phase::Dependencies => "dependencies",
            Phase::CrossCheck => "cross-check",
            Phase::Prove => "prove",
            Phase::Formula => "make the formula again",
            Phase::Steps => "check the steps",
            Phase::Cycles => "check the cycles",
        }
    }
}

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
    /// A phase of the computation begins.
    fn phase(&mut self, _phase: Phase) {}

    /// Something happened within the phase.
    fn progress(&mut self, _event: Event) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_phase_has_a_name_of_its_own() {
        let mut names = Phase::ALL.map(Phase::name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Phase::ALL.len());
    }
}
