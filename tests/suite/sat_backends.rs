//! One contract for every solver of the build, held against brute force.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use fencesmith::limits::{Limit, StopToken};
use fencesmith::sat::backend::{Backend, Limits, Outcome, Solver, Watcher};
use fencesmith::sat::literal::{Lit, Var};

/// A small generator with a fixed seed, so that a failure comes back (G. Marsaglia, Xorshift RNGs, 2003).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn lit(&mut self, variables: usize) -> Lit {
        var(1 + self.below(variables)).positive() ^ (self.below(2) == 1)
    }

    fn clause(&mut self, variables: usize, length: usize) -> Vec<Lit> {
        (0..length).map(|_| self.lit(variables)).collect()
    }
}

fn var(index: usize) -> Var {
    Var::from_index(index)
}

/// The positive literal of a variable.
fn x(index: usize) -> Lit {
    var(index).positive()
}

/// The literal under the assignment whose bit i is the value of variable i.
fn holds(assignment: u64, lit: Lit) -> bool {
    (assignment >> lit.var().index() & 1 == 1) ^ lit.is_negative()
}

fn satisfies(assignment: u64, clauses: &[Vec<Lit>], assumptions: &[Lit]) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|&lit| holds(assignment, lit)))
        && assumptions.iter().all(|&lit| holds(assignment, lit))
}

fn satisfiable(variables: usize, clauses: &[Vec<Lit>], assumptions: &[Lit]) -> bool {
    (0..1u64 << variables).any(|values| satisfies(values << 1 | 1, clauses, assumptions))
}

fn for_each_solver(test: impl Fn(&dyn Fn() -> Box<dyn Backend>)) {
    for &solver in Solver::available() {
        println!("{}", solver.name());
        test(&|| solver.make());
    }
}

/// Solves, and checks everything the answer claims. Returns whether it is satisfiable.
fn checked(solver: &mut dyn Backend, variables: usize, clauses: &[Vec<Lit>], assumptions: &[Lit]) -> bool {
    match solver.solve(assumptions) {
        Outcome::Sat => {
            let values = (0..=variables).fold(0, |all, i| all | u64::from(solver.value(var(i))) << i);
            assert!(values & 1 == 1, "the constant is true");
            assert!(satisfies(values, clauses, assumptions), "{} gave no model of {clauses:?}", solver.name());
            true
        }
        Outcome::Unsat => {
            let core = solver.core().to_vec();
            assert!(!satisfiable(variables, clauses, &core), "{}: {core:?} of {assumptions:?}", solver.name());
            assert!(core.iter().all(|lit| assumptions.contains(lit)), "{core:?} of {assumptions:?}");
            let mut distinct = core.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), core.len(), "{}: repetitions in {core:?}", solver.name());
            assert_eq!(solver.solve(&core), Outcome::Unsat, "{}: the core alone", solver.name());
            false
        }
        Outcome::Interrupted => panic!("{} stopped without a limit", solver.name()),
    }
}

/// Random formulas that grow between queries, under random assumptions, against brute force.
#[test]
fn growing_formulas_agree_with_brute_force() {
    for_each_solver(|make| {
        let mut answers = [0, 0];
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let variables = 3 + random.below(9);
            let mut solver = make();
            let mut clauses = Vec::new();
            for _ in 0..12 {
                for _ in 0..1 + random.below(variables) {
                    let length = [1, 2, 3, 3, 3, 3, 4][random.below(7)];
                    if length > 1 || random.below(4) == 0 {
                        let clause = random.clause(variables, length);
                        solver.add_clause(&clause);
                        clauses.push(clause);
                    }
                }
                for count in [0, 2, variables] {
                    let assumptions = random.clause(variables, count);
                    let expected = satisfiable(variables, &clauses, &assumptions);
                    assert_eq!(checked(&mut *solver, variables, &clauses, &assumptions), expected);
                    answers[usize::from(expected)] += 1;
                }
            }
        }
        assert!(answers[0] > 1000 && answers[1] > 1000, "{answers:?}");
    });
}

/// Selectors over a hard-core formula: cores that need a long analysis, with new variables after each query.
#[test]
fn cores_suffice_while_variables_come_and_go() {
    for_each_solver(|make| {
        for seed in 0..40 {
            let mut random = Random::new(1000 + seed);
            let mut solver = make();
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            let mut selectors = Vec::new();
            let mut next = 31;
            for _ in 0..60 {
                // Every clause hides behind a selector; some selectors are fixed for good later.
                for _ in 0..5 {
                    let mut clause = random.clause(30, 3);
                    clause.push(!x(next));
                    selectors.push(x(next));
                    next += 1;
                    solver.add_clause(&clause);
                    clauses.push(clause);
                }
                if random.below(2) == 0 {
                    let at = random.below(selectors.len());
                    let unit = vec![selectors[at] ^ (random.below(3) == 0)];
                    solver.add_clause(&unit);
                    clauses.push(unit);
                }
                if solver.solve(&selectors) == Outcome::Unsat {
                    let core = solver.core().to_vec();
                    assert!(core.iter().all(|lit| selectors.contains(lit)));
                    // Another solver with the same clauses agrees that the core suffices.
                    let mut other = make();
                    clauses.iter().for_each(|clause| other.add_clause(clause));
                    assert_eq!(other.solve(&core), Outcome::Unsat, "{} {seed}", solver.name());
                    // A later query goes on without one of the culprits.
                    if let Some(culprit) = core.first() {
                        selectors.retain(|selector| selector != culprit);
                    } else {
                        break;
                    }
                }
            }
        }
    });
}

