//! The memory that the threads of a replay find.
//!
//! In: an execution and what the unfolding fixed. Out: the objects with their sizes, what nobody writes, and the answers to
//! what a machine asks about memory. It must not know how threads run.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Layout, Mismatch};
use crate::diag::Span;
use crate::exec::execution::{EventKind, Execution, Open};
use crate::exec::initial;
use crate::exec::interpret::World;
use crate::exec::interpret::open::{Use, Value};
use crate::exec::object::{Asking, ObjectId, Origin};
use crate::exec::objects::Objects;
use crate::exec::partition;
use crate::ids::EventId;
use crate::ir::{Program, Width};
use crate::model::Tag;

/// The bytes of memory that the execution gives a value and nobody writes.
pub(super) fn undefined(execution: &Execution) -> FxHashMap<u64, u8> {
    let bytes = |(what, value): &(Open, u64)| match what {
        Open::Memory(address, width) => {
            (0..width.bytes()).map(|i| (address + i, (value >> (8 * i)) as u8)).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    };
    execution.open.iter().flat_map(bytes).collect()
}

/// The objects with the sizes that they have in an execution.
pub(super) fn sized_objects(objects: &Objects, execution: &Execution) -> Objects {
    let mut objects = objects.clone();
    for (open, size) in &execution.open {
        if let Open::Size(base) = open
            && let Some(id) = objects.at(*base)
        {
            objects.shrink(id, *size);
        }
    }
    objects
}

/// Checks that the initial writes come first, one for each address, with what the program puts there. Returns the
/// shared addresses.
pub(super) fn initial_writes(
    program: &Program,
    objects: &mut Objects,
    execution: &Execution,
) -> Result<FxHashSet<u64>, Mismatch> {
    let mut shared = FxHashSet::default();
    let mut threads = false;
    for (i, event) in execution.events.iter().enumerate() {
        let wrong =
            |what: &str| Err(Mismatch { thread: None, event: Some(EventId::from_index(i)), what: what.to_string() });
        if event.thread.is_some() {
            threads = true;
            continue;
        }
        let EventKind::Write { address, width, value } = event.kind else {
            return wrong("an event of no thread is no write");
        };
        if threads || !shared.insert(address) {
            return wrong("initial writes come first, one for each place");
        }
        if event.tags != [Tag::named("IW")] {
            return wrong("an initial write has other tags");
        }
        if initial::initial_value(program, objects, address, width).is_some_and(|known| known != value) {
            return wrong("the place has another initial value");
        }
    }
    Ok(shared)
}

/// The world of the machines.
pub(super) struct Surroundings<'l> {
    pub(super) objects: Objects,
    pub(super) layout: Layout<'l>,
    /// It is asked what is done with values that nobody has set.
    pub(super) follows_unset: bool,
    /// What the running step has used of them.
    pub(super) used: Vec<(Value, Use)>,
}

impl World for Surroundings<'_> {
    /// Every choice is answered here, so that nothing is open.
    fn note_looked(&mut self, _: Option<Span>) {}

    fn follows_unset(&self) -> bool {
        self.follows_unset
    }

    fn note_use(&mut self, value: Value, how: Use) {
        self.used.push((value, how));
    }

    fn objects(&mut self) -> &mut Objects {
        &mut self.objects
    }

    fn watched(&self, object: ObjectId) -> bool {
        (object.0 as usize) < self.layout.objects.len() && self.layout.objects.has_liveness(object)
    }

    fn allocate(&mut self, origin: Origin, asking: Asking<'_>) -> ObjectId {
        // The explorer tells objects of different sizes apart; the unfolding has one for them all, which has its size of
        // this execution by now.
        let sized = asking.sized(&origin);
        if let Some(id) = self.objects.find(&sized).or_else(|| self.objects.find(&origin)) {
            return id;
        }
        self.objects.allocated(origin, &asking)
    }

    fn note_vague(&mut self, _span: Option<Span>) {
        // The execution is one with the addresses that it has.
    }

    fn parts(&self, address: u64, width: Width) -> Vec<(u64, Width)> {
        self.layout.cuts.parts(address, width)
    }

    fn partition(&mut self, blocks: &[u64], size: u64) -> Vec<(u64, Width)> {
        let parts: BTreeSet<(u64, Width)> =
            blocks.iter().flat_map(|base| partition::within(self.layout.extents, *base, size)).collect();
        partition::split(parts, size)
    }

    fn contended(&mut self, _: crate::ids::ThreadId, object: ObjectId) -> Vec<(u64, Width)> {
        let object = self.objects.get(object);
        let (base, size) = (object.base, object.size);
        self.partition(&[base], size)
    }
}
