//! The README's examples are real: each `console` block is run and compared, times aside.
//!
//! With UPDATE_EXPECT=1 in the environment the blocks are rewritten instead.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const OPENING: &str = "```console\n$ fencesmith ";

/// What a command prints on standard output, run in the root of the repository.
fn run(arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_fencesmith"))
        .args(arguments.split_whitespace())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The text with every time, like `0.02 s`, replaced.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| match line.rsplit_once(", ") {
        Some((before, time)) if time.trim_end_matches('.').ends_with(" s") => format!("{before}, some time"),
        _ => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_examples_are_real() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let mut updated = String::new();
    let mut rest = readme.as_str();
    let mut examples = 0;
    while let Some((before, after)) = rest.split_once(OPENING) {
        let (block, after) = after.split_once("```\n").expect("a block ends");
        let (arguments, shown) = block.split_once('\n').expect("a block has a command line");
        let real = run(arguments);
        if std::env::var_os("UPDATE_EXPECT").is_none() {
            assert_eq!(without_times(shown), without_times(&real), "the README's output of `{arguments}`");
        }
        updated.push_str(&format!("{before}{OPENING}{arguments}\n{real}```\n"));
        rest = after;
        examples += 1;
    }
    assert!(examples >= 3, "the README has {examples} examples");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(path, updated + rest).unwrap();
    }
}
