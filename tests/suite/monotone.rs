//! A safe verdict under a weaker model is one under a stronger, and a stronger model needs no costlier repair: on generated programs, for
//! all pairs of models that are ordered.
//!
//! Two models are ordered for a kind of programs ([`Kind`]) if every execution of such a program under the stronger one is one under the
//! weaker. Why each pair of [`PAIRS`] is stands beside it. Where it says "within", each edge of the weaker model's axioms is one of the
//! stronger's, or a path of them, so that a cycle is one there, too. Of RC11 and IMM neither is the weaker: RC11 forbids load buffering, IMM a
//! cycle through full fences and a dependency between relaxed accesses, and it has longer release sequences. Nor are TSO and `weak`
//! where a program says orders: `weak` puts full fences around all of them.
//!
//! Repairs are compared where all that can be done is to put a fence: in programs of `volatile` accesses. What full fences at
//! the places of the weaker model's repair do, they do under the stronger one, so that it needs no more of them. Costs are compared
//! where both have the same kinds of fences.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use fencesmith::drive::outcome::Objective;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{TestCaseError, TestError};

use crate::oracle::generate::beyond_the_machine;
use crate::oracle::program::{self, FenceKind, Order, Program, RmwKind, Stmt};
use crate::oracle::progress::Progress;
use crate::oracle::tool::{Engine, Least, Verdict, least_of, verdict_within};
use crate::oracle::{print, settings};

/// The tool may say that it does not know after this time.
const TIME: Duration = Duration::from_secs(10);

/// What a program consists of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// Anything: plain accesses, every order, every fence, mutexes.
    Any,
    /// Each read acquires or is sequentially consistent, so that no write comes before a read in front of it.
    Acquiring,
    /// Accesses are plain or relaxed, fences full ones, and there is no mutex: what models make of orders plays no part.
    Relaxed,
    /// The same of `volatile` accesses without read-modify-writes.
    Volatile,
}

/// A model that is the stronger one of two for a kind of programs.
type Ordered = (Kind, &'static str, &'static str);

const PAIRS: &[Ordered] = &[
    // Under SC all edges are within one order of all events. No axiom of the others has a cycle, or an edge that is forbidden, which
    // is not one of program order, `rf`, `co` and `fr`, or comes to a write between the halves of a read-modify-write.
    (Kind::Any, "sc", "tso"),
    (Kind::Any, "sc", "weak"),
    (Kind::Any, "sc", "arm8"),
    (Kind::Any, "sc", "riscv"),
    (Kind::Any, "sc", "power"),
    (Kind::Any, "sc", "arm7"),
    (Kind::Any, "sc", "lkmm"),
    // Within: what PSO's fences between writes, and its read-modify-writes, order, TSO orders without them. Both put a full fence
    // behind a sequentially consistent store, and none that is full elsewhere.
    (Kind::Any, "tso", "pso"),
    // PSO's mapping of C11 (a fence between writes in front of what releases, a full one behind a sequentially consistent store) is a
    // right one, and reads are not overtaken, so that there is no load buffering.
    (Kind::Any, "pso", "rc11"),
    // The same with full fences in the place of both, and a write is not overtaken by reads that come before it.
    (Kind::Any, "weak", "rc11"),
    // IMM is what all of them are stronger than (Podkopaev, Lahav, Vafeiadis, POPL 2019).
    (Kind::Any, "pso", "imm"),
    (Kind::Any, "weak", "imm"),
    (Kind::Any, "arm8", "imm"),
    (Kind::Any, "riscv", "imm"),
    (Kind::Any, "power", "imm"),
    (Kind::Any, "arm7", "imm"),
    // They are `weak` with an axiom that asks less.
    (Kind::Any, "weak", "cortex-a9"),
    (Kind::Any, "weak", "nofence"),
    // The mappings of C11 are right under RC11 but for load buffering, of which there is none where reads acquire (Lahav and others,
    // PLDI 2017; for RISC-V table A.6 of the manual).
    (Kind::Acquiring, "arm8", "rc11"),
    (Kind::Acquiring, "riscv", "rc11"),
    (Kind::Acquiring, "power", "rc11"),
    (Kind::Acquiring, "arm7", "rc11"),
    // Within: PSO keeps all behind a read in order, full fences order what they order, and writes become visible to all at once. Where
    // `rfi` is an edge or begins one, as in Power's `prop`, a dependency or a fence around it leads from a read, or from the write over
    // the fence.
    (Kind::Relaxed, "pso", "weak"),
    (Kind::Relaxed, "pso", "arm8"),
    (Kind::Relaxed, "pso", "riscv"),
    (Kind::Relaxed, "pso", "power"),
    (Kind::Relaxed, "pso", "lkmm"),
    // Within: both have the same order but for the write of a read-modify-write and the reads of it behind, which RISC-V keeps in order
    // as they are of a pair, and ARMv8 does not.
    (Kind::Relaxed, "riscv", "arm8"),
    (Kind::Volatile, "arm8", "riscv"),
    // Within: without orders ARMv7's preserved order is dependencies, what is read of own writes behind one, and what comes over another
    // thread, all of which ARMv8 has.
    (Kind::Relaxed, "arm8", "arm7"),
    // Within: Power has the program order of one location among what it preserves, and more that comes before a fence.
    (Kind::Relaxed, "power", "arm7"),
    // The kernel's model is what all of them are stronger than (Alglave and others, ASPLOS 2018).
    (Kind::Relaxed, "arm8", "lkmm"),
    (Kind::Relaxed, "riscv", "lkmm"),
    (Kind::Relaxed, "power", "lkmm"),
];

