//! The exploration: every consistent execution graph of a program, once.
//!
//! In: a program, a model's plan, bounds. Out: each full graph to a [`Visitor`], and counts. It must not know files,
//! drawings or threads of the operating system.
//!
//! Source: Kokologiannakis et al., "Truly Stateless, Optimal Dynamic Partial Order Reduction" (POPL 2022), Algorithm 1
//! (`Visit`, `VisitCOs`), with the graph changed in place for forward steps and copied for backward revisits, as their
//! section 5 does. Deviations: the recursion is a stack of [`Frame`]s; the next event is that of the lowest thread, but the
//! write of a begun read-modify-write and the rest of a begun atomic section come first; which graphs are consistent is
//! known before they are visited (`graph::consistency`); a value that the program leaves open is an event with choices;
//! an atomic section may turn out to be no single step only when its next access has no choice. Such a graph is no
//! execution, but one of its revisits may be: its other threads go on.

mod choice;
pub(crate) mod division;
pub(crate) mod piece;
mod retrace;
mod split;

use std::ops::ControlFlow;

use self::division::Division;
use self::piece::{Heir, Left, Piece, Task};

use super::graph::consistency::NewWrite;
use super::graph::{Graph, Halt, Kind, Mark, Slot};
use super::report::Equivalence;
use crate::explore::axioms::bits::Row;
use crate::explore::axioms::plan::Plan;
use crate::explore::threads::label::Label;
use crate::explore::threads::runs::Runs;
use crate::explore::threads::sharing::Stop;
use crate::explore::threads::surroundings::Surroundings;
use crate::explore::trail::{Stands, Strand, Trail};

/// Who looks at full graphs.
pub trait Visitor<const W: usize> {
    /// No thread can go on. The plan and the runs are what the graph's rows mean.
    fn full(&mut self, plan: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<W>) -> ControlFlow<()>;

    /// Whether the graph that was just visited has to be found again should the search be stopped.
    fn marks(&mut self) -> bool {
        false
    }

    /// Whether the search is to end here.
    fn is_over(&mut self) -> bool {
        false
    }

    /// Called now and then with the share of the exploration that is done; says whether to go on.
    fn tick(&mut self, _done: f64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// How an exploration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every graph was visited.
    Complete,
    /// The visitor had seen enough.
    Stopped,
}

/// A step of the exploration with the choices that are left.
#[derive(Clone, Copy, Debug)]
struct Frame<const W: usize> {
    slot: Slot,
    /// The threads before the first choice.
    mark: Mark,
    /// The share of the exploration that is below each choice.
    weight: f64,
    /// The choices, and the next one.
    first: usize,
    next: usize,
    end: usize,
    /// Whether the event has no choice of its own and stands in an atomic section: then the section is stranded at the end.
    strands: bool,
    kind: Branch<W>,
}

#[derive(Clone, Copy, Debug)]
enum Branch<const W: usize> {
    /// No choice.
    Fixed,
    /// The values below `end` of something that the program leaves open.
    Value,
    /// The writes that a read may read from. Before that, program order and its twin alone give its causes.
    Source { causes: Row<W> },
    /// The places of a write in coherence order, and behind `end` the reads that it revisits.
    Place { revisits: usize },
    /// The places of a write that has revisited a read, in a graph of its own.
    Revisit { read: Slot },
}

/// A running exploration.
pub struct Search<'s, 'm, 'p, const W: usize> {
    plan: &'s mut Plan<'m>,
    runs: &'s mut Runs<'p>,
    graph: Graph<W>,
    /// The graphs that backward revisits have left, the last one on top.
    saved: Vec<Graph<W>>,
    /// Graphs for the next backward revisits, so that their memory is used again.
    spare: Vec<Graph<W>>,
    frames: Vec<Frame<W>>,
    /// The choices of the frames.
    choices: Vec<Slot>,
    /// The threads that were stranded on the way to this graph.
    strands: Vec<Strand>,
    stands: Stands,
    /// Where the visitor had something marked.
    pub marked: Option<Trail>,
    equivalence: Equivalence,
    /// Who may take over a part.
    heir: Option<&'s dyn Heir<W>>,
    /// Which part of the whole this search is of, where others that know nothing of it do the rest.
    division: Option<Division>,
    /// Steps before anything is given away.
    reluctance: u32,
    /// The share of the whole exploration that this one is.
    share: f64,
    /// The share of the exploration that is done.
    pub done: f64,
}

