//! Counters that nobody reads: accesses that only keep them are left out.
//!
//! In: a program. Out: the same program without the accesses to cells of memory whose values nobody looks at, where these
//! stand in a loop that looks at something else: a waiting loop that counts its rounds in a static variable. It must not
//! know memory models.
//!
//! # The rule
//! A cell is some bytes of a static object or of a local one. Its accesses are left out if
//! 1. each of them names the object directly, at a known place inside it, and the address of the object goes nowhere else,
//!    so that these are all the accesses there are;
//! 2. they are plain, volatile or relaxed loads and stores;
//! 3. what is loaded goes, by arithmetic alone (a check of its result is a use), into stores to such cells and nowhere else;
//! 4. data races are not looked for;
//! 5. one of the stores stands in a loop that reads something else, too;
//! 6. where leaks are looked for, what is stored to a static object is computed from constants and such cells alone.
//!
//! # Why no verdict changes
//! By 1 to 3 the values of the cell reach no other access, no branch and no check, and by 1 no access can fail. So each
//! execution without these accesses comes from one with them, and the other way round: leaving events out of an execution takes
//! pairs out of its relations, which keeps them free of cycles; and into an execution the accesses can be put back,
//! each load with the value of the write that is latest for its thread, which orders nothing that was not ordered before, as
//! there is no read-modify-write, release or acquire among them (2). Where races are looked for the accesses themselves may be
//! the violation (4). Where leaks are looked for, the end of the program reads static objects for addresses of the heap, of which 6
//! leaves none there. Without 5 nothing would be wrong, but executions would not be told apart that published tables count.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{GlobalId, Label, RegId};
use crate::ir::operators::{BinaryOp, Width};
use crate::ir::order::Order;
use crate::ir::program::{Function, Op, Operand, Program};
use crate::ir::property::Concern;
use crate::ir::storage::Storage;
use crate::ir::uses;

/// An object with a name of its own: a static one, or what one `Allocate` of a function makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Object {
    Static(GlobalId),
    Local { function: usize, at: usize },
}

/// Bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    object: Object,
    start: i64,
    end: i64,
}

impl Cell {
    fn overlaps(&self, other: &Cell) -> bool {
        self.object == other.object && self.start < other.end && other.start < self.end
    }
}

/// An instruction: its function and its place there.
type Place = (usize, usize);

/// Leaves out the accesses to cells that nobody reads.
pub fn without_unread(program: &mut Program) {
    if program.checked.contains(Concern::Races) {
        return;
    }
    let accesses = Accesses::of(program);
    for (function, at) in accesses.unread(program) {
        let function = &mut program.functions[function];
        let op = &mut function.code[at].op;
        *op = match *op {
            Op::Load { dst, .. } => {
                Op::Copy { dst, value: Operand::constant(0, function.registers[dst.index()].width) }
            }
            // On to what follows.
            _ => Op::Jump(Label::from_index(at + 1)),
        };
    }
}

/// The loads and stores of cells that are accessed in no other way.
struct Accesses {
    cells: BTreeMap<Place, Cell>,
}

