//! Iterations that take back what they did, or store what is there, are left out where nobody noticed them: on generated programs
//! with locks that are tried, flags that are raised and taken down, and workers that say the same again and again, the solver misses
//! nothing that the explorer finds, which goes round.

use std::cell::Cell;
use std::fs;
use std::time::Duration;

use crate::chooser::Chooser;
use crate::headers::{self, Program};
use crate::oracle::settings;
use fencesmith::diag::Sources;
use fencesmith::drive::verdict::Verdict;
use fencesmith::drive::{ExploreSettings, Request, check, explore};
use fencesmith::model::Model;
use fencesmith::progress::Silent;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError};

/// `A` is a thread's own lock and flag, `B` that of another, `MID` what it does between two rounds.
const LOOPS: [&str; 14] = [
    "for (;;) { pthread_mutex_lock(&mA); if (!pthread_mutex_trylock(&mB)) break; pthread_mutex_unlock(&mA); MID } \
     IN pthread_mutex_unlock(&mB); pthread_mutex_unlock(&mA);",
    "for (;;) { atomic_fetch_add(&fA, 1); if (!atomic_load(&fB)) break; atomic_fetch_sub(&fA, 1); MID } IN",
    "while (atomic_fetch_add(&fA, 1)) { atomic_fetch_sub(&fA, 1); MID } IN atomic_fetch_sub(&fA, 1);",
    "for (;;) { pthread_mutex_lock(&mA); int on = atomic_load(&fB); if (on) break; pthread_mutex_unlock(&mA); MID } IN \
     pthread_mutex_unlock(&mA);",
    "while (pthread_mutex_trylock(&mA)) { MID } IN pthread_mutex_unlock(&mA);",
    "for (;;) { while (atomic_exchange(&fA, 1)) { } if (!atomic_exchange(&fB, 1)) break; atomic_exchange(&fA, 0); MID } IN \
     atomic_exchange(&fB, 0); atomic_exchange(&fA, 0);",
    "for (;;) { pthread_mutex_lock(&mA); if (!pthread_mutex_trylock(&mB)) { pthread_mutex_unlock(&mB); break; } \
     pthread_mutex_unlock(&mA); MID } IN pthread_mutex_unlock(&mA);",
    "atomic_fetch_add(&fA, 1); IN",
    "while (!atomic_load(&fB)) { atomic_store(&fA, 1); MID } IN",
    "for (;;) { atomic_store(&fA, 1); if (!atomic_load(&fB)) break; atomic_store(&fA, 0); MID } IN atomic_store(&fA, 0);",
    "while (!atomic_load(&fB)) { pthread_mutex_lock(&mA); x = 1; pthread_mutex_unlock(&mA); MID } IN",
    "for (;;) { atomic_store_explicit(&fA, 1, memory_order_release); if (atomic_load(&fB) != 1) break; MID } IN",
    "for (;;) { int was = atomic_load(&fB); atomic_store_explicit(&fA, was, memory_order_relaxed); if (was) break; MID } IN",
    "while (!atomic_exchange(&fB, 1)) { atomic_store(&fB, 0); MID } IN",
];

const MIDDLES: [&str; 5] = [
    "",
    "",
    "",
    "seen = atomic_load(&fB);",
    "if (pthread_mutex_trylock(&mB)) seen = 1; else pthread_mutex_unlock(&mB);",
];

const INSIDE: [&str; 4] = ["", "x++;", "seen = x; x = 2;", "atomic_fetch_add(&fB, 1);"];

const LOOKS: [&str; 4] = [
    "",
    "told = atomic_load(&f0);",
    "told = pthread_mutex_trylock(&m1) != 0;",
    "told = atomic_load(&f0) + 2 * atomic_load(&f1);",
];

