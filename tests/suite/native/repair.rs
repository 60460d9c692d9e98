//! The tool's repairs against all placements of few fences, tried on the machine.
//!
//! The patched text, and the text without each of the suggested fences, are compiled by gcc and run as they are. The
//! least cost comes from fences at the points of the generated program; the tool may know other places, so that it may
//! find a cheaper repair, which then must hold on the machine, but never a dearer one.

use crate::native::batch::{Batch, FenceKind, Model, Source};
use crate::native::generate::Draft;
use crate::native::judge::{Case, STATES, shows};
use crate::oracle::tool::{Suggested, cost, suggestion_of};

/// Fences that are placed at once.
const MOST: usize = 2;

/// Points at which fences are tried; programs with more are left out.
pub const POINTS: usize = 14;

/// Placements of one program, compiled once.
struct Search<'a> {
    batch: Batch,
    case: &'a Case,
    model: Model,
    kinds: Vec<(FenceKind, u32)>,
}

impl Search<'_> {
    fn repairs(&mut self, fences: &[(usize, FenceKind)]) -> bool {
        let report = self.batch.ask(0, self.model, STATES, fences);
        !report.capped && !report.violated && !shows(&report.ends, &self.case.forbidden)
    }

    /// The least cost of at most `MOST` fences that repair the program, below `best`.
    fn least(&mut self, fences: &mut Vec<(usize, FenceKind)>, spent: u32, best: Option<u32>) -> Option<u32> {
        let mut best = best;
        let first = fences.last().map_or(0, |(point, _)| point + 1);
        for point in first..self.case.program.points {
            for (kind, price) in self.kinds.clone() {
                let total = spent + price;
                if best.is_some_and(|best| total >= best) {
                    continue;
                }
                fences.push((point, kind));
                if self.repairs(fences) {
                    best = Some(total);
                } else if fences.len() < MOST {
                    best = self.least(fences, total, best);
                }
                fences.pop();
            }
        }
        best
    }
}

/// What came of comparing one repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Right,
    /// The tool does not know.
    Unknown(String),
    Wrong(String),
}

/// Compares the repair of a program that is wrong under `model` and right under SC.
pub fn compare(case: &Case, model: Model) -> Outcome {
    let prefix = "p0_";
    let source = Source {
        text: case.program.observing(prefix),
        prefix: prefix.to_string(),
        private_main: case.program.private_main,
    };
    let mut kinds = vec![(FenceKind::Full, cost("full", model.name()))];
    if model == Model::Pso {
        kinds.insert(0, (FenceKind::StoreStore, cost("store-store", model.name())));
    }
    let mut search = Search { batch: Batch::compile(&[source]), case, model, kinds };
    let least = search.least(&mut Vec::new(), 0, None);
    let text =
        case.program.asserting(prefix, &case.forbidden).replace(&format!("int {prefix}main(void)"), "int main(void)");
    match suggestion_of(&text, model.name()) {
        Suggested::Unknown(why) => Outcome::Unknown(why),
        Suggested::Safe => Outcome::Wrong("it is said to be safe".to_string()),
        Suggested::Unrepairable => match least {
            Some(least) => {
                Outcome::Wrong(format!("it is said to be beyond repair, but fences of cost {least} repair it"))
            }
            None => Outcome::Right,
        },
        Suggested::Repaired { cost, patched, without } => {
            if let Some(least) = least.filter(|least| *least < cost) {
                return Outcome::Wrong(format!(
                    "fences of cost {cost} are suggested, but {least} are enough:\n{patched}"
                ));
            }
            if violated(&patched, prefix, case, model) == Some(true) {
                return Outcome::Wrong(format!("the suggested fences are not enough:\n{patched}"));
            }
            for less in without {
                if violated(&less, prefix, case, model) == Some(false) {
                    return Outcome::Wrong(format!("a suggested fence is not needed:\n{patched}\nwithout it:\n{less}"));
                }
            }
            Outcome::Right
        }
    }
}

/// Whether a text of the tool's can fail; nothing if that takes too long.
fn violated(text: &str, prefix: &str, case: &Case, model: Model) -> Option<bool> {
    let source = Source { text: text.to_string(), prefix: prefix.to_string(), private_main: case.program.private_main };
    let report = Batch::compile(&[source]).ask(0, model, STATES, &[]);
    (!report.capped).then_some(report.violated)
}

/// Whether fences could make a difference, and all placements can be tried.
pub fn is_worth_it(case: &Case, model: Model) -> bool {
    !case.violated[0] && case.violated[model as usize] && case.program.points <= POINTS
}

/// What is wrong with the repairs of a program.
pub fn wrong(case: &Case) -> Vec<String> {
    let wrong = |model: Model| match is_worth_it(case, model).then(|| compare(case, model)) {
        Some(Outcome::Wrong(why)) => Some(format!("suggest under {}: {why}", model.name())),
        _ => None,
    };
    [Model::Tso, Model::Pso].into_iter().filter_map(wrong).collect()
}

/// How many statements a draft has.
pub fn size(draft: &Draft) -> usize {
    draft.threads.iter().map(Vec::len).sum()
}
