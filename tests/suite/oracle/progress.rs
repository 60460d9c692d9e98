//! What a long run says while it goes: how far it is, and how long it will take.
//!
//! Silent unless `FENCESMITH_PROGRESS` is set, as `scripts/differential` does.

use std::cell::Cell;
use std::io::Write;
use std::time::{Duration, Instant};

/// Between two lines.
const PAUSE: Duration = Duration::from_secs(10);

/// The progress of one test.
pub struct Progress {
    name: &'static str,
    total: u32,
    done: Cell<u32>,
    start: Instant,
    said: Cell<Instant>,
    wanted: bool,
}

impl Progress {
    pub fn new(name: &'static str, total: u32) -> Progress {
        let now = Instant::now();
        let wanted = std::env::var_os("FENCESMITH_PROGRESS").is_some();
        Progress { name, total, done: Cell::new(0), start: now, said: Cell::new(now), wanted }
    }

    /// One more case is done. Cases that shrinking tries come on top.
    pub fn step(&self) {
        let done = self.done.get() + 1;
        self.done.set(done);
        if self.wanted && self.said.get().elapsed() >= PAUSE && done <= self.total {
            self.said.set(Instant::now());
            let gone = self.start.elapsed().as_secs_f64();
            let left = gone / f64::from(done) * f64::from(self.total - done);
            let Progress { name, total, .. } = self;
            say(&format!("{name}: {done} of {total} cases, {gone:.0} s gone, about {left:.0} s left"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.wanted {
            let (name, done, gone) = (self.name, self.done.get(), self.start.elapsed().as_secs_f64());
            say(&format!("{name}: {done} cases in {gone:.0} s"));
        }
    }
}

/// Past the test harness, which keeps what the printing macros write.
fn say(line: &str) {
    // That nobody listens is no mistake.
    let _ = writeln!(std::io::stderr(), "{line}");
}
