//! Executions that the solver finds are executions of the program under the model, and spoilt ones are not.

use std::path::{Path, PathBuf};

use fencesmith::diag::Sources;
use fencesmith::exec::bounds::{Bound, Bounds};
use fencesmith::exec::mapping::Mapping;
use fencesmith::exec::replay::Layout;
use fencesmith::exec::skeleton::Skeleton;
use fencesmith::exec::unfold::{Causes, unfold};
use fencesmith::exec::validate::confirm;
use fencesmith::exec::{EventKind, Execution};
use fencesmith::frontend::{ReadOptions, read};
use fencesmith::ids::{EventId, ThreadId};
use fencesmith::ir::Program;
use fencesmith::model::Model;
use fencesmith::sat::backend::Solver;
use fencesmith::sat::candidates::{Candidates, Vocabulary};
use fencesmith::sat::encoding::Encoding;
use fencesmith::sat::session::{Goal, Question, Reply, Session, Settings};

/// A program under a model, with an execution that violates it.
struct Case {
    name: String,
    program: Program,
    model: Model,
    skeleton: Skeleton,
    execution: Execution,
}

impl Case {
    fn confirm(&self, execution: &Execution) -> Result<(), String> {
        confirm(&self.program, &self.model, Mapping::of(&self.model), Layout::from(&self.skeleton), execution)
            .map(|_| ())
    }
}

fn model(name: &str) -> Model {
    Model::find(name, &mut Sources::default()).unwrap_or_else(|e| panic!("{e:?}"))
}

/// A violation of the file's program within a bound of at most 16 iterations.
fn violation(path: &Path, options: &ReadOptions, name: &str) -> Option<Case> {
    let unit = read(path, options).unwrap_or_else(|f| panic!("{}: {:?}", path.display(), f.diagnostics));
    let model = model(name);
    for bound in [2, 4, 8, 16] {
        let bounds = Bounds::new(Bound::Rising(bound), 8);
        let skeleton = unfold(&unit.program, Mapping::of(&model), &bounds, Causes::under(&model))
            .unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
        let kept = skeleton.clone();
        let encoding = Encoding::new(skeleton, &model, &Candidates::default(), Vocabulary::Nothing);
        let mut session = Session::new(encoding, &model, Solver::default(), Settings::default());
        if let Reply::Found { execution, .. } =
            session.ask(Question { goal: Goal::Violation, enforced: &[], bound: None })
        {
            let name = format!("{} under {name}", path.display());
            let (program, execution) = (unit.program, *execution);
            return Some(Case { name, program, model, skeleton: kept, execution });
        }
    }
    None
}

/// The programs under `benchmarks/` with the models for which their header announces a violation.
fn benchmarks() -> Vec<(PathBuf, ReadOptions, String)> {
    let has_ck = Path::new("/usr/include/ck_pr.h").exists();
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new("benchmarks").sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_none_or(|e| e != "c") || (path.starts_with("benchmarks/ck") && !has_ck) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let line = |name: &str| text.lines().find_map(|l| l.strip_prefix(name)).unwrap_or("").to_string();
        let mut options = ReadOptions::default();
        for option in line("// options:").split_whitespace() {
            if let Some(define) = option.strip_prefix("-D") {
                let (name, value) = define.split_once('=').map_or((define, None), |(n, v)| (n, Some(v.to_string())));
                options.preprocessing.defines.push((name.to_string(), value));
            } else if let Some(directory) = option.strip_prefix("-I") {
                options.preprocessing.include_dirs.push(directory.into());
            } else {
                panic!("{}: the option {option} is not known here", path.display());
            }
        }
        for verdict in line("// verdict:").split(',') {
            if let Some((model, "violation")) = verdict.trim().split_once(' ') {
                found.push((path.clone(), options.clone(), model.to_string()));
            }
        }
    }
    found
}

/// Confirms the execution of a case and refuses what is made of it by spoiling.
fn examine(case: &Case) {
    if let Err(why) = case.confirm(&case.execution) {
        panic!("{}: {why}\n{:#?}", case.name, case.execution);
    }
    for (what, spoilt) in spoilt(&case.execution) {
        assert!(case.confirm(&spoilt).is_err(), "{}: {what} goes unnoticed\n{:#?}", case.name, case.execution);
    }
}

