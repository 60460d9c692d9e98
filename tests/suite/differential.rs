//! The tool's verdicts against those of an operational store-buffer machine that shares nothing with it.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::oracle::generate::{self, STATE_LIMIT};
use crate::oracle::machine::{self, Final, Model, Report};
use crate::oracle::program::{FenceKind, Observable, Program};
use crate::oracle::progress::Progress;
use crate::oracle::repair::{Costs, Repair, cheapest, with_fences};
use crate::oracle::tool::{Fences, Verdict, cost, fences_of, verdict_of};
use crate::oracle::{litmus, print, settings};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseError, TestError};

/// Runs a property on generated programs; a failure is shown as the smallest C program.
fn on_programs(
    name: &'static str,
    cases: u32,
    programs: impl Strategy<Value = Program>,
    property: impl Fn(&Program) -> Result<(), TestCaseError>,
) {
    let progress = Progress::new(name, cases);
    let counted = |program: Program| {
        progress.step();
        property(&program)
    };
    match settings::runner(name, cases).run(&programs, counted) {
        Ok(()) => {}
        Err(TestError::Fail(why, program)) => {
            panic!("{why}\nThe smallest program found:{program:?}")
        }
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

/// The machine's report, or the case is left out.
fn explore(program: &Program, model: Model) -> Result<Report, TestCaseError> {
    machine::run(program, model, STATE_LIMIT).ok_or_else(|| TestCaseError::reject("too many states"))
}

#[test]
fn the_machine_gives_the_verdicts_of_the_literature() {
    for litmus in litmus::all() {
        for model in Model::ALL {
            let report = machine::run(&litmus.program, model, usize::MAX).expect("no limit");
            assert_eq!(report.violated, litmus.violated(model), "{} under {}", litmus.name, model.name());
        }
    }
}

#[test]
fn the_machine_finds_blocked_executions() {
    let never = litmus::all().into_iter().find(|l| l.name == "MP await never").expect("it is in the table");
    let report = machine::run(&never.program, Model::Pso, usize::MAX).expect("no limit");
    assert!(report.blocked && report.finals.is_empty());
    let always = litmus::all().into_iter().find(|l| l.name == "MP await").expect("it is in the table");
    assert!(!machine::run(&always.program, Model::Pso, usize::MAX).expect("no limit").blocked);
}

#[test]
fn the_reduction_of_the_machine_loses_nothing() {
    on_programs("reduction", settings::cases(150), generate::any_program(), |program| {
        for model in Model::ALL {
            let reduced = explore(program, model)?;
            let Some(full) = machine::run_unreduced(program, model, 50 * STATE_LIMIT) else {
                continue;
            };
            prop_assert_eq!(&reduced.finals, &full.finals, "final states under {}", model.name());
            prop_assert_eq!(reduced.violated, full.violated, "verdict under {}", model.name());
            prop_assert_eq!(reduced.blocked, full.blocked, "blocking under {}", model.name());
        }
        Ok(())
    });
}

#[test]
fn weaker_models_show_more() {
    on_programs("inclusion", settings::cases(300), generate::any_program(), |program| {
        let [sc, tso, pso] = [Model::Sc, Model::Tso, Model::Pso].map(|model| explore(program, model));
        let (sc, tso, pso) = (sc?, tso?, pso?);
        prop_assert!(sc.finals.is_subset(&tso.finals), "SC shows what TSO does not");
        prop_assert!(tso.finals.is_subset(&pso.finals), "TSO shows what PSO does not");
        prop_assert!(sc.violated <= tso.violated && tso.violated <= pso.violated);
        Ok(())
    });
}

#[test]
fn full_fences_everywhere_restore_sequential_consistency() {
    on_programs("restoration", settings::cases(200), generate::any_program(), |program| {
        let points = program.statements().len();
        let everywhere: Vec<_> = (0..points).map(|point| (point, FenceKind::Full)).collect();
        let fenced = with_fences(program, &everywhere);
        let sc = explore(program, Model::Sc)?;
        for model in [Model::Tso, Model::Pso] {
            let report = explore(&fenced, model)?;
            prop_assert_eq!(&report.finals, &sc.finals, "under {}", model.name());
            prop_assert_eq!(report.violated, sc.violated, "under {}", model.name());
        }
        Ok(())
    });
}

#[test]
fn the_order_of_the_threads_does_not_matter() {
    on_programs("permutation", settings::cases(150), generate::any_program(), |program| {
        let turned = reversed(program);
        for model in Model::ALL {
            let (there, back) = (explore(program, model)?, explore(&turned, model)?);
            let backwards: BTreeSet<Final> = back
                .finals
                .into_iter()
                .map(|mut end| {
                    end.registers.reverse();
                    end
                })
                .collect();
            prop_assert_eq!(&there.finals, &backwards, "under {}", model.name());
            prop_assert_eq!(there.violated, back.violated, "under {}", model.name());
        }
        Ok(())
    });
}

fn reversed(program: &Program) -> Program {
    let mut turned = program.clone();
    turned.threads.reverse();
    for (observable, _) in turned.forbidden.iter_mut().flatten() {
        if let Observable::Register { thread, .. } = observable {
            *thread = program.threads.len() - 1 - *thread;
        }
    }
    turned
}

/// A generator whose programs are all safe, or all wrong, would test nothing.
#[test]
fn generated_programs_tell_the_models_apart() {
    let mut seen = [0; 4];
    let mut statements = BTreeSet::new();
    let mut runner = settings::runner("spread", 1);
    for _ in 0..400 {
        let program = generate::any_program().new_tree(&mut runner).expect("most programs are small").current();
        let verdicts = Model::ALL.map(|model| machine::run(&program, model, STATE_LIMIT).expect("small").violated);
        seen[verdicts.iter().filter(|violated| **violated).count()] += 1;
        statements.extend(program.statements().into_iter().map(std::mem::discriminant).map(|d| format!("{d:?}")));
    }
    assert!(seen.iter().all(|count| *count >= 20), "safe, wrong under PSO only, TSO and PSO, all: {seen:?}");
    assert_eq!(statements.len(), 14, "every statement of the language is generated: {statements:?}");
}

#[test]
fn gcc_accepts_what_is_printed() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut runner = settings::runner("gcc", 1);
    let mut files = Vec::new();
    for index in 0..60 {
        let program = generate::any_program().new_tree(&mut runner).expect("most programs are small").current();
        let file = directory.path().join(format!("{index}.c"));
        fs::write(&file, print::to_c(&program)).expect("writable");
        files.push(file);
    }
    let gcc = Command::new("gcc").args(["-std=gnu11", "-Werror", "-fsyntax-only"]).args(&files).output();
    let gcc = gcc.expect("gcc is installed");
    assert!(gcc.status.success(), "{}", String::from_utf8_lossy(&gcc.stderr));
}

#[test]
fn brute_force_finds_the_known_numbers_of_fences() {
    let fences = |name: &str, model: Model| {
        let litmus = litmus::all().into_iter().find(|l| l.name == name).expect("it is in the table");
        match cheapest(&litmus.program, model, Costs::UNIT, 4, usize::MAX).expect("four are enough") {
            Repair::Cost(cost, _) => Some(cost),
            Repair::Unrepairable => None,
        }
    };
    for (name, tso, pso) in [
        ("SB", Some(2), Some(2)),
        ("SB+fence+po", Some(1), Some(1)),
        ("MP", Some(0), Some(1)),
        ("2+2W", Some(0), Some(2)),
        ("R", Some(1), Some(2)),
        ("RWC", Some(1), Some(1)),
        ("IRIW", Some(0), Some(0)),
        ("lost increment", None, None),
    ] {
        assert_eq!((fences(name, Model::Tso), fences(name, Model::Pso)), (tso, pso), "{name}");
    }
}

fn verdict(program: &Program, model: Model) -> Verdict {
    verdict_of(&print::to_c(program), model.name())
}

fn expected(violated: bool) -> Verdict {
    if violated { Verdict::Violation } else { Verdict::Safe }
}

#[test]
fn the_tool_gives_the_verdicts_of_the_literature() {
    let mut wrong = Vec::new();
    for litmus in litmus::all() {
        for model in Model::ALL {
            let verdict = verdict(&litmus.program, model);
            if verdict != expected(litmus.violated(model)) {
                wrong.push(format!("{} under {}: {verdict:?}", litmus.name, model.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A case is one verdict: each program is checked under every model.
#[test]
fn the_tool_agrees_with_the_machine() {
    on_programs("differential", settings::cases(500), generate::any_program(), |program| {
        for model in Model::ALL {
            let machine = expected(explore(program, model)?.violated);
            prop_assert_eq!(verdict(program, model), machine, "tool and machine under {}", model.name());
        }
        Ok(())
    });
}

/// The tool against all placements tried on the machine. Both minimise the same sum of costs.
fn same_fences(program: &Program, model: Model) -> Result<(), TestCaseError> {
    let costs = Costs { full: cost("full", model.name()), store_store: cost("store-store", model.name()) };
    // Four fences at most: more make the search of all placements long.
    let least = cheapest(program, model, costs, 4 * costs.full, STATE_LIMIT);
    let least = match least.ok_or_else(|| TestCaseError::reject("too many placements or states"))? {
        Repair::Cost(cost, _) => Fences::Cost(cost),
        Repair::Unrepairable => Fences::Unrepairable,
    };
    prop_assert_eq!(fences_of(&print::to_c(program), model.name()), least, "tool and machine under {}", model.name());
    Ok(())
}

#[test]
fn the_tool_repairs_litmus_tests_at_the_least_cost() {
    let mut wrong = Vec::new();
    for litmus in litmus::all() {
        for model in [Model::Tso, Model::Pso] {
            if let Err(why) = same_fences(&litmus.program, model) {
                wrong.push(format!("{}: {why}", litmus.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_tool_repairs_at_the_least_cost() {
    on_programs("repair", settings::cases(80), generate::any_program(), |program| {
        if program.statements().len() > 10 {
            return Err(TestCaseError::reject("too many places for fences"));
        }
        same_fences(program, Model::Tso)?;
        same_fences(program, Model::Pso)
    });
}

/// Programs on which the tool was once wrong. The first line of each says what is right: `// sc safe, tso violation`.
#[test]
fn the_tool_is_right_where_it_was_wrong() {
    let mut checked = 0;
    for entry in walkdir::WalkDir::new("tests/regressions").sort_by_file_name() {
        let path = entry.expect("readable").into_path();
        if path.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("readable");
        let header = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("a header");
        for claim in header.split(", ") {
            let (model, verdict) = claim.split_once(' ').expect("a model and a verdict");
            let right = match verdict {
                "safe" => Verdict::Safe,
                "violation" => Verdict::Violation,
                other => panic!("{}: `{other}` is no verdict", path.display()),
            };
            assert_eq!(verdict_of(&text, model), right, "{} under {model}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 0, "no regression was found");
}
