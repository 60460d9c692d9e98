//! Values that a program asks for and that may be any.
//!
//! In: the name of a verifier function and the shape of its result. Out: an arbitrary value of it. It must not know what the
//! program does with that.

use crate::frontend::known::functions;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::values::pair::Pair;
use crate::frontend::typed::types::Shape;
use crate::ir::{Op, Operand, Sign, Width};

impl Body<'_, '_> {
    /// What `__VERIFIER_nondet_*` yields.
    pub fn nondet(&mut self, name: &str, shape: Shape) -> Operand {
        let Some(width) = shape.width() else {
            return match shape {
                Shape::Refused(construct) => self.refuse(&format!("a nondeterministic value of {construct}")),
                Shape::Void => Operand::constant(0, Width::INT),
                Shape::Wide { .. } => {
                    let words = [0, 1].map(|_| self.arbitrary(Width::POINTER));
                    self.object_of(Pair::of_words(words))
                }
                _ => self.refuse("a nondeterministic value of this type"),
            };
        };
        let (bits, sign) = match (shape, functions::nondet_range(name)) {
            (Shape::Bool, _) => (1, Sign::Unsigned),
            (_, Some((bits, signed))) if bits < width.bits() => (bits, Sign::of(signed)),
            _ => (width.bits(), Sign::Unsigned),
        };
        let dst = self.register(Width::new(bits), None);
        self.emit(Op::Nondet { dst });
        self.resize(Operand::Reg(dst), width, sign)
    }
}
