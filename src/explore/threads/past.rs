//! What a thread did since its running loops began, for telling what its last iterations changed.
//!
//! In: what the thread does, step by step. Out: the iteration that is running and the one before it, for each loop. It
//! must not know when a thread may wait.

use crate::exec::interpret::private::Byte;
use crate::exec::mapping::Operation;
use crate::exec::object::ObjectId;
use crate::explore::threads::left_out::Touch;
use crate::ids::{FenceId, SiteId};
use crate::ir::{Order, Width};

/// A step of a thread that others do not notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// A read of shared memory; that of a read-modify-write, if it changed nothing.
    Read {
        address: u64,
        site: Option<SiteId>,
        value: u64,
        section: Option<u32>,
        /// The access of which this is a part.
        group: Option<u32>,
        width: Width,
        /// How strong the event is; none if a write belongs to it.
        lone: Option<Strength>,
    },
    Fence(FenceId),
    /// A read-modify-write of private memory.
    Lone,
}

impl Done {
    /// The access of which this is a part.
    pub fn group(&self) -> Option<u32> {
        match self {
            Done::Read { group, .. } => *group,
            Done::Fence(_) | Done::Lone => None,
        }
    }
}

/// How strong a read is that no write belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// What the model makes tags of.
    pub mapped: (Operation, Order),
    /// It is the read of a read-modify-write that has failed.
    pub updates: bool,
    /// The order that the language gives it.
    pub order: Order,
}

/// What a read-modify-write wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrote {
    Nothing,
    /// What it had found, and that is as good as nothing.
    Same,
    Other(u64),
}

/// A read-modify-write that changed shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub address: u64,
    pub width: Width,
    pub section: Option<u32>,
    pub old: u64,
    pub new: u64,
}

impl Change {
    /// Whether this changes back what the other one has changed, and has found it as that one left it.
    fn takes_back(&self, other: &Change) -> bool {
        *self == Change { old: other.new, new: other.old, ..*other }
    }
}

/// When a thread waits at the head of a loop instead of going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    Never,
    Always,
    /// Until another thread has read what was there between the two changes that the iteration made.
    UntilNoticed,
}

/// How silent an iteration was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// It did nothing that others can see.
    Whole,
    /// It took back the one thing that it did.
    TakenBack,
}

/// The head of a loop, by what had been done before.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    effects: u32,
    pub section: Option<u32>,
    pub overwritten: usize,
    pub made: usize,
    pub done: usize,
    touched: usize,
}

/// A running loop: the heads of its iteration and of the one before, if that one was silent.
#[derive(Clone, Copy, Debug)]
struct Running {
    head: Head,
    before: Option<Head>,
}

/// The past of one thread, as far as its loops need it.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// What was done that others can see.
    effects: u32,
    /// The last effects, as far as they are changes of one location each, one right behind the other: the one before the
    /// last, and the last.
    changes: [Option<Change>; 2],
    loops: Vec<Running>,
    /// Private bytes that were overwritten, with what they held.
    overwritten: Vec<(u64, Option<Byte>)>,
    made: Vec<ObjectId>,
    /// What was done since the last effect.
    done: Vec<Done>,
    /// The accesses to shared memory, if anyone asks for them.
    touched: Vec<Touch>,
}

impl Past {
    /// Something was done that others can see. What was done before is of no use to any loop: its iteration is not
    /// silent.
    pub fn effect(&mut self) {
        self.effects += 1;
        self.changes = [None, None];
        self.done.clear();
    }

    /// A read-modify-write has changed shared memory.
    pub fn change(&mut self, change: Change) {
        let before = self.changes[1];
        self.effect();
        self.changes = [before, Some(change)];
    }

    /// How much was done that others can see.
    pub fn effects(&self) -> u32 {
        self.effects
    }

    pub fn note(&mut self, done: Done) {
        if !self.loops.is_empty() {
            self.done.push(done);
        }
    }

    pub fn touch(&mut self, touch: Touch) {
        if !self.loops.is_empty() {
            self.touched.push(touch);
        }
    }

