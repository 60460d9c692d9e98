//! A process under limits of time and memory that really hold.
//!
//! In: a command and limits. Out: what it wrote and how it ended. It must not know what the process computes.
//!
//! Time: the process is killed when it is over, whatever it is doing. Memory: the process limits its own when it starts
//! ([`MemoryLimit`]), so an allocation beyond it fails and ends the process. When the parent ends, the processes that it
//! started are ended by the system ([`end_with_parent`]).

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::frontend;
use crate::limits::StopToken;
use crate::progress::{Observer, Phase};

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    /// It was killed because its time was over.
    TimeOut,
    /// An allocation failed.
    OutOfMemory,
    /// Somebody asked it to end, as the terminal does at Ctrl-C.
    Interrupted,
    /// Something else killed it.
    Signal(i32),
    /// It was killed because the whole run ends.
    Stopped,
}

/// What is known of a process that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    pub end: End,
    pub stdout: String,
    pub stderr: String,
    pub elapsed: Duration,
    /// In KiB, as last seen.
    pub peak_memory: Option<u64>,
}

/// What Rust says when an allocation fails.
const NO_MEMORY: &str = "memory allocation of ";

/// Runs a command. It is killed after `limit`, and when `stop` is raised.
///
/// # Errors
/// It cannot be started.
pub fn run(command: &mut Command, limit: Duration, stop: &StopToken) -> std::io::Result<Ended> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let mut peak_memory = None;
    let mut nap = Duration::from_millis(1);
    let mut forced = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        peak_memory = peak_memory_of(&child.id().to_string()).or(peak_memory);
        forced = match start.elapsed() >= limit {
            _ if stop.is_reached() => Some(End::Stopped),
            true => Some(End::TimeOut),
            false => None,
        };
        if forced.is_some() {
            break end(&mut child)?;
        }
        // Short jobs should not wait for us, long ones should not be watched all the time.
        thread::sleep(nap.min(limit.saturating_sub(start.elapsed())).max(Duration::from_millis(1)));
        nap = (nap * 2).min(Duration::from_millis(50));
    };
    let elapsed = start.elapsed();
    let text = |reader: thread::JoinHandle<String>| reader.join().unwrap_or_default();
    let (stdout, stderr) = (text(stdout), text(stderr));
    let end = forced.unwrap_or_else(|| how(status, &stderr));
    Ok(Ended { end, stdout, stderr, elapsed, peak_memory })
}

fn end(child: &mut Child) -> std::io::Result<ExitStatus> {
    // It may have ended by itself meanwhile; then there is nothing to kill.
    let _ = child.kill();
    child.wait()
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is all there is.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn how(status: ExitStatus, stderr: &str) -> End {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, _) if stderr.contains(NO_MEMORY) => End::OutOfMemory,
        (None, Some(signal)) if is_request(signal) => End::Interrupted,
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

fn is_request(signal: i32) -> bool {
    use nix::sys::signal::Signal;
    [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter().any(|known| known as i32 == signal)
}

/// The largest resident size of a process so far, in KiB, where the system tells it.
fn peak_memory_of(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The largest resident size of this process so far, in KiB.
pub fn own_peak_memory() -> Option<u64> {
    peak_memory_of("self")
}

/// The processor time of this process so far.
pub fn own_cpu_seconds() -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Some(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// What the C reader reserves for its stack, and hardly uses, in MiB.
const READING: u64 = frontend::STACK_MIB as u64;

/// The memory limit of this process.
///
/// Linux counts in `RLIMIT_DATA` whatever a process may write; address space that is only reserved is none of it, but a
/// stack is, used or not. So the limit is wider while C is read.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimit {
    /// What is computed with, and the stack it is computed on.
    mib: u64,
}

impl MemoryLimit {
    /// Sets the limit for reading; `stack` is what the process has reserved for its stack before.
    ///
    /// # Errors
    /// What the system says against it.
    pub fn new(mib: u64, stack: u64) -> Result<MemoryLimit, String> {
        let mib = mib.saturating_add(stack);
        MemoryLimit::set(mib.saturating_add(READING))?;
        Ok(MemoryLimit { mib })
    }

    fn set(mib: u64) -> Result<(), String> {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        let resource = if cfg!(target_os = "linux") { Resource::RLIMIT_DATA } else { Resource::RLIMIT_AS };
        let (_, hard) = getrlimit(resource).map_err(|error| error.to_string())?;
        let bytes = mib.saturating_mul(1024 * 1024).min(hard);
        setrlimit(resource, bytes, hard).map_err(|error| error.to_string())
    }
}

/// The end of the reading narrows the limit.
impl Observer for MemoryLimit {
    fn phase(&mut self, phase: Phase) {
        if phase != Phase::Read {
            MemoryLimit::set(self.mib).expect("a limit that was set can be made narrower; please report this");
        }
    }
}

/// From now on this process is killed when its parent ends, where the system can do that. False when `parent` has ended
/// before: the system tells the end of a parent only to those who have asked already.
#[must_use]
pub fn end_with_parent(parent: Option<u32>) -> bool {
    #[cfg(target_os = "linux")]
    {
        // Without it an interrupted run leaves workers behind until their time is over; nothing worse.
        let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
    }
    parent.is_none_or(|parent| std::os::unix::process::parent_id() == parent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limit;

    fn shell(script: &str, milliseconds: u64) -> Ended {
        let stop = StopToken::default();
        let mut command = Command::new("sh");
        run(command.args(["-c", script]), Duration::from_millis(milliseconds), &stop).unwrap()
    }

    #[test]
    fn ends_are_told_apart() {
        let long = 60_000;
        assert_eq!(shell("echo out; echo err >&2; exit 3", long).end, End::Exit(3));
        assert_eq!(shell("kill -9 $$", long).end, End::Signal(9));
        assert_eq!(shell("kill -2 $$", long).end, End::Interrupted);
        assert_eq!(shell("echo memory allocation of 8 bytes failed >&2; kill -6 $$", long).end, End::OutOfMemory);
        assert_eq!(shell("kill -6 $$", long).end, End::Signal(6));
    }

    #[test]
    fn what_it_wrote_is_kept_even_when_it_is_killed() {
        let ended = shell("echo out; echo err >&2; exec sleep 1000", 300);
        assert_eq!((ended.end, ended.stdout.as_str(), ended.stderr.as_str()), (End::TimeOut, "out\n", "err\n"));
        assert!(ended.elapsed >= Duration::from_millis(300));
    }

    #[test]
    fn more_output_than_a_pipe_holds_blocks_nothing() {
        let ended = shell("head -c 1000000 /dev/zero | tr '\\0' x", 60_000);
        assert_eq!((ended.end, ended.stdout.len()), (End::Exit(0), 1_000_000));
    }

    #[test]
    fn a_run_that_stops_takes_its_processes_along() {
        let stop = StopToken::default();
        stop.raise(Limit::Interrupt);
        let ended = run(Command::new("sleep").arg("1000"), Duration::from_secs(1000), &stop).unwrap();
        assert_eq!(ended.end, End::Stopped);
    }
}
