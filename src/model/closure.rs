//! Something that holds the closure of a relation whose conditions are open, for those pairs that are asked for.
//!
//! In: a relation, pairs, and what must be in the closure. Out: a relation of new conditions that are demanded to hold
//! wherever a path says so. They may hold where none does; so this is for closures of which more can only break axioms: whoever
//! looks for a way to fulfil all demands and the axioms finds one exactly if the closure itself gives one. It must not know
//! models.
//!
//! A path grows at its end, one step at a time, by the steps that do not follow from two others within the span of their
//! events. That is a demand for each pair and each step behind it, where squaring takes a gate for each two pairs.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::algebra::Algebra;
use super::pairs::Pairs;
use super::relation::Relation;
use crate::ids::EventId;

/// The wanted pairs of something that holds the closure of `relation`.
pub fn above_closure<A: Algebra>(
    algebra: &mut A,
    relation: &Relation<A::Elem>,
    wanted: &Pairs,
    must: &Pairs,
) -> Relation<A::Elem> {
    let n = relation.len();
    let steps = reduced(algebra, relation);
    let before: Vec<Vec<(usize, A::Elem)>> = {
        let mut before = vec![Vec::new(); n];
        for (a, row) in steps.iter().enumerate() {
            row.iter().for_each(|(b, here)| before[b.index()].push((a, *here)));
        }
        before
    };
    let mut pairs = Vec::new();
    for start in (0..n).filter(|start| !wanted.row(*start).is_clear()) {
        let ways = from(algebra, start, (&steps, &before), (wanted.row(start), must.row(start)));
        let ends = wanted.row(start).ones().filter_map(|end| Some((end, *ways.get(&end)?)));
        pairs.extend(ends.map(|(end, here)| (EventId::from_index(start), EventId::from_index(end), here)));
    }
    Relation::from_pairs(algebra, n, pairs)
}

/// The rows of a relation without the pairs that follow from two others whose conditions theirs implies.
///
/// A pair goes only where the event in between lies between the two by number, so that what it follows from is
/// shorter, and what is left makes up all of it, by induction.
fn reduced<A: Algebra>(algebra: &A, relation: &Relation<A::Elem>) -> Vec<Vec<(EventId, A::Elem)>> {
    let one = algebra.one();
    let row = |a: usize| {
        let from = EventId::from_index(a);
        let mut kept: Vec<(EventId, A::Elem)> = Vec::new();
        for (to, here) in relation.row(from) {
            let implied = |there: A::Elem| there == one || there == *here;
            let follows = kept.iter().any(|(middle, first)| {
                *middle > from && middle < to && implied(*first) && relation.get(*middle, *to).is_some_and(implied)
            });
            if !follows {
                kept.push((*to, *here));
            }
        }
        kept
    };
    (0..relation.len()).map(row).collect()
}

type Steps<'s, E> = (&'s [Vec<(EventId, E)>], &'s [Vec<(usize, E)>]);

/// The conditions of the paths from one event, to wherever a path to a wanted end leads.
fn from<A: Algebra>(
    algebra: &mut A,
    start: usize,
    (steps, before): Steps<'_, A::Elem>,
    (wanted, must): (&FixedBitSet, &FixedBitSet),
) -> FxHashMap<usize, A::Elem> {
    let n = steps.len();
    let one = algebra.one();
    let ahead = reach(n, steps[start].iter().map(|(to, _)| to.index()), |at| {
        steps[at].iter().map(|(to, _)| to.index()).collect()
    });
    // What must be needs no path.
    let open = wanted.ones().filter(|end| !must.contains(*end));
    let back = reach(n, open, |at| {
        let is_open = !must.contains(at);
        before[at].iter().filter(|_| is_open).map(|(from, _)| *from).collect()
    });
    let mut conditions: FxHashMap<usize, A::Elem> = FxHashMap::default();
    let relevant: Vec<usize> = ahead.intersection(&back).collect();
    for end in wanted.ones().chain(relevant.iter().copied()) {
        if must.contains(end) {
            conditions.insert(end, one);
        }
    }
    for end in &relevant {
        let ways: Vec<&(usize, A::Elem)> =
            before[*end].iter().filter(|(from, _)| *from == start || ahead.contains(*from)).collect();
        conditions.entry(*end).or_insert_with(|| match ways[..] {
            [(from, here)] if *from == start && !ahead.contains(start) => *here,
            _ => algebra.unknown(),
        });
    }
    for end in relevant.iter().filter(|end| !must.contains(**end)) {
        let here = conditions[end];
        for (from, step) in &before[*end] {
            if *from == start && *step != here {
                algebra.demand(&[*step], here);
            }
            if ahead.contains(*from) && from != end {
                algebra.demand(&[conditions[from], *step], here);
            }
        }
    }
    conditions
}

