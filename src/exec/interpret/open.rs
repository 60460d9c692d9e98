//! Values of which some bits may be any, and where an instruction looks at them.
//!
//! In: an instruction and values with [`Value::open`] bits. Out: the value that comes of it, or which operands it looks at.
//! It must not know where open bits come from, nor what is done when they are looked at.
//!
//! Whatever nobody has set may hold anything: memory without a value, the padding of an object, a variable without an
//! initialiser. C passes such bits on all the time: copies of structs carry their padding, a store to a bit-field carries
//! the bits around it. Here one value stands for all, and its open bits are marked as long as nothing depends on them.
//! That is sound: an instruction that only moves bits ([`looked_at`] names none of its operands) gives each closed bit of
//! its result from closed bits alone, so that all values of the open ones lead to the same closed bits and, as long as
//! none is looked at, to the same steps. What is moved twice counts as open twice, though the two are related: then more
//! is taken for open than is, never less.

use super::symbol::Symbol;
use crate::exec::addresses;
use crate::exec::pieces::Part;
use crate::ir::{BinaryOp, Callee, CastOp, Op, Operand, PairAction, Property, UnaryOp, Width, uses};

/// Where the open bits of a value come from, for who asks; a row of the asker's table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source(Option<u32>);

impl Source {
    pub fn of(row: usize) -> Source {
        Source(u32::try_from(row).ok())
    }

    pub fn row(self) -> Option<usize> {
        self.0.map(|row| row as usize)
    }

    /// This one, or else the other.
    fn or(self, other: Source) -> Source {
        Source(self.0.or(other.0))
    }
}

/// What an instruction does with a value other than moving it or computing with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Branch,
    Assertion,
    Output,
    /// It says where or how much memory is accessed, or which function is called.
    Address,
    /// It goes into a read-modify-write.
    Update,
    Thread,
}

impl Use {
    pub fn of(op: &Op) -> Use {
        match op {
            Op::Branch { .. } | Op::Assume { .. } | Op::Await { .. } => Use::Branch,
            Op::Assert { property: Property::Uninitialised, .. } => Use::Output,
            Op::Assert { .. } => Use::Assertion,
            Op::Spawn { .. } | Op::Join { .. } | Op::Detach { .. } | Op::ExitThread { .. } => Use::Thread,
            Op::Rmw { .. } | Op::CompareExchange { .. } | Op::Pair(_) => Use::Update,
            _ => Use::Address,
        }
    }

    pub fn describe(self) -> &'static str {
        match self {
            Use::Branch => "decides which way the program goes",
            Use::Assertion => "decides what is asserted",
            Use::Output => "is written out",
            Use::Address => "says what memory is accessed",
            Use::Update => "goes into an operation on memory",
            Use::Thread => "is handed to a thread",
        }
    }
}

/// A number of which the `open` bits may be any; what `bits` says of those stands for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    pub bits: u64,
    pub open: u64,
    /// How it was computed from a choice, of whose values one was taken; then its open bits are those that may differ.
    pub symbol: Option<Symbol>,
    /// Where its open bits come from.
    pub source: Source,
    /// Memory gave it, and it is this part of an address ([`crate::exec::pieces`]).
    pub part: Part<u64>,
}

impl From<u64> for Value {
    fn from(bits: u64) -> Value {
        Value { bits, ..Value::default() }
    }
}

impl Value {
    /// Whether it is this number and stands for no other.
    pub fn is_settled(&self) -> bool {
        self.open == 0 && self.symbol.is_none()
    }

    /// A value all of whose bits are open.
    pub fn any(bits: u64, width: Width) -> Value {
        Value { bits, open: width.mask(), ..Value::default() }
    }

    /// This as it is written: an address knows that it is one. Which numbers are addresses is told by their size.
    pub fn written(self, width: Width) -> Value {
        let is_address = self.part == Part::Nothing && width == Width::POINTER && addresses::in_reach(self.bits);
        if is_address { Value { part: Part::Of(self.bits, 0), ..self } } else { self }
    }

    /// The low bits.
    pub fn cut(self, width: Width) -> Value {
        let symbol = self.symbol.filter(|symbol| symbol.width <= width);
        Value { bits: self.bits & width.mask(), open: self.open & width.mask(), symbol, ..self }
    }

    /// The bits of a part that begins at this byte.
    pub fn part(self, byte: u64, width: Width) -> Value {
        let symbol = self.symbol.filter(|_| byte == 0);
        let (bits, open, part) = (self.bits >> (8 * byte), self.open >> (8 * byte), self.part.later(byte));
        Value { bits, open, symbol, part, ..self }.cut(width)
    }

    /// This with a part that begins at this byte, where it has no bits yet.
    pub fn with_part(self, byte: u64, part: Value) -> Value {
        let (bits, open) = (self.bits | part.bits << (8 * byte), self.open | part.open << (8 * byte));
        let source = if part.open == 0 { self.source } else { self.source.or(part.source) };
        Value { bits, open, symbol: None, source, part: self.part.followed(byte, part.part) }
    }
}

