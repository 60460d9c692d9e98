//! Functions that are defined without a prototype, in the style before C89.
//!
//! In: a call of such a function. Out: the arguments as its parameters have them. Such a function gets each argument in the type that the
//! default promotions make of its parameter's (C17, 6.5.2.2, 6 and 6.9.1, 10), and what a call hands over in another one is undefined: it is
//! refused, with the place. It must not know what the function does.

use crate::frontend::link::links::Home;
use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{DeclId, ExprId, FunctionType};
use crate::frontend::typed::types::Shape;
use crate::ir::{Callee, Op, Operand, Sign, Width};

impl Input<'_> {
    /// Whether a function of this unit is defined without a prototype and has a parameter that is a `float`.
    pub fn takes_float_in_old_style(&self) -> bool {
        let is_float = |param: &DeclId| self.shape_of(*param) == Shape::Real { width: Width::INT };
        let is_one = |decl: &DeclId| {
            let declared = &self.tast[*decl];
            declared.body.is_some() && self.is_old_style(*decl) && self.tast[declared.params].iter().any(is_float)
        };
        self.tast.top_level().iter().any(is_one)
    }

    /// Whether a function is defined without a prototype.
    pub fn is_old_style(&self, decl: DeclId) -> bool {
        self.signature(self.ty(decl)).is_some_and(|signature| !signature.prototyped)
    }
}

/// The type that an argument has where no prototype says another one.
fn promoted(shape: Shape) -> Shape {
    match shape {
        Shape::Bool => Shape::Int { width: Width::INT, sign: Sign::Signed },
        Shape::Int { width, .. } if width < Width::INT => Shape::Int { width: Width::INT, sign: Sign::Signed },
        Shape::Real { .. } => Shape::Real { width: Width::POINTER },
        other => other,
    }
}

/// Whether a number is handed over as one of the other type is: as an integer or a pointer of its width, or as a floating-point number.
fn is_passed_as(given: Shape, wanted: Shape) -> bool {
    let is_real = |shape| matches!(shape, Shape::Real { .. });
    given.width().is_some() && given.width() == wanted.width() && is_real(given) == is_real(wanted)
}

impl Body<'_, '_> {
    /// Refuses a floating-point number for a parameter of a function of this unit that is none, or the other way round.
    pub fn check_old_style(&mut self, decl: DeclId, args: &[ExprId]) {
        if !self.input.is_old_style(decl) {
            return;
        }
        let params = self.input.tast[self.input.tast[decl].params].to_vec();
        let shape = |expr: ExprId| self.input.shape_of(expr);
        let is_real = |shape| matches!(shape, Shape::Real { .. });
        let params = params.iter().map(|param| self.input.shape_of(*param));
        if args.iter().zip(params).any(|(arg, param)| is_real(shape(*arg)) != is_real(param)) {
            self.refuse_old_style(self.input.name(decl).to_string());
        }
    }

    /// Refuses a floating-point number that is handed over through a pointer without a prototype where a function is defined so
    /// that has a `float`: it would get a `double`.
    pub fn check_old_style_pointer(&mut self, args: &[ExprId]) {
        let is_real = |arg: &ExprId| matches!(self.input.shape_of(*arg), Shape::Real { .. });
        if args.iter().any(is_real) && self.lower.takes_float_in_old_style() {
            self.refuse("a floating-point number for a function that a pointer without a prototype leads to");
        }
    }

    /// A call of a function that another unit defines so; `None` of one that has a prototype there.
    pub fn call_old_style(
        &mut self,
        expr: ExprId,
        home: Home,
        args: &[ExprId],
        declared: Option<&FunctionType>,
    ) -> Option<Operand> {
        let other = self.lower.input_of(home);
        if !other.is_old_style(home.decl) {
            return None;
        }
        let params = other.tast[other.tast[home.decl].params].iter();
        let wanted: Vec<Shape> = params.map(|param| other.shape_of(*param)).collect();
        let name = other.name(home.decl).to_string();
        let prototype = declared.filter(|declared| declared.prototyped);
        let given: Vec<Shape> = match prototype {
            Some(declared) => declared.params.iter().map(|ty| self.input.shape(*ty)).collect(),
            None => args.iter().map(|arg| promoted(self.input.shape_of(*arg))).collect(),
        };
        let answer = self.input.shape_of(expr);
        if wanted.is_empty() && given.is_empty() && args.is_empty() {
            // There is nothing that could be handed over otherwise.
            return None;
        }
        let fits = given.len() == wanted.len()
            && args.len() == wanted.len()
            && given.iter().zip(&wanted).all(|(given, wanted)| is_passed_as(*given, promoted(*wanted)))
            && prototype.is_none_or(|declared| !declared.variadic)
            && (answer.width().is_some() || answer == Shape::Void);
        if !fits {
            return Some(self.refuse_old_style(name));
        }
        let mut operands = Vec::new();
        for ((arg, given), wanted) in args.iter().zip(given).zip(wanted) {
            let from = self.input.shape_of(*arg);
            let value = self.value(*arg);
            let value = self.convert(value, from, given);
            operands.push(self.convert(value, given, wanted));
        }
        let callee = Callee::Direct(self.lower.within(home, |lower| lower.function(home.decl)));
        let dst = answer.width().map(|width| self.register(width, None));
        self.emit(Op::Call { dst, callee, args: operands });
        Some(dst.map_or(Operand::constant(0, Width::INT), Operand::Reg))
    }

    fn refuse_old_style(&mut self, name: String) -> Operand {
        self.refuse(&format!("a call of `{name}` with other arguments than its definition has, which is no prototype,"))
    }
}
