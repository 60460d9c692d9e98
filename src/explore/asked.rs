//! What all explorers of one program are asked.
//!
//! In: a model, settings, the code. Out: the model as it is judged ([`Plan`]) and threads without histories ([`Runs`]). It must
//! not know how many explorers there are.

use super::axioms::plan::Plan;
use super::graph::{may_have_twins, merges};
use super::question::Question;
use super::report::{Equivalence, Settings};
use super::threads::barrier::Barriers;
use super::threads::runs::Runs;
use super::threads::surroundings::Surroundings;
use crate::digest::sha256;
use crate::exec::interpret::Code;
use crate::exec::mapping::Mapping;
use crate::ir::Property;
use crate::ir::mutex::Kinds;
use crate::ir::text::print;
use crate::model::{Model, ORDERS, Operation};

/// What all explorers of one program are asked.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub model: &'a Model,
    pub settings: &'a Settings,
    pub mapping: Mapping<'a>,
    pub code: &'a Code<'a>,
    /// Mutexes are divided where their sections have nothing in common.
    pub divides_locks: bool,
}

impl<'a> Asked<'a> {
    /// The model as it is judged.
    pub fn plan(&self) -> Plan<'a> {
        if self.settings.short_cuts { Plan::new(self.model) } else { Plan::without_short_cuts(self.model) }
    }

    /// What parts of one exploration have in common besides their trunk: the question, who asks it, and what is known of memory.
    pub fn digested(&self, known: &Surroundings) -> Vec<String> {
        let mut common = vec![env!("CARGO_PKG_VERSION").to_string(), self.program(), self.meaning(), self.options()];
        common.extend(known.described());
        common
    }

    /// What another run must be asked that goes on where one has ended.
    pub fn question(&self) -> Question {
        Question {
            tool: env!("CARGO_PKG_VERSION").to_string(),
            program: sha256(&self.program()),
            model: sha256(&self.meaning()),
            options: sha256(&self.options()),
        }
    }

    fn program(&self) -> String {
        let program = self.code.program;
        format!("{} {:?} {:?}", print(program), program.checked, program.entry)
    }

    /// What the model makes of a program.
    fn meaning(&self) -> String {
        let Asked { model, .. } = *self;
        let orders = || Operation::ALL.iter().flat_map(|operation| ORDERS.map(|order| (*operation, order)));
        let lowered: Vec<_> = orders().map(|(operation, order)| model.lowering(operation, order)).collect();
        let silent = ORDERS.map(|order| model.has_silent_updates(order));
        let (name, fences, failed) = (model.name(), (model.fences(), model.only_read()), model.failed_updates());
        // Files that others include are not in the text, but in what it means.
        let (axioms, terms, choices) = (model.axioms(), model.terms(), model.choices());
        format!("{name} {fences:?} {lowered:?} {silent:?} {failed:?} {axioms:?} {terms:?} {choices:?}")
    }

    fn options(&self) -> String {
        let Settings { bounds, equivalence, all, plain_barriers, short_cuts, merges_waits, symmetry, .. } =
            self.settings;
        format!("{bounds:?} {equivalence:?} {all} {plain_barriers} {short_cuts} {merges_waits} {symmetry}")
    }

    /// Whether mutexes may be divided: nobody looks at single executions, which would have to be put together again, and at how an
    /// exploration goes on elsewhere.
    pub fn may_divide_locks(&self, wants_graphs: bool) -> bool {
        let Settings { divides_locks, equivalence, validate, part, keeps, resume, .. } = self.settings;
        let looked_at = [Property::DataRace, Property::Leak, Property::Uninitialised, Property::Liveness];
        *divides_locks
            && *equivalence == Equivalence::Coherence
            && !(*validate || *keeps || part.is_some() || resume.is_some() || wants_graphs)
            && self.code.mutexes == Kinds::Normal
            && !looked_at.iter().any(|property| self.code.program.checked.counts(*property))
    }

    /// No histories yet, and what is known of memory.
    pub fn runs(&self, known: Option<&Surroundings>) -> Runs<'a> {
        let mut runs = Runs::new(self.code, self.model, &self.settings.bounds);
        runs.ground.surroundings.barriers = Barriers::new(self.settings.plain_barriers);
        runs.ground.stop = self.settings.stop.clone();
        match known {
            Some(known) => {
                runs.ground.surroundings = known.clone();
                runs.ground.surroundings.wide.begin();
            }
            // Nor where several accesses are one step.
            None if self.divides_locks && !runs.has_sections() && !runs.has_pairs() => {
                runs.ground.surroundings.locks.watch()
            }
            None => {}
        }
        let is_whole = !runs.has_groups();
        runs.ground.merges_waits = self.settings.merges_waits
            && self.settings.equivalence == Equivalence::Coherence
            && is_whole
            && merges(self.code.program);
        runs.groups.wanted = self.settings.symmetry
            && self.settings.equivalence == Equivalence::Coherence
            && is_whole
            && !runs.has_sections()
            && !runs.ground.surroundings.apart.all
            && !runs.ground.surroundings.left_out.tells_twins
            && may_have_twins(&self.plan());
        runs
    }
}
