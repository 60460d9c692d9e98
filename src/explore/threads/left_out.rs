//! Accesses that waiting leaves out, where data races are looked for.
//!
//! In: what threads access in iterations of loops that are left out of executions, and otherwise. Out: whether an iteration may be
//! left out; at the end, whether one was that should not have been. It must not know loops, nor graphs.
//!
//! # The rule
//! An iteration that others do not notice is left out ([`crate::exec::waiting`]): of an execution `E` what remains, `E'`, has all
//! that is sought. A race between a read of that iteration and a write that comes about only since the thread went on is not in `E'`,
//! nor in the graph in which the thread waits behind the iteration. So an iteration is left out only if none of its
//! accesses overlaps one by another thread, made in any graph, such that
//!
//! 1. one of the two writes, and one of them is plain;
//! 2. it was not made by the first thread before that started another one; and
//! 3. neither had its thread joined the thread of the other.
//!
//! A race in `E` of an access that was left out, with `w`, fulfils these: what 2 and 3 except happens before or after the iteration. And
//! `w` is seen: it is in `E'` or was left out itself, and then the execution that has the iterations of `E` but one or two is looked
//! at instead. Which access is left out in one graph and which made in another is known at the end only, so that both are
//! kept, over all that is explored anew, and compared where several explore ([`LeftOut::join`]). Threads that change places
//! ([`super::twins`]) are found under each other's numbers: where an access of the same thread would count if it were another's, the
//! exploration starts again without twins.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::group;
use crate::exec::interpret::Access;
use crate::exec::mapping::Operation;
use crate::ids::ThreadId;
use crate::ir::Order;

/// An access to shared memory, as far as it is part of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Touch {
    start: u64,
    end: u64,
    plain: bool,
    writes: bool,
}

impl Touch {
    pub fn read(access: &Access) -> Touch {
        let (start, end) = (access.address, access.address + access.width.bytes());
        Touch { start, end, plain: access.order == Order::Plain, writes: access.operation == Operation::Rmw }
    }

    pub fn write(access: &Access) -> Touch {
        Touch { writes: true, ..Touch::read(access) }
    }

    fn conflicts(&self, other: &Touch) -> bool {
        self.start < other.end && other.start < self.end && (self.writes || other.writes) && (self.plain || other.plain)
    }
}

/// Who makes an access, and whom that thread has joined before, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Who {
    pub thread: ThreadId,
    pub joined: u64,
}

impl Who {
    fn has_joined(&self, other: &Who) -> bool {
        self.joined & group::bit(other.thread) != 0
    }
}

/// How an access that is left out may race with another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Danger {
    None,
    /// If a twin of their thread had made one of them.
    AmongTwins,
    Race,
}

/// What is known of accesses that were left out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LeftOut {
    passed: BTreeSet<(Touch, Who)>,
    made: BTreeSet<(Touch, Who)>,
    /// What is left out no more.
    followed: BTreeSet<(Touch, Who)>,
    /// No threads may be twins.
    pub tells_twins: bool,
}

fn danger((passed, reader): &(Touch, Who), (made, other): &(Touch, Who)) -> Danger {
    if !passed.conflicts(made) || reader.has_joined(other) || other.has_joined(reader) {
        return Danger::None;
    }
    if reader.thread == other.thread { Danger::AmongTwins } else { Danger::Race }
}

impl LeftOut {
    /// Notes what an iteration has accessed that is to be left out. Says whether it may be.
    pub fn pass(&mut self, who: Who, touched: &[Touch]) -> bool {
        let passed: Vec<(Touch, Who)> = touched.iter().map(|touch| (*touch, who)).collect();
        let is_fine = !passed.iter().any(|passed| self.followed.contains(passed));
        if is_fine {
            self.passed.extend(passed);
        }
        is_fine
    }

    /// Notes an access that is made.
    pub fn make(&mut self, touch: Touch, who: Who) {
        self.made.insert((touch, who));
    }

    /// Takes over what another explorer knows.
    pub fn join(&mut self, other: &LeftOut) {
        self.made.extend(&other.made);
        self.passed.extend(&other.passed);
    }

    /// Says whether something was left out that should not have been. It is not left out any more then.
    pub fn learns(&mut self) -> bool {
        let mut most = Danger::None;
        for passed in &self.passed {
            let found = self.made.iter().map(|made| danger(passed, made)).max().unwrap_or(Danger::None);
            if found == Danger::Race {
                self.followed.insert(*passed);
            }
            most = most.max(found);
        }
        let is_new = most == Danger::Race || most == Danger::AmongTwins && !self.tells_twins;
        self.tells_twins |= most == Danger::AmongTwins;
        self.passed.retain(|passed| !self.followed.contains(passed));
        is_new
    }

    /// What is known, in words, with names for addresses.
    pub fn described(&self, place: impl Fn(u64) -> String) -> Vec<String> {
        let one = |what: &str, (touch, who): &(Touch, Who)| {
            let Touch { start, end, plain, writes } = touch;
            format!("{what} {} {} {plain} {writes} {who:?}", place(*start), end - start)
        };
        let passed = self.passed.iter().map(|passed| one("left out", passed));
        passed.chain(self.made.iter().map(|made| one("made", made))).collect()
    }
}