/// Executions that differ from a right one in a thing that cannot be right.
fn spoilt(right: &Execution) -> Vec<(String, Execution)> {
    let mut all = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut Execution)| {
        let mut other = right.clone();
        change(&mut other);
        all.push((what, other));
    };
    for (i, event) in right.events.iter().enumerate() {
        // What undefined memory holds at first is nobody's choice but the execution's, so only rf can tell.
        if event.thread.is_some() && !matches!(event.kind, EventKind::Fence { .. }) {
            add(format!("another value of e{i}"), &|e| match &mut e.events[i].kind {
                EventKind::Read { value, .. } | EventKind::Write { value, .. } => *value ^= 1,
                EventKind::Fence { .. } => {}
            });
        }
    }
    for (i, (write, read)) in right.rf.iter().enumerate() {
        for (other, event) in right.events.iter().enumerate() {
            if matches!(event.kind, EventKind::Write { .. }) && !same_write(right, *write, EventId::from_index(other)) {
                add(format!("{read} reading from e{other}"), &|e| e.rf[i].0 = EventId::from_index(other));
            }
        }
        add(format!("{read} without a source"), &|e| {
            e.rf.remove(i);
        });
    }
    for (i, chain) in right.co.iter().enumerate() {
        for at in 1..chain.len() {
            let (a, b) = (right.event(chain[at - 1]), right.event(chain[at]));
            if a.thread.is_none() || a.thread == b.thread {
                add(format!("{} before {} in co", chain[at], chain[at - 1]), &|e| e.co[i].swap(at - 1, at));
            }
        }
    }
    for i in 0..right.events.len() {
        let (Some(event), Some(next)) = (right.events.get(i), right.events.get(i + 1)) else { continue };
        let differ =
            event.site != next.site || std::mem::discriminant(&event.kind) != std::mem::discriminant(&next.kind);
        if event.thread.is_some() && event.thread == next.thread && differ {
            all.push((format!("e{i} missing"), without(right, i)));
        }
    }
    if let Some(violated) = &right.violated {
        let mut other = right.clone();
        let thread = ThreadId(violated.thread.0 + 1);
        other.violated.as_mut().unwrap().thread = thread;
        all.push(("a violation in another thread".to_string(), other));
        let mut other = right.clone();
        other.violated.as_mut().unwrap().message.push('?');
        all.push(("another violation".to_string(), other));
    }
    all
}

fn same_write(execution: &Execution, a: EventId, b: EventId) -> bool {
    execution.event(a).kind == execution.event(b).kind
}

/// The execution without one event.
fn without(right: &Execution, gone: usize) -> Execution {
    let mut other = right.clone();
    let renamed = |id: EventId| match id.index().cmp(&gone) {
        std::cmp::Ordering::Less => Some(id),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(EventId::from_index(id.index() - 1)),
    };
    let pairs = |list: &[(EventId, EventId)]| -> Vec<(EventId, EventId)> {
        list.iter().filter_map(|(a, b)| Some((renamed(*a)?, renamed(*b)?))).collect()
    };
    let row = |list: &[EventId]| -> Vec<EventId> { list.iter().filter_map(|e| renamed(*e)).collect() };
    other.events.remove(gone);
    (other.rf, other.rmw, other.reordered) = (pairs(&right.rf), pairs(&right.rmw), pairs(&right.reordered));
    other.order = row(&right.order);
    other.co = right.co.iter().map(|chain| row(chain)).collect();
    other
}

#[test]
fn violations_of_the_benchmarks_are_confirmed() {
    let benchmarks = benchmarks();
    assert!(benchmarks.len() > 100, "the benchmarks are there");
    for (path, options, name) in benchmarks {
        let case = violation(&path, &options, &name)
            .unwrap_or_else(|| panic!("{} violates its assertion under {name}", path.display()));
        examine(&case);
    }
}

/// Every violation of a C text under each model.
fn confirmed(text: &str) {
    let text = format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n\
         int __VERIFIER_nondet_int(void);\n{text}"
    );
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.c");
    std::fs::write(&path, &text).unwrap();
    for name in Model::builtin_names() {
        let case = violation(&path, &ReadOptions::default(), &name)
            .unwrap_or_else(|| panic!("this has a violation under {name}:\n{text}"));
        examine(&case);
    }
}