/// Pairs whose fences are the same, or for the stronger one fewer kinds that cost the same.
const SAME_FENCES: &[(&str, &str)] =
    &[("sc", "tso"), ("sc", "weak"), ("tso", "pso"), ("weak", "cortex-a9"), ("weak", "nofence")];

impl Kind {
    /// The program made one of this kind.
    fn of(self, program: &Program) -> Program {
        let threads = program.threads.iter().map(|block| self.block(block)).collect();
        let variables = program.variables.iter().cloned().map(|variable| match self {
            Kind::Volatile => program::Variable { kind: program::Kind::Volatile, ..variable },
            _ => variable,
        });
        let mutexes = if matches!(self, Kind::Relaxed | Kind::Volatile) { 0 } else { program.mutexes };
        Program { variables: variables.collect(), mutexes, threads, ..program.clone() }
    }

    fn block(self, block: &[Stmt]) -> Vec<Stmt> {
        block.iter().flat_map(|stmt| self.stmt(stmt)).collect()
    }

    fn order(self, order: Order) -> Order {
        match (self, order) {
            (Kind::Acquiring, Order::Plain | Order::Relaxed) => Order::Synchronising,
            (Kind::Relaxed, Order::Synchronising | Order::SeqCst) => Order::Relaxed,
            (Kind::Volatile, _) => Order::Plain,
            _ => order,
        }
    }

    fn stmt(self, stmt: &Stmt) -> Vec<Stmt> {
        if self == Kind::Any {
            return vec![stmt.clone()];
        }
        let quiet = matches!(self, Kind::Relaxed | Kind::Volatile);
        let one = match stmt.clone() {
            Stmt::Load { reg, place, order } => Stmt::Load { reg, place, order: self.order(order) },
            Stmt::Rmw { reg, place, .. } | Stmt::Cas { reg, place, .. } if self == Kind::Volatile => {
                Stmt::Load { reg, place, order: Order::Plain }
            }
            Stmt::Rmw { reg, kind, place, value, order } => {
                Stmt::Rmw { reg, kind, place, value, order: self.order(order) }
            }
            // One that fails does not acquire.
            Stmt::Cas { reg, place, desired, order, .. } if self == Kind::Acquiring => {
                Stmt::Rmw { reg, kind: RmwKind::Exchange, place, value: desired, order: self.order(order) }
            }
            Stmt::Cas { reg, place, expected, desired, order } => {
                Stmt::Cas { reg, place, expected, desired, order: self.order(order) }
            }
            Stmt::Await { place, value, order } => Stmt::Await { place, value, order: self.order(order) },
            Stmt::AwaitCas { place, expected, .. } if quiet => {
                Stmt::Await { place, value: expected, order: self.order(Order::SeqCst) }
            }
            Stmt::Store { place, value, order } if quiet => Stmt::Store { place, value, order: self.order(order) },
            Stmt::Fence(_) if quiet => Stmt::Fence(FenceKind::Full),
            Stmt::Locked { body, .. } if quiet => return self.block(&body),
            Stmt::Locked { mutex, body } => Stmt::Locked { mutex, body: self.block(&body) },
            Stmt::If { condition, then, otherwise } => {
                Stmt::If { condition, then: self.block(&then), otherwise: self.block(&otherwise) }
            }
            Stmt::Repeat { times, body } => Stmt::Repeat { times, body: self.block(&body) },
            other => other,
        };
        vec![one]
    }
}

/// Two models, the stronger one first, and a program for which they are ordered.
fn ordered(pairs: Vec<Ordered>) -> impl Strategy<Value = (Ordered, Program)> {
    (select(pairs), beyond_the_machine()).prop_map(|(pair, program)| (pair, pair.0.of(&program)))
}

