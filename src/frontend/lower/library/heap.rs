//! Memory from the heap, and what is done to blocks of memory as a whole.
//!
//! In: sizes and alignments, as `malloc` and its kind are given them, and the arguments of `free`, `memcpy` and the like.
//! Out: the instructions that make, fill or free the block, or say that there is none: `calloc` of more bytes than there are
//! numbers for, `posix_memalign` with an alignment that it refuses. It must not know which function is called.

use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::{ExprId, TypeId};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, ObjectName, Op, Operand, Sign, SiteKind, Storage, Width};

/// What malloc aligns to.
const MALLOC_ALIGN: u64 = 16;
/// Objects are as far apart, so that no larger alignment is sure.
const LARGEST_ALIGN: u64 = 1 << 20;
/// The error number of an argument that is not valid.
const EINVAL: u64 = 22;

/// What stands in a new block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contents {
    Unset,
    Zeros,
}

impl Body<'_, '_> {
    /// `malloc`: a block of so many bytes.
    pub fn allocated(&mut self, size: ExprId, wanted: Option<TypeId>) -> Operand {
        let size = self.value(size);
        self.heap((size, MALLOC_ALIGN), Contents::Unset, wanted)
    }

    /// `aligned_alloc`: an alignment and a size.
    pub fn aligned(&mut self, args: &[ExprId], wanted: Option<TypeId>) -> Operand {
        let align = self.power_of_two(args[0]);
        self.effects(args[0]);
        let size = self.value(args[1]);
        self.heap((size, align), Contents::Unset, wanted)
    }

    /// `calloc`: so many elements of this size, all zero; null where the product overflows.
    pub fn cleared(&mut self, args: &[ExprId], wanted: Option<TypeId>) -> Operand {
        let (count, size) = (self.word(args[0]), self.word(args[1]));
        let bytes = self.binary(BinaryOp::Mul, count, size);
        if let (Operand::Const { bits: a, .. }, Operand::Const { bits: b, .. }) = (count, size) {
            return match a.checked_mul(b) {
                Some(_) => self.heap((bytes, MALLOC_ALIGN), Contents::Zeros, wanted),
                None => Operand::pointer(0),
            };
        }
        // count > MAX / size, for a size that is not 0; the size is the constant one as a rule.
        let is_zero = self.binary(BinaryOp::Equal, size, Operand::pointer(0));
        let divisor = self.select(is_zero, Operand::pointer(1), size);
        let limit = self.binary(BinaryOp::UnsignedDiv, Operand::pointer(u64::MAX), divisor);
        let overflows = self.binary(BinaryOp::UnsignedLess, limit, count);
        let result = self.register(Width::POINTER, None);
        self.copy(result, Operand::pointer(0));
        let done = self.label();
        self.branch(overflows, done);
        let made = self.heap((bytes, MALLOC_ALIGN), Contents::Zeros, wanted);
        self.copy(result, made);
        self.bind(done);
        Operand::Reg(result)
    }

    /// `posix_memalign`: an alignment must be a power of two and a multiple of the size of a pointer.
    pub fn aligned_place(&mut self, [place, alignment, size]: &[ExprId; 3]) -> Operand {
        let place = self.pointed_place(*place);
        let align = self.power_of_two(*alignment);
        let asked = self.word(*alignment);
        let size = self.value(*size);
        let less = self.binary(BinaryOp::Sub, asked, Operand::pointer(1));
        let common = self.binary(BinaryOp::And, asked, less);
        let rest = self.binary(BinaryOp::And, asked, Operand::pointer(7));
        let wrong = self.binary(BinaryOp::Or, common, rest);
        let is_wrong = self.not_zero(wrong);
        let is_zero = self.binary(BinaryOp::Equal, asked, Operand::pointer(0));
        let refused = self.binary(BinaryOp::Or, is_wrong, is_zero);
        let done = self.label();
        let result = self.select(refused, Operand::constant(EINVAL, Width::INT), Operand::constant(0, Width::INT));
        if refused == Operand::bool(true) {
            return result;
        }
        if refused != Operand::bool(false) {
            self.branch(refused, done);
        }
        let address = self.heap((size, align), Contents::Unset, None);
        if let Some(place) = place {
            self.write(place, address);
        }
        self.bind(done);
        result
    }

