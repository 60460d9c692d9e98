//! Litmus tests whose verdicts under SC, TSO and PSO the literature knows.
//!
//! Sources: Owens, Sarkar, Sewell, A Better x86 Memory Model: x86-TSO, section 2 (SB, SB+rfi, n5, n6, IRIW); Alglave,
//! Maranget, Tautschnig, Herding Cats, section 4 (MP, LB, S, R, 2+2W, WRC, RWC, coherence); Adve, Gharachorloo, Shared
//! Memory Consistency Models, section 4 (PSO).

use super::machine::Model;
use super::program::*;

/// A program, what must not be seen at its end, and under which models it is seen nevertheless.
pub struct Litmus {
    pub name: &'static str,
    pub program: Program,
    /// Under SC, TSO, PSO.
    pub violated: [bool; 3],
}

impl Litmus {
    pub fn violated(&self, model: Model) -> bool {
        self.violated[model as usize]
    }
}

const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

fn st(variable: usize, value: i32) -> Stmt {
    store(variable, value, Order::Plain)
}

fn store(variable: usize, value: i32, order: Order) -> Stmt {
    Stmt::Store { place: Place::Variable(variable), value: Expr::Const(value), order }
}

fn ld(reg: usize, variable: usize) -> Stmt {
    Stmt::Load { reg, place: Place::Variable(variable), order: Order::Plain }
}

fn fadd(reg: usize, variable: usize, value: i32) -> Stmt {
    let (place, value) = (Place::Variable(variable), Expr::Const(value));
    Stmt::Rmw { reg, kind: RmwKind::FetchAdd, place, value, order: Order::SeqCst }
}

fn cas(reg: usize, variable: usize, expected: i32, desired: i32) -> Stmt {
    let (expected, desired) = (Expr::Const(expected), Expr::Const(desired));
    Stmt::Cas { reg, place: Place::Variable(variable), expected, desired, order: Order::SeqCst }
}

fn is(reg: usize, value: i32, then: Vec<Stmt>) -> Stmt {
    let condition = Expr::Binary(Operator::Equal, Box::new(Expr::Reg(reg)), Box::new(Expr::Const(value)));
    Stmt::If { condition, then, otherwise: Vec::new() }
}

fn wait(variable: usize, value: i32) -> Stmt {
    Stmt::Await { place: Place::Variable(variable), value, order: Order::Plain }
}

fn locked(body: Vec<Stmt>) -> Stmt {
    Stmt::Locked { mutex: 0, body }
}

const FULL: Stmt = Stmt::Fence(FenceKind::Full);
const STST: Stmt = Stmt::Fence(FenceKind::StoreStore);
const ACQ: Stmt = Stmt::Fence(FenceKind::Acquire);

fn r(thread: usize, reg: usize) -> Observable {
    Observable::Register { thread, reg }
}

fn v(variable: usize) -> Observable {
    Observable::Variable(variable)
}

