//! Generated concurrent programs, small enough to be run exhaustively, that shrink towards fewer statements.
//!
//! The last assertion decides whether a program tests anything. It is computed from the program: the machine lists the
//! final states, and the assertion forbids one of them, with preference for those that only a weaker model shows, or a
//! mixture of values of several, which no execution may show. What was drawn is kept as positions in those lists, so
//! that shrinking the statements recomputes the assertion.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::litmus;
use super::machine::{self, Final, Model};
use super::program::*;

/// States after which a program is discarded as too large.
pub const STATE_LIMIT: usize = 30_000;

/// How rich the programs are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Two or three threads of plain loads and stores with a rare fence.
    Lean,
    /// Four threads of one or two loads and stores.
    Wide,
    /// Every statement of the language, nested.
    Rich,
    /// A litmus test of the literature with a few statements put in.
    Shaped,
    /// Threads that meet at a barrier once or twice, with loads and stores around it.
    Met,
}

/// Programs of all styles.
pub fn any_program() -> impl Strategy<Value = Program> {
    prop_oneof![
        3 => program(Style::Lean),
        1 => program(Style::Wide),
        3 => program(Style::Rich),
        3 => program(Style::Shaped),
        2 => program(Style::Met),
    ]
}

/// Programs of all styles with assertions that mostly hold under all models of the machine, and may fail under weaker ones.
pub fn beyond_the_machine() -> impl Strategy<Value = Program> {
    let mode = || prop_oneof![1 => mode().boxed(), 3 => Just(BEYOND).boxed()];
    prop_oneof![
        2 => aimed(Style::Lean, mode()),
        1 => aimed(Style::Wide, mode()),
        1 => aimed(Style::Rich, mode()),
        4 => aimed(Style::Shaped, mode()),
        1 => aimed(Style::Met, mode()),
    ]
}

/// Programs of one style, with an assertion.
pub fn program(style: Style) -> impl Strategy<Value = Program> {
    aimed(style, mode())
}

fn aimed(style: Style, mode: impl Strategy<Value = u8>) -> impl Strategy<Value = Program> {
    let threads = match style {
        Style::Lean => vec(vec(lean(), 1..=4), 2..=3).boxed(),
        Style::Wide => vec(vec(lean(), 1..=2), 4).boxed(),
        Style::Rich => vec(vec(rich(), 1..=4), 2..=3).boxed(),
        Style::Shaped => shaped().boxed(),
        Style::Met => met().boxed(),
    };
    let aim = any::<(Index, [Index; 12], u16)>();
    (threads, vec(kind(), VARIABLES), initial(), counts(), mode, aim).prop_filter_map(
        "too many states",
        |(mut threads, kinds, initial, counts, mode, (chosen, mixture, mask))| {
            threads.iter_mut().for_each(|block| number(block, &mut 0));
            let variables =
                kinds.iter().zip(initial).map(|(kind, initial)| Variable { kind: *kind, initial }).collect();
            let barriers = counts.iter().map(|count| count.unwrap_or(threads.len())).collect();
            let bare = Program { variables, array: false, mutexes: MUTEXES, barriers, threads, forbidden: Vec::new() };
            let mut bare = Program { array: uses_array(&bare), mutexes: mutexes(&bare), ..bare };
            bare.barriers.truncate(barriers_used(&bare));
            aim_at(bare, mode, chosen, &mixture, mask)
        },
    )
}

const VARIABLES: usize = 3;
const MUTEXES: usize = 2;
const BARRIERS: usize = 2;

/// How many threads meet at each barrier; mostly all.
fn counts() -> impl Strategy<Value = [Option<usize>; BARRIERS]> {
    let count = || prop_oneof![4 => Just(None), 1 => (1..=3_usize).prop_map(Some)];
    [count(), count()]
}

/// The mode of assertions about what no model of the machine shows.
const BEYOND: u8 = 10;

fn mode() -> impl Strategy<Value = u8> {
    // The last one accepts every program, the others few: most programs behave alike under all models.
    prop_oneof![40 => 0..=6_u8, 10 => 7..=8_u8, 1 => Just(9)]
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![2 => Just(Kind::Plain), 1 => Just(Kind::Volatile), 1 => Just(Kind::Atomic)]
}

fn initial() -> impl Strategy<Value = [i32; VARIABLES]> {
    prop_oneof![5 => Just([0; VARIABLES]), 1 => [0..3, 0..3, 0..3]]
}

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![
        7 => Just(Order::Plain),
        1 => Just(Order::Relaxed),
        1 => Just(Order::Synchronising),
        1 => Just(Order::SeqCst),
    ]
}