/// What can be reached from some numbers below `n`, themselves included.
fn reach(n: usize, starts: impl Iterator<Item = usize>, next: impl Fn(usize) -> Vec<usize>) -> FixedBitSet {
    let mut seen = FixedBitSet::with_capacity(n);
    let mut open: Vec<usize> = starts.collect();
    while let Some(at) = open.pop() {
        if !seen.put(at) {
            open.extend(next(at));
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const EVENTS: usize = 6;

    /// Truth tables of four variables, and unknowns by their number.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Elem {
        Table(u16),
        Unknown(usize),
    }

    #[derive(Default)]
    struct Demands {
        unknowns: usize,
        demands: Vec<(Vec<Elem>, Elem)>,
    }

    impl Demands {
        /// The least unknowns that fulfil the demands in one execution.
        fn least(&self, bit: u32) -> impl Fn(Elem) -> bool {
            let mut true_ones = vec![false; self.unknowns];
            let value = move |elem: &Elem, unknowns: &[bool]| match elem {
                Elem::Table(table) => table >> bit & 1 == 1,
                Elem::Unknown(number) => unknowns[*number],
            };
            let mut is_more = true;
            while is_more {
                is_more = false;
                for (from, to) in &self.demands {
                    if from.iter().all(|elem| value(elem, &true_ones)) && !value(to, &true_ones) {
                        let Elem::Unknown(number) = to else { panic!("{to:?} is demanded where it does not hold") };
                        true_ones[*number] = true;
                        is_more = true;
                    }
                }
            }
            move |elem| value(&elem, &true_ones)
        }
    }

    impl Algebra for Demands {
        type Elem = Elem;

        fn zero(&self) -> Elem {
            Elem::Table(0)
        }

        fn one(&self) -> Elem {
            Elem::Table(u16::MAX)
        }

        fn and(&mut self, _: Elem, _: Elem) -> Elem {
            panic!("a closure is made of demands")
        }

        fn or(&mut self, _: &[Elem]) -> Elem {
            panic!("a closure is made of demands")
        }

        fn not(&mut self, _: Elem) -> Elem {
            panic!("a closure is made of demands")
        }

        fn unknown(&mut self) -> Elem {
            self.unknowns += 1;
            Elem::Unknown(self.unknowns - 1)
        }

        fn demand(&mut self, from: &[Elem], to: Elem) {
            self.demands.push((from.to_vec(), to));
        }
    }

    fn table() -> impl Strategy<Value = u16> {
        prop_oneof![5 => Just(0), 1 => Just(u16::MAX), 1 => Just(0x5555), 2 => any::<u16>()]
    }

    proptest! {
        #[test]
        fn the_least_solution_is_the_closure(
            tables in prop::collection::vec(table(), EVENTS * EVENTS),
            asked in prop::collection::vec(prop::bool::weighted(0.4), EVENTS * EVENTS),
        ) {
            let id = EventId::from_index;
            let all = || (0..EVENTS).flat_map(|a| (0..EVENTS).map(move |b| (a, b)));
            let mut algebra = Demands::default();
            let pairs = all().map(|(a, b)| (id(a), id(b), tables[a * EVENTS + b]));
            let pairs: Vec<_> = pairs.filter(|(_, _, table)| *table != 0).collect();
            let relation = {
                let pairs = pairs.iter().map(|(a, b, table)| (*a, *b, Elem::Table(*table)));
                Relation::from_pairs(&mut algebra, EVENTS, pairs)
            };
            let closure = |holds: &dyn Fn(u16) -> bool| {
                let mut closure = Pairs::new(EVENTS);
                pairs.iter().filter(|(_, _, table)| holds(*table)).for_each(|(a, b, _)| closure.insert(*a, *b));
                closure.closure()
            };
            let (may, must) = (closure(&|_| true), closure(&|table| table == u16::MAX));
            let mut wanted = Pairs::new(EVENTS);
            all().filter(|(a, b)| asked[a * EVENTS + b]).for_each(|(a, b)| wanted.insert(id(a), id(b)));
            let wanted = wanted.and(&may);
            let above = above_closure(&mut algebra, &relation, &wanted, &must);
            for bit in 0..16 {
                let here = closure(&|table| table >> bit & 1 == 1);
                let holds = algebra.least(bit);
                for (a, b) in all().map(|(a, b)| (id(a), id(b))).filter(|(a, b)| wanted.has(*a, *b)) {
                    let there = above.get(a, b).is_some_and(&holds);
                    prop_assert_eq!(there, here.has(a, b), "{} {} in {}", a, b, bit);
                }
            }
        }
    }
}
