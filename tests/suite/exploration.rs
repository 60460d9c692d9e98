//! The explorer's final states, verdicts and counts against those of the store-buffer machine, which shares nothing with
//! it, on generated programs; and against its own on programs that differ in names and in the order of threads only.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::headers;
use crate::oracle::generate::{self, STATE_LIMIT};
use crate::oracle::machine::{self, Model};
use crate::oracle::program::{ARRAY, Expr, Observable, Place, Program, Stmt};
use crate::oracle::progress::Progress;
use crate::oracle::{litmus, print, settings};
use crate::texts;
use fencesmith::exec::bounds::{Bound, Bounds};
use fencesmith::exec::{EventKind, Execution};
use fencesmith::explore::{Ended, Fate, Full, Outcome, Settings, Watcher, explore};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError};

/// Executions after which a program is left out.
const LIMIT: u64 = 20_000;

/// A value that nothing has.
const NOWHERE: i32 = 123_456;

/// The values of all observables at the end, in order.
type End = Vec<i32>;

/// What a program may end in, by name as the printed C has it.
fn observables(program: &Program) -> Vec<(Observable, String)> {
    let mut all = Vec::new();
    for (thread, block) in program.threads.iter().enumerate() {
        let alone = Program { threads: vec![block.clone()], ..program.clone() };
        // The other registers stay 0.
        let written: BTreeSet<usize> = alone.statements().iter().filter_map(|stmt| stmt.target()).collect();
        all.extend(written.into_iter().map(|reg| (Observable::Register { thread, reg }, format!("o{thread}_{reg}"))));
    }
    for variable in 0..program.variables.len() {
        all.push((Observable::Variable(variable), ["x", "y", "z"][variable].to_string()));
    }
    for element in 0..if program.array { ARRAY } else { 0 } {
        all.push((Observable::Element(element), format!("a[{element}]")));
    }
    all
}

/// The program with a last part that looks at everything, so that everything is shared, and forbids nothing.
fn observed(program: &Program) -> Program {
    let forbidden = observables(program).into_iter().map(|(observable, _)| vec![(observable, NOWHERE)]).collect();
    Program { forbidden, ..program.clone() }
}

/// Collects final states.
struct Ends<'n> {
    program: &'n Program,
    names: &'n [(Observable, String)],
    found: BTreeSet<End>,
}

impl Ends<'_> {
    /// What the last write of each place, in coherence order, has left there.
    fn end(&self, execution: &Execution) -> End {
        let value = |(observable, name): &(Observable, String)| {
            let chain = execution.co.iter().find(|chain| execution.event(chain[0]).place == *name);
            let last = chain.and_then(|chain| chain.last()).map(|write| &execution.event(*write).kind);
            match last {
                Some(EventKind::Write { value, .. }) => *value as u32 as i32,
                // Nobody writes it.
                _ => match observable {
                    Observable::Variable(variable) => self.program.variables[*variable].initial,
                    _ => 0,
                },
            }
        };
        self.names.iter().map(value).collect()
    }
}

impl Watcher for Ends<'_> {
    fn restart(&mut self) {
        self.found.clear();
    }

    fn full(&mut self, graph: &mut dyn Full) -> ControlFlow<()> {
        if *graph.fate() == Fate::Complete {
            let end = self.end(&graph.execution());
            self.found.insert(end);
        }
        ControlFlow::Continue(())
    }
}

/// How a program is explored.
#[derive(Clone, Copy)]
struct How {
    /// Replay and validate each execution, which takes most of the time.
    validate: bool,
    plain_barriers: bool,
    merges_waits: bool,
    limit: u64,
}

const QUICKLY: How = How { validate: false, plain_barriers: false, merges_waits: true, limit: LIMIT };

/// How long somebody waited tells executions apart.
const FINELY: How = How { merges_waits: false, ..QUICKLY };

/// Explores the printed program; `None` when there are too many executions.
fn explored(program: &Program, model: Model, how: How) -> Option<(Outcome, BTreeSet<End>)> {
    let model = headers::model(model.name());
    let bounds = Bounds::new(Bound::Fixed(64), 8);
    let settings = Settings {
        all: true,
        max_executions: Some(how.limit),
        validate: how.validate,
        plain_barriers: how.plain_barriers,
        merges_waits: how.merges_waits,
        ..Settings::new(bounds)
    };
    let names = observables(program);
    let mut ends = Ends { program, names: &names, found: BTreeSet::new() };
    let outcome = explore(&texts::program(&print::to_c(program)), &model, &settings, &mut ends)
        .unwrap_or_else(|problem| panic!("{problem:?}"));
    let found = ends.found;
    (outcome.ended != Ended::Enough).then_some((outcome, found))
}

