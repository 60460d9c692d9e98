//! What `main` is called with.
//!
//! In: the parameters of `main`. Out: the number of arguments and the arguments themselves as the program may be given
//! them. A program that reads the arguments gets few and short ones, whose text stands in `include/library/arguments.c`,
//! and a warning that says so; one that reads their number alone gets any number that is not negative. It must not know what the program does
//! with them.

use crate::diag::Diagnostic;
use crate::frontend::lower::control::function::Caller;
use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{Conversion, DeclId, ExprId, ExprKind, Tast};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, Callee, Op, Operand, Sign, Width};

/// Makes the arguments, of which there are as many as it is told.
pub const MAKER: &str = "__fencesmith_arguments";

/// A number of arguments has so many bits, and is not 0: what the maker can make.
const COUNT_BITS: u32 = 2;

/// The parameter of a definition of `main` that holds the arguments, if it is read.
pub fn read_arguments(tast: &Tast, main: DeclId) -> Option<DeclId> {
    let params = &tast[tast[main].params];
    let arguments = *params.get(1)?;
    let exprs = || (0..tast.counts().exprs).map(ExprId::from_usize);
    // `(void)argv;` reads nothing.
    let thrown_away = |expr: ExprId| match tast[expr].kind {
        ExprKind::Convert { kind: Conversion::Void, operand } => match tast[operand].kind {
            ExprKind::Convert { kind: Conversion::Lvalue, operand } => Some(operand),
            _ => Some(operand),
        },
        _ => None,
    };
    let unread: Vec<ExprId> = exprs().filter_map(thrown_away).collect();
    let reads =
        |expr: &ExprId| matches!(tast[*expr].kind, ExprKind::Decl(decl) if decl == arguments) && !unread.contains(expr);
    exprs().find(reads).map(|_| arguments)
}

impl Input<'_> {
    /// Whether a parameter can hold a list of arguments.
    fn is_list(&self, param: DeclId) -> bool {
        let inner = self.pointee(self.ty(param)).and_then(|ty| self.pointee(ty));
        inner.is_some_and(|ty| self.shape(ty).width() == Some(Width::BYTE))
    }
}

impl Body<'_, '_> {
    /// Declares the parameters of `main`.
    pub fn main_parameters(&mut self, main: DeclId) {
        let input = self.input;
        let params = input.tast[input.tast[main].params].to_vec();
        let read = read_arguments(input.tast, main).filter(|param| input.is_list(*param));
        let maker = self.lower.named_function(MAKER).filter(|_| read.is_some());
        let mut count = None;
        for (index, param) in params.into_iter().enumerate() {
            let shape = input.shape_of(param);
            let Some(width) = shape.width() else {
                self.parameter(param, Caller::Environment);
                continue;
            };
            let value = match (index, shape, maker) {
                (0, Shape::Int { .. }, Some(_)) => {
                    let bits = Width::new(COUNT_BITS);
                    let number = self.arbitrary(bits);
                    let some = self.binary(BinaryOp::NotEqual, number, Operand::constant(0, bits));
                    self.emit(Op::Assume { condition: some });
                    let number = self.resize(number, width, Sign::Unsigned);
                    count = Some(number);
                    number
                }
                (1, Shape::Pointer, Some(maker)) => {
                    let count = count.unwrap_or(Operand::constant(1, Width::INT));
                    let count = self.resize(count, Width::INT, Sign::Unsigned);
                    let dst = self.register(Width::POINTER, None);
                    let callee = Callee::Direct(maker);
                    self.emit(Op::Call { dst: Some(dst), callee, args: vec![count] });
                    let mut warning =
                        Diagnostic::warning("at most two arguments of at most 7 bytes each are looked at")
                            .help("what more or longer arguments lead to is not known");
                    warning.span = input.place(param);
                    self.lower.warnings.push(warning);
                    Operand::Reg(dst)
                }
                // What is behind other pointers is refused where it is read.
                (_, Shape::Pointer, _) => continue,
                _ => {
                    let reg = self.variable(param);
                    self.emit(Op::Nondet { dst: reg });
                    if let (0, Shape::Int { .. }) = (index, shape) {
                        // C17, 5.1.2.2.1.
                        let least = Operand::constant(0, width);
                        let condition = self.binary(BinaryOp::SignedLessEqual, least, Operand::Reg(reg));
                        self.emit(Op::Assume { condition });
                    }
                    self.bind_parameter(param, reg);
                    continue;
                }
            };
            let reg = self.variable(param);
            self.copy(reg, value);
            self.bind_parameter(param, reg);
        }
    }
}
