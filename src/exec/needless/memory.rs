//! Memory that holds only what nobody needs.
//!
//! In: a program. Out: which loads, stores, births and ends of objects do nothing that anybody needs, as far as is known of what is
//! needed ([`Memory`]). It must not know what registers are needed for.
//!
//! The accesses of a cell that are all known ([`cells`](crate::ir::cells)) are not needed unless a load of it is. Those of an object to which
//! nothing stores in code that a waiting loop may come to are left as they are. Nothing would be wrong without that, but what is left out
//! is no place for a fence, and executions would not be told apart that published tables count.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use crate::ir::cells::{Cell, Cells, Place, meets};
use crate::ir::names::Object;
use crate::ir::rounds;
use crate::ir::{Callee, Concern, Function, Op, Operand, Program, Storage};

/// What cells a call may store to.
#[derive(Clone, PartialEq, Eq)]
enum Stored {
    Anything,
    These(BTreeSet<Cell>),
}

/// The cells of which all accesses are known, and those of them that are needed.
pub(super) struct Memory {
    cells: Cells,
    needed: BTreeSet<Cell>,
    stored: Vec<Stored>,
    /// Objects that only their thread knows.
    own: BTreeSet<Object>,
    /// By function: code that a waiting loop may come to.
    waiting: Vec<FixedBitSet>,
}

impl Memory {
    pub fn of(program: &Program) -> Memory {
        let mut cells = Cells::of(program);
        let is_own = |object: Object| match object {
            Object::Static(global) => program.global(global).thread_local,
            Object::Local { .. } => true,
        };
        let objects =
            |cells: &Cells| -> BTreeSet<Object> { cells.accesses.values().flatten().map(|cell| cell.object).collect() };
        let is_private = |place: Place| {
            let list = cells.at(place);
            !list.is_empty() && list.iter().all(|cell| is_own(cell.object))
        };
        let waiting = rounds::within(program, is_private);
        let counts = |(index, at): &Place| {
            waiting[*index].contains(*at) && matches!(program.functions[*index].code[*at].op, Op::Store { .. })
        };
        let counted = cells.accesses.iter().filter(|(place, _)| counts(place)).flat_map(|(_, list)| list);
        let counted: BTreeSet<Object> = counted.map(|cell| cell.object).collect();
        let looks_for_races = program.checked.contains(Concern::Races);
        let left = objects(&cells).into_iter().filter(|object| looks_for_races || !counted.contains(object));
        cells.forget(left.collect());
        let own = objects(&cells).into_iter().filter(|object| is_own(*object)).collect();
        let stored = stored(program, &cells);
        Memory { cells, needed: BTreeSet::new(), stored, own, waiting }
    }

    /// How many cells are known to be needed.
    pub fn needed(&self) -> usize {
        self.needed.len()
    }

    /// Whether an instruction does something to memory that nobody needs, as far as is known.
    pub fn spares(&self, place: Place, op: &Op) -> bool {
        match op {
            Op::Load { .. } | Op::Store { .. } => {
                let list = self.cells.at(place);
                !list.is_empty() && !list.iter().any(|cell| self.is_needed(cell))
            }
            Op::Allocate { size: Operand::Const { .. }, storage: Storage::Stack | Storage::Block, .. } => {
                self.spares_all_of(Object::Local { function: place.0, at: place.1 })
            }
            Op::EndLifetime { .. } => self.cells.ended(place).is_some_and(|object| self.spares_all_of(object)),
            _ => false,
        }
    }

    /// Whether an object that a waiting loop has to do with holds nothing that is needed.
    fn spares_all_of(&self, object: Object) -> bool {
        let is_waiting = match object {
            Object::Local { function, at } => self.is_in_waiting_loop((function, at)) || self.own.contains(&object),
            Object::Static(_) => false,
        };
        is_waiting && self.cells.knows_all_of(object) && !self.needed.iter().any(|cell| cell.object == object)
    }

    fn is_needed(&self, cell: &Cell) -> bool {
        meets(&self.needed, cell)
    }

    /// Whether a loop that waits may come to an instruction.
    pub fn is_in_waiting_loop(&self, (index, at): Place) -> bool {
        self.waiting[index].contains(at)
    }

    /// Notes the loads among what is needed of a function.
    pub fn note(&mut self, function: &Function, index: usize, relevant: &FixedBitSet) {
        for at in relevant.ones() {
            if matches!(function.code.get(at).map(|instr| &instr.op), Some(Op::Load { .. })) {
                self.needed.extend(self.cells.at((index, at)));
            }
        }
        // What may be an access of a cell that is needed is one, and stays with all cells that it may be of instead.
        loop {
            let before = self.needed.len();
            let stays = |list: &&Vec<Cell>| list.len() > 1 && list.iter().any(|cell| self.is_needed(cell));
            let more: Vec<Cell> = self.cells.accesses.values().filter(stays).flatten().copied().collect();
            self.needed.extend(more);
            if self.needed.len() == before {
                return;
            }
        }
    }

    /// Whether a load finds the same in each round of a loop with this body: it is of memory of its own thread, to which nothing
    /// in the body stores.
    pub fn is_steady(&self, function: &Function, (index, at): Place, body: &FixedBitSet) -> bool {
        let list = self.cells.at((index, at));
        let meets = |other: &Cell| list.iter().any(|cell| cell.overlaps(other));
        let changes = |at: usize| match function.code.get(at).map(|instr| &instr.op) {
            Some(Op::Store { .. }) => self.cells.at((index, at)).iter().any(meets),
            Some(Op::Call { callee: Callee::Direct(callee), .. }) => match &self.stored[callee.index()] {
                Stored::Anything => true,
                Stored::These(cells) => cells.iter().any(meets),
            },
            Some(Op::Call { callee: Callee::Indirect(_), .. } | Op::SetMemory { .. } | Op::AnyMemory { .. }) => true,
            _ => false,
        };
        !list.is_empty() && list.iter().all(|cell| self.own.contains(&cell.object)) && !body.ones().any(changes)
    }
}

/// By function: the cells that it may store to, with the functions that it calls.
fn stored(program: &Program, cells: &Cells) -> Vec<Stored> {
    let mut stored = vec![Stored::These(BTreeSet::new()); program.functions.len()];
    loop {
        let before = stored.clone();
        for (index, function) in program.functions.iter().enumerate() {
            let mut own = BTreeSet::new();
            let mut is_known = true;
            for (at, instr) in function.code.iter().enumerate() {
                match &instr.op {
                    Op::Store { .. } => own.extend(cells.at((index, at))),
                    Op::Call { callee: Callee::Direct(callee), .. } => match &stored[callee.index()] {
                        Stored::Anything => is_known = false,
                        Stored::These(cells) => own.extend(cells),
                    },
                    Op::Call { callee: Callee::Indirect(_), .. } | Op::SetMemory { .. } | Op::AnyMemory { .. } => {
                        is_known = false;
                    }
                    _ => {}
                }
            }
            stored[index] = if is_known { Stored::These(own) } else { Stored::Anything };
        }
        if stored == before {
            return stored;
        }
    }
}
