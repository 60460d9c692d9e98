//! Counts of the explorer on small programs.

mod axioms;
mod barriers;
mod locks;
mod resuming;
mod symmetry;

use super::engine::explore;
use super::report::{Equivalence, Nobody, Settings};
use crate::diag::Sources;
use crate::exec::bounds::{Bound, Bounds};
use crate::ir::Program;
use crate::ir::text::print;
use crate::model::Model;

fn model(name: &str) -> Model {
    Model::find(name, &mut Sources::default()).expect("a built-in model")
}

fn count(program: &Program, model: &Model, slow: bool, threads: usize) -> (u64, u64) {
    let bounds = Bounds::new(Bound::Fixed(100), 8);
    let settings = Settings { validate: true, short_cuts: !slow, threads, ..Settings::new(bounds) };
    let outcome = explore(program, model, &settings, &mut Nobody).unwrap_or_else(|problem| panic!("{problem:?}"));
    (outcome.complete, outcome.blocked)
}

fn c(text: &str) -> Program {
    let file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file");
    std::fs::write(file.path(), text).expect("written");
    let unit =
        crate::frontend::read(file.path(), &Default::default()).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    unit.program
}

/// A program of threads with these bodies, and these globals.
fn threads(globals: &str, bodies: &[&str], after: &str) -> Program {
    let mut text = format!("#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n{globals}\n");
    for (i, body) in bodies.iter().enumerate() {
        text += &format!("void *t{i}(void *argument) {{ {body} return 0; }}\n");
    }
    text += &format!("int main(void) {{ pthread_t h[{}];\n", bodies.len().max(1));
    for i in 0..bodies.len() {
        text += &format!("pthread_create(&h[{i}], 0, t{i}, 0);\n");
    }
    for i in 0..bodies.len() {
        text += &format!("pthread_join(h[{i}], 0);\n");
    }
    text += &format!("{after} return 0; }}\n");
    c(&text)
}

fn check(program: &Program, name: &str, expected: (u64, u64)) {
    let model = model(name);
    assert_eq!(count(program, &model, false, 1), expected, "{name}");
    assert_eq!(count(program, &model, true, 1), expected, "{name} without short cuts");
    assert_eq!(count(program, &model, false, 3), expected, "{name} with three explorers");
}

#[test]
fn litmus_counts() {
    let wwrr = threads("volatile int x, y;", &["x = 1;", "y = 1;", "int a = x; int b = y;"], "");
    check(&wwrr, "sc", (4, 0));
    let rww = threads("volatile int x;", &["int a = x;", "x = 1;", "x = 2;"], "");
    check(&rww, "sc", (6, 0));
    let sb = threads("volatile int x, y;", &["x = 1; int a = y;", "y = 1; int b = x;"], "");
    check(&sb, "sc", (3, 0));
    check(&sb, "tso", (4, 0));
    check(&sb, "pso", (4, 0));
}

#[test]
fn fetch_adds_are_permutations() {
    let body = "atomic_fetch_add(&x, 1);";
    for (n, expected) in [(2, 2), (3, 6), (4, 24)] {
        let program = threads("atomic_int x;", &vec![body; n], "");
        for name in ["sc", "tso", "pso"] {
            check(&program, name, (expected, 0));
        }
    }
}

#[test]
fn increments_without_atomicity() {
    let body = "int c = x; x = c + 1;";
    for (n, expected) in [(2, 4), (3, 36), (4, 576)] {
        let program = threads("volatile int x;", &vec![body; n], "int r = x;");
        check(&program, "sc", (expected, 0));
    }
}

fn lastzero(n: usize) -> Program {
    let mut bodies = vec!["int i = N; while (array[i] != 0) i--;".to_string()];
    bodies.extend((1..=n).map(|j| format!("array[{j}] = array[{j} - 1] + 1;")));
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    threads(&format!("#define N {n}\nvolatile int array[N + 1];"), &bodies, "")
}

#[test]
fn the_last_zero_is_found_without_blocking() {
    check(&lastzero(2), "sc", (5, 0));
    for (n, expected) in [(5, 64), (10, 3328)] {
        assert_eq!(count(&lastzero(n), &model("sc"), false, 3), (expected, 0));
    }
}

#[test]
fn exp_mem() {
    for (n, expected) in [(3, 12), (4, 48), (5, 240)] {
        let mut bodies = vec!["atomic_fetch_add(&x, 1);".to_string()];
        bodies.extend((1..=n).map(|j| {
            format!("int r = atomic_fetch_add(&y, 1); {}", if j == n { "atomic_fetch_add(&x, 1);" } else { "" })
        }));
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        let program = threads(
            "atomic_int x, y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nvoid __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);",
            &bodies,
            "",
        );
        assert_eq!(count(&program, &model("sc"), false, 3), (expected, 0));
    }
}

