//! A memory model as data.
//!
//! In: a model's TOML file and its axioms, built in or from disk. Out: a [`Model`]: which pairs of accesses may be
//! reordered, the fence kinds, what C's memory orders become, and axioms that [`evaluate()`] turns into demands over any
//! Boolean algebra. It must not know the IR, solvers or any particular model: a new model is a new file under
//! `encodings/`, whose README is the reference of both formats.
//!
//! The way of the data: `file` reads the TOML, `parser` the axioms, `resolve` settles names and types into `term`s,
//! `wellformed` compares what the TOML declares with what the axioms do on small execution graphs; [`evaluate()`] and
//! [`check()`] are the model at work.

pub(crate) mod algebra;
pub(crate) mod bounds;
pub(crate) mod carrier;
mod causality;
mod check;
mod closure;
mod critical;
mod environment;
mod evaluate;
mod explain;
mod file;
pub mod graph;
pub(crate) mod ground;
mod heredity;
mod kinds;
mod late;
mod lexer;
pub(crate) mod matrix;
pub(crate) mod pairs;
mod parser;
pub(crate) mod relation;
mod resolve;
mod strength;
pub(crate) mod syntax;
mod tag;
pub(crate) mod term;
mod usual;
mod vocabulary;
pub(crate) mod wanted;
mod wellformed;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use include_dir::{Dir, include_dir};

use file::WellFormed;

use crate::diag::{Diagnostic, Sources, Span};
use crate::ids::FenceId;
use crate::intake::{self, Writer};

pub use algebra::{Algebra, Bool};
pub use bounds::Chance;
pub use check::{BrokenAxiom, CycleEdge, check, holds};
pub use environment::{Environment, Frame, Supply};
pub use evaluate::{Demand, EvaluatedPart, Obligation, evaluate, evaluate_wanted};
pub use file::HIGHEST_COST;
pub use ground::{Ground, Marks};
pub use kinds::{Does, FenceKind, ReadFence};
pub use relation::{Relation, Set};
pub use resolve::{Axiom, Part};
pub use syntax::AxiomKind;
pub use tag::Tag;
pub use term::{Polarity, Recursion};
pub use vocabulary::{BASE_RELATIONS, BASE_SETS};
pub use wanted::{Cycles, Wanted};

/// The model files inside the binary.
static ENCODINGS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/encodings");

/// The relations that stem from how the text uses what it reads.
const DEPENDENCIES: [&str; 3] = ["addr", "data", "ctrl"];

/// What an access does to memory, as far as reordering is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    Read,
    Write,
}

impl Access {
    pub const ALL: [Access; 2] = [Access::Read, Access::Write];

    /// The letter in model files.
    pub fn letter(self) -> &'static str {
        match self {
            Access::Read => "R",
            Access::Write => "W",
        }
    }
}

/// Two accesses of one thread, in program order.
pub type AccessPair = (Access, Access);

/// The operations of C that a model maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    Load,
    Store,
    /// Read-modify-write, a compare-and-exchange that fails included.
    Rmw,
    Fence,
}

impl Operation {
    pub const ALL: [Operation; 4] = [Operation::Load, Operation::Store, Operation::Rmw, Operation::Fence];

    /// The name in model files.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Load => "load",
            Operation::Store => "store",
            Operation::Rmw => "rmw",
            Operation::Fence => "fence",
        }
    }
}

/// The orders that C gives an operation, by their names in model files, from the weakest on.
pub const ORDERS: [&str; 7] = ["plain", "volatile", "relaxed", "acquire", "release", "acq_rel", "seq_cst"];

/// What one operation of C with one memory order becomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowering {
    /// The fence kinds before the access, in order. Of a fence operation: the fences that it is.
    pub before: Vec<FenceId>,
    /// The fence kinds after the access, in order; empty for a fence operation.
    pub after: Vec<FenceId>,
    /// The tags of the access's events, sets of the axioms; empty for a fence operation.
    pub tags: Vec<Tag>,
}

