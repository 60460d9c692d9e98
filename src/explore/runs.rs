//! What each thread does by itself: a tree with a node for each history of what it has read.
//!
//! In: the code, and what is known of memory. Out: [`Label`]s: what a thread does next, given what it has read so far. A
//! thread is deterministic, so each history is run once by the interpreter, however many execution graphs it occurs in.
//! It must not know graphs; which values a read may return is the search's matter.
//!
//! A node whose answer is open keeps the machine that waits for it. The tree is a cache: [`Runs::prune`] drops what no
//! graph refers to when it has grown large, so that memory stays bounded.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::alone::{Alone, Found, Next};
use super::barrier::Known;
use super::pool::Names;
use super::report::Race;
use super::sections::Sections;
use super::sharing::{Location, Stop};
use super::surroundings::Surroundings;
use crate::diag::{Diagnostic, Span};
use crate::exec::addresses;
use crate::exec::bounds::{Bounds, Waiting};
use crate::exec::execution::Open;
use crate::exec::interpret::open::Value;
use crate::exec::interpret::{Access, Change, Code, Machine, Unset, World, initial};
use crate::exec::lifetime::Death;
use crate::ids::{FuncId, ThreadId};
use crate::ir::{BinaryOp, Op, Order, Property, RmwOp, Width};
use crate::limits::StopToken;
use crate::model::Model;

/// Nodes beyond which what is not in use is dropped; few in the tests, so that it happens there.
const LIMIT: usize = if cfg!(test) { 1 << 4 } else { 1 << 13 };

pub use super::label::{Detail, Fences, Label, Stuck};

/// A row of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    pub const NONE: NodeId = NodeId(u32::MAX);
}

/// One step of one history.
#[derive(Debug)]
pub struct Node {
    pub label: Label,
    /// Something between the step before and this one orders everything around it.
    pub sealed: bool,
    /// The strengths of the source's fences between the step before and this one, for telling data races.
    pub fences: Fences,
    /// How strongly the source orders the access.
    pub order: Order,
    /// Which sets of the model the event belongs to, by the kinds of [`super::plan::Plan::membership`].
    pub class: u32,
    /// Of an update: the class of its write.
    pub write_class: u32,
    /// The atomic section of the access; 0 is none.
    pub section: u32,
    /// How many waits at barriers without state come before it.
    pub waits: u32,
    /// Of a read: some answers may only let the thread wait.
    pub may_wait: bool,
    pub detail: Arc<Detail>,
    alone: Option<Box<Alone>>,
    children: Vec<(u64, NodeId)>,
}

