//! Cells of memory of which all accesses are known: those by name, in the function of the object or in others that are given its address.
//!
//! In: a program. Out: the loads and stores of such cells ([`Cells`]). It must not know who reads what.
//!
//! # The rule
//! A cell is some bytes of a static object or of a local one. All its accesses are known if
//! 1. each of them has an address that is one of some in objects with names ([`Names`]), at a known place inside, and of all these objects
//!    the same holds;
//! 2. the address of the object goes nowhere else: to functions only that are called by their names and do no more with it, and to the
//!    end of its life, behind which its function does nothing more with it until it is born again;
//! 3. they are plain, volatile or relaxed loads and stores.
//!
//! So none of them can fail: the function that an address was given to has come back when the object dies.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::names::{Address, Names, Object};
use crate::ir::operators::Width;
use crate::ir::order::Order;
use crate::ir::program::{Callee, Op, Operand, Program};
use crate::ir::storage::Storage;
use crate::ir::uses;

/// Bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub(crate) object: Object,
    start: i64,
    end: i64,
}

impl Cell {
    pub(crate) fn overlaps(&self, other: &Cell) -> bool {
        self.object == other.object && self.start < other.end && other.start < self.end
    }
}

/// Whether a cell overlaps one of these.
pub(crate) fn meets(known: &BTreeSet<Cell>, cell: &Cell) -> bool {
    let first = Cell { object: cell.object, start: i64::MIN, end: i64::MIN };
    known.range(first..).take_while(|other| other.object == cell.object).any(|other| other.overlaps(cell))
}

/// An instruction: its function and its place there.
pub(crate) type Place = (usize, usize);

/// The loads and stores of cells that are accessed in no other way. One of several cells is one of each.
#[derive(Default)]
pub(crate) struct Cells {
    pub(crate) accesses: BTreeMap<Place, Vec<Cell>>,
    /// Of which not all accesses are known.
    spoilt: BTreeSet<Object>,
    /// With which something else is done: a step within it, or bytes put everywhere, the same or any.
    handled: BTreeSet<Object>,
    /// Whose life an instruction ends, where its function does nothing more with it then.
    ended: BTreeMap<Place, Object>,
}

