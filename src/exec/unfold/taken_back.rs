//! Read-modify-writes that the same iteration takes back: an increment and a decrement, say.
//!
//! In: the effects of an iteration on shared memory. Out: pairs of them that together change nothing, if the second finds
//! what the first left ([`crate::exec::waiting`] says what follows from that). It must not know loops.

use rustc_hash::FxHashMap;

use crate::exec::cases;
use crate::exec::skeleton::TakenBack;
use crate::exec::state::{Effect, Replaced};
use crate::exec::terms::TermId;
use crate::ir::BinaryOp;

use super::Round;

/// An iteration with more effects than this is not looked through for pairs. Real ones have two.
const MOST: usize = 6;

/// The effects of an iteration that are not taken back, and those that are.
pub(super) struct Effects {
    pub lasting: Vec<Effect>,
    pub taken_back: Vec<TakenBack>,
}

impl Round<'_> {
    /// Pairs each read-modify-write with the first later one that changes back what it changed, where on the paths on
    /// which `path` follows after `head` both happen or neither.
    pub(super) fn pair_effects(&mut self, effects: Vec<Effect>, head: TermId, path: TermId) -> Effects {
        let mut found = Effects { lasting: Vec::new(), taken_back: Vec::new() };
        if effects.len() > MOST {
            found.lasting = effects;
            return found;
        }
        let mut open = effects;
        while !open.is_empty() {
            let first = open.remove(0);
            let later = (0..open.len()).find_map(|at| Some((at, self.takes_back(&first, &open[at], (head, path))?)));
            match later {
                Some((at, pair)) => {
                    open.remove(at);
                    found.taken_back.push(pair);
                }
                None => found.lasting.push(first),
            }
        }
        found
    }

    fn takes_back(&mut self, first: &Effect, later: &Effect, (head, path): (TermId, TermId)) -> Option<TakenBack> {
        let (Replaced { old, new, write: Some(write), .. }, Replaced { old: found, new: left, write: Some(back), .. }) =
            (first.replaces?, later.replaces?)
        else {
            return None;
        };
        let (here, there) = (&self.events[write.index()], &self.events[back.index()]);
        let same_place = here.target == there.target && here.section == there.section;
        let read = there.partner.filter(|_| same_place && here.group.is_none())?;
        let mut memo = FxHashMap::from_iter([(found, new)]);
        let left = self.terms.rewrite(left, &mut memo);
        let [happens, back_happens] = [first.guard, later.guard].map(|guard| self.terms.distinction(guard, head));
        let alone = [(happens, back_happens), (back_happens, happens)].map(|(one, other)| {
            let not = self.terms.not(other);
            let alone = self.terms.and(one, not);
            self.terms.and(path, alone)
        });
        let both_or_neither = alone.into_iter().all(|alone| cases::is_impossible(&mut self.terms, alone));
        both_or_neither.then_some(TakenBack { write, back: read }).filter(|_| self.is_left(left, old, (path, happens)))
    }

    /// Whether what is left is what was found wherever the path is followed and both happen: a mutex is taken only where it is free.
    fn is_left(&mut self, left: TermId, found: TermId, (path, happens): (TermId, TermId)) -> bool {
        let same = self.terms.binary(BinaryOp::Equal, left, found);
        if same == TermId::TRUE {
            return true;
        }
        let other = self.terms.not(same);
        let both = self.terms.and(path, happens);
        let differs = self.terms.and(both, other);
        cases::is_impossible(&mut self.terms, differs)
    }
}
