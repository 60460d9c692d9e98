//! The repair of a litmus test in its own instructions.
//!
//! In: the text of a test, a model, and what there must be least of. Out: the text with the fewest or cheapest fences and stronger
//! instructions with which no execution ends in a state that the test looks for (that of `exists`, or one outside `forall`), and for
//! each of them that it is needed; or that there is no such text. It must not know how that is shown.
//!
//! Edits are tried in the text: it is read again and every execution is judged, so that the reader and the enumerator are all that is
//! trusted. The search is the one of programs ([`crate::synth`]): a text that still reaches the state gets edits as long
//! as it does, and those that are left out are a set of which a repair must have one.

use std::path::Path;

use indexmap::IndexMap;

use crate::diag::{Failure, Sources};
use crate::drive::outcome::Objective;
use crate::enumerate::{self, Undecided};
use crate::ids::CandidateId;
use crate::limits::StopToken;
use crate::litmus::{self, Cell, Change, Changeable};
use crate::model::{Model, ORDERS, Operation};
use crate::progress::Observer;
use crate::synth::candidate_set::CandidateSet;
use crate::synth::oracle::{Answer, Core, Counterexample, Oracle, Query, Weight};
use crate::synth::{Algorithm, Alternatives, Settings, Synthesis, synthesise};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct RepairRequest<'a> {
    pub path: &'a Path,
    pub text: &'a str,
    pub model: &'a Model,
    pub objective: Objective,
    pub stop: StopToken,
}

/// An edit of a repair, as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LitmusEdit {
    pub thread: usize,
    /// The new instruction.
    pub instruction: String,
    /// The instruction that it comes before, or takes the place of.
    pub at: String,
    pub is_fence: bool,
    pub cost: u64,
}

/// How it ended.
#[derive(Clone, Debug)]
pub enum LitmusRepair {
    /// No execution ends in such a state as the test is.
    Safe,
    Repaired {
        text: String,
        edits: Vec<LitmusEdit>,
    },
    /// With all fences and the strongest instructions the state is reached.
    Unrepairable,
    Undecided(String),
}

/// Finds a repair.
///
/// # Errors
/// The test is not read.
pub fn repair(request: &RepairRequest<'_>, observer: &mut dyn Observer) -> Result<LitmusRepair, Failure> {
    let mut sources = Sources::default();
    let read = litmus::read(request.path, request.text, &mut sources)
        .and_then(|_| litmus::changeable(request.path, request.text, &mut sources));
    let table = match read {
        Ok(table) => table,
        Err(error) => return Err(Failure::one(sources, error)),
    };
    let candidates = candidates(&table, request.model);
    let weights = candidates.iter().map(|candidate| candidate.weight(request.objective)).collect();
    let mut judge = Judge { request, table: &table, candidates: &candidates, weights };
    let settings = Settings { algorithm: Algorithm::Fi, stop: request.stop.clone(), ..Settings::default() };
    let chosen = match synthesise(&mut judge, &settings, None, observer) {
        Synthesis::AlreadySafe { .. } => return Ok(LitmusRepair::Safe),
        Synthesis::Repaired(repair) => repair.chosen,
        Synthesis::Unrepairable { .. } => return Ok(LitmusRepair::Unrepairable),
        Synthesis::Unknown { why, .. } => return Ok(LitmusRepair::Undecided(why)),
    };
    // Each edit is needed: without it the state is reached.
    for left_out in chosen.iter() {
        let mut fewer = chosen.clone();
        fewer.remove(left_out);
        match judge.is_reached(&fewer) {
            Ok(true) => {}
            Ok(false) => panic!("a repair of least weight can do without an edit; please report this"),
            Err(why) => return Ok(LitmusRepair::Undecided(why.to_string())),
        }
    }
    let edits = chosen.iter().map(|member| judge.told(&candidates[member.index()])).collect();
    Ok(LitmusRepair::Repaired { text: judge.text(&chosen), edits })
}

/// An edit that may be made.
#[derive(Clone, Debug)]
struct Candidate {
    cell: Cell,
    change: Change,
    cost: u64,
    /// Among repairs that are equal otherwise, the one with fewer of these is told.
    is_unusual: bool,
}

impl Candidate {
    fn weight(&self, objective: Objective) -> Weight {
        let weight = match objective {
            Objective::Cost => Weight { main: self.cost, other: 1, ..Weight::default() },
            Objective::Fences | Objective::Pairs => Weight::single(self.cost),
        };
        let mut fine = weight.fine;
        fine[0] = u64::from(self.is_unusual);
        Weight { fine, ..weight }
    }
}

