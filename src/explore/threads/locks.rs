//! Lock-aware exploration: critical sections that touch nothing in common are not ordered.
//!
//! In: which sections of a mutex have touched what, in any graph so far. Out: where the mutex is for each of them: sections that have
//! touched nothing in common find it in different *portions*, each of which is as good as a mutex of its own. It must not know graphs.
//!
//! Idea: Kokologiannakis, Raad, Vafeiadis, "Effective Lock Handling in Stateless Model Checking" (OOPSLA 2019). Deviation: they leave the
//! order of sections open in the graph and ask whether there is one; here the program is another one, whose mutexes are divided.
//!
//! # Why that is enough
//! A divided mutex takes order away and nothing else: a section excludes those of its own portion and is ordered with them, not with the
//! others. So a graph of the program, less what its mutex orders, is part of a full graph of the divided program, *if nobody waits for
//! good because of that mutex*. Therefore:
//!
//! 1. A mutex is divided only if it lies in memory that never ends, is of the normal kind, and is used by nothing but lock, unlock,
//!    initialisation and destruction. Whoever reads it reads all portions, and whoever writes it writes all; should a read find one held, the
//!    mutex is whole from then on ([`Echo`](super::alone::echo)).
//! 2. A section of a divided mutex contains nothing that may stop its thread: no other mutex, nothing that waits, no end, no mistake. Should
//!    one do so in any graph, the mutex is whole from then on. So in every graph of the program whoever has taken it gives it back.
//! 3. What is wrong, open or refused in the divided program need not be so in the program: then all mutexes are whole, and the
//!    exploration starts again and knows nothing ([`Locks::spoil`]). Nothing wrong in the divided program says that nothing is wrong in the program.
//! 4. No other accesses are made of several events that are one step. A full graph counts only if its sections have an order in which each
//!    is over before the next one of its mutex begins ([`Graph::has_sections_in_line`](crate::explore::graph::Graph)): it is as many
//!    executions of the program as there are such orders. Where that cannot be seen, all mutexes are whole again, too.
//!
//! Which sections are told apart is a matter of speed alone: any division is as right as any other. It is found from the first full graph, and
//! portions whose sections turn out to touch something in common, one of them writing, become one. Twins share their portions, so
//! that they stay twins. A section is known by its thread and the calls that led to the lock, not by the
//! iteration of a loop: an iteration that is left out because it changes nothing is the same section as the one after it.

use std::collections::{BTreeMap, BTreeSet};

use super::sharing::Stop;
use crate::ids::ThreadId;

/// The bits of an address that tell portions apart; objects have none of them.
const SHIFT: u32 = 48;

/// So often portions become one before all mutexes become whole: each time the exploration starts again.
const MERGES: u32 = 4;

/// Portions of one mutex: the bits that are left say whose memory it is no more.
const MOST: u32 = 1 << 6;

/// The address of the object of which this is a portion, or the address itself.
pub fn undivided(address: u64) -> u64 {
    let object = address & ((1 << SHIFT) - 1);
    if address >> SHIFT < u64::from(MOST) { object } else { address }
}

/// Where a mutex is taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Taking {
    pub mutex: u64,
    pub thread: ThreadId,
    /// The calls that have led there.
    pub calls: Vec<u32>,
}

/// What an exploration does about sections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Mutexes are as the program has them.
    #[default]
    Whole,
    /// What sections touch is noted.
    Watched,
    Divided,
    /// They are whole again.
    GivenUp,
}

/// What is known of the sections of mutexes.
#[derive(Clone, Debug, Default)]
pub struct Locks {
    stage: Stage,
    /// The locations that each section has touched, and whether it has written there.
    touched: BTreeMap<Taking, BTreeMap<u32, bool>>,
    /// The portions of sections; that of the others is 0.
    portions: BTreeMap<Taking, u32>,
    /// Mutexes that are not divided.
    whole: BTreeSet<u64>,
    /// How often two portions have become one since they were divided.
    merges: u32,
    /// How often that has happened, or a divided mutex has become whole.
    changes: u32,
    is_spoiled: bool,
}

