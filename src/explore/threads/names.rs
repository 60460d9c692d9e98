//! The names of objects and threads that several explorers of one program agree on, so that an address means the same to all.
//!
//! In: what one explorer has named. Out: the names of all. It must not know what is explored.

use std::sync::Mutex;

use crate::exec::objects::Objects;

/// The names of objects and threads that all explorers agree on.
#[derive(Debug)]
pub struct Names(Mutex<Objects>);

impl Names {
    pub fn new(objects: Objects) -> Names {
        Names(Mutex::new(objects))
    }

    /// Adds what one explorer has named, which before that had so many objects and threads. If others have named
    /// something meanwhile, it takes over theirs instead and must name its own anew; returns whether it need not.
    pub fn agree(&self, own: &mut Objects, before: (usize, usize)) -> bool {
        let mut all = self.0.lock().expect("no explorer panics with the names; please report this");
        if (all.len(), all.threads()) == before {
            all.clone_from(own);
            return true;
        }
        own.clone_from(&all);
        false
    }

    /// Takes over what the others have named.
    pub fn update(&self, own: &mut Objects) {
        let all = self.0.lock().expect("no explorer panics with the names; please report this");
        if (all.len(), all.threads()) != (own.len(), own.threads()) {
            own.clone_from(&all);
        }
    }
}