#[test]
fn constants_are_fixed() {
    for_each_solver(|make| {
        let mut solver = make();
        solver.add_clause(&[Lit::FALSE, x(1)]);
        solver.add_clause(&[Lit::TRUE, x(2)]);
        assert_eq!(solver.solve(&[Lit::TRUE]), Outcome::Sat);
        assert!(solver.value(var(0)) && solver.value(var(1)));
        assert_eq!(solver.solve(&[x(2), Lit::FALSE]), Outcome::Unsat);
        assert_eq!(solver.core(), [Lit::FALSE]);
        assert_eq!(solver.solve(&[!x(1), x(2)]), Outcome::Unsat);
        assert_eq!(solver.core(), [!x(1)]);
        assert_eq!(solver.solve(&[x(2)]), Outcome::Sat);
        assert!(solver.value(var(2)));
    });
}

#[test]
fn opposite_and_repeated_assumptions_are_understood() {
    for_each_solver(|make| {
        let mut solver = make();
        solver.add_clause(&[x(1), x(2)]);
        assert_eq!(solver.solve(&[x(3), x(1), x(3), !x(1)]), Outcome::Unsat);
        let mut core = solver.core().to_vec();
        core.sort_unstable();
        assert_eq!(core, [x(1), !x(1)]);
        assert_eq!(solver.solve(&[x(3), x(3)]), Outcome::Sat);
        solver.add_clause(&[!x(3)]);
        assert_eq!(solver.solve(&[x(3), x(3), x(2)]), Outcome::Unsat);
        assert_eq!(solver.core(), [x(3)]);
    });
}

#[test]
fn an_empty_clause_ends_everything() {
    for_each_solver(|make| {
        let mut solver = make();
        assert_eq!(solver.solve(&[]), Outcome::Sat);
        solver.add_clause(&[]);
        assert_eq!(solver.solve(&[x(1)]), Outcome::Unsat);
        assert!(solver.core().is_empty());
        solver.add_clause(&[x(1)]);
        assert_eq!(solver.solve(&[]), Outcome::Unsat);
    });
}

#[test]
fn variables_without_clauses_have_a_value() {
    for_each_solver(|make| {
        let mut solver = make();
        solver.ensure_vars(50);
        assert_eq!(solver.solve(&[x(40)]), Outcome::Sat);
        assert!(solver.value(var(40)));
        // Known or not, asking is allowed.
        solver.value(var(10));
        assert!(!solver.value(var(1000)));
        solver.add_clause(&[!x(60)]);
        assert_eq!(solver.solve(&[!x(40)]), Outcome::Sat);
        assert!(!solver.value(var(40)) && !solver.value(var(60)));
    });
}

#[test]
fn preferred_phases_are_tried_first() {
    for_each_solver(|make| {
        for wanted in [false, true] {
            let mut solver = make();
            let supported: Vec<bool> =
                (1..=20).map(|i| solver.prefer(var(i), wanted ^ (i.is_multiple_of(3)))).collect();
            // The clauses leave every variable free to have the value preferred.
            for i in 1..20 {
                let agree = |i: usize| x(i) ^ !(wanted ^ (i.is_multiple_of(3)));
                solver.add_clause(&[agree(i), agree(i + 1)]);
            }
            assert_eq!(solver.solve(&[]), Outcome::Sat);
            for i in 1..=20 {
                if supported[i - 1] {
                    assert_eq!(solver.value(var(i)), wanted ^ (i.is_multiple_of(3)), "{} x{i}", solver.name());
                }
            }
            // A phase is no constraint.
            assert_eq!(solver.solve(&[x(1) ^ wanted, x(3) ^ !wanted]), Outcome::Sat);
            assert_eq!(solver.value(var(1)), !wanted);
            // Too late or not, asking is allowed, and the answers stay right.
            solver.prefer(var(1), !wanted);
            solver.prefer(var(25), true);
            assert_eq!(solver.solve(&[x(1)]), Outcome::Sat);
            assert!(solver.value(var(1)));
        }
    });
}

