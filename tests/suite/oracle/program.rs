//! A tiny concurrent language: what the machine runs and the printer writes as C.
//!
//! Shared integers (named variables and one small array with a computed index), mutexes, and per thread a few
//! registers that start at 0. Orders are what C11 says; a variable's [`Kind`] only chooses how an access is spelt.

use std::fmt;

/// Registers of each thread.
pub const REGISTERS: usize = 6;

/// Elements of the shared array where there is one; a power of two, so that a mask keeps an index in bounds.
pub const ARRAY: usize = 2;

/// How a shared variable is declared in C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Plain,
    Volatile,
    Atomic,
}

/// A shared variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub kind: Kind,
    pub initial: i32,
}

/// An operator on registers; comparisons yield 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Add,
    Sub,
    Xor,
    And,
    Equal,
    NotEqual,
    Less,
}

/// An expression over constants and the registers of the running thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    Const(i32),
    Reg(usize),
    Binary(Operator, Box<Expr>, Box<Expr>),
}

/// A shared integer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    Variable(usize),
    /// The element of the array at `index & (ARRAY - 1)`.
    Element(Expr),
}

/// The order of a load, store or read-modify-write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As in `x = 1` on an `int`.
    Plain,
    Relaxed,
    /// Acquire of a load, release of a store, acq_rel of a read-modify-write.
    Synchronising,
    SeqCst,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenceKind {
    Full,
    /// Orders earlier stores before later stores; C's release fence.
    StoreStore,
    /// C's acquire fence, which orders nothing that these machines reorder.
    Acquire,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RmwKind {
    FetchAdd,
    Exchange,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    Set {
        reg: usize,
        value: Expr,
    },
    Load {
        reg: usize,
        place: Place,
        order: Order,
    },
    Store {
        place: Place,
        value: Expr,
        order: Order,
    },
    /// The register receives the old value.
    Rmw {
        reg: usize,
        kind: RmwKind,
        place: Place,
        value: Expr,
        order: Order,
    },
    /// A strong compare-and-exchange; the register receives the old value.
    Cas {
        reg: usize,
        place: Place,
        expected: Expr,
        desired: Expr,
        order: Order,
    },
    Fence(FenceKind),
    If {
        condition: Expr,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    /// A `for` loop with a constant trip count.
    Repeat {
        times: u8,
        body: Vec<Stmt>,
    },
    /// `lock(m); body; unlock(m);`
    Locked {
        mutex: usize,
        body: Vec<Stmt>,
    },
    /// Waits at a barrier; the register receives whether this thread is the one of the round that is told apart.
    Wait {
        barrier: usize,
        reg: Option<usize>,
    },
    /// The thread stops for good unless the condition holds.
    Assume(Expr),
    /// `while (place != value) ;`
    Await {
        place: Place,
        value: i32,
        order: Order,
    },
    /// `while (compare-and-exchange fails) ;`
    AwaitCas {
        place: Place,
        expected: i32,
        desired: i32,
    },
    Assert(Expr),
}

/// What the last assertion looks at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Observable {
    Register {
        thread: usize,
        reg: usize,
    },
    Variable(usize),
    /// An element of the array.
    Element(usize),
}

/// Values of some observables; all must be met.
pub type Outcome = Vec<(Observable, i32)>;

/// A whole program. `main` starts the threads, joins them and then asserts that no forbidden outcome has come.
#[derive(Clone, PartialEq, Eq)]
pub struct Program {
    pub variables: Vec<Variable>,
    /// Whether there is a shared array; its elements start at 0.
    pub array: bool,
    pub mutexes: usize,
    /// For each barrier, how many threads meet there.
    pub barriers: Vec<usize>,
    pub threads: Vec<Vec<Stmt>>,
    pub forbidden: Vec<Outcome>,
}

impl Program {
    /// All statements, inner ones after the one that holds them.
    pub fn statements(&self) -> Vec<&Stmt> {
        let mut all = Vec::new();
        self.threads.iter().for_each(|t| collect(t, &mut all));
        all
    }
}

fn collect<'a>(block: &'a [Stmt], all: &mut Vec<&'a Stmt>) {
    for stmt in block {
        all.push(stmt);
        match stmt {
            Stmt::If { then, otherwise, .. } => {
                collect(then, all);
                collect(otherwise, all);
            }
            Stmt::Repeat { body, .. } | Stmt::Locked { body, .. } => collect(body, all),
            _ => {}
        }
    }
}

impl Stmt {
    /// The register this statement writes, whatever it holds inside.
    pub fn target(&self) -> Option<usize> {
        match self {
            Stmt::Set { reg, .. } | Stmt::Load { reg, .. } | Stmt::Rmw { reg, .. } | Stmt::Cas { reg, .. } => {
                Some(*reg)
            }
            Stmt::Wait { reg, .. } => *reg,
            _ => None,
        }
    }
}

/// A failing program is best read as C.
impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", super::print::to_c(self))
    }
}