/// What a compare-and-exchange that fails is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedUpdates {
    /// What it is where it succeeds, but for what it writes: the instruction orders the same whatever it finds.
    Update,
    /// A load of the order that it has where it fails, with what the mapping puts behind that. What stands in front of it is that of its success.
    Load,
}

impl FailedUpdates {
    pub const ALL: [FailedUpdates; 2] = [FailedUpdates::Update, FailedUpdates::Load];

    /// The name in model files.
    pub fn name(self) -> &'static str {
        match self {
            FailedUpdates::Update => "update",
            FailedUpdates::Load => "load",
        }
    }
}

/// What chose how a value is computed, as where an `if` gave a variable one of two, is to whoever uses the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// A branch, for which what writes waits: a machine has branched, or computes the value from it.
    Branch,
    /// Nothing: where the ways have met it is over.
    Nothing,
}

impl Choices {
    pub const ALL: [Choices; 2] = [Choices::Branch, Choices::Nothing];

    /// The name in model files.
    pub fn name(self) -> &'static str {
        match self {
            Choices::Branch => "branch",
            Choices::Nothing => "nothing",
        }
    }
}

/// What is found out of a model when somebody asks, and then known to all its copies: it costs more than deciding a small test.
#[derive(Debug, Default)]
struct Facts {
    /// The answer of [`Model::has_origins`].
    origins: OnceLock<bool>,
    /// Those of [`Model::updates_order_everything`], by order.
    full_updates: [OnceLock<bool>; ORDERS.len()],
    /// Those of [`Model::may_be_late`], by access.
    late: [OnceLock<bool>; Access::ALL.len()],
}

/// A memory model.
#[derive(Clone, Debug)]
pub struct Model {
    name: String,
    description: String,
    citation: String,
    relaxed: Vec<AccessPair>,
    fences: Vec<FenceKind>,
    only_read: Vec<ReadFence>,
    /// What it costs to raise the order of an access to one of [`ORDERS`].
    raises: Vec<(String, u32)>,
    /// Of [`ORDERS`], those of [`Model::has_silent_updates`].
    silent_updates: Vec<String>,
    silent_restores: bool,
    silent_rewrites: bool,
    undefined_races: bool,
    failed_updates: FailedUpdates,
    choices: Choices,
    /// Per operation and order, in the order of [`Operation::ALL`] and [`ORDERS`].
    mapping: Vec<Lowering>,
    tags: Vec<Tag>,
    sets: Vec<Tag>,
    axioms_text: String,
    axioms: Vec<Axiom>,
    terms: term::Terms,
    facts: Arc<Facts>,
}

