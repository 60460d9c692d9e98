//! What is said of threads that are joined or detached wrongly, how that is noted, and how strong the accesses are that find it out.
//!
//! In: nothing. Out: texts, the same for both engines. It must not know handles.

use crate::ir::order::Order;

/// What is said of a handle that no thread has.
pub const NEVER_CREATED: &str = "a thread is joined or detached that was never created";

/// What is said of a thread that waits for itself. POSIX lets the call fail or wait for good, and it does fail with the
/// GNU library; nobody means either.
pub const ITSELF: &str = "a thread joins itself";

/// The order of the accesses that note joins. It is the end of the thread that orders, and POSIX names `pthread_detach` not among what does.
pub const ORDER: Order = Order::Relaxed;

/// What is done to a thread, and only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    Join,
    Detach,
}

impl Claim {
    pub const ALL: [Claim; 2] = [Claim::Join, Claim::Detach];

    /// The byte that notes it; 0 stands for none.
    pub fn noted(self) -> u64 {
        match self {
            Claim::Join => 1,
            Claim::Detach => 2,
        }
    }

    /// What a byte notes.
    pub fn of(byte: u64) -> Option<Claim> {
        Claim::ALL.into_iter().find(|claim| claim.noted() == byte)
    }

    /// What is said where it comes after another one.
    pub fn after(self, earlier: Claim) -> &'static str {
        match (self, earlier) {
            (Claim::Join, Claim::Join) => "a thread is joined twice",
            (Claim::Join, Claim::Detach) => "a thread is joined that is detached",
            (Claim::Detach, Claim::Join) => "a thread is detached that is joined",
            (Claim::Detach, Claim::Detach) => "a thread is detached twice",
        }
    }
}
