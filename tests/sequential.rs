//! What C means: generated single-thread programs give the tool and a gcc-compiled binary the same result.

mod oracle;

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use oracle::c_generator::CProgram;
use oracle::settings;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// The numbers that a program is made from.
fn choices() -> impl Strategy<Value = Vec<u32>> {
    vec(any::<u32>(), 20..700)
}

/// Compiles the programs as one translation unit and returns what each computes.
fn results(programs: &[CProgram], options: &[&str]) -> Vec<u64> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (source, binary) = (directory.path().join("batch.c"), directory.path().join("batch"));
    let mut text = format!("#include <stdio.h>\n{}", CProgram::header());
    let mut main = String::from("int main(void)\n{\n");
    for (index, program) in programs.iter().enumerate() {
        text.push_str(&program.with_prefix(&format!("p{index}_")));
        let _ = writeln!(main, "    printf(\"%lu\\n\", p{index}_run());");
    }
    fs::write(&source, format!("{text}\n{main}    return 0;\n}}\n")).expect("writable");
    let gcc = Command::new("gcc")
        .args(["-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-w"])
        .args(options)
        .arg(&source)
        .arg("-o")
        .arg(&binary)
        .output()
        .expect("gcc is installed");
    assert!(gcc.status.success(), "{}", String::from_utf8_lossy(&gcc.stderr));
    let run = Command::new(&binary).output().expect("the binary runs");
    assert!(run.status.success(), "the binary ended with {}: {}", run.status, String::from_utf8_lossy(&run.stderr));
    let output = String::from_utf8(run.stdout).expect("digits");
    output.lines().map(|line| line.parse().expect("a number")).collect()
}

fn draw(runner: &mut TestRunner) -> impl ValueTree<Value = Vec<u32>> {
    choices().new_tree(runner).expect("nothing is rejected")
}

/// The programs have one meaning: another level of optimisation computes the same.
#[test]
fn generated_programs_are_well_defined() {
    let mut runner = settings::runner("well-defined", 1);
    let programs: Vec<_> = (0..settings::cases(60)).map(|_| CProgram::new(&draw(&mut runner).current())).collect();
    assert_eq!(results(&programs, &["-O0"]), results(&programs, &["-O2"]));
}
