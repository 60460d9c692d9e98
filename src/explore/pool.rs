//! Several threads that explore: parts of an exploration change hands.
//!
//! In: parts ([`Piece`]s) from those who have too much. Out: the same to those who have nothing. The explorations share
//! nothing but this queue and the names of objects, so that an address means the same to all. It must not know what is
//! explored.
//!
//! Source: TruSt, section 5, gives away what a backward revisit leads to, which is explored apart from the rest. Here it is what is left of
//! the lowest step, so that pieces are large and change hands rarely ([`super::search`]).

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

use super::graph::{Graph, Slot};
use crate::exec::objects::Objects;

/// A part of an exploration.
pub struct Piece<const W: usize> {
    pub graph: Graph<W>,
    pub task: Task,
    pub left: Left,
    /// The share of the whole that is below each choice.
    pub weight: f64,
}

/// What is to be done with the graph of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Its last event, a write without a place, has revisited this read: the places of the write.
    Revisit { read: Slot },
    /// The choices of the next event of this thread.
    Choices { thread: u32 },
}

/// Which choices are part of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// The values of something that the program leaves open, from this class on.
    Values { from: usize },
    /// The writes that a read may read from or the places of a write, and the reads that the write revisits.
    Slots { choices: Vec<Slot>, revisits: Vec<Slot> },
}

/// What all explorers of one program heed.
#[derive(Debug, Default)]
pub struct Common {
    stop: AtomicBool,
    executions: AtomicU64,
}

impl Common {
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Counts an execution and returns its number, from 1.
    pub fn count(&self) -> u64 {
        self.executions.fetch_add(1, Ordering::Relaxed) + 1
    }
}

struct State<const W: usize> {
    pieces: Vec<Piece<W>>,
    idle: usize,
    over: bool,
}

/// The queue.
pub struct Pool<const W: usize> {
    workers: usize,
    state: Mutex<State<W>>,
    bell: Condvar,
    /// Workers that wait and that no piece is there for.
    hungry: AtomicUsize,
}

impl<const W: usize> Pool<W> {
    pub fn new(workers: usize) -> Pool<W> {
        let state = State { pieces: Vec::new(), idle: 0, over: false };
        Pool { workers, state: Mutex::new(state), bell: Condvar::new(), hungry: AtomicUsize::new(0) }
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().expect("no explorer panics with the queue; please report this")
    }

    fn note(&self, state: &State<W>) {
        self.hungry.store(state.idle.saturating_sub(state.pieces.len()), Ordering::Relaxed);
    }

    /// Whether someone waits for work.
    pub fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0
    }

    /// Has parts given away although nobody waits for one.
    #[cfg(test)]
    pub fn pretend_hunger(&self, is_hungry: bool) {
        self.hungry.store(usize::from(is_hungry), Ordering::Relaxed);
    }

    pub fn give(&self, piece: Piece<W>) {
        let mut state = self.state();
        state.pieces.push(piece);
        self.note(&state);
        self.bell.notify_one();
    }

    /// Waits for a piece; there is none when all wait or someone has ended it all.
    pub fn take(&self) -> Option<Piece<W>> {
        let mut state = self.state();
        state.idle += 1;
        loop {
            if state.over || state.idle == self.workers && state.pieces.is_empty() {
                state.over = true;
                self.bell.notify_all();
                return None;
            }
            if let Some(piece) = state.pieces.pop() {
                state.idle -= 1;
                self.note(&state);
                return Some(piece);
            }
            self.note(&state);
            state = self.bell.wait(state).expect("no explorer panics with the queue; please report this");
        }
    }

    /// Sends everyone home.
    pub fn end(&self) {
        self.state().over = true;
        self.bell.notify_all();
    }
}

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
