//! The lowering of x86 instructions in inline assembly, in AT&T form with operands.
//!
//! In: the instructions of a template ([`super::asm`]) and the operands of an `asm` statement. Out: the accesses,
//! arithmetic and fences that they are, in the order of the template; a form that is not known is `None`, and nothing
//! is guessed. An access by `mov`, or one that changes memory without `lock`, is as strong as a relaxed atomic one (and
//! the latter is two accesses); `lock` and `xchg` make one read-modify-write that orders everything.

use std::collections::HashMap;

use super::asm::{Argument, Instruction};
use super::flags::{Condition, Flags};
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::sites::Named;
use crate::frontend::lower::values::place::{Memory, Place};
use crate::frontend::typed::tree::{AsmId, ExprId};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, Op, Operand, Order, RmwOp, Sign, SiteKind, UnaryOp, Width};

/// Where a value is: in a register that has a name, or in whichever the compiler takes for an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Register {
    /// `a`, `b`, `c` or `d`, as constraints call them.
    Named(u8),
    Operand(usize),
}

/// The width of memory of which only the instruction says how much of it is meant.
const UNSAID: Width = Width::BOOL;

/// What an operand of the statement is.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Register(Register, Width),
    Memory(Memory),
    /// A number that is part of the instruction.
    Constant(u64),
    /// The compiler wants the value of a condition.
    Condition(Condition),
}

/// Where an instruction reads or writes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Register(Register, Width),
    Memory(Memory),
    Constant(u64),
}

/// A statement while its instructions are lowered.
#[derive(Default)]
pub(super) struct Machine {
    slots: Vec<Slot>,
    names: Vec<Option<String>>,
    /// The expression of each operand.
    values: Vec<ExprId>,
    pub registers: HashMap<Register, Operand>,
    pub flags: Flags,
}

impl Body<'_, '_> {
    /// Lowers an `asm` statement with operands; `None` if something in it is not known.
    pub fn instructions(&mut self, asm: AsmId, instructions: &[Instruction]) -> Option<()> {
        let statement = &self.input.tast[asm];
        if !self.input.tast[statement.labels].is_empty() {
            return None;
        }
        let outputs = self.input.tast[statement.outputs].to_vec();
        let inputs = self.input.tast[statement.inputs].to_vec();
        let mut machine = Machine::default();
        let mut results: Vec<(usize, Place)> = Vec::new();
        for (index, operand) in outputs.iter().chain(&inputs).enumerate() {
            let bytes = self.input.tast[operand.constraint].bytes(self.input.target);
            let text = String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_string();
            let is_output = index < outputs.len();
            let slot = self.asm_slot(&machine, (index, &text), operand.value, (operand.memory, is_output))?;
            if is_output && !matches!(slot, Slot::Memory(_)) {
                let place = self.place(operand.value)?;
                if text.starts_with('+')
                    && let Slot::Register(register, _) = slot
                {
                    let value = self.read(place);
                    machine.registers.insert(register, value);
                }
                results.push((index, place));
            } else if !is_output && let Slot::Register(register, _) = slot {
                let value = self.value(operand.value);
                machine.registers.insert(register, value);
            }
            machine.slots.push(slot);
            machine.names.push(operand.name.map(|name| self.input.names.resolve(name).to_string()));
            machine.values.push(operand.value);
        }
        for instruction in instructions {
            self.instruction(&mut machine, instruction)?;
        }
        let mut written: Vec<(Place, Operand)> = Vec::new();
        for (index, place) in results {
            let width = match place {
                Place::Register(register) => self.function.width(register),
                Place::Memory(memory) => memory.width,
                Place::Bits(_) => return None,
            };
            let value = match machine.slots[index] {
                Slot::Register(register, _) => *machine.registers.get(&register)?,
                Slot::Condition(condition) => self.holds(machine.flags, condition)?,
                Slot::Memory(_) | Slot::Constant(_) => continue,
            };
            written.push((place, self.resize(value, width, Sign::Unsigned)));
        }
        self.write_at_once(written);
        Some(())
    }

