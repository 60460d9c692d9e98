//! What unset memory holds (`src/exec/unfold/unset.rs`): that reads tell when they find it hides nothing.
//!
//! The witness is the same program with memory that holds anything from the beginning.

use std::sync::atomic::{AtomicUsize, Ordering};

use fencesmith::drive::check;
use fencesmith::drive::verdict::Verdict;
use fencesmith::exec::bounds::{Bound, Bounds, Litter};
use fencesmith::exec::mapping::Mapping;
use fencesmith::exec::skeleton::Bounded;
use fencesmith::exec::unfold::{Causes, unfold};
use fencesmith::exec::waiting;
use fencesmith::frontend::{ReadOptions, read};
use fencesmith::ir::Program;
use fencesmith::model::Model;
use fencesmith::progress::Silent;
use fencesmith::sat::backend::Solver;
use fencesmith::sat::candidates::{Candidates, Vocabulary};
use fencesmith::sat::encoding::Encoding;
use fencesmith::sat::session::{Goal, Question, Reply, Session, Settings};

use crate::headers;

/// Skeletons with more events are left out, and formulas with more clauses: with any memory they take long.
const EVENTS: usize = 50;
const CLAUSES: u64 = 8_000;

/// What is found within some bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    violation: bool,
    /// A read finds what nobody has set.
    unset: bool,
}

/// Unfolds, with two iterations of each loop, and solves; `None` if the unfolding is refused or large.
fn found(program: &Program, model: &Model, litter: Litter) -> Option<Found> {
    let mut bounds = Bounds::new(Bound::Rising(2), 3);
    bounds.waiting = waiting::under(model, program);
    bounds.litter = litter;
    bounds.counted = 8;
    let skeleton = unfold(program, Mapping::of(model), &bounds, Causes::under(model)).ok()?;
    if skeleton.events.len() > EVENTS {
        return None;
    }
    let is_unset: Vec<bool> = skeleton.exceeded.iter().map(|exceeded| exceeded.what == Bounded::Litter).collect();
    let encoding = Encoding::new(skeleton, model, &Candidates::default(), Vocabulary::Nothing);
    if encoding.formula.clauses() > CLAUSES {
        return None;
    }
    let mut session = Session::new(encoding, model, Solver::default(), Settings::default());
    let question = Question { goal: Goal::Violation, enforced: &[], bound: None };
    let violation = matches!(session.ask(question), Reply::Found { .. });
    let exceeded = session.exceeded(&[]).expect("nobody stops it");
    Some(Found { violation, unset: exceeded.iter().any(|index| is_unset[*index]) })
}

#[test]
fn what_reads_tell_of_unset_memory_hides_nothing() {
    let programs = headers::programs(&["tests/c", "tests/properties"]);
    let (told, kept) = (AtomicUsize::new(0), AtomicUsize::new(0));
    headers::for_each(&programs, headers::Program::name, |program| {
        let request = program.request("pso");
        let Ok(unit) = read(&request.path, &ReadOptions { checked: request.read.checked, ..request.read.clone() })
        else {
            return Vec::new();
        };
        // Nothing is unset where nothing is asked for.
        if !unit.program.functions.iter().flat_map(|f| &f.code).any(|i| format!("{:?}", i.op).starts_with("Allocate")) {
            return Vec::new();
        }
        let Some(any) = found(&unit.program, &request.model, Litter::Any) else { return Vec::new() };
        let Some(told_of) = found(&unit.program, &request.model, Litter::Untouched) else { return Vec::new() };
        told.fetch_add(usize::from(told_of.unset), Ordering::Relaxed);
        kept.fetch_add(usize::from(!told_of.unset), Ordering::Relaxed);
        match told_of {
            Found { violation: true, .. } if !any.violation => vec!["a violation that is none".to_string()],
            Found { violation: false, unset: false } if any.violation => vec!["a violation is hidden".to_string()],
            _ => Vec::new(),
        }
    });
    let (told, kept) = (told.into_inner(), kept.into_inner());
    assert!(told >= 5 && kept >= 30, "{told} {kept}");
}

#[test]
fn values_that_cause_themselves_are_looked_at_with_any_memory() {
    let path = headers::root().join("tests/c/unset_out_of_thin_air.c");
    let programs = headers::programs(&["tests/c"]);
    let program = programs.iter().find(|program| path.ends_with(program.name())).expect("the program is there");
    let request = program.request("lkmm");
    let (report, _) = check(&request, &mut Silent).expect("a verdict");
    assert!(matches!(report.verdict, Verdict::Violation(_)), "{:?}", report.verdict);
    // What the condition is for: without it nothing would be found, and nothing told.
    let unit = read(&path, &ReadOptions::default()).expect("it is read");
    let without = found(&unit.program, &request.model, Litter::Untouched).expect("unfolded");
    assert_eq!(without, Found { violation: false, unset: false });
}
