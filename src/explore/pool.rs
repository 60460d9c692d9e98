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

use super::search::piece::{Heir, Piece};

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

    /// Has parts given away although nobody waits for one.
    #[cfg(test)]
    pub fn pretend_hunger(&self, is_hungry: bool) {
        self.hungry.store(usize::from(is_hungry), Ordering::Relaxed);
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

impl<const W: usize> Heir<W> for Pool<W> {
    fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0
    }

    fn give(&self, piece: Piece<W>) {
        let mut state = self.state();
        state.pieces.push(piece);
        self.note(&state);
        self.bell.notify_one();
    }
}