    /// What an operand is, by its constraint.
    fn asm_slot(
        &mut self,
        machine: &Machine,
        (index, text): (usize, &str),
        value: ExprId,
        (memory, is_output): (bool, bool),
    ) -> Option<Slot> {
        if let Some(letters) = text.strip_prefix("=@cc") {
            return Condition::of(letters).map(Slot::Condition);
        }
        let letters = text.trim_start_matches(['=', '+', '&', '%']);
        if memory || letters == "m" || letters == "o" || letters == "V" {
            if matches!(self.input.shape_of(value), Shape::Record | Shape::Array | Shape::Wide { .. }) {
                // Some bytes; the instruction says how many it means.
                let (address, width, order, named) =
                    (self.address(value), UNSAID, Order::Relaxed, Named::Lvalue(value));
                return Some(Slot::Memory(Memory { address, width, order, named }));
            }
            return match self.place(value)? {
                Place::Memory(memory) => Some(Slot::Memory(Memory { order: Order::Relaxed, ..memory })),
                Place::Register(register) => {
                    // A local variable that nobody else sees is as good as a register.
                    let width = self.function.width(register);
                    is_output.then_some(Slot::Register(Register::Operand(index), width))
                }
                Place::Bits(_) => None,
            };
        }
        if !is_output && let Some(number) = self.immediate(value, letters) {
            return Some(Slot::Constant(number as u64));
        }
        let width = self.input.shape_of(value).width()?;
        if let Ok(other) = letters.parse::<usize>() {
            return match machine.slots.get(other)? {
                Slot::Register(register, _) => Some(Slot::Register(*register, width)),
                _ => None,
            };
        }
        let named = letters.bytes().find(|letter| b"abcd".contains(letter));
        let free = letters.bytes().any(|letter| b"rqQRgiIneZKNJ".contains(&letter));
        match (named, free) {
            (_, true) => Some(Slot::Register(Register::Operand(index), width)),
            (Some(letter), false) => Some(Slot::Register(Register::Named(letter), width)),
            (None, false) => None,
        }
    }

