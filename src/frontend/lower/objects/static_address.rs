//! Addresses that are known when the program starts.
//!
//! In: a declaration or a string literal, and a distance in bytes. Out: the operand that is this address. It must not know what is
//! done with it: what is far from its object, and so would be taken for a number, is refused here.

use crate::diag::Span;
use crate::frontend::lower::state::tables::Lower;
use crate::frontend::typed::tree::{Base, DeclKind};
use crate::ir::Operand;

/// An address that is a constant is no farther from its object than so many bytes.
const NEAR: i128 = 1 << 16;

impl Lower<'_> {
    /// A constant address.
    pub fn static_address(&mut self, base: Base, offset: i128, at: Option<Span>) -> Operand {
        match base {
            Base::Absolute => Operand::pointer(offset as u64),
            // What is far from its object would be taken for a number.
            Base::Str(_) | Base::Decl(_) if offset.abs() > NEAR && !self.is_in_object(base, offset) => {
                self.unsupported("the address of something this far from an object", at);
                Operand::pointer(0)
            }
            Base::Str(id) => Operand::Global { global: self.string(id, at), offset: offset as i64 },
            Base::Decl(decl) if self.input.tast[decl].kind == DeclKind::Function => {
                if offset != 0 {
                    self.unsupported("an address within a function", at);
                }
                self.function_address(decl, at)
            }
            Base::Decl(decl) => Operand::Global { global: self.global(decl), offset: offset as i64 },
            Base::Label(_) => {
                self.unsupported("the address of a label", at);
                Operand::pointer(0)
            }
        }
    }

    /// Whether so many bytes from its beginning is in an object, or right behind its end.
    fn is_in_object(&self, base: Base, offset: i128) -> bool {
        let size = match base {
            Base::Decl(decl) => self.input.layout(self.input.ty(decl)).map_or(0, |layout| layout.size),
            _ => return false,
        };
        (0..=i128::from(size)).contains(&offset)
    }
}
