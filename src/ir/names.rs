//! Which objects the registers of a program hold addresses of.
//!
//! In: a program. Out: for each register that holds the same all along, and that may only hold addresses in objects with names of their
//! own, these addresses ([`Names`]). It must not know what anybody does with them.
//!
//! A register holds the same all along if one instruction alone assigns it, which is run before each that reads it, on all ways: so what
//! is read is what was assigned last. A parameter holds what its function is given, if that is called by its name alone, with an address
//! wherever it is called. An object that is made anew with each call, or in each round of a loop, is one object here: what is said of it holds for each that is made.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::dominators;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::ids::{FuncId, GlobalId, RegId};
use crate::ir::operators::{BinaryOp, Width};
use crate::ir::program::{Callee, Function, Op, Operand, Program};
use crate::ir::uses;

/// An object with a name of its own: a static one, or what one `Allocate` of a function makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Object {
    Static(GlobalId),
    Local { function: usize, at: usize },
}

/// An object and a place in it, in bytes.
pub(crate) type Address = (Object, i64);

/// A parameter that may be given more addresses is not followed: each access by it would be one of as many cells.
const MOST: usize = 8;

/// What a parameter is given.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Given {
    Anything,
    These(BTreeSet<Address>),
}

/// The registers that hold addresses in objects with names, by function.
pub(crate) struct Names {
    registers: Vec<BTreeMap<RegId, BTreeSet<Address>>>,
    /// By function: the registers that hold the same all along.
    steady: Vec<BTreeSet<RegId>>,
    given: Vec<Vec<Given>>,
}

impl Names {
    pub(crate) fn of(program: &Program) -> Names {
        let steady: Vec<BTreeSet<RegId>> = program.functions.iter().map(steady).collect();
        let given = given_at_first(program, &steady);
        let mut names = Names { registers: Vec::new(), steady, given };
        loop {
            names.registers = (0..program.functions.len()).map(|index| names.registers_of(program, index)).collect();
            if !names.give(program) {
                return names;
            }
        }
    }

    /// The addresses that an operand may be, if it is sure to be one of some.
    pub(crate) fn resolve(&self, function: usize, operand: Operand) -> Option<BTreeSet<Address>> {
        resolve(&self.registers[function], operand)
    }

    /// Whether a register holds the same addresses all along.
    pub(crate) fn holds(&self, function: usize, register: RegId) -> bool {
        self.registers[function].contains_key(&register)
    }

    /// Whether a parameter of a function holds, all along, what the calls by its name give.
    pub(crate) fn is_followed(&self, function: FuncId, position: usize) -> bool {
        matches!(self.given[function.index()].get(position), Some(Given::These(_)))
    }

    fn registers_of(&self, program: &Program, index: usize) -> BTreeMap<RegId, BTreeSet<Address>> {
        let function = &program.functions[index];
        let mut found = BTreeMap::new();
        for (param, given) in function.params.iter().zip(&self.given[index]) {
            if let Given::These(addresses) = given {
                found.insert(*param, addresses.clone());
            }
        }
        for (at, instr) in function.code.iter().enumerate() {
            let name = match &instr.op {
                Op::Allocate { dst, .. } => Some((*dst, BTreeSet::from([(Object::Local { function: index, at }, 0)]))),
                Op::Copy { dst, value } => resolve(&found, *value).map(|addresses| (*dst, addresses)),
                Op::Binary { dst, op: BinaryOp::Add, left, right: Operand::Const { bits, .. } } => {
                    let further = |(object, at): &Address| (*object, at.wrapping_add(*bits as i64));
                    resolve(&found, *left).map(|addresses| (*dst, addresses.iter().map(further).collect()))
                }
                _ => None,
            };
            if let Some((dst, addresses)) = name.filter(|(dst, _)| self.steady[index].contains(dst)) {
                found.insert(dst, addresses);
            }
        }
        found
    }

    /// Notes what the calls give. Whether that was more than was known.
    fn give(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for (index, function) in program.functions.iter().enumerate() {
            for instr in &function.code {
                let Op::Call { callee: Callee::Direct(callee), args, .. } = &instr.op else { continue };
                let params = self.given[callee.index()].len();
                let fits = params == args.len();
                for position in 0..params {
                    let arg = args.get(position).filter(|_| fits);
                    let addresses = arg.and_then(|arg| self.resolve(index, *arg));
                    changed |= self.given[callee.index()][position].add(addresses);
                }
            }
        }
        changed
    }
}

impl Given {
    /// Whether these were not known.
    fn add(&mut self, addresses: Option<BTreeSet<Address>>) -> bool {
        let Given::These(known) = self else { return false };
        let before = known.len();
        match addresses {
            Some(addresses) if known.union(&addresses).count() <= MOST => {
                known.extend(addresses);
                known.len() > before
            }
            _ => {
                *self = Given::Anything;
                true
            }
        }
    }
}