    pub fn make(&mut self, object: ObjectId) {
        if !self.loops.is_empty() {
            self.made.push(object);
        }
    }

    /// A private byte is overwritten that held this.
    pub fn overwrite(&mut self, address: u64, before: Option<Byte>) {
        if !self.loops.is_empty() {
            self.overwritten.push((address, before));
        }
    }

    fn head(&self, section: Option<u32>) -> Head {
        let (overwritten, made, done) = (self.overwritten.len(), self.made.len(), self.done.len());
        Head { effects: self.effects, section, overwritten, made, done, touched: self.touched.len() }
    }

    /// Only `kept` loops are still running, and as many as `count` begin.
    pub fn enter(&mut self, kept: usize, count: usize, section: Option<u32>) {
        self.loops.truncate(kept);
        if kept == 0 {
            self.overwritten.clear();
            self.made.clear();
            self.done.clear();
            self.touched.clear();
        }
        let running = Running { head: self.head(section), before: None };
        self.loops.extend(std::iter::repeat_n(running, count));
    }

    /// Whether only the last two effects came after a head, and the second took back the first.
    fn took_back(&self, head: &Head) -> bool {
        let [Some(first), Some(second)] = &self.changes else { return false };
        self.effects == head.effects + 2 && second.takes_back(first) && first.section == head.section
    }

    /// Only `kept` loops are still running. Returns the head of the last iteration of the innermost one, if that was
    /// silent up to here, where this section runs, and how; and the head before, if both were as silent as can be.
    pub fn silent(&mut self, kept: usize, section: Option<u32>) -> (Option<(Head, Silence)>, Option<Head>) {
        self.loops.truncate(kept);
        let running = self.loops.last().expect("a loop that repeats is running; please report this");
        let silent = |head: &Head| head.effects == self.effects && head.section == section;
        let head = running.head;
        match silent(&head) {
            true => (Some((head, Silence::Whole)), running.before.filter(silent)),
            false if head.section == section && self.took_back(&head) => (Some((head, Silence::TakenBack)), None),
            false => (None, None),
        }
    }

    /// The head of the last iteration of the innermost loop.
    pub fn last_head(&self) -> Option<Head> {
        self.loops.last().map(|running| running.head)
    }

    /// Whether the last iteration of the innermost loop has read shared memory.
    pub fn has_read_since_head(&self) -> bool {
        let head = self.last_head().expect("a loop that repeats is running; please report this");
        self.done_between(&head, None).iter().any(|done| matches!(done, Done::Read { .. }))
    }

    /// The innermost loop goes on with another iteration.
    pub fn repeat(&mut self, section: Option<u32>) {
        let depth = self.loops.len();
        let next = self.head(section);
        let running = self.loops.last_mut().expect("a loop that repeats is running; please report this");
        running.before = Some(running.head).filter(|head| head.effects == self.effects);
        running.head = next;
        if depth > 1 {
            return;
        }
        // Nothing asks for what lies further back.
        let first = running.before.unwrap_or(running.head);
        self.overwritten.drain(..first.overwritten);
        self.made.drain(..first.made);
        self.done.drain(..first.done.min(self.done.len()));
        self.touched.drain(..first.touched);
        for head in std::iter::once(&mut running.head).chain(&mut running.before) {
            head.overwritten -= first.overwritten;
            head.made -= first.made;
            head.done -= first.done;
            head.touched -= first.touched;
        }
    }

    /// The bytes overwritten since a head, with what they held before that, latest first.
    pub fn overwritten_since(&self, head: &Head) -> impl DoubleEndedIterator<Item = (u64, Option<Byte>)> + '_ {
        self.overwritten[head.overwritten..].iter().rev().copied()
    }

    pub fn touched_since(&self, head: &Head) -> &[Touch] {
        &self.touched[head.touched..]
    }

    pub fn made_since(&self, head: &Head) -> &[ObjectId] {
        &self.made[head.made..]
    }

    /// What was done from one head to another, or to now.
    pub fn done_between(&self, from: &Head, to: Option<&Head>) -> &[Done] {
        &self.done[from.done..to.map_or(self.done.len(), |to| to.done)]
    }
}
