//! What a model's read-modify-writes order by themselves.
//!
//! In: a model. Out: which pairs of accesses it keeps in order because one of them is half of a read-modify-write or
//! because one stands between them. It is read off the axioms: on a graph of two or three events of one thread and of
//! different places the order must follow from what is certain. It is found out when somebody asks: most programs have few
//! of these patterns.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::ids::EventId;
use crate::model::ground::{Row, RowKind};
use crate::model::{Access, Bool, Demand, Ground, Model, Relation, Tag, evaluate};

/// An access as far as its order depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub kind: Access,
    pub is_rmw: bool,
}

/// What read-modify-writes order, looked up.
pub struct Separation<'m> {
    model: &'m Model,
    /// What was found out: accesses that follow each other, and whether the first is kept before the last.
    known: RefCell<FxHashMap<Vec<Place>, bool>>,
}

impl<'m> Separation<'m> {
    pub fn of(model: &'m Model) -> Separation<'m> {
        Separation { model, known: RefCell::default() }
    }

    /// Whether two accesses stay in order because one belongs to a read-modify-write.
    pub fn orders(&self, first: Place, second: Place) -> bool {
        (first.is_rmw || second.is_rmw) && self.is_ordered(vec![first, second])
    }

    /// The kinds of accesses that a half of a read-modify-write keeps behind an access before it.
    pub fn between(&self, first: Access, half: Access) -> impl Iterator<Item = Access> + '_ {
        let place = |kind, is_rmw| Place { kind, is_rmw };
        let all = Access::ALL.into_iter();
        all.filter(move |last| self.is_ordered(vec![place(first, false), place(half, true), place(*last, false)]))
    }

    fn is_ordered(&self, places: Vec<Place>) -> bool {
        if let Some(known) = self.known.borrow().get(&places) {
            return *known;
        }
        let is_ordered = is_ordered(self.model, &places);
        self.known.borrow_mut().insert(places, is_ordered);
        is_ordered
    }
}

/// Whether some axiom about an order of all locations has a path from the first to the last of some accesses of a thread.
/// (Other axioms may hold `po` and order nothing by it, as the one that forbids values out of thin air.)
fn is_ordered(model: &Model, places: &[Place]) -> bool {
    let row = |place: &Place| Row {
        kind: match place.kind {
            Access::Read => RowKind::Read,
            Access::Write => RowKind::Write,
        },
        thread: Some(0),
        tags: if place.is_rmw { vec![Tag::named("RMW")] } else { Vec::new() },
        added: Vec::new(),
        is_atomic: false,
        happens: true,
    };
    let mut ground = Ground::new(places.iter().map(row).collect());
    let events: Vec<EventId> = (0..places.len()).map(EventId::from_index).collect();
    ground.sequence(std::slice::from_ref(&events));
    ground.give_places(Some);
    let last = places.len() - 1;
    let obligations = evaluate(model, &mut Bool, &mut ground);
    model.axioms().iter().zip(&obligations).any(|(axiom, obligation)| match &obligation.demand {
        Demand::Empty { .. } => false,
        Demand::Acyclic { parts } => {
            if !model.is_global(axiom) {
                return false;
            }
            let whole: Vec<Relation<bool>> = parts.iter().map(|p| p.relation(&mut Bool)).collect();
            let has = |a: usize, b: usize| whole.iter().any(|r| r.get(events[a], events[b]).is_some());
            has(0, last) || last > 1 && has(0, 1) && has(1, 2)
        }
    })
}