fn variable() -> impl Strategy<Value = Place> {
    prop_oneof![5 => Just(0), 5 => Just(1), 1 => Just(2)].prop_map(Place::Variable)
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![8 => variable(), 1 => value().prop_map(Place::Element)]
}

/// Mostly constants; the registers are renumbered later.
fn value() -> impl Strategy<Value = Expr> {
    prop_oneof![4 => (1..=2).prop_map(Expr::Const), 2 => register(), 1 => sum()]
}

fn register() -> impl Strategy<Value = Expr> {
    (0..REGISTERS).prop_map(Expr::Reg)
}

fn sum() -> impl Strategy<Value = Expr> {
    let operator = prop_oneof![Just(Operator::Add), Just(Operator::Sub), Just(Operator::Xor), Just(Operator::And)];
    (operator, register(), prop_oneof![(1..=2).prop_map(Expr::Const), register()])
        .prop_map(|(op, left, right)| Expr::Binary(op, Box::new(left), Box::new(right)))
}

fn condition() -> impl Strategy<Value = Expr> {
    let operator = prop_oneof![
        3 => Just(Operator::Equal),
        2 => Just(Operator::NotEqual),
        1 => Just(Operator::Less),
    ];
    (
        operator,
        prop_oneof![3 => register().boxed(), 1 => sum().boxed()],
        prop_oneof![
            3 => (0..=2).prop_map(Expr::Const),
            1 => register()
        ],
    )
        .prop_map(|(op, left, right)| Expr::Binary(op, Box::new(left), Box::new(right)))
}

fn access() -> impl Strategy<Value = Stmt> {
    prop_oneof![
        (variable(), (1..=2).prop_map(Expr::Const), order())
            .prop_map(|(place, value, order)| { Stmt::Store { place, value, order } }),
        (variable(), order()).prop_map(|(place, order)| Stmt::Load { reg: 0, place, order }),
    ]
}

fn fence() -> impl Strategy<Value = Stmt> {
    prop_oneof![
        3 => Just(FenceKind::Full),
        3 => Just(FenceKind::StoreStore),
        1 => Just(FenceKind::Acquire),
    ]
    .prop_map(Stmt::Fence)
}

fn lean() -> impl Strategy<Value = Stmt> {
    prop_oneof![14 => access(), 1 => fence()]
}

fn leaf() -> impl Strategy<Value = Stmt> {
    let rmw = prop_oneof![Just(RmwKind::FetchAdd), Just(RmwKind::Exchange)];
    prop_oneof![
        12 => access(),
        6 => (place(), value(), order()).prop_map(|(place, value, order)| Stmt::Store { place, value, order }),
        6 => (place(), order()).prop_map(|(place, order)| Stmt::Load { reg: 0, place, order }),
        2 => (rmw, place(), value(), order())
            .prop_map(|(kind, place, value, order)| Stmt::Rmw { reg: 0, kind, place, value, order }),
        2 => (place(), (0..=2).prop_map(Expr::Const), value(), order())
            .prop_map(|(place, expected, desired, order)| Stmt::Cas { reg: 0, place, expected, desired, order }),
        3 => fence(),
        1 => value().prop_map(|value| Stmt::Set { reg: 0, value }),
        1 => condition().prop_map(Stmt::Assume),
        1 => (variable(), 0..=2, order()).prop_map(|(place, value, order)| Stmt::Await { place, value, order }),
        1 => (variable(), 0..=1, 1..=2)
            .prop_map(|(place, expected, desired)| Stmt::AwaitCas { place, expected, desired }),
        1 => condition().prop_map(Stmt::Assert),
        1 => wait(),
    ]
}

fn wait() -> impl Strategy<Value = Stmt> {
    let reg = prop_oneof![6 => Just(None), 1 => Just(Some(0))];
    (prop_oneof![5 => Just(0), 1 => Just(1)], reg).prop_map(|(barrier, reg)| Stmt::Wait { barrier, reg })
}

