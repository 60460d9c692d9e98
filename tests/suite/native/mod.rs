//! The native oracle: what gcc makes of a C program, run on a store-buffer machine under every schedule, against the tool.
//!
//! Nothing of `src/` decides what is right here: generated programs ([`generate`]) are compiled by gcc, which announces
//! every access to memory to a small machine in C (`runtime/`) that tries all schedules and all moments at which a
//! buffered store becomes visible ([`batch`]). The tool's verdicts, and the costs of its repairs, are compared with that
//! ([`judge`]); a program on which they differ is made small ([`shrink`]) and printed.
//!
//! `FENCESMITH_CASES` and `FENCESMITH_SEED` scale and vary the runs as everywhere.

mod batch;
mod features;
mod generate;
mod judge;
mod repair;
mod shrink;
mod structures;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use self::batch::{Batch, Model, Source};
use self::generate::{Draft, Numbers, draft};
use self::judge::{Case, STATES, choose, judge, run};
use self::repair::Outcome;
use crate::oracle::progress::Progress;
use crate::oracle::settings;
use proptest::prelude::Rng as _;
use proptest::test_runner::TestRng;

/// Programs in one binary.
const TOGETHER: usize = 40;

/// Numbers from a seeded source.
struct Seeded(TestRng);

impl Seeded {
    fn new(name: &'static str) -> Seeded {
        Seeded(settings::runner(name, 1).new_rng())
    }
}

impl Numbers for Seeded {
    fn next(&mut self) -> u32 {
        self.0.next_u32()
    }
}

/// What must not be seen at the end depends on the draft alone, so that it can be repeated.
fn choice(draft: &Draft) -> u32 {
    draft.shape.iter().fold(0_u32, |sum, number| sum.wrapping_mul(31).wrapping_add(*number)) >> 3
}

fn cases(drafts: &[Draft]) -> Vec<Option<Case>> {
    let ran = run(drafts).into_iter().zip(drafts);
    ran.map(|(ran, draft)| ran.map(|(program, reports)| choose(program, &reports, choice(draft)))).collect()
}

/// The smallest program on which something is wrong, and what.
fn explain(draft: &Draft, wrong: &dyn Fn(&Case) -> Vec<String>) -> String {
    let keeps = |case: &Option<Case>| case.as_ref().is_some_and(|case| !wrong(case).is_empty());
    let small = shrink::shrink(draft, |drafts| cases(drafts).iter().map(keeps).collect());
    let case = cases(std::slice::from_ref(&small)).remove(0).expect("it was judged");
    let lines = wrong(&case).join("\n").replace('\n', "\n// ");
    format!("// {lines}\n{}", case.program.asserting("", &case.forbidden))
}

/// Programs whose verdicts are known, from the first line of each: `// sc safe, tso violation, …`.
#[test]
fn the_machine_is_right() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native/machine");
    let mut checked = 0;
    for entry in fs::read_dir(directory).expect("readable") {
        let path = entry.expect("readable").path();
        let text = fs::read_to_string(&path).expect("readable");
        let header = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("a header").to_string();
        let mut batch = Batch::compile(&[Source { prefix: "p_".to_string(), text, private_main: true }]);
        for claim in header.split(", ") {
            let (name, verdict) = claim.split_once(' ').expect("a model and a verdict");
            let model = Model::ALL.into_iter().find(|model| model.name() == name).expect("a model");
            let report = batch.ask(0, model, STATES, &[]);
            assert!(!report.capped, "{}", path.display());
            assert_eq!(report.violated, verdict == "violation", "{} under {name}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 30, "few programs are there");
}

/// A generator whose programs are all safe, or all wrong, would test nothing; and weaker models show more.
#[test]
fn generated_programs_tell_the_models_apart() {
    let mut numbers = Seeded::new("native-spread");
    let mut seen = [0; 4];
    let drafts: Vec<Draft> = (0..200).map(|_| draft(&mut numbers)).collect();
    for (draft, ran) in drafts.iter().zip(run(&drafts)) {
        let Some((program, reports)) = ran else { continue };
        let [sc, tso, pso] = &reports;
        assert!(sc.ends.is_subset(&tso.ends) && tso.ends.is_subset(&pso.ends), "{}", program.observing(""));
        assert!(sc.violated <= tso.violated && tso.violated <= pso.violated, "{}", program.observing(""));
        let case = choose(program, &reports, choice(draft));
        seen[case.violated.iter().filter(|violated| **violated).count()] += 1;
    }
    assert!(seen.iter().all(|count| *count >= 5), "safe, wrong under PSO only, TSO and PSO, all: {seen:?}");
}

#[test]
fn the_tool_agrees_with_the_machine() {
    let mut numbers = Seeded::new("native");
    let total = settings::cases(150) as usize;
    let progress = Progress::new("native", total as u32);
    let (mut done, mut skipped, mut agreed, mut wrong) = (0, 0, 0, Vec::new());
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let mut violated = [0; 4];
    while done < total {
        let drafts: Vec<Draft> = (0..TOGETHER.min(total - done)).map(|_| draft(&mut numbers)).collect();
        done += drafts.len();
        for (draft, case) in drafts.iter().zip(cases(&drafts)) {
            progress.step();
            let Some(case) = case else {
                skipped += 1;
                continue;
            };
            violated[case.violated.iter().filter(|violated| **violated).count()] += 1;
            let judgement = judge(&case);
            agreed += judgement.agreed;
            for why in judgement.unknown {
                // Places differ, reasons repeat.
                let reason = why.rsplit(": ").next().unwrap_or_default().to_string();
                *unknown.entry(reason).or_default() += 1;
            }
            if !judgement.wrong.is_empty() {
                wrong.push(draft.clone());
            }
        }
    }
    println!("{done} programs, {skipped} skipped, {agreed} verdicts agree, wrong on {}", wrong.len());
    println!("violated under none, PSO, TSO and PSO, all: {violated:?}");
    println!("unknown: {unknown:#?}");
    let explained: Vec<String> = wrong.iter().take(3).map(|draft| explain(draft, &|case| judge(case).wrong)).collect();
    assert!(wrong.is_empty(), "{}", explained.join("\n\n"));
}

#[test]
fn the_tool_repairs_at_the_least_cost() {
    let mut numbers = Seeded::new("native-repair");
    let (mut left, mut unknown, mut wrong) = (settings::cases(30), 0, Vec::new());
    let progress = Progress::new("native-repair", left);
    while left > 0 {
        let drafts: Vec<Draft> =
            (0..TOGETHER).map(|_| draft(&mut numbers)).filter(|draft| repair::size(draft) < 8).collect();
        for (draft, case) in drafts.iter().zip(cases(&drafts)) {
            let Some(case) = case else { continue };
            for model in [Model::Tso, Model::Pso] {
                if left == 0 || !repair::is_worth_it(&case, model) {
                    continue;
                }
                left -= 1;
                progress.step();
                match repair::compare(&case, model) {
                    Outcome::Right => {}
                    Outcome::Unknown(_) => unknown += 1,
                    Outcome::Wrong(_) => wrong.push(draft.clone()),
                }
            }
        }
    }
    println!("{unknown} unknown, wrong on {}", wrong.len());
    let explained = wrong.iter().take(3).map(|draft| explain(draft, &repair::wrong));
    let explained: Vec<String> = explained.collect();
    assert!(wrong.is_empty(), "{}", explained.join("\n\n"));
}