/// Which sets of the model an event belongs to.
pub trait Classes {
    fn class(&mut self, kind: Class<'_>) -> u32;
}

/// What decides an event's sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class<'a> {
    Read(&'a [String]),
    Write(&'a [String]),
    Fence(usize),
    Other,
}

/// What decides what a thread does: itself, its function with its arguments, and what it knows of barriers.
type Root = (ThreadId, FuncId, Vec<u64>, Known);

/// The tree of all threads.
pub struct Runs<'p> {
    pub code: &'p Code<'p>,
    pub model: &'p Model,
    pub bounds: &'p Bounds,
    pub surroundings: Surroundings,
    nodes: Vec<Node>,
    roots: FxHashMap<Root, NodeId>,
    limit: usize,
    /// What several explorers call their objects.
    pub names: Option<&'p Names>,
    sections: bool,
    /// Whether anyone asks of a thread that waits in a loop if that is for good.
    keeps_waiting: bool,
    /// What the sections touch.
    touched: Sections,
    /// What the locations hold before anyone writes them.
    initial: FxHashMap<u64, u64>,
    /// Locations of which that value stands for any, and nothing has been said about it yet.
    unset: FxHashSet<u64>,
    /// The most iterations that any loop ran.
    pub(super) deepest: u32,
    /// The data races that were seen.
    pub races: Vec<Race>,
    /// The first thing that may have any value and for which one was taken.
    pub assumed: Option<Diagnostic>,
    /// The last thing that was left open, for what is to be said should anything depend on it.
    pub left_open: Option<(Open, Width, Option<Span>)>,
    /// An object that came back holds what the allocator left in it.
    pub is_littered: bool,
    /// Whether executions that differ in how long somebody waited count once.
    pub merges_waits: bool,
    /// Some thread has waited in some history.
    pub anyone_waits: bool,
    /// The program has assumptions.
    assumes: bool,
    /// Asked while a thread runs by itself.
    pub stop: StopToken,
}

impl<'p> Runs<'p> {
    pub fn new(code: &'p Code<'p>, model: &'p Model, bounds: &'p Bounds) -> Runs<'p> {
        let sections = code.program.functions.iter().flat_map(|f| &f.code).any(|i| i.op == Op::AtomicBegin);
        let assumes = code.program.functions.iter().flat_map(|f| &f.code).any(|i| matches!(i.op, Op::Assume { .. }));
        let surroundings = Surroundings::new(code);
        Runs {
            code,
            model,
            bounds,
            surroundings,
            nodes: Vec::new(),
            roots: FxHashMap::default(),
            limit: LIMIT,
            names: None,
            sections,
            keeps_waiting: code.program.checked.counts(Property::Liveness),
            touched: Sections::default(),
            initial: FxHashMap::default(),
            unset: FxHashSet::default(),
            deepest: 0,
            races: Vec::new(),
            assumed: None,
            left_open: None,
            is_littered: false,
            merges_waits: false,
            anyone_waits: false,
            assumes,
            stop: StopToken::default(),
        }
    }

