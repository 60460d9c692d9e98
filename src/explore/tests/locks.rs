//! Divided mutexes against every graph of small programs, found without revisits: less what the mutexes order, each of them is
//! visited, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::super::axioms::plan::Plan;
use super::super::graph::{Graph, Halt};
use super::super::search::{Search, Visitor};
use super::super::threads::locks::undivided;
use super::super::threads::runs::Runs;
use super::super::threads::sharing::Stop;
use super::naive::{self, Entry, Signature};
use super::*;
use crate::exec::interpret::Code;
use crate::exec::mapping::Mapping;
use crate::ir::mutex;

/// A graph without the accesses to mutexes.
fn less_mutexes(graph: &Signature, mutexes: &BTreeSet<u64>) -> Signature {
    let mut names = BTreeMap::new();
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    let is_other = |entry: &Entry| !mutexes.contains(&undivided(entry.address));
    for (name, _) in graph.iter().filter(|(_, entry)| is_other(entry)) {
        let count = counts.entry(name.0).or_default();
        names.insert(*name, (name.0, *count));
        *count += 1;
    }
    let renamed = |name: Option<(u32, u32)>| name.map(|name| names[&name]);
    let others = graph.iter().filter(|(_, entry)| is_other(entry));
    others
        .map(|(name, entry)| {
            let (source, before) = (renamed(entry.source), renamed(entry.before));
            (names[name], Entry { source, before, ..entry.clone() })
        })
        .collect()
}

/// Whether a thread has found a mutex held and goes no further. Where that is over, the graph is only there for what it leads to.
fn waits_for_a_mutex(graph: &Signature, mutexes: &BTreeSet<u64>) -> bool {
    graph.iter().any(|((thread, place), entry)| {
        let is_last = !graph.contains_key(&(*thread, place + 1));
        is_last && entry.source.is_some() && mutexes.contains(&undivided(entry.address)) && mutex::holds(entry.value)
    })
}

#[derive(Default)]
struct Keep(Vec<Signature>);

impl Visitor<2> for Keep {
    fn full(&mut self, _: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<2>) -> ControlFlow<()> {
        let locks = &mut runs.ground.surroundings.locks;
        if locks.are_divided() && !graph.has_sections_in_line(runs) {
            runs.ground.surroundings.locks.spoil();
            return ControlFlow::Break(());
        }
        self.0.push(naive::signature(runs, graph));
        ControlFlow::Continue(())
    }
}

/// What an exploration has visited.
struct Visited {
    graphs: Vec<Signature>,
    mutexes: BTreeSet<u64>,
    /// Some mutex was divided to the end.
    are_divided: bool,
    gave_up: bool,
}

