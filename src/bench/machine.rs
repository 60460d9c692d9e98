//! Where something was measured, and which version of this program measured it.
//!
//! In: the running system. Out: plain data. Nothing here may fail: what the system does not tell is absent.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

/// The computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    pub cores: usize,
    /// Main memory in MiB.
    pub memory: Option<u64>,
    pub cpu: Option<String>,
}

impl Machine {
    pub fn here() -> Machine {
        let field = |path: &str, name: &str| {
            let text = std::fs::read_to_string(path).ok()?;
            let line = text.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once(':')?.1.trim().to_string())
        };
        let kib = |text: String| text.split_whitespace().next()?.parse::<u64>().ok();
        Machine {
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            memory: field("/proc/meminfo", "MemTotal").and_then(kib).map(|kib| kib / 1024),
            cpu: field("/proc/cpuinfo", "model name"),
        }
    }
}

/// The commit of the sources that the program was built from, where they are still there and git can tell; a change
/// that is not committed is marked.
pub fn commit() -> Option<String> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        let output = command.args(arguments).current_dir(sources).stderr(Stdio::null()).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_string())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", "src", "Cargo.toml", "Cargo.lock"])?;
    Some(if changed.is_empty() { commit } else { format!("{commit}+changes") })
}