/// A fence of each kind at each place where it may order something, and each annotation that the model's mapping has for a
/// stronger order and that the access can have.
fn candidates(table: &Changeable<'_>, model: &Model) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for place in table.places() {
        for kind in model.fences() {
            if let Some(fence) = kind.sets().iter().find_map(|set| table.fence(set.name())) {
                let (cost, is_unusual) = (u64::from(kind.cost), place.is_unusual);
                candidates.push(Candidate { cell: place.cell, change: Change::Before(fence), cost, is_unusual });
            }
        }
    }
    for access in table.accesses() {
        annotations(table, model, access, &mut candidates);
    }
    candidates.sort_by_key(|candidate| candidate.cell);
    candidates
}

/// The annotations that an access may get.
fn annotations(table: &Changeable<'_>, model: &Model, access: (Cell, Operation), candidates: &mut Vec<Candidate>) {
    let (cell, operation) = access;
    for order in ORDERS {
        let Some(cost) = model.raise_cost(order).map(u64::from) else { continue };
        let lowering = model.lowering(operation, order);
        if lowering.tags.is_empty() || !lowering.before.is_empty() || !lowering.after.is_empty() {
            continue;
        }
        let sets: Vec<String> = lowering.tags.iter().map(|tag| tag.to_string()).collect();
        let Some(new) = table.annotated(cell, &sets) else { continue };
        let is_known = |candidate: &Candidate| match &candidate.change {
            Change::Annotated(sets) if candidate.cell == cell && candidate.cost <= cost => {
                table.annotated(cell, sets).as_ref() == Some(&new)
            }
            _ => false,
        };
        if !candidates.iter().any(is_known) {
            let change = Change::Annotated(sets);
            candidates.push(Candidate { cell, change, cost, is_unusual: false });
        }
    }
}

/// Answers whether the state is reached with some edits.
struct Judge<'a> {
    request: &'a RepairRequest<'a>,
    table: &'a Changeable<'a>,
    candidates: &'a [Candidate],
    weights: Vec<Weight>,
}

impl Judge<'_> {
    fn text(&self, edits: &CandidateSet) -> String {
        let changes: Vec<(Cell, Change)> = edits
            .iter()
            .map(|member| &self.candidates[member.index()])
            .map(|candidate| (candidate.cell, candidate.change.clone()))
            .collect();
        if changes.is_empty() { self.request.text.to_string() } else { self.table.with(&changes) }
    }

    fn is_reached(&self, edits: &CandidateSet) -> Result<bool, Undecided> {
        let test = litmus::read(self.request.path, &self.text(edits), &mut Sources::default())
            .unwrap_or_else(|error| panic!("an edited test is not read: {}; please report this", error.message));
        enumerate::decide(&test, self.request.model, &self.request.stop).map(|outcome| outcome.is_reached)
    }

    /// As many edits as leave the state reached, these among them; `edits` themselves do.
    fn grown(&self, edits: &CandidateSet) -> Result<CandidateSet, Undecided> {
        let mut grown = edits.clone();
        for member in edits.complement().iter() {
            grown.insert(member);
            if !self.is_reached(&grown)? {
                grown.remove(member);
            }
        }
        Ok(grown)
    }

    fn told(&self, candidate: &Candidate) -> LitmusEdit {
        let at = self.table.instruction(candidate.cell);
        let (instruction, is_fence) = match &candidate.change {
            Change::Before(fence) => (fence.clone(), true),
            Change::Annotated(sets) => (self.table.annotated(candidate.cell, sets).unwrap_or_default(), false),
        };
        LitmusEdit { thread: candidate.cell.thread, instruction, at, is_fence, cost: candidate.cost }
    }
}

impl Oracle for Judge<'_> {
    type Witness = ();

    fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// An access has one annotation.
    fn alternatives(&self) -> Alternatives {
        let mut groups: IndexMap<Cell, Vec<CandidateId>> = IndexMap::new();
        for (index, candidate) in self.candidates.iter().enumerate() {
            if let Change::Annotated(_) = candidate.change {
                groups.entry(candidate.cell).or_default().push(CandidateId::from_index(index));
            }
        }
        Alternatives::of(self.candidates.len(), groups.into_values())
    }

    fn solve(&mut self, query: &Query<'_>) -> Answer<()> {
        match self.is_reached(query.enforced) {
            Ok(false) => Answer::Safe(Core { enforced: query.enforced.clone(), bound: false }),
            Ok(true) => match self.grown(query.enforced) {
                Ok(grown) => Answer::Violation(Counterexample { relaxed: grown.complement(), witness: () }),
                Err(why) => Answer::Unknown(why.to_string()),
            },
            Err(why) => Answer::Unknown(why.to_string()),
        }
    }

    fn block(&mut self, _: &CandidateSet) {
        panic!("the search for a repair of a litmus test blocks nothing; please report this");
    }
}
