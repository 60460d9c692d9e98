//! The data structures of `benchmarks/structures`: each is right as it is written, and with one order too weak it is wrong under the
//! models that its header names. `native::structures` holds the headers to a machine that shares no code with the tool.

use std::process::{Command, Stdio};

use crate::headers::{self, Program};
use fencesmith::drive::change::FenceReport;
use fencesmith::drive::engine::{Engine, decide};
use fencesmith::drive::outcome::Suggestion;
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{SuggestSettings, suggest};
use fencesmith::progress::Silent;

/// Those that take the solver seconds, under any model.
const LONG: &[&str] = &["harris-list.c"];

fn programs() -> Vec<Program> {
    let programs = headers::programs(&["benchmarks/structures"]);
    let weak: Vec<Program> = programs.iter().filter_map(Program::weakened).collect();
    assert_eq!(programs.len(), weak.len(), "each program has an order that can be too weak");
    programs.into_iter().chain(weak).collect()
}

fn name(program: &Program) -> String {
    format!("{} {}", program.name(), program.options.join(" "))
}

fn judge(program: &Program, model: &str, engine: Engine) -> Option<String> {
    let safe = program.safe(model)?;
    match decide(&program.request(model), engine, &mut Silent) {
        Ok((report, _)) => match report.verdict {
            Verdict::Safe { .. } if safe => None,
            Verdict::Violation(_) if !safe => None,
            other => {
                Some(format!("{model}: {other:?}, but the header says {}", if safe { "safe" } else { "violation" }))
            }
        },
        Err(failure) => Some(format!("{model}: refused: {}", headers::complaints(&failure).join("; "))),
    }
}

#[test]
fn the_explorer_decides_them() {
    headers::for_each(&programs(), name, |program| {
        let models = program.verdicts.iter();
        models.filter_map(|(model, _)| judge(program, model, Engine::Explorer)).collect()
    });
}

#[test]
fn the_solver_decides_them_under_pso() {
    let quick: Vec<Program> =
        programs().into_iter().filter(|program| !LONG.iter().any(|long| program.name().ends_with(long))).collect();
    headers::for_each(&quick, name, |program| judge(program, "pso", Engine::Solver).into_iter().collect());
}

/// What is right in the language is right on a machine that it is compiled to, also where that lets reads take values that
/// are written later. The structures are linked, so that pointers go round through memory.
#[test]
fn what_is_right_in_the_language_is_right_on_a_machine() {
    let programs: Vec<Program> = headers::programs(&["benchmarks/structures"])
        .into_iter()
        .filter(|program| program.safe("rc11") == Some(true))
        .filter(|program| !LONG.iter().any(|long| program.name().ends_with(long)))
        .collect();
    assert!(programs.len() >= 20, "{} programs are right", programs.len());
    headers::for_each(&programs, name, |program| match decide(&program.request("arm8"), Engine::Solver, &mut Silent) {
        Ok((report, _)) if matches!(report.verdict, Verdict::Safe { .. }) => Vec::new(),
        Ok((report, _)) => vec![format!("{:?}", report.verdict)],
        Err(failure) => headers::complaints(&failure),
    });
}

/// With an order too weak the repair stands in the structure: not in what drives it, in a macro or in an expression.
#[test]
fn what_is_too_weak_is_repaired_where_it_is() {
    let weak: Vec<Program> = programs()
        .into_iter()
        .filter(|program| program.safe("pso") == Some(false))
        .filter(|program| !LONG.iter().any(|long| program.name().ends_with(long)))
        .collect();
    assert!(weak.len() >= 8, "{} programs are wrong", weak.len());
    headers::for_each(&weak, name, |program| {
        let (report, sources) = match suggest(&program.request("pso"), &SuggestSettings::default(), &mut Silent) {
            Ok(found) => found,
            Err(failure) => return vec![headers::complaints(&failure).join("; ")],
        };
        let Suggestion::Repaired { fences, .. } = &report.suggestion else { return vec![format!("{report:?}")] };
        let misplaced = |fence: &&FenceReport| {
            let file = fence.span.map(|span| sources.path(span.file).to_path_buf());
            let is_own =
                file.and_then(|path| path.file_name().map(|it| program.name().ends_with(&*it.to_string_lossy())));
            is_own != Some(true) || !fence.remarks.is_empty()
        };
        fences.iter().filter(misplaced).map(|fence| format!("{:?}: {:?}", fence.span, fence.remarks)).collect()
    });
}

/// What a fence or an order is said to be for is what its own thread publishes and by what: also where memory could be told to have done
/// everything in another order, in which the reader goes wrong.
#[test]
fn what_a_repair_orders_is_what_is_published() {
    for (name, model) in [("clh", "rc11"), ("treiber", "rc11"), ("cohort", "rc11"), ("clh", "pso"), ("treiber", "pso")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
            .arg("suggest")
            .arg(format!("benchmarks/structures/{name}.c"))
            .args(["-DWEAK", "--model", model, "--cross-check=false", "--root", ".", "--quiet"])
            .current_dir(headers::root())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let golden = headers::root().join(format!("tests/places/structures/{name}.{model}.txt"));
        expect_test::expect_file![golden].assert_eq(&String::from_utf8(output.stdout).unwrap());
    }
}

/// What both engines cannot do alone, they must not do worse together; and the larger sizes are right, too.
#[test]
fn two_operations_or_three_threads_are_as_right() {
    let larger: Vec<Program> = headers::programs(&["benchmarks/structures"])
        .into_iter()
        .flat_map(|program| {
            ["-DOPS=2", "-DTHREADS=3"].map(|size| {
                let options = program.options.iter().cloned().chain([size.to_string()]).collect();
                Program { options, ..program.clone() }
            })
        })
        .collect();
    headers::for_each(&larger, name, |program| judge(program, "pso", Engine::Explorer).into_iter().collect());
}
