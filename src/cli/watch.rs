//! The watch over a run: its time, its memory, and signals that ask it to end.
//!
//! In: a command, and what it says about itself while it runs: its limits, its phase, and what is to be printed should it
//! have to end without an answer. Out: its answer, or the limit that came first. It must not know what is computed.
//!
//! The command runs on a thread of its own, with a large stack because reading and unfolding recurse with the program,
//! and the first thread watches. When a limit is reached it raises the run's token: whatever asks the token ends by
//! itself and tells what it knows. What does not ask in time is left alone, and the end of the process ends it; so the
//! limits hold in every phase, whatever it is busy with.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use signal_hook::consts::{SIGINT, SIGTERM};

use super::done::Done;
use crate::limits::{Limit, StopToken};
use crate::progress::Phase;

/// How often the watch looks. In this time a program can touch some tens of megabytes.
const LOOK: Duration = Duration::from_millis(10);

/// The stack of the command; only what is used of it takes memory.
pub const STACK_MIB: u64 = 1024;

/// Stacks that are tried where the system does not give so much.
const STACKS: [u64; 3] = [STACK_MIB, 256, 64];

/// How long a computation that is told to end may take to tell what it knows.
const GRACE: Duration = Duration::from_millis(500);

/// What is printed for a command that has to end: made from the limit, the phase and the time it took.
type Otherwise = Box<dyn Fn(Limit, Phase, Duration) -> Done + Send>;

/// What the command and its watch both know.
#[derive(Clone)]
pub struct Watch {
    shared: Arc<Shared>,
}

struct Shared {
    start: Instant,
    stop: StopToken,
    /// Set by a signal.
    asked_to_end: Arc<AtomicBool>,
    told: Mutex<Told>,
}

/// What the command says about itself.
struct Told {
    timeout: Option<Duration>,
    /// In bytes.
    memory: Option<u64>,
    phase: Phase,
    otherwise: Option<Otherwise>,
}

/// How a command ended.
pub enum Watched<T> {
    Answered(T),
    /// It reached this limit and did not answer in time.
    Left(Limit),
}

impl Watch {
    /// A watch that begins now. With `signals`, those that ask a process to end make it tell what it knows instead of
    /// killing it.
    pub fn new(signals: bool) -> Watch {
        let asked_to_end = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM].into_iter().filter(|_| signals) {
            // A signal that cannot be caught does what it always did.
            let _ = signal_hook::flag::register(signal, Arc::clone(&asked_to_end));
        }
        // A file that gets too large is an error of writing it, which is told, and not the end of the process.
        #[cfg(unix)]
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
        let (start, stop) = (Instant::now(), StopToken::default());
        // Whatever a command does, it reads first.
        let phase = Phase::Read;
        let told = Mutex::new(Told { timeout: None, memory: None, phase, otherwise: None });
        Watch { shared: Arc::new(Shared { start, stop, asked_to_end, told }) }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        // A panic elsewhere does not make what was told wrong.
        self.shared.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the limits of the run, counted from its beginning; the memory in MiB.
    pub fn limit(&self, timeout: Option<Duration>, memory: Option<u64>) {
        let mut told = self.told();
        (told.timeout, told.memory) = (timeout, memory.map(|mib| mib.saturating_mul(1 << 20)));
    }

    /// What is to be printed should the command not answer in time.
    pub fn otherwise(&self, otherwise: impl Fn(Limit, Phase, Duration) -> Done + Send + 'static) {
        self.told().otherwise = Some(Box::new(otherwise));
    }

    pub fn set_phase(&self, phase: Phase) {
        self.told().phase = phase;
    }

    /// What the command is doing.
    pub fn phase(&self) -> Phase {
        self.told().phase
    }

    /// What the computations of the command ask whether they may go on.
    pub fn stop(&self) -> StopToken {
        self.shared.stop.until(self.deadline())
    }

    fn deadline(&self) -> Option<Instant> {
        self.told().timeout.and_then(|timeout| self.shared.start.checked_add(timeout))
    }