impl Accesses {
    fn of(program: &Program) -> Accesses {
        let (mut cells, mut spoilt) = (BTreeMap::new(), BTreeSet::new());
        for value in program.globals.iter().flat_map(|global| &global.init).map(|init| init.value) {
            if let Operand::Global { global, .. } = value {
                spoilt.insert(Object::Static(global));
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            let names = Names::of(index, function);
            for (at, instr) in function.code.iter().enumerate() {
                let access = match &instr.op {
                    Op::Load { dst, address, order, .. } => {
                        Some((*address, *order, function.registers[dst.index()].width))
                    }
                    Op::Store { address, value, order, .. } => {
                        spoilt.extend(names.resolve(*value).map(|(object, _)| object));
                        width_of(function, *value).map(|width| (*address, *order, width))
                    }
                    // What is born, steps within the object, and its first zeros say nothing of its values.
                    Op::Step { .. } => continue,
                    Op::Copy { dst, .. } | Op::Binary { dst, .. } if names.0.contains_key(dst) => continue,
                    Op::SetMemory { byte, size, .. } => {
                        let others = [*byte, *size].into_iter().filter_map(|operand| names.resolve(operand));
                        spoilt.extend(others.map(|(object, _)| object));
                        continue;
                    }
                    _ => None,
                };
                let Some((address, order, width)) = access else {
                    let operands = uses::operands(&instr.op).into_iter();
                    spoilt.extend(operands.filter_map(|operand| names.resolve(operand)).map(|(object, _)| object));
                    continue;
                };
                let Some((object, start)) = names.resolve(address) else { continue };
                let cell = Cell { object, start, end: start + width.bytes() as i64 };
                let is_weak = matches!(order, Order::Plain | Order::Volatile | Order::Relaxed);
                if !is_weak || !is_inside(program, &cell) {
                    spoilt.insert(object);
                }
                cells.insert((index, at), cell);
            }
        }
        cells.retain(|_, cell| !spoilt.contains(&cell.object));
        let mut accesses = Accesses { cells };
        if program.checked.contains(Concern::Leaks) {
            accesses.keep_counters(program);
        }
        accesses
    }

    /// Drops the static objects that may be given an address.
    fn keep_counters(&mut self, program: &Program) {
        loop {
            let mut dropped: BTreeSet<Object> = BTreeSet::new();
            for (index, function) in program.functions.iter().enumerate() {
                let counted = self.counted(index, function);
                for (at, instr) in function.code.iter().enumerate() {
                    let Some(cell) = self.cells.get(&(index, at)) else { continue };
                    if let Op::Store { value, .. } = instr.op
                        && matches!(cell.object, Object::Static(_))
                        && !is_counted(value, &counted)
                    {
                        dropped.insert(cell.object);
                    }
                }
            }
            if dropped.is_empty() {
                return;
            }
            self.cells.retain(|_, cell| !dropped.contains(&cell.object));
        }
    }

    /// The registers of a function whose values come from constants and static cells alone.
    fn counted(&self, index: usize, function: &Function) -> BTreeSet<RegId> {
        let mut counted: BTreeSet<RegId> = (0..function.registers.len()).map(RegId::from_index).collect();
        function.params.iter().for_each(|param| _ = counted.remove(param));
        loop {
            let before = counted.len();
            for (at, instr) in function.code.iter().enumerate() {
                let stays = match &instr.op {
                    Op::Copy { .. } | Op::Unary { .. } | Op::Binary { .. } | Op::Cast { .. } | Op::Select { .. } => {
                        uses::operands(&instr.op).into_iter().all(|operand| is_counted(operand, &counted))
                    }
                    Op::Load { .. } => {
                        self.cells.get(&(index, at)).is_some_and(|cell| matches!(cell.object, Object::Static(_)))
                    }
                    _ => false,
                };
                if !stays {
                    uses::definitions(&instr.op).for_each(|dst| _ = counted.remove(&dst));
                }
            }
            if counted.len() == before {
                return counted;
            }
        }
    }

    /// The accesses that can be left out.
    fn unread(&self, program: &Program) -> Vec<Place> {
        let mut read: BTreeSet<Cell> = BTreeSet::new();
        loop {
            let before = read.len();
            for (index, function) in program.functions.iter().enumerate() {
                let own = self.cells.range((index, 0)..(index + 1, 0));
                let loaded = own.filter_map(|((_, at), cell)| match function.code[*at].op {
                    Op::Load { dst, .. } => Some((dst, *cell)),
                    _ => None,
                });
                let loaded: Vec<(RegId, Cell)> = loaded.collect();
                if loaded.iter().any(|(_, cell)| !read.contains(cell)) {
                    let looked_at = self.looked_at(function, index, &read);
                    read.extend(loaded.into_iter().filter(|(dst, _)| looked_at.contains(dst)).map(|(_, cell)| cell));
                }
            }
            if read.len() == before {
                break;
            }
        }
        let is_read = |cell: &Cell| read.iter().any(|other| other.overlaps(cell));
        let unread: BTreeMap<Place, Cell> =
            self.cells.iter().filter(|(_, cell)| !is_read(cell)).map(|(place, cell)| (*place, *cell)).collect();
        let waits = |place: &Place| is_in_reading_loop(&program.functions[place.0], *place, &unread);
        let is_store = |place: &Place| matches!(program.functions[place.0].code[place.1].op, Op::Store { .. });
        // What is left out is left out everywhere.
        let mut wanted: BTreeSet<Cell> =
            unread.iter().filter(|(place, _)| is_store(place) && waits(place)).map(|(_, cell)| *cell).collect();
        loop {
            let more: Vec<Cell> =
                unread.values().filter(|cell| wanted.iter().any(|w| w.overlaps(cell))).copied().collect();
            let before = wanted.len();
            wanted.extend(more);
            if wanted.len() == before {
                break;
            }
        }
        unread.into_iter().filter(|(_, cell)| wanted.contains(cell)).map(|(place, _)| place).collect()
    }

    /// The registers of a function whose values get anywhere but into cells that nobody reads.
    fn looked_at(&self, function: &Function, index: usize, read: &BTreeSet<Cell>) -> BTreeSet<RegId> {
        // By register where arithmetic alone computes it.
        let mut computed: BTreeMap<RegId, Vec<usize>> = BTreeMap::new();
        let mut open: Vec<Operand> = Vec::new();
        for (at, instr) in function.code.iter().enumerate() {
            match &instr.op {
                Op::Copy { dst, .. }
                | Op::Unary { dst, .. }
                | Op::Binary { dst, .. }
                | Op::Cast { dst, .. }
                | Op::Select { dst, .. } => computed.entry(*dst).or_default().push(at),
                Op::Store { address, value, .. } => {
                    open.push(*address);
                    let cell = self.cells.get(&(index, at));
                    if cell.is_none_or(|cell| read.iter().any(|other| other.overlaps(cell))) {
                        open.push(*value);
                    }
                }
                op => open.extend(uses::operands(op)),
            }
        }
        let mut looked_at = BTreeSet::new();
        while let Some(operand) = open.pop() {
            if let Operand::Reg(reg) = operand
                && looked_at.insert(reg)
            {
                let sources = computed.get(&reg).into_iter().flatten();
                open.extend(sources.flat_map(|at| uses::operands(&function.code[*at].op)));
            }
        }
        looked_at
    }
}

fn is_counted(operand: Operand, counted: &BTreeSet<RegId>) -> bool {
    match operand {
        Operand::Const { .. } => true,
        Operand::Reg(reg) => counted.contains(&reg),
        Operand::Global { .. } | Operand::Function(_) => false,
    }
}

fn width_of(function: &Function, operand: Operand) -> Option<Width> {
    match operand {
        Operand::Reg(reg) => Some(function.registers[reg.index()].width),
        Operand::Const { width, .. } => Some(width),
        Operand::Global { .. } | Operand::Function(_) => Some(Width::POINTER),
    }
}

/// Whether a cell lies in its object, which may be written.
fn is_inside(program: &Program, cell: &Cell) -> bool {
    let size = match cell.object {
        Object::Static(global) => {
            let global = program.global(global);
            (!global.read_only).then_some(global.size)
        }
        Object::Local { function, at } => match program.functions[function].code[at].op {
            Op::Allocate { size: Operand::Const { bits, .. }, storage: Storage::Stack, .. } => Some(bits),
            _ => None,
        },
    };
    size.is_some_and(|size| 0 <= cell.start && cell.end as u64 <= size)
}

/// Whether an instruction stands in a loop that reads something beside cells that nobody reads.
fn is_in_reading_loop(function: &Function, place: Place, unread: &BTreeMap<Place, Cell>) -> bool {
    let reads = |at: usize| {
        let op = &function.code[at].op;
        let reads = matches!(
            op,
            Op::Load { .. }
                | Op::Rmw { .. }
                | Op::CompareExchange { .. }
                | Op::Pair(_)
                | Op::TryLock { .. }
                | Op::SpinTryLock { .. }
                | Op::TimedLock { .. }
                | Op::Call { .. }
        );
        reads && !unread.contains_key(&(place.0, at))
    };
    function.code.iter().enumerate().any(|(end, instr)| {
        matches!(instr.op, Op::Repeat { head, .. } if (head.index()..=end).contains(&place.1) && (head.index()..end).any(reads))
    })
}

/// The registers of a function that hold an address in one object all along.
struct Names(BTreeMap<RegId, (Object, i64)>);

impl Names {
    fn of(index: usize, function: &Function) -> Names {
        let mut definitions: BTreeMap<RegId, u32> = BTreeMap::new();
        for instr in &function.code {
            for dst in uses::definitions(&instr.op) {
                *definitions.entry(dst).or_default() += 1;
            }
        }
        for param in &function.params {
            *definitions.entry(*param).or_default() += 1;
        }
        let mut names = Names(BTreeMap::new());
        for (at, instr) in function.code.iter().enumerate() {
            let found = match &instr.op {
                Op::Allocate { dst, .. } => Some((*dst, (Object::Local { function: index, at }, 0))),
                Op::Copy { dst, value } => names.resolve(*value).map(|found| (*dst, found)),
                Op::Binary { dst, op: BinaryOp::Add, left, right: Operand::Const { bits, .. } } => {
                    names.resolve(*left).map(|(object, at)| (*dst, (object, at.wrapping_add(*bits as i64))))
                }
                _ => None,
            };
            if let Some((dst, name)) = found.filter(|(dst, _)| definitions.get(dst) == Some(&1)) {
                names.0.insert(dst, name);
            }
        }
        names
    }

    /// The object and the place in it that an operand is the address of.
    fn resolve(&self, operand: Operand) -> Option<(Object, i64)> {
        match operand {
            Operand::Reg(reg) => self.0.get(&reg).copied(),
            Operand::Global { global, offset } => Some((Object::Static(global), offset)),
            Operand::Const { .. } | Operand::Function(_) => None,
        }
    }
}
