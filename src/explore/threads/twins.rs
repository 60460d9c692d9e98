//! Threads that nobody can tell apart: which they are, and that they are.
//!
//! In: which threads a parent starts one right after the other, and what every thread does. Out: groups of *twins*, and a wish to
//! start again where two threads of a group turn out to differ. It must not know graphs; what twins are good for is in
//! [`crate::explore::graph`] (`symmetry`).
//!
//! # The condition
//! Threads are twins if one parent has started them with no event in between, all with the same function, and
//!
//! 1. *they do the same.* For each history (what a thread has found so far) that any of them has in any graph, all of
//!    them have the same next step: the same access of the same location with the same value, order and tags, or the same fate. Their arguments,
//!    their stacks and their handles may differ as long as that does not show. A mutex says who holds it; what one thread
//!    finds there is told to its twin with the two threads exchanged.
//! 2. *whoever joins one of them joins all,* with no step in between that others can notice, also where the one has not ended, or never does,
//!    and another one has: were they exchanged, the joining thread would go on; and
//! 3. *they end alike*: with the same value in all histories, so that it does not matter who ends with which.
//!
//! It is not known beforehand but watched: twins run in step. When a history of one goes on, so does that of all the others, whether
//! or not any graph has it, and what they do is compared. Where two differ, they are told apart from then on, and the
//! exploration starts again. What a group is must not hang on which of its histories comes first, so one that changes in any other
//! way is given up, too.
//!
//! # Why that is enough
//! Let no difference have been found, and let the exploration have visited, for each graph that the program has, one in which
//! twins may have changed places (the argument for that is in `symmetry`, and needs only that changing places leads from
//! graphs of the program to graphs of the program). By induction along a graph: its first `n` events are, up to such a change, part of
//! a graph that was visited; all histories in it were compared; so the next event is the same whoever of the twins does it. Threads of
//! no group find the same values, as the writes of twins write the same. What they find in a mutex is `free`, their own
//! number or that of somebody else, and [`crate::ir::mutex::operate`] makes no difference between others. They can tell
//! twins apart by joining them, which (2) and (3) exclude, and by the numbers in a mutex if they read it otherwise than by the calls for
//! that: then no threads are twins any more. Addresses of a thread's own objects, and its handle, show when they are
//! written to shared memory: the values are different ones.

use super::class::Classes;
use super::group::{Group, GroupId, bit};
use super::label::{Detail, Label, NodeId, Stuck};
use super::runs::{Node, Runs};
use super::sharing::Stop;
use crate::exec::interpret::Change;
use crate::ids::ThreadId;
use crate::ir::{Width, mutex};

/// What a thread has found, as its twin would have found it.
fn renamed(label: Label, answer: u64, from: ThreadId, to: ThreadId) -> u64 {
    match label {
        Label::Update { change: Change::Mutex(..), .. } => mutex::exchanged(answer, from.0, to.0),
        _ => answer,
    }
}

/// Whether two nodes are the same step of twins.
fn are_alike(a: &Node, b: &Node) -> bool {
    let labels = match (a.label, b.label) {
        (Label::Update { location, change }, Label::Update { location: other, change: second }) => {
            let changes = match (change, second) {
                (Change::Mutex(call, _), Change::Mutex(other, _)) => call == other,
                (a, b) => a == b,
            };
            location == other && changes
        }
        // What they start would have to be alike, too, and a choice belongs to one thread.
        (Label::Spawn { .. } | Label::Choice { .. }, _) => false,
        (a, b) => a == b,
    };
    let stuck = |node: &Node| match &*node.detail {
        Detail::Stuck(stuck, _) => Some(stuck.clone()),
        _ => None,
    };
    let ends = |a: Option<Stuck>, b: Option<Stuck>| a == b;
    labels
        && (a.sealed, a.fences, a.order) == (b.sealed, b.fences, b.order)
        && (a.class, a.write_class, a.failing_class) == (b.class, b.write_class, b.failing_class)
        && (a.section, a.waits, a.may_wait) == (b.section, b.waits, b.may_wait)
        && ends(stuck(a), stuck(b))
}

