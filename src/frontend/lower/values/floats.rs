//! Floating point of formats that are not computed with: `long double`, `_Float16` and their like, as far as they are only moved.
//!
//! In: expressions of a floating type. Out: their bits, where they are constants or objects that are copied, and their
//! effects, where nobody looks at the value. All arithmetic on them is refused at its place, unless it is constant.
//! `float` and `double` are computed with; of these only the effects are found here that are left where nobody asks for a value.
//!
//! A local variable of such a format that no pointer can reach and that is used by name only is not kept at all: a use of its
//! value is refused where it stands, so what it would hold is never looked at.

use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{
    Const, Conversion, DeclId, DeclKind, Eval, ExprId, ExprKind, TypeId, TypeKind, UnaryOp as U,
};
use crate::frontend::typed::types::Shape;
use crate::ir::{Op, Operand, SiteKind, Width};

impl Input<'_> {
    /// The width of a floating type whose values are moved as numbers; `long double` is none.
    pub fn float_width(&self, ty: TypeId) -> Option<Width> {
        match self.bare(ty) {
            TypeKind::Float(_) => match self.layout(ty)?.size {
                size @ (2 | 4 | 8) => Some(Width::new(size as u32 * 8)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a type is of the kind that only floats are.
    fn is_floating(&self, ty: TypeId) -> bool {
        matches!(self.bare(ty), TypeKind::Float(_) | TypeKind::Complex(_))
    }

    /// Whether this is a floating local variable that is not kept.
    pub fn is_unkept(&self, decl: DeclId) -> bool {
        let declared = &self.tast[decl];
        self.is_automatic(decl)
            && matches!(self.shape(declared.ty), Shape::Refused(_))
            && !(self.float_width(declared.ty).is_some() && self.is_addressed(decl))
    }

    fn is_unkept_variable(&self, lvalue: ExprId) -> bool {
        matches!(self.tast[lvalue].kind, ExprKind::Decl(decl)
            if self.tast[decl].kind == DeclKind::Object && self.is_unkept(decl))
    }

    /// Whether the expression makes something else of a float.
    pub fn converts_float(&self, expr: ExprId) -> bool {
        match self.tast[expr].kind {
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => {
                self.is_floating(self.ty(operand)) && !self.is_floating(self.ty(expr))
            }
            _ => false,
        }
    }

    /// The integer that the conversion `expr` makes of `operand`, a constant of a format that is not computed with.
    pub fn folded_float(&self, expr: ExprId, operand: ExprId) -> Option<i128> {
        let is_other = self.is_floating(self.ty(operand)) && self.shape_of(operand).width().is_none();
        match is_other.then(|| self.folded(expr))?? {
            Const::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The number that a constant expression is.
    pub fn constant_number(&self, expr: ExprId) -> Option<i128> {
        match self.folded(expr)? {
            Const::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The number that a constant of a format which is not computed with becomes in one that is.
    pub fn folded_wider(&self, expr: ExprId) -> Option<Operand> {
        let node = self.tast[expr];
        let (ExprKind::Convert { operand, .. } | ExprKind::Cast(operand)) = node.kind else { return None };
        let is_other = self.is_floating(self.ty(operand)) && self.shape_of(operand).width().is_none();
        match (self.shape(node.ty).width(), is_other.then(|| self.folded(expr))??) {
            (Some(width), Const::Float(number)) => Some(Operand::constant(number.to_bits() as u64, width)),
            _ => None,
        }
    }

    /// The constant that an expression of a floating type is, or that floats are compared or cut to.
    pub fn folded(&self, expr: ExprId) -> Option<Const> {
        let mut eval = Eval::new(self.tast, self.types, self.target, self.names);
        eval.constant(expr).ok()
    }
}

impl Body<'_, '_> {
    /// The bits of a floating value; `None` after a refusal.
    pub fn float_bits(&mut self, expr: ExprId) -> Option<Operand> {
        let outer = self.span;
        self.span = self.input.place(expr).or(outer);
        let bits = self.float_bits_here(expr);
        self.span = outer;
        bits
    }

    fn float_bits_here(&mut self, expr: ExprId) -> Option<Operand> {
        let node = self.input.tast[expr];
        let width = self.input.float_width(node.ty);
        if let (Some(width), Some(Const::Float(number))) = (width, self.input.folded(expr)) {
            return Some(Operand::constant(number.to_bits() as u64, width));
        }
        match (width, node.kind) {
            (Some(width), ExprKind::Convert { kind: Conversion::Lvalue, operand })
                if !self.input.is_unkept_variable(operand) && !self.input.is_atomic(self.input.ty(operand)) =>
            {
                Some(self.load_float(operand, width))
            }
            (Some(_), ExprKind::Assign { op: None, lhs, rhs, .. }) if !self.input.is_unkept_variable(lhs) => {
                Some(self.assign_float(lhs, rhs))
            }
            (Some(_), ExprKind::Comma { lhs, rhs }) => {
                self.effects(lhs);
                self.float_bits(rhs)
            }
            (Some(to), ExprKind::Convert { operand, .. } | ExprKind::Cast(operand))
                if self.input.float_width(self.input.ty(operand)) == Some(to)
                    && self.input.bare(self.input.ty(operand)) == self.input.bare(node.ty) =>
            {
                self.float_bits(operand)
            }
            _ => {
                match self.input.shape(node.ty) {
                    Shape::Refused(construct) => self.unsupported(construct),
                    _ => self.unsupported("floating point of this format"),
                }
                None
            }
        }
    }

    fn load_float(&mut self, lvalue: ExprId, width: Width) -> Operand {
        let order = self.input.order(self.input.ty(lvalue));
        let address = self.address(lvalue);
        let site = self.site(SiteKind::Load, lvalue);
        let dst = self.register(width, None);
        self.emit(Op::Load { dst, address, order, site });
        Operand::Reg(dst)
    }

    /// `lhs = rhs` of a floating type; the bits.
    pub fn assign_float(&mut self, lhs: ExprId, rhs: ExprId) -> Operand {
        let ty = self.input.ty(lhs);
        if self.input.float_width(ty).is_none() || self.input.is_unkept_variable(lhs) || self.input.is_atomic(ty) {
            return match self.input.shape(ty) {
                Shape::Refused(construct) => self.refuse(construct),
                _ => self.refuse("floating point of this format"),
            };
        }
        let address = self.address(lhs);
        let Some(value) = self.float_bits(rhs) else { return Operand::pointer(0) };
        let order = self.input.order(ty);
        let site = self.site(SiteKind::Store, lhs);
        self.emit(Op::Store { address, value, order, site });
        value
    }

    /// Evaluates an expression of a floating type for its effects only; whether it was one that this can be done for.
    pub fn float_effects(&mut self, expr: ExprId) -> bool {
        let node = self.input.tast[expr];
        if !self.input.is_floating(node.ty) {
            return false;
        }
        if let Shape::Real { .. } = self.input.shape(node.ty) {
            return self.real_effects(expr);
        }
        match node.kind {
            ExprKind::Convert { kind: Conversion::Lvalue, operand } => {
                match self.input.float_width(node.ty) {
                    _ if self.input.is_unkept_variable(operand) => {}
                    Some(width) if !self.input.is_atomic(self.input.ty(operand)) => {
                        self.load_float(operand, width);
                    }
                    _ => return false,
                }
                true
            }
            ExprKind::Assign { lhs, rhs, .. } if self.input.is_unkept_variable(lhs) => {
                self.effects(rhs);
                true
            }
            ExprKind::Assign { op: None, lhs, rhs, .. } => {
                self.assign_float(lhs, rhs);
                true
            }
            ExprKind::Unary { op: U::PreInc | U::PreDec | U::PostInc | U::PostDec, operand } => {
                self.input.is_unkept_variable(operand)
            }
            ExprKind::Unary { op: U::Plus | U::Minus, .. }
            | ExprKind::Binary { .. }
            | ExprKind::Convert { .. }
            | ExprKind::Cast(_) => {
                for part in self.input.parts(expr) {
                    self.effects(part);
                }
                true
            }
            _ => false,
        }
    }

    /// The same of an expression that is computed with: what it is made of is evaluated, and nothing is made of that.
    fn real_effects(&mut self, expr: ExprId) -> bool {
        match self.input.tast[expr].kind {
            ExprKind::Unary { op: U::Plus | U::Minus, .. } | ExprKind::Binary { .. } | ExprKind::Cast(_) => {}
            ExprKind::Convert { kind: Conversion::Arithmetic, .. } => {}
            _ => return false,
        }
        for part in self.input.parts(expr) {
            self.effects(part);
        }
        true
    }
}
