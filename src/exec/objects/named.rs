//! The table of objects and threads as it is kept from one run to the next.
//!
//! In: the table of one run. Out: the same table in another run of the same program, where each address means what it meant. It must
//! not know who keeps it. What follows from the program, or from the rest, is left out.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{Object, ObjectId, Objects};
use crate::exec::context::Context;
use crate::ids::ThreadId;
use crate::ir::Program;

/// The objects and threads that have a name, in the order in which they were named.
#[derive(Clone, Serialize, Deserialize)]
pub struct Named {
    objects: Vec<Object>,
    next: u64,
    threads: Vec<((ThreadId, Context), ThreadId)>,
}

impl Objects {
    pub fn named(&self) -> Named {
        let threads = self.threads.iter().map(|(place, thread)| (place.clone(), *thread)).collect();
        Named { objects: self.objects.clone(), next: self.next, threads }
    }

    /// The table of the program in which these were named.
    pub fn of_named(program: &Program, named: Named) -> Objects {
        let Named { objects, next, threads } = named;
        let rows = || (0..).map(ObjectId).zip(&objects);
        let by_origin: FxHashMap<_, _> = rows().map(|(id, object)| (object.origin.clone(), id)).collect();
        let by_base: BTreeMap<_, _> = rows().map(|(id, object)| (object.base, id)).collect();
        let owned = |(id, object): (ObjectId, &Object)| Some((object.origin.owner()?, id));
        let of_threads = rows().filter_map(owned).collect();
        let Objects { blocks, stacks_come_back, forms, functions, .. } = Objects::new(program);
        let (blocks, forms, functions) = (Arc::clone(&blocks), Arc::clone(&forms), Arc::clone(&functions));
        let threads = threads.into_iter().collect();
        Objects { objects, by_origin, by_base, next, of_threads, threads, blocks, stacks_come_back, forms, functions }
    }
}