/// How often the models of each pair agreed, were told apart, or were not decided.
#[derive(Default)]
struct Seen(RefCell<BTreeMap<Ordered, [usize; 4]>>);

#[derive(Clone, Copy)]
enum Finding {
    BothSafe,
    ToldApart,
    BothWrong,
    Unknown,
}

impl Seen {
    fn note(&self, pair: Ordered, what: Finding) {
        self.0.borrow_mut().entry(pair).or_default()[what as usize] += 1;
    }

    fn total(&self, what: Finding) -> usize {
        self.0.borrow().values().map(|counts| counts[what as usize]).sum()
    }

    /// Programs on which all models agree would test nothing.
    fn is_telling(&self, cases: u32) -> bool {
        let some = cases as usize / 20;
        let all = [Finding::BothSafe, Finding::ToldApart, Finding::BothWrong].map(|what| self.total(what));
        all.into_iter().all(|count| count >= some) && self.total(Finding::Unknown) <= some
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        println!("both safe, told apart, both wrong, unknown:");
        for ((kind, stronger, weaker), counts) in self.0.borrow().iter() {
            println!("{kind:?}, {stronger} and {weaker}: {counts:?}");
        }
    }
}

/// Runs a property on programs for which two models are ordered; a failure is shown as the smallest C program.
fn on_programs(
    (name, cases): (&'static str, u32),
    pairs: Vec<Ordered>,
    property: impl Fn(Ordered, &str) -> Result<Finding, TestCaseError>,
) {
    let (progress, seen) = (Progress::new(name, cases), Seen::default());
    let counted = |(pair, program): (Ordered, Program)| {
        progress.step();
        property(pair, &print::to_c(&program)).map(|what| seen.note(pair, what))
    };
    match settings::runner(name, cases).run(&ordered(pairs), counted) {
        Ok(()) => assert!(seen.is_telling(cases), "the programs tell little"),
        Err(TestError::Fail(why, program)) => panic!("{why}\nThe smallest program found:{program:?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

#[test]
fn what_is_safe_under_a_weaker_model_is_safe_under_a_stronger() {
    on_programs(("monotone", settings::cases(40)), PAIRS.to_vec(), |(_, stronger, weaker), text| {
        match [stronger, weaker].map(|model| verdict_within(text, model, Engine::Check, TIME)) {
            [Verdict::Safe, Verdict::Safe] => Ok(Finding::BothSafe),
            [Verdict::Safe, Verdict::Violation] => Ok(Finding::ToldApart),
            [Verdict::Violation, Verdict::Violation] => Ok(Finding::BothWrong),
            [Verdict::Violation, Verdict::Safe] => {
                Err(TestCaseError::fail(format!("wrong under {stronger} and safe under {weaker}")))
            }
            _ => Ok(Finding::Unknown),
        }
    });
}

#[test]
fn a_stronger_model_needs_no_costlier_repair() {
    let among_volatile = |pair: &&Ordered| pair.0 != Kind::Acquiring;
    let pairs = PAIRS.iter().filter(among_volatile).map(|(_, stronger, weaker)| (Kind::Volatile, *stronger, *weaker));
    on_programs(("monotone-repair", settings::cases(15)), pairs.collect(), |(_, stronger, weaker), text| {
        let mut finding = Finding::BothSafe;
        for objective in [Objective::Fences, Objective::Cost] {
            if objective == Objective::Cost && !SAME_FENCES.contains(&(stronger, weaker)) {
                continue;
            }
            finding = match [stronger, weaker].map(|model| least_of(text, model, objective, TIME)) {
                [Least::Unknown(_), _] | [_, Least::Unknown(_)] => Finding::Unknown,
                [Least::Unrepairable, Least::Unrepairable] => Finding::BothWrong,
                [Least::Unrepairable, Least::Weight(_)] => {
                    let why = format!("no repair under {stronger}, and one under {weaker}");
                    return Err(TestCaseError::fail(why));
                }
                [Least::Weight(_), Least::Unrepairable] => Finding::ToldApart,
                [Least::Weight(least), Least::Weight(most)] => {
                    let is_less = match objective {
                        Objective::Cost => least.cost <= most.cost,
                        _ => least.edits <= most.edits,
                    };
                    prop_assert!(is_less, "{:?} under {}, {:?} under {}", least, stronger, most, weaker);
                    if least == most { Finding::BothSafe } else { Finding::ToldApart }
                }
            };
        }
        Ok(finding)
    });
}
