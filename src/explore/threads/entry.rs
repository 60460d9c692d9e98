//! What a thread has read right before its loops.
//!
//! In: the reads of shared memory, and the loops that begin. Out: for each running loop the read behind which the thread came to it
//! without another step, with the thread as it was before. It must not know what that is good for, nor what a thread is.

use std::sync::Arc;

use super::label::Detail;

/// A read of shared memory.
#[derive(Clone, Debug)]
pub struct Entry<S> {
    /// The thread before it was answered.
    pub before: S,
    pub read: Arc<Detail>,
    /// What the thread had done by then that others can see.
    pub effects: u32,
}

/// The entries of one thread.
#[derive(Clone, Debug)]
pub struct Entries<S> {
    /// The last step, if that was a read.
    pub last: Option<Entry<S>>,
    loops: Vec<Option<Entry<S>>>,
}

impl<S> Default for Entries<S> {
    fn default() -> Entries<S> {
        Entries { last: None, loops: Vec::new() }
    }
}

impl<S: Clone> Entries<S> {
    /// Only `kept` loops are still running, and as many as `count` begin.
    pub fn enter(&mut self, kept: usize, count: usize) {
        self.loops.truncate(kept);
        self.loops.extend(std::iter::repeat_n(self.last.clone(), count));
    }

    /// What was read right before the innermost of so many running loops.
    pub fn of_loop(&self, running: usize) -> Option<&Entry<S>> {
        self.loops.get(running.checked_sub(1)?)?.as_ref()
    }
}