/// Histories that are in use get new names now and then, also those of reads that wait and were moved.
#[test]
fn who_waits_keeps_its_history() {
    let ticket = "int own = atomic_fetch_add(&next, 1); while (serving != own) ; x = own; serving = own + 1;";
    let unit = threads("atomic_int next, serving; volatile int x;", &[ticket; 6], "");
    assert_eq!(count(&unit, &model("sc"), false, 1), (720, 0));
}

/// Every full graph, found by adding the next event of any thread in any way that is consistent: no revisits.
mod naive {
    use std::collections::{BTreeMap, BTreeSet};

    use std::ops::ControlFlow;

    use super::super::axioms::plan::Plan;
    use super::super::graph::consistency::NewWrite;
    use super::super::graph::{Graph, Halt, INIT, Kind, NONE, Reading, Slot};
    use super::super::pool::Pool;
    use super::super::search::{Search, Visitor};
    use super::super::threads::label::Label;
    use super::super::threads::runs::Runs;
    use super::super::threads::sharing::Stop;
    use super::*;
    use crate::exec::interpret::Code;
    use crate::exec::mapping::Mapping;

    type Name = (u32, u32);

    /// An event: its value, its place, the write it reads from or comes after in coherence order.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Entry {
        pub value: u64,
        pub address: u64,
        pub source: Option<Name>,
        pub before: Option<Name>,
    }

    pub type Signature = BTreeMap<Name, Entry>;

    fn name(graph: &Graph<2>, slot: Slot) -> Option<Name> {
        (slot < INIT).then(|| (graph.event(slot).thread, graph.event(slot).place))
    }

    pub fn signature(runs: &Runs<'_>, graph: &Graph<2>) -> Signature {
        let entry = |slot: &Slot| {
            let event = graph.event(*slot);
            let address = match event.kind {
                Kind::Read | Kind::Write => runs.ground.surroundings.sharing.location(event.location).address,
                _ => 0,
            };
            let source = name(graph, event.source);
            let before = name(graph, event.before);
            ((event.thread, event.place), Entry { value: event.value, address, source, before })
        };
        graph.order.iter().map(entry).collect()
    }

    /// The same without the coherence order.
    pub fn up_to_reads(graph: &Signature) -> Signature {
        let without = |(name, entry): (&Name, &Entry)| (*name, Entry { before: None, ..entry.clone() });
        graph.iter().map(without).collect()
    }

    struct Naive<'n, 'p> {
        plan: Plan<'p>,
        runs: &'n mut Runs<'p>,
        seen: BTreeSet<Signature>,
        full: BTreeSet<Signature>,
    }

    impl Naive<'_, '_> {
        fn visit(&mut self, graph: Graph<2>) -> Result<(), Halt> {
            if !self.seen.insert(signature(self.runs, &graph)) {
                return Ok(());
            }
            assert!(self.seen.len() < 200_000, "the program is too large for this");
            let mut any = false;
            let urgent = graph.threads.iter().any(|t| t.pending);
            for thread in 0..graph.threads.len() as u32 {
                let state = graph.threads[thread as usize];
                let over = |label| matches!(label, Label::Join { .. } | Label::End { .. } | Label::Stuck);
                if !state.started || urgent && !state.pending || !state.pending && over(self.runs.label(state.cursor)) {
                    continue;
                }
                any = true;
                self.extend(&graph, thread)?;
            }
            if !any {
                self.full.insert(signature(self.runs, &graph));
            }
            Ok(())
        }

        fn extend(&mut self, graph: &Graph<2>, thread: u32) -> Result<(), Halt> {
            let state = graph.threads[thread as usize];
            let label = self.runs.label(state.cursor);
            let mut choices = Vec::new();
            let mut new = graph.clone();
            match label {
                Label::Fence => {
                    let slot = new.push(&self.plan, self.runs, thread, Kind::Fence)?;
                    new.advance(&mut self.plan, self.runs, slot)?;
                    self.visit(new)?;
                }
                Label::Read { .. } | Label::Update { .. } if !state.pending => {
                    let slot = new.push(&self.plan, self.runs, thread, Kind::Read)?;
                    let location = self.runs.ground.surroundings.sharing.location(new.event(slot).location);
                    let initial = self.runs.ground.possible_initial(location);
                    new.sources(&self.plan, self.runs, Reading { slot, initial, hangs_on_value: true }, &mut choices);
                    self.compare(&new, slot, &choices, |new, write| {
                        let value = if write == INIT { initial } else { new.event(write).value };
                        new.read_from(slot, write, value);
                        true
                    });
                    for write in choices {
                        let mut new = new.clone();
                        let value = match write {
                            INIT => self.runs.initial(location, new.event(slot).node),
                            write => new.event(write).value,
                        };
                        new.read_from(slot, write, value);
                        new.advance(&mut self.plan, self.runs, slot)?;
                        self.visit(new)?;
                    }
                }
                _ => {
                    let slot = new.push(&self.plan, self.runs, thread, Kind::Write)?;
                    new.events[slot as usize].value = match label {
                        Label::Write { value, .. } => value,
                        _ => new.update(self.runs, slot),
                    };
                    assert_eq!(new.event(slot).before, NONE);
                    new.positions(&self.plan, self.runs, NewWrite { write: slot, revisited: None }, &mut choices);
                    let is_atomic = self.plan.atomicity || self.plan.has_atomicity;
                    self.compare(&new, slot, &choices, |new, before| {
                        let fits = !is_atomic || new.keeps_atomicity(slot, before);
                        new.place_write(slot, before);
                        fits
                    });
                    for before in choices {
                        let mut new = new.clone();
                        new.place_write(slot, before);
                        new.advance(&mut self.plan, self.runs, slot)?;
                        self.visit(new)?;
                    }
                }
            }
            Ok(())
        }
    }

    impl Naive<'_, '_> {
        /// The choices for a new event are those of the common axioms with which the others hold, each of them judged for itself.
        fn compare(
            &self,
            graph: &Graph<2>,
            slot: Slot,
            choices: &[Slot],
            choose: impl Fn(&mut Graph<2>, Slot) -> bool,
        ) {
            let is_fine = |other: &Slot| {
                let mut graph = graph.clone();
                choose(&mut graph, *other) && graph.is_consistent(&self.plan, self.runs)
            };
            let location = graph.event(slot).location;
            let floor = graph.floor(&self.plan, &self.plan.orders, slot, location);
            let older = |write: &Slot| (*write != floor).then(|| graph.event(*write).before);
            let all = std::iter::successors(Some(graph.places[location as usize].last), older);
            let expected: BTreeSet<Slot> = all.filter(is_fine).collect();
            assert_eq!(choices.iter().copied().collect::<BTreeSet<_>>(), expected, "the choices of an event");
        }
    }

    /// Every full graph of a program.
    pub fn all(program: &Program, model: &Model) -> BTreeSet<Signature> {
        let mapping = Mapping::of(model);
        let bounds = Bounds::new(Bound::Fixed(100), 8);
        let code = Code::new(program, mapping);
        let mut runs = Runs::new(&code, model, &bounds);
        loop {
            let mut naive =
                Naive { plan: Plan::new(model), runs: &mut runs, seen: BTreeSet::new(), full: BTreeSet::new() };
            let root = naive.runs.main(&mut naive.plan);
            let result = root.map_err(Halt::from).and_then(|root| {
                let mut graph = Graph::new(&naive.plan, root);
                graph.settle(&mut naive.plan, naive.runs, 0)?;
                naive.visit(graph)
            });
            match result {
                Ok(()) => return naive.full,
                Err(Halt::Stop(Stop::Restart)) => runs.restart(),
                Err(other) => panic!("{other:?}"),
            }
        }
    }

    /// Keeps what is visited, and is hungry for pieces at random steps if there are numbers.
    struct Keep<'k> {
        graphs: Vec<Signature>,
        hunger: Option<(&'k Pool<2>, &'k mut Numbers)>,
    }

    impl Visitor<2> for Keep<'_> {
        fn full(&mut self, _: &Plan<'_>, runs: &mut Runs<'_>, graph: &Graph<2>) -> ControlFlow<()> {
            self.graphs.push(signature(runs, graph));
            ControlFlow::Continue(())
        }

        fn is_over(&mut self) -> bool {
            if let Some((pool, numbers)) = &mut self.hunger {
                pool.pretend_hunger(numbers.below(3) == 0);
            }
            false
        }
    }

    /// What the exploration visits, each graph once; in pieces, given away at random steps, if there are numbers for that.
    pub fn visited(
        program: &Program,
        model: &Model,
        equivalence: Equivalence,
        mut numbers: Option<&mut Numbers>,
    ) -> Vec<Signature> {
        let mapping = Mapping::of(model);
        let bounds = Bounds::new(Bound::Fixed(100), 8);
        let code = Code::new(program, mapping);
        let (mut plan, mut runs) = (Plan::new(model), Runs::new(&code, model, &bounds));
        loop {
            let pool = Pool::new(1);
            let hunger = numbers.as_deref_mut().map(|numbers| (&pool, numbers));
            let mut keep = Keep { graphs: Vec::new(), hunger };
            match in_pieces(&mut plan, &mut runs, equivalence, &mut keep, &pool) {
                Ok(()) => return keep.graphs,
                Err(Halt::Stop(Stop::Restart)) => runs.restart(),
                Err(other) => panic!("{other:?}"),
            }
        }
    }

    fn in_pieces<'p>(
        plan: &mut Plan<'p>,
        runs: &mut Runs<'p>,
        equivalence: Equivalence,
        keep: &mut Keep<'_>,
        pool: &Pool<2>,
    ) -> Result<(), Halt> {
        Search::<2>::new(plan, runs, equivalence)?.share(pool).run(keep)?;
        while let Some(piece) = pool.take() {
            Search::of_piece(plan, runs, equivalence, piece)?.share(pool).run(keep)?;
        }
        Ok(())
    }
}

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// A statement of one access or two, by its number; a fence for what is above.
fn statement(numbers: &mut Numbers, x: &str, choice: u64) -> String {
    match choice {
        0 | 1 => format!("r = {x}; "),
        2 => format!("{x} = {}; ", 1 + numbers.below(2)),
        3 => format!("{x} = r + 1; "),
        4 => format!("r = atomic_fetch_add(&{x}, 1); "),
        5 => format!("int e{0} = 0; atomic_compare_exchange_strong(&{x}, &e{0}, 2); ", numbers.below(1000)),
        6 => format!("if (r) {x} = 3; "),
        7 => format!("if ({x} == 1) r = 5; "),
        8 => format!("pthread_mutex_lock(&m); {x} = r + 2; pthread_mutex_unlock(&m); "),
        _ => "__sync_synchronize(); ".to_string(),
    }
}

