//! A memory model made ready for growing graphs.
//!
//! In: a model's axioms. Out: a [`Plan`]: which sets and which columns of relations are kept for each event, and for each
//! axiom how it is judged. It must not know any graph, nor any model by name.
//!
//! A relation within program order never changes between events that are there, because a new event is the last of its
//! thread. So its column (the events that come before the new one in it) is computed once, when the event is added. An
//! axiom of the common shape `acyclic S | rf | co | fr`, with `S` within program order and `rf` or only `rfe`, is then
//! judged by one search backward from the new event, unless the sets of a read hang on what it finds (as of a compare-and-exchange
//! that may fail; [`FailedUpdates::Load`]), for columns are computed before that is known; `empty rmw & (fre ; coe)` by looking at the neighbours in co. All
//! other axioms are judged by [`crate::explore::graph::matrix`], but for choices that such an axiom never minds ([`super::forward`]) and those
//! that it certainly forbids: it may hold each location in order, or the halves of a read-modify-write together, beside what else it says.

use rustc_hash::FxHashMap;

use super::causal::Causal;
use super::forward;
use super::source::Source;
use crate::exec::execution::Dependency;
use crate::exec::groups::{self, Parts};
use crate::explore::threads::class::{Class, Classes};
use crate::model::carrier::Schedule;
use crate::model::term::{Sort, Term, TermId};
use crate::model::{Axiom, AxiomKind, FailedUpdates, Model, Recursion, Tag};

/// How a column is computed when an event is added.
#[derive(Clone, Debug)]
pub enum Step {
    Union(Vec<Source>),
    Intersection(Source, Source),
    Difference(Source, Source),
    /// The members of `from`, if the event is in `to`.
    Restrict {
        relation: Source,
        from: Option<usize>,
        to: Option<usize>,
    },
    Exclude {
        relation: Source,
        from: usize,
        to: usize,
    },
    Sequence(Source, Source),
    Plus(Source),
}

/// Which rf edges an axiom has in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadsFrom {
    All,
    /// Only between threads.
    External,
    None,
}

/// An axiom `acyclic S | rf | co | fr`.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// What leads to an event within program order, in any number of steps.
    pub within: Source,
    pub reads_from: ReadsFrom,
}

/// How a model is judged on a growing graph.
#[derive(Clone, Debug)]
pub struct Plan<'m> {
    pub model: &'m Model,
    /// The set terms whose members are kept as rows.
    sets: Vec<TermId>,
    pub steps: Vec<Step>,
    pub orders: Vec<Order>,
    /// No write of another thread comes between the halves of a read-modify-write.
    pub atomicity: bool,
    /// Some axiom that needs the whole graph says that, too, and perhaps more.
    pub has_atomicity: bool,
    /// Axioms that need the whole graph.
    pub others: Others,
    /// How choices are judged by causes, where that is known of all of them.
    pub causal: Option<Causal>,
    /// By row: whether an access to memory that is cut is one step there.
    pub whole: Vec<bool>,
    classes: [FxHashMap<Vec<Tag>, u32>; 4],
    members: Vec<u64>,
}

/// Axioms that are judged on whole graphs.
#[derive(Clone, Debug)]
pub struct Others {
    /// Rows of `model.axioms()`.
    pub rows: Vec<usize>,
    /// What is evaluated for them.
    pub schedule: Schedule,
    /// By term whether its value hangs on rf or co.
    pub moving: Vec<bool>,
    /// By term whether its value hangs on rf, co or the tags of an event.
    pub tagged: Vec<bool>,
    /// The last event of its thread and of its location breaks none of them ([`forward`]), unless it is the write of a
    /// read-modify-write that does not follow what its read has found.
    pub last: bool,
    /// Neither does one through which no cycle of `po | rf | co | fr` passes.
    pub needs_cycle: bool,
}

impl Others {
    fn new(model: &Model, rows: Vec<usize>) -> Others {
        let roots = rows.iter().flat_map(|i| model.axioms()[*i].parts.iter().map(|part| part.term));
        let terms = model.terms();
        let moves = |sort: Sort, name: &str| sort == Sort::Relation && matches!(name, "rf" | "co" | "fr");
        // Whether an event is a read, a write or a fence hangs on no value.
        let is_tag = |sort: Sort, name: &str| sort == Sort::Set && !matches!(name, "_" | "R" | "W" | "M" | "F" | "IW");
        Others {
            schedule: Schedule::of(terms, roots),
            moving: terms.made_from(moves),
            tagged: terms.made_from(|sort, name| moves(sort, name) || is_tag(sort, name)),
            last: false,
            needs_cycle: false,
            rows,
        }
    }
}

