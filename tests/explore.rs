//! The explorer: exact numbers of executions of the programs in `benchmarks/explore`, and the same verdicts as the headers
//! of all other programs name.

mod headers;

use std::path::PathBuf;

use fencesmith::drive::outcome::Verdict;
use fencesmith::drive::{ExploreSettings, Request, explore};
use fencesmith::explore::Equivalence;
use fencesmith::progress::Silent;
use headers::{MODELS, Program};

/// One item of a `count` line.
struct Count {
    program: Program,
    model: String,
    equivalence: Equivalence,
    complete: u64,
    /// Not given where only the complete executions are known.
    blocked: Option<u64>,
}

impl Count {
    fn name(&self) -> String {
        format!(
            "{} {} under {} ({:?})",
            self.program.name(),
            self.program.options.join(" "),
            self.model,
            self.equivalence
        )
    }
}

/// The counts in the headers of the programs: lines `KEY: [-DN=n] MODEL COMPLETE[/BLOCKED], …`.
fn counts() -> Vec<Count> {
    let mut counts = Vec::new();
    for program in headers::programs(&["benchmarks/explore"]) {
        let text = std::fs::read_to_string(&program.path).expect("the program can be read");
        for line in text.lines().take_while(|line| line.starts_with("//")) {
            let equivalence = match line.split(':').next() {
                Some("// count" | "// complete") => Equivalence::Coherence,
                Some("// count-rf") => Equivalence::ReadsFrom,
                _ => continue,
            };
            let (_, items) = line.split_once(": ").expect("a line has a key");
            counts.extend(items.split(", ").map(|item| count(&program, item, equivalence)));
        }
    }
    assert!(counts.len() > 20, "the headers have counts");
    counts
}

fn count(program: &Program, item: &str, equivalence: Equivalence) -> Count {
    let mut program = program.clone();
    let (mut model, mut numbers) = (None, None);
    for word in item.split_whitespace() {
        match word {
            option if option.starts_with("-D") => program.options.push(option.to_string()),
            name if MODELS.contains(&name) => model = Some(name.to_string()),
            number => numbers = Some(number),
        }
    }
    let numbers = numbers.unwrap_or_else(|| panic!("{}: `{item}` has no count", program.name()));
    let (complete, blocked) = match numbers.split_once('/') {
        Some((complete, blocked)) => (complete, Some(blocked.parse().expect("a number"))),
        None => (numbers, None),
    };
    let model = model.unwrap_or_else(|| panic!("{}: `{item}` has no model", program.name()));
    Count { program, model, equivalence, complete: complete.parse().expect("a number"), blocked }
}

#[test]
fn the_numbers_of_executions_are_exact() {
    headers::for_each(&counts(), Count::name, |count| {
        let settings = ExploreSettings { equivalence: count.equivalence, ..ExploreSettings::default() };
        let report = match explore(&count.program.request(&count.model), &settings, &mut Silent) {
            Ok((report, _)) => report,
            Err(failure) => return headers::complaints(&failure),
        };
        let mut wrong = Vec::new();
        if report.complete != count.complete {
            wrong.push(format!("{} complete executions instead of {}", report.complete, count.complete));
        }
        if count.blocked.is_some_and(|blocked| blocked != report.blocked) {
            wrong.push(format!("{} blocked executions instead of {}", report.blocked, count.blocked.unwrap_or(0)));
        }
        if !matches!(report.verdict, Verdict::Safe { .. }) {
            wrong.push(format!("the verdict is {:?}", report.verdict));
        }
        wrong
    });
}

#[test]
fn litmus_shapes_have_their_verdicts() {
    verdicts(&["benchmarks/litmus"], &[]);
}

#[test]
fn algorithms_and_real_code_have_their_verdicts() {
    verdicts(&["benchmarks/mutex", "benchmarks/queues", "benchmarks/real", "benchmarks/wrong"], &[]);
}

#[test]
fn concurrency_kit_has_its_verdicts() {
    verdicts(&["benchmarks/ck"], &[]);
}

#[test]
fn programs_for_each_feature_have_their_verdicts() {
    verdicts(&["tests/c"], REFUSED);
}

/// Programs with values that are too many to be tried one by one.
const REFUSED: &[&str] = &[
    "tests/c/cprover_forms.c",
    "tests/c/division_by_zero.c",
    "tests/c/division_guarded.c",
    "tests/c/nondet_found.c",
    "tests/c/verifier_forms.c",
];

fn verdicts(folders: &[&str], refused: &[&str]) {
    let programs = headers::programs(folders);
    headers::for_each(&programs, Program::name, |program| {
        let judged = MODELS.iter().filter_map(|model| Some((model, program.safe(model)?)));
        judged.filter_map(|(model, safe)| judge(program, model, safe, refused).err()).collect()
    });
}

fn judge(program: &Program, model: &str, safe: bool, refused: &[&str]) -> Result<(), String> {
    let is_refused = refused.contains(&program.name().as_str());
    let (report, _) = match explore(&program.request(model), &ExploreSettings::default(), &mut Silent) {
        Ok(done) => done,
        Err(failure) => {
            let refusal = headers::complaints(&failure).join("; ");
            let is_expected = is_refused && refusal.contains("too wide to be explored");
            return if is_expected { Ok(()) } else { Err(format!("{model}: refused: {refusal}")) };
        }
    };
    match report.verdict {
        _ if is_refused => Err(format!("{model}: not refused")),
        Verdict::Safe { .. } if safe => Ok(()),
        Verdict::Violation(_) if !safe => Ok(()),
        Verdict::Unknown(why) => Err(format!("{model}: no verdict: {why:?}")),
        _ => Err(format!("{model}: {}, but the header says otherwise", if safe { "violation" } else { "safe" })),
    }
}

#[test]
fn a_limit_is_never_safe() {
    let path = headers::root().join("benchmarks/explore/fetch-add.c");
    let model = fencesmith::model::Model::find("sc", &mut Default::default()).expect("a built-in model");
    let request = Request::new(PathBuf::from(path), model);
    let settings = ExploreSettings { max_executions: Some(3), ..ExploreSettings::default() };
    let (report, _) = explore(&request, &settings, &mut Silent).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    assert_eq!(report.complete, 3);
    assert!(matches!(report.verdict, Verdict::Unknown(_)), "{:?}", report.verdict);
}