fn visited(program: &Program, model: &Model) -> Visited {
    let mapping = Mapping::of(model);
    let bounds = Bounds::new(Bound::Fixed(100), 8);
    let code = Code::new(program, mapping);
    let (mut plan, mut runs) = (Plan::new(model), Runs::new(&code, model, &bounds));
    runs.ground.surroundings.locks.watch();
    let (mut mutexes, mut gave_up) = (BTreeSet::new(), false);
    loop {
        let mut keep = Keep::default();
        let result =
            Search::<2>::new(&mut plan, &mut runs, Equivalence::Coherence).and_then(|mut search| search.run(&mut keep));
        let locks = &mut runs.ground.surroundings.locks;
        mutexes.extend(locks.mutexes());
        let gives_up = locks.gives_up();
        gave_up |= gives_up;
        match result {
            Ok(_) if gives_up => runs.restart(),
            Ok(_) => {
                let are_divided = runs.ground.surroundings.locks.are_divided();
                return Visited { graphs: keep.0, mutexes, are_divided, gave_up };
            }
            Err(Halt::Stop(Stop::Restart)) => runs.restart(),
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// Compares what is visited with all graphs. Returns how many graphs there are and how many were visited, and the exploration.
fn compare(program: &Program, name: &str) -> (usize, usize, Visited) {
    let model = model(name);
    let all = naive::all(program, &model);
    let visited = visited(program, &model);
    let goes_on = |graph: &&Signature| !waits_for_a_mutex(graph, &visited.mutexes);
    let project = |graph: &Signature| less_mutexes(graph, &visited.mutexes);
    let all: Vec<&Signature> = all.iter().filter(goes_on).collect();
    let expected: BTreeSet<Signature> = all.iter().copied().map(project).collect();
    let kept: Vec<&Signature> = visited.graphs.iter().filter(goes_on).collect();
    let found: BTreeSet<Signature> = kept.iter().copied().map(project).collect();
    let (all, kept) = (all.len(), kept.len());
    let what = || format!("under {name}\n{}", print(program));
    assert!(found.is_subset(&expected), "graphs that are none {}", what());
    assert!(found == expected, "{} of {} graphs {}", found.len(), expected.len(), what());
    (all, kept, visited)
}

const GLOBALS: &str = "atomic_int x, y, z; int a, b;\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;";

fn section(body: &str) -> String {
    format!("pthread_mutex_lock(&m); {body} pthread_mutex_unlock(&m); ")
}

#[test]
fn sections_that_touch_nothing_in_common_have_one_order() {
    let (one, other) = (section("a = 1;"), section("b = 1;"));
    for name in ["sc", "tso", "pso", "rc11"] {
        let (all, found, visited) = compare(&threads(GLOBALS, &[&one, &other], "int r = a + b;"), name);
        assert_eq!((all, found, visited.are_divided), (2, 1, true), "{name}");
        // Those that touch the same still have two.
        let (all, found, _) = compare(&threads(GLOBALS, &[&one, &other, &one], "int r = a + b;"), name);
        assert_eq!((all, found), (6, 2), "{name}");
    }
}

/// The mutex is set up and destroyed by the program.
#[test]
fn mutexes_that_are_set_up_are_divided() {
    let text = "#include <pthread.h>\npthread_mutex_t m; int a, b;\n\
        void *t(void *place) { pthread_mutex_lock(&m); *(int *)place = 1; pthread_mutex_unlock(&m); return 0; }\n\
        int main(void) { pthread_t h[2]; pthread_mutex_init(&m, 0);\n\
        pthread_create(&h[0], 0, t, &a); pthread_create(&h[1], 0, t, &b);\n\
        pthread_join(h[0], 0); pthread_join(h[1], 0); pthread_mutex_destroy(&m); return a + b - 2; }\n";
    let (all, found, visited) = compare(&c(text), "tso");
    assert_eq!((all, found, visited.are_divided), (2, 1, true));
}

/// What keeps a mutex whole, and what shows only in full graphs.
#[test]
fn mutexes_whose_order_matters_are_whole() {
    let (one, other) = (section("a = 1;"), section("b = 1;"));
    let tries = "int r = pthread_mutex_trylock(&m); if (!r) { b = 1; pthread_mutex_unlock(&m); } ";
    let nested = section("pthread_mutex_lock(&n); a = 1; pthread_mutex_unlock(&n);");
    let swapped =
        "pthread_mutex_lock(&n); pthread_mutex_lock(&m); b = 1; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);";
    let waits =
        [section("x = 1; __VERIFIER_assume(y);"), format!("__VERIFIER_assume(x); {}", section("b = 1; y = 1;"))];
    let keeps = "pthread_mutex_lock(&m); a = 1;";
    let reads = "int r = *(int *)&m; y = r;";
    for bodies in [[&*one, tries], [&nested, swapped], [&waits[0], &waits[1]], [keeps, &other], [&one, reads]] {
        let globals = format!("{GLOBALS}\nvoid __VERIFIER_assume(int);");
        let (.., visited) = compare(&threads(&globals, &bodies, "int r = a + b;"), "sc");
        assert!(!visited.are_divided, "{bodies:?}");
    }
    // One of the sections comes before the other, which store buffers show.
    let relaxed = |place: &str| format!("atomic_store_explicit(&{place}, 1, memory_order_relaxed); ");
    let read = |place: &str| format!("int r = atomic_load_explicit(&{place}, memory_order_relaxed);");
    let bodies = [relaxed("x") + &one + &read("y"), relaxed("y") + &other + &read("x")];
    let program = threads(GLOBALS, &[&bodies[0], &bodies[1]], "int r = a + b;");
    assert!(compare(&program, "rc11").2.gave_up);
    // The second thread comes within the section of the first, by way of the third.
    let bodies = [section("x = 1; int r = y;"), "if (x) z = 1;".to_string(), section("int r = z;") + "if (r) y = 1;"];
    assert!(compare(&threads(GLOBALS, &[&bodies[0], &bodies[1], &bodies[2]], ""), "sc").2.gave_up);
}

fn access(numbers: &mut Numbers) -> String {
    let place = ["x", "y", "z"][numbers.below(3) as usize];
    match numbers.below(6) {
        0 | 1 => format!("r = atomic_load_explicit(&{place}, memory_order_relaxed); "),
        2 => format!("atomic_store_explicit(&{place}, r + {}, memory_order_relaxed); ", 1 + numbers.below(2)),
        3 => format!("if (r) atomic_store_explicit(&{place}, 3, memory_order_relaxed); "),
        4 => format!("r = atomic_fetch_add_explicit(&{place}, 1, memory_order_relaxed); "),
        _ => format!("r = {place}; "),
    }
}

fn body(numbers: &mut Numbers) -> String {
    let mut body = "int r = 0; ".to_string();
    for _ in 0..1 + numbers.below(2) {
        body += &match numbers.below(8) {
            0..5 => section(&access(numbers)),
            5 => section(&(access(numbers) + &access(numbers))),
            6 if numbers.below(3) == 0 => section(&format!("__VERIFIER_assume(y != 1); {}", access(numbers))),
            _ => access(numbers),
        };
    }
    body + "(void)r;"
}

/// Of any program each graph is visited but for the order of its sections, and no other.
#[test]
fn no_graph_is_lost_where_mutexes_are_divided() {
    let mut numbers = Numbers(17);
    let (mut fewer, mut divided, mut gave_up, mut all_graphs, mut all_found) = (0, 0, 0, 0, 0);
    for _ in 0..90 {
        let bodies: Vec<String> = (0..2 + numbers.below(2)).map(|_| body(&mut numbers)).collect();
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        let program = threads(&format!("{GLOBALS}\nvoid __VERIFIER_assume(int);"), &bodies, "");
        for name in ["sc", "tso", "pso", "rc11"] {
            let (all, found, visited) = compare(&program, name);
            (all_graphs, all_found) = (all_graphs + all, all_found + found);
            fewer += usize::from(found < all);
            divided += usize::from(visited.are_divided);
            gave_up += usize::from(visited.gave_up);
        }
    }
    println!("{all_found} of {all_graphs} graphs, fewer in {fewer} cases, divided in {divided}, given up in {gave_up}");
    assert!(fewer > 40 && gave_up > 5, "fewer graphs in {fewer} cases, divided in {divided}, given up in {gave_up}");
}
