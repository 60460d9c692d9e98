//! Whether a thread may have been cut off before it takes back an addition.
//!
//! In: a thread and its next access. Out: whether the access comes right behind an addition that it takes back to try again ([`crate::exec::retry`]).
//! It must not know why a search stops there.

use super::{Replay, Running};
use crate::exec::interpret::Access;
use crate::ids::ThreadId;

impl Replay<'_> {
    pub(super) fn takes_back(&self, id: ThreadId, running: &Running, access: &Access) -> bool {
        let last = self.trace.last(id).and_then(|event| self.execution.event(event).site);
        let (Some(first), Some(back)) = (last, access.site) else { return false };
        running.left.is_empty() && running.machine.is_attempt(&self.code, first, back)
    }
}
