//! Processes that tests start, look at and end.

use std::fs;
use std::process::{Child, Command};

/// The processes that a process has started.
pub fn children(parent: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap() {
        let name = entry.unwrap().file_name();
        let Ok(process) = name.to_string_lossy().parse::<u32>() else { continue };
        let Ok(text) = fs::read_to_string(format!("/proc/{process}/stat")) else { continue };
        // The name in parentheses may hold anything; the parent is the second field behind it.
        let after = text.rsplit_once(')').map_or("", |(_, after)| after);
        if after.split_whitespace().nth(1).and_then(|field| field.parse().ok()) == Some(parent) {
            found.push(process);
        }
    }
    found
}

pub fn kill(process: u32) {
    assert!(Command::new("kill").args(["-9", &process.to_string()]).status().unwrap().success());
}

/// A process that ends with its test.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
