//! Single-thread C programs of csmith, a generator that others wrote, whose results gcc's binary defines.
//!
//! In: a seed. Out: a program that asserts what its binary computes. csmith is a Debian package; its programs include a
//! header, `csmith.h` beside this file, that is our own.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// What the programs include.
const HEADER: &str = include_str!("csmith.h");

/// Programs of a size that a check takes about a second for.
const OPTIONS: [&str; 18] = [
    "--no-argc",
    "--concise",
    "--max-funcs",
    "4",
    "--max-block-size",
    "3",
    "--max-block-depth",
    "3",
    "--max-expr-complexity",
    "5",
    "--max-array-len-per-dim",
    "4",
    "--max-array-dim",
    "2",
    "--bitfields",
    "--packed-struct",
    "--no-volatile-pointers",
    "--inline-function",
];

/// A binary that runs for longer than this runs through more loops than anyone unwinds.
const LONGEST_RUN: Duration = Duration::from_millis(50);

/// Whether csmith is installed.
pub fn is_installed() -> bool {
    Command::new("csmith").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The program of a seed with an assertion of its result; `None` if it runs for long.
pub fn program(seed: u64) -> Option<String> {
    let seed = seed.to_string();
    // It leaves a file where it runs.
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut command = Command::new("csmith");
    command.args(["--seed", &seed]).args(OPTIONS).current_dir(directory.path());
    let output = command.output().expect("csmith is installed");
    assert!(output.status.success(), "csmith --seed {seed} failed");
    let text = String::from_utf8(output.stdout).expect("csmith writes ASCII").replace("#include \"csmith.h\"", HEADER);
    let sum = run(&text, directory.path())?;
    Some(format!("#define EXPECTED {sum}UL\n{text}"))
}

fn run(text: &str, directory: &Path) -> Option<String> {
    let (source, binary) = (directory.join("program.c"), directory.join("program"));
    fs::write(&source, text).expect("writable");
    let options = ["-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-w"];
    let gcc = Command::new("gcc").args(options).arg(&source).arg("-o").arg(&binary).output().expect("gcc is installed");
    assert!(gcc.status.success(), "{}", String::from_utf8_lossy(&gcc.stderr));
    let mut child = Command::new(&binary).stdout(std::process::Stdio::piped()).spawn().expect("the binary runs");
    let start = Instant::now();
    loop {
        if child.try_wait().expect("it can be waited for").is_some() {
            break;
        }
        if start.elapsed() > LONGEST_RUN {
            child.kill().expect("it can be killed");
            child.wait().expect("it can be waited for");
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().expect("its output can be read");
    Some(String::from_utf8(output.stdout).expect("digits").trim().to_string()).filter(|sum| !sum.is_empty())
}
