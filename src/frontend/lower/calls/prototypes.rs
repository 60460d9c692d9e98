//! Functions of the library that the program declares itself, as something else than they are.
//!
//! In: the call of a function that the tool's own library defines. Out: the call with arguments and result converted, as
//! between numbers of these types; a declaration with structs or `...` is refused. It must not know what the functions do.

use crate::frontend::link::links::Home;
use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::{ExprId, FunctionType};
use crate::frontend::typed::types::Shape;
use crate::ir::{Callee, Op, Operand, Width};

impl Body<'_, '_> {
    /// A call by a declaration that does not fit the library's definition; `None` where it does.
    pub fn call_by_other_prototype(
        &mut self,
        expr: ExprId,
        home: Home,
        args: &[ExprId],
        declared: Option<&FunctionType>,
    ) -> Option<Operand> {
        let own = self.lower.input_of(home);
        let defined = own.signature(own.ty(home.decl))?;
        let wanted: Vec<Shape> = defined.params.iter().map(|ty| own.shape(*ty)).collect();
        let given: Vec<Shape> = match declared.filter(|declared| declared.prototyped) {
            Some(declared) => declared.params.iter().map(|ty| self.input.shape(*ty)).collect(),
            None => args.iter().map(|arg| self.input.shape_of(*arg)).collect(),
        };
        let (result, expected) = (own.shape(defined.ret), self.input.shape_of(expr));
        let fits = |a: &Shape, b: &Shape| a == b || a.width().is_some() && a.width() == b.width();
        let same = wanted.len() == given.len() && wanted.iter().zip(&given).all(|(a, b)| fits(a, b));
        let variadic = declared.is_some_and(|declared| declared.prototyped && declared.variadic);
        if same && fits(&result, &expected) && variadic == defined.variadic {
            return None;
        }
        let name = own.name(home.decl).to_string();
        let numbers = wanted.iter().chain(&given).all(|shape| shape.width().is_some());
        let answers = [result, expected].iter().all(|shape| shape.width().is_some() || *shape == Shape::Void);
        if variadic || defined.variadic || !numbers || !answers || args.len() < wanted.len() {
            return Some(self.refuse(&format!("`{name}` with another type than the library's")));
        }
        let mut operands = Vec::new();
        for (arg, wanted) in args.iter().zip(&wanted) {
            let from = self.input.shape_of(*arg);
            let value = self.value(*arg);
            operands.push(self.convert(value, from, *wanted));
        }
        args[wanted.len()..].iter().for_each(|arg| self.effects(*arg));
        let id = self.lower.within(home, |lower| lower.function(home.decl));
        let dst = result.width().map(|width| self.register(width, None));
        self.emit(Op::Call { dst, callee: Callee::Direct(id), args: operands });
        Some(match (dst, expected.width()) {
            (Some(dst), Some(_)) => self.convert(Operand::Reg(dst), result, expected),
            (None, Some(width)) => {
                let nothing = self.register(width, None);
                self.emit(Op::Undefine { dst: nothing });
                Operand::Reg(nothing)
            }
            _ => Operand::constant(0, Width::INT),
        })
    }
}