/// Threads of a few accesses, some of which depend on what was read.
fn any_threads(numbers: &mut Numbers) -> Program {
    let mut bodies = Vec::new();
    for _ in 0..2 + numbers.below(2) {
        let mut body = "int r = 0; ".to_string();
        for _ in 0..1 + numbers.below(3) {
            let x = ["x", "y"][numbers.below(2) as usize];
            body += &match numbers.below(11) {
                9 => format!("__VERIFIER_atomic_begin(); r = {x}; {x} = r + 1; __VERIFIER_atomic_end(); "),
                choice => statement(numbers, x, choice),
            };
        }
        // Without a register that is read, some bodies would not compile quietly.
        body += "(void)r;";
        bodies.push(body.replace("x = ", "STORE(x, ").replace("y = ", "STORE(y, "));
    }
    let bodies: Vec<String> = bodies.iter().map(|body| spell(body)).collect();
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    threads(
        "atomic_int x, y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nvoid __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);",
        &bodies,
        "",
    )
}

/// Spells the accesses as relaxed ones.
fn spell(body: &str) -> String {
    let statements = body.split("; ").map(|statement| {
        let mut statement = statement.to_string();
        for place in ["x", "y"] {
            let store = format!("STORE({place}, ");
            if let Some((before, value)) = statement.clone().split_once(&store) {
                statement = format!("{before}atomic_store_explicit(&{place}, {value}, memory_order_relaxed)");
            }
            for (from, to) in [(format!("r = {place}"), "r = LOAD"), (format!("if ({place} "), "if (LOAD ")] {
                let load = format!("atomic_load_explicit(&{place}, memory_order_relaxed)");
                statement = statement.replace(&from, &to.replace("LOAD", &load));
            }
        }
        statement
    });
    statements.collect::<Vec<_>>().join("; ")
}

