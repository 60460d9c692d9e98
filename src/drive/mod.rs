//! The pipelines: from a C file to a verdict, or to the fewest fences and a patched file.
//!
//! In: a [`Request`]. Out: reports ([`outcome`]). Here are the deadlines and the rising unwinding bound; what is
//! sequential and pure lies below, what is shown lies above.

mod access;
pub mod change;
pub mod check;
pub mod comparison;
mod confirm;
mod copied;
pub mod crosscheck;
pub mod destination;
mod drawing;
pub mod engine;
mod enumerated;
pub mod explore;
pub mod kept;
pub mod known;
pub mod litmus;
pub mod outcome;
pub mod phrases;
pub mod proof;
mod races;
mod racy;
pub mod reason;
mod recheck;
mod reliance;
pub mod second;
mod seen;
mod smallest;
pub mod suggest;
mod unlooked;
mod unwinding;
pub mod verdict;

use std::path::PathBuf;
use std::time::{Duration, Instant};

pub use check::check;
pub use comparison::CrossCheck;
pub use crosscheck::{CrossCheckSettings, Suggested, cross_check};
pub use drawing::Drawing;
pub use engine::{Engine, decide};
pub use explore::{ExploreReport, ExploreSettings, explore};
pub use suggest::{Answering, Assurance, Comments, Preference, SuggestSettings, Unasked, WhatExists, suggest};
pub use unwinding::Unwinding;

pub use crate::diag::Failure;

use verdict::Why;

use crate::diag::Diagnostic;
use crate::exec::{counted, needless, ranges};
use crate::frontend::{self, ReadOptions, Unit};
use crate::ir::{Concern, Op, Program, Property};
use crate::limits::StopToken;
use crate::model::Model;
use crate::sat::backend::Solver;
use crate::sat::session;

/// What is to be checked, and how.
#[derive(Clone, Debug)]
pub struct Request {
    pub path: PathBuf,
    pub read: ReadOptions,
    pub model: Model,
    pub unwinding: Unwinding,
    pub solver: Solver,
    /// How the solver is used.
    pub search: session::Settings,
    /// For the whole run.
    pub timeout: Option<Duration>,
    /// Ends the run from outside.
    pub stop: StopToken,
}

impl Request {
    /// A request with every option at its default.
    pub fn new(path: impl Into<PathBuf>, model: Model) -> Request {
        Request {
            path: path.into(),
            read: ReadOptions::default(),
            model,
            unwinding: Unwinding::default(),
            solver: Solver::default(),
            search: session::Settings::default(),
            timeout: None,
            stop: StopToken::default(),
        }
    }

    /// What ends a run that began at `start`.
    fn stop(&self, start: Instant) -> StopToken {
        self.stop.until(self.timeout.and_then(|timeout| start.checked_add(timeout)))
    }
}

/// Why a question was not answered.
fn halted(stop: &StopToken) -> Why {
    stop.reached().map_or_else(|| Why::Other("the solver gave up".to_string()), Why::from)
}

/// Reads the program of a request.
fn parse(request: &Request) -> Result<Unit, Failure> {
    let read = ReadOptions { kinds: request.model.instructions(), ..request.read.clone() };
    let unit = frontend::read(&request.path, &read)?;
    if let Err(problems) = crate::ir::verify(&unit.program) {
        let first = problems.into_iter().next().map_or_else(String::new, |p| format!("{p}"));
        panic!("the C reader made a malformed program: {first}; please report this");
    }
    Ok(unit)
}

/// What both engines have done to the program so that loops which wait need not go round.
fn shorten_waits(program: &mut Program, model: &Model) {
    ranges::drop_certain(program);
    needless::drop_needless(program);
    counted::shorten(program, model);
}

/// Reads the program of a request for the solver that looks for these.
fn read(request: &Request, looks_for: fn(Concern) -> bool) -> Result<Unit, Failure> {
    let mut unit = read_for(request, looks_for)?;
    // Nobody asks for other orders here, and what may get some is encoded in more detail.
    unit.program.orders.clear();
    Ok(unit)
}

/// Reads the program of a request for who looks for these.
fn read_for(request: &Request, looks_for: impl Fn(Concern) -> bool) -> Result<Unit, Failure> {
    let mut unit = parse(request)?;
    shorten_waits(&mut unit.program, &request.model);
    if let Some(concern) = unit.program.checked.concerns().find(|concern| !looks_for(*concern)) {
        let message = format!("the solver does not look for `{}`", concern.name());
        let error =
            Diagnostic::error(message).help("the explorer does: `check` without `--engine solver`, or `explore`");
        return Err(Failure::one(unit.sources, error));
    }
    if let Some(why) = crate::sat::refusal(&request.model) {
        let message = format!("the solver cannot decide programs under `{}`: {why}", request.model.name());
        return Err(Failure::one(unit.sources, Diagnostic::error(message)));
    }
    let asserts = unit
        .program
        .functions
        .iter()
        .flat_map(|f| &f.code)
        .any(|instr| matches!(&instr.op, Op::Assert { property: Property::Assertion | Property::ReachError, .. }));
    if !asserts && unit.program.checked.concerns().eq([Concern::Assertions]) {
        let error = Diagnostic::error("the program asserts nothing, so there is nothing to check")
            .help("state what must hold with `assert(…)` from <assert.h>, or choose more with `--property`");
        return Err(Failure::one(unit.sources, error));
    }
    if !asserts && unit.program.checked.contains(Concern::Assertions) {
        let others: Vec<&str> =
            unit.program.checked.concerns().filter(|c| *c != Concern::Assertions).map(Concern::name).collect();
        let warning =
            Diagnostic::warning(format!("the program asserts nothing: only {} is checked", others.join(", ")))
                .help("state what must hold with `assert(…)` from <assert.h>");
        unit.warnings.push(warning);
    }
    Ok(unit)
}

/// Whether the solver can look for what threads come to in the end. It does where nobody else can, or where it is asked alone.
fn is_of_the_end(concern: Concern) -> bool {
    matches!(concern, Concern::Deadlock | Concern::Liveness)
}

/// Whether the solver looks for it whoever else does: what one thread does wrong. A deadlock and a race are seen by who has the whole
/// execution before him.
fn is_for_solver(concern: Concern) -> bool {
    match concern {
        Concern::Assertions | Concern::Memory | Concern::Arithmetic | Concern::Misuse | Concern::Overflow => true,
        Concern::Deadlock | Concern::Races | Concern::Leaks | Concern::Uninitialised | Concern::Liveness => false,
    }
}
