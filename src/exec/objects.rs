//! Objects and their addresses.
//!
//! In: the static objects of a program, and a key for each allocation and thread that an execution makes. Out: a
//! base address per object and a number per thread, the same for the same key in every unfolding and in the interpreter, so that an address
//! means the same thing to both. It must not know what the objects hold at run time.
//!
//! Objects have zones of their own, so that an index that runs out of its object by less than a zone lands between
//! objects and is seen to be out of bounds. Arithmetic that leaves the zone is out of bounds itself ([`Objects::strays`]):
//! it might end in another object, where nothing would be wrong with the address.

mod comes_back;
mod named;

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

pub use self::named::Named;
use crate::exec::activation::Blocks;
use crate::exec::context::Context;
use crate::exec::object::{Asking, Death, Object, ObjectId, Origin, Rest};
use crate::ids::{FuncId, GlobalId, ThreadId};
use crate::ir::forms::Forms;
use crate::ir::{ObjectName, Program};

/// No object that a program asks for at run time is as large.
pub const STRIDE: u64 = 1 << 20;

/// The bits of an address within a zone. An object begins a [`STRIDE`] behind the start of its zone and ends at least as
/// far before the end; a static one may be larger and has several zones.
pub const ZONE_BITS: u32 = 22;
const ZONE: u64 = 1 << ZONE_BITS;

/// Addresses below this are null pointers and members of null.
pub const NULL_PAGE: u64 = 4096;

/// More threads than this are refused: every pair of them is compared.
pub const THREADS: u64 = 64;

/// No object begins below this address. No ordinary number is as large, as a rule: what is here is an address. Nor is it
/// a round one, which a bit shifted far enough would be.
pub const FIRST_OBJECT: u64 = 0x1357_9bc0_0000 + STRIDE;
/// No object ends above this one; functions do. It is no round number, either.
pub const FUNCTIONS: u64 = 0x5357_9bc0_0000;
const FUNCTION_STRIDE: u64 = 16;

/// The handle of the first thread. Handles lie where no object, no function and no ordinary number is, so that a number
/// of the program's text is no thread.
pub const FIRST_HANDLE: u64 = 0x7357_9bd0_0000;
const HANDLE_STRIDE: u64 = 64;

/// Members that begin so are the tool's own, in objects of which C programs do not see the inside.
pub const HIDDEN: &str = ".__";

/// All objects that an execution of a program may have.
#[derive(Clone, Debug)]
pub struct Objects {
    objects: Vec<Object>,
    by_origin: FxHashMap<Origin, ObjectId>,
    by_base: BTreeMap<u64, ObjectId>,
    next: u64,
    /// The thread-local objects.
    of_threads: Vec<(ThreadId, ObjectId)>,
    /// Threads by the place that starts them.
    threads: IndexMap<(ThreadId, Context), ThreadId>,
    /// Where the blocks of local variables end.
    blocks: Arc<Blocks>,
    /// A thread may be started when another one has been joined, or nobody will.
    stacks_come_back: bool,
    /// What objects look like, and the names of the functions.
    forms: Arc<Forms>,
    functions: Arc<[String]>,
}

impl Objects {
    /// The shared static objects of a program.
    pub fn new(program: &Program) -> Objects {
        let mut objects = Objects {
            objects: Vec::new(),
            by_origin: FxHashMap::default(),
            by_base: BTreeMap::new(),
            next: FIRST_OBJECT,
            of_threads: Vec::new(),
            blocks: Arc::new(Blocks::of(program)),
            stacks_come_back: comes_back::stacks(program),
            threads: IndexMap::from([((ThreadId(0), Context::new()), ThreadId(0))]),
            forms: Arc::clone(&program.forms),
            functions: program.functions.iter().map(|function| function.name.clone()).collect(),
        };
        for (i, global) in program.globals.iter().enumerate() {
            if !global.thread_local {
                objects.global(program, GlobalId::from_index(i), ThreadId(0));
            }
        }
        objects
    }