#[test]
fn every_graph_is_visited_once() {
    let (mut numbers, mut hunger) = (Numbers(7), Numbers(3));
    for round in 0..60 {
        let program = any_threads(&mut numbers);
        for name in ["sc", "tso", "pso"] {
            let model = model(name);
            let expected = naive::all(&program, &model);
            let up_to_reads: std::collections::BTreeSet<_> = expected.iter().map(naive::up_to_reads).collect();
            for pieces in [false, true] {
                let mut visit = |equivalence| {
                    let numbers = pieces.then_some(&mut hunger);
                    let visited = naive::visited(&program, &model, equivalence, numbers);
                    let kept: Vec<_> = match equivalence {
                        Equivalence::Coherence => visited,
                        Equivalence::ReadsFrom => visited.iter().map(naive::up_to_reads).collect(),
                    };
                    let set: std::collections::BTreeSet<_> = kept.iter().cloned().collect();
                    let what = format!("round {round}, {name}, {equivalence:?}, in pieces: {pieces}");
                    assert_eq!(kept.len(), set.len(), "{what}: a graph twice\n{}", print(&program));
                    let expected = if equivalence == Equivalence::Coherence { &expected } else { &up_to_reads };
                    assert_eq!(&set, expected, "{what}\n{}", print(&program));
                };
                visit(Equivalence::Coherence);
                visit(Equivalence::ReadsFrom);
            }
        }
    }
}

