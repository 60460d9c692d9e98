//! What expressions point at, as far as the text says it.
//!
//! In: expressions of the typed tree. Out: the lvalue, the local variable or the function that one names by its address, and
//! the local variables that need an address. It must not know instructions.

use std::collections::HashSet;

use crate::frontend::known::functions;
use crate::frontend::link::links::Links;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{
    AtomicOp, Conversion, DeclId, DeclKind, ExprId, ExprKind, Stmt, StmtId, StorageDuration, UnaryOp,
};
use crate::frontend::typed::types::Shape;

/// The local variables whose address is taken for anything but a result the lowering writes itself. A function that some unit
/// defines is no function of the library, whatever its name.
pub fn addressed_locals(input: &Input, links: &Links) -> HashSet<DeclId> {
    let tast = input.tast;
    let mut results = HashSet::new();
    let exprs = (0..tast.counts().exprs).map(ExprId::from_usize);
    for expr in exprs.clone() {
        let pointers: Vec<ExprId> = match tast[expr].kind {
            ExprKind::Atomic { op, args, .. } => {
                let result = match op {
                    AtomicOp::CompareExchange | AtomicOp::LoadInto => Some(1),
                    AtomicOp::ExchangeInto => Some(2),
                    _ => None,
                };
                let args = &tast[args];
                let values = args.iter().filter_map(|arg| input.dereferenced(*arg));
                values.chain(result.and_then(|index| args.get(index).copied())).collect()
            }
            ExprKind::Overflow { args, stores: true, .. } => tast[args].iter().skip(2).copied().collect(),
            ExprKind::Call { callee, args } => input
                .called(callee)
                .filter(|decl| tast[*decl].body.is_none() && links.home(input.name(*decl)).is_none())
                .and_then(|decl| functions::lookup(input.name(decl)))
                .and_then(functions::Known::result_argument)
                .and_then(|index| tast[args].get(index).copied())
                .into_iter()
                .collect(),
            _ => continue,
        };
        for pointer in pointers {
            if input.pointed_local(pointer).is_some() {
                results.insert(input.stripped(pointer));
            }
        }
    }
    let mut addressed = HashSet::new();
    for expr in exprs {
        if let ExprKind::Unary { op: UnaryOp::AddrOf, operand } = tast[expr].kind
            && let ExprKind::Decl(decl) = tast[operand].kind
            && !results.contains(&expr)
        {
            addressed.insert(decl);
        }
        // A compound literal is an object, and whatever names it has its address.
        if let ExprKind::CompoundLiteral(decl) = tast[expr].kind {
            addressed.insert(decl);
        }
    }
    // An instruction works on the memory of its operand.
    for stmt in (0..tast.counts().stmts).map(StmtId::from_usize) {
        let Stmt::Asm(asm) = tast[stmt] else { continue };
        let outputs = tast[tast[asm].outputs].iter().filter(|operand| operand.memory);
        addressed.extend(outputs.filter_map(|operand| match tast[operand.value].kind {
            ExprKind::Decl(decl) if tast[decl].duration == StorageDuration::Automatic => Some(decl),
            _ => None,
        }));
    }
    addressed
}

impl Input<'_> {
    /// The expression under casts and conversions of a pointer.
    pub fn stripped(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Cast(inner)
        | ExprKind::Convert { kind: Conversion::Pointer | Conversion::NullPointer, operand: inner } =
            self.tast[expr].kind
        {
            if self.shape_of(inner) != Shape::Pointer {
                break;
            }
            expr = inner;
        }
        expr
    }

    /// The object under `*(volatile T *)&object`, by which the access is marked and the object is meant.
    pub fn unmarked(&self, lvalue: ExprId) -> ExprId {
        let ExprKind::Unary { op: UnaryOp::Deref, operand } = self.tast[lvalue].kind else { return lvalue };
        let ExprKind::Unary { op: UnaryOp::AddrOf, operand: object } = self.tast[self.stripped(operand)].kind else {
            return lvalue;
        };
        if self.shape_of(object) == self.shape_of(lvalue) { object } else { lvalue }
    }

    /// The pointer of the value `*pointer`.
    fn dereferenced(&self, expr: ExprId) -> Option<ExprId> {
        match self.tast[expr].kind {
            ExprKind::Convert { kind: Conversion::Lvalue, operand } => match self.tast[operand].kind {
                ExprKind::Unary { op: UnaryOp::Deref, operand } => Some(operand),
                _ => None,
            },
            _ => None,
        }
    }

    /// The lvalue that a pointer expression of the form `&lvalue` names, when it has the size the pointer says.
    pub fn pointed(&self, pointer: ExprId) -> Option<ExprId> {
        let ExprKind::Unary { op: UnaryOp::AddrOf, operand } = self.tast[self.stripped(pointer)].kind else {
            return None;
        };
        let wanted = self.step(self.ty(pointer))?;
        let through_void = self.pointee(self.ty(pointer)).is_some_and(|ty| self.shape(ty) == Shape::Void);
        (through_void || self.layout(self.ty(operand))?.size == wanted).then_some(operand)
    }

    /// The local scalar that a pointer expression of the form `&local` names.
    pub fn pointed_local(&self, pointer: ExprId) -> Option<DeclId> {
        match self.tast[self.pointed(pointer)?].kind {
            ExprKind::Decl(decl) if self.is_automatic(decl) => Some(decl),
            _ => None,
        }
    }

    /// The function that a callee names directly.
    pub fn called(&self, callee: ExprId) -> Option<DeclId> {
        match self.tast[callee].kind {
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => self.called(operand),
            ExprKind::Unary { op: UnaryOp::Deref | UnaryOp::AddrOf, operand } => self.called(operand),
            ExprKind::Decl(decl) if self.tast[decl].kind == DeclKind::Function => Some(decl),
            _ => None,
        }
    }
}
