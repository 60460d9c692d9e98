//! What is said of threads that are joined or detached wrongly, and how strong the accesses are that find it out.
//!
//! In: nothing. Out: texts, the same for both engines. It must not know handles.

use crate::ir::order::Order;

/// What is said of a handle that no thread has.
pub const NEVER_CREATED: &str = "a thread is joined or detached that was never created";

/// What is said of a thread that waits for itself. POSIX lets the call fail or wait for good, and it does fail with the
/// GNU library; nobody means either.
pub const ITSELF: &str = "a thread joins itself";

/// The order of the accesses that note joins: that of a lock's.
pub const ORDER: Order = Order::SeqCst;

/// What is said when a thread is joined, or else detached, that was joined, or else detached, before.
pub fn again(joins: bool, joined: bool) -> &'static str {
    match (joins, joined) {
        (true, true) => "a thread is joined twice",
        (true, false) => "a thread is joined that is detached",
        (false, true) => "a thread is detached that is joined",
        (false, false) => "a thread is detached twice",
    }
}