/// Steps between two calls of [`Visitor::is_over`]: in large graphs a step takes some milliseconds. In tests of this room
/// a part may be given away at each step.
const POLL: u32 = if cfg!(test) { 1 } else { 1 << 5 };

/// Steps that an exploration takes before it gives anything away: what is over by then has no use for others, and is told the
/// same way each time.
const ALONE: u32 = if cfg!(test) { 0 } else { 1 << 16 };

/// Steps between two calls of [`Visitor::tick`].
const TICK: u32 = 1 << 12;

impl<'s, 'm, 'p, const W: usize> Search<'s, 'm, 'p, W> {
    /// Begins an exploration.
    pub fn new(plan: &'s mut Plan<'m>, runs: &'s mut Runs<'p>, equivalence: Equivalence) -> Result<Self, Halt> {
        let root = runs.main(plan)?;
        let mut graph = Graph::new(plan, root);
        graph.settle(plan, runs, 0)?;
        Ok(Search::of(plan, runs, graph, equivalence))
    }

    /// Begins the part of an exploration that another explorer has given away.
    pub fn of_piece(
        plan: &'s mut Plan<'m>,
        runs: &'s mut Runs<'p>,
        equivalence: Equivalence,
        piece: Piece<W>,
    ) -> Result<Self, Halt> {
        let Piece { mut graph, task, left, weight } = piece;
        graph.adopt(plan, runs)?;
        let mut search = Search::of(plan, runs, graph, equivalence);
        (search.reluctance, search.share, search.stands) = (0, 0.0, Stands::Behind);
        match task {
            Task::Revisit { read } => {
                let write = *search.graph.order.last().expect("the revisiting write; please report this");
                // Nothing is left to go back to.
                search.saved.push(search.graph.clone());
                search.open_revisit(write, read, weight)?;
            }
            Task::Choices { thread } => drop(search.extend(thread)?),
        }
        let frame = search.frames.last_mut().expect("the step that is to go on; please report this");
        frame.weight = weight;
        // The one who has given the piece away still has the step, and strands its section.
        frame.strands = false;
        match left {
            Left::Values { from } => frame.next = from,
            Left::Slots { choices, revisits } => {
                search.choices.truncate(frame.first);
                search.choices.extend(choices);
                (frame.next, frame.end) = (frame.first, search.choices.len());
                search.choices.extend(revisits);
                if let Branch::Place { revisits } = &mut frame.kind {
                    *revisits = frame.end;
                }
            }
        }
        Ok(search)
    }

    fn of(plan: &'s mut Plan<'m>, runs: &'s mut Runs<'p>, graph: Graph<W>, equivalence: Equivalence) -> Self {
        Search {
            plan,
            runs,
            graph,
            saved: Vec::new(),
            spare: Vec::new(),
            frames: Vec::new(),
            choices: Vec::new(),
            strands: Vec::new(),
            stands: Stands::Before,
            marked: None,
            equivalence,
            heir: None,
            division: None,
            reluctance: ALONE,
            share: 1.0,
            done: 0.0,
        }
    }

    /// Gives parts away when someone waits for them.
    pub fn share(mut self, heir: &'s dyn Heir<W>) -> Self {
        self.heir = Some(heir);
        self
    }

    /// Leaves out what belongs to the other parts.
    pub fn divide(mut self, division: Option<Division>) -> Self {
        self.division = division;
        self
    }

    /// The division, as far as the search has come.
    pub fn division(&mut self) -> Option<Division> {
        self.division.take()
    }

    /// The share of the exploration that is done.
    pub fn done(&self) -> f64 {
        self.done
    }