/// Nothing where only calls give something, and anything where others may, or the function itself.
fn given_at_first(program: &Program, steady: &[BTreeSet<RegId>]) -> Vec<Vec<Given>> {
    let known = uses::known_functions(program);
    let of_function = |(index, function): (usize, &Function)| {
        let is_given = |param: &RegId| !known.contains(&FuncId::from_index(index)) && steady[index].contains(param);
        let at_first = |param: &RegId| match is_given(param) {
            true => Given::These(BTreeSet::new()),
            false => Given::Anything,
        };
        function.params.iter().map(at_first).collect()
    };
    program.functions.iter().enumerate().map(of_function).collect()
}

/// The registers of a function that hold the same all along.
fn steady(function: &Function) -> BTreeSet<RegId> {
    let mut assigned: BTreeMap<RegId, Vec<Option<usize>>> =
        function.params.iter().map(|param| (*param, vec![None])).collect();
    for (at, instr) in function.code.iter().enumerate() {
        for register in uses::definitions(&instr.op) {
            assigned.entry(register).or_default().push(Some(at));
        }
    }
    let by_code: BTreeMap<RegId, usize> = assigned
        .iter()
        .filter(|(register, _)| function.width(**register) == Width::POINTER)
        .filter_map(|(register, places)| match places.as_slice() {
            [Some(at)] => Some((*register, *at)),
            _ => None,
        })
        .collect();
    let params = function.params.iter().filter(|param| assigned[param].len() == 1);
    let mut steady: BTreeSet<RegId> = params.copied().collect();
    if by_code.is_empty() {
        return steady;
    }
    let mut reads: BTreeMap<RegId, Vec<usize>> = BTreeMap::new();
    for (at, instr) in function.code.iter().enumerate() {
        for operand in uses::operands(&instr.op) {
            if let Operand::Reg(register) = operand {
                reads.entry(register).or_default().push(at);
            }
        }
    }
    let order = Dominance::of(function);
    let comes_first = |at: usize, read: usize| at != read && order.is_before(at, read);
    let is_steady = |(register, at): &(&RegId, &usize)| {
        reads.get(register).into_iter().flatten().all(|read| comes_first(**at, *read))
    };
    steady.extend(by_code.iter().filter(is_steady).map(|(register, _)| *register));
    steady
}

/// What is run before what on all ways from the first instruction of a function: the tree of immediate dominators, in which one
/// comes before what is below it.
struct Dominance {
    /// When a walk through the tree comes to an instruction and when it goes back; none for what is never run.
    walk: Vec<Option<(usize, usize)>>,
}

impl Dominance {
    fn of(function: &Function) -> Dominance {
        let count = function.code.len();
        let mut flow: DiGraph<(), ()> = DiGraph::with_capacity(count, 2 * count);
        for _ in 0..count {
            flow.add_node(());
        }
        for (at, instr) in function.code.iter().enumerate() {
            for next in uses::successors(&instr.op, at, count).into_iter().flatten() {
                flow.add_edge(NodeIndex::new(at), NodeIndex::new(next), ());
            }
        }
        let above = dominators::simple_fast(&flow, NodeIndex::new(0));
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
        for at in 1..count {
            if let Some(above) = above.immediate_dominator(NodeIndex::new(at)) {
                below[above.index()].push(at);
            }
        }
        let (mut walk, mut time) = (vec![None; count], 0);
        let mut open = vec![(0, false)];
        while let Some((at, is_done)) = open.pop() {
            time += 1;
            if let Some((_, end)) = walk[at].as_mut().filter(|_| is_done) {
                *end = time;
                continue;
            }
            walk[at] = Some((time, time));
            open.push((at, true));
            open.extend(below[at].iter().map(|next| (*next, false)));
        }
        Dominance { walk }
    }

    /// Whether the one is run before the other whenever that is run.
    fn is_before(&self, one: usize, other: usize) -> bool {
        match (self.walk[one], self.walk[other]) {
            (Some((begin, end)), Some((at, _))) => begin <= at && at <= end,
            (_, None) => true,
            (None, Some(_)) => false,
        }
    }
}

fn resolve(registers: &BTreeMap<RegId, BTreeSet<Address>>, operand: Operand) -> Option<BTreeSet<Address>> {
    match operand {
        Operand::Reg(register) => registers.get(&register).cloned(),
        Operand::Global { global, offset } => Some(BTreeSet::from([(Object::Static(global), offset)])),
        Operand::Const { .. } | Operand::Function(_) => None,
    }
}
