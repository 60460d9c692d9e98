//! What an object is: when it is born, which bytes it has, and when it dies. Both engines ask here.
//!
//! In: the table of objects, an address, what is to be done there. Out: what is wrong with that, if anything. It must
//! not know engines, threads or what memory holds.
//!
//! - **Birth.** A static object is born before the program starts, a thread-local one with its thread. An `Allocate` makes
//!   a new object each time it is executed: each call and each iteration has its own.
//!   A heap object may also be born again: an allocation may give the object that the same thread freed earlier, has not
//!   got back since, and that has the size that is asked for, as the allocators do that keep a list of freed blocks for
//!   each thread and size. Its address is then the old one, which a comparison does not tell from the old object: the ABA
//!   problem. Each such object is a choice of its own, taken in the order of the table. The allocator has written to it meanwhile,
//!   so that its bytes hold anything, by plain stores of the thread; calloc clears it. Blocks that another thread freed, and blocks of
//!   other sizes, do not come back ([`Allocator::Fresh`] turns all of it off).
//! - **Bytes.** An object has as many bytes as it was asked for ([`request`]), which may be a number that was read. The
//!   table then holds the most that it may have, and who accesses it compares with what it has. An access lies in the bytes of one object. Null and the
//!   page above it belong to none. String literals and objects that are defined `const` are only read; an operation
//!   that reads and writes counts as a write even if it ends up not writing, as the hardware has it.
//! - **Death.** A heap object dies when it is freed, a [`Storage::Block`] one when its block is left or its function
//!   returns. Its death is a plain store to a cell of its own, the liveness cell, made by the thread that ends it; each
//!   access to an object that can die is preceded by a plain load of that cell. Where a thread ends by `pthread_exit`, the variables
//!   of all calls that it is in die ([`Op::EndLifetimes`]); with its last step its thread-local objects do, those of the first thread only
//!   if it ends so: else the program is over. The owner of a thread-local object needs no such load: it does nothing behind that step. So death is subject to the memory
//!   model like any other store: a thread that has not seen it yet still finds the object alive. A cell that only one
//!   thread touches is private memory and costs no event. Static objects never die. Neither does a
//!   [`Storage::Stack`] one: nobody can have its address where it would be dead.
//! - **Late accesses.** Who has found an object alive may still reach it when it is dead: where an access may be overtaken by what its
//!   thread does next ([`Model::may_be_late`](crate::model::Model::may_be_late)), the thread may have said that it is done with the object, and another
//!   may have freed it, before the access takes place. There ([`Lives`]) a death writes over the object, too, by stores ([`order`]) to all cells that
//!   other threads access. (Of the bytes that are only copied or set with others, as blocks, one stands for those of a block: [`Unseen`].) A read that finds what was written so, or a write that comes behind it in coherence and before the object
//!   is born again, has reached a dead object ([`crate::exec::late`]). Under other models nothing is lost without that: what the thread does
//!   after the access and somebody has noticed comes after the access, so that the load of the liveness cell before it could as well
//!   have come after the death. Where data races are looked for, such an access is one with the death.

use super::initial::is_unset;
use super::mapping::Mapping;
use super::object::{Death, Object, ObjectId};
use super::objects::{NULL_PAGE, Objects, STRIDE};
use super::partition::Unseen;
use crate::ir::{Allocator, Checked, Op, Order, Program, Property, SiteKind, Storage, Width};
use crate::model::Access;

/// What is to be done with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    Read,
    /// Also of what may find nothing to write.
    Write,
}

impl Intent {
    pub fn of(kind: SiteKind) -> Intent {
        match kind {
            SiteKind::Load => Intent::Read,
            SiteKind::Store | SiteKind::Rmw => Intent::Write,
        }
    }
}

/// The largest number of bytes that a pointer difference can span. The C library has no object above it.
const LARGEST: u64 = i64::MAX as u64;

/// What is noted of an object in its liveness cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    Begins,
    Ends,
    /// A thread that has met the others at a barrier looks at it as it leaves. Who has met it there may destroy the barrier and end its
    /// life at once (POSIX forbids that only as long as somebody is blocked there; implementations wait for who leaves), so
    /// that the look is never late.
    Left,
}

impl Life {
    /// The width of the cell.
    pub const WIDTH: Width = Width::BYTE;

    pub fn noted(self) -> u64 {
        match self {
            Life::Begins | Life::Left => 0,
            Life::Ends => 1,
        }
    }
}