impl Locks {
    /// Notes from now on what sections touch.
    pub fn watch(&mut self) {
        self.stage = Stage::Watched;
    }

    pub fn are_watched(&self) -> bool {
        matches!(self.stage, Stage::Watched | Stage::Divided)
    }

    /// Whether any mutex is divided.
    pub fn are_divided(&self) -> bool {
        !self.portions.is_empty()
    }

    /// Whether a mutex is divided.
    pub fn is_divided(&self, mutex: u64) -> bool {
        self.portions.keys().any(|taking| taking.mutex == mutex)
    }

    /// The divided mutex of which these bytes are part.
    pub fn divided_at(&self, address: u64, bytes: u64) -> Option<u64> {
        let mut mutexes = self.portions.keys().map(|taking| taking.mutex);
        mutexes.find(|mutex| *mutex < address + bytes && address < mutex + 4)
    }

    /// Where a section finds its mutex.
    pub fn place(&self, taking: &Taking) -> u64 {
        taking.mutex | u64::from(self.portion(taking)) << SHIFT
    }

    fn portion(&self, taking: &Taking) -> u32 {
        self.portions.get(taking).copied().unwrap_or(0)
    }

    /// The places of a mutex but the one where the program has it.
    pub fn others(&self, mutex: u64) -> Vec<u64> {
        let of_mutex = self.portions.iter().filter(|(taking, portion)| taking.mutex == mutex && **portion != 0);
        let places: BTreeSet<u64> = of_mutex.map(|(_, portion)| mutex | u64::from(*portion) << SHIFT).collect();
        places.into_iter().collect()
    }

    /// A mutex is not divided; the exploration starts again if it was.
    pub fn keep_whole(&mut self, mutex: u64) -> Result<(), Stop> {
        let was_divided = self.is_divided(mutex);
        self.whole.insert(mutex);
        self.portions.retain(|taking, _| taking.mutex != mutex);
        self.changes += u32::from(was_divided);
        if was_divided { Err(Stop::Restart) } else { Ok(()) }
    }

    /// There is such a section, which may touch nothing that others do.
    pub fn enter(&mut self, taking: &Taking) {
        if !self.touched.contains_key(taking) {
            self.touched.insert(taking.clone(), BTreeMap::new());
        }
    }

    /// A section touches a location.
    pub fn note(&mut self, taking: &Taking, location: u32, writes: bool) -> Result<(), Stop> {
        let touched = match self.touched.get_mut(taking) {
            Some(touched) => touched,
            None => self.touched.entry(taking.clone()).or_default(),
        };
        let known = touched.get(&location).copied();
        if known == Some(true) || known == Some(writes) {
            return Ok(());
        }
        touched.insert(location, writes);
        if !self.is_divided(taking.mutex) {
            return Ok(());
        }
        let own = self.portion(taking);
        let is_common = |(other, places): &(&Taking, &BTreeMap<u32, bool>)| {
            let differs = other.mutex == taking.mutex && self.portion(other) != own;
            differs && places.get(&location).is_some_and(|theirs| *theirs || writes)
        };
        let Some((other, _)) = self.touched.iter().find(is_common) else { return Ok(()) };
        let theirs = self.portion(other);
        (self.merges, self.changes) = (self.merges + 1, self.changes + 1);
        if self.merges > MERGES {
            self.give_up();
            return Err(Stop::Restart);
        }
        let (low, high) = (own.min(theirs), own.max(theirs));
        let of_mutex = self.portions.iter_mut().filter(|(other, _)| other.mutex == taking.mutex);
        of_mutex.filter(|(_, portion)| **portion == high).for_each(|(_, portion)| *portion = low);
        self.portions.retain(|_, portion| *portion != 0);
        Err(Stop::Restart)
    }

