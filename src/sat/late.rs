//! Accesses that reach an object when it is dead, as literals.
//!
//! In: the rows and the relations. Out: of each access that may be late when it is, as [`crate::exec::late`] defines it. It must not know
//! why an object's end writes over it.

use rustc_hash::FxHashMap;

use super::base::Base;
use super::formula::Formula;
use super::literal::Lit;
use crate::exec::execution::Violated;
use crate::exec::late;
use crate::exec::lifetime::Life;
use crate::exec::skeleton::Skeleton;
use crate::ids::EventId;

/// An access that may be late.
#[derive(Clone, Debug)]
pub struct Late {
    pub over: EventId,
    pub access: EventId,
    pub lit: Lit,
}

/// All of them. Each literal is true only if its access is late, and may be false although it is.
pub fn find(formula: &mut Formula, base: &Base, skeleton: &Skeleton) -> Vec<Late> {
    if skeleton.events.iter().all(|event| event.life != Some(Life::Ends)) {
        return Vec::new();
    }
    let event = |row: u32| base.nodes[row as usize].event;
    let co: FxHashMap<(u32, u32), Lit> = base.co.iter().map(|(a, b, lit)| ((*a, *b), *lit)).collect();
    let mut found = Vec::new();
    for (over, access, lit) in base.rf.iter().chain(&base.co) {
        let (first, second) = (skeleton.event(event(*over)), skeleton.event(event(*access)));
        if first.life != Some(Life::Ends) || second.life.is_some() || first.thread == second.thread {
            continue;
        }
        let mut all = vec![*lit];
        // Who has not been overtaken by a birth comes before each that follows the end.
        let births = base.co.iter().filter(|(from, birth, _)| {
            from == over && second.is_write() && skeleton.event(event(*birth)).life == Some(Life::Begins)
        });
        for (_, birth, follows) in births {
            let before = co.get(&(*access, *birth)).copied().unwrap_or(Lit::FALSE);
            all.push(formula.or_any([!*follows, before]));
        }
        let lit = formula.and_all(all);
        if lit != Lit::FALSE {
            found.push(Late { over: event(*over), access: event(*access), lit });
        }
    }
    found
}

/// What is said of one.
pub fn violated(skeleton: &Skeleton, found: &Late) -> Violated {
    let (over, access) = (skeleton.event(found.over), skeleton.event(found.access));
    let address = over.target.as_ref().expect("a write has a place; please report this").cells[0];
    let thread = access.thread.expect("an access is of a thread; please report this");
    late::violation(&skeleton.objects, address, (over.span, access.span), thread)
}