    /// The name of an instruction without its suffix, the width of what it does, and its arguments, of that width.
    fn asm_arguments<'i>(
        &mut self,
        machine: &Machine,
        instruction: &'i Instruction,
    ) -> Option<(&'i str, Width, Vec<Target>)> {
        let (kind, width) = split(&instruction.name)?;
        let mut arguments = Vec::new();
        let is_address = |argument: &Argument| matches!(argument, Argument::Address { .. });
        // A register beside an address says how much is meant there.
        let mut beside = width;
        for argument in instruction.arguments.iter().filter(|argument| !is_address(argument)) {
            if let Target::Register(_, own) = self.asm_target(machine, argument, width)? {
                beside = beside.or(Some(own));
            }
        }
        for argument in &instruction.arguments {
            let width = if is_address(argument) { beside } else { width };
            arguments.push(self.asm_target(machine, argument, width)?);
        }
        let registers = arguments.iter().filter(|argument| matches!(argument, Target::Register(..)));
        let said = registers.chain(&arguments).find_map(|argument| argument.width());
        // Where neither a letter nor a register says it, assemblers take 32 bits, if they take it.
        let is_said = width.or(beside).is_some() || said == Some(Width::INT);
        let width = width.or(said).filter(|width| *width != UNSAID && is_said)?;
        if arguments.iter().any(|argument| matches!(argument, Target::Register(_, own) if *own != width)) {
            return None;
        }
        let with_width = |target: Target| match target {
            Target::Memory(memory) => Target::Memory(Memory { width, ..memory }),
            other => other,
        };
        Some((kind, width, arguments.into_iter().map(with_width).collect()))
    }

    fn instruction(&mut self, machine: &mut Machine, instruction: &Instruction) -> Option<()> {
        let name = instruction.name.as_str();
        if let Some(fence) = super::asm::fence(instruction, self.lower.kinds) {
            fence.into_iter().for_each(|barrier| self.emit(barrier.op()));
            return Some(());
        }
        if name.starts_with("prefetch") {
            return Some(());
        }
        if let Some(condition) = name.strip_prefix("set") {
            return self.set_flag(machine, condition, instruction);
        }
        match name {
            "cmpxchg8b" => return self.exchange_two(machine, instruction, Width::INT),
            "cmpxchg16b" => return self.exchange_two(machine, instruction, Width::POINTER),
            "rdtsc" => return self.read_time_stamp(machine, b"ad"),
            "rdtscp" => return self.read_time_stamp(machine, b"adc"),
            _ => {}
        }
        let (kind, width, arguments) = self.asm_arguments(machine, instruction)?;
        let lock = instruction.lock;
        match (kind, arguments.as_slice()) {
            ("mov", &[from, to]) if !lock => {
                let value = self.get(machine, from, width)?;
                self.set(machine, to, value)
            }
            ("xchg" | "xadd", &[a, b]) => self.exchange(machine, (kind, lock), (a, b), width),
            ("inc" | "dec", &[to]) => {
                let op = if kind == "inc" { RmwOp::Add } else { RmwOp::Sub };
                let before = machine.flags;
                self.compute(machine, (op, lock), to, Operand::constant(1, width))?;
                machine.flags = machine.flags.keeping_carry(before);
                Some(())
            }
            ("sbb" | "xor" | "sub", &[Target::Register(from, _), to @ Target::Register(other, _)])
                if !lock && from == other =>
            {
                self.by_itself(machine, kind, to, width)
            }
            ("add" | "sub" | "and" | "or" | "xor", &[from, to]) => {
                let value = self.get(machine, from, width)?;
                let op = match kind {
                    "add" => RmwOp::Add,
                    "sub" => RmwOp::Sub,
                    "and" => RmwOp::And,
                    "or" => RmwOp::Or,
                    _ => RmwOp::Xor,
                };
                self.compute(machine, (op, lock), to, value)
            }
            ("shl" | "sal" | "shr", &[Target::Constant(count), to]) if !lock => {
                self.shift(machine, kind, to, (count, width))
            }
            ("not", &[to]) => {
                let ones = Operand::constant(width.mask(), width);
                self.change(machine, (RmwOp::Xor, lock), to, ones).map(|_| ())
            }
            ("neg", &[to]) if !lock => {
                let (value, nothing) = (self.get(machine, to, width)?, Operand::constant(0, width));
                let new = self.binary(BinaryOp::Sub, nothing, value);
                machine.flags = Flags::of_difference(nothing, value);
                self.set(machine, to, new)
            }
            ("cmp" | "test", &[from, to]) if !lock => {
                let (value, old) = (self.get(machine, from, width)?, self.get(machine, to, width)?);
                machine.flags = match kind {
                    "cmp" => Flags::of_difference(old, value),
                    _ => Flags::of_bits(self.binary(BinaryOp::And, old, value)),
                };
                Some(())
            }
            ("cmpxchg", &[from, Target::Memory(memory)]) if lock => self.compare_exchange_of(machine, from, memory),
            ("bts" | "btr" | "btc", &[from, Target::Memory(memory)]) => {
                self.test_and_change_bit(machine, (kind, lock), from, memory)
            }
            _ => None,
        }
    }

    /// A register less itself, whatever it held: nothing is left, or of a subtraction with borrow the carry in all bits, with the flags of a
    /// subtraction of the carry from nothing.
    fn by_itself(&mut self, machine: &mut Machine, kind: &str, to: Target, width: Width) -> Option<()> {
        let nothing = Operand::constant(0, width);
        let taken = match kind {
            "sbb" => {
                let carry = self.holds(machine.flags, Condition::of("c")?)?;
                self.resize(carry, width, Sign::Unsigned)
            }
            _ => nothing,
        };
        let new = self.binary(BinaryOp::Sub, nothing, taken);
        machine.flags = match kind {
            "xor" => Flags::of_bits(new),
            _ => Flags::of_difference(nothing, taken),
        };
        self.set(machine, to, new)
    }

    /// `shl` and `shr` of a register by a constant. A flag that is asked for behind it is not known.
    fn shift(&mut self, machine: &mut Machine, kind: &str, to: Target, (count, width): (u64, Width)) -> Option<()> {
        let op = if kind == "shr" { BinaryOp::LogicalShiftRight } else { BinaryOp::ShiftLeft };
        let count = count & if width == Width::POINTER { 63 } else { 31 };
        if !matches!(to, Target::Register(..)) || count >= u64::from(width.bits()) {
            return None;
        }
        let old = self.get(machine, to, width)?;
        let new = self.binary(op, old, Operand::constant(count, width));
        machine.flags = Flags::default();
        self.set(machine, to, new)
    }

    /// `rdtsc` and `rdtscp`: half of the time into each of two registers, and the processor's number into a third. What they read is
    /// anything; they order nothing that others can see.
    fn read_time_stamp(&mut self, machine: &mut Machine, registers: &[u8]) -> Option<()> {
        registers.iter().try_for_each(|letter| {
            let half = self.arbitrary(Width::INT);
            let whole = self.resize(half, Width::POINTER, Sign::Unsigned);
            self.set(machine, Target::Register(Register::Named(*letter), Width::POINTER), whole)
        })
    }

    /// `setCC`: a byte that says whether a condition holds.
    fn set_flag(&mut self, machine: &mut Machine, condition: &str, instruction: &Instruction) -> Option<()> {
        let value = self.holds(machine.flags, Condition::of(condition)?)?;
        let [argument] = instruction.arguments.as_slice() else { return None };
        let to = self.asm_target(machine, argument, Some(Width::BYTE))?;
        let value = self.resize(value, Width::BYTE, Sign::Unsigned);
        self.set(machine, to, value)
    }

    /// What an argument of an instruction names.
    pub(super) fn asm_target(
        &mut self,
        machine: &Machine,
        argument: &Argument,
        width: Option<Width>,
    ) -> Option<Target> {
        match argument {
            Argument::Constant(number) => Some(Target::Constant(*number as u64)),
            Argument::Operand(operand, letter) => match machine.slots.get(machine.index(operand)?)? {
                // The letter names the register, and with it the width; an instruction of another one is none.
                Slot::Register(..) if letter.zip(width).is_some_and(|(letter, width)| letter != width) => None,
                Slot::Register(register, own) => Some(Target::Register(*register, letter.or(width).unwrap_or(*own))),
                Slot::Memory(memory) => Some(Target::Memory(*memory)),
                Slot::Constant(number) => Some(Target::Constant(*number)),
                Slot::Condition(_) => None,
            },
            Argument::Register(letter, own) => Some(Target::Register(Register::Named(*letter), *own)),
            Argument::Address { base, offset } => {
                let index = machine.index(base)?;
                let Slot::Register(register, own) = *machine.slots.get(index)? else { return None };
                let address = *machine.registers.get(&register).filter(|_| own == Width::POINTER)?;
                let address = self.offset(address, *offset as u64);
                let (named, order) = (Named::Pointer(machine.values[index]), Order::Relaxed);
                Some(Target::Memory(Memory { address, width: width?, order, named }))
            }
        }
    }

    /// The value of a target; none for a register that holds fewer bits, whose others are not known.
    pub(super) fn get(&mut self, machine: &Machine, target: Target, width: Width) -> Option<Operand> {
        match target {
            Target::Constant(number) => Some(Operand::constant(number, width)),
            Target::Memory(memory) => Some(self.read(Place::Memory(memory))),
            Target::Register(register, _) => {
                let value = *machine.registers.get(&register)?;
                (self.width(value) >= width).then(|| self.resize(value, width, Sign::Unsigned))
            }
        }
    }

    /// Writes a value of an instruction's width. A register keeps its upper bits where 8 or 16 are written.
    pub(super) fn set(&mut self, machine: &mut Machine, target: Target, value: Operand) -> Option<()> {
        match target {
            Target::Constant(_) => return None,
            Target::Memory(memory) => {
                self.write(Place::Memory(memory), value);
            }
            Target::Register(register, _) => {
                let width = self.width(value);
                let before = machine.registers.get(&register).copied();
                let wide = machine.slots.iter().filter_map(|slot| match slot {
                    Slot::Register(other, own) if *other == register => Some(*own),
                    _ => None,
                });
                let own = wide.max().unwrap_or(width);
                let kept = match before {
                    _ if width.bits() >= 32 || width >= own => self.resize(value, own.max(width), Sign::Unsigned),
                    before => {
                        // A register that nobody has set holds anything.
                        let before = before.unwrap_or_else(|| self.arbitrary(own));
                        let before = self.resize(before, own, Sign::Unsigned);
                        let upper = self.binary(BinaryOp::And, before, Operand::constant(!width.mask(), own));
                        let lower = self.resize(value, own, Sign::Unsigned);
                        self.binary(BinaryOp::Or, upper, lower)
                    }
                };
                machine.registers.insert(register, kept);
            }
        }
        Some(())
    }

    /// An arithmetic instruction, with what its flags say.
    fn compute(&mut self, machine: &mut Machine, how: (RmwOp, bool), to: Target, value: Operand) -> Option<()> {
        let old = self.change(machine, how, to, value)?;
        let new = self.applied(how.0, old, value)?;
        machine.flags = match how.0 {
            RmwOp::Add => Flags::of_sum(old, value, new),
            RmwOp::Sub => Flags::of_difference(old, value),
            _ => Flags::of_bits(new),
        };
        Some(())
    }

    /// Changes a register or memory; what was there.
    pub(super) fn change(
        &mut self,
        machine: &mut Machine,
        (op, lock): (RmwOp, bool),
        to: Target,
        value: Operand,
    ) -> Option<Operand> {
        match to {
            Target::Memory(memory) if lock => Some(self.locked(op, memory, value)),
            Target::Constant(_) => None,
            _ if lock => None,
            _ => {
                let width = self.width(value);
                let old = self.get(machine, to, width)?;
                let new = self.applied(op, old, value)?;
                self.set(machine, to, new)?;
                Some(old)
            }
        }
    }

    fn applied(&mut self, op: RmwOp, old: Operand, value: Operand) -> Option<Operand> {
        let op = match op {
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::And => BinaryOp::And,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::Xor => BinaryOp::Xor,
            _ => return None,
        };
        Some(self.binary(op, old, value))
    }

    pub(super) fn locked(&mut self, op: RmwOp, memory: Memory, value: Operand) -> Operand {
        let site = self.memory_site(SiteKind::Rmw, memory.named);
        let dst = self.register(memory.width, None);
        self.emit(Op::Rmw { dst, op, address: memory.address, value, order: Order::SeqCst, site });
        Operand::Reg(dst)
    }

    /// `bts` and its siblings. The number of the bit counts from the operand on, also past its end, where it is in a
    /// register; a constant one is taken modulo the width.
    fn test_and_change_bit(
        &mut self,
        machine: &mut Machine,
        (kind, lock): (&str, bool),
        from: Target,
        memory: Memory,
    ) -> Option<()> {
        let width = memory.width;
        let bits = Operand::constant(u64::from(width.bits()) - 1, width);
        let number = self.get(machine, from, width)?;
        let inside = self.binary(BinaryOp::And, number, bits);
        let address = match from {
            Target::Constant(_) => memory.address,
            _ => {
                let wide = self.resize(number, Width::POINTER, Sign::Signed);
                let shift = Operand::pointer(u64::from(width.bits().trailing_zeros()));
                let words = self.binary(BinaryOp::ArithmeticShiftRight, wide, shift);
                let bytes = self.binary(BinaryOp::Mul, words, Operand::pointer(width.bytes()));
                self.binary(BinaryOp::Add, memory.address, bytes)
            }
        };
        let bit = self.binary(BinaryOp::ShiftLeft, Operand::constant(1, width), inside);
        let (op, value) = match kind {
            "bts" => (RmwOp::Or, bit),
            "btc" => (RmwOp::Xor, bit),
            _ => (RmwOp::And, self.unary(UnaryOp::Not, bit)),
        };
        let old = self.change(machine, (op, lock), Target::Memory(Memory { address, ..memory }), value)?;
        let found = self.binary(BinaryOp::And, old, bit);
        machine.flags = Flags::of_bit(self.not_zero(found));
        Some(())
    }
}