    /// Divides the mutexes whose sections have touched nothing in common; says whether there are any. The members of each of these groups
    /// share their portions.
    pub fn divide(&mut self, groups: impl Iterator<Item = Vec<ThreadId>>) -> bool {
        if self.stage != Stage::Watched {
            return false;
        }
        self.stage = Stage::Divided;
        let groups: Vec<Vec<ThreadId>> = groups.collect();
        let is_twin = |a: &Taking, b: &Taking| {
            a.calls == b.calls && groups.iter().any(|group| group.contains(&a.thread) && group.contains(&b.thread))
        };
        let takings: Vec<&Taking> = self.touched.keys().filter(|taking| !self.whole.contains(&taking.mutex)).collect();
        // Each belongs to the first that it has something in common with, directly or not.
        let mut first: Vec<usize> = (0..takings.len()).collect();
        for a in 0..takings.len() {
            for b in 0..a {
                let (one, other) = (takings[a], takings[b]);
                let together = one.mutex == other.mutex
                    && (is_twin(one, other) || have_in_common(&self.touched[one], &self.touched[other]));
                let (from, to) = (first[a].max(first[b]), first[a].min(first[b]));
                if together && from != to {
                    first.iter_mut().filter(|first| **first == from).for_each(|first| *first = to);
                }
            }
        }
        // What one thread does by itself is ordered in any case.
        let owner = |first: &[usize], group: usize| {
            let mut members =
                first.iter().zip(&takings).filter(|(first, _)| **first == group).map(|(_, taking)| taking.thread);
            let one = members.next();
            one.filter(|one| members.all(|other| other == *one))
        };
        let owners: Vec<Option<ThreadId>> = first.iter().map(|group| owner(&first, *group)).collect();
        for a in 0..takings.len() {
            let is_same =
                |b: &usize| owners[*b].is_some() && owners[*b] == owners[a] && takings[*b].mutex == takings[a].mutex;
            if let Some(b) = (0..a).find(is_same) {
                first[a] = first[b];
            }
        }
        let mut portions = BTreeMap::new();
        for (at, taking) in takings.iter().enumerate() {
            let firsts = first.iter().zip(&takings).enumerate();
            let heads = firsts.filter(|(i, (first, other))| **first == *i && other.mutex == taking.mutex);
            let portion = heads.take_while(|(i, _)| *i != first[at]).count() as u32;
            if portion != 0 && portion < MOST {
                portions.insert((*taking).clone(), portion);
            }
        }
        self.portions = portions;
        !self.portions.is_empty()
    }

    /// What was found where mutexes are divided need not be so where they are whole.
    pub fn spoil(&mut self) {
        self.is_spoiled = true;
    }

    /// The mutexes of which there were sections.
    #[cfg(test)]
    pub fn mutexes(&self) -> impl Iterator<Item = u64> {
        self.touched.keys().map(|taking| taking.mutex)
    }

    pub fn is_spoiled(&self) -> bool {
        self.is_spoiled
    }

    /// Whether that has happened. All mutexes are whole then.
    pub fn gives_up(&mut self) -> bool {
        self.is_spoiled && self.give_up()
    }

    /// All mutexes are whole from now on; says whether any was divided.
    fn give_up(&mut self) -> bool {
        let was_divided = self.are_divided();
        if was_divided {
            *self = Locks { stage: Stage::GivenUp, ..Locks::default() };
        }
        was_divided
    }

    pub fn have_given_up(&self) -> bool {
        self.stage == Stage::GivenUp
    }

    /// How often portions have become one, or a divided mutex whole.
    pub fn changes(&self) -> u32 {
        self.changes
    }

    /// Forgets what sections have touched but for the first locations.
    pub fn forget_behind(&mut self, locations: u32) {
        self.touched.values_mut().for_each(|touched| touched.retain(|location, _| *location < locations));
    }
}

