//! Objects and their addresses.
//!
//! In: the static objects of a program, and a key for each allocation and thread that an execution makes. Out: a
//! base address per object and a number per thread, the same for the same key in every unfolding and in the interpreter, so that an address
//! means the same thing to both. It must not know what the objects hold at run time.
//!
//! Objects are [`STRIDE`] apart (larger ones a multiple of it), so that an index that runs out of its object by less
//! than that lands between objects and is seen to be out of bounds.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::ids::{FuncId, GlobalId, ThreadId};
use crate::ir::{Init, Program, Storage};

/// Distance of two objects in bytes.
pub const STRIDE: u64 = 1 << 20;

/// Addresses below this are null pointers and members of null.
pub const NULL_PAGE: u64 = 4096;

const FIRST_OBJECT: u64 = STRIDE;
const FUNCTIONS: u64 = 1 << 46;
const FUNCTION_STRIDE: u64 = 16;

/// A place in the dynamic call tree of a thread: call sites, loop iterations, the instruction.
pub type Context = Vec<u32>;

/// An object of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

/// Where an object comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    Global(GlobalId),
    /// A thread's own copy of a thread-local object.
    ThreadLocal(GlobalId, ThreadId),
    /// One execution of an `Allocate`.
    Allocated(ThreadId, Context, Storage),
    /// The cell in which `free` of an object is noted: 0 alive, 1 freed.
    Liveness(ObjectId),
}

/// One object.
#[derive(Clone, Debug)]
pub struct Object {
    pub origin: Origin,
    pub base: u64,
    pub size: u64,
    pub name: String,
    /// Bytes that no initialiser names are zero (as opposed to undefined).
    pub zeroed: bool,
    pub init: Vec<Init>,
}

/// All objects that an execution of a program may have.
#[derive(Clone, Debug)]
pub struct Objects {
    objects: Vec<Object>,
    by_origin: FxHashMap<Origin, ObjectId>,
    by_base: BTreeMap<u64, ObjectId>,
    next: u64,
    /// Threads by the place that starts them.
    threads: IndexMap<(ThreadId, Context), ThreadId>,
}

impl std::hash::Hash for Storage {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
    }
}

impl Objects {
    /// The shared static objects of a program.
    pub fn new(program: &Program) -> Objects {
        let mut objects = Objects {
            objects: Vec::new(),
            by_origin: FxHashMap::default(),
            by_base: BTreeMap::new(),
            next: FIRST_OBJECT,
            threads: IndexMap::from([((ThreadId(0), Context::new()), ThreadId(0))]),
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

    fn add(&mut self, origin: Origin, size: u64, name: String, zeroed: bool, init: Vec<Init>) -> ObjectId {
        let id = ObjectId(u32::try_from(self.objects.len()).expect("fewer than 2^32 objects; please report this"));
        let base = self.next;
        self.next += (size / STRIDE + 1) * STRIDE;
        self.by_origin.insert(origin.clone(), id);
        self.by_base.insert(base, id);
        self.objects.push(Object { origin, base, size, name, zeroed, init });
        id
    }

    /// The object of a static variable as a thread sees it.
    pub fn global(&mut self, program: &Program, id: GlobalId, thread: ThreadId) -> ObjectId {
        let global = program.global(id);
        let origin = if global.thread_local { Origin::ThreadLocal(id, thread) } else { Origin::Global(id) };
        if let Some(found) = self.by_origin.get(&origin) {
            return *found;
        }
        self.add(origin, global.size, global.name.clone(), true, global.init.clone())
    }

    /// The object that one execution of an `Allocate` makes. The size of the first request counts.
    pub fn allocated(&mut self, origin: Origin, size: u64, name: &str, zeroed: bool) -> ObjectId {
        if let Some(found) = self.by_origin.get(&origin) {
            let object = &mut self.objects[found.0 as usize];
            if size > object.size && size < STRIDE {
                object.size = size;
            }
            return *found;
        }
        self.add(origin, size, name.to_string(), zeroed, Vec::new())
    }

    /// The cell that notes whether an object was freed.
    pub fn liveness(&mut self, of: ObjectId) -> ObjectId {
        let origin = Origin::Liveness(of);
        if let Some(found) = self.by_origin.get(&origin) {
            return *found;
        }
        let name = format!("freed({})", self.get(of).name);
        self.add(origin, 1, name, true, Vec::new())
    }

    /// Whether something frees the object: whether it has a liveness cell.
    pub fn is_freed(&self, id: ObjectId) -> bool {
        self.by_origin.contains_key(&Origin::Liveness(id))
    }

    /// The thread that a thread starts at a place of its call tree.
    pub fn thread(&mut self, parent: ThreadId, place: Context) -> ThreadId {
        let next = ThreadId::from_index(self.threads.len());
        *self.threads.entry((parent, place)).or_insert(next)
    }

    /// The object that contains an address, or ends at it.
    pub fn at(&self, address: u64) -> Option<ObjectId> {
        let (base, id) = self.by_base.range(..=address).next_back()?;
        (address <= base + self.get(*id).size).then_some(*id)
    }

    /// A name for an address, for people: `name`, `name+8`.
    pub fn describe(&self, address: u64) -> String {
        match self.at(address) {
            Some(id) => {
                let object = self.get(id);
                match address - object.base {
                    0 => object.name.clone(),
                    offset => format!("{}+{offset}", object.name),
                }
            }
            None => format!("{address:#x}"),
        }
    }
}

/// The address of a function.
pub fn function_address(id: FuncId) -> u64 {
    FUNCTIONS + u64::from(id.0) * FUNCTION_STRIDE
}

/// The function at an address.
pub fn function_at(address: u64, program: &Program) -> Option<FuncId> {
    let offset = address.checked_sub(FUNCTIONS)?;
    let index = offset / FUNCTION_STRIDE;
    (offset % FUNCTION_STRIDE == 0 && (index as usize) < program.functions.len()).then_some(FuncId(index as u32))
}
