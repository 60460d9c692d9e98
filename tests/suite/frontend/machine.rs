//! Runs the IR of a program with one thread, step by step.
//!
//! In: a program. Out: what its static objects hold at the end. It knows the IR and nothing of C; it is the plainest
//! reading of `src/ir/program.rs`, so that a wrong lowering shows as a difference from a compiled program.

use std::collections::HashMap;

use fencesmith::ids::{FuncId, GlobalId};
use fencesmith::ir::{Callee, Op, Operand, PairAction, Program, Width, barrier, mutex};

pub struct Machine<'p> {
    program: &'p Program,
    memory: HashMap<u64, u8>,
    globals: Vec<u64>,
    next: u64,
    steps: u64,
}

/// Functions have addresses below every object.
const FUNCTIONS: u64 = 0x1000;

/// Why a run stopped early.
#[derive(Debug, PartialEq, Eq)]
pub enum Stop {
    Failed(String),
    Blocked,
    TooLong,
    Exit,
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program) -> Machine<'p> {
        let mut machine =
            Machine { program, memory: HashMap::new(), globals: Vec::new(), next: 0x10_0000, steps: 2_000_000 };
        for global in &program.globals {
            let address = machine.object(global.size);
            machine.globals.push(address);
        }
        for (index, global) in program.globals.iter().enumerate() {
            for item in &global.init {
                let value = machine.operand(item.value, &[]);
                machine.store(machine.globals[index] + item.offset, value, item.width);
            }
        }
        machine
    }

    /// Runs the entry function.
    pub fn run(&mut self) -> Result<(), Stop> {
        let entry = self.program.entry.expect("an entry");
        match self.call(entry, &[]) {
            Ok(_) | Err(Stop::Exit) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// What an element of a global array of 64-bit numbers holds.
    pub fn global(&self, name: &str, element: u64) -> u64 {
        let index = self.program.globals.iter().position(|g| g.name == name).expect("the global exists");
        self.load(self.globals[index] + element * 8, Width::POINTER)
    }

    fn object(&mut self, size: u64) -> u64 {
        let address = self.next;
        self.next += size.next_multiple_of(64) + 64;
        address
    }

    fn load(&self, address: u64, width: Width) -> u64 {
        (0..width.bytes())
            .fold(0, |value, i| value | u64::from(self.memory.get(&(address + i)).copied().unwrap_or(0)) << (i * 8))
    }

    fn store(&mut self, address: u64, value: u64, width: Width) {
        assert!(address >= 0x10_0000, "a store to {address:#x}");
        for i in 0..width.bytes() {
            self.memory.insert(address + i, (value >> (i * 8)) as u8);
        }
    }

    fn operand(&self, operand: Operand, registers: &[u64]) -> u64 {
        match operand {
            Operand::Reg(reg) => registers[reg.index()],
            Operand::Const { bits, .. } => bits,
            Operand::Global { global: GlobalId(index), offset } => {
                self.globals[index as usize].wrapping_add(offset as u64)
            }
            Operand::Function(id) => FUNCTIONS + u64::from(id.0),
        }
    }

    fn call(&mut self, id: FuncId, args: &[u64]) -> Result<u64, Stop> {
        let function = self.program.function(id);
        let mut registers = vec![0x5a5a_5a5a_5a5a_5a5a; function.registers.len()];
        for (register, info) in registers.iter_mut().zip(&function.registers) {
            *register &= info.width.mask();
        }
        assert_eq!(function.params.len(), args.len(), "arguments of {}", function.name);
        for (param, arg) in function.params.iter().zip(args) {
            registers[param.index()] = *arg;
        }
        let mut at = 0;
        loop {
            self.steps = self.steps.checked_sub(1).ok_or(Stop::TooLong)?;
            let op = &function.code[at].op;
            at += 1;
            let width = |operand: Operand| function.operand_width(operand);
            macro_rules! value {
                ($operand:expr) => {
                    self.operand($operand, &registers)
                };
            }
            match op.clone() {
                Op::Copy { dst, value } => registers[dst.index()] = value!(value),
                Op::Unary { dst, op, value } => registers[dst.index()] = op.eval(value!(value), width(value)),
                Op::Binary { dst, op, left, right } => {
                    registers[dst.index()] = op.eval(value!(left), value!(right), width(left));
                }
                Op::Cast { dst, op, value } => {
                    registers[dst.index()] = op.eval(value!(value), width(value), function.width(dst));
                }
                Op::Select { dst, condition, yes, no } => {
                    registers[dst.index()] = if value!(condition) == 1 { value!(yes) } else { value!(no) };
                }
                Op::Nondet { dst } => registers[dst.index()] = 1,
                // The programs here stay in their objects.
                Op::Undefine { .. } | Op::Step { .. } | Op::Reach { .. } => {}
                Op::Load { dst, address, .. } => {
                    registers[dst.index()] = self.load(value!(address), function.width(dst));
                }
                Op::Store { address, value, .. } => {
                    let (address, bits) = (value!(address), value!(value));
                    self.store(address, bits, width(value));
                }
                Op::Rmw { dst, op, address, value, .. } => {
                    let (address, bits, wide) = (value!(address), value!(value), width(value));
                    let old = self.load(address, wide);
                    self.store(address, op.eval(old, bits, wide), wide);
                    registers[dst.index()] = old;
                }
                Op::CompareExchange { dst, address, expected, desired, .. } => {
                    let (address, wide) = (value!(address), width(expected));
                    let old = self.load(address, wide);
                    if old == value!(expected) {
                        let new = value!(desired);
                        self.store(address, new, wide);
                    }
                    registers[dst.index()] = old;
                }
                Op::Pair(access) => {
                    let address = value!(access.address);
                    let places = [address, address + 8];
                    let word = Width::POINTER;
                    match access.action {
                        PairAction::Load { dst } => {
                            for (dst, place) in dst.into_iter().zip(places) {
                                registers[dst.index()] = self.load(place, word);
                            }
                        }
                        PairAction::Store { value } => {
                            for (value, place) in value.into_iter().zip(places) {
                                let bits = value!(value);
                                self.store(place, bits, word);
                            }
                        }
                        PairAction::CompareExchange { dst, expected, desired, .. } => {
                            let old = places.map(|place| self.load(place, word));
                            if old == [value!(expected[0]), value!(expected[1])] {
                                for (new, place) in desired.into_iter().zip(places) {
                                    let bits = value!(new);
                                    self.store(place, bits, word);
                                }
                            }
                            registers[dst[0].index()] = old[0];
                            registers[dst[1].index()] = old[1];
                        }
                    }
                }
                Op::Jump(label) => at = label.index(),
                Op::Branch { condition, target } => {
                    if value!(condition) == 1 {
                        at = target.index();
                    }
                }
                Op::Repeat { head, .. } => at = head.index(),
                Op::Call { dst, callee, args } => {
                    let args: Vec<u64> = args.iter().map(|arg| value!(*arg)).collect();
                    let id = match callee {
                        Callee::Direct(id) => id,
                        Callee::Indirect(address) => FuncId((value!(address) - FUNCTIONS) as u32),
                    };
                    let result = self.call(id, &args)?;
                    if let Some(dst) = dst {
                        registers[dst.index()] = result;
                    }
                }
                Op::Return(value) => return Ok(value.map_or(0, |value| value!(value))),
                Op::Allocate { dst, size, .. } => {
                    let size = value!(size);
                    let address = self.object(size);
                    for i in 0..size {
                        self.memory.insert(address + i, 0xa5);
                    }
                    registers[dst.index()] = address;
                }
                Op::CopyMemory { to, from, size, .. } => {
                    let (to, from, size) = (value!(to), value!(from), value!(size));
                    let bytes: Vec<u8> = (0..size).map(|i| self.load(from + i, Width::BYTE) as u8).collect();
                    for (i, byte) in bytes.into_iter().enumerate() {
                        self.store(to + i as u64, u64::from(byte), Width::BYTE);
                    }
                }
                Op::AnyMemory { .. } => {}
                Op::SetMemory { to, byte, size, .. } => {
                    let (to, byte, size) = (value!(to), value!(byte), value!(size));
                    (0..size).for_each(|i| self.store(to + i, byte, Width::BYTE));
                }
                Op::Assume { condition } | Op::Await { condition } => {
                    if value!(condition) == 0 {
                        return Err(Stop::Blocked);
                    }
                }
                Op::Assert { condition, message, .. } => {
                    if value!(condition) == 0 {
                        return Err(Stop::Failed(message));
                    }
                }
                Op::ExitThread { .. } => return Err(Stop::Exit),
                Op::Fence { .. }
                | Op::FencePoint(_)
                | Op::Free { .. }
                | Op::EndLifetime { .. }
                | Op::EndLifetimes { .. }
                | Op::AtomicBegin
                | Op::AtomicEnd => {}
                Op::Lock { address, .. } => {
                    let address = value!(address);
                    assert_eq!(self.load(address, Width::INT), 0, "a deadlock");
                    self.store(address, 1, Width::INT);
                }
                Op::TryLock { dst, address, .. } => {
                    let address = value!(address);
                    let free = self.load(address, Width::INT) == 0;
                    self.store(address, 1, Width::INT);
                    registers[dst.index()] = u64::from(free);
                }
                Op::TimedLock { dst, address, .. } => {
                    let address = value!(address);
                    let free = self.load(address, Width::INT) == 0;
                    self.store(address, 1, Width::INT);
                    registers[dst.index()] = if free { 0 } else { fencesmith::ir::mutex::ETIMEDOUT };
                }
                Op::Unlock { address, .. } => {
                    let address = value!(address);
                    self.store(address, 0, Width::INT);
                }
                Op::SpinLock { address, .. } | Op::SpinTryLock { address, .. } => {
                    let address = value!(address);
                    let free = self.load(address, Width::INT) == mutex::FREE_SPIN;
                    self.store(address, mutex::FREE_SPIN | 1 << 15, Width::INT);
                    match op {
                        Op::SpinTryLock { dst, .. } => registers[dst.index()] = u64::from(free),
                        _ => assert!(free, "a deadlock"),
                    }
                }
                Op::SpinUnlock { address, .. } => {
                    let address = value!(address);
                    self.store(address, mutex::FREE_SPIN, Width::INT);
                }
                Op::LockInit { address, value, .. } => {
                    let (address, value) = (value!(address), value!(value));
                    assert!(!mutex::holds(self.load(address, Width::INT)), "a mutex that is held is set up");
                    self.store(address, value, Width::INT);
                }
                Op::LockDestroy { address, .. } => {
                    let address = value!(address);
                    self.store(address, mutex::DESTROYED, Width::INT);
                }
                Op::BarrierInit { address, count, .. } => {
                    let (address, count) = (value!(address), value!(count));
                    self.store(address, barrier::initial(count), barrier::STATE);
                }
                Op::BarrierWait { dst, address, .. } => {
                    let address = value!(address);
                    let old = self.load(address, barrier::STATE);
                    self.store(address, barrier::arrive(old), barrier::STATE);
                    if !barrier::is_last(old) {
                        return Err(Stop::Blocked);
                    }
                    if let Some(dst) = dst {
                        registers[dst.index()] = barrier::SERIAL_THREAD;
                    }
                }
                Op::BarrierDestroy { address, .. } => {
                    let address = value!(address);
                    self.store(address, 0, barrier::STATE);
                }
                op @ (Op::Spawn { .. }
                | Op::ObjectSize { .. }
                | Op::Join { .. }
                | Op::Detach { .. }
                | Op::CurrentThread { .. }
                | Op::ThreadNumber { .. }
                | Op::ModelFence { .. }) => panic!("one thread only: {op:?}"),
            }
        }
    }
}
