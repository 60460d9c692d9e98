//! Statements as steps.
//!
//! In: a function. Out: a thread's steps. It must not know how operations of a library are annotated.

use super::parse::{Expr, ExprKind, Function, Statement};
use super::tokens::Refusal;
use crate::litmus::{Binary, Link, Register, Step, Test, Thread, Value};

/// Lowers a call of an operation that a library has.
pub type Library = fn(&mut Lower, &str, &[Expr<'_>]) -> Result<Option<Value>, Refusal>;

/// Names of sets that the events of an access or a fence are in.
pub type Tags = Vec<&'static str>;

pub fn thread(function: &Function<'_>, index: usize, library: Library, test: &mut Test) -> Result<(), Refusal> {
    let mut thread = test.threads.get_mut(index).map(std::mem::take).unwrap_or_default();
    for parameter in &function.parameters {
        // A parameter is named like the location that it points to.
        let address = test.location(parameter).address();
        let register = thread.register(parameter);
        thread.initial.push((register, address));
    }
    let mut lower = Lower { thread, library, fresh: 0 };
    lower.block(&function.body)?;
    let thread = lower.thread;
    if test.threads.len() <= index {
        test.threads.resize_with(index + 1, Thread::default);
    }
    test.threads[index] = thread;
    Ok(())
}

/// How a read-modify-write uses what it read.
#[derive(Clone, Debug)]
pub struct Change {
    pub reads: Tags,
    pub writes: Tags,
    /// What it writes, from the old value.
    pub new: Value,
    /// Only where this is so of the old value.
    pub when: Option<Value>,
}

pub struct Lower {
    thread: Thread,
    library: Library,
    fresh: usize,
}

impl Lower {
    pub fn step(&mut self, step: Step) {
        self.thread.steps.push(step);
    }

    pub fn fence(&mut self, tags: Tags) {
        self.step(Step::Fence { tags, address: None });
    }

    /// A register that the text does not name.
    pub fn fresh(&mut self) -> Register {
        self.fresh += 1;
        self.thread.register(&format!("({})", self.fresh))
    }

    /// A value that later steps do not change.
    pub fn held(&mut self, value: Value) -> Value {
        if let Value::Constant(_) = value {
            return value;
        }
        let to = self.fresh();
        self.step(Step::Assign { to, value });
        Value::Register(to)
    }

    pub fn load(&mut self, address: Value, tags: Tags) -> Value {
        let to = self.fresh();
        self.step(Step::Load { bytes: None, to: Some(to), address, tags, link: Link::None });
        Value::Register(to)
    }

    pub fn store(&mut self, address: Value, value: Value, tags: Tags) {
        self.step(Step::Store { bytes: None, address, value, tags, link: Link::None });
    }

    /// A read-modify-write; `change` is told where the old value is. The old value.
    pub fn update(&mut self, address: Value, change: impl FnOnce(Value) -> Change) -> Value {
        let old = self.fresh();
        let Change { reads, writes, new, when } = change(Value::Register(old));
        self.step(Step::Load { bytes: None, to: Some(old), address: address.clone(), tags: reads, link: Link::Update });
        let check = self.thread.steps.len();
        if let Some(when) = when {
            let condition = Value::binary(Binary::Equal, when, Value::Constant(0));
            self.step(Step::Check { condition, target: 0 });
        }
        self.step(Step::Store { bytes: None, address, value: new, tags: writes, link: Link::Update });
        self.close(check);
        Value::Register(old)
    }

    /// Lets the branch at a step, if there is one, lead to what comes next.
    fn close(&mut self, at: usize) {
        let end = self.thread.steps.len();
        if let Some(Step::Branch { target, .. } | Step::Check { target, .. } | Step::Either { target }) =
            self.thread.steps.get_mut(at)
        {
            *target = end;
        }
    }

    /// Two ways of which either may be gone.
    pub fn either(&mut self, first: impl FnOnce(&mut Self), second: impl FnOnce(&mut Self)) {
        let fork = self.thread.steps.len();
        self.step(Step::Either { target: 0 });
        first(self);
        let jump = self.thread.steps.len();
        self.step(Step::Check { condition: Value::Constant(1), target: 0 });
        self.close(fork);
        second(self);
        self.close(jump);
    }

    pub fn require(&mut self, value: Value) {
        self.step(Step::Require { value });
    }

    fn block(&mut self, statements: &[Statement<'_>]) -> Result<(), Refusal> {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn branch(&mut self, condition: Value) -> usize {
        self.step(Step::Branch { condition, target: 0 });
        self.thread.steps.len() - 1
    }

    fn statement(&mut self, statement: &Statement<'_>) -> Result<(), Refusal> {
        match statement {
            Statement::Expr(expr) => drop(self.value(expr)?),
            Statement::Declare(name, value) => {
                let to = self.thread.register(name);
                let value = value.as_ref().map_or(Ok(Value::Constant(0)), |value| self.value(value))?;
                self.step(Step::Assign { to, value });
            }
            Statement::If(condition, then, otherwise) => {
                let condition = self.value(condition)?;
                self.step(Step::Open);
                let skip = self.branch(Value::binary(Binary::Equal, condition, Value::Constant(0)));
                self.block(then)?;
                let jump = self.thread.steps.len();
                self.step(Step::Check { condition: Value::Constant(1), target: 0 });
                self.close(skip);
                self.block(otherwise)?;
                self.close(jump);
                self.step(Step::Close);
            }
            Statement::While(condition, body) => {
                self.step(Step::Open);
                let head = self.thread.steps.len();
                let condition = self.value(condition)?;
                let leave = self.branch(Value::binary(Binary::Equal, condition, Value::Constant(0)));
                self.block(body)?;
                self.step(Step::Check { condition: Value::Constant(1), target: head });
                self.close(leave);
                self.step(Step::Close);
            }
            Statement::Do(body, condition) => {
                self.step(Step::Open);
                let head = self.thread.steps.len();
                self.block(body)?;
                let condition = self.value(condition)?;
                let condition = Value::binary(Binary::Differs, condition, Value::Constant(0));
                self.step(Step::Branch { condition, target: head });
                self.step(Step::Close);
            }
        }
        Ok(())
    }

    /// The address of what an expression names in memory.
    pub fn place(&mut self, expr: &Expr<'_>) -> Result<Value, Refusal> {
        match &expr.kind {
            ExprKind::At(pointer) => self.value(pointer),
            _ => {
                Err(Refusal { at: expr.at, message: "something in memory, such as `*x`, is expected here".to_string() })
            }
        }
    }

    pub fn value(&mut self, expr: &Expr<'_>) -> Result<Value, Refusal> {
        let refuse = |message: String| Err(Refusal { at: expr.at, message });
        Ok(match &expr.kind {
            ExprKind::Number(number) => Value::Constant(*number),
            ExprKind::Name("true") => Value::Constant(1),
            ExprKind::Name("false" | "NULL") => Value::Constant(0),
            ExprKind::Name(name) => Value::Register(self.thread.register(name)),
            ExprKind::At(pointer) => {
                let address = self.value(pointer)?;
                self.load(address, Vec::new())
            }
            ExprKind::Address(inner) => return self.place(inner),
            ExprKind::Unary(sign, inner) => {
                let value = self.value(inner)?;
                match *sign {
                    "!" => Value::binary(Binary::Equal, value, Value::Constant(0)),
                    "~" => Value::binary(Binary::Xor, value, Value::Constant(-1)),
                    _ => Value::binary(Binary::Subtract, Value::Constant(0), value),
                }
            }
            ExprKind::Binary(sign, a, b) => {
                let a = self.value(a)?;
                let a = self.held(a);
                let steps = self.thread.steps.len();
                let b = self.value(b)?;
                let truth = |value| Value::binary(Binary::Differs, value, Value::Constant(0));
                match *sign {
                    // What stands on the right of these may not happen.
                    "&&" | "||" if self.thread.steps.len() > steps => {
                        return refuse(format!("an access on the right of `{sign}` is not supported"));
                    }
                    "&&" => Value::binary(Binary::And, truth(a), truth(b)),
                    "||" => Value::binary(Binary::Or, truth(a), truth(b)),
                    ">" => Value::binary(Binary::Less, b, a),
                    "<=" => {
                        let greater = Value::binary(Binary::Less, b, a);
                        Value::binary(Binary::Equal, greater, Value::Constant(0))
                    }
                    ">=" => {
                        let less = Value::binary(Binary::Less, a, b);
                        Value::binary(Binary::Equal, less, Value::Constant(0))
                    }
                    _ => match operator(sign) {
                        Some(operator) => Value::binary(operator, a, b),
                        None => return refuse(format!("`{sign}` in a test is not supported")),
                    },
                }
            }
            ExprKind::Assign(to, value) => {
                let value = self.value(value)?;
                match &to.kind {
                    ExprKind::Name(name) => {
                        let to = self.thread.register(name);
                        self.step(Step::Assign { to, value });
                        Value::Register(to)
                    }
                    _ => {
                        let value = self.held(value);
                        let address = self.place(to)?;
                        self.store(address, value.clone(), Vec::new());
                        value
                    }
                }
            }
            ExprKind::Call(name, arguments) => match (self.library)(self, name, arguments)? {
                Some(value) => value,
                None => return refuse(format!("the function `{name}` is not supported in tests")),
            },
        })
    }
}

fn operator(sign: &str) -> Option<Binary> {
    Some(match sign {
        "+" => Binary::Add,
        "-" => Binary::Subtract,
        "*" => Binary::Multiply,
        "&" => Binary::And,
        "|" => Binary::Or,
        "^" => Binary::Xor,
        "==" => Binary::Equal,
        "!=" => Binary::Differs,
        "<" => Binary::Less,
        _ => return None,
    })
}