/// A column and whether it stays within program order.
#[derive(Clone, Copy)]
struct Compiled {
    source: Source,
    within: bool,
}

impl<'m> Plan<'m> {
    pub fn new(model: &'m Model) -> Plan<'m> {
        let mut plan = Plan {
            model,
            sets: Vec::new(),
            steps: Vec::new(),
            orders: Vec::new(),
            atomicity: false,
            has_atomicity: false,
            others: Others::new(model, Vec::new()),
            causal: None,
            // What is taken apart only allows more.
            whole: groups::parts(model).into_iter().map(|parts| parts == Parts::One).collect(),
            classes: Default::default(),
            members: Vec::new(),
        };
        let mut others = Vec::new();
        for (i, axiom) in model.axioms().iter().enumerate() {
            // What a failed attempt has compiled is of no use to others.
            let (steps, sets) = (plan.steps.len(), plan.sets.len());
            if plan.is_atomicity(axiom) {
                plan.atomicity = true;
            } else if let Some(order) = plan.order(axiom).filter(|_| model.failed_updates() == FailedUpdates::Update) {
                plan.orders.push(order);
            } else {
                plan.steps.truncate(steps);
                plan.sets.truncate(sets);
                others.push(i);
            }
        }
        let is_of_halves = |plan: &Plan<'_>, i: &usize| plan.between_halves(&model.axioms()[*i]).is_some();
        let rest = Others::new(model, others.clone());
        let forms = forward::Forms::new(model, &rest.moving);
        let last = others.iter().all(|i| is_of_halves(&plan, i) || forms.outlasts(&model.axioms()[*i]));
        let needs_cycle = others.iter().all(|i| is_of_halves(&plan, i) || forms.needs_cycle(&model.axioms()[*i]));
        plan.has_atomicity = others.iter().any(|i| is_of_halves(&plan, i));
        if others.iter().any(|i| forward::holds_locations(model, &model.axioms()[*i])) {
            let within = plan.add(Step::Intersection(Source::Po, Source::SameLocation));
            plan.orders.push(Order { within, reads_from: ReadsFrom::All });
        }
        let is_whole = |i: &&usize| plan.between_halves(&model.axioms()[**i]).is_none();
        let left: Vec<usize> = others.iter().filter(is_whole).copied().collect();
        plan.causal = Causal::of(model, &left, &mut |set| plan.set(set));
        plan.others = Others { last, needs_cycle, ..rest };
        plan
    }

    /// The same model judged without any short cut, for comparison.
    pub fn without_short_cuts(model: &'m Model) -> Plan<'m> {
        let mut plan = Plan::new(model);
        plan.steps.clear();
        plan.sets.clear();
        plan.orders.clear();
        plan.atomicity = false;
        plan.has_atomicity = false;
        plan.causal = None;
        plan.others = Others::new(model, (0..model.axioms().len()).collect());
        plan
    }

    /// How many sets are kept as rows.
    pub fn sets(&self) -> usize {
        self.sets.len()
    }

    /// Whether an event of a class is in each kept set, as bits.
    pub fn membership(&self, class: u32) -> u64 {
        self.members[class as usize]
    }

    fn term(&self, id: TermId) -> &'m Term {
        self.model.terms().get(id)
    }

    fn is_base(&self, id: TermId, name: &str) -> bool {
        matches!(self.term(id), Term::Base(Sort::Relation, base) if base == name)
    }

    /// Whether a term is a base relation, or one of its halves between and within threads.
    fn half(&self, id: TermId) -> Option<(&'m str, ReadsFrom)> {
        match self.term(id) {
            Term::Base(Sort::Relation, name) => Some((name, ReadsFrom::All)),
            Term::Intersection(a, b) => {
                let other = |x: TermId, y: TermId| match (self.term(x), self.term(y)) {
                    (Term::Base(Sort::Relation, name), Term::Base(Sort::Relation, side)) if side == "ext" => {
                        Some((name.as_str(), ReadsFrom::External))
                    }
                    _ => None,
                };
                other(*a, *b).or_else(|| other(*b, *a))
            }
            _ => None,
        }
    }

    /// `empty rmw & (fre ; coe)`.
    fn is_atomicity(&self, axiom: &Axiom) -> bool {
        self.between_halves(axiom) == Some((ReadsFrom::External, ReadsFrom::External))
    }

    /// Of `empty rmw & (fr ; co)`, which halves of `fr` and of `co` it has.
    fn between_halves(&self, axiom: &Axiom) -> Option<(ReadsFrom, ReadsFrom)> {
        let [part] = axiom.parts.as_slice() else { return None };
        let Term::Intersection(a, b) = self.term(part.term) else { return None };
        let between = |id: TermId| match self.term(id) {
            Term::Sequence(x, y) => match (self.half(*x), self.half(*y)) {
                (Some(("fr", first)), Some(("co", second))) => Some((first, second)),
                _ => None,
            },
            _ => None,
        };
        let of = |rmw: TermId, other: TermId| between(other).filter(|_| self.is_base(rmw, "rmw"));
        of(*a, *b).or_else(|| of(*b, *a)).filter(|_| axiom.kind == AxiomKind::Empty)
    }

    /// An acyclicity axiom of the common shape.
    fn order(&mut self, axiom: &Axiom) -> Option<Order> {
        if axiom.kind != AxiomKind::Acyclic {
            return None;
        }
        let (mut co, mut fr, mut reads_from) = (false, false, ReadsFrom::None);
        let mut parts = Vec::new();
        for part in &axiom.parts {
            match self.half(part.term) {
                Some(("co", ReadsFrom::All)) => co = true,
                Some(("fr", ReadsFrom::All)) => fr = true,
                Some(("rf", side)) => {
                    reads_from = if reads_from == ReadsFrom::All { ReadsFrom::All } else { side };
                }
                _ => parts.push(self.column(part.term).filter(|c| c.within)?.source),
            }
        }
        if !co || !fr {
            return None;
        }
        let within = self.add(Step::Union(parts));
        let within = self.add(Step::Plus(within));
        Some(Order { within, reads_from })
    }

    fn add(&mut self, step: Step) -> Source {
        if let Step::Union(items) = &step {
            match items.as_slice() {
                [] => return Source::Nothing,
                [one] => return *one,
                _ => {}
            }
        }
        self.steps.push(step);
        Source::Column(self.steps.len() - 1)
    }

    /// A relation as a column, if that is possible.
    fn column(&mut self, id: TermId) -> Option<Compiled> {
        let is = |source, within| Some(Compiled { source, within });
        match self.term(id) {
            Term::Base(_, name) => match name.as_str() {
                "po" => is(Source::Po, true),
                "kept" => is(Source::Kept, true),
                "rmw" => is(Source::Rmw, true),
                "loc" => is(Source::SameLocation, false),
                "int" => is(Source::SameThread, false),
                "ext" => is(Source::OtherThread, false),
                _ => None,
            },
            Term::Zero => is(Source::Nothing, true),
            Term::Union(items) => {
                let columns: Vec<Compiled> = items.iter().map(|item| self.column(*item)).collect::<Option<_>>()?;
                let within = columns.iter().all(|c| c.within);
                let source = self.add(Step::Union(columns.iter().map(|c| c.source).collect()));
                is(source, within)
            }
            Term::Intersection(a, b) => {
                let (a, b) = (self.column(*a)?, self.column(*b)?);
                let source = self.add(Step::Intersection(a.source, b.source));
                is(source, a.within || b.within)
            }
            Term::Difference(a, b) => {
                let (a, b) = (self.column(*a)?, self.column(*b)?);
                let source = self.add(Step::Difference(a.source, b.source));
                is(source, a.within)
            }
            Term::Restrict { relation, from, to } => {
                let relation = self.column(*relation)?;
                let from = from.map(|set| self.set(set)).map_or(Some(None), |set| set.map(Some))?;
                let to = to.map(|set| self.set(set)).map_or(Some(None), |set| set.map(Some))?;
                let source = self.add(Step::Restrict { relation: relation.source, from, to });
                is(source, relation.within)
            }
            Term::Exclude { relation, from, to } => {
                let relation = self.column(*relation)?;
                let (from, to) = (self.set(*from)?, self.set(*to)?);
                let source = self.add(Step::Exclude { relation: relation.source, from, to });
                is(source, relation.within)
            }
            Term::Sequence(a, b) => {
                let (a, b) = (self.column(*a)?, self.column(*b)?);
                if !a.within || !b.within {
                    return None;
                }
                let source = self.add(Step::Sequence(a.source, b.source));
                is(source, true)
            }
            Term::Plus(a) => {
                let a = self.column(*a).filter(|c| c.within)?;
                let source = self.add(Step::Plus(a.source));
                is(source, true)
            }
            // With the events themselves a relation is not within program order; a cycle of it means nothing.
            _ => None,
        }
    }

    /// The row of a set, if its members are known from the events alone.
    fn set(&mut self, id: TermId) -> Option<usize> {
        if let Some(known) = self.sets.iter().position(|set| *set == id) {
            return Some(known);
        }
        if !self.is_fixed(id) || self.sets.len() == 64 {
            return None;
        }
        self.sets.push(id);
        Some(self.sets.len() - 1)
    }

    fn is_fixed(&self, id: TermId) -> bool {
        match self.term(id) {
            Term::Base(Sort::Set, _) => true,
            Term::Union(items) => items.iter().all(|item| self.is_fixed(*item)),
            Term::Intersection(a, b) | Term::Difference(a, b) => self.is_fixed(*a) && self.is_fixed(*b),
            Term::Complement(a) => self.is_fixed(*a),
            _ => false,
        }
    }

    /// Whether an event of a class is in a set.
    fn is_member(&self, id: TermId, class: Class<'_>) -> bool {
        match self.term(id) {
            Term::Base(_, name) => belongs(self.model, class, name),
            Term::Union(items) => items.iter().any(|item| self.is_member(*item, class)),
            Term::Intersection(a, b) => self.is_member(*a, class) && self.is_member(*b, class),
            Term::Difference(a, b) => self.is_member(*a, class) && !self.is_member(*b, class),
            Term::Complement(a) => !self.is_member(*a, class),
            other => panic!("{other:?} is no set of events; please report this"),
        }
    }
}

/// Whether an event of a class is in a base set, a fence kind or a tag.
pub fn belongs(model: &Model, class: Class<'_>, name: &str) -> bool {
    match (class, name) {
        (Class::Other, _) => false,
        (_, "_") => true,
        (Class::Read(_), "R" | "M") | (Class::Write(_), "W" | "M") | (Class::Fence(_), "F") => true,
        (Class::Fence(kind), name) => model.kind_sets(kind).iter().any(|set| set == name),
        (Class::Read(tags) | Class::Write(tags), name) => tags.iter().any(|tag| tag == name),
    }
}

impl Classes for Plan<'_> {
    fn class(&mut self, class: Class<'_>) -> u32 {
        let name;
        let (kind, sets): (usize, &[Tag]) = match class {
            Class::Read(tags) => (0, tags),
            Class::Write(tags) => (1, tags),
            Class::Fence(kind) => {
                name = self.model.kind_name(kind);
                (2, std::slice::from_ref(&name))
            }
            Class::Other => (3, &[]),
        };
        if let Some(known) = self.classes[kind].get(sets) {
            return *known;
        }
        let bits =
            (0..self.sets.len()).filter(|i| self.is_member(self.sets[*i], class)).fold(0, |bits, i| bits | 1 << i);
        let number = u32::try_from(self.members.len()).expect("few classes of events; please report this");
        self.members.push(bits);
        self.classes[kind].insert(sets.to_vec(), number);
        number
    }
}

/// Why a model cannot be explored.
pub fn refusal(model: &Model) -> Option<String> {
    if !model.forbids_load_buffering() {
        return Some(
            "it allows cycles of program order and reads-from: a read may take a value that it causes itself"
                .to_string(),
        );
    }
    if !model.is_monotone() {
        return Some(
            "an inconsistent graph may become consistent as it grows, because its axioms subtract rf, co or fr"
                .to_string(),
        );
    }
    if model.recursion() != Recursion::None {
        return Some("its axioms have recursive definitions, which are not followed here".to_string());
    }
    let parts = model.polarity("parts");
    if parts.positive || parts.negative {
        return Some("its axioms speak of the `parts` of an access, which are not told apart here".to_string());
    }
    for dependency in Dependency::ALL {
        let polarity = model.polarity(dependency.name());
        if polarity.positive || polarity.negative {
            return Some(format!(
                "its axioms speak of `{}` dependencies, which are not followed here",
                dependency.name()
            ));
        }
    }
    None
}
