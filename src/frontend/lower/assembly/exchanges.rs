//! Exchanges: `xchg`, `xadd`, `cmpxchg`, and the ones of two words.
//!
//! In: registers and memory of a statement. Out: the operations, what they leave in registers, and their flags. It must not know templates.

use super::asm::Instruction;
use super::flags::Flags;
use super::instructions::{Machine, Register, Target};
use crate::frontend::lower::atomics::orders::Orders;
use crate::frontend::lower::atomics::sixteen::Exchange;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::values::int128::Words;
use crate::frontend::lower::values::pair::Pair;
use crate::frontend::lower::values::place::Memory;
use crate::ir::{BinaryOp, Op, Operand, Order, Property, RmwOp, Sign, SiteKind, Width};

impl Body<'_, '_> {
    /// `xchg`, which is locked in any case, and `xadd`.
    pub(super) fn exchange(
        &mut self,
        machine: &mut Machine,
        (kind, lock): (&str, bool),
        operands: (Target, Target),
        width: Width,
    ) -> Option<()> {
        match (kind, operands) {
            (
                "xchg",
                (Target::Register(register, own), Target::Memory(memory))
                | (Target::Memory(memory), Target::Register(register, own)),
            ) => {
                let value = self.get(machine, Target::Register(register, own), width)?;
                let old = self.locked(RmwOp::Exchange, memory, value);
                self.set(machine, Target::Register(register, own), old)
            }
            ("xchg", (a @ Target::Register(..), b @ Target::Register(..))) if !lock => {
                let (first, second) = (self.get(machine, a, width)?, self.get(machine, b, width)?);
                self.set(machine, a, second)?;
                self.set(machine, b, first)
            }
            ("xadd", (Target::Register(register, own), to)) => {
                let value = self.get(machine, Target::Register(register, own), width)?;
                let old = self.change(machine, (RmwOp::Add, lock), to, value)?;
                let new = self.binary(BinaryOp::Add, old, value);
                machine.flags = Flags::of_sum(old, value, new);
                match to {
                    // The sum is written last.
                    Target::Register(other, _) if other == register => Some(()),
                    _ => self.set(machine, Target::Register(register, own), old),
                }
            }
            _ => None,
        }
    }

    /// `cmpxchg`: what is expected is in the accumulator.
    pub(super) fn compare_exchange_of(&mut self, machine: &mut Machine, from: Target, memory: Memory) -> Option<()> {
        let width = memory.width;
        let desired = self.get(machine, from, width)?;
        let accumulator = Target::Register(Register::Named(b'a'), width);
        let expected = self.get(machine, accumulator, width)?;
        let old = self.locked_exchange(memory, expected, desired);
        let same = self.binary(BinaryOp::Equal, old, expected);
        machine.flags = Flags::of_difference(expected, old);
        self.set_unless(machine, same, (b'a', old))
    }

    /// A named register gets what a compare-and-exchange has found, where that was not expected: only there is anything
    /// written, the upper half of the register included.
    fn set_unless(&mut self, machine: &mut Machine, same: Operand, (letter, old): (u8, Operand)) -> Option<()> {
        let register = Register::Named(letter);
        let before = machine.registers.get(&register).copied()?;
        self.set(machine, Target::Register(register, self.width(old)), old)?;
        let after = machine.registers.get(&register).copied()?;
        let before = self.resize(before, self.width(after), Sign::Unsigned);
        let kept = self.select(same, before, after);
        machine.registers.insert(register, kept);
        Some(())
    }

    /// `cmpxchg8b` and `cmpxchg16b`: two words at once, expected in `d:a`, desired in `c:b`. The processor stops where the
    /// larger one is not aligned.
    pub(super) fn exchange_two(&mut self, machine: &mut Machine, instruction: &Instruction, word: Width) -> Option<()> {
        let [argument] = instruction.arguments.as_slice() else { return None };
        let Target::Memory(memory) = self.asm_target(machine, argument, Some(word))? else { return None };
        if !instruction.lock {
            return None;
        }
        let named = |body: &mut Self, letter| body.get(machine, Target::Register(Register::Named(letter), word), word);
        let expected = [named(self, b'a')?, named(self, b'd')?];
        let desired = [named(self, b'b')?, named(self, b'c')?];
        let (old, same) = if word == Width::POINTER {
            let within = self.binary(BinaryOp::And, memory.address, Operand::pointer(15));
            let condition = self.binary(BinaryOp::Equal, within, Operand::pointer(0));
            if condition != Operand::bool(true) {
                let message = "cmpxchg16b at an address that is no multiple of 16".to_string();
                self.emit(Op::Assert { condition, property: Property::OutOfBounds, message });
            }
            let words = Words { address: memory.address, order: Order::SeqCst, named: memory.named };
            let orders = Orders { order: Order::SeqCst, failure: Order::SeqCst };
            let [expected, desired] = [expected, desired].map(Pair::of_words);
            let (old, same) = self.exchange_at_once(words, Exchange { expected, desired, orders });
            (old.words(), same)
        } else {
            let half = Operand::pointer(u64::from(word.bits()));
            let [expected, desired] = [expected, desired].map(|[low, high]| {
                let [low, high] = [low, high].map(|half| self.resize(half, Width::POINTER, Sign::Unsigned));
                let high = self.binary(BinaryOp::ShiftLeft, high, half);
                self.binary(BinaryOp::Or, low, high)
            });
            let old = self.locked_exchange(Memory { width: Width::POINTER, ..memory }, expected, desired);
            let same = self.binary(BinaryOp::Equal, old, expected);
            let high = self.binary(BinaryOp::LogicalShiftRight, old, half);
            ([old, high].map(|half| self.resize(half, word, Sign::Unsigned)), same)
        };
        machine.flags = machine.flags.with_zero(same);
        [b'a', b'd'].into_iter().zip(old).try_for_each(|found| self.set_unless(machine, same, found))
    }

    fn locked_exchange(&mut self, memory: Memory, expected: Operand, desired: Operand) -> Operand {
        let site = self.memory_site(SiteKind::Rmw, memory.named);
        let dst = self.register(memory.width, None);
        let (success, failure) = (Order::SeqCst, Order::SeqCst);
        self.emit(Op::CompareExchange { dst, address: memory.address, expected, desired, success, failure, site });
        Operand::Reg(dst)
    }
}
