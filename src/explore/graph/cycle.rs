//! Looking for a cycle.
//!
//! In: events, and what leads to each of them. Out: whether some of them lead to themselves, in any number of steps. It must not know
//! what leads to what.

use super::Slot;
use crate::explore::axioms::bits::Row;

/// Whether one of these events leads to itself. The same is asked of each event once.
pub fn has_cycle<const W: usize>(mut roots: Row<W>, mut before: impl FnMut(Slot) -> Row<W>) -> bool {
    let (mut done, mut open): (Row<W>, Row<W>) = (Row::EMPTY, Row::EMPTY);
    let mut path: Vec<(Slot, Row<W>)> = Vec::new();
    while let Some(root) = roots.pop() {
        let mut next = (!done.contains(root)).then_some(root);
        loop {
            if let Some(slot) = next {
                let before = before(slot);
                if before.contains(slot) || before.intersects(&open) {
                    return true;
                }
                if before.is_empty() {
                    done.insert(slot);
                } else {
                    open.insert(slot);
                    path.push((slot, before));
                }
            }
            let Some((slot, before)) = path.last_mut() else { break };
            *before = before.without(&done);
            next = before.pop();
            if next.is_none() {
                done.insert(*slot);
                open.remove(*slot);
                path.pop();
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether these edges have a cycle, from each event to those before it.
    fn cyclic(before: &[&[Slot]]) -> bool {
        let row = |slots: &[Slot]| slots.iter().fold(Row::<1>::EMPTY, |row, slot| row.or(&Row::single(*slot)));
        let all: Vec<Slot> = (0..before.len() as Slot).collect();
        has_cycle(row(&all), |slot| row(before[slot as usize]))
    }

    #[test]
    fn cycles_are_found_and_nothing_else() {
        assert!(!cyclic(&[&[], &[0], &[0, 1], &[1, 2]]));
        assert!(cyclic(&[&[0]]));
        assert!(cyclic(&[&[2], &[0], &[1]]));
        assert!(cyclic(&[&[], &[0, 3], &[1], &[0, 2]]));
        // Two ways to one event are no cycle.
        assert!(!cyclic(&[&[1, 2], &[3], &[3], &[]]));
    }
}
