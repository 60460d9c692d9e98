//! Counterexamples as they are told: small, in an order that the model allows, and whole without what is left out.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use fencesmith::diag::Sources;
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{Engine, ExploreSettings, Request, decide, explore};
use fencesmith::exec::telling::matters;
use fencesmith::exec::{EventKind, Execution};
use fencesmith::ids::EventId;
use fencesmith::model::Model;
use fencesmith::progress::Silent;

fn request(path: &Path, model: &str) -> Request {
    Request::new(path, Model::find(model, &mut Sources::default()).unwrap_or_else(|e| panic!("{e:?}")))
}

/// The counterexamples of the solver and of the explorer.
fn found(path: &Path, model: &str) -> [Box<Execution>; 2] {
    let request = request(path, model);
    let (solved, _) = decide(&request, Engine::Solver, &mut Silent).unwrap_or_else(|e| panic!("{e:?}"));
    let (explored, _) = explore(&request, &ExploreSettings::default(), &mut Silent).unwrap_or_else(|e| panic!("{e:?}"));
    [solved.verdict, explored.verdict].map(|verdict| match verdict {
        Verdict::Violation(execution) => execution,
        other => panic!("{} under {model}: {other:?}", path.display()),
    })
}

/// How many pairs are reordered, and how many accesses are told.
fn size(execution: &Execution) -> (usize, usize) {
    let told = matters(execution);
    let is_access = |i: &usize| !matches!(execution.events[*i].kind, EventKind::Fence { .. });
    let accesses = (0..told.len()).filter(|i| told[*i] && execution.events[*i].thread.is_some()).filter(is_access);
    (execution.reordered.iter().filter(|(a, b)| told[a.index()] && told[b.index()]).count(), accesses.count())
}

/// Numbers with a fraction are told as C has them, in memory and in local variables, and so are the latter's other types.
#[test]
fn values_are_told_as_their_types_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let text = "#include <assert.h>\n#include <pthread.h>\n#include <stdbool.h>\nvolatile double k; volatile float f;\n\
        enum state { IDLE, BUSY = 3 }; volatile enum state s; struct { double part[2]; } volatile r;\n\
        void *writer(void *a) { k = 0.5; f = -1.5f; s = BUSY; r.part[1] = 2; return 0; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, writer, 0); pthread_join(t, 0);\n\
        double half = k; float less = f; enum state now = s; bool whole = half == 1; double big = 1e300 * r.part[1];\n\
        assert(half != 0.5 || less != -1.5f || now != BUSY || whole || big < 0); return 0; }\n";
    let path = folder.path().join("values.c");
    fs::write(&path, text).unwrap();
    for execution in found(&path, "sc") {
        let shown = |place: &str| {
            let events = execution.events.iter().filter(|event| event.thread.is_some() && event.place == place);
            events.map(|event| event.shown.as_str()).next().unwrap_or_else(|| panic!("no {place}"))
        };
        assert_eq!([shown("k"), shown("f"), shown("s"), shown("r.part[1]")], ["0.5", "-1.5", "BUSY", "2.0"]);
        let violated = execution.violated.as_ref().unwrap();
        let expected = [("half", "0.5"), ("less", "-1.5"), ("now", "BUSY"), ("whole", "false"), ("big", "2e300")];
        for (name, value) in expected {
            assert!(violated.operands.contains(&(name.to_string(), value.to_string())), "{:?}", violated.operands);
        }
    }
}

/// The smallest violation of each, counted by hand.
#[test]
fn the_smallest_is_told() {
    let folder = tempfile::tempdir().unwrap();
    // One of five rounds is enough, and what the writer and the reader do afterwards does not matter.
    let rounds = "#include <assert.h>\n#include <pthread.h>\nint data, flag, more;\n\
        void *writer(void *a) { for (int i = 1; i <= 5; i++) { data = i; flag = i; more = i; } return 0; }\n\
        void *reader(void *a) { int f = flag; int d = data; assert(d >= f); more = 7; return 0; }\n\
        int main(void) { pthread_t t, u; pthread_create(&t, 0, writer, 0); pthread_create(&u, 0, reader, 0);\n\
        pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";
    let path = folder.path().join("rounds.c");
    fs::write(&path, rounds).unwrap();
    let solved = |path: &Path, model: &str| size(&found(path, model)[0]);
    // Both stores of the first round, both loads.
    assert_eq!(solved(&path, "pso"), (1, 4));
    // Each of these has one delay that is enough.
    let dekker = solved(Path::new("benchmarks/mutex/dekker.c"), "tso");
    assert_eq!(dekker.0, 1);
    assert_eq!(solved(Path::new("benchmarks/mutex/szymanski.c"), "pso").0, 1);
    assert_eq!(solved(Path::new("benchmarks/mutex/peterson.c"), "tso").0, 1);
    // Two stores, two loads, what they are kept in, and the assertion's two loads of that.
    assert_eq!(solved(Path::new("benchmarks/litmus/sb.c"), "tso"), (1, 8));
}

/// Stores of one place take effect in coherence order, loads after the stores of others that they read and before those
/// that overwrite them; what is told is closed under what came before.
#[test]
fn what_is_told_is_an_execution() {
    for (file, model) in [
        ("benchmarks/mutex/dekker.c", "tso"),
        ("benchmarks/mutex/peterson.c", "pso"),
        ("benchmarks/mutex/lamport.c", "tso"),
        ("benchmarks/litmus/3sb.c", "tso"),
        ("benchmarks/queues/cilk-the.c", "pso"),
        ("benchmarks/real/spsc-ring.c", "pso"),
        ("benchmarks/real/seqlock.c", "pso"),
    ] {
        for execution in found(Path::new(file), model) {
            let place: HashMap<EventId, usize> = execution.order.iter().enumerate().map(|(i, e)| (*e, i)).collect();
            let thread = |id: EventId| execution.event(id).thread;
            let mut before = Vec::new();
            for chain in &execution.co {
                before.extend(chain.windows(2).map(|pair| (pair[0], pair[1])));
                for (at, write) in chain.iter().enumerate() {
                    let reads = execution.rf.iter().filter(|(w, _)| w == write).map(|(_, read)| *read);
                    for read in reads {
                        before.extend((thread(*write) != thread(read)).then_some((*write, read)));
                        before.extend(chain.get(at + 1).map(|later| (read, *later)));
                    }
                }
            }
            for (a, b) in before {
                assert!(place[&a] < place[&b], "{file} under {model}: {a} takes effect after {b}");
            }
            let is_told = |id: &EventId| !execution.aside.contains(id);
            let all: Vec<EventId> = (0..execution.events.len()).map(EventId::from_index).collect();
            for (write, read) in &execution.rf {
                assert!(!is_told(read) || is_told(write), "{file} under {model}: {read} reads what is left out");
            }
            for (i, a) in all.iter().enumerate() {
                let later = all[i + 1..].iter().filter(|b| thread(*a).is_some() && thread(*a) == thread(**b));
                assert!(is_told(a) || !later.clone().any(is_told), "{file} under {model}: {a} is left out");
            }
        }
    }
}