impl Model {
    /// Finds a model: a built-in one by its name, or one on disk by a path (anything with a path separator or ending in
    /// `.toml`). What is read is added to `sources`, so that the diagnostics can be shown.
    ///
    /// # Errors
    /// An unknown name, an unreadable file, and every mistake in the files.
    pub fn find(name_or_path: &str, sources: &mut Sources) -> Result<Model, Vec<Diagnostic>> {
        if name_or_path.contains(['/', '\\']) || name_or_path.ends_with(".toml") {
            return file::load(Path::new(name_or_path), WellFormed::Unknown, sources, &read_from_disk);
        }
        if Self::builtin_names().iter().any(|name| name == name_or_path) {
            return Self::find_builtin(name_or_path, WellFormed::Known, sources);
        }
        let names = Self::builtin_names();
        let near = suggest(name_or_path, names.iter().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        Err(vec![Diagnostic::error(format!("there is no memory model named `{name_or_path}`")).help(format!(
            "{near}the built-in models are {}; a model of your own is given by the path of its .toml file",
            names.join(", ")
        ))])
    }

    fn find_builtin(name: &str, well_formed: WellFormed, sources: &mut Sources) -> Result<Model, Vec<Diagnostic>> {
        let path = Path::new("encodings").join(format!("{name}.toml"));
        file::load(&path, well_formed, sources, &|path| {
            let inside = path.strip_prefix("encodings").unwrap_or(path);
            ENCODINGS
                .get_file(inside)
                .and_then(|file| file.contents_utf8())
                .map(str::to_string)
                .ok_or_else(|| "there is no such built-in file".to_string())
        })
    }

    /// The names of the built-in models, in alphabetical order.
    pub fn builtin_names() -> Vec<String> {
        let mut names: Vec<String> = ENCODINGS
            .files()
            .map(include_dir::File::path)
            .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
            .filter_map(|path| path.file_stem()?.to_str().map(str::to_string))
            .collect();
        names.sort();
        names
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn description(&self) -> &str {
        &self.description
    }

    pub fn citation(&self) -> &str {
        &self.citation
    }

    /// The pairs of accesses to different locations that may be reordered: RO of Joshi & Kroening, Definition 2.
    pub fn relaxed(&self) -> &[AccessPair] {
        &self.relaxed
    }

    /// Whether accesses to different locations may be reordered.
    pub fn relaxes(&self, first: Access, second: Access) -> bool {
        self.relaxed.contains(&(first, second))
    }

    /// Whether the order of an access may be raised.
    pub fn raises_orders(&self) -> bool {
        ORDERS.iter().any(|order| self.raise_cost(order).is_some())
    }

    /// What it costs to raise the order of an access to this one, if the model lets that be a repair.
    pub fn raise_cost(&self, order: &str) -> Option<u32> {
        self.raises.iter().find(|(name, _)| name == order).map(|(_, cost)| *cost)
    }

    /// What an operation with an order becomes.
    ///
    /// `order` is one of [`ORDERS`]; anything else is a bug of the caller and panics.
    pub fn lowering(&self, operation: Operation, order: &str) -> &Lowering {
        &self.mapping[operation as usize * ORDERS.len() + column(order)]
    }

    /// The kind that a fence of C of this order is, where it is one fence and nothing else.
    ///
    /// `order` is one of [`ORDERS`]; anything else is a bug of the caller and panics.
    pub fn fence_of(&self, order: &str) -> Option<FenceId> {
        let lowering = self.lowering(Operation::Fence, order);
        match (&lowering.before[..], &lowering.after[..]) {
            ([kind], []) | ([], [kind]) if lowering.tags.is_empty() => Some(*kind),
            _ => None,
        }
    }

    /// The tags that the mapping puts on events, in alphabetical order.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    fn roots(&self) -> impl Iterator<Item = term::TermId> {
        self.axioms.iter().flat_map(|axiom| axiom.parts.iter().map(|part| part.term))
    }

    /// What recursive definitions the axioms rest on.
    pub fn recursion(&self) -> Recursion {
        self.terms.recursion(self.roots())
    }

    /// Whether the axioms take notice of pairs that are held in program order.
    pub fn has_kept(&self) -> bool {
        let polarity = self.polarity("kept");
        polarity.positive || polarity.negative
    }

    pub fn axioms(&self) -> &[Axiom] {
        &self.axioms
    }

    /// The text of the axioms, as the file has it.
    pub fn axioms_text(&self) -> &str {
        &self.axioms_text
    }

    /// The expressions of the axioms.
    pub fn terms(&self) -> &term::Terms {
        &self.terms
    }

    /// On which sides of differences a base set or relation occurs in the axioms.
    ///
    /// Where it does not occur negatively, a SAT encoding needs only the direction from the event structure to the
    /// literal: a true pair must make its literal true.
    pub fn polarity(&self, name: &str) -> Polarity {
        self.terms.polarities(self.roots()).get(name).copied().unwrap_or_default()
    }

    /// Whether an inconsistent execution stays so as `rf`, `co` and `kept` grow: none of them is subtracted. The
    /// explorer's pruning needs it; it is the permanence of Bajczi's thesis, section 4.3.1.
    pub fn is_monotone(&self) -> bool {
        ["rf", "co", "fr", "kept"].iter().all(|name| !self.polarity(name).negative)
    }

    /// Whether an execution that is left when events are taken out of a consistent one is consistent, too: any fences, and
    /// any reads but those of read-modify-writes that write. `false` stands for "not known". What exactly may be taken out,
    /// and why the answer is right, stands at the head of `heredity.rs`. The executions are those of C programs, which leave
    /// empty what the file says in `sets`, and have fences of a kind that is only read where they write them: `present` are those of
    /// these sets that are not empty.
    pub fn is_hereditary(&self, present: &BTreeSet<String>) -> bool {
        let used = |set: &Tag| {
            present.contains(set.name()) || self.tags.contains(set) || self.fences.iter().any(|kind| kind.name == *set)
        };
        let read = self.only_read.iter().map(|kind| kind.name);
        let empty: Vec<Tag> = self.sets.iter().copied().chain(read).filter(|set| !used(set)).collect();
        heredity::is_hereditary(&self.terms, self.roots(), &empty)
    }

    /// Whether a consistent execution stays so when the tags of one of its reads become these. `false` stands for "not known".
    pub fn allows_to_become(&self, from: &[Tag], to: &[Tag]) -> bool {
        strength::may_become(&self.terms, self.roots(), from, to)
    }

    /// Whether a read-modify-write with this order of the language makes no difference where it stores what it finds: what is
    /// left of a consistent execution without it, its readers reading from the write that it read from, is consistent. The
    /// file says so; of the built-in ones the tests hold it.
    pub fn has_silent_updates(&self, order: &str) -> bool {
        self.silent_updates.iter().any(|silent| silent == order)
    }

    /// Whether a read-modify-write and a later store of its thread that puts back what it found make no difference, where no write
    /// comes between the two in coherence and nobody reads what is there in between: what is left of a consistent execution
    /// without them, the readers of the store reading from the write that the read-modify-write read from, is consistent.
    /// The file says so; of the built-in ones the tests hold it.
    pub fn has_silent_restores(&self) -> bool {
        self.silent_restores
    }

    /// Whether the model is one of the language, which leaves open what a program does whose accesses race.
    pub fn has_undefined_races(&self) -> bool {
        self.undefined_races
    }

    /// Whether a store of what is there makes no difference where one thread alone writes to a location: what is left of a
    /// consistent execution without it, its readers reading from the write before it, is consistent. The file says so; of the
    /// built-in ones the tests hold it.
    pub fn has_silent_rewrites(&self) -> bool {
        self.silent_rewrites
    }

    /// What a compare-and-exchange that fails is.
    pub fn failed_updates(&self) -> FailedUpdates {
        self.failed_updates
    }

    /// What the choice of a value is to whoever uses it.
    pub fn choices(&self) -> Choices {
        self.choices
    }

    /// Whether the pairs that marks order may be left to the graphs of the axioms; see [`ground::Marks::Routed`]. What it
    /// takes and why it is right stands at the head of `usual.rs`.
    pub fn routes_marks(&self) -> bool {
        usual::routes_marks(&self.terms, &self.axioms)
    }

    /// Whether a fence does nothing but keep in order the pairs that its kind declares, when it stands between them.
    ///
    /// True where `po` enters the axioms only through parts of orders that hold `kept`, too, and through the order of each
    /// location: there a fence adds edges between the accesses around it, as keeping the pairs does; which pairs,
    /// well-formedness has tested. In other models a fence may act on what other threads have done, or only together with
    /// the accesses around it.
    pub fn fences_order_pairs(&self) -> bool {
        self.routes_marks() && self.fences.iter().all(|kind| kind.helps.is_empty())
    }

    /// Whether an axiom has `kept` as a part of its order.
    pub fn is_grounded(&self, axiom: &Axiom) -> bool {
        usual::is_grounded(&self.terms, axiom)
    }

    /// Whether a read-modify-write with this order of the language, with what the mapping puts around it, orders all before
    /// it in its thread before all behind it.
    pub fn updates_order_everything(&self, order: &str) -> bool {
        // Orders that become the same are one.
        let lowering = self.lowering(Operation::Rmw, order);
        let first = ORDERS.iter().position(|other| self.lowering(Operation::Rmw, other) == lowering);
        let known = &self.facts.full_updates[first.unwrap_or_else(|| column(order))];
        *known.get_or_init(|| critical::update_orders_everything(self, order))
    }

    /// Whether an access of a kind may reach memory after something that happens because its thread has gone on.
    pub fn may_be_late(&self, kind: Access) -> bool {
        *self.facts.late[kind as usize].get_or_init(|| late::may_be_late(self, kind))
    }

    /// Whether an axiom of acyclicity has the whole of `co` as a part, so that nothing else need keep it from going in circles.
    pub fn keeps_coherence_acyclic(&self) -> bool {
        usual::keeps_coherence_acyclic(&self.terms, &self.axioms)
    }

    /// Whether an axiom is about an order of all locations.
    pub fn is_global(&self, axiom: &Axiom) -> bool {
        usual::is_global(&self.terms, axiom)
    }

    /// Whether `po | rf` is acyclic in every consistent execution.
    ///
    /// True where an axiom says so, and when no read may be overtaken by a later access. A cycle enters a thread by `rf`
    /// at a read and leaves it by `rf` at a later write; if reads are never overtaken, each such piece is in the
    /// model's global order, together with `rfe`. (Well-formedness has tested this on the load-buffering graphs.)
    pub fn forbids_load_buffering(&self) -> bool {
        self.holds_reads() || usual::forbids_load_buffering(&self.terms, &self.axioms)
    }

    /// Whether no read returns what was computed from what it returned, in any consistent execution. What it takes and why it
    /// is right stands at the head of `causality.rs`.
    pub fn has_origins(&self) -> bool {
        *self.facts.origins.get_or_init(|| self.forbids_load_buffering() || causality::has_origins(self))
    }

    /// Whether its axioms have dependencies, and one more of them never forbids less.
    pub fn leans_on_dependencies(&self) -> bool {
        let polarities = DEPENDENCIES.map(|name| self.polarity(name));
        polarities.iter().any(|polarity| polarity.positive) && polarities.iter().all(|polarity| !polarity.negative)
    }

    /// Whether no read may be overtaken by a later access.
    pub fn holds_reads(&self) -> bool {
        !self.relaxed.iter().any(|(first, _)| *first == Access::Read)
    }

    /// What `fencesmith models NAME` says: what is relaxed, the fence kinds, the mapping of C's orders, the axioms and
    /// their source. Several lines, the last one ended.
    pub fn explain(&self) -> String {
        explain::explain(self)
    }
}

/// Where an order of the language stands in a row of the mapping.
fn column(order: &str) -> usize {
    let column = ORDERS.iter().position(|o| *o == order);
    column.unwrap_or_else(|| panic!("`{order}` is not a memory order of model files; please report this"))
}

fn read_from_disk(path: &Path) -> Result<String, String> {
    intake::text(path, Writer::People).map_err(|error| error.to_string())
}

/// The known name nearest to a mistyped one, if it is near.
fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = name.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&folded, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(3) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A span of a file that was just added.
fn span_of(file: crate::ids::FileId, range: std::ops::Range<usize>) -> Span {
    Span { file, start: range.start as u32, end: range.end as u32 }
}

#[cfg(test)]
mod tests {
    use super::Model;
    use super::file::WellFormed;
    use crate::diag::Sources;

    /// What the program takes for granted of them.
    #[test]
    fn built_in_models_are_well_formed() {
        for name in Model::builtin_names() {
            if let Err(errors) = Model::find_builtin(&name, WellFormed::Unknown, &mut Sources::default()) {
                panic!("{name}: {errors:?}");
            }
        }
    }
}