fn print(choices: &[u8]) -> String {
    let mut choose = Chooser::of(choices);
    let many = choose.pick(&[2, 2, 2, 3]);
    // Three threads that try in between as well take long, and show no more.
    let middles = if many == 3 { &MIDDLES[..1] } else { &MIDDLES[..] };
    let threads: Vec<String> = (0..many)
        .map(|own| {
            let other = (own + choose.pick(&[1, 1, 1, 0])) % many;
            let text = choose.pick(&LOOPS).replace("MID", choose.pick(middles)).replace("IN", choose.pick(&INSIDE));
            let text = text.replace("mA", &format!("m{own}")).replace("fA", &format!("f{own}"));
            let text = text.replace("mB", &format!("m{other}")).replace("fB", &format!("f{other}"));
            format!("static void *t{own}(void *a) {{\n int seen = 0;\n {text}\n sum += seen;\n return a;\n}}\n")
        })
        .collect();
    let looks = choose.pick(&LOOKS);
    let sought =
        choose.pick(&["sum != 0", "sum != 1", "sum != 2", "told != 1", "told != 0 || sum != 0", "told != 3", "x != 1"]);
    let each = |text: &str| (0..many).map(|at| text.replace('N', &at.to_string())).collect::<String>();
    format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
         static pthread_mutex_t m0, m1, m2;\natomic_int f0, f1, f2, sum;\nint x;\n{}\
         int main(void) {{\n int told = 0;\n pthread_t {}last;\n{} {looks}\n{} assert({sought});\n (void)told; (void)last;\n return 0;\n}}\n",
        threads.concat(),
        each("hN, "),
        each(" pthread_create(&hN, 0, tN, 0);\n"),
        each(" pthread_join(hN, 0);\n"),
    )
}

/// How often a loop goes round in the explorer, and at most in the solver.
const ROUNDS: u32 = 3;

/// Programs that take longer tell nothing.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the solver says, and what the explorer does, going round.
fn verdicts(text: &str, model: &Model) -> (Verdict, Verdict) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    fs::write(&path, text).expect("writable");
    let mut request = Request::new(path, model.clone());
    request.unwinding.fixed = Some(ROUNDS);
    request.timeout = Some(PATIENCE);
    let (answer, _) = check(&request, &mut Silent).unwrap_or_else(|failure| panic!("{failure:?}\n{text}"));
    let settings = ExploreSettings { max_executions: Some(20_000), merges_waits: false, ..ExploreSettings::default() };
    let (found, _) = explore(&request, &settings, &mut Silent).unwrap_or_else(|failure| panic!("{failure:?}\n{text}"));
    (answer.verdict, found.verdict)
}

#[test]
fn what_is_left_out_is_missed_by_nobody() {
    let models = ["sc", "pso"].map(|name| Model::find(name, &mut Sources::default()).expect("a model"));
    let (decided, beyond) = (Cell::new(0), Cell::new(0));
    let agree = |choices: Vec<u8>| {
        let text = print(&choices);
        for model in &models {
            let (answer, found) = verdicts(&text, model);
            let wrong = matches!(
                (&found, &answer),
                (Verdict::Violation(_), Verdict::Safe { .. }) | (Verdict::Safe { .. }, Verdict::Violation(_))
            );
            prop_assert!(!wrong, "{}: {found:?}, {answer:?}", model.name());
            if matches!(answer, Verdict::Safe { .. }) {
                decided.set(decided.get() + 1);
                beyond.set(beyond.get() + usize::from(!matches!(found, Verdict::Safe { .. })));
            }
        }
        Ok::<(), TestCaseError>(())
    };
    let drafts = prop::collection::vec(any::<u8>(), 16);
    match settings::runner("taken_back", settings::cases(25)).run(&drafts, agree) {
        Ok(()) => {}
        Err(TestError::Fail(why, draft)) => panic!("{why}\n{}\n{draft:?}", print(&draft)),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
    assert!(beyond.get() >= 3, "{} were safe, {} with the rule alone", decided.get(), beyond.get());
}

/// And it decides what the explorer cannot, which follows each round.
#[test]
fn rounds_in_vain_are_left_out() {
    let programs = headers::programs(&["tests/vain"]);
    headers::for_each(&programs, Program::name, |program| {
        let judge = |(model, safe): &(String, bool)| {
            let (report, _) = check(&program.request(model), &mut Silent).expect("it is read");
            match report.verdict {
                Verdict::Safe { .. } if *safe => None,
                Verdict::Violation(_) if !safe => None,
                other => Some(format!("{model}: {other:?}")),
            }
        };
        program.verdicts.iter().filter_map(judge).collect()
    });
}
