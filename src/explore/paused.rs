//! An exploration that had to end early, as it is kept so that another run goes on from there.
//!
//! In: nothing; it is plain data. Out: [`Paused`]. It must not know files, nor how it is made and what is done with it
//! ([`super::keeping`] does).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::question::Question;
use super::threads::ground::Noticed;
use super::threads::race::Race;
use super::threads::remembered::Remembered;
use super::trail::Trail;
use crate::diag::{Diagnostic, Span};
use crate::exec::skeleton::Bounded;
use crate::ids::ThreadId;

/// An exploration that can be gone on with.
#[derive(Serialize, Deserialize)]
pub struct Paused {
    pub(super) question: Question,
    /// So wide its rows are.
    pub(super) words: usize,
    pub(super) trail: Trail,
    /// What was known when the search began, and what was known when it ended.
    pub(super) start: Remembered,
    pub(super) known: Remembered,
    pub(super) found: Found,
}

impl fmt::Debug for Paused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paused").field("found", &self.found).finish_non_exhaustive()
    }
}

/// What was found before.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Found {
    pub complete: u64,
    pub blocked: u64,
    pub violating: u64,
    pub exceeding: u64,
    pub deadlocks: u64,
    pub deadlock: Option<Vec<(ThreadId, Option<Span>)>>,
    pub exceeded: Vec<(Bounded, u32)>,
    pub races: Vec<Race>,
    pub deepest: u32,
    pub assumed: Option<Diagnostic>,
    pub noticed: Noticed,
    /// The way to the first violation.
    pub violation: Option<Trail>,
    /// The share that is done.
    pub done: f64,
}
