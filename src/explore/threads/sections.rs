//! Which threads have atomic sections over several locations.
//!
//! In: the accesses of sections. Out: whether several threads have sections over more than one location. It must not know
//! graphs.
//!
//! Where they have, an exploration may miss executions: a section of which a part has been added may have no choice left
//! for its next access, while the revisits that lead on from there ask for parts of another section that was begun, too.
//! TruSt's argument that nothing is missed takes for granted that every consistent graph can be extended. What is found
//! can happen all the same; that nothing is found says nothing. Where at most one thread has such a section, the others
//! have single accesses, of which every order is possible before and behind it.

use rustc_hash::FxHashMap;

use crate::diag::{Diagnostic, Span};
use crate::ids::ThreadId;

/// What the sections have touched so far.
#[derive(Clone, Debug, Default)]
pub struct Sections {
    /// The first location of each section, by its thread and its number there.
    first: FxHashMap<(ThreadId, u32), u32>,
    /// The threads with a section over several locations.
    wide: Vec<ThreadId>,
}

impl Sections {
    /// Notes an access. Says whether several threads have sections over more than one location.
    pub fn note(&mut self, thread: ThreadId, section: u32, location: u32) -> bool {
        if *self.first.entry((thread, section)).or_insert(location) != location && !self.wide.contains(&thread) {
            self.wide.push(thread);
        }
        self.wide.len() > 1
    }
}

/// What the explorer cannot do in a section, as others take part in it.
pub fn not_within(what: &str, span: Option<Span>) -> Diagnostic {
    let mut error = Diagnostic::error(format!("{what} inside an atomic section is not supported"));
    error.span = span;
    error
}