/// More pigeons than holes: unsatisfiable, and exponential for clause learning (A. Haken, 1985).
fn pigeons(solver: &mut dyn Backend, holes: usize) -> Lit {
    let at = |pigeon: usize, hole: usize| x(2 + pigeon * holes + hole);
    for pigeon in 0..=holes {
        let mut clause: Vec<Lit> = (0..holes).map(|hole| at(pigeon, hole)).collect();
        clause.push(!x(1));
        solver.add_clause(&clause);
        for other in 0..pigeon {
            for hole in 0..holes {
                solver.add_clause(&[!at(pigeon, hole), !at(other, hole)]);
            }
        }
    }
    x(1)
}

#[test]
fn a_deadline_ends_a_query_and_leaves_the_solver_usable() {
    for_each_solver(|make| {
        let mut solver = make();
        if !solver.is_prompt() {
            return;
        }
        let all_sit = pigeons(&mut *solver, 12);
        for _ in 0..2 {
            let start = Instant::now();
            let stop = StopToken::default().until(Some(start + Duration::from_millis(200)));
            solver.set_limits(Limits { stop: Some(stop), ..Limits::default() });
            assert_eq!(solver.solve(&[all_sit]), Outcome::Interrupted, "{}", solver.name());
            assert!(start.elapsed() < Duration::from_secs(5), "{} came too late", solver.name());
        }
        solver.set_limits(Limits::default());
        assert_eq!(solver.solve(&[!all_sit]), Outcome::Sat);
        assert_eq!(solver.solve(&[all_sit, x(2), x(2 + 12)]), Outcome::Unsat);
        assert!(!solver.core().contains(&all_sit));
    });
}

#[test]
fn a_raised_token_ends_a_query() {
    for_each_solver(|make| {
        let mut solver = make();
        if !solver.is_prompt() {
            return;
        }
        let all_sit = pigeons(&mut *solver, 12);
        let stop = StopToken::default();
        solver.set_limits(Limits { stop: Some(stop.clone()), ..Limits::default() });
        let setter = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            stop.raise(Limit::Interrupt);
        });
        assert_eq!(solver.solve(&[all_sit]), Outcome::Interrupted, "{}", solver.name());
        setter.join().expect("the thread only sleeps");
        // The token is still raised: nothing is begun.
        assert_eq!(solver.solve(&[all_sit]), Outcome::Interrupted);
        solver.set_limits(Limits::default());
        assert_eq!(solver.solve(&[!all_sit]), Outcome::Sat);
    });
}

#[test]
fn a_limit_on_conflicts_ends_a_query_where_they_are_counted() {
    for_each_solver(|make| {
        let mut solver = make();
        let all_sit = pigeons(&mut *solver, 10);
        if solver.statistics().conflicts.is_none() {
            return;
        }
        solver.set_limits(Limits { conflicts: Some(300), ..Limits::default() });
        for _ in 0..2 {
            let before = solver.statistics().conflicts.expect("counted above");
            assert_eq!(solver.solve(&[all_sit]), Outcome::Interrupted, "{}", solver.name());
            let spent = solver.statistics().conflicts.expect("counted above") - before;
            assert!((200..2000).contains(&spent), "{} spent {spent}", solver.name());
        }
        assert_eq!(solver.solve(&[!all_sit]), Outcome::Sat);
    });
}

/// Holds clauses back until an assignment violates them.
struct Forbidden {
    clauses: Vec<Vec<Lit>>,
    partial: bool,
    shown: usize,
}

impl Watcher for Forbidden {
    fn check_model(&mut self, value: &dyn Fn(Lit) -> bool) -> Vec<Vec<Lit>> {
        self.shown += 1;
        assert!(value(Lit::TRUE) && !value(Lit::FALSE));
        let violated = |clause: &&Vec<Lit>| !clause.iter().any(|&lit| value(lit));
        self.clauses.iter().filter(violated).cloned().collect()
    }

    fn checks_partial(&self) -> bool {
        self.partial
    }

    fn check_partial(&mut self, new: &[Lit], value: &dyn Fn(Lit) -> Option<bool>) -> Option<Vec<Lit>> {
        assert!(!new.is_empty() && new.iter().all(|&lit| value(lit) == Some(true)));
        // Only a clause with a new literal can have become false, or an empty one.
        let falsified = |clause: &&Vec<Lit>| {
            clause.iter().all(|&lit| value(lit) == Some(false))
                && (clause.is_empty() || clause.iter().any(|&lit| new.contains(&!lit)))
        };
        self.clauses.iter().find(falsified).cloned()
    }
}