impl Runs<'_> {
    /// The twins of a thread that were started before it, the last one first; `root` is its first step.
    pub fn elders(&self, thread: ThreadId, root: NodeId) -> impl Iterator<Item = ThreadId> {
        let group = self.node(root).group.map(|group| &self.groups.groups[group as usize]);
        let members = group.map_or(&[][..], |group| &group.members).iter().map(|(member, _)| *member);
        members.rev().skip_while(move |member| *member != thread).skip(1)
    }

    /// Finds the group of a thread that was started right after those of the groups in `siblings`.
    pub(super) fn enlist(&mut self, siblings: &mut Vec<GroupId>, thread: ThreadId, root: NodeId) -> Result<(), Stop> {
        if !self.groups.wanted {
            return Ok(());
        }
        let fits = |group: &&GroupId| {
            let members = &self.groups.groups[**group as usize].members;
            let (first, start) = members[0];
            let same_function = || self.started(start, |a| self.started(root, |b| a.1 == b.1 && a.3 == b.3));
            let is_later = || members.iter().all(|(member, _)| *member < thread);
            first != thread
                && (members.contains(&(thread, root)) || is_later())
                && self.ground.surroundings.apart.allows(first, thread)
                && same_function()
                && are_alike(self.node(start), self.node(root))
        };
        let wanted = siblings.iter().find(fits).copied();
        let new = GroupId::try_from(self.groups.groups.len()).expect("fewer than 2^32 threads; please report this");
        let group = match (self.node(root).group, wanted) {
            (None, None) => {
                let group = Group { members: vec![(thread, root)], is_closed: false, end: None };
                self.groups.groups.push(group);
                new
            }
            (None, Some(group)) if !self.groups.groups[group as usize].is_closed => {
                let members = &mut self.groups.groups[group as usize].members;
                members.push((thread, root));
                let roots: Vec<NodeId> = members.iter().map(|(_, root)| *root).collect();
                roots.iter().for_each(|root| self.node_mut(*root).twins.clone_from(&roots));
                group
            }
            (Some(group), Some(wanted)) if group == wanted => group,
            (Some(group), None) if self.groups.groups[group as usize].members[0].0 == thread => group,
            // Its place among the others hangs on the history.
            _ => return self.tell_alone([thread]),
        };
        self.node_mut(root).group = Some(group);
        if !siblings.contains(&group) {
            siblings.push(group);
        }
        self.note_end(root)
    }

    /// A thread of a group takes its first step: from now on nobody joins them.
    pub(super) fn note_first_step(&mut self, id: NodeId) {
        if let Some(group) = self.node(id).group {
            self.groups.groups[group as usize].is_closed = true;
        }
    }

    fn tell_alone(&mut self, threads: impl IntoIterator<Item = ThreadId>) -> Result<(), Stop> {
        self.ground.surroundings.apart.alone.extend(threads);
        Err(Stop::Restart)
    }

    /// No threads are twins.
    pub fn tell_all_apart(&mut self) -> Stop {
        self.ground.surroundings.apart.all = true;
        Stop::Restart
    }

    /// Lets the twins of a thread follow it from a node to what comes next there.
    pub(super) fn follow_in_step(&mut self, twins: &[(NodeId, NodeId)]) -> Result<(), Stop> {
        let (_, first) = twins[0];
        let group = self.node(twins[0].0).group.expect("twins are of a group; please report this");
        let members: Vec<ThreadId> = self.groups.groups[group as usize].members.iter().map(|(m, _)| *m).collect();
        let different: Vec<ThreadId> = (members.iter().zip(twins))
            .filter(|(_, (_, next))| *next != first && !are_alike(self.node(first), self.node(*next)))
            .map(|(member, _)| *member)
            .collect();
        if !different.is_empty() {
            let pairs = different.iter().map(|other| (members[0], *other));
            self.ground.surroundings.apart.pairs.extend(pairs);
            return Err(Stop::Restart);
        }
        let next: Vec<NodeId> = twins.iter().map(|(_, next)| *next).collect();
        for id in &next {
            let node = self.node_mut(*id);
            node.group = Some(group);
            node.twins.clone_from(&next);
        }
        self.note_end(first)
    }

    /// What a twin has found where a thread has found something.
    pub(super) fn told_to(&self, id: NodeId, answer: u64, twin: usize) -> u64 {
        let node = self.node(id);
        let group = node.group.expect("twins are of a group; please report this");
        let members = &self.groups.groups[group as usize].members;
        let own = node.twins.iter().position(|twin| *twin == id).expect("a thread is its own twin; please report this");
        renamed(node.label, answer, members[own].0, members[twin].0)
    }

    /// Notes how a thread of a group ends.
    fn note_end(&mut self, id: NodeId) -> Result<(), Stop> {
        let (Label::End { value }, Some(group)) = (self.node(id).label, self.node(id).group) else { return Ok(()) };
        let group = &mut self.groups.groups[group as usize];
        if group.members.len() == 1 || *group.end.get_or_insert(value) == value {
            return Ok(());
        }
        let members: Vec<ThreadId> = group.members.iter().map(|(member, _)| *member).collect();
        self.tell_alone(members)
    }

    /// A thread that has joined these, as bits, takes a step; if it has joined only some of a group, it tells them apart.
    pub(super) fn note_step_after_joins(&mut self, joined: u64) -> Result<(), Stop> {
        let is_torn = |group: &&Group| {
            let all = group.members.iter().fold(0u64, |bits, (member, _)| bits | bit(*member));
            joined & all != 0 && joined & all != all
        };
        let torn = self.groups.groups.iter().find(is_torn);
        let Some(group) = torn else { return Ok(()) };
        let members: Vec<ThreadId> = group.members.iter().map(|(member, _)| *member).collect();
        self.tell_alone(members)
    }

    /// Where a thread waits for one of several twins to end, of which some may have: finds what it does behind that, and so whether it joins all
    /// of them.
    pub fn look_behind_join(&mut self, classes: &mut dyn Classes, id: NodeId) -> Result<(), Stop> {
        let mut at = id;
        while let Label::Join { thread } = self.label(at) {
            let is_of = |group: &&Group| group.members.len() > 1 && group.members.iter().any(|(it, _)| *it == thread);
            let group = self.groups.groups.iter().find(is_of);
            let Some((group, Some(value))) = group.and_then(|group| Some((group, group.end?))) else {
                // How this one ends is not known here: whoever has joined some twins only by then tells them apart.
                let joined = self.node(at).alone.as_ref().map_or(0, |alone| alone.joined);
                return if at == id { Ok(()) } else { self.note_step_after_joins(joined) };
            };
            let members: Vec<ThreadId> = group.members.iter().map(|(member, _)| *member).collect();
            at = match self.after(classes, at, value) {
                Ok(next) => next,
                // What they cannot be exchanged in is left to the graphs that have it.
                Err(Stop::Refused(_)) => return self.tell_alone(members),
                Err(stop) => return Err(stop),
            };
        }
        Ok(())
    }

    /// A thread has found something in shared memory otherwise than by a call on a mutex.
    pub(super) fn note_found(&mut self, label: Label, answer: u64) -> Result<(), Stop> {
        let (Label::Read { location } | Label::Update { location, .. }) = label else { return Ok(()) };
        let is_call = matches!(label, Label::Update { change: Change::Mutex(..), .. });
        let width = self.ground.surroundings.sharing.location(location).width;
        if is_call || !self.groups.wanted || width != Width::INT || !mutex::holds(answer) {
            return Ok(());
        }
        Err(self.tell_all_apart())
    }
}
