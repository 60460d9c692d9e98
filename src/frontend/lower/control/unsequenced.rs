//! Operands whose order C leaves open.
//!
//! In: an expression about to be lowered. Out: a note ([`crate::frontend::lower::state::open_orders`]) where the order of its operands may be that of accesses
//! which other threads may see: at least two of them are or contain volatile or atomic accesses, or calls of functions of
//! the program. The lowering takes them from left to right; compilers need not, and so what is found rests on
//! it. Plain accesses are left out: where their order can be seen at all, they are a race. It must not know how the operands are
//! lowered.

use crate::diag::Diagnostic;
use crate::frontend::link::links::Home;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::open_orders::{Doings, OpenOrder};
use crate::frontend::typed::tree::{AtomicOp, BinaryOp as C, Conversion, DeclId, ExprId, ExprKind, UnaryOp as U};
use crate::ir::Order;

impl Body<'_, '_> {
    /// Notes where the order of the operands of an expression is open and may matter.
    pub fn note_open_order(&mut self, expr: ExprId) {
        let operands = self.open_operands(expr);
        if operands.len() < 2 {
            return;
        }
        let operands = operands.into_iter().map(|operand| self.doings(operand)).filter(Doings::are_any);
        let operands: Vec<Doings> = operands.collect();
        if operands.len() < 2 {
            return;
        }
        let Some(place) = self.input.place(expr).filter(|place| self.input.positions.is_users(*place)) else { return };
        let warning =
            Diagnostic::warning("operands are evaluated from left to right, though C leaves their order open")
                .at(place)
                .help(
                    "the verdict rests on that order, which a compiler need not keep; statements of their own have one",
                );
        self.lower.open_orders.push(OpenOrder { warning, operands });
    }

    /// The operands that may be evaluated in any order.
    fn open_operands(&self, expr: ExprId) -> Vec<ExprId> {
        match self.input.tast[expr].kind {
            ExprKind::Binary { op: C::LogAnd | C::LogOr, .. } => Vec::new(),
            ExprKind::Binary { lhs, rhs, .. } => vec![lhs, rhs],
            ExprKind::Subscript { base, index } => vec![base, index],
            ExprKind::Call { args, .. } | ExprKind::Atomic { args, .. } => self.input.tast[args].to_vec(),
            // The store comes last; what is open is the way to the object.
            ExprKind::Assign { op: None, lhs, rhs, .. } => {
                let mut operands = vec![rhs];
                operands.extend(self.input.parts(lhs).into_iter().find(|part| self.doings(*part).are_any()));
                operands
            }
            _ => Vec::new(),
        }
    }

    fn doings(&self, expr: ExprId) -> Doings {
        let mut doings = Doings::default();
        self.add_doings(expr, &mut doings);
        doings
    }

    fn add_doings(&self, expr: ExprId, doings: &mut Doings) {
        let is_marked = |lvalue: ExprId| {
            self.input.order(self.input.ty(lvalue)) != Order::Plain && !self.input.is_register_like(lvalue)
        };
        doings.accesses |= match self.input.tast[expr].kind {
            ExprKind::Atomic { op: AtomicOp::Fence | AtomicOp::SignalFence, .. } => false,
            ExprKind::Atomic { .. } => true,
            ExprKind::Convert { kind: Conversion::Lvalue, operand }
            | ExprKind::Unary { op: U::PreInc | U::PreDec | U::PostInc | U::PostDec, operand } => is_marked(operand),
            ExprKind::Assign { lhs, .. } => is_marked(lhs),
            ExprKind::Call { callee, .. } => match self.input.called(callee) {
                Some(decl) => {
                    doings.calls.extend(self.users_function(decl));
                    false
                }
                None => true,
            },
            _ => false,
        };
        self.input.parts(expr).into_iter().for_each(|part| self.add_doings(part, doings));
    }

    /// The definition of a function of the program itself: those of the library that matter here are not called within expressions.
    fn users_function(&self, decl: DeclId) -> Option<Home> {
        self.lower.definition(decl).filter(|home| {
            let input = self.lower.input_of(*home);
            let span = input.place(home.decl);
            span.is_some_and(|span| input.positions.is_users(span))
        })
    }
}
