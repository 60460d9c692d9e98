//! Every C program of the repository has the verdict under each model that its header names, violates the property
//! that it names, or is refused at the place and with the words that it names.

use crate::headers::{self, Complaint, MODELS, Program};
use fencesmith::drive::outcome::Suggestion;
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{ExploreSettings, SuggestSettings, check, explore, suggest};
use fencesmith::progress::Silent;

#[test]
fn litmus_shapes_have_their_verdicts() {
    all(&["benchmarks/litmus"]);
}

#[test]
fn algorithms_from_the_literature_have_their_verdicts() {
    all(&["benchmarks/mutex", "benchmarks/queues", "benchmarks/real", "benchmarks/wrong"]);
}

#[test]
fn concurrency_kit_has_its_verdicts() {
    let programs = headers::programs(&["benchmarks/ck"]);
    headers::for_each(&programs, Program::name, wrong);
}

#[test]
fn concurrency_kit_is_read_with_its_own_assembly() {
    for program in headers::programs(&["benchmarks/ck"]) {
        let mut request = program.request("tso");
        request.read.preprocessing.defines.clear();
        if let Err(failure) = fencesmith::frontend::read(&request.path, &request.read) {
            panic!("{}: {:?}", program.name(), failure.diagnostics);
        }
    }
}

#[test]
fn programs_for_each_feature_have_their_verdicts_or_are_refused() {
    all(&["tests/c"]);
}

/// No model need say anything about threads being created; and whatever it says, every engine says the same.
#[test]
fn programs_under_models_of_users_have_their_verdicts() {
    let programs = headers::programs(&["tests/models/c"]);
    headers::for_each(&programs, Program::name, |program| {
        let models = MODELS.iter().chain(&headers::OWN_MODELS);
        models.flat_map(|model| under_any_model(program, model)).collect()
    });
}

#[test]
fn programs_whose_calls_say_orders_have_their_verdicts() {
    let programs = headers::programs(&["tests/orders"]);
    headers::for_each(&programs, Program::name, |program| {
        MODELS.iter().chain(&["rc11"]).filter_map(|model| judged(program, model).err()).collect()
    });
}

#[test]
fn programs_under_weak_models_have_their_verdicts() {
    let programs = headers::programs(&["tests/models/weak"]);
    headers::for_each(&programs, Program::name, |program| {
        let models = headers::WEAK_MODELS.iter().chain(&headers::FURTHER_MODELS).chain(&headers::KERNEL_MODELS);
        models.filter_map(|model| judged(program, model).err()).collect()
    });
}

/// What the kernel's operations are is another thing under each model.
#[test]
fn kernel_programs_have_their_verdicts() {
    let programs = headers::programs(&["tests/c/kernel"]);
    headers::for_each(&programs, Program::name, |program| {
        let models = MODELS.iter().chain(&headers::WEAK_MODELS).chain(&headers::FURTHER_MODELS);
        models.chain(&headers::KERNEL_MODELS).filter_map(|model| judged(program, model).err()).collect()
    });
}

/// Under these no axiom sees a section as one step, so that it would be torn apart.
#[test]
fn sections_are_refused_where_no_axiom_holds_them_together() {
    let programs = headers::programs(&["tests/models/weak"]);
    let section = programs.iter().find(|program| program.name().ends_with("/section.c")).expect("the program is there");
    for model in ["rc11", "power", "imm", "arm7"] {
        let failure = check(&section.request(model), &mut Silent).expect_err("sections are refused");
        let complaints = headers::complaints(&failure).join("; ");
        assert!(complaints.contains("atomic sections are not supported under the model"), "{model}: {complaints}");
    }
}

fn under_any_model(program: &Program, model: &str) -> Vec<String> {
    let Some(safe) = program.safe(model) else { return vec![format!("{model}: its header expects nothing")] };
    let mut found: Vec<String> = judged(program, model).err().into_iter().collect();
    let request = program.request(model);
    // A model that the explorer refuses is refused with a reason, which `tests/suite/explore.rs` looks at.
    if let Ok((report, _)) = explore(&request, &ExploreSettings::default(), &mut Silent) {
        match report.verdict {
            Verdict::Safe { .. } if safe => {}
            Verdict::Violation(_) if !safe => {}
            other => found.push(format!("{model}: explored: {other:?}")),
        }
    }
    match suggest(&request, &SuggestSettings::default(), &mut Silent) {
        Ok((report, _)) => match report.suggestion {
            Suggestion::Safe { .. } if safe => {}
            Suggestion::Repaired { .. } if !safe => {}
            other => found.push(format!("{model}: suggested: {other:?}")),
        },
        Err(failure) => found.push(format!("{model}: no suggestion: {}", headers::complaints(&failure).join("; "))),
    }
    found
}

/// Programs that only others include say nothing about themselves.
const INCLUDED: &str = "tests/c/include";

fn all(folders: &[&str]) {
    let programs: Vec<Program> = headers::programs(folders)
        .into_iter()
        .filter(|p| !p.path.starts_with(headers::root().join(INCLUDED)))
        .collect();
    headers::for_each(&programs, Program::name, wrong);
}

/// What is wrong with a program, in sentences.
fn wrong(program: &Program) -> Vec<String> {
    match &program.error {
        Some(complaint) => refused(program, complaint).err().into_iter().collect(),
        None if program.verdicts.is_empty() => vec!["its header expects nothing".to_string()],
        None => {
            let models = MODELS.iter().chain(&headers::WEAK_MODELS).chain(&headers::FURTHER_MODELS);
            models.filter_map(|model| judged(program, model).err()).collect()
        }
    }
}

fn judged(program: &Program, model: &str) -> Result<(), String> {
    let Some(safe) = program.safe(model) else { return Ok(()) };
    let (report, _) = check(&program.request(model), &mut Silent)
        .map_err(|failure| format!("{model}: refused: {}", headers::complaints(&failure).join("; ")))?;
    match report.verdict {
        Verdict::Safe { .. } if safe => Ok(()),
        Verdict::Safe { .. } => Err(format!("{model}: safe, but a violation was expected")),
        Verdict::Violation(execution) => {
            let violated = execution.violated.as_ref().ok_or(format!("{model}: a violation of nothing"))?;
            let found = violated.property.describe();
            match &program.property {
                _ if safe => Err(format!("{model}: {found} ({}), but safe was expected", violated.message)),
                Some(property) if !found.contains(property.as_str()) => {
                    Err(format!("{model}: {found} ({}), but `{property}` was expected", violated.message))
                }
                _ => Ok(()),
            }
        }
        Verdict::Unknown(why) => Err(format!("{model}: no verdict: {why:?}")),
    }
}

fn refused(program: &Program, complaint: &Complaint) -> Result<(), String> {
    let expected = match complaint.place {
        Some((line, column)) => format!("{line}:{column} {}", complaint.text),
        None => complaint.text.clone(),
    };
    let Err(failure) = check(&program.request("sc"), &mut Silent) else {
        return Err(format!("accepted, but `{expected}` was expected"));
    };
    let as_expected = failure.diagnostics.iter().any(|diagnostic| {
        let place = diagnostic.span.map(|span| {
            let at = failure.sources.position(span.file, span.start);
            (at.line, at.column)
        });
        diagnostic.message.contains(&complaint.text) && (complaint.place.is_none() || place == complaint.place)
    });
    let found = headers::complaints(&failure).join("; ");
    if as_expected { Ok(()) } else { Err(format!("`{found}`, but `{expected}` was expected")) }
}
