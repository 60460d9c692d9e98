//! One object: where it comes from, what was asked for, and how it dies.
//!
//! In: nothing; it is plain data. Out: [`Object`], which [`super::objects`] keeps in a table and [`super::lifetime`] says the
//! rules of. It must not know other objects.

use serde::{Deserialize, Serialize};

use crate::exec::context::Context;
use crate::ids::{FormId, GlobalId, ThreadId};
use crate::ir::{Init, ObjectName, Property, Storage};

/// An object of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId(pub u32);

/// Where an object comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Origin {
    Global(GlobalId),
    /// A thread's own copy of a thread-local object.
    ThreadLocal(GlobalId, ThreadId),
    /// One execution of an `Allocate`.
    Allocated(ThreadId, Context, Storage),
    /// The cell in which the death of an object is noted: 0 alive, 1 dead.
    Liveness(ObjectId),
    /// The bytes in which joins are noted, one for each thread: 0 joinable, or a [`Claim`](crate::ir::joins::Claim).
    Joins,
}

impl Origin {
    /// The thread with which it dies, if it is thread-local.
    pub fn owner(&self) -> Option<ThreadId> {
        match self {
            Origin::ThreadLocal(_, owner) => Some(*owner),
            _ => None,
        }
    }
}

/// What stands in the bytes of a new object that nothing sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rest {
    Zeros,
    /// Anything.
    Unset,
}

/// One object.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Object {
    pub origin: Origin,
    pub base: u64,
    pub size: u64,
    /// A power of two, of which the base is a multiple wherever the object lies.
    pub align: u64,
    pub name: String,
    /// What it looks like, for people.
    pub form: Option<FormId>,
    /// What bytes are that no initialiser names.
    pub rest: Rest,
    pub init: Vec<Init>,
    /// A write to it is an error.
    pub read_only: bool,
}

/// What an `Allocate` asks for.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'n> {
    pub size: u64,
    pub align: u64,
    /// The program text says the size.
    pub constant: bool,
    pub name: &'n ObjectName,
}

impl Asking<'_> {
    /// The origin of an object that is another one if its size is.
    pub fn sized(&self, origin: &Origin) -> Origin {
        match origin {
            // No context ends in so small a number: an instruction's place counts down from the top.
            Origin::Allocated(thread, context, storage) if !self.constant => {
                let mut context = context.clone();
                context.push(self.size as u32);
                Origin::Allocated(*thread, context, *storage)
            }
            other => other.clone(),
        }
    }
}

/// How an object dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    Never,
    EndOfScope,
    EndOfThread,
    Free,
}

impl Death {
    pub const ALL: [Death; 4] = [Death::Never, Death::EndOfScope, Death::EndOfThread, Death::Free];

    /// What an access after it is.
    ///
    /// # Panics
    /// If the object does not die.
    pub fn violated(self) -> Property {
        match self {
            Death::Never => panic!("what never dies is never dead; please report this"),
            Death::EndOfScope | Death::EndOfThread => Property::UseAfterScope,
            Death::Free => Property::UseAfterFree,
        }
    }
}

impl Object {
    /// Whether an address is in the object or at its end.
    pub fn spans(&self, address: u64) -> bool {
        (self.base..=self.base + self.size).contains(&address)
    }

    /// How it dies, if it does.
    pub fn death(&self) -> Death {
        match self.origin {
            Origin::Allocated(_, _, Storage::Heap) => Death::Free,
            Origin::Allocated(_, _, Storage::Block) => Death::EndOfScope,
            Origin::ThreadLocal(..) => Death::EndOfThread,
            Origin::Allocated(_, _, Storage::Stack) | Origin::Global(_) | Origin::Liveness(_) | Origin::Joins => {
                Death::Never
            }
        }
    }

    /// Whether this thread may find it dead if something ends it.
    pub fn is_mortal_for(&self, thread: ThreadId) -> bool {
        self.death() != Death::Never && self.origin.owner() != Some(thread)
    }
}