    /// Visits every graph.
    pub fn run(&mut self, visitor: &mut dyn Visitor<W>) -> Result<End, Halt> {
        let mut steps = 0u32;
        // A part of an exploration begins with a choice.
        if std::mem::replace(&mut self.stands, Stands::Before) == Stands::Behind && !self.follow()? {
            self.split_classes()?;
            return Ok(End::Complete);
        }
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(POLL) {
                if visitor.is_over() {
                    return Ok(End::Stopped);
                }
                self.reluctance = self.reluctance.saturating_sub(POLL);
                if self.reluctance == 0 {
                    self.help();
                }
            }
            if steps.is_multiple_of(TICK) {
                if visitor.tick(self.done).is_break() {
                    return Ok(End::Stopped);
                }
                // Any graph that grows from one whose sections have no order has none for them, either, and none may ever be full.
                let locks = &self.runs.ground.surroundings.locks;
                if locks.are_divided() && !self.graph.has_sections_in_line(self.runs) {
                    self.runs.ground.surroundings.locks.spoil();
                    return Ok(End::Stopped);
                }
                if self.runs.is_large() {
                    self.prune();
                }
            }
            let goes_on = match self.graph.next_thread(self.runs) {
                Some(thread) => self.extend(thread)?,
                None if self.graph.is_stranded() => {
                    self.done += self.weight();
                    false
                }
                None => {
                    self.graph.check_attempts(self.plan, self.runs)?;
                    self.graph.check_chains(self.plan, self.runs)?;
                    let weight = self.weight();
                    self.done += weight;
                    let visits = self.division.as_mut().is_none_or(|division| division.visits(weight));
                    if visits {
                        let is_over = visitor.full(self.plan, self.runs, &self.graph).is_break();
                        if visitor.marks() {
                            self.marked = Some(self.trail());
                        }
                        if is_over {
                            self.stands = Stands::Behind;
                            return Ok(End::Stopped);
                        }
                    }
                    self.split_classes()?;
                    self.runs.divide_locks()?;
                    false
                }
            };
            if !goes_on && !self.follow_own()? {
                self.split_classes()?;
                return Ok(End::Complete);
            }
        }
    }

    /// Makes the next choice that is left and not another part's.
    fn follow_own(&mut self) -> Result<bool, Halt> {
        while self.follow()? {
            let weight = self.weight();
            // A revisit is one of the choices of the write below it.
            let own = match self.frames.last().map(|frame| frame.kind) {
                Some(Branch::Revisit { .. }) => 2,
                _ => 1,
            };
            let below = self.frames.len().checked_sub(own + 1);
            let above = below.map_or(self.share, |at| self.frames[at].weight);
            if self.division.as_mut().is_none_or(|division| division.goes_below(above, weight)) {
                return Ok(true);
            }
            self.done += weight;
        }
        Ok(false)
    }

    /// Gives a part away if somebody waits for one.
    fn help(&mut self) {
        if let Some(heir) = self.heir.filter(|heir| heir.is_hungry())
            && let Some(piece) = self.split()
        {
            heir.give(piece);
        }
    }

    /// Starts again if the values of a choice were told apart that one has stood for.
    pub fn split_classes(&self) -> Result<(), Halt> {
        match self.runs.ground.surroundings.wide.has_grown() {
            true => Err(Stop::Restart.into()),
            false => Ok(()),
        }
    }

    /// The share of the exploration that is below the last choice.
    fn weight(&self) -> f64 {
        self.frames.last().map_or(self.share, |frame| frame.weight)
    }

    /// Adds the next event of a thread. If it has choices, none of them is made yet; returns whether it has none.
    fn extend(&mut self, thread: u32) -> Result<bool, Halt> {
        let state = self.graph.threads[thread as usize];
        let label = self.runs.label(state.cursor);
        let kind = match label {
            _ if state.pending => Kind::Write,
            Label::Read { .. } | Label::Update { .. } => Kind::Read,
            Label::Write { .. } => Kind::Write,
            Label::Fence => Kind::Fence,
            Label::Choice { .. } => Kind::Choice,
            other => panic!("{other:?} is no event; please report this"),
        };
        let slot = self.graph.push(self.plan, self.runs, thread, kind)?;
        self.graph.pair(self.plan, self.runs, slot)?;
        let (mark, first) = (self.graph.mark(), self.choices.len());
        let (mut next, mut end) = (first, first);
        let branch = match (kind, label) {
            (Kind::Fence, _) => Branch::Fixed,
            (Kind::Choice, Label::Choice { of }) => {
                (next, end) = (0, self.runs.ground.surroundings.wide.classes(of) as usize);
                Branch::Value
            }
            (Kind::Read, _) => {
                match self.equivalence {
                    Equivalence::Coherence => {
                        let reading = self.reading(slot);
                        self.graph.sources(self.plan, self.runs, reading, &mut self.choices);
                        self.graph.drop_symmetric_sources(self.runs, slot, &mut self.choices, first);
                        self.drop_vain(slot, first)?;
                    }
                    Equivalence::ReadsFrom => {
                        let reading = self.reading(slot);
                        self.graph.possible_sources(self.plan, self.runs, reading, &mut self.choices);
                    }
                }
                end = self.choices.len();
                Branch::Source { causes: self.graph.event(slot).porf }
            }
            _ => {
                self.graph.events[slot as usize].value = match label {
                    Label::Write { value, .. } => value,
                    _ => self.graph.update(self.runs, slot),
                };
                match self.equivalence {
                    Equivalence::Coherence => {
                        let new = NewWrite { write: slot, revisited: None };
                        self.graph.positions(self.plan, self.runs, new, &mut self.choices);
                        self.check_contest(slot, first)?;
                        self.graph.drop_symmetric_places(slot, None, &mut self.choices, first);
                        end = self.choices.len();
                        self.graph.revisited(self.plan, self.runs, slot, &mut self.choices);
                    }
                    Equivalence::ReadsFrom => {
                        self.add_fitting_place(slot, None);
                        end = self.choices.len();
                        self.graph.revisited_up_to_reads(self.plan, self.runs, slot, &mut self.choices);
                    }
                }
                Branch::Place { revisits: end }
            }
        };
        if matches!(branch, Branch::Place { .. }) && self.choices.len() > first {
            self.graph.note_races(self.runs, slot);
        }
        let alternatives = match branch {
            Branch::Fixed => 1,
            Branch::Place { .. } => self.choices.len() - first,
            _ => end - next,
        };
        let weight = self.weight();
        if let Some(division) = &mut self.division {
            division.note(weight, [thread, slot, alternatives as u32].iter().chain(&self.choices[first..]));
        }
        if alternatives == 0 {
            self.done += weight;
        }
        let weight = weight / alternatives.max(1) as f64;
        let is_choice = matches!(branch, Branch::Place { .. } | Branch::Source { .. });
        let strands = is_choice && first == end && self.graph.event(slot).section != 0;
        self.frames.push(Frame { slot, mark, weight, first, next, end, strands, kind: branch });
        let is_fixed = matches!(branch, Branch::Fixed);
        if is_fixed {
            self.graph.advance(self.plan, self.runs, slot)?;
        }
        Ok(is_fixed)
    }

    /// Undoes the last choice and makes the next one that is left. Returns whether there was one.
    fn follow(&mut self) -> Result<bool, Halt> {
        while let Some(frame) = self.frames.last_mut() {
            let Frame { slot, first, next, end, strands, kind, .. } = *frame;
            let is_left = next < end && !matches!(kind, Branch::Fixed);
            frame.next += usize::from(is_left);
            split::undo(&mut self.graph, frame);
            let depth = self.frames.len();
            while self.strands.last().is_some_and(|strand| strand.depth >= depth) {
                self.strands.pop();
            }
            if is_left {
                self.choose_one(kind, slot, next)?;
                return Ok(true);
            }
            if let Branch::Place { revisits } = kind
                && revisits < self.choices.len()
            {
                self.revisit(slot, self.choices[revisits])?;
                self.frames[depth - 1].kind = Branch::Place { revisits: revisits + 1 };
                continue;
            }
            let thread = self.graph.event(slot).thread;
            self.choices.truncate(first);
            self.frames.pop();
            if matches!(kind, Branch::Revisit { .. }) {
                let left = self.saved.pop().expect("the graph before the revisit; please report this");
                self.spare.push(std::mem::replace(&mut self.graph, left));
            } else {
                self.graph.pop();
            }
            if strands {
                // What other threads do may still revisit what the section has done.
                self.graph.strand(thread);
                self.strands.push(Strand { depth: self.frames.len(), thread });
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Lets the last event, a write without a place, revisit a read, and finds its places in the new graph.
    fn revisit(&mut self, write: Slot, read: Slot) -> Result<(), Halt> {
        match self.spare.pop() {
            Some(mut spare) => {
                spare.clone_from(&self.graph);
                self.saved.push(spare);
            }
            None => self.saved.push(self.graph.clone()),
        }
        let value = self.graph.event(write).value;
        let weight = self.weight();
        let opened = self.graph.cut(self.plan, self.runs, read, value);
        let opened = opened.and_then(|()| self.open_revisit(write, read, weight));
        if opened.is_err() {
            self.graph = self.saved.pop().expect("the graph was just left; please report this");
        }
        Ok(opened?)
    }

    /// Finds the places of a write that has revisited a read.
    fn open_revisit(&mut self, write: Slot, read: Slot, weight: f64) -> Result<(), Stop> {
        let first = self.choices.len();
        match self.equivalence {
            Equivalence::Coherence => {
                let new = NewWrite { write, revisited: Some(read) };
                self.graph.positions(self.plan, self.runs, new, &mut self.choices);
                self.check_contest(write, first)?;
                self.graph.drop_symmetric_places(write, Some(read), &mut self.choices, first);
            }
            Equivalence::ReadsFrom => self.add_fitting_place(write, Some(read)),
        }
        let end = self.choices.len();
        if first < end {
            self.graph.note_races(self.runs, read);
        }
        if first == end {
            self.done += weight;
        }
        let (mark, weight) = (self.graph.mark(), weight / (end - first).max(1) as f64);
        self.frames.push(Frame {
            slot: write,
            mark,
            weight,
            first,
            next: first,
            end,
            strands: false,
            kind: Branch::Revisit { read },
        });
        Ok(())
    }

    /// Drops the choices of a new read, from `first` on, in which its thread only waits, but for the last write: they lead
    /// nowhere. Races that show in them are noted.
    fn drop_vain(&mut self, read: Slot, first: usize) -> Result<(), Stop> {
        let event = *self.graph.event(read);
        // The last write stays in any case.
        if self.choices.len() == first + 1 || !self.runs.node(event.node).may_wait {
            return Ok(());
        }
        let last = self.graph.places[event.location as usize].last;
        let mut kept = first;
        for i in first..self.choices.len() {
            let write = self.choices[i];
            let value = if write == last { None } else { Some(self.value(read, write)) };
            if let Some(value) = value
                && self.runs.is_in_vain(self.plan, event.node, value)?
            {
                self.graph.read_from(read, write, value);
                let are_told = self.graph.note_races(self.runs, read);
                self.graph.drop_source(read);
                self.graph.events[read as usize].porf = event.porf;
                if are_told {
                    continue;
                }
            }
            self.choices[kept] = write;
            kept += 1;
        }
        self.choices.truncate(kept);
        Ok(())
    }

    /// Starts again if a write with these places, from `first` on, races with others that somebody waits for.
    fn check_contest(&mut self, write: Slot, first: usize) -> Result<(), Stop> {
        if !self.graph.contests(self.runs, write, &self.choices[first..]) {
            return Ok(());
        }
        let location = self.graph.event(write).location;
        let Surroundings { sharing, contested, .. } = &mut self.runs.ground.surroundings;
        contested.insert(sharing.location(location).address);
        Err(Stop::Restart)
    }

    /// Appends a place of a new write in some coherence order, if it has one: any will do, as they are not told apart.
    fn add_fitting_place(&mut self, write: Slot, revisited: Option<Slot>) {
        if self.graph.fit_write(self.plan, self.runs, write, revisited) {
            let before = self.graph.event(write).before;
            self.graph.remove_write(write);
            self.choices.push(before);
        }
    }

    /// Drops the histories that no graph refers to.
    fn prune(&mut self) {
        let mut used = Vec::new();
        let graphs = || std::iter::once(&self.graph).chain(&self.saved);
        for graph in graphs() {
            used.extend(graph.nodes());
        }
        let new = self.runs.prune(used);
        self.graph.rename(&new);
        for graph in &mut self.saved {
            graph.rename(&new);
        }
        self.spare.clear();
    }
}
