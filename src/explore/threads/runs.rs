//! What each thread does by itself: a tree with a node for each history of what it has read.
//!
//! In: the code, and what is known of memory. Out: [`Label`]s: what a thread does next, given what it has read so far. A
//! thread is deterministic, so each history is run once by the interpreter, however many execution graphs it occurs in.
//! It must not know graphs; which values a read may return is the search's matter.
//!
//! A node whose answer is open keeps the machine that waits for it. The tree is a cache: [`Runs::prune`] drops what no
//! graph refers to when it has grown large, so that memory stays bounded.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::alone::{Alone, Found, Next};
use super::barrier::Known;
use super::class::{Class, Classes};
use super::ground::Ground;
use super::group::{GroupId, Groups};
use super::label::{Detail, Fences, Label, NodeId, Stuck};
use super::names::Names;
use super::sections::Sections;
use super::sharing::{Location, Stop};
use crate::diag::{Diagnostic, Span};
use crate::exec::addresses;
use crate::exec::bounds::Bounds;
use crate::exec::execution::Open;
use crate::exec::interpret::{Access, Change, Code, Machine, Unset, World};
use crate::ids::{FuncId, ThreadId};
use crate::ir::{Op, Order, Width};
use crate::model::Model;

/// Nodes beyond which what is not in use is dropped; few in the tests, so that it happens there.
const LIMIT: usize = if cfg!(test) { 1 << 4 } else { 1 << 13 };

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
    /// Which sets of the model the event belongs to, by the kinds of [`crate::explore::axioms::plan::Plan::membership`].
    pub class: u32,
    /// Of an update: the class of its write.
    pub write_class: u32,
    /// Of a read-modify-write that fails.
    pub failing_class: u32,
    /// The atomic section of the access; 0 is none.
    pub section: u32,
    /// The section of a divided mutex; 0 is none.
    pub locked: u32,
    /// How many waits at barriers without state come before it.
    pub waits: u32,
    /// Of a read: some answers may only let the thread wait.
    pub may_wait: bool,
    pub detail: Arc<Detail>,
    /// The threads that its thread may not be told apart from, and where each of them is with the same history.
    pub group: Option<GroupId>,
    pub twins: Vec<NodeId>,
    pub(super) alone: Option<Arc<Alone>>,
    children: Vec<(u64, NodeId)>,
}

/// What decides what a thread does: itself, its function with its arguments, and what it knows of barriers.
pub(super) type Root = (ThreadId, FuncId, Vec<u64>, Known);

/// The tree of all threads.
pub struct Runs<'p> {
    pub ground: Ground<'p>,
    nodes: Vec<Node>,
    roots: FxHashMap<Root, NodeId>,
    limit: usize,
    /// What several explorers call their objects.
    pub names: Option<&'p Names>,
    /// The program has atomic sections.
    sections: bool,
    /// The program has accesses to two words that are one step.
    pairs: bool,
    /// What the sections touch.
    touched: Sections,
    /// The program has assumptions.
    assumes: bool,
    /// Threads that nobody can tell apart.
    pub groups: Groups,
}