#[test]
fn watchers_are_obeyed() {
    for_each_solver(|make| {
        let mut answers = [0, 0];
        for seed in 0..800 {
            let mut random = Random::new(2000 + seed);
            let variables = 3 + random.below(8);
            let mut solver = make();
            let mut eager = Vec::new();
            let mut watcher = Forbidden { clauses: Vec::new(), partial: seed % 2 == 0, shown: 0 };
            for _ in 0..6 {
                for _ in 0..1 + random.below(variables) {
                    let length = [1, 2, 3, 3, 3][random.below(5)];
                    let clause = random.clause(variables, length);
                    if length == 1 && random.below(3) > 0 {
                        continue;
                    }
                    if random.below(2) == 0 {
                        watcher.clauses.push(clause);
                    } else {
                        solver.add_clause(&clause);
                        eager.push(clause);
                    }
                }
                solver.ensure_vars(variables as u32 + 1);
                let count = random.below(4);
                let assumptions = random.clause(variables, count);
                let all = [eager.clone(), watcher.clauses.clone()].concat();
                let expected = satisfiable(variables, &all, &assumptions);
                answers[usize::from(expected)] += 1;
                match solver.solve_with(&assumptions, &mut watcher) {
                    Outcome::Sat => {
                        let values = (0..=variables).fold(0, |all, i| all | u64::from(solver.value(var(i))) << i);
                        assert!(satisfies(values, &all, &assumptions), "{} {seed}", solver.name());
                    }
                    Outcome::Unsat => {
                        assert!(!expected, "{} {seed}", solver.name());
                        let core = solver.core();
                        assert!(core.iter().all(|lit| assumptions.contains(lit)));
                        assert!(!satisfiable(variables, &all, core), "{} {seed}: {core:?}", solver.name());
                    }
                    Outcome::Interrupted => panic!("{} stopped without a limit", solver.name()),
                }
                // What the watcher said stays, and is no more than what it said.
                if satisfiable(variables, &all, &[]) {
                    assert_eq!(solver.solve(&[]), Outcome::Sat);
                }
            }
            assert_eq!(solver.statistics().rounds, watcher.shown as u64);
        }
        assert!(answers[0] > 600 && answers[1] > 600, "{answers:?}");
    });
}

#[test]
fn a_watcher_may_reject_everything() {
    for_each_solver(|make| {
        for partial in [false, true] {
            let mut solver = make();
            solver.add_clause(&[x(1), x(2)]);
            let mut watcher = Forbidden { clauses: vec![vec![]], partial, shown: 0 };
            assert_eq!(solver.solve_with(&[x(1)], &mut watcher), Outcome::Unsat);
            assert!(solver.core().is_empty());
            assert_eq!(solver.solve(&[]), Outcome::Unsat);
        }
    });
}

#[test]
fn a_query_with_a_watcher_can_be_interrupted() {
    for_each_solver(|make| {
        let mut solver = make();
        if !solver.is_prompt() {
            return;
        }
        let all_sit = pigeons(&mut *solver, 12);
        let stop = StopToken::default().until(Some(Instant::now() + Duration::from_millis(200)));
        solver.set_limits(Limits { stop: Some(stop), ..Limits::default() });
        let mut watcher = Forbidden { clauses: vec![vec![x(2)]], partial: true, shown: 0 };
        assert_eq!(solver.solve_with(&[all_sit], &mut watcher), Outcome::Interrupted);
        solver.set_limits(Limits::default());
        assert_eq!(solver.solve_with(&[!all_sit], &mut watcher), Outcome::Sat);
        assert!(solver.value(var(2)));
    });
}

#[test]
fn work_is_counted() {
    for_each_solver(|make| {
        let mut solver = make();
        let all_sit = pigeons(&mut *solver, 5);
        assert_eq!(solver.solve(&[all_sit]), Outcome::Unsat);
        assert_eq!(solver.solve(&[!all_sit]), Outcome::Sat);
        let counted = solver.statistics();
        assert_eq!(counted.queries, 2);
        assert_eq!((counted.rounds, counted.lazy_clauses), (0, 0));
        for known in [counted.conflicts, counted.decisions, counted.propagations] {
            assert!(known.is_none_or(|count| count > 0), "{}: {counted:?}", solver.name());
        }
    });
}

#[test]
fn names_find_solvers() {
    let mut seen = HashMap::new();
    for &solver in Solver::available() {
        assert_eq!(Solver::from_name(solver.name()), Ok(solver));
        assert_eq!(solver.make().name(), solver.name());
        assert_eq!(seen.insert(solver.name(), solver), None);
    }
    assert!(seen.contains_key("batsat") && seen.contains_key("varisat"));
    let unknown = Solver::from_name("nosuch").expect_err("there is no such solver");
    assert!(unknown.to_string().contains("batsat") && unknown.feature.is_none());
    for feature in ["cadical", "glucose", "minisat"] {
        match Solver::from_name(feature) {
            Ok(solver) => assert!(Solver::available().contains(&solver)),
            Err(unknown) => assert!(unknown.to_string().contains(&format!("--features {feature}"))),
        }
    }
}
