//! Sizes that are computed when the program runs: those of variably modified types.
//!
//! In: declarations and casts that name such a type. Out: the lengths in them, evaluated where control comes to them and
//! kept in registers, and the sizes that follow from what was kept. A length that was kept nowhere is refused: what its
//! expression is worth elsewhere is another number. It must not know what is done with a size.

use crate::frontend::lower::state::body::{Body, Owner};
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{ArrayLen, DeclId, TypeId, TypeKind, VlaId};
use crate::ir::{BinaryOp, Op, Operand, Property, Width};

impl Input<'_> {
    /// The lengths in a type that are no constants, in the order in which they are written. Those in the parameters of
    /// a function type are never evaluated (C17, 6.7.6.2).
    pub fn lengths(&self, ty: TypeId) -> Vec<VlaId> {
        match self.bare(ty) {
            TypeKind::Array { elem, len } => {
                let own = match len {
                    ArrayLen::Variable(id) => Some(id),
                    _ => None,
                };
                own.into_iter().chain(self.lengths(elem)).collect()
            }
            TypeKind::Pointer(inner) => self.lengths(inner),
            TypeKind::Function(id) => self.lengths(self.types.signature(id).ret),
            _ => Vec::new(),
        }
    }

    /// Whether naming a type may evaluate something: the lengths of arrays in it.
    pub fn is_measured(&self, ty: TypeId) -> bool {
        !self.lengths(ty).is_empty()
    }

    /// Whether calling a function evaluates lengths in the types of its parameters, as they are written.
    pub fn measures_parameters(&self, function: DeclId) -> bool {
        self.tast[self.tast[function].params].iter().any(|param| {
            let written = self.tast.adjusted_from(*param);
            self.is_measured(self.ty(*param)) || written.is_some_and(|written| self.is_measured(written))
        })
    }

    /// Whether evaluating the lengths of a declaration may touch memory.
    pub fn lengths_access(&self, ty: TypeId) -> bool {
        self.lengths(ty).iter().any(|id| self.has_access(self.tast.vla_size(*id)))
    }
}

impl Body<'_, '_> {
    /// Evaluates the lengths that a declaration or a cast brings in, and keeps them. The first place in the text that
    /// names a length is where it is written; whatever names it later has its type from there.
    pub fn measure(&mut self, ty: TypeId, owner: Owner) {
        for id in self.input.lengths(ty) {
            if *self.owners.entry(id).or_insert(owner) == owner {
                self.measure_length(id);
            }
        }
    }

    /// The same for a parameter. One that is written as an array is a pointer, and its own length is evaluated all the same.
    pub fn measure_parameter(&mut self, param: DeclId) {
        if let Some(written) = self.input.tast.adjusted_from(param)
            && let TypeKind::Array { len: ArrayLen::Variable(id), .. } = self.input.bare(written)
        {
            let length = self.input.tast.vla_size(id);
            self.effects(length);
        }
        self.measure(self.input.ty(param), Owner::Declaration(param));
    }

    fn measure_length(&mut self, id: VlaId) {
        let length = self.input.tast.vla_size(id);
        let known = self.measured.remove(&length);
        let sign = self.input.shape_of(length).sign();
        let value = self.value(length);
        // The types that were made before have the number of then; their declarations are out of scope by now.
        let kept = known.unwrap_or_else(|| self.register(self.width(value), None));
        self.copy(kept, value);
        self.measured.insert(length, kept);
        let count = self.resize(Operand::Reg(kept), Width::POINTER, sign);
        // C17, 6.7.6.2: the length is greater than zero.
        let condition = self.binary(BinaryOp::SignedLess, Operand::pointer(0), count);
        let (property, message) = (Property::OutOfBounds, "an array of variable length has no elements".to_string());
        self.emit(Op::Assert { condition, property, message });
    }

    /// The bytes of an object of this type, from the lengths that were kept; `None` where one was not.
    pub fn size(&mut self, ty: TypeId) -> Option<Operand> {
        if let Some(layout) = self.input.layout(ty) {
            return Some(Operand::pointer(layout.size));
        }
        let TypeKind::Array { elem, len } = self.input.bare(ty) else { return None };
        let count = self.length(len)?;
        let element = self.size(elem)?;
        Some(self.binary(BinaryOp::Mul, count, element))
    }

    /// The elements of an array of this length; `None` where it is not known or was not kept.
    pub fn length(&mut self, length: ArrayLen) -> Option<Operand> {
        match length {
            ArrayLen::Variable(id) => {
                let length = self.input.tast.vla_size(id);
                let kept = *self.measured.get(&length)?;
                let sign = self.input.shape_of(length).sign();
                Some(self.resize(Operand::Reg(kept), Width::POINTER, sign))
            }
            ArrayLen::Fixed(count) => Some(Operand::pointer(count)),
            ArrayLen::Unknown | ArrayLen::Star => None,
        }
    }

    /// The bytes of what a pointer steps over.
    pub fn step_size(&mut self, pointer: TypeId) -> Option<Operand> {
        match self.input.step(pointer) {
            Some(size) => Some(Operand::pointer(size)),
            None => self.input.pointee(pointer).and_then(|pointee| self.size(pointee)),
        }
    }
}