/// Threads with the same number of parts, mostly, between which they wait.
fn met() -> impl Strategy<Value = Vec<Vec<Stmt>>> {
    let part = || vec(prop_oneof![9 => lean().boxed(), 1 => rich().boxed()], 0..=2);
    (2..=3_usize, 2..=3_usize).prop_flat_map(move |(threads, parts)| {
        let parts = prop_oneof![7 => vec((part(), wait()), parts), 1 => vec((part(), wait()), 1..=3)];
        vec(parts, threads).prop_map(|threads| {
            let joined = |parts: Vec<(Vec<Stmt>, Stmt)>| {
                let mut block: Vec<Stmt> = Vec::new();
                for (part, wait) in parts {
                    block.extend(part);
                    block.push(wait);
                }
                // The last part has no wait behind it.
                block.pop();
                block
            };
            threads.into_iter().map(joined).collect()
        })
    })
}

fn rich() -> impl Strategy<Value = Stmt> {
    leaf().prop_recursive(2, 6, 3, |inner| {
        let body = || vec(inner.clone(), 1..=3);
        prop_oneof![
            12 => leaf(),
            3 => (condition(), body(), prop_oneof![2 => Just(Vec::new()), 1 => vec(inner.clone(), 1..=2)])
                .prop_map(|(condition, then, otherwise)| Stmt::If { condition, then, otherwise }),
            1 => (1..=2_u8, body()).prop_map(|(times, body)| Stmt::Repeat { times, body }),
            1 => (0..MUTEXES, body())
                .prop_map(|(mutex, body)| Stmt::Locked { mutex, body: body.into_iter().map(unlocked).collect() }),
        ]
    })
}

fn shaped() -> impl Strategy<Value = Vec<Vec<Stmt>>> {
    let shapes: Vec<_> = litmus::all().into_iter().map(|litmus| litmus.program.threads).collect();
    let additions = vec((any::<Index>(), any::<Index>(), rich()), 0..=3);
    (select(shapes), additions).prop_map(|(mut threads, additions)| {
        for (thread, at, stmt) in additions {
            let thread = thread.index(threads.len());
            let at = at.index(threads[thread].len() + 1);
            threads[thread].insert(at, stmt);
        }
        threads
    })
}

/// Replaces a critical section inside another by a fence: the same thread must not lock a mutex twice.
fn unlocked(stmt: Stmt) -> Stmt {
    let each = |block: Vec<Stmt>| block.into_iter().map(unlocked).collect();
    match stmt {
        Stmt::Locked { .. } => Stmt::Fence(FenceKind::Full),
        Stmt::If { condition, then, otherwise } => Stmt::If { condition, then: each(then), otherwise: each(otherwise) },
        Stmt::Repeat { times, body } => Stmt::Repeat { times, body: each(body) },
        other => other,
    }
}

/// Gives each statement that writes a register a fresh one and lets expressions name registers already written.
fn number(block: &mut [Stmt], next: &mut usize) {
    for stmt in block {
        let written = (*next).clamp(1, REGISTERS);
        let place = |place: &mut Place| {
            if let Place::Element(index) = place {
                rename(index, written);
            }
        };
        let reg = match stmt {
            Stmt::Set { reg, value } => {
                rename(value, written);
                reg
            }
            Stmt::Load { reg, place: at, .. } => {
                place(at);
                reg
            }
            Stmt::Rmw { reg, place: at, value, .. } => {
                place(at);
                rename(value, written);
                reg
            }
            Stmt::Cas { reg, place: at, expected, desired, .. } => {
                place(at);
                rename(expected, written);
                rename(desired, written);
                reg
            }
            Stmt::Store { place: at, value, .. } => {
                place(at);
                rename(value, written);
                continue;
            }
            Stmt::If { condition, then, otherwise } => {
                rename(condition, written);
                number(then, next);
                number(otherwise, next);
                continue;
            }
            Stmt::Repeat { body, .. } | Stmt::Locked { body, .. } => {
                number(body, next);
                continue;
            }
            Stmt::Assume(condition) | Stmt::Assert(condition) => {
                rename(condition, written);
                continue;
            }
            Stmt::Wait { reg: Some(reg), .. } => reg,
            Stmt::Await { .. } | Stmt::AwaitCas { .. } | Stmt::Fence(_) | Stmt::Wait { reg: None, .. } => continue,
        };
        *reg = *next % REGISTERS;
        *next += 1;
    }
}

fn rename(expr: &mut Expr, written: usize) {
    match expr {
        Expr::Const(_) => {}
        // The newest register is the one most likely to matter.
        Expr::Reg(reg) => *reg = written - 1 - *reg % written,
        Expr::Binary(_, left, right) => {
            rename(left, written);
            rename(right, written);
        }
    }
}