/// The table. The last column says which models show the outcome: `c` SC, `t` TSO, `p` PSO.
pub fn all() -> Vec<Litmus> {
    use Order::{SeqCst, Synchronising};
    let mut table = Vec::new();
    let mut add = |name: &'static str, threads: Vec<Vec<Stmt>>, outcome: Vec<(Observable, i32)>, shown: &str| {
        let variables = vec![Variable { kind: Kind::Volatile, initial: 0 }; 3];
        let mutexes = threads.iter().flatten().any(|s| matches!(s, Stmt::Locked { .. })).into();
        let program =
            Program { variables, array: false, mutexes, barriers: Vec::new(), threads, forbidden: vec![outcome] };
        table.push(Litmus { name, program, violated: ['c', 't', 'p'].map(|model| shown.contains(model)) });
    };

    let sb = |w: fn(usize) -> Vec<Stmt>| {
        let thread = |own, other| [w(own), vec![ld(0, other)]].concat();
        vec![thread(X, Y), thread(Y, X)]
    };
    let both_zero = vec![(r(0, 0), 0), (r(1, 0), 0)];
    add("SB", sb(|v| vec![st(v, 1)]), both_zero.clone(), "tp");
    add("SB+fences", sb(|v| vec![st(v, 1), FULL]), both_zero.clone(), "");
    add("SB+fence+po", vec![vec![st(X, 1), FULL, ld(0, Y)], vec![st(Y, 1), ld(0, X)]], both_zero.clone(), "tp");
    add("SB+stst", sb(|v| vec![st(v, 1), STST]), both_zero.clone(), "tp");
    add("SB+acquire fences", sb(|v| vec![st(v, 1), ACQ]), both_zero.clone(), "tp");
    add("SB+seq_cst stores", sb(|v| vec![store(v, 1, SeqCst)]), both_zero.clone(), "");
    add("SB+release stores", sb(|v| vec![store(v, 1, Synchronising)]), both_zero.clone(), "tp");
    add("SB+fetch_add", sb(|v| vec![fadd(1, v, 1)]), both_zero.clone(), "");
    add("SB+failing cas elsewhere", sb(|v| vec![st(v, 1), cas(1, Z, 5, 6)]), both_zero.clone(), "");
    add("SB+locks elsewhere", sb(|v| vec![st(v, 1), locked(vec![])]), both_zero.clone(), "");
    add(
        "SB locked",
        vec![vec![locked(vec![st(X, 1), ld(0, Y)])], vec![locked(vec![st(Y, 1), ld(0, X)])]],
        both_zero,
        "",
    );
    let rfi = |own, other| vec![st(own, 1), ld(1, own), ld(0, other)];
    let rfi_outcome = vec![(r(0, 1), 1), (r(0, 0), 0), (r(1, 1), 1), (r(1, 0), 0)];
    add("SB+rfi", vec![rfi(X, Y), rfi(Y, X)], rfi_outcome, "tp");

    let mp = |writer: Vec<Stmt>| vec![writer, vec![ld(0, Y), ld(1, X)]];
    let stale = vec![(r(1, 0), 1), (r(1, 1), 0)];
    add("MP", mp(vec![st(X, 1), st(Y, 1)]), stale.clone(), "p");
    add("MP+stst", mp(vec![st(X, 1), STST, st(Y, 1)]), stale.clone(), "");
    add("MP+full", mp(vec![st(X, 1), FULL, st(Y, 1)]), stale.clone(), "");
    add("MP+acquire fence", mp(vec![st(X, 1), ACQ, st(Y, 1)]), stale.clone(), "p");
    add("MP+release", mp(vec![st(X, 1), store(Y, 1, Synchronising)]), stale.clone(), "");
    add("MP+release first", mp(vec![store(X, 1, Synchronising), st(Y, 1)]), stale.clone(), "p");
    add("MP+seq_cst first", mp(vec![store(X, 1, SeqCst), st(Y, 1)]), stale.clone(), "");
    add("MP+rmw between", mp(vec![st(X, 1), fadd(0, Z, 1), st(Y, 1)]), stale.clone(), "");
    add("MP+read between", mp(vec![st(X, 1), ld(0, Z), st(Y, 1)]), stale.clone(), "p");
    add("MP+third before stst", mp(vec![st(X, 1), st(Z, 1), STST, st(Y, 1)]), stale, "");
    add("MP await", vec![vec![st(X, 1), st(Y, 1)], vec![wait(Y, 1), ld(1, X)]], vec![(r(1, 1), 0)], "p");
    add("MP await never", vec![vec![st(X, 1)], vec![wait(Y, 1), ld(1, X)]], vec![(r(1, 1), 1)], "");
    add(
        "MP branch",
        vec![vec![st(X, 1), st(Y, 1)], vec![ld(0, Y), is(0, 1, vec![ld(1, X), is(1, 0, vec![ld(2, Y)])])]],
        vec![(r(1, 2), 1)],
        "p",
    );

    let lb = vec![vec![ld(0, X), st(Y, 1)], vec![ld(0, Y), st(X, 1)]];
    add("LB", lb, vec![(r(0, 0), 1), (r(1, 0), 1)], "");
    let s = |fence: Vec<Stmt>| vec![[vec![st(X, 2)], fence, vec![st(Y, 1)]].concat(), vec![ld(0, Y), st(X, 1)]];
    add("S", s(vec![]), vec![(r(1, 0), 1), (v(X), 2)], "p");
    add("S+stst", s(vec![STST]), vec![(r(1, 0), 1), (v(X), 2)], "");
    let rr = |first: Vec<Stmt>, second: Vec<Stmt>| {
        vec![[vec![st(X, 1)], first, vec![st(Y, 1)]].concat(), [vec![st(Y, 2)], second, vec![ld(0, X)]].concat()]
    };
    let r_outcome = vec![(v(Y), 2), (r(1, 0), 0)];
    add("R", rr(vec![], vec![]), r_outcome.clone(), "tp");
    add("R+po+full", rr(vec![], vec![FULL]), r_outcome.clone(), "p");
    add("R+stst+full", rr(vec![STST], vec![FULL]), r_outcome.clone(), "");
    add("R+full+po", rr(vec![FULL], vec![]), r_outcome, "tp");
    let ww = |f: Vec<Stmt>, g: Vec<Stmt>| {
        vec![[vec![st(X, 1)], f, vec![st(Y, 2)]].concat(), [vec![st(Y, 1)], g, vec![st(X, 2)]].concat()]
    };
    let ww_outcome = vec![(v(X), 1), (v(Y), 1)];
    add("2+2W", ww(vec![], vec![]), ww_outcome.clone(), "p");
    add("2+2W+stst+po", ww(vec![STST], vec![]), ww_outcome.clone(), "p");
    add("2+2W+ststs", ww(vec![STST], vec![STST]), ww_outcome, "");

    let iriw = vec![vec![st(X, 1)], vec![st(Y, 1)], vec![ld(0, X), ld(1, Y)], vec![ld(0, Y), ld(1, X)]];
    add("IRIW", iriw, vec![(r(2, 0), 1), (r(2, 1), 0), (r(3, 0), 1), (r(3, 1), 0)], "");
    let wrc = vec![vec![st(X, 1)], vec![ld(0, X), st(Y, 1)], vec![ld(0, Y), ld(1, X)]];
    add("WRC", wrc, vec![(r(1, 0), 1), (r(2, 0), 1), (r(2, 1), 0)], "");
    let rwc =
        |f: Vec<Stmt>| vec![vec![st(X, 1)], vec![ld(0, X), ld(1, Y)], [vec![st(Y, 1)], f, vec![ld(0, X)]].concat()];
    let rwc_outcome = vec![(r(1, 0), 1), (r(1, 1), 0), (r(2, 0), 0)];
    add("RWC", rwc(vec![]), rwc_outcome.clone(), "tp");
    add("RWC+full", rwc(vec![FULL]), rwc_outcome, "");
    let isa2 = |f: Vec<Stmt>| {
        vec![[vec![st(X, 1)], f, vec![st(Y, 1)]].concat(), vec![ld(0, Y), st(Z, 1)], vec![ld(0, Z), ld(1, X)]]
    };
    let isa2_outcome = vec![(r(1, 0), 1), (r(2, 0), 1), (r(2, 1), 0)];
    add("ISA2", isa2(vec![]), isa2_outcome.clone(), "p");
    add("ISA2+stst", isa2(vec![STST]), isa2_outcome, "");

    add("CoRR", vec![vec![st(X, 1)], vec![ld(0, X), ld(1, X)]], vec![(r(1, 0), 1), (r(1, 1), 0)], "");
    add("CoWW", vec![vec![st(X, 1), st(X, 2)]], vec![(v(X), 1)], "");
    add("CoWR", vec![vec![st(X, 1), ld(0, X)], vec![st(X, 2)]], vec![(r(0, 0), 2), (v(X), 1)], "");
    add("CoRW", vec![vec![ld(0, X), st(X, 1)], vec![st(X, 2)]], vec![(r(0, 0), 2), (v(X), 2)], "");
    let corr = vec![vec![st(X, 1)], vec![st(X, 2)], vec![ld(0, X), ld(1, X)], vec![ld(0, X), ld(1, X)]];
    add("CoRR+2", corr, vec![(r(2, 0), 1), (r(2, 1), 2), (r(3, 0), 2), (r(3, 1), 1)], "");
    let n5 = vec![vec![st(X, 1), ld(0, X)], vec![st(X, 2), ld(0, X)]];
    add("n5", n5, vec![(r(0, 0), 2), (r(1, 0), 1)], "");
    let n6 = vec![vec![st(X, 1), ld(0, X), ld(1, Y)], vec![st(Y, 2), st(X, 2)]];
    add("n6", n6, vec![(r(0, 0), 1), (r(0, 1), 0), (v(X), 1)], "tp");

    let racy = |step: fn() -> Vec<Stmt>| vec![step(), step()];
    let load_add = || {
        let value = Expr::Binary(Operator::Add, Box::new(Expr::Reg(0)), Box::new(Expr::Const(1)));
        vec![ld(0, X), Stmt::Store { place: Place::Variable(X), value, order: Order::Plain }]
    };
    add("lost increment", racy(load_add), vec![(v(X), 1)], "ctp");
    let locked_add = || {
        let value = Expr::Binary(Operator::Add, Box::new(Expr::Reg(0)), Box::new(Expr::Const(1)));
        vec![locked(vec![ld(0, X), Stmt::Store { place: Place::Variable(X), value, order: Order::Plain }])]
    };
    add("locked increment", racy(locked_add), vec![(v(X), 1)], "");
    add("fetch_add", racy(|| vec![fadd(0, X, 1)]), vec![(v(X), 1)], "");
    add("one cas wins", racy(|| vec![cas(0, X, 0, 1)]), vec![(r(0, 0), 0), (r(1, 0), 0)], "");
    table
}