    /// Runs a command and watches it.
    ///
    /// # Errors
    /// There is no thread to run it on.
    ///
    /// # Panics
    /// When the command does.
    pub fn over<T: Send + 'static>(&self, command: impl FnOnce() -> T + Send + 'static) -> io::Result<Watched<T>> {
        let (sender, receiver) = mpsc::channel();
        // The command is handed over to whichever thread there is.
        let command = Arc::new(Mutex::new(Some(command)));
        let mut started = Err(io::Error::other("no stack was tried"));
        for mib in STACKS {
            let (command, sender) = (Arc::clone(&command), sender.clone());
            let work = move || {
                let command = command.lock().unwrap_or_else(PoisonError::into_inner).take();
                let command = command.expect("one thread takes the command; please report this");
                // Without a listener the process is about to end.
                let _ = sender.send(catch_unwind(AssertUnwindSafe(command)));
            };
            started = thread::Builder::new().stack_size(usize::try_from(mib << 20).unwrap_or(usize::MAX)).spawn(work);
            if started.is_ok() {
                break;
            }
        }
        started?;
        drop(sender);
        let mut ending: Option<Ending> = None;
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(Ok(answer)) => return Ok(Watched::Answered(answer)),
                Ok(Err(panic)) => resume_unwind(panic),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the thread of the command ended without an answer"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            match &ending {
                Some(ending) if Instant::now() >= ending.until || self.is_urgent() => {
                    return Ok(Watched::Left(ending.limit));
                }
                Some(_) => {}
                None => {
                    ending = self.reached().map(|(limit, grace)| {
                        self.shared.stop.raise(limit);
                        Ending { limit, until: Instant::now() + grace }
                    });
                }
            }
        }
    }

    /// The limit that is reached, and how long the command may take from now on to end by itself.
    fn reached(&self) -> Option<(Limit, Duration)> {
        if self.shared.asked_to_end.swap(false, Ordering::Relaxed) {
            return Some((Limit::Interrupt, GRACE));
        }
        let (timeout, memory) = {
            let told = self.told();
            (told.timeout, told.memory)
        };
        if timeout.is_some_and(|timeout| self.shared.start.elapsed() >= timeout) {
            // What is promised is a tenth of the time and a fifth of a second, printing and ending included.
            let share = timeout.map_or(GRACE, |timeout| timeout / 20 + Duration::from_millis(60));
            return Some((Limit::Time, share.min(Duration::from_secs(2))));
        }
        (memory.is_some_and(|most| resident() > most)).then_some((Limit::Memory, GRACE))
    }

    /// Whether there is no time for an answer: somebody asks again, or memory runs out. Where nobody has heard of the limit, as
    /// nobody does who reads a text, nothing but more memory can be expected.
    fn is_urgent(&self) -> bool {
        let most = self.told().memory;
        let over = |most: u64| if self.shared.stop.is_heard() { most / 8 } else { most / 64 };
        self.shared.asked_to_end.load(Ordering::Relaxed)
            || most.is_some_and(|most| resident() > most.saturating_add(over(most)))
    }

    /// What is printed in place of an answer, if the command has said so.
    pub fn last_words(&self, limit: Limit) -> Option<Done> {
        let (phase, elapsed) = (self.phase(), self.shared.start.elapsed());
        self.told().otherwise.take().map(|otherwise| otherwise(limit, phase, elapsed))
    }
}

/// A command that was told to end.
struct Ending {
    limit: Limit,
    /// When it is left alone.
    until: Instant,
}

/// What this process holds in memory, in bytes; 0 where the system does not say.
fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |memory| memory.physical_mem as u64)
}

/// The memory limit without one of the user's, in MiB: what leaves the machine, or the group of processes that this one
/// is in, a quarter of what is free now. None where the system does not say.
pub fn default_memory() -> Option<u64> {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let group = system.cgroup_limits().map(|group| group.free_memory);
    let free = system.available_memory();
    let free = group.map_or(free, |group| group.min(free));
    (free > 0).then_some(free / 4 * 3 / (1 << 20))
}