impl Cells {
    pub(crate) fn of(program: &Program) -> Cells {
        let names = Names::of(program);
        let mut cells = Cells::default();
        for value in program.globals.iter().flat_map(|global| &global.init).map(|init| init.value) {
            if let Operand::Global { global, .. } = value {
                cells.spoilt.insert(Object::Static(global));
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            for at in 0..function.code.len() {
                cells.note(program, &names, (index, at));
            }
        }
        cells.forget(BTreeSet::new());
        cells
    }

    /// Takes all accesses of these objects for unknown, and those of the objects that one of them may access instead.
    pub(crate) fn forget(&mut self, objects: BTreeSet<Object>) {
        self.spoilt.extend(objects);
        loop {
            let before = self.spoilt.len();
            let is_spoilt = |list: &&Vec<Cell>| list.iter().any(|cell| self.spoilt.contains(&cell.object));
            let more = self.accesses.values().filter(is_spoilt).flatten().map(|cell| cell.object);
            let more: Vec<Object> = more.collect();
            self.spoilt.extend(more);
            if self.spoilt.len() == before {
                break;
            }
        }
        self.accesses.retain(|_, list| !list.iter().any(|cell| self.spoilt.contains(&cell.object)));
    }

    /// The cells of which an instruction accesses one; none if it is no access of such.
    pub(crate) fn at(&self, place: Place) -> &[Cell] {
        self.accesses.get(&place).map_or(&[], Vec::as_slice)
    }

    /// Whether nothing is done with an object but by the known accesses.
    pub(crate) fn knows_all_of(&self, object: Object) -> bool {
        !self.spoilt.contains(&object) && !self.handled.contains(&object)
    }

    /// The object whose life an instruction ends, if its function does nothing more with it then.
    pub(crate) fn ended(&self, place: Place) -> Option<Object> {
        self.ended.get(&place).copied()
    }

    fn spoil(&mut self, addresses: Option<BTreeSet<Address>>) {
        self.spoilt.extend(addresses.into_iter().flatten().map(|(object, _)| object));
    }

    fn handle(&mut self, addresses: Option<BTreeSet<Address>>) {
        self.handled.extend(addresses.into_iter().flatten().map(|(object, _)| object));
    }

    /// Notes what an instruction does with addresses.
    fn note(&mut self, program: &Program, names: &Names, place: Place) {
        let (index, at) = place;
        let function = &program.functions[index];
        let resolve = |operand: Operand| names.resolve(index, operand);
        match &function.code[at].op {
            Op::Load { dst, address, order, .. } => {
                self.access(program, place, (resolve(*address), *order, function.width(*dst)));
            }
            Op::Store { address, value, order, .. } => {
                self.spoil(resolve(*value));
                self.access(program, place, (resolve(*address), *order, function.operand_width(*value)));
            }
            Op::Allocate { dst, size, .. } => {
                // Where the register may hold something else what is done by it is not known to be done with this.
                if !names.holds(index, *dst) {
                    self.spoilt.insert(Object::Local { function: index, at });
                }
                self.spoil(resolve(*size));
            }
            // Steps within the object, and its first zeros, say nothing of its values.
            Op::Reach { address, .. } => self.handle(resolve(*address)),
            Op::Step { from, to } => [*from, *to].into_iter().for_each(|operand| self.handle(resolve(operand))),
            Op::Copy { dst, .. } | Op::Binary { dst, .. } if names.holds(index, *dst) => {}
            Op::AnyMemory { to, size, .. } => {
                self.handle(resolve(*to));
                self.spoil(resolve(*size));
            }
            Op::SetMemory { to, byte, size, .. } => {
                self.handle(resolve(*to));
                [*byte, *size].into_iter().for_each(|operand| self.spoil(resolve(operand)));
            }
            Op::Call { callee: Callee::Direct(callee), args, .. } => {
                let others = args.iter().enumerate().filter(|(position, _)| !names.is_followed(*callee, *position));
                others.for_each(|(_, arg)| self.spoil(resolve(*arg)));
            }
            Op::EndLifetime { address, .. } => {
                let addresses = resolve(*address);
                match addresses.as_ref().and_then(|addresses| ended(program, names, place, addresses)) {
                    Some(object) => _ = self.ended.insert(place, object),
                    None => self.spoil(addresses),
                }
            }
            op => uses::operands(op).into_iter().for_each(|operand| self.spoil(resolve(operand))),
        }
    }

    fn access(
        &mut self,
        program: &Program,
        place: Place,
        (addresses, order, width): (Option<BTreeSet<Address>>, Order, Width),
    ) {
        let is_weak = matches!(order, Order::Plain | Order::Volatile | Order::Relaxed);
        let cell = |(object, start): Address| Cell { object, start, end: start.saturating_add(width.bytes() as i64) };
        let list: Vec<Cell> = addresses.into_iter().flatten().map(cell).collect();
        let others = list.iter().filter(|cell| !is_weak || !is_inside(program, cell));
        self.spoilt.extend(others.map(|cell| cell.object));
        if !list.is_empty() {
            self.accesses.insert(place, list);
        }
    }
}

/// What ends here, if that is one object of the function itself, with which it does nothing more until it is born again.
fn ended(program: &Program, names: &Names, (index, at): Place, addresses: &BTreeSet<Address>) -> Option<Object> {
    let (object, _) = *addresses.first().filter(|(_, place)| addresses.len() == 1 && *place == 0)?;
    let Object::Local { at: born, .. } = object else { return None };
    if object != (Object::Local { function: index, at: born }) {
        return None;
    }
    let code = &program.functions[index].code;
    let touches = |operand: Operand| {
        names.resolve(index, operand).is_some_and(|addresses| addresses.iter().any(|(other, _)| *other == object))
    };
    let mut seen = BTreeSet::from([born]);
    let mut open: Vec<usize> = uses::successors(&code[at].op, at, code.len()).into_iter().flatten().collect();
    while let Some(next) = open.pop() {
        if !seen.insert(next) {
            continue;
        }
        if uses::operands(&code[next].op).into_iter().any(touches) {
            return None;
        }
        open.extend(uses::successors(&code[next].op, next, code.len()).into_iter().flatten());
    }
    Some(object)
}

/// Whether a cell lies in its object, which may be written.
fn is_inside(program: &Program, cell: &Cell) -> bool {
    let size = match cell.object {
        Object::Static(global) => {
            let global = program.global(global);
            (!global.read_only).then_some(global.size)
        }
        Object::Local { function, at } => match program.functions[function].code[at].op {
            Op::Allocate { size: Operand::Const { bits, .. }, storage: Storage::Stack | Storage::Block, .. } => {
                Some(bits)
            }
            _ => None,
        },
    };
    size.is_some_and(|size| 0 <= cell.start && cell.end as u64 <= size)
}
