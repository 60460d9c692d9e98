//! The tool's verdicts against those of the machine.
//!
//! What must not be seen at the end is chosen from what the machine has seen, so that the models differ where they can.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::native::batch::{Batch, Model, Report, Source};
use crate::native::generate::{Draft, Forbidden, Program};
use crate::oracle::tool::{Engine, Verdict, verdict_within};

/// More states than this, and a program is skipped.
pub const STATES: u32 = 60_000;

/// The tool may say that it does not know after this time.
const TIME: Duration = Duration::from_secs(3);

/// What a program does under every model.
pub type Reports = [Report; 3];

/// A program with what is right about it.
#[derive(Clone, Debug)]
pub struct Case {
    pub program: Program,
    pub forbidden: Forbidden,
    /// Under SC, TSO, PSO: the assertions can fail.
    pub violated: [bool; 3],
}

/// How the tool did on one program.
#[derive(Clone, Default, Debug)]
pub struct Judgement {
    pub agreed: usize,
    /// Why it did not know, or refused.
    pub unknown: Vec<String>,
    /// What it said that is wrong.
    pub wrong: Vec<String>,
}

/// Runs programs under all models; nothing for one that has too many states.
pub fn run(drafts: &[Draft]) -> Vec<Option<(Program, Reports)>> {
    let programs: Vec<Program> = drafts.iter().map(Draft::program).collect();
    let source = |(index, program): (usize, &Program)| {
        let prefix = format!("p{index}_");
        Source { text: program.observing(&prefix), prefix, private_main: program.private_main }
    };
    let sources: Vec<Source> = programs.iter().enumerate().map(source).collect();
    let mut batch = Batch::compile(&sources);
    let mut reports = |index: usize| {
        let mut all = Reports::default();
        // The weakest model has the most states.
        for model in [Model::Pso, Model::Tso, Model::Sc] {
            all[model as usize] = batch.ask(index, model, STATES, &[]);
            if all[model as usize].capped {
                return None;
            }
        }
        Some(all)
    };
    programs.into_iter().enumerate().map(|(index, program)| Some((program, reports(index)?))).collect()
}

/// States what must not be seen: an end, or a part of one, that as few models as possible show. `choice` is any number.
pub fn choose(program: Program, reports: &Reports, choice: u32) -> Case {
    let width = program.observables.len();
    let choice = choice as usize;
    let [sc, tso, pso] = reports;
    let only = |some: &Report, less: &Report| -> Vec<Vec<i64>> { some.ends.difference(&less.ends).cloned().collect() };
    let mut pools = [only(pso, tso), only(tso, sc), sc.ends.iter().cloned().collect()];
    pools.rotate_left([0, 0, 0, 1, 1, 2][choice % 6]);
    let end = pools.iter().find(|pool| !pool.is_empty()).map(|pool| pool[choice / 6 % pool.len()].clone());
    // No execution ends: then nothing that is said about the end is wrong.
    let mut end = end.unwrap_or_else(|| vec![0; width]);
    if choice % 5 == 4 {
        end[choice / 5 % width] += 1;
    }
    let mut forbidden: Forbidden = end.into_iter().enumerate().collect();
    narrow(&mut forbidden, reports);
    let violated = reports.each_ref().map(|report| report.violated || shows(&report.ends, &forbidden));
    Case { program, forbidden, violated }
}

/// Whether some end shows all that is forbidden.
pub fn shows(ends: &BTreeSet<Vec<i64>>, forbidden: &Forbidden) -> bool {
    ends.iter().any(|end| forbidden.iter().all(|(index, value)| end[*index] == *value))
}

/// Leaves out what makes no difference to the verdicts.
fn narrow(forbidden: &mut Forbidden, reports: &Reports) {
    let verdicts = |forbidden: &Forbidden| reports.each_ref().map(|report| shows(&report.ends, forbidden));
    let wanted = verdicts(forbidden);
    let mut index = 0;
    while index < forbidden.len() {
        let mut less = forbidden.clone();
        less.remove(index);
        if !less.is_empty() && verdicts(&less) == wanted {
            *forbidden = less;
        } else {
            index += 1;
        }
    }
}

/// Asks both engines of the tool under every model.
pub fn judge(case: &Case) -> Judgement {
    let text = case.program.asserting("", &case.forbidden);
    let mut judgement = Judgement::default();
    for model in Model::ALL {
        let violated = case.violated[model as usize];
        for engine in [Engine::Check, Engine::Explore] {
            let said = catch_unwind(AssertUnwindSafe(|| verdict_within(&text, model.name(), engine, TIME)));
            let at = format!("{engine:?} under {}", model.name());
            let right = if violated { "violation" } else { "safe" };
            match said {
                Ok(Verdict::Unknown(why)) => judgement.unknown.push(format!("{at}: {why}")),
                Ok(verdict) if (verdict == Verdict::Violation) == violated => judgement.agreed += 1,
                Ok(verdict) => judgement.wrong.push(format!("{at}: expected {right}, got {verdict:?}")),
                Err(_) => judgement.wrong.push(format!("{at}: expected {right}, got a panic")),
            }
        }
    }
    judgement
}