#[test]
fn choices_and_undefined_values() {
    confirmed("int main(void) { int a = __VERIFIER_nondet_int(); assert(a != 77); return 0; }");
    confirmed("int main(void) { int a; assert(a != 77); return 0; }");
    confirmed(
        "int main(void) { int a; if (__VERIFIER_nondet_int() == 5) a = 3; int b = a; assert(b + a != 7 && b + a != 6); return 0; }",
    );
    confirmed("int main(void) { int *p = malloc(8); assert(p[0] + p[1] != 9); return 0; }");
    confirmed(
        "int main(void) { int *p = malloc(8), *q = malloc(8); memcpy(q, p, 8); assert(q[0] - p[1] != 9); return 0; }",
    );
    confirmed("int main(int argc, char **argv) { assert(argc != 3); return 0; }");
    confirmed(
        "int x; void *t(void *a) { int v; x = v; return 0; }\n\
         int main(void) { pthread_t p; pthread_create(&p, 0, t, 0); assert(x != 41); return 0; }",
    );
    confirmed(
        "int f(void) { return __VERIFIER_nondet_int(); } int g(void) { return __VERIFIER_nondet_int() + 1; }\n\
         int main(void) { int (*p)(void) = __VERIFIER_nondet_int() ? f : g; int s = 0;\n\
         for (int i = 0; i < 2; i++) s += p(); assert(s != 12345); return 0; }",
    );
}

#[test]
fn memory() {
    confirmed("int main(void) { int *p = malloc(4); *p = 1; free(p); assert(*p == 1); return 0; }");
    confirmed("int main(void) { int *p = malloc(4); free(p); free(p); assert(1); return 0; }");
    confirmed("int main(void) { int *p = 0; *p = 1; assert(1); return 0; }");
    confirmed("int main(void) { int *p = 0; memset(p, 0, 4); assert(1); return 0; }");
    confirmed("char a[4], b[8]; int main(void) { memcpy(b, a, 8); assert(1); return 0; }");
    confirmed("struct s { int a, b; } x, *p; int main(void) { *p = x; assert(1); return 0; }");
    confirmed("int a[4]; int main(void) { int i = __VERIFIER_nondet_int(); a[i] = 1; assert(1); return 0; }");
    confirmed(
        "struct s { char c; int i; long l; } a = { 1, 2, 3 }, b; int main(void) { b = a; memset(&a, 1, sizeof a);\n\
         assert(!(b.c == 1 && b.i == 2 && b.l == 3 && a.i == 0x01010101)); return 0; }",
    );
    confirmed(
        "int *p; void *t(void *a) { *p = 2; return 0; }\n\
         int main(void) { p = malloc(4); *p = 1; pthread_t h; pthread_create(&h, 0, t, 0); free(p);\n\
         pthread_join(h, 0); assert(1); return 0; }",
    );
    confirmed(
        "_Thread_local int l = 3; int x; void *t(void *a) { l += (int)(long)a; x += l; return 0; }\n\
         int main(void) { pthread_t h; pthread_create(&h, 0, t, (void *)4L); pthread_join(h, 0);\n\
         assert(!(x == 7 && l == 3)); return 0; }",
    );
    confirmed(
        "struct n { struct n *next; int v; }; int main(void) { struct n *l = 0;\n\
         for (int i = 0; i < 3; i++) { struct n *m = malloc(sizeof *m); m->next = l; m->v = i; l = m; }\n\
         assert(l->v + l->next->v * 10 + l->next->next->v * 100 != 12); return 0; }",
    );
    confirmed(
        "struct s { int a, b; } x = { 1, 2 }, y; void *t(void *u) { y = x; return 0; }\n\
         int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); x.a = 5; struct s z = y; pthread_join(h, 0);\n\
         assert(!(y.a == 5 && y.b == 2 && z.a == 0)); return 0; }",
    );
}

#[test]
fn threads() {
    confirmed(
        "void *t(void *a) { return (void *)((long)a - 5); }\n\
         int main(void) { pthread_t h[2]; void *r[2]; for (long i = 0; i < 2; i++) pthread_create(&h[i], 0, t, (void *)i);\n\
         for (int i = 0; i < 2; i++) pthread_join(h[i], &r[i]); assert((long)r[0] + (long)r[1] != -9); return 0; }",
    );
    confirmed(
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;\n\
         void *t(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }\n\
         int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); int busy = pthread_mutex_trylock(&m);\n\
         int y = x; if (!busy) pthread_mutex_unlock(&m); pthread_join(h, 0); assert(!(busy && x == 1)); return 0; }",
    );
    confirmed(
        "pthread_mutex_t m; int main(void) { pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);\n\
         pthread_mutex_unlock(&m); assert(1); return 0; }",
    );
    confirmed(
        "int x, y; void *t(void *a) { while (!x) ; y = 1; while (x != 2) ; return 0; }\n\
         int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); x = 1; assert(y == 0); return 0; }",
    );
    confirmed(
        "int x; void *u(void *a) { x += 2; pthread_exit((void *)7L); }\n\
         void *t(void *a) { pthread_t h; void *r; pthread_create(&h, 0, u, 0); pthread_join(h, &r); x++; return r; }\n\
         int main(void) { pthread_t h; void *r; pthread_create(&h, 0, t, 0); pthread_join(h, &r);\n\
         assert(!(x == 3 && r == (void *)7L)); return 0; }",
    );
    confirmed(
        "int x; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n\
         void *t(void *a) { __VERIFIER_atomic_begin(); x = x + 1; x = x * 3; __VERIFIER_atomic_end(); return 0; }\n\
         int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); __VERIFIER_atomic_begin(); x = x + 1; x = x * 2;\n\
         __VERIFIER_atomic_end(); pthread_join(h, 0); assert(x != 9); return 0; }",
    );
    confirmed(
        "int x; int f(int n) { return n ? f(n - 1) + x : 0; } void *t(void *a) { x = 1; return 0; }\n\
         int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); int s = f(3); assert(s != 2); return 0; }",
    );
}

