//! Twins against every graph of small programs, found without revisits: of each class of graphs that differ in the names of twins
//! one is visited, and where threads differ nothing is lost.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::super::axioms::plan::Plan;
use super::super::fate::{Fate, fate};
use super::super::graph::{Graph, Halt};
use super::super::search::{Search, Visitor};
use super::super::threads::runs::Runs;
use super::super::threads::sharing::Stop;
use super::naive::{self, Signature};
use super::*;
use crate::exec::interpret::Code;
use crate::exec::mapping::Mapping;
use crate::exec::waiting;
use crate::ir::mutex;

/// Threads that run some functions, so many of each, and what `main` does when it has joined one of them.
struct Draft {
    bodies: Vec<(String, usize)>,
    after_each: &'static str,
    shared: &'static str,
}

const ORDERED: &str = "atomic_int x, y, own[5];\n";

/// Accesses that order nothing, read-modify-writes among them.
const UNORDERED: &str = "volatile int x, y, own[5];
#define atomic_fetch_add(place, value) __atomic_fetch_add(place, value, __ATOMIC_RELAXED)
#define atomic_fetch_sub(place, value) __atomic_fetch_sub(place, value, __ATOMIC_RELAXED)
#define atomic_exchange(place, value) __atomic_exchange_n(place, value, __ATOMIC_RELAXED)
#define atomic_compare_exchange_strong(place, expected, value) \\
    __atomic_compare_exchange_n(place, expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
";

impl Draft {
    fn program(&self) -> Program {
        let mut text = format!(
            "#include <pthread.h>\n#include <stdatomic.h>\n{}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n",
            self.shared
        );
        for (i, (body, _)) in self.bodies.iter().enumerate() {
            text +=
                &format!("void *t{i}(void *argument) {{ int me = (int)(long)argument; (void)me; {body} return 0; }}\n");
        }
        let count: usize = self.bodies.iter().map(|(_, count)| count).sum();
        text += &format!("int main(void) {{ pthread_t h[{count}]; int r = 0;\n");
        let functions = self.bodies.iter().enumerate().flat_map(|(i, (_, count))| vec![i; *count]);
        for (i, function) in functions.enumerate() {
            text += &format!("pthread_create(&h[{i}], 0, t{function}, (void *)(long){i});\n");
        }
        for i in 0..count {
            text += &format!("pthread_join(h[{i}], 0); {}\n", self.after_each);
        }
        // What nobody else looks at tells nobody apart.
        let look =
            if text.contains("[me]") || text.contains("me ==") { "r = own[0] + own[1] + own[2] + y;" } else { "" };
        c(&(text + look + "(void)r; return 0; }\n"))
    }

    /// The functions of the threads, with that of `main` in front.
    fn functions(&self) -> Vec<usize> {
        let threads = self.bodies.iter().enumerate().flat_map(|(i, (_, count))| vec![i + 1; *count]);
        std::iter::once(0).chain(threads).collect()
    }
}

/// All ways to exchange threads of the same function.
fn permutations(functions: &[usize]) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for function in functions {
        let places = (0..functions.len() as u32).filter(|to| functions[*to as usize] == *function);
        let extend = |start: &Vec<u32>| {
            let free = places.clone().filter(|to| !start.contains(to)).collect::<Vec<_>>();
            free.into_iter().map(|to| start.iter().copied().chain([to]).collect::<Vec<u32>>()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extend).collect();
    }
    all
}

/// A graph in which threads have changed places. Who holds a mutex is left out: it follows from the graph.
fn exchanged(graph: &Signature, permutation: &[u32]) -> Signature {
    let name = |(thread, place): (u32, u32)| (permutation[thread as usize], place);
    let entry = |(event, entry): (&(u32, u32), &naive::Entry)| {
        let value = if mutex::holds(entry.value) { 1 } else { entry.value };
        let (source, before) = (entry.source.map(name), entry.before.map(name));
        (name(*event), naive::Entry { value, source, before, ..entry.clone() })
    };
    graph.iter().map(entry).collect()
}

/// Which reductions there are.
#[derive(Clone, Copy, Debug)]
struct How {
    twins: bool,
    merges_waits: bool,
}

#[derive(Default)]
struct Keep(Vec<(Signature, Fate)>);

impl Visitor<2> for Keep {
    fn full(&mut self, _: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<2>) -> ControlFlow<()> {
        self.0.push((naive::signature(runs, graph), fate(runs, graph)));
        ControlFlow::Continue(())
    }
}

/// What is visited, and whether there were any twins in the end.
fn visited(program: &Program, model: &Model, how: How) -> (Keep, bool) {
    let mapping = Mapping::of(model);
    let waiting = waiting::under(model, program);
    let attempts = waiting::attempts(model, &waiting);
    let bounds = Bounds { waiting, attempts, ..Bounds::new(Bound::Fixed(100), 8) };
    let code = Code::new(program, mapping);
    let (mut plan, mut runs) = (Plan::new(model), Runs::new(&code, model, &bounds));
    loop {
        runs.groups.wanted = how.twins && !runs.ground.surroundings.apart.all;
        runs.ground.merges_waits = how.merges_waits;
        let mut keep = Keep::default();
        let result =
            Search::<2>::new(&mut plan, &mut runs, Equivalence::Coherence).and_then(|mut search| search.run(&mut keep));
        match result {
            Ok(_) => return (keep, runs.groups.any()),
            Err(Halt::Stop(Stop::Restart)) => runs.restart(),
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// Compares what is visited with all graphs; returns how many graphs there are, how many were visited, and how many classes
/// there would be if all threads of one function were twins.
fn compare(draft: &Draft, name: &str) -> (usize, usize, usize, bool) {
    let (program, model) = (draft.program(), model(name));
    let identity: Vec<u32> = (0..draft.functions().len() as u32).collect();
    let plainly = |graph: &Signature| exchanged(graph, &identity);
    let all: BTreeSet<Signature> = naive::all(&program, &model).iter().map(plainly).collect();
    let (graphs, any) = visited(&program, &model, How { twins: true, merges_waits: false });
    let graphs: Vec<Signature> = graphs.0.into_iter().map(|(graph, _)| graph).collect();
    let what = || format!("under {name}\n{}", print(&program));
    let found: BTreeSet<Signature> = graphs.iter().map(plainly).collect();
    assert_eq!(found.len(), graphs.len(), "a graph twice {}", what());
    assert!(found.is_subset(&all), "a graph that is none {}", what());
    let permutations = permutations(&draft.functions());
    let kept = |permutation: &&Vec<u32>| all.iter().all(|graph| all.contains(&exchanged(graph, permutation)));
    let symmetries: Vec<&Vec<u32>> = permutations.iter().filter(kept).collect();
    let reached: BTreeSet<Signature> =
        found.iter().flat_map(|graph| symmetries.iter().map(|symmetry| exchanged(graph, symmetry))).collect();
    assert!(reached == all, "{} of {} graphs were found {}", reached.len(), all.len(), what());
    let class = |graph: &Signature| permutations.iter().map(|permutation| exchanged(graph, permutation)).min();
    let classes: BTreeSet<_> = all.iter().map(class).collect();
    (all.len(), found.len(), classes.len(), any)
}

fn one(body: &str, count: usize) -> Draft {
    Draft { bodies: vec![(body.to_string(), count)], after_each: "", shared: ORDERED }
}

#[test]
fn identical_threads_have_one_order() {
    let lock = "pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m);";
    for (body, all, classes) in [
        ("atomic_fetch_add(&x, 1);", 24, 1),
        ("x = 1;", 24, 1),
        ("int r = atomic_fetch_add(&x, 1); if (r == 1) y = 2;", 24, 1),
    ] {
        assert_eq!(compare(&one(body, 4), "tso"), (all, classes, classes, true), "{body}");
    }
    // The same, handed from explorer to explorer, each execution replayed.
    for body in ["atomic_fetch_add(&x, 1);", "int t = atomic_fetch_add(&x, 1); while (y != t) ; y = t + 1;"] {
        assert_eq!(count(&one(body, 4).program(), &model("tso"), false, 3), (1, 0), "{body}");
        // Without short cuts nothing is known of the model.
        assert_eq!(count(&one(body, 3).program(), &model("sc"), true, 1), (6, 0), "{body}");
    }
    let (all, found, classes, _) = compare(&one(lock, 3), "sc");
    assert!(found == classes && classes < all, "{found} of {all} graphs of {classes} classes");
    // Three increments in two steps: the classes of the 36 graphs.
    assert_eq!(compare(&one("int c = x; x = c + 1;", 3), "sc"), (36, 6, 6, true));
}

/// What tells threads apart is found, and then nothing is left out.
#[test]
fn threads_that_differ_are_explored_apart() {
    for body in [
        "own[me] = x; x = 1;",
        "if (me == 1) y = 1; x = 1;",
        "int r = x; if (r == 1 && me == 1) y = 1; x = r + 1;",
        "x = me;",
        "int r = atomic_fetch_add(&x, 1); if (r == 1 && me == 0) y = 1;",
        "int local = 0; x = (int)(long)&local >> 22; ",
    ] {
        let (all, found, ..) = compare(&one(body, 2), "sc");
        assert_eq!(found, all, "{body}");
    }
    // Of three one differs.
    let (all, found, ..) = compare(&one("if (me == 1) y = 1; x = 1;", 3), "sc");
    assert_eq!((all, found), (6, 3));
    // Who is joined in between is told apart; who is joined last is not told apart from anybody.
    let watched = |after_each| Draft { after_each, ..one("x = 1;", 2) };
    let (all, found, ..) = compare(&watched("r = x;"), "sc");
    assert_eq!(found, all);
    let (all, found, ..) = compare(&watched(""), "sc");
    assert_eq!((all, found), (2, 1));
}

fn body(numbers: &mut Numbers) -> String {
    let mut body = "int r = 0; ".to_string();
    for _ in 0..1 + numbers.below(3) {
        let x = ["x", "y"][numbers.below(2) as usize];
        body += &match numbers.below(12) {
            9 if numbers.below(3) == 0 => format!("if (r == 1 && me == 1) {x} = 4; "),
            10 => format!("if (r == 1) {x} = 4; "),
            choice => statement(numbers, x, choice),
        };
    }
    body + "(void)r;"
}

/// On any threads no class of graphs is lost, none is visited twice, and twins are visited once up to their names.
#[test]
fn no_class_of_graphs_is_lost() {
    let mut numbers = Numbers(21);
    let (mut sum, mut visited, mut smaller) = (0, 0, 0);
    for _ in 0..40 {
        let bodies: Vec<(String, usize)> = match numbers.below(3) {
            0 => vec![(body(&mut numbers), 2), (body(&mut numbers), 1)],
            1 => vec![(body(&mut numbers), 1), (body(&mut numbers), 2)],
            _ => vec![(body(&mut numbers), 3)],
        };
        let after_each = if numbers.below(8) == 0 { "r += x;" } else { "" };
        // They differ, or are watched in between.
        let may_differ = !after_each.is_empty() || bodies.iter().any(|(body, _)| body.contains("me =="));
        let draft = Draft { bodies, after_each, shared: ORDERED };
        for name in [["sc", "tso"], ["pso", "tso"]][numbers.below(2) as usize] {
            let (all, found, classes, any) = compare(&draft, name);
            assert!(
                may_differ || any && found == classes,
                "{found} graphs of {classes} classes\n{}",
                print(&draft.program())
            );
            (sum, visited, smaller) = (sum + all, visited + found, smaller + usize::from(found < all));
        }
    }
    assert!(smaller > 30 && visited * 2 < sum, "{visited} of {sum} graphs, fewer in {smaller} cases");
}

/// The same under models of which no axiom keeps reads before later writes: where the writes of some location are no chain, no
/// threads are twins.
#[test]
fn no_class_of_graphs_is_lost_where_reads_are_overtaken() {
    let mut numbers = Numbers(5);
    let (mut smaller, mut apart) = (0, 0);
    for _ in 0..60 {
        let bodies: Vec<(String, usize)> = match numbers.below(3) {
            0 => vec![(body(&mut numbers), 2), (body(&mut numbers), 1)],
            1 => vec![(body(&mut numbers), 1), (body(&mut numbers), 2)],
            _ => vec![(body(&mut numbers), 3)],
        };
        let draft = Draft { bodies, after_each: "", shared: UNORDERED };
        for name in ["rc11", "weak"] {
            let (all, found, _, any) = compare(&draft, name);
            smaller += usize::from(found < all);
            apart += usize::from(!any);
        }
    }
    // One twin reads the 1, that comes about only since the other has read the 2, before the 2 in coherence.
    let bodies = [("int r = x; y = r;", 2), ("if (y == 2) x = 1;", 1), ("x = 2;", 1)];
    let bodies = bodies.map(|(body, count)| (body.to_string(), count)).to_vec();
    let (all, found, ..) = compare(&Draft { bodies, after_each: "", shared: UNORDERED }, "rc11");
    assert_eq!(found, all);
    assert!(smaller > 30 && apart > 10, "fewer graphs in {smaller} cases, no twins in {apart}");
}

/// What threads that wait do.
const WAITS: [&str; 9] = [
    "while (x == 0) ; y = y + 1;",
    "while (x != 1) ; int r = y;",
    "int t = atomic_fetch_add(&x, 1); while (y != t) ; y = t + 1;",
    "while (atomic_exchange(&x, 1)) ; y = y + 1; x = 0;",
    "int e = 0; while (!atomic_compare_exchange_strong(&x, &e, 1)) e = 0; y = 1; x = 0;",
    "do { while (x) ; } while (atomic_exchange(&x, 1)); y = 2; x = 0;",
    "pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m);",
    "while (atomic_fetch_sub(&x, 2) < -1) { atomic_fetch_add(&x, 2); while (x < -1) ; } y = 1; atomic_fetch_add(&x, 2);",
    "pthread_mutex_lock(&m); if (x) y = 3; x = 1; pthread_mutex_unlock(&m); while (y == 0) ;",
];

const OTHERS: [&str; 5] = [
    "x = 1;",
    "x = 0; y = 1;",
    "int r = x; y = r;",
    "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
    "y = 1; x = 1;",
];

/// The one of them whose attempts are left out where waiting does not count.
const TRIES_AGAIN: usize = 7;

/// Twins that wait end in the same ways, up to their names, as threads that are told apart and whose waiting counts.
#[test]
fn twins_that_wait_end_as_others() {
    let mut numbers = Numbers(4);
    let (mut fewer, mut overtaken) = (0, 0);
    for round in 0..36 {
        let waits = WAITS[round % WAITS.len()].to_string();
        let other = OTHERS[numbers.below(OTHERS.len() as u64) as usize].to_string();
        let bodies = match round / WAITS.len() {
            0 => vec![(waits, 3)],
            1 => vec![(waits, 2), (other, 1)],
            2 => vec![(other, 2), (waits, 1)],
            _ => vec![(other, 1), (waits, 2)],
        };
        let mut draft = Draft { bodies, after_each: "", shared: ORDERED };
        let permutations = permutations(&draft.functions());
        let class = |graph: &Signature| permutations.iter().map(|to| exchanged(graph, to)).min().expect("a graph");
        for (name, shared) in [("sc", ORDERED), ("tso", ORDERED), ("pso", ORDERED), ("rc11", UNORDERED)] {
            draft.shared = shared;
            let (program, model) = (draft.program(), model(name));
            let ends = |how: How| {
                let (graphs, any) = visited(&program, &model, how);
                let deadlocks = graphs.0.iter().any(|(_, fate)| matches!(fate, Fate::Deadlock(_)));
                let complete: Vec<_> = graphs
                    .0
                    .iter()
                    .filter(|(_, fate)| *fate == Fate::Complete)
                    .map(|(graph, _)| class(graph))
                    .collect();
                (complete.iter().cloned().collect::<BTreeSet<_>>(), deadlocks, complete.len(), any)
            };
            let (expected, deadlocks, all, _) = ends(How { twins: false, merges_waits: false });
            for merges_waits in [false, true] {
                let (classes, stuck, found, any) = ends(How { twins: true, merges_waits });
                let what = format!("{merges_waits} under {name}\n{}", print(&program));
                let leaves_out = merges_waits && round % WAITS.len() == TRIES_AGAIN;
                let fits = match leaves_out {
                    true => classes.is_subset(&expected) && classes.is_empty() == expected.is_empty(),
                    false => classes == expected,
                };
                assert_eq!(stuck, deadlocks, "{what}");
                // Where reads are overtaken, the writes of a location need be no chain.
                let is_one_each = found == classes.len() || !any && name == "rc11";
                assert!(fits && is_one_each, "{found} of {} classes, {what}", expected.len());
                fewer += usize::from(found < all);
                overtaken += usize::from(found < all && name == "rc11");
            }
        }
    }
    assert!(fewer > 100 && overtaken > 10, "fewer graphs in {fewer} cases, in {overtaken} where reads are overtaken");
}