/// The operands on which an instruction depends in another way than that it moves their bits.
pub fn looked_at(op: &Op) -> Vec<Operand> {
    match op {
        Op::Cast { op, value, .. } if op.is_float() => vec![*value],
        Op::Copy { .. } | Op::Cast { .. } | Op::Return(_) => Vec::new(),
        Op::Unary { op: UnaryOp::Not, .. } => Vec::new(),
        Op::Binary { op: BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, .. } => Vec::new(),
        Op::Binary {
            op: BinaryOp::ShiftLeft | BinaryOp::LogicalShiftRight | BinaryOp::ArithmeticShiftRight,
            right,
            ..
        } => vec![*right],
        Op::Select { condition, .. } => vec![*condition],
        Op::Store { address, .. } => vec![*address],
        Op::Pair(access) if matches!(access.action, PairAction::Store { .. }) => vec![access.address],
        Op::Call { callee: Callee::Direct(_), .. } => Vec::new(),
        Op::Call { callee: Callee::Indirect(function), .. } => vec![*function],
        other => uses::operands(other),
    }
}

/// The open bits of what an instruction computes that moves the bits of two operands of this width.
pub fn binary(op: BinaryOp, left: Value, right: Value, width: Width) -> u64 {
    let open = left.open | right.open;
    if open == 0 {
        return 0;
    }
    let closed = |bits: u64, value: Value| bits & !value.open;
    match op {
        // A bit that is known to be 0 decides an and, one that is known to be 1 an or.
        BinaryOp::And => open & !(closed(!left.bits, left) | closed(!right.bits, right)),
        BinaryOp::Or => open & !(closed(left.bits, left) | closed(right.bits, right)),
        BinaryOp::Xor => open,
        // The shifts move the marks with the bits; an open sign is copied as it is.
        shift => shift.eval(left.open, right.bits, width),
    }
}

/// What an instruction computes from operands with open bits that it does not just move: nothing of its result is known, but for
/// a comparison of numbers that differ in bits that are. `None` for an instruction that uses them in another way.
pub fn carried(op: &Op, values: &[Value], width: Width) -> Option<Value> {
    let open = values.iter().any(|value| value.open != 0);
    let source = values.iter().find(|value| value.open != 0).map_or(Source::default(), |value| value.source);
    let (bits, open) = match (op, values) {
        (Op::Unary { op, .. }, [a]) => (op.eval(a.bits, width), if open { width.mask() } else { 0 }),
        (Op::Binary { op, .. }, [a, b]) => {
            let differ = (a.bits ^ b.bits) & !a.open & !b.open & width.mask() != 0;
            let is_known = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) && differ;
            let mask = if open && !is_known { op.result_width(width).mask() } else { 0 };
            (op.eval(a.bits, b.bits, width), mask)
        }
        _ => return None,
    };
    Some(Value { bits, open, source, ..Value::default() })
}

/// The same of a cast: an open sign is copied as it is.
pub fn cast(op: CastOp, value: Value, from: Width, to: Width) -> u64 {
    if value.open == 0 { 0 } else { op.eval(value.open, from, to) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width() -> Width {
        Width::new(3)
    }

    /// All values of three bits with all marks.
    fn values() -> impl Iterator<Item = Value> {
        (0..8).flat_map(|bits| (0..8).map(move |open| Value { bits, open, ..Value::default() }))
    }

    /// What a value may be.
    fn meant(value: Value) -> impl Iterator<Item = u64> {
        (0..8).filter(move |bits| (bits ^ value.bits) & !value.open & 7 == 0)
    }

    #[test]
    fn closed_bits_are_the_same_whatever_the_open_ones_are() {
        use BinaryOp::*;
        for op in [And, Or, Xor, ShiftLeft, LogicalShiftRight, ArithmeticShiftRight] {
            let moves = matches!(op, ShiftLeft | LogicalShiftRight | ArithmeticShiftRight);
            for (left, right) in values().flat_map(|left| values().map(move |right| (left, right))) {
                // The amount of a shift is looked at before.
                if moves && right.open != 0 {
                    continue;
                }
                let result = op.eval(left.bits, right.bits, width());
                let open = binary(op, left, right, width());
                for (a, b) in meant(left).flat_map(|a| meant(right).map(move |b| (a, b))) {
                    let real = op.eval(a, b, width());
                    assert_eq!((real ^ result) & !open, 0, "{op:?} {left:?} {right:?}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn casts_mark_what_hangs_on_open_bits() {
        let casts = [
            (CastOp::ZeroExtend, Width::new(5)),
            (CastOp::SignExtend, Width::new(5)),
            (CastOp::Truncate, Width::new(2)),
        ];
        for (op, to) in casts {
            for value in values() {
                let (result, open) = (op.eval(value.bits, width(), to), cast(op, value, width(), to));
                for real in meant(value) {
                    assert_eq!((op.eval(real, width(), to) ^ result) & !open, 0, "{op:?} {value:?}: {real}");
                }
            }
        }
    }
}