    pub fn get(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// How many threads there may be.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Adds an object, at an address of its own.
    fn add(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(u32::try_from(self.objects.len()).expect("fewer than 2^32 objects; please report this"));
        let base = self.next;
        self.next += (object.size + 2 * STRIDE).div_ceil(ZONE) * ZONE;
        self.of_threads.extend(object.origin.owner().map(|owner| (owner, id)));
        self.by_origin.insert(object.origin.clone(), id);
        self.by_base.insert(base, id);
        self.objects.push(Object { base, ..object });
        id
    }

    /// The object of a static variable as a thread sees it.
    pub fn global(&mut self, program: &Program, id: GlobalId, thread: ThreadId) -> ObjectId {
        let global = program.global(id);
        let origin = if global.thread_local { Origin::ThreadLocal(id, thread) } else { Origin::Global(id) };
        if let Some(found) = self.by_origin.get(&origin) {
            return *found;
        }
        self.add(Object {
            origin,
            base: 0,
            size: global.size,
            align: global.align,
            name: global.name.clone(),
            form: global.form,
            rest: Rest::Zeros,
            init: global.init.clone(),
            read_only: global.read_only,
        })
    }

    /// The object that one execution of an `Allocate` makes. The size of the largest request counts.
    pub fn allocated(&mut self, origin: Origin, asking: &Asking<'_>) -> ObjectId {
        let Asking { size, align, name, .. } = *asking;
        if let Some(found) = self.by_origin.get(&origin) {
            let object = &mut self.objects[found.0 as usize];
            if size > object.size && size < STRIDE {
                object.size = size;
            }
            return *found;
        }
        let (ObjectName { text, form }, init) = (name.clone(), Vec::new());
        self.add(Object { origin, base: 0, size, align, name: text, form, rest: Rest::Unset, init, read_only: false })
    }

    /// The object of an origin.
    pub fn find(&self, origin: &Origin) -> Option<ObjectId> {
        self.by_origin.get(origin).copied()
    }

    /// Gives an object the size that it has in one execution, at most that of the table.
    pub fn shrink(&mut self, id: ObjectId, size: u64) {
        let object = &mut self.objects[id.0 as usize];
        object.size = object.size.min(size);
    }

    /// The cell that notes whether an object has died.
    pub fn liveness(&mut self, of: ObjectId) -> ObjectId {
        let origin = Origin::Liveness(of);
        if let Some(found) = self.by_origin.get(&origin) {
            return *found;
        }
        let died = if self.get(of).death() == Death::Free { "freed" } else { "ended" };
        let (name, init) = (format!("{died}({})", self.get(of).name), Vec::new());
        let form = None;
        self.add(Object { origin, base: 0, size: 1, align: 1, name, form, rest: Rest::Zeros, init, read_only: false })
    }

    /// The object that an object is about: the one whose liveness it notes, else itself.
    pub fn subject(&self, id: ObjectId) -> ObjectId {
        match self.get(id).origin {
            Origin::Liveness(of) => of,
            _ => id,
        }
    }

    /// The address of the byte in which it is noted that the thread with this handle is joined or detached: as far from
    /// that of the first thread as the handle is from its handle.
    pub fn joined(&mut self, handle: u64) -> u64 {
        let id = match self.by_origin.get(&Origin::Joins) {
            Some(found) => *found,
            None => {
                let (origin, size, name, init) =
                    (Origin::Joins, THREADS * HANDLE_STRIDE, "joined".to_string(), Vec::new());
                let form = None;
                self.add(Object {
                    origin,
                    base: 0,
                    size,
                    align: 1,
                    name,
                    form,
                    rest: Rest::Zeros,
                    init,
                    read_only: false,
                })
            }
        };
        self.get(id).base + (handle - FIRST_HANDLE)
    }

    /// Whether the object has a liveness cell.
    pub fn has_liveness(&self, id: ObjectId) -> bool {
        self.by_origin.contains_key(&Origin::Liveness(id))
    }

    /// The thread-local objects of a thread that are known.
    pub fn of_thread(&self, thread: ThreadId) -> Vec<ObjectId> {
        self.of_threads.iter().filter(|(owner, _)| *owner == thread).map(|(_, id)| *id).collect()
    }

    /// The thread that a thread starts at a place of its call tree.
    pub fn thread(&mut self, parent: ThreadId, place: Context) -> ThreadId {
        let next = ThreadId::from_index(self.threads.len());
        *self.threads.entry((parent, place)).or_insert(next)
    }

    /// Whether the memory of a thread's local variables may come back as that of another one.
    pub fn stacks_come_back(&self) -> bool {
        self.stacks_come_back
    }

    /// Where the blocks of local variables end.
    pub fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// The object that contains an address, or ends at it.
    pub fn at(&self, address: u64) -> Option<ObjectId> {
        let (base, id) = self.by_base.range(..=address).next_back()?;
        (address <= base + self.get(*id).size).then_some(*id)
    }

    /// The object in whose zones an address is: it was computed from one in the object, as all that leads farther is told of.
    pub fn around(&self, address: u64) -> Option<ObjectId> {
        let (base, id) = self.by_base.range(..=address.saturating_add(STRIDE)).next_back()?;
        let zones = (self.get(*id).size + 2 * STRIDE).div_ceil(ZONE) * ZONE;
        (address < base - STRIDE + zones).then_some(*id)
    }

    /// The first and the last address of the zones of an object.
    pub fn zones(&self, id: ObjectId) -> (u64, u64) {
        let object = self.get(id);
        let (first, zones) = (object.base - STRIDE, (object.size + 2 * STRIDE).div_ceil(ZONE));
        (first, first + zones * ZONE - 1)
    }

    /// How many bytes of its object there are from an address on.
    pub fn room(&self, address: u64) -> u64 {
        self.at(address).map_or(0, |id| self.get(id).base + self.get(id).size - address)
    }

    /// Whether arithmetic on a pointer has led from its object to nowhere near it.
    pub fn strays(&self, from: u64, to: u64) -> bool {
        let apart = (FIRST_OBJECT - STRIDE..FUNCTIONS).contains(&from) && from >> ZONE_BITS != to >> ZONE_BITS;
        apart && !self.large().any(|object| object.spans(from) && object.spans(to))
    }

    pub fn all(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter()
    }

    /// The objects that do not fit into one zone.
    pub fn large(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| object.size >= ZONE - 2 * STRIDE)
    }

