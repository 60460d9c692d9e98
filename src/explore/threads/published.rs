//! Whether anybody can tell a freed object that comes back from a new one.
//!
//! In: what a thread writes and hands on. Out: whether an address that it has freed may still be somewhere. It must not
//! know graphs or memory models.
//!
//! An object that comes back has its old address, and that is all that tells it from a new one. Where nothing holds that
//! address any more, both ways give the same executions up to the name of the object, and one of them is enough: the
//! question is not asked. Nothing holds the address of an object if the thread that frees it has made it, has never
//! written its address to memory nor given it to a thread, and has it in no register that is still needed. What is
//! computed from an address is an address in the object, or is noted as hanging on where objects lie.

use std::collections::BTreeSet;

use crate::exec::addresses;
use crate::exec::interpret::{Change, Code, Machine};
use crate::exec::object::{Death, ObjectId, Origin};
use crate::exec::objects::Objects;

/// How much of a value is handed on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    Whole,
    Part,
}

impl Extent {
    pub fn of(is_whole: bool) -> Extent {
        if is_whole { Extent::Whole } else { Extent::Part }
    }
}

/// The heap objects whose addresses a thread has let go of.
#[derive(Clone, Debug, Default)]
pub struct Published {
    objects: BTreeSet<ObjectId>,
    /// Addresses may have been written in parts, or otherwise than by a plain value.
    all: bool,
}

impl Published {
    /// The thread writes this, all of it or a part, or gives it to a thread.
    pub fn note(&mut self, objects: &Objects, value: u64, extent: Extent) {
        self.all |= extent == Extent::Part;
        if let Some(id) = addresses::object_of(objects, value)
            && objects.get(id).death() == Death::Free
        {
            self.objects.insert(id);
        }
    }

    /// The thread changes memory so.
    pub fn note_change(&mut self, objects: &Objects, change: Change, extent: Extent) {
        match change {
            Change::Apply(_, value) | Change::Exchange { desired: value, .. } => self.note(objects, value, extent),
            // What these write are no addresses.
            Change::Arrive | Change::Mutex(..) => {}
        }
    }

    /// Whether the address of an object that the thread has freed may be somewhere.
    pub fn may_be_known(&self, objects: &Objects, id: ObjectId, machine: &Machine, code: &Code<'_>) -> bool {
        let own = matches!(objects.get(id).origin, Origin::Allocated(thread, ..) if thread == machine.thread());
        !own || self.all
            || self.objects.contains(&id)
            || machine.holds(code, &|number| addresses::object_of(objects, number) == Some(id))
    }
}