#[test]
fn barriers() {
    let meeting = |count: &str, a: &str, b: &str, end: &str| {
        confirmed(&format!(
            "int x, y; pthread_barrier_t m; void *t(void *u) {{ {a} return 0; }} void *s(void *u) {{ {b} return 0; }}\n\
             int main(void) {{ pthread_t h, k; pthread_barrier_init(&m, 0, {count}); pthread_create(&h, 0, t, 0);\n\
             pthread_create(&k, 0, s, 0); {end} return 0; }}"
        ));
    };
    let wait = "pthread_barrier_wait(&m);";
    let joins = "pthread_join(h, 0); pthread_join(k, 0);";
    meeting("2", &format!("x = 1; {wait} y = x;"), &format!("{wait} x = 2;"), &format!("{joins} assert(y != 2);"));
    meeting("2", &format!("x = 1; {wait} {wait}"), &format!("{wait} assert(!x); {wait}"), joins);
    meeting("3", &format!("x = 1; {wait} assert(x != 1);"), wait, wait);
    // Rounds by state: more threads than meet, and a result that is looked at.
    meeting("2", wait, &format!("x = 1; {wait}"), &format!("{wait} assert(x == 1);"));
    meeting("2", "assert(pthread_barrier_wait(&m) == 0);", wait, "assert(1);");
    meeting("2", "assert(pthread_barrier_wait(&m) != 0);", wait, "assert(1);");
    // Cut off in a loop before the second round, or in it.
    meeting("2", &format!("while (!x) ; {wait} {wait}"), &format!("{wait} x = 1; {wait}"), "assert(x);");
    meeting("2", &format!("while (x < 3) {{ x++; {wait} }}"), &format!("for (;;) {{ y++; {wait} }}"), "assert(y < 4);");
    confirmed("pthread_barrier_t m; int main(void) { pthread_barrier_wait(&m); assert(1); return 0; }");
}

/// Spoilt rounds: a thread that is not there, one round too few.
#[test]
fn rounds_are_checked() {
    let text = "#include <assert.h>\n#include <pthread.h>\nint x; pthread_barrier_t m;\n\
        void *t(void *a) { pthread_barrier_wait(&m); x = 1; pthread_barrier_wait(&m); return 0; }\n\
        int main(void) { pthread_t h; pthread_barrier_init(&m, 0, 2); pthread_create(&h, 0, t, 0);\n\
        pthread_barrier_wait(&m); pthread_barrier_wait(&m); assert(x == 0); return 0; }";
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.c");
    std::fs::write(&path, text).unwrap();
    let case = violation(&path, &ReadOptions::default(), "sc").expect("x is 1 behind the second round");
    assert_eq!(case.execution.rounds.len(), 2);
    assert_eq!(case.confirm(&case.execution), Ok(()));
    for spoil in [
        (|e| e.rounds.truncate(1)) as fn(&mut Execution),
        |e| e.rounds[1].members.truncate(1),
        |e| e.rounds[0].members[0].1 += 1,
        |e| e.rounds[0].members = e.rounds[1].members.clone(),
        |e| e.rounds[0].barrier += 1,
    ] {
        let mut other = case.execution.clone();
        spoil(&mut other);
        assert!(case.confirm(&other).is_err(), "{:?}", other.rounds);
    }
}

#[test]
fn loops_entered_in_the_middle() {
    confirmed(
        "int main(void) { int c = __VERIFIER_nondet_int(); if (c) goto middle; while (1) { assert(!c); middle:; } return 0; }",
    );
    confirmed(
        "int main(void) { int n = 3, s = 0; switch (n) { case 0: do { s += 10; case 3: s += 1; } while (--n > 0); }\n\
         assert(s != 23); return 0; }",
    );
    confirmed(
        "int main(void) { int s = 0, i = 0; goto middle; while (i < 3) { s += 10; middle: s++; i++; } assert(s != 23); return 0; }",
    );
}