fn uses_array(program: &Program) -> bool {
    program.statements().iter().any(|stmt| {
        let place = match stmt {
            Stmt::Load { place, .. } | Stmt::Store { place, .. } | Stmt::Rmw { place, .. } => place,
            Stmt::Cas { place, .. } | Stmt::Await { place, .. } | Stmt::AwaitCas { place, .. } => place,
            _ => return false,
        };
        matches!(place, Place::Element(_))
    })
}

fn barriers_used(program: &Program) -> usize {
    let used = program.statements().into_iter().filter_map(|stmt| match stmt {
        Stmt::Wait { barrier, .. } => Some(*barrier + 1),
        _ => None,
    });
    used.max().unwrap_or(0)
}

fn mutexes(program: &Program) -> usize {
    let used = program.statements().into_iter().filter_map(|stmt| match stmt {
        Stmt::Locked { mutex, .. } => Some(*mutex + 1),
        _ => None,
    });
    used.max().unwrap_or(0)
}

/// What the last assertion may look at: every register a thread writes, and every place of the memory some thread writes.
fn observables(program: &Program) -> Vec<Observable> {
    let mut all = BTreeSet::new();
    for (thread, block) in program.threads.iter().enumerate() {
        let alone = Program { threads: vec![block.clone()], ..program.clone() };
        for stmt in alone.statements() {
            all.extend(stmt.target().map(|reg| Observable::Register { thread, reg }));
            match stmt {
                Stmt::Store { place, .. } | Stmt::Rmw { place, .. } | Stmt::Cas { place, .. } => match place {
                    Place::Variable(variable) => all.extend([Observable::Variable(*variable)]),
                    Place::Element(_) => all.extend((0..ARRAY).map(Observable::Element)),
                },
                Stmt::AwaitCas { place: Place::Variable(variable), .. } => {
                    all.extend([Observable::Variable(*variable)]);
                }
                _ => {}
            }
        }
    }
    all.into_iter().collect()
}

/// Adds the assertion; `None` when the program is too large or would not tell what `mode` wants to be told.
fn aim_at(bare: Program, mode: u8, chosen: Index, mixture: &[Index], mask: u16) -> Option<Program> {
    let reports = Model::ALL.map(|model| machine::run(&bare, model, STATE_LIMIT));
    let [sc, tso, pso] = &reports;
    let (sc, tso, pso) = (sc.as_ref()?, tso.as_ref()?, pso.as_ref()?);
    let everything = observables(&bare);
    let ends: Vec<&Final> = pso.finals.iter().collect();
    let (from, mixed, part) = match mode {
        0..=2 => (pso.finals.difference(&sc.finals).collect(), false, false),
        3..=4 => (tso.finals.difference(&sc.finals).collect(), false, false),
        5 => (pso.finals.difference(&tso.finals).collect(), false, false),
        6 => (pso.finals.difference(&sc.finals).collect(), false, true),
        7 => (ends.clone(), true, false),
        8 => (ends.clone(), true, true),
        BEYOND => (ends.clone(), true, mask & 1 == 1),
        _ => (ends.clone(), false, mask & 1 == 1),
    };
    let telling = mode <= 8;
    if telling && sc.violated || from.is_empty() && telling && pso.violated == sc.violated {
        return None;
    }
    if everything.is_empty() || from.is_empty() {
        return Some(Program { forbidden: vec![vec![(Observable::Variable(0), 0)]], ..bare });
    }
    let outcome = |look: &[Observable]| -> Outcome {
        let value = |(i, observable): (usize, &Observable)| {
            let end = if mixed { mixture[i % mixture.len()].get(&ends) } else { chosen.get(&from) };
            (*observable, end.value(*observable))
        };
        look.iter().enumerate().map(value).collect()
    };
    let some = (0..).zip(&everything).filter(|(i, _)| part && mask >> (i % 16) & 1 == 1);
    let some: Vec<Observable> = some.map(|(_, observable)| *observable).collect();
    // A part of a weak outcome may be seen under a stronger model; then the whole of it is looked at.
    let (telling, strong) = if mode == BEYOND { (!pso.violated, pso) } else { (telling, sc) };
    let seen = |outcome: &Outcome| strong.finals.iter().any(|end| end.shows(outcome));
    let forbidden = [outcome(&some), outcome(&everything)];
    let forbidden = forbidden.into_iter().find(|outcome| !(outcome.is_empty() || telling && seen(outcome)))?;
    Some(Program { forbidden: vec![forbidden], ..bare })
}
