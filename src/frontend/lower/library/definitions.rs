//! The verifier's own functions where the program defines them.
//!
//! In: a definition with a name that verifiers know. Out: what a call means. A body is what a function does, whatever
//! its name; but three bodies only spell out for a compiler what the name says, and are read as the name:
//! - an empty one says nothing (`void reach_error(void) {}` is still the error); of others than the error a warning says so;
//! - one of the error function that fails at once is that failure, under the error's own name;
//! - one of an assumption that ends the program unless its argument holds, and else just returns.
//!
//! Where an assumption has another body, `abort` in it ends the path as a failed assumption does, for the program that
//! goes on is the one that is looked at; elsewhere `abort` is an error.

use crate::frontend::known::functions::{self, Answer, Known};
use crate::frontend::link::links::Home;
use crate::frontend::lower::state::body::Body;
use crate::frontend::options::Errors;
use crate::frontend::typed::tree::{BinaryOp, Conversion, DeclId, ExprId, ExprKind, Stmt, StmtId, UnaryOp};
use crate::frontend::typed::types::Shape;

impl Body<'_, '_> {
    /// What a call of a defined function means beside its body, if anything.
    pub fn defined_meaning(&mut self, home: Home, args: &[ExprId]) -> Option<Known> {
        if self.is_sleep(home, args) {
            return Some(Known::Effectless(Answer::Zero));
        }
        let shapes: Vec<Shape> = args.iter().map(|arg| self.input.shape_of(*arg)).collect();
        let meaning = self.in_unit_of(home, |body| body.spelled_out(home.decl, &shapes));
        if let Some(known) = meaning
            && known != Known::Error
            && self.in_unit_of(home, |body| body.is_empty(home.decl))
        {
            let name = self.in_unit_of(home, |body| body.input.name(home.decl).to_string());
            let message = format!("the empty body of `{name}` is taken for what verifiers mean by the name");
            // Once is enough, wherever it is called.
            if self.lower.warnings.iter().all(|other| other.message != message) {
                self.warn(&message, "give the function another name if it is to do nothing");
            }
        }
        // Where this is no error it is what its body says.
        meaning.filter(|known| *known != Known::Error || *self.lower.errors_are == Errors::Usual)
    }

    /// Whether a call of the tool's own library asks for no file, and does nothing but sleep.
    fn is_sleep(&self, home: Home, args: &[ExprId]) -> bool {
        let input = self.lower.input_of(home);
        let count = args.get(1).and_then(|count| self.constant_number(*count));
        input.own && input.name(home.decl) == "poll" && count == Some(0)
    }

    /// Looks at a definition where it is: declarations and what they stand for are those of its unit, which may be another one.
    pub fn in_unit_of<T>(&mut self, home: Home, look: impl FnOnce(&mut Self) -> T) -> T {
        let caller = std::mem::replace(&mut self.input, self.lower.input_of(home));
        let unit = self.lower.enter(home.unit);
        let found = look(self);
        self.lower.enter(unit);
        self.input = caller;
        found
    }

    fn is_empty(&self, decl: DeclId) -> bool {
        self.input.tast[decl].body.is_some_and(|body| self.first_statement(body).is_none())
    }

    fn spelled_out(&self, decl: DeclId, args: &[Shape]) -> Option<Known> {
        let known = functions::overrides_definition(self.input.name(decl))?;
        let body = self.input.tast[decl].body?;
        let spelled = match known {
            _ if self.is_empty(decl) => true,
            Known::Error => self.first_statement(body).is_some_and(|first| self.fails(first)),
            Known::Assume => self.only_assumes(decl, body, args),
            _ => false,
        };
        spelled.then_some(known)
    }

    /// Whether `abort`, called here, is how the program spells a failed assumption.
    pub fn aborts_as_assumption(&self, name: &str) -> bool {
        name == "abort" && functions::overrides_definition(&self.function.name) == Some(Known::Assume)
    }

    /// The first statement of a body that does anything.
    fn first_statement(&self, stmt: StmtId) -> Option<StmtId> {
        match self.input.tast[stmt] {
            Stmt::Empty => None,
            Stmt::Block(list) => self.input.tast[list].iter().find_map(|inner| self.first_statement(*inner)),
            _ => Some(stmt),
        }
    }

