//! The clock encoding decides what the default one decides: the verdicts of the litmus shapes and the sizes of the
//! repairs of the paper's families, for every algorithm.

use crate::headers::{self, MODELS, Program};
use fencesmith::bench::conditions::Conditions;
use fencesmith::bench::machine::Machine;
use fencesmith::bench::record::{Limits, Setting};
use fencesmith::bench::suite::Suite;
use fencesmith::bench::verdict::Verdict as Answer;
use fencesmith::bench::worker;
use fencesmith::diag::Sources;
use fencesmith::drive::check;
use fencesmith::drive::verdict::Verdict;
use fencesmith::progress::Silent;

#[test]
fn litmus_shapes_have_their_verdicts_with_clocks() {
    let programs = headers::programs(&["benchmarks/litmus"]);
    headers::for_each(&programs, Program::name, |program| {
        MODELS.iter().filter_map(|model| judged(program, model)).collect()
    });
}

fn judged(program: &Program, model: &str) -> Option<String> {
    let safe = program.safe(model)?;
    let mut request = program.request(model);
    request.search = Conditions::Paper.settings();
    let (report, _) = check(&request, &mut Silent).unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
    match report.verdict {
        Verdict::Safe { .. } if safe => None,
        Verdict::Violation(_) if !safe => None,
        other => Some(format!("{model}: safe is {safe}, but found {other:?}")),
    }
}

/// Peterson and Cilk are small enough for an unoptimised build; TE with counterexamples as the solver leaves them is not.
#[test]
fn algorithms_find_the_expected_sizes_under_all_conditions() {
    let path = headers::root().join("benchmarks/robmc/suite.toml");
    let suite = Suite::read(&path, &mut Sources::default()).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut seen = 0;
    for job in suite.jobs() {
        let name = job.name();
        if !["peterson/n=2/", "Cilk/n=2/"].iter().any(|start| name.starts_with(start)) {
            continue;
        }
        for conditions in Conditions::ALL {
            if conditions == Conditions::Paper && name.ends_with("/pso/te") {
                continue;
            }
            let limits = Limits { seconds: 120.0, memory: 4096 };
            let setting = Setting { conditions, limits, commit: None, machine: Machine::here() };
            let record = worker::run(&suite, &job, &setting, &mut Silent).unwrap_or_else(|d| panic!("{name}: {d:?}"));
            assert_eq!(record.verdict, Answer::Repaired, "{name}, {}: {:?}", conditions.name(), record.reason);
            assert_eq!(record.as_expected, Some(true), "{name}, {}: {record:?}", conditions.name());
            seen += 1;
        }
    }
    assert_eq!(seen, 2 * 2 * 7 * 2 - 2);
}
