//! Arrays in struct values: `f().a`.
//!
//! In: an array that is a member of a value, where it becomes a pointer. Out: an object of its own with its elements, which
//! lives until the full expression ends (C17, 6.2.4). It must not know what is done with the pointer.

use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::{Category, ExprId, ExprKind};
use crate::ir::{Instr, Op, Operand};

impl Body<'_, '_> {
    /// Whether an array is part of a value and not of an object.
    pub fn is_temporary(&self, array: ExprId) -> bool {
        match self.input.tast[array].kind {
            ExprKind::Member { base, .. } => {
                self.input.tast[base].category != Category::Lvalue || self.is_temporary(base)
            }
            _ => false,
        }
    }

    /// The address of the first element of such an array. The value is often the object that it was read from; what
    /// happens to that later is none of the array's affair.
    pub fn temporary(&mut self, array: ExprId) -> Operand {
        let ty = self.input.ty(array);
        let Some(layout) = self.input.layout(ty) else { return self.refuse("an array of this type in a value") };
        let from = self.address(array);
        let made = self.allocate_bytes((Operand::pointer(layout.size), layout.align), "a temporary".into());
        let text = self.input.text(array);
        self.copy_record(Operand::Reg(made), from, ty, ("a temporary", &text));
        // The expression may not be evaluated.
        let op = Op::Copy { dst: made, value: Operand::pointer(0) };
        self.entry_objects.push(Instr { op, span: self.span });
        self.temporaries.push(made);
        Operand::Reg(made)
    }

    /// The full expression ends.
    pub fn end_temporaries(&mut self) {
        for made in std::mem::take(&mut self.temporaries) {
            self.end_lifetime(made);
            self.copy(made, Operand::pointer(0));
        }
    }
}