    /// The library function that a statement calls, and the arguments.
    fn library_call(&self, stmt: StmtId) -> Option<(Known, Vec<ExprId>)> {
        let Stmt::Expr(mut expr) = self.input.tast[stmt] else { return None };
        while let ExprKind::Cast(inner) | ExprKind::Convert { kind: Conversion::Void, operand: inner } =
            self.input.tast[expr].kind
        {
            expr = inner;
        }
        let ExprKind::Call { callee, args } = self.input.tast[expr].kind else { return None };
        let decl = self.input.called(callee).filter(|decl| self.input.tast[*decl].body.is_none())?;
        Some((functions::lookup(self.input.name(decl))?, self.input.tast[args].to_vec()))
    }

    /// Whether a statement is a failure, whatever was before.
    fn fails(&self, stmt: StmtId) -> bool {
        match self.library_call(stmt) {
            Some((Known::Error | Known::AssertFailed, _)) => true,
            Some((Known::Assert, args)) => args.first().is_some_and(|arg| self.constant_number(*arg) == Some(0)),
            _ => false,
        }
    }

    /// Whether a body is `if (!condition) END;` about its first parameter, and END never goes on.
    fn only_assumes(&self, decl: DeclId, body: StmtId, args: &[Shape]) -> bool {
        let input = self.input;
        let (Stmt::Block(list), &[argument]) = (input.tast[body], args) else { return false };
        let statements: Vec<StmtId> =
            input.tast[list].iter().copied().filter(|stmt| self.first_statement(*stmt).is_some()).collect();
        let params = &input.tast[input.tast[decl].params];
        let (&[only], &[param]) = (statements.as_slice(), params) else { return false };
        let Stmt::If { cond, then, otherwise: None } = input.tast[only] else { return false };
        input.shape(input.result(decl)) == Shape::Void
            && input.shape_of(param) == argument
            && self.denies(cond, param)
            && self.first_statement(then).is_some_and(|end| self.ends(end))
    }

    /// Whether a condition holds just when a variable is 0.
    fn denies(&self, cond: ExprId, variable: DeclId) -> bool {
        let node = self.input.tast[cond];
        match node.kind {
            ExprKind::Convert { kind: Conversion::Bool, operand } => self.denies(operand, variable),
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.is_read_of(operand, variable),
            ExprKind::Binary { op: BinaryOp::Eq, lhs, rhs } => {
                self.is_read_of(lhs, variable) && self.constant_number(rhs) == Some(0)
            }
            _ => false,
        }
    }

    fn is_read_of(&self, expr: ExprId, variable: DeclId) -> bool {
        match self.input.tast[expr].kind {
            ExprKind::Convert { kind: Conversion::Bool, operand } => self.is_read_of(operand, variable),
            ExprKind::Convert { kind: Conversion::Lvalue, operand } => {
                matches!(self.input.tast[operand].kind, ExprKind::Decl(decl) if decl == variable)
            }
            _ => false,
        }
    }

    /// Whether control never gets past a statement: it ends the program or stays where it is, without an effect.
    fn ends(&self, stmt: StmtId) -> bool {
        let holds =
            |cond: Option<ExprId>| cond.is_none_or(|cond| self.constant_number(cond).is_some_and(|number| number != 0));
        match self.input.tast[stmt] {
            Stmt::While { cond, body } => holds(Some(cond)) && self.first_statement(body).is_none(),
            Stmt::For { init: None, cond, step: None, body } => holds(cond) && self.first_statement(body).is_none(),
            Stmt::Label { label, body } => matches!(self.input.tast[body], Stmt::Goto(to) if to == label),
            Stmt::Expr(_) => match self.library_call(stmt) {
                Some((Known::Exit, _)) => true,
                Some((Known::Error, args)) => args.is_empty() && self.calls_abort(stmt),
                _ => false,
            },
            _ => false,
        }
    }

    fn calls_abort(&self, stmt: StmtId) -> bool {
        let Stmt::Expr(expr) = self.input.tast[stmt] else { return false };
        match self.input.tast[expr].kind {
            ExprKind::Call { callee, .. } => {
                self.input.called(callee).is_some_and(|decl| self.input.name(decl) == "abort")
            }
            _ => false,
        }
    }
}
