//! How much a test does, and from which seed: fixed by default, so that a run can be repeated; by environment
//! variables for longer runs.

use proptest::test_runner::{Config, FileFailurePersistence, RngAlgorithm, TestRng, TestRunner};

/// So many cases a test runs at most where nobody says anything: every change waits for these tests. A longer run takes the same
/// cases first.
const USUAL: u32 = 100;

/// `FENCESMITH_CASES` scales every generated test: with 1500 one runs `full` cases, and `full * FENCESMITH_CASES / 1500` with another
/// number.
pub fn cases(full: u32) -> u32 {
    let Some(total) = number("FENCESMITH_CASES") else { return full.min(USUAL) };
    let scaled = u64::from(full) * total / 1500;
    u32::try_from(scaled.max(1)).expect("FENCESMITH_CASES is too large")
}

/// A runner for `cases` cases, seeded by `FENCESMITH_SEED` (a number) or else the same in every run.
///
/// Seeds of failures are kept in `tests/regressions/<name>.txt` and tried first in later runs.
pub fn runner(name: &'static str, cases: u32) -> TestRunner {
    let file: &'static str = Box::leak(format!("tests/regressions/{name}.txt").into_boxed_str());
    let config = Config {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(file))),
        max_shrink_iters: 20_000,
        // Most drafts are rejected because all models behave alike on them.
        max_local_rejects: u32::MAX,
        max_global_rejects: cases.max(1000),
        ..Config::default()
    };
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&self::seed().to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
}

/// The seed of a long run, or else the same in every run.
pub fn seed() -> u64 {
    number("FENCESMITH_SEED").unwrap_or(1)
}

/// Whether this is a run whose length somebody chose; tests over many programs that are there take all of them then.
pub fn is_long() -> bool {
    std::env::var_os("FENCESMITH_CASES").is_some()
}

/// Of the ways in which something is to be tried all in a long run, and otherwise the one whose turn it is, as the name says: each is
/// the turn of some.
pub fn in_turns<'w, W>(name: &str, ways: &'w [W]) -> &'w [W] {
    match ways.len() {
        count if count > 1 && !is_long() => {
            let turn = name.bytes().map(usize::from).sum::<usize>() % count;
            &ways[turn..=turn]
        }
        _ => ways,
    }
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")))
}