/// The numbers are those of the different graphs of all interleavings in which a section is one step.
#[test]
fn sections_are_revisited_between_their_accesses() {
    let own = "int x, y; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);";
    let section = |body: &str| format!("__VERIFIER_atomic_begin(); {body} __VERIFIER_atomic_end();");
    let cases = [
        (["int r = x; r = x;", "int r = y; x = 4;", "x = 6; y = 7; int r = x;"], ["", "x = 5;", ""], 12),
        (["int r = y; r = x;", "", "y = 5; x = 6;"], ["", "x = 3; int s = y;", "int s = y;"], 9),
        (
            ["", "__sync_fetch_and_add(&x, 200); __sync_fetch_and_add(&y, 300); x = 4;", "y = 6; int r = y;"],
            ["int s = x;", "int s = y;", ""],
            6,
        ),
    ];
    for (sections, rest, expected) in cases {
        let body = |i: usize| if sections[i].is_empty() { rest[i].to_string() } else { section(sections[i]) + rest[i] };
        let bodies: Vec<String> = (0..3).map(body).collect();
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        let program = threads(own, &bodies, "");
        assert_eq!(count(&program, &model("sc"), false, 3), (expected, 0), "{bodies:?}");
        let mut numbers = Numbers(5);
        for _ in 0..20 {
            let visited = naive::visited(&program, &model("sc"), Equivalence::Coherence, Some(&mut numbers));
            assert_eq!(visited.len() as u64, expected, "in pieces: {bodies:?}");
        }
    }
}

/// Sections of several accesses are explored in pieces as they are in one.
#[test]
fn sections_in_pieces() {
    let mut numbers = Numbers(11);
    for _ in 0..40 {
        let mut access = || {
            let place = ["x", "y"][numbers.below(2) as usize];
            match numbers.below(3) {
                0 => format!("r = {place};"),
                1 => format!("{place} = {};", 1 + numbers.below(3)),
                _ => format!("r = {place}; {place} = r + 1;"),
            }
        };
        let mut body = || {
            format!(
                "int r = 0; __VERIFIER_atomic_begin(); {} {} __VERIFIER_atomic_end(); {} (void)r;",
                access(),
                access(),
                access()
            )
        };
        let bodies = [body(), body(), body()];
        let bodies = [bodies[0].as_str(), &bodies[1], &bodies[2]];
        let own = "int x, y; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);";
        let program = threads(own, &bodies, "");
        let visited = |numbers| {
            let mut graphs = naive::visited(&program, &model("sc"), Equivalence::Coherence, numbers);
            graphs.sort();
            graphs
        };
        let (whole, pieces) = (visited(None), visited(Some(&mut Numbers(13))));
        assert!(whole == pieces, "{} and {} graphs: {bodies:?}", whole.len(), pieces.len());
    }
}

#[test]
fn reads_from_counts() {
    let up_to_reads = |program: &Program| {
        let bounds = Bounds::new(Bound::Fixed(100), 8);
        let mut settings = Settings::new(bounds);
        settings.equivalence = Equivalence::ReadsFrom;
        let outcome = explore(program, &model("sc"), &settings, &mut Nobody).expect("it can be explored");
        (outcome.complete, outcome.blocked)
    };
    let rww = threads("volatile int x;", &["int a = x;", "x = 1;", "x = 2;"], "");
    assert_eq!(up_to_reads(&rww), (3, 0));
    for (n, expected) in [(3, 27), (4, 256)] {
        let program = threads("volatile int x;", &vec!["int c = x; x = c + 1;"; n], "int r = x;");
        assert_eq!(up_to_reads(&program), (expected, 0));
    }
}