impl<'p> Runs<'p> {
    pub fn new(code: &'p Code<'p>, model: &'p Model, bounds: &'p Bounds) -> Runs<'p> {
        let has = |is: fn(&Op) -> bool| code.program.functions.iter().flat_map(|f| &f.code).any(|i| is(&i.op));
        Runs {
            ground: Ground::new(code, model, bounds),
            nodes: Vec::new(),
            roots: FxHashMap::default(),
            limit: LIMIT,
            names: None,
            sections: has(|op| *op == Op::AtomicBegin),
            pairs: has(|op| matches!(op, Op::Pair(_))),
            touched: Sections::default(),
            assumes: has(|op| matches!(op, Op::Assume { .. } | Op::Await { .. })),
            groups: Groups::default(),
        }
    }

    /// Forgets every history, but not what is known of memory.
    #[cfg(test)]
    pub fn restart(&mut self) {
        self.nodes.clear();
        self.roots.clear();
        self.groups.clear();
        self.limit = LIMIT;
        self.ground.restart();
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

    /// Whether some accesses are made of several events that are one step.
    pub fn has_groups(&self) -> bool {
        self.pairs || !self.ground.surroundings.sharing.cuts().is_empty()
    }

    /// Whether some accesses to two words are one step.
    pub fn has_pairs(&self) -> bool {
        self.pairs
    }

    /// Drops the nodes that are neither used nor the start of a thread. Returns the new names by the old ones.
    pub fn prune(&mut self, used: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
        let mut keep = vec![false; self.nodes.len()];
        for node in used.into_iter().chain(self.roots.values().copied()) {
            self.keep(node, &mut keep);
            // Twins go in step.
            self.nodes[node.0 as usize].twins.iter().for_each(|twin| self.keep(*twin, &mut keep));
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
            node.twins.iter_mut().for_each(|twin| *twin = new[twin.0 as usize]);
        }
        self.groups.rename(&new);
        for root in self.roots.values_mut() {
            *root = new[root.0 as usize];
        }
        self.limit = LIMIT.max(2 * self.nodes.len());
        new
    }

    /// Marks a node as one to be kept.
    fn keep(&self, node: NodeId, keep: &mut [bool]) {
        keep[node.0 as usize] = true;
        // What follows a step that has given its machine away cannot be found again.
        let mut last = &self.nodes[node.0 as usize];
        while let (None, Some((_, child))) = (&last.alone, last.children.first()) {
            keep[child.0 as usize] = true;
            last = &self.nodes[child.0 as usize];
        }
    }

    /// Asks something of what decides what a thread with this first step does.
    pub(super) fn started<T>(&self, root: NodeId, ask: impl FnOnce(&Root) -> T) -> T {
        let start = self.roots.iter().find(|(_, node)| **node == root);
        ask(start.expect("a thread was started there; please report this").0)
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The function that a thread with this first step runs.
    pub fn function_of(&self, root: NodeId) -> Option<FuncId> {
        self.roots.iter().find(|(_, node)| **node == root).map(|((_, function, ..), _)| *function)
    }

    /// What a location holds before anyone writes it, as a step finds it.
    pub fn initial(&mut self, location: Location, node: NodeId) -> u64 {
        let value = match self.ground.defined_initial(location) {
            Some(value) => value,
            None => self.ground.any_initial(location),
        };
        if !self.ground.surroundings.wide.collide(value, location.width) {
            self.ground.surroundings.note_looked(None);
        }
        let node = self.node(node);
        let looks = matches!(&*node.detail, Detail::Access(Access { unset: Unset::Unused, .. }));
        if !looks && !self.ground.takes_unset && self.ground.unset.contains(&location.address) {
            let what = Open::Memory(location.address, location.width);
            let alone = node.alone.as_ref().expect("a read waits here; please report this");
            let problem = alone.undefined(&self.ground, &what, location.width);
            self.ground.unset.remove(&location.address);
            self.ground.assume(problem);
        }
        value
    }

    /// Starts again if mutexes can be divided as the first full graph shows.
    pub fn divide_locks(&mut self) -> Result<(), Stop> {
        match self.ground.surroundings.locks.divide(self.groups.each()) {
            true => Err(Stop::Restart),
            false => Ok(()),
        }
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
        let entry = self.ground.code.program.entry.expect("the program has an entry; please report this");
        self.root(classes, (ThreadId(0), entry, Vec::new(), Known::default()))
    }

    /// The start of a thread.
    pub fn root(&mut self, classes: &mut dyn Classes, root: Root) -> Result<NodeId, Stop> {
        if let Some(node) = self.roots.get(&root) {
            return Ok(*node);
        }
        let (thread, function, args, known) = &root;
        let machine = Machine::new(self.ground.code, *thread, *function, args);
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
        if let Some(child) = self.child(id, answer) {
            return Ok(child);
        }
        self.note_found(self.label(id), answer)?;
        self.note_first_step(id);
        let child = self.follow(classes, id, answer)?;
        let count = self.node(id).twins.len();
        if count > 1 {
            let mut next = Vec::with_capacity(count);
            for i in 0..count {
                let (twin, told) = (self.node(id).twins[i], self.told_to(id, answer, i));
                let child = match self.child(twin, told) {
                    Some(child) => child,
                    None => self.follow(classes, twin, told)?,
                };
                next.push((twin, child));
            }
            self.follow_in_step(&next)?;
        }
        Ok(child)
    }

    /// What follows when a step is answered, if that was asked before.
    fn child(&self, id: NodeId, answer: u64) -> Option<NodeId> {
        let (_, child) = self.nodes[id.0 as usize].children.iter().find(|(value, _)| *value == answer)?;
        Some(*child)
    }

    /// Lets one thread go on.
    fn follow(&mut self, classes: &mut dyn Classes, id: NodeId, answer: u64) -> Result<NodeId, Stop> {
        let node = &mut self.nodes[id.0 as usize];
        let asks = !matches!(node.label, Label::Write { .. } | Label::Fence | Label::Spawn { .. } | Label::Idle);
        let alone = match asks {
            true => node.alone.clone(),
            // Whether it idles for good may still be asked.
            false if node.label == Label::Idle && self.ground.keeps_waiting => node.alone.clone(),
            // Nothing else can follow, so nobody needs the machine here any more.
            false => node.alone.take(),
        }
        .expect("a step with a continuation keeps its machine; please report this");
        let mut alone = Arc::unwrap_or_clone(alone);
        let node_label = node.label;
        match node_label {
            Label::Spawn { .. } => {}
            Label::Join { thread } => alone.note_join(thread),
            _ => alone.siblings.clear(),
        }
        if asks {
            let detail = Arc::clone(&node.detail);
            let wrote = self.ground.wrote(node_label, &detail, answer);
            alone.note_read(node_label, &detail, answer, wrote);
            alone.note_entry(node_label, self.nodes[id.0 as usize].alone.as_ref(), &detail);
            if let Label::Update { change, .. } = node_label {
                alone.note_update(&mut self.ground, &detail, change, answer);
            }
            if let Detail::Access(access) = &*detail
                && access.unset == Unset::Any
                && !self.ground.takes_unset
                && self.ground.may_be_litter(access, answer)
            {
                let what = Open::Memory(access.address, access.width);
                let problem = alone.undefined(&self.ground, &what, access.width);
                self.ground.assume(problem);
            }
            match node_label {
                Label::Choice { of } => alone.choose(&mut self.ground, &detail, (of, answer)),
                _ => {
                    let found = self.ground.found(node_label, &detail, answer, wrote);
                    alone.answer(&mut self.ground, found)?;
                }
            }
        }
        let child = self.run(classes, alone)?;
        self.nodes[id.0 as usize].children.push((answer, child));
        Ok(child)
    }

    /// Runs a thread to its next step, by names that all explorers agree on.
    fn run_alone(&mut self, alone: &mut Alone) -> Result<Found, Stop> {
        let Some(names) = self.names else { return alone.run(&mut self.ground) };
        loop {
            let objects = &self.ground.surroundings.objects;
            let before = (objects.len(), objects.threads());
            let start = alone.clone();
            let found = alone.run(&mut self.ground)?;
            let objects = &mut self.ground.surroundings.objects;
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
        if self.touched.note(thread, section, location) && self.ground.assumed.is_none() {
            let message =
                "several threads have atomic sections over several locations: not all executions may be explored";
            let mut problem = Diagnostic::error(message).help("`check` decides it for all executions at once");
            problem.span = span;
            self.ground.assume(problem);
        }
    }

    fn run(&mut self, classes: &mut dyn Classes, mut alone: Alone) -> Result<NodeId, Stop> {
        let found = self.run_alone(&mut alone)?;
        if let Some(span) = self.ground.surroundings.vague.take() {
            let mut problem = Diagnostic::error(addresses::WHY);
            problem.span = span;
            self.ground.assume(problem);
        }
        if let Some(span) = self.ground.surroundings.looked.take() {
            if std::mem::take(&mut self.ground.surroundings.leaves_open) {
                // Choices of few values are enumerated from now on.
                return Err(Stop::Restart);
            }
            let problem = match &self.ground.left_open {
                Some((what, width, at)) => self.ground.undefined(what, *width, at.or(span)),
                None => self.ground.undefined(&Open::Argument(0), Width::POINTER, span),
            };
            self.ground.assume(problem);
        }
        let Found { label, sealed, fences, detail } = found;
        let (mut order, mut section) = (Order::Plain, 0);
        let (mut write_class, mut failing_class) = (0, None);
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
                failing_class = access.failing.as_ref().map(|failing| classes.class(Class::Read(&failing.tags)));
            }
            Detail::Fence { kind, .. } => {
                // It is part of the one step that its section is.
                section = alone.machine.section().unwrap_or(0);
                class = classes.class(Class::Fence(*kind));
            }
            _ => class = classes.class(Class::Other),
        }
        let label = match label {
            Next::Label(label) => label,
            Next::Spawn { thread, function, args } => {
                let root = self.root(classes, (thread, function, args, alone.known.clone()))?;
                self.enlist(&mut alone.siblings, thread, root)?;
                Label::Spawn { thread, root }
            }
        };
        if alone.joined != 0 && !matches!(label, Label::Join { .. }) {
            self.note_step_after_joins(alone.joined)?;
        }
        let is_alone = |detail: &Detail| matches!(detail, Detail::Access(access) if access.section.is_none() && access.group.is_none());
        let locks = matches!(label, Label::Update { change: Change::Mutex(..), .. });
        let may_wait =
            self.ground.merges_waits && (locks || self.assumes || alone.machine.loops() > 0) && is_alone(&detail);
        let (waits, locked) = (alone.waits(), alone.section_of_mutex(&self.ground));
        let waits_on =
            self.ground.keeps_waiting && matches!(detail, Detail::Stuck(Stuck::Waiting | Stuck::WaitingAlone, _));
        self.ground.anyone_waits |= matches!(detail, Detail::Stuck(..));
        let over = matches!(label, Label::End { .. } | Label::Stuck) && !waits_on;
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes; please report this"));
        let detail = Arc::new(detail);
        // What was read before is not right before a loop any more.
        alone.entries.last = None;
        let alone = (!over).then(|| Arc::new(alone));
        self.nodes.push(Node {
            label,
            sealed,
            fences,
            order,
            class,
            write_class,
            failing_class: failing_class.unwrap_or(class),
            section,
            locked,
            waits,
            may_wait,
            detail,
            group: None,
            twins: Vec::new(),
            alone,
            children: Vec::new(),
        });
        Ok(id)
    }
}