    /// The alignment that an argument asks for, at least that of malloc; where it is no constant, no more than that.
    fn power_of_two(&self, alignment: ExprId) -> u64 {
        let asked = self.constant_number(alignment).and_then(|number| u64::try_from(number).ok());
        let asked = asked.filter(|number| number.is_power_of_two() && *number <= LARGEST_ALIGN);
        asked.unwrap_or(1).max(MALLOC_ALIGN)
    }

    /// A block of so many bytes, aligned so, for an object of the type that is wanted.
    fn heap(&mut self, (size, align): (Operand, u64), contents: Contents, wanted: Option<TypeId>) -> Operand {
        let size = self.resize(size, Width::POINTER, Sign::Unsigned);
        let dst = self.register(Width::POINTER, None);
        let name = match wanted {
            Some(ty) if !matches!(self.input.shape(ty), Shape::Void | Shape::Function) => {
                ObjectName { text: self.input.kind_of_object(ty), form: Some(self.lower.form(ty)) }
            }
            _ => "object".into(),
        };
        let text = name.text.clone();
        self.emit(Op::Allocate { dst, size, align, storage: Storage::Heap, name });
        if contents == Contents::Zeros {
            // Of more than there can be there is nothing, and nothing to be cleared.
            let is_possible = matches!(size, Operand::Const { bits, .. } if bits <= i64::MAX as u64);
            let nothing = (!is_possible).then(|| {
                let nothing = self.label();
                let is_there = self.not_zero(Operand::Reg(dst));
                self.branch_unless(is_there, nothing);
                nothing
            });
            // Zeros are stored like any others: a thread that is told the address may come before them.
            let (span, byte) = (self.span, Operand::constant(0, Width::BYTE));
            let site = self.named_site(SiteKind::Store, span, &text);
            self.emit(Op::SetMemory { to: Operand::Reg(dst), byte, size, site });
            nothing.into_iter().for_each(|label| self.bind(label));
        }
        Operand::Reg(dst)
    }

    /// The size of the block at an address.
    pub fn object_size(&mut self, address: ExprId) -> Operand {
        let address = self.word(address);
        let dst = self.register(Width::POINTER, None);
        self.emit(Op::ObjectSize { dst, address });
        Operand::Reg(dst)
    }

    pub fn free(&mut self, args: &[ExprId]) {
        let address = self.word(args[0]);
        args[1..].iter().for_each(|arg| self.effects(*arg));
        let site = self.pointer_site(SiteKind::Store, args[0]);
        self.emit(Op::Free { address, site });
    }

    /// `memcpy` and `memmove`; the value is the target.
    pub fn copy_memory(&mut self, args: &[ExprId]) -> Operand {
        let (to, from) = (self.word(args[0]), self.word(args[1]));
        let size = self.word(args[2]);
        let load = self.pointer_site(SiteKind::Load, args[1]);
        let store = self.pointer_site(SiteKind::Store, args[0]);
        self.emit(Op::CopyMemory { to, from, size, load, store });
        to
    }

    /// `memset`; the value is the target.
    pub fn set_memory(&mut self, args: &[ExprId]) -> Operand {
        let (to, byte) = (self.word(args[0]), self.value(args[1]));
        let byte = self.resize(byte, Width::BYTE, Sign::Unsigned);
        let size = self.word(args[2]);
        let site = self.pointer_site(SiteKind::Store, args[0]);
        self.emit(Op::SetMemory { to, byte, size, site });
        to
    }

    /// Any bytes go into a block.
    pub fn any_memory(&mut self, args: &[ExprId]) {
        let to = self.word(args[0]);
        let size = self.word(args[1]);
        let site = self.pointer_site(SiteKind::Store, args[0]);
        self.emit(Op::AnyMemory { to, size, site });
    }
}
