//! Counters that nobody reads: accesses that only keep them are left out.
//!
//! In: a program. Out: the same program without the accesses to cells of memory whose values nobody looks at, where these
//! stand in a loop that looks at something else: a waiting loop that counts its rounds in a static variable. It must not
//! know memory models.
//!
//! # The rule
//! The accesses of a cell are left out if
//! 1. all of them are known ([`cells`](crate::ir::cells)), and so are those of the cells that one of them may access instead;
//! 2. what is loaded goes, by arithmetic alone (a check of its result is a use), into stores to such cells and nowhere else;
//! 3. data races are not looked for;
//! 4. one of the stores stands in a loop that reads something else, too, or in a function that is called there;
//! 5. where leaks are looked for, what is stored to a static object is computed from constants and such cells alone.
//!
//! # Why no verdict changes
//! By 1 and 2 the values of the cell reach no other access, no branch and no check, and no access can fail. So each
//! execution without these accesses comes from one with them, and the other way round: leaving events out of an execution takes
//! pairs out of its relations, which keeps them free of cycles; and into an execution the accesses can be put back,
//! each load with the value of the write that is latest for its thread, which orders nothing that was not ordered before, as
//! there is no read-modify-write, release or acquire among them. Where races are looked for the accesses themselves may be
//! the violation (3). Where leaks are looked for, the end of the program reads static objects for addresses of the heap, of which 5
//! leaves none there. Without 4 nothing would be wrong, but executions would not be told apart that published tables count.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{Label, RegId};
use crate::ir::cells::{Cell, Cells, Place, meets};
use crate::ir::names::Object;
use crate::ir::program::{Function, Op, Operand, Program};
use crate::ir::property::Concern;
use crate::ir::rounds;
use crate::ir::uses;

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
    cells: Cells,
}

impl Accesses {
    fn of(program: &Program) -> Accesses {
        let mut accesses = Accesses { cells: Cells::of(program) };
        if program.checked.contains(Concern::Leaks) {
            accesses.keep_counters(program);
        }
        accesses
    }

    fn is_access(&self, place: Place) -> bool {
        self.cells.accesses.contains_key(&place)
    }

    /// Drops the static objects that may be given an address.
    fn keep_counters(&mut self, program: &Program) {
        loop {
            let mut dropped: BTreeSet<Object> = BTreeSet::new();
            for (index, function) in program.functions.iter().enumerate() {
                let counted = self.counted(index, function);
                for (at, instr) in function.code.iter().enumerate() {
                    let cells = self.cells.at((index, at));
                    if let Op::Store { value, .. } = instr.op
                        && cells.iter().any(is_static)
                        && !is_counted(value, &counted)
                    {
                        dropped.extend(cells.iter().map(|cell| cell.object));
                    }
                }
            }
            if dropped.is_empty() {
                return;
            }
            self.cells.forget(dropped);
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
                    Op::Load { .. } => self.is_access((index, at)) && self.cells.at((index, at)).iter().all(is_static),
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
                let own = self.cells.accesses.range((index, 0)..(index + 1, 0));
                let loaded = own.filter_map(|((_, at), cells)| match function.code[*at].op {
                    Op::Load { dst, .. } => Some((dst, cells)),
                    _ => None,
                });
                let loaded: Vec<(RegId, &Vec<Cell>)> = loaded.collect();
                if loaded.iter().any(|(_, cells)| cells.iter().any(|cell| !read.contains(cell))) {
                    let looked_at = self.looked_at(function, index, &read);
                    let loaded = loaded.into_iter().filter(|(dst, _)| looked_at.contains(dst));
                    read.extend(loaded.flat_map(|(_, cells)| cells));
                }
            }
            // An access of one of several cells is none of those that are left out unless all of them are.
            let is_read = |cell: &Cell| meets(&read, cell);
            let beside = self.cells.accesses.values().filter(|cells| cells.iter().any(is_read)).flatten();
            let beside: Vec<Cell> = beside.copied().collect();
            read.extend(beside);
            if read.len() == before {
                break;
            }
        }
        let is_read = |cell: &Cell| meets(&read, cell);
        let unread: BTreeMap<Place, &Vec<Cell>> = self
            .cells
            .accesses
            .iter()
            .filter(|(_, cells)| !cells.iter().any(is_read))
            .map(|(place, cells)| (*place, cells))
            .collect();
        let waiting = rounds::within(program, |place| unread.contains_key(&place));
        let waits = |(index, at): &Place| waiting[*index].contains(*at);
        let is_store = |place: &Place| matches!(program.functions[place.0].code[place.1].op, Op::Store { .. });
        // What is left out is left out everywhere.
        let in_loops = unread.iter().filter(|(place, _)| is_store(place) && waits(place));
        let mut wanted: BTreeSet<Cell> = in_loops.flat_map(|(_, cells)| cells.iter().copied()).collect();
        let is_wanted = |wanted: &BTreeSet<Cell>, cells: &[Cell]| cells.iter().any(|cell| meets(wanted, cell));
        loop {
            let more: Vec<Cell> = unread
                .values()
                .filter(|cells| is_wanted(&wanted, cells))
                .flat_map(|cells| cells.iter().copied())
                .collect();
            let before = wanted.len();
            wanted.extend(more);
            if wanted.len() == before {
                break;
            }
        }
        unread.into_iter().filter(|(_, cells)| is_wanted(&wanted, cells)).map(|(place, _)| place).collect()
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
                    let is_read = |cell: &Cell| meets(read, cell);
                    if !self.is_access((index, at)) || self.cells.at((index, at)).iter().any(is_read) {
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

fn is_static(cell: &Cell) -> bool {
    matches!(cell.object, Object::Static(_))
}

fn is_counted(operand: Operand, counted: &BTreeSet<RegId>) -> bool {
    match operand {
        Operand::Const { .. } => true,
        Operand::Reg(reg) => counted.contains(&reg),
        Operand::Global { .. } | Operand::Function(_) => false,
    }
}