impl Machine {
    /// The number of an operand that is named by its number or its name.
    fn index(&self, operand: &str) -> Option<usize> {
        match operand.parse() {
            Ok(index) => Some(index),
            Err(_) => self.names.iter().position(|name| name.as_deref() == Some(operand)),
        }
    }
}

impl Target {
    fn width(self) -> Option<Width> {
        match self {
            Target::Register(_, width) => Some(width),
            Target::Memory(memory) => Some(memory.width),
            Target::Constant(_) => None,
        }
    }
}

/// The instruction and its width, which is the last letter of its name, if that says it.
fn split(name: &str) -> Option<(&str, Option<Width>)> {
    const NAMES: &[&str] = &[
        "mov", "xchg", "xadd", "inc", "dec", "add", "sub", "and", "or", "xor", "not", "neg", "cmp", "test", "cmpxchg",
        "bts", "btr", "btc", "shl", "sal", "shr", "sbb",
    ];
    let (kind, suffix) = NAMES
        .iter()
        .filter_map(|kind| name.strip_prefix(kind).map(|rest| (*kind, rest)))
        .find(|(_, rest)| matches!(*rest, "" | "b" | "w" | "l" | "q"))?;
    let width = match suffix {
        "b" => Some(Width::BYTE),
        "w" => Some(Width::new(16)),
        "l" => Some(Width::INT),
        "q" => Some(Width::POINTER),
        _ => None,
    };
    Some((kind, width))
}