    /// Forgets every history, but not what is known of memory.
    #[cfg(test)]
    pub fn restart(&mut self) {
        self.nodes.clear();
        self.roots.clear();
        self.initial.clear();
        self.limit = LIMIT;
        self.deepest = 0;
        self.races.clear();
        self.assumed = None;
        self.left_open = None;
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn label(&self, id: NodeId) -> Label {
        self.nodes[id.0 as usize].label
    }

    /// The thread that waits at a node in a loop, where it is asked for how long.
    pub fn waiting(&self, id: NodeId) -> Option<&Alone> {
        self.node(id).alone.as_deref()
    }

    /// Whether the program has atomic sections.
    pub fn has_sections(&self) -> bool {
        self.sections
    }

    /// Drops the nodes that are neither used nor the start of a thread. Returns the new names by the old ones.
    pub fn prune(&mut self, used: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
        let mut keep = vec![false; self.nodes.len()];
        for node in used.into_iter().chain(self.roots.values().copied()) {
            keep[node.0 as usize] = true;
            // What follows a step that has given its machine away cannot be found again.
            let mut last = &self.nodes[node.0 as usize];
            while let (None, Some((_, child))) = (&last.alone, last.children.first()) {
                keep[child.0 as usize] = true;
                last = &self.nodes[child.0 as usize];
            }
        }
        let mut new = vec![NodeId::NONE; self.nodes.len()];
        let mut count = 0;
        for (node, name) in keep.iter().zip(&mut new) {
            if *node {
                *name = NodeId(count);
                count += 1;
            }
        }
        let mut kept = keep.into_iter();
        self.nodes.retain(|_| kept.next() == Some(true));
        for node in &mut self.nodes {
            if let Label::Spawn { root, .. } = &mut node.label {
                *root = new[root.0 as usize];
            }
            let is_kept = |child: &mut (u64, NodeId)| {
                child.1 = new[child.1.0 as usize];
                child.1 != NodeId::NONE
            };
            node.children.retain_mut(is_kept);
        }
        for root in self.roots.values_mut() {
            *root = new[root.0 as usize];
        }
        self.limit = LIMIT.max(2 * self.nodes.len());
        new
    }

    /// The most iterations that any loop ran.
    pub fn deepest(&self) -> u32 {
        self.deepest
    }

    /// What a location holds before anyone writes it, unless that is undefined.
    pub fn defined_initial(&mut self, location: Location) -> Option<u64> {
        if let Some(value) = self.initial.get(&location.address) {
            return Some(*value);
        }
        let (program, objects) = (self.code.program, &mut self.surroundings.objects);
        let value = initial::initial_value(program, objects, location.address, location.width)?;
        self.initial.insert(location.address, value);
        Some(value)
    }

    /// The function that a thread with this first step runs.
    pub fn function_of(&self, root: NodeId) -> Option<FuncId> {
        self.roots.iter().find(|(_, node)| **node == root).map(|((_, function, ..), _)| *function)
    }

    /// What a location holds before anyone writes it, as a step finds it.
    pub fn initial(&mut self, location: Location, node: NodeId) -> u64 {
        let value = self.defined_initial(location).unwrap_or_else(|| {
            let value = initial::any_memory(location.address, location.width);
            self.initial.insert(location.address, value);
            self.unset.insert(location.address);
            value
        });
        if !self.surroundings.wide.collide(value, location.width) {
            self.surroundings.note_looked(None);
        }
        let node = self.node(node);
        let looks = matches!(&*node.detail, Detail::Access(Access { unset: Unset::Unused, .. }));
        if !looks && self.unset.contains(&location.address) {
            let what = Open::Memory(location.address, location.width);
            let alone = node.alone.as_ref().expect("a read waits here; please report this");
            let problem = alone.undefined(self, &what, location.width);
            self.unset.remove(&location.address);
            self.assume(problem);
        }
        value
    }

    /// Notes that one value was taken for something that may have any, or the address that an object has here for the
    /// address that it has. What is found with it can happen; what is not found
    /// says nothing about the other values.
    pub fn assume(&mut self, problem: Diagnostic) {
        if self.assumed.is_none() {
            self.assumed = Some(problem);
        }
    }

    /// What is said about a value that could be anything and is used here.
    pub fn undefined(&self, what: &Open, width: Width, span: Option<Span>) -> Diagnostic {
        let values = format!("any of 2^{} values", width.bits());
        let message = match what {
            Open::Instruction(..) | Open::Bytes(..) | Open::Reuse(..) => {
                format!("a nondeterministic choice of {values} is too wide to be explored")
            }
            // The explorer tells objects of different sizes apart.
            Open::Memory(address, _) | Open::Litter(_, _, address, _) | Open::Size(address) => {
                let name = self.surroundings.objects.describe(*address);
                format!("`{name}` may be read before anyone writes it: {values} are too many to be explored")
            }
            Open::Argument(_) | Open::Register(..) | Open::Result(..) => {
                format!("a value may be used that nobody has set: {values} are too many to be explored")
            }
        };
        let mut error = Diagnostic::error(message)
            .help("the explorer runs the program on concrete values; `check` decides it for all of them at once");
        error.span = span;
        error
    }

    /// Whether a value that was read may come from an object that came back and has not been written since.
    pub fn may_be_litter(&self, access: &Access, value: u64) -> bool {
        let objects = &self.surroundings.objects;
        let is_heap = |address| objects.at(address).is_some_and(|id| objects.get(id).death() == Death::Free);
        self.is_littered && initial::may_be_any_memory(access.address, access.width, value) && is_heap(access.address)
    }

    /// Whether it is time to prune.
    pub fn is_large(&self) -> bool {
        self.nodes.len() > self.limit
    }

    /// The start of the first thread.
    ///
    /// # Panics
    /// If the program has no entry; whoever explores has checked that.
    pub fn main(&mut self, classes: &mut dyn Classes) -> Result<NodeId, Stop> {
        let entry = self.code.program.entry.expect("the program has an entry; please report this");
        self.root(classes, (ThreadId(0), entry, Vec::new(), Known::default()))
    }

    /// The start of a thread.
    pub fn root(&mut self, classes: &mut dyn Classes, root: Root) -> Result<NodeId, Stop> {
        if let Some(node) = self.roots.get(&root) {
            return Ok(*node);
        }
        let (thread, function, args, known) = &root;
        let machine = Machine::new(self.code, *thread, *function, args);
        let node = self.run(classes, Alone::new(machine, known.clone()))?;
        self.roots.insert(root, node);
        Ok(node)
    }

    /// Whether a node is what follows when a step is answered so.
    pub fn is_after(&self, node: NodeId, step: NodeId, answer: u64) -> bool {
        self.node(step).children.contains(&(answer, node))
    }

    /// What follows when a step is answered. Steps that ask nothing are answered with 0.
    pub fn after(&mut self, classes: &mut dyn Classes, id: NodeId, answer: u64) -> Result<NodeId, Stop> {
        let node = &mut self.nodes[id.0 as usize];
        if let Some((_, child)) = node.children.iter().find(|(value, _)| *value == answer) {
            return Ok(*child);
        }
        let asks = !matches!(node.label, Label::Write { .. } | Label::Fence | Label::Spawn { .. } | Label::Idle);
        let mut alone = match asks {
            true => node.alone.clone(),
            // Whether it idles for good may still be asked.
            false if node.label == Label::Idle && self.keeps_waiting => node.alone.clone(),
            // Nothing else can follow, so nobody needs the machine here any more.
            false => node.alone.take(),
        }
        .expect("a step with a continuation keeps its machine; please report this");
        let node_label = node.label;
        if asks {
            let changed = match node.label {
                Label::Update { change, location } => {
                    let width = self.surroundings.sharing.location(location).width;
                    let silent = |new: &u64| *new == answer && self.bounds.waiting >= Waiting::Unchanged;
                    change.apply(answer, width).filter(|new| !silent(new))
                }
                _ => None,
            };
            let detail = Arc::clone(&node.detail);
            alone.note_read(&detail, answer, changed);
            if let Detail::Access(access) = &*detail
                && access.unset == Unset::Any
                && self.may_be_litter(access, answer)
            {
                let what = Open::Memory(access.address, access.width);
                let problem = alone.undefined(self, &what, access.width);
                self.assume(problem);
            }
            match node_label {
                Label::Choice { of } => alone.choose(self, &detail, (of, answer)),
                _ => alone.machine.answer_open(self.found(node_label, &detail, answer, changed)),
            }
        }
        let child = self.run(classes, *alone)?;
        self.nodes[id.0 as usize].children.push((answer, child));
        Ok(child)
    }

    /// What a thread finds in shared memory, and what hangs on it: a read-modify-write may depend on it at once.
    fn found(&mut self, label: Label, detail: &Detail, value: u64, changed: Option<u64>) -> Value {
        let (Label::Read { location } | Label::Update { location, .. }) = label else { return value.into() };
        let Location { width, .. } = self.surroundings.sharing.location(location);
        let found = self.surroundings.wide.recognise(value, width);
        let Label::Update { change, .. } = label else { return found };
        let is_known = match change {
            Change::Apply(RmwOp::Exchange, _) => true,
            Change::Exchange { expected, .. } if found.symbol.is_some() => {
                let wide = &mut self.surroundings.wide;
                wide.binary(BinaryOp::Equal, found, expected.into(), width).is_some() && !wide.gives_up()
            }
            _ if found.symbol.is_some() => found.symbol.is_some_and(|symbol| self.surroundings.wide.look(symbol)),
            _ => true,
        };
        let is_new = changed.is_none_or(|new| self.surroundings.wide.collide(new, width));
        if let (false, Detail::Access(access)) = (is_known && is_new, detail) {
            self.surroundings.note_looked(access.span);
        }
        found
    }

    /// Runs a thread to its next step, by names that all explorers agree on.
    fn run_alone(&mut self, alone: &mut Alone) -> Result<Found, Stop> {
        let Some(names) = self.names else { return alone.run(self) };
        loop {
            let objects = &self.surroundings.objects;
            let before = (objects.len(), objects.threads());
            let start = alone.clone();
            let found = alone.run(self)?;
            let objects = &mut self.surroundings.objects;
            if (objects.len(), objects.threads()) == before || names.agree(objects, before) {
                return Ok(found);
            }
            *alone = start;
        }
    }

    /// Notes an access in a section.
    fn note_section(&mut self, thread: ThreadId, section: u32, label: &Label, span: Option<Span>) {
        let (Label::Read { location } | Label::Write { location, .. } | Label::Update { location, .. }) = *label else {
            return;
        };
        if self.touched.note(thread, section, location) && self.assumed.is_none() {
            let message =
                "several threads have atomic sections over several locations: not all executions may be explored";
            let mut problem = Diagnostic::error(message).help("`check` decides it for all executions at once");
            problem.span = span;
            self.assume(problem);
        }
    }

    fn run(&mut self, classes: &mut dyn Classes, mut alone: Alone) -> Result<NodeId, Stop> {
        let found = self.run_alone(&mut alone)?;
        if let Some(span) = self.surroundings.vague.take() {
            let mut problem = Diagnostic::error(addresses::WHY);
            problem.span = span;
            self.assume(problem);
        }
        if let Some(span) = self.surroundings.looked.take() {
            if std::mem::take(&mut self.surroundings.leaves_open) {
                // Choices of few values are enumerated from now on.
                return Err(Stop::Restart);
            }
            let problem = match &self.left_open {
                Some((what, width, at)) => self.undefined(what, *width, at.or(span)),
                None => self.undefined(&Open::Argument(0), Width::POINTER, span),
            };
            self.assume(problem);
        }
        let Found { label, sealed, fences, detail } = found;
        let (mut order, mut section) = (Order::Plain, 0);
        let mut write_class = 0;
        let class;
        match &detail {
            Detail::Access(access) => {
                order = access.order;
                section = access.section.unwrap_or(0);
                if let (Some(section), Next::Label(label)) = (access.section, &label) {
                    self.note_section(alone.machine.thread(), section, label, access.span);
                }
                match label {
                    Next::Label(Label::Write { .. }) => class = classes.class(Class::Write(&access.tags)),
                    _ => class = classes.class(Class::Read(&access.tags)),
                }
                if matches!(label, Next::Label(Label::Update { .. })) {
                    write_class = classes.class(Class::Write(&access.tags));
                }
            }
            Detail::Fence { kind, .. } => class = classes.class(Class::Fence(*kind)),
            _ => class = classes.class(Class::Other),
        }
        let label = match label {
            Next::Label(label) => label,
            Next::Spawn { thread, function, args } => {
                let root = self.root(classes, (thread, function, args, alone.known.clone()))?;
                Label::Spawn { thread, root }
            }
        };
        let is_alone = |detail: &Detail| matches!(detail, Detail::Access(access) if access.section.is_none() && access.group.is_none());
        let locks = matches!(label, Label::Update { change: Change::Mutex(..), .. });
        let may_wait = self.merges_waits && (locks || self.assumes || alone.machine.loops() > 0) && is_alone(&detail);
        let waits = alone.waits();
        let waits_on = self.keeps_waiting && matches!(detail, Detail::Stuck(Stuck::Waiting, _));
        self.anyone_waits |= matches!(detail, Detail::Stuck(..));
        let over = matches!(label, Label::End { .. } | Label::Stuck) && !waits_on;
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes; please report this"));
        let detail = Arc::new(detail);
        let alone = (!over).then(|| Box::new(alone));
        self.nodes.push(Node {
            label,
            sealed,
            fences,
            order,
            class,
            write_class,
            section,
            waits,
            may_wait,
            detail,
            alone,
            children: Vec::new(),
        });
        Ok(id)
    }
}