/// Whether two sections have touched one location, one of them writing.
fn have_in_common(one: &BTreeMap<u32, bool>, other: &BTreeMap<u32, bool>) -> bool {
    one.iter().any(|(location, writes)| other.get(location).is_some_and(|theirs| *theirs || *writes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MUTEX: u64 = 0x1357_9bc0_0000;

    fn taking(thread: u32) -> Taking {
        Taking { mutex: MUTEX, thread: ThreadId(thread), calls: vec![7] }
    }

    /// Sections by thread, each with what it writes.
    fn divided(sections: &[(u32, &[u32])], groups: &[&[u32]]) -> Locks {
        let mut locks = Locks::default();
        locks.watch();
        for (thread, places) in sections {
            places.iter().for_each(|place| locks.note(&taking(*thread), *place, true).unwrap());
        }
        let groups = groups.iter().map(|group| group.iter().copied().map(ThreadId).collect());
        locks.divide(groups.collect::<Vec<_>>().into_iter());
        locks
    }

    #[test]
    fn sections_with_something_in_common_share_a_portion() {
        let locks = divided(&[(1, &[10, 11]), (2, &[20]), (3, &[11, 12]), (4, &[12])], &[]);
        let places: Vec<u64> = (1..5).map(|thread| locks.place(&taking(thread))).collect();
        assert_eq!((places[0], places[0], places[0]), (places[2], places[3], MUTEX));
        assert_ne!(places[1], MUTEX);
        assert_eq!(locks.others(MUTEX), [places[1]]);
        assert!(places.iter().all(|place| undivided(*place) == MUTEX));
    }

    /// Of one thread those that nobody else has anything in common with need not be told apart.
    #[test]
    fn what_one_thread_does_by_itself_has_one_portion() {
        let other = |thread| Taking { calls: vec![8], ..taking(thread) };
        let mut locks = Locks::default();
        locks.watch();
        for (at, place) in [(taking(1), 10), (other(1), 11), (taking(2), 20), (other(2), 30), (taking(3), 30)] {
            locks.note(&at, place, true).unwrap();
        }
        assert!(locks.divide(std::iter::empty()));
        assert_eq!(locks.place(&taking(1)), locks.place(&other(1)));
        assert_eq!(locks.place(&other(2)), locks.place(&taking(3)));
        assert_ne!(locks.place(&taking(2)), locks.place(&other(2)));
        assert_ne!(locks.place(&taking(1)), locks.place(&taking(2)));
    }

    /// What shows bit by bit makes the exploration start again only so often.
    #[test]
    fn mutexes_become_whole_when_too_much_turns_out_late() {
        let sections: Vec<(u32, [u32; 1])> = (1..20).map(|thread| (thread, [100 * thread])).collect();
        let sections: Vec<(u32, &[u32])> = sections.iter().map(|(thread, places)| (*thread, &places[..])).collect();
        let mut locks = divided(&sections, &[]);
        let restarts = (2..20).filter(|thread| locks.note(&taking(*thread), 100, true).is_err()).count();
        assert_eq!((restarts, locks.are_divided()), (MERGES as usize + 1, false));
    }

    #[test]
    fn twins_share_a_portion() {
        let locks = divided(&[(1, &[10]), (2, &[20]), (3, &[30])], &[&[1, 3]]);
        assert_eq!(locks.place(&taking(1)), locks.place(&taking(3)));
        assert_ne!(locks.place(&taking(1)), locks.place(&taking(2)));
    }

    #[test]
    fn portions_become_one_when_something_common_turns_out() {
        let mut locks = divided(&[(1, &[10]), (2, &[20]), (3, &[30])], &[]);
        assert!(locks.note(&taking(2), 30, false).is_err());
        assert_eq!(locks.place(&taking(2)), locks.place(&taking(3)));
        assert_ne!(locks.place(&taking(1)), locks.place(&taking(3)));
        assert!(locks.note(&taking(2), 30, false).is_ok());
        // Two that only read have nothing in common.
        assert!(locks.note(&taking(1), 40, false).is_ok());
        assert!(locks.note(&taking(2), 40, false).is_ok());
        assert!(locks.keep_whole(MUTEX).is_err() && locks.others(MUTEX).is_empty());
        assert!(locks.keep_whole(MUTEX).is_ok() && locks.place(&taking(2)) == MUTEX);
    }

    #[test]
    fn other_addresses_are_no_portions() {
        for address in [0x7357_9bd0_0000, 0xdead_beef_dead_bee0, u64::MAX] {
            assert_eq!(undivided(address), address);
        }
    }
}
