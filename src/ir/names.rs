//! Which objects the registers of a program hold addresses of.
//!
//! In: a program. Out: for each register that holds the same all along, and that may only hold addresses in objects with names of their
//! own, these addresses ([`Names`]). It must not know what anybody does with them.
//!
//! A parameter holds what its function is given, if that is called by its name alone, with an address wherever it is called. An
//! object that is made anew with each call, or in each round of a loop, is one object here: what is said of it holds for each that is made.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{FuncId, GlobalId, RegId};
use crate::ir::operators::BinaryOp;
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
    given: Vec<Vec<Given>>,
}

impl Names {
    pub(crate) fn of(program: &Program) -> Names {
        let mut names = Names { registers: Vec::new(), given: given_at_first(program) };
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
        let assigned = assigned(function);
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
            if let Some((dst, addresses)) = name.filter(|(dst, _)| assigned.get(dst) == Some(&1)) {
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
fn given_at_first(program: &Program) -> Vec<Vec<Given>> {
    let known = uses::known_functions(program);
    let of_function = |(index, function): (usize, &Function)| {
        let assigned = assigned(function);
        let at_first = |param: &RegId| match known.contains(&FuncId::from_index(index)) || assigned[param] > 1 {
            true => Given::Anything,
            false => Given::These(BTreeSet::new()),
        };
        function.params.iter().map(at_first).collect()
    };
    program.functions.iter().enumerate().map(of_function).collect()
}

/// How often the registers of a function are assigned; a parameter is so by the call.
fn assigned(function: &Function) -> BTreeMap<RegId, u32> {
    let mut assigned: BTreeMap<RegId, u32> = BTreeMap::new();
    let by_code = function.code.iter().flat_map(|instr| uses::definitions(&instr.op));
    for register in by_code.chain(function.params.iter().copied()) {
        *assigned.entry(register).or_default() += 1;
    }
    assigned
}

fn resolve(registers: &BTreeMap<RegId, BTreeSet<Address>>, operand: Operand) -> Option<BTreeSet<Address>> {
    match operand {
        Operand::Reg(register) => registers.get(&register).cloned(),
        Operand::Global { global, offset } => Some(BTreeSet::from([(Object::Static(global), offset)])),
        Operand::Const { .. } | Operand::Function(_) => None,
    }
}