/// Runs a property on generated programs; a failure is shown as the smallest C program.
fn on_programs(name: &'static str, cases: u32, property: impl Fn(&Program) -> Result<(), TestCaseError>) {
    let progress = Progress::new(name, cases);
    let counted = |program: Program| {
        progress.step();
        property(&program)
    };
    match settings::runner(name, cases).run(&generate::any_program(), counted) {
        Ok(()) => {}
        Err(TestError::Fail(why, program)) => panic!("{why}\nThe smallest program found:{program:?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

fn reject() -> TestCaseError {
    TestCaseError::reject("too many states or executions")
}

/// The explorer and the machine end in the same states and agree on whether an assertion can be violated.
fn agrees(program: &Program, model: Model, validate: bool) -> Result<(), TestCaseError> {
    let machine = machine::run(program, model, STATE_LIMIT).ok_or_else(reject)?;
    let names = observables(program);
    let expected: BTreeSet<End> =
        machine.finals.iter().map(|end| names.iter().map(|(o, _)| end.value(*o)).collect()).collect();
    for plain in [false, true] {
        if plain && program.barriers.is_empty() {
            continue;
        }
        // Every order of arrival may be too many; the other way was compared.
        let limit = if plain { LIMIT / 10 } else { LIMIT };
        let how = How { validate, plain_barriers: plain, limit, ..QUICKLY };
        let Some((outcome, ends)) = explored(&observed(program), model, how) else {
            if plain { continue } else { return Err(reject()) }
        };
        let how = if plain { " with the plain barrier" } else { "" };
        prop_assert_eq!(&ends, &expected, "final states under {}{}", model.name(), how);
        let bare = Program { forbidden: Vec::new(), ..program.clone() };
        let violated = machine::run(&bare, model, STATE_LIMIT).ok_or_else(reject)?.violated;
        prop_assert_eq!(outcome.violating > 0, violated, "verdict under {}{}", model.name(), how);
        prop_assert_eq!(outcome.exceeding, 0, "a bound was reached");
    }
    Ok(())
}

#[test]
fn litmus_tests_end_as_on_the_machine() {
    for litmus in litmus::all() {
        for model in Model::ALL {
            if let Err(why) = agrees(&litmus.program, model, true) {
                panic!("{} under {}: {why}", litmus.name, model.name());
            }
        }
    }
}

/// A case is one final state set: each program is explored under every model.
#[test]
fn programs_end_as_on_the_machine() {
    on_programs("exploration", settings::cases(300), |program| {
        Model::ALL.into_iter().try_for_each(|model| agrees(program, model, false))
    });
}

/// Every execution is one of the program under the model.
#[test]
fn executions_stand_up_to_their_replay() {
    on_programs("replayed", settings::cases(60), |program| {
        Model::ALL.into_iter().try_for_each(|model| agrees(program, model, true))
    });
}

/// The last assertion is decided alike, too.
#[test]
fn the_explorer_agrees_with_the_machine() {
    on_programs("explored", settings::cases(200), |program| {
        for model in Model::ALL {
            let machine = machine::run(program, model, STATE_LIMIT).ok_or_else(reject)?.violated;
            let (outcome, _) = explored(program, model, QUICKLY).ok_or_else(reject)?;
            prop_assert_eq!(outcome.violating > 0, machine, "under {}", model.name());
        }
        Ok(())
    });
}

/// Each execution graph is counted once, whatever its threads and variables are called and in whichever order they come.
#[test]
fn names_and_the_order_of_threads_change_no_count() {
    on_programs("renaming", settings::cases(80), |program| {
        let bare = observed(program);
        let mut turned = bare.clone();
        turned.threads.reverse();
        for (observable, _) in turned.forbidden.iter_mut().flatten() {
            if let Observable::Register { thread, .. } = observable {
                *thread = program.threads.len() - 1 - *thread;
            }
        }
        let renamed = renamed(&bare);
        for model in Model::ALL {
            let counts = |program: &Program| -> Result<_, TestCaseError> {
                let (merged, _) = explored(program, model, QUICKLY).ok_or_else(reject)?;
                let (outcome, ends) = explored(program, model, FINELY).ok_or_else(reject)?;
                prop_assert_eq!(merged.complete, outcome.complete, "waits merged under {}", model.name());
                // How far the other threads get before a violation ends everything is no matter of the graph.
                let blocked = if outcome.violating == 0 { outcome.blocked } else { 0 };
                Ok((outcome.complete, blocked, outcome.violating > 0, ends.len()))
            };
            let expected = counts(&bare)?;
            prop_assert_eq!(counts(&turned)?, expected, "threads in another order under {}", model.name());
            prop_assert_eq!(counts(&renamed)?, expected, "other names under {}", model.name());
        }
        Ok(())
    });
}

/// The program with its variables called otherwise, so that they also stand in another order.
fn renamed(program: &Program) -> Program {
    let count = program.variables.len();
    let new = |variable: usize| (variable + 1) % count;
    let mut other = program.clone();
    for (old, variable) in program.variables.iter().enumerate() {
        other.variables[new(old)] = variable.clone();
    }
    for block in &mut other.threads {
        rename(block, &new);
    }
    for (observable, _) in other.forbidden.iter_mut().flatten() {
        if let Observable::Variable(variable) = observable {
            *variable = new(*variable);
        }
    }
    other
}

fn rename(block: &mut [Stmt], new: &dyn Fn(usize) -> usize) {
    for stmt in block {
        match stmt {
            Stmt::Load { place, .. }
            | Stmt::Store { place, .. }
            | Stmt::Rmw { place, .. }
            | Stmt::Cas { place, .. }
            | Stmt::Await { place, .. }
            | Stmt::AwaitCas { place, .. } => {
                if let Place::Variable(variable) = place {
                    *variable = new(*variable);
                }
            }
            Stmt::If { then, otherwise, .. } => {
                rename(then, new);
                rename(otherwise, new);
            }
            Stmt::Repeat { body, .. } | Stmt::Locked { body, .. } => rename(body, new),
            Stmt::Set { value: Expr::Const(_) | Expr::Reg(_) | Expr::Binary(..), .. }
            | Stmt::Fence(_)
            | Stmt::Wait { .. }
            | Stmt::Assume(_)
            | Stmt::Assert(_) => {}
        }
    }
}
