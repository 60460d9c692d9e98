//! What a read-modify-write between two accesses orders, by the model's axioms.
//!
//! In: a model. Out: the kinds of accesses that a read-modify-write between them, or a mark of thread creation, keeps in
//! order. It is read off the axioms: on a graph of three events the order must follow from what is certain.

use crate::ids::EventId;
use crate::model::{Access, AccessPair, Bool, Demand, Frame, Model, Relation, Set, evaluate};

/// The pairs of kinds that a read-modify-write between two accesses of one thread orders.
pub fn by_rmw(model: &Model) -> Vec<AccessPair> {
    let mut pairs = Vec::new();
    for first in Access::ALL {
        for second in Access::ALL {
            if ordered(model, first, second) {
                pairs.push((first, second));
            }
        }
    }
    pairs
}

/// Whether some acyclicity axiom has a path from the first to the last of: an access, a mark that counts as
/// read-modify-write, an access; all of one thread and of different places.
fn ordered(model: &Model, first: Access, second: Access) -> bool {
    let events = [EventId(0), EventId(1), EventId(2)];
    let set = |members: Vec<EventId>| Set::from_members(&mut Bool, members.into_iter().map(|e| (e, true)));
    let of = |kind: Access| {
        let ends = [(events[0], first), (events[2], second)];
        set(ends.into_iter().filter(|(_, k)| *k == kind).map(|(e, _)| e).collect())
    };
    let mut frame: Frame<bool> = Frame::new(3);
    frame.sets.insert("R".to_string(), of(Access::Read));
    frame.sets.insert("W".to_string(), of(Access::Write));
    frame.sets.insert("M".to_string(), set(events.to_vec()));
    frame.sets.insert("RMW".to_string(), set(vec![events[1]]));
    let relation = |pairs: &[(usize, usize)]| {
        Relation::from_pairs(&mut Bool, 3, pairs.iter().map(|(a, b)| (events[*a], events[*b], true)))
    };
    let none = relation(&[]);
    for name in ["rf", "co", "fr", "rmw", "kept", "addr", "data", "ctrl"] {
        frame.relations.insert(name.to_string(), none.clone());
    }
    frame.relations.insert("po".to_string(), relation(&[(0, 1), (0, 2), (1, 2)]));
    frame.relations.insert("loc".to_string(), relation(&[(0, 0), (1, 1), (2, 2)]));
    let every: Vec<(usize, usize)> = (0..3).flat_map(|a| (0..3).map(move |b| (a, b))).collect();
    frame.relations.insert("int".to_string(), relation(&every));
    evaluate(model, &mut Bool, &mut frame).iter().any(|obligation| match &obligation.demand {
        Demand::Empty { .. } => false,
        Demand::Acyclic { parts } => {
            let whole: Vec<Relation<bool>> = parts.iter().map(|p| p.relation(&mut Bool)).collect();
            let has = |a: usize, b: usize| whole.iter().any(|r| r.get(events[a], events[b]).is_some());
            has(0, 2) || has(0, 1) && has(1, 2)
        }
    })
}
