//! The definition against its own words: the closure of all pairs around ordering rows, on generated graphs.

use proptest::prelude::*;

use super::super::environment::Environment;
use super::super::graph::{EventGraph, EventKind};
use super::super::{Bool, Relation, Tag};
use crate::ids::EventId;

/// What a generated row is: its thread, what it does, and whether it is in an atomic section.
type Step = (u32, u8, bool);

fn graph(steps: &[Step], meets: &[(usize, usize)]) -> EventGraph {
    let mut graph = EventGraph::new(1);
    for (thread, what, is_atomic) in steps {
        let row = match what {
            0 => graph.read(*thread, 0),
            1 => graph.write(*thread, 0),
            2 => graph.fence(*thread, &[Tag::named("full")]),
            _ => graph.mark(*thread),
        };
        if *is_atomic && *what < 2 {
            graph.make_atomic(row);
        }
    }
    // Threads meet from an earlier row to a later one, so that nobody waits for himself.
    let marks: Vec<EventId> = graph.events().filter(|e| graph.kind(*e) == EventKind::Mark).collect();
    for (a, b) in meets {
        let (a, b) = (a % marks.len().max(1), b % marks.len().max(1));
        if a < b {
            graph.meet(marks[a], marks[b]);
        }
    }
    graph
}

fn relation(graph: &EventGraph, name: &str) -> Relation<bool> {
    graph.ground().relation(&mut Bool, name).unwrap_or_else(|| panic!("{name} is supplied"))
}

proptest! {
    #[test]
    fn what_marks_order_is_what_the_definition_says(
        steps in prop::collection::vec((0..3u32, 0..6u8, prop::bool::weighted(0.2)), 1..14),
        meets in prop::collection::vec((0..14usize, 0..14usize), 0..6),
    ) {
        let graph = graph(&steps, &meets);
        let n = graph.events().count();
        let atomic = |e: EventId| e.index() > 0 && steps[e.index() - 1].2 && steps[e.index() - 1].1 < 2;
        let orders = |e: EventId| graph.kind(e) == EventKind::Mark || atomic(e);
        let mut reaches = vec![vec![false; n]; n];
        for a in graph.events() {
            for b in graph.events().filter(|b| graph.in_program_order(a, *b)) {
                reaches[a.index()][b.index()] = orders(a) || orders(b);
            }
        }
        for (a, b, _) in &graph.ground().meets {
            reaches[a.index()][b.index()] = true;
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    reaches[i][j] |= reaches[i][k] && reaches[k][j];
                }
            }
        }
        let (po, kept) = (relation(&graph, "po"), relation(&graph, "kept"));
        for a in graph.events() {
            for b in graph.events() {
                let is_event = |e| graph.kind(e) != EventKind::Mark;
                let ordered = is_event(a) && is_event(b) && reaches[a.index()][b.index()];
                let sequenced = is_event(a) && is_event(b) && graph.in_program_order(a, b);
                prop_assert_eq!(kept.get(a, b).is_some(), ordered, "kept: {} {}", a, b);
                prop_assert_eq!(po.get(a, b).is_some(), ordered || sequenced, "po: {} {}", a, b);
            }
        }
        // Both are transitive, and order nothing with itself.
        for r in [&po, &kept] {
            prop_assert!(r.sequence(&mut Bool, r).difference(&mut Bool, r).is_empty());
            prop_assert!(r.pairs().all(|(a, b, _)| a != b));
        }
    }
}

#[test]
fn marks_are_in_nothing_and_reads_from_is_left_alone() {
    let mut graph = EventGraph::new(1);
    let write = graph.write(0, 0);
    let spawn = graph.mark(0);
    let begin = graph.mark(1);
    let read = graph.read(1, 0);
    graph.reads_from(read, write);
    graph.meet(spawn, begin);
    for set in ["_", "R", "W", "M", "F", "IW", "RMW"] {
        let members = graph.ground().set(&mut Bool, set).expect("every set is supplied");
        assert!(members.get(spawn).is_none() && members.get(begin).is_none(), "{set}");
    }
    for name in ["rf", "co", "int", "ext", "loc", "po", "kept", "rmw"] {
        let here = relation(&graph, name);
        assert!(here.pairs().all(|(a, b, _)| ![spawn, begin].contains(&a) && ![spawn, begin].contains(&b)), "{name}");
    }
    assert_eq!(relation(&graph, "rf").count(), 1);
    assert!(relation(&graph, "kept").get(write, read).is_some());
}

#[test]
fn threads_that_wait_for_each_other_are_told() {
    let mut graph = EventGraph::new(0);
    let marks: Vec<EventId> = [0, 0, 1, 1].map(|thread| graph.mark(thread)).into();
    graph.meet(marks[1], marks[2]);
    assert!(graph.ground().is_possible(&mut Bool));
    graph.meet(marks[3], marks[0]);
    assert!(!graph.ground().is_possible(&mut Bool));
}