    /// What objects look like.
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// The names of the functions.
    pub fn functions(&self) -> &[String] {
        &self.functions
    }

    /// Which number each thread has: who starts it, where, and the number.
    pub fn numbers_of_threads(&self) -> impl Iterator<Item = (&(ThreadId, Context), ThreadId)> {
        self.threads.iter().map(|(place, thread)| (place, *thread))
    }

    /// Where an address lies, in words that mean the same wherever the same program runs: where the object comes from, and
    /// the offset in it.
    pub fn identify(&self, address: u64) -> String {
        let Some(id) = self.at(address) else { return format!("{address:#x}") };
        let object = self.get(id);
        match object.origin {
            Origin::Liveness(of) => format!("liveness of {}", self.identify(self.get(of).base)),
            ref origin => format!("{origin:?}+{}", address - object.base),
        }
    }

    /// A name for an address, for people: `name`, `name[1].next`. See [`crate::exec::naming`] for those of an execution.
    pub fn describe(&self, address: u64) -> String {
        match self.at(address) {
            Some(id) => {
                let object = self.get(id);
                let offset = address - object.base;
                let (path, rest) = match object.form {
                    Some(form) => {
                        let at = self.forms.locate(form, offset, 1, object.size);
                        (at.path, at.rest)
                    }
                    None => (String::new(), offset),
                };
                let path = path.find(HIDDEN).map_or(&*path, |inside| &path[..inside]);
                let rest = if rest == 0 { String::new() } else { format!("+{rest}") };
                format!("{}{path}{rest}", object.name)
            }
            None => format!("{address:#x}"),
        }
    }
}

/// The handle of a thread.
pub fn handle_of(thread: ThreadId) -> u64 {
    FIRST_HANDLE + u64::from(thread.0) * HANDLE_STRIDE
}

/// Whether a thread has no place among those that are told apart.
pub fn is_beyond(thread: ThreadId) -> bool {
    u64::from(thread.0) >= THREADS
}

/// The thread that a handle is of, if it may be one's.
pub fn thread_of(handle: u64) -> Option<ThreadId> {
    let offset = handle.checked_sub(FIRST_HANDLE)?;
    let index = offset / HANDLE_STRIDE;
    (offset % HANDLE_STRIDE == 0 && index < THREADS).then_some(ThreadId(index as u32))
}

/// The address of a function.
pub const fn function_address(id: FuncId) -> u64 {
    FUNCTIONS + id.0 as u64 * FUNCTION_STRIDE
}

/// The function at an address.
pub fn function_at(address: u64, program: &Program) -> Option<FuncId> {
    let index = function_index(address)?;
    (index < program.functions.len()).then_some(FuncId(index as u32))
}

/// The number of the function at an address, if there are so many.
pub fn function_index(address: u64) -> Option<usize> {
    let offset = address.checked_sub(FUNCTIONS)?;
    (offset % FUNCTION_STRIDE == 0).then_some((offset / FUNCTION_STRIDE) as usize)
}