/// How the store that shows the beginning or the end of a life is ordered.
///
/// One that writes over what has died is as weak as an atomic one can be, and not plain: what comes of it is not left to compilers,
/// and the kernel's model lets values go in circles through plain accesses, from what is found behind an end to the reason for it.
pub fn order(life: Option<Life>) -> Order {
    match life {
        Some(Life::Ends) => Order::Relaxed,
        _ => Order::Plain,
    }
}

/// Whether objects that were freed may come back from a request for memory.
pub fn may_come_back(program: &Program, storage: Storage) -> bool {
    program.allocator == Allocator::Reuses && storage == Storage::Heap
}

/// What comes of a request for memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// An object of this size; 0 gives one of which no byte may be accessed.
    Granted,
    /// Null, whatever is said about malloc never failing: a negative number that was passed as a size, say. An array of such a length
    /// is a violation before it comes to that, and of `alloca` nothing good can come.
    Denied,
    /// It could be granted by a real machine, but not here.
    TooLarge,
}

/// What comes of a request for so many bytes.
pub fn request(size: u64) -> Request {
    if size < STRIDE {
        Request::Granted
    } else if size > LARGEST {
        Request::Denied
    } else {
        Request::TooLarge
    }
}

/// What is said about one that is too large.
pub const TOO_LARGE: &str = "an allocation of a mebibyte or more, or of a size without a small bound, is not supported";

/// Of which deaths the stores are made that show late accesses.
#[derive(Clone, Copy, Debug)]
pub struct Lives {
    /// Which accesses may be late to an object that dies: reads, writes.
    late: [bool; Access::ALL.len()],
    checked: Checked,
    /// Something ends all that a call has not ended itself.
    are_followed: bool,
}

impl Lives {
    pub fn of(program: &Program, mapping: Mapping<'_>) -> Lives {
        let ends = |op: &Op| matches!(op, Op::Free { .. } | Op::EndLifetime { .. } | Op::EndLifetimes { .. });
        let ops = || program.functions.iter().flat_map(|function| &function.code).map(|instr| &instr.op);
        let any_ends = ops().any(ends) || program.globals.iter().any(|global| global.thread_local);
        Lives {
            late: Access::ALL.map(|kind| any_ends && mapping.may_be_late(kind)),
            checked: program.checked,
            are_followed: ops().any(|op| matches!(op, Op::EndLifetimes { .. })),
        }
    }

    /// Whether it has to be known which of its local objects a thread has not ended.
    pub fn are_followed(self, storage: Storage) -> bool {
        self.are_followed && storage == Storage::Block
    }

    /// Whether any death may write over its object.
    pub fn may_end_visibly(self) -> bool {
        Death::ALL.into_iter().any(|death| self.end_visibly(death))
    }

    /// Whether a death writes over the object.
    pub fn end_visibly(self, death: Death) -> bool {
        let are_late = self.late.contains(&true);
        are_late
            && death != Death::Never
            && self.checked.counts(death.violated())
            && !self.checked.counts(Property::DataRace)
    }

    /// What is to become of the bytes of an object that dies so, or of one of several, that nobody accesses by themselves.
    pub fn unseen(self, mut deaths: impl Iterator<Item = Death>) -> Unseen {
        match deaths.any(|death| self.end_visibly(death)) {
            true => Unseen::One,
            false => Unseen::LeftOut,
        }
    }

    /// Whether a read of an object that dies so may be late.
    pub fn reads_are_late(self, death: Death) -> bool {
        self.late[Access::Read as usize] && self.end_visibly(death)
    }
}

impl Objects {
    /// What is wrong with accessing bytes at an address, as long as the object there lives.
    pub fn misuse(&self, address: u64, bytes: u64, intent: Intent) -> Option<Property> {
        if address < NULL_PAGE {
            return Some(Property::NullDereference);
        }
        let object = self.at(address).map(|id| self.get(id));
        let inside = |object: &&Object| address.checked_add(bytes).is_some_and(|end| end <= object.base + object.size);
        match object.filter(inside) {
            None if is_unset(address) => Some(Property::WildPointer),
            None => Some(Property::OutOfBounds),
            Some(object) if object.read_only && intent == Intent::Write => Some(Property::ReadOnlyWrite),
            Some(_) => None,
        }
    }

    /// The object that begins at an address, if it dies so.
    pub fn mortal_at(&self, address: u64, death: Death) -> Option<ObjectId> {
        let id = self.at(address)?;
        let object = self.get(id);
        (object.death() == death && object.base == address).then_some(id)
    }
}
