//! What C means: generated single-thread programs give the tool and a gcc-compiled binary the same result.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::oracle::c_generator::CProgram;
use crate::oracle::progress::Progress;
use crate::oracle::tool::{Engine, Verdict, verdict_of, verdict_within};
use crate::oracle::{csmith, settings};
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

fn draw(runner: &mut TestRunner) -> impl ValueTree<Value = Vec<u32>> + use<> {
    choices().new_tree(runner).expect("nothing is rejected")
}

/// The programs have one meaning: another level of optimisation computes the same.
#[test]
fn generated_programs_are_well_defined() {
    let mut runner = settings::runner("well-defined", 1);
    let mut programs: Vec<_> = (0..settings::cases(60)).map(|_| CProgram::new(&draw(&mut runner).current())).collect();
    programs.extend((0..settings::cases(60)).map(|_| CProgram::floating(&draw(&mut runner).current())));
    assert_eq!(results(&programs, &["-O0"]), results(&programs, &["-O2"]));
}

/// The program with an assertion about what it computes.
fn asserting(program: &CProgram, condition: &str) -> String {
    let (header, text) = (CProgram::header(), program.with_prefix("p_"));
    format!(
        "{header}{text}\nint main(void)\n{{\n    unsigned long sum = p_run();\n    assert({condition});\n    return 0;\n}}\n"
    )
}

/// What is asked about a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Whether it computes anything else than its result.
    Result,
    /// And whether it computes that at all.
    ResultAndEnd,
}

/// What the tool says wrongly about a program whose result is known, if anything.
fn disagreement(program: &CProgram, result: u64, asked: Asked) -> Option<String> {
    let says = |condition: String, expected: Verdict| {
        let verdict = verdict_of(&asserting(program, &condition), "sc");
        (verdict != expected).then(|| format!("the binary computes {result}; `{condition}`: {verdict:?}"))
    };
    let equal = says(format!("sum == {result}UL"), Verdict::Safe);
    match asked {
        Asked::ResultAndEnd if equal.is_none() => says(format!("sum != {result}UL"), Verdict::Violation),
        _ => equal,
    }
}

#[test]
fn the_tool_computes_what_the_binary_computes() {
    agree("sequential", 300, CProgram::new);
}

#[test]
fn the_tool_computes_the_floating_point_of_the_binary() {
    agree("floating", 200, CProgram::floating);
}

fn agree(name: &'static str, cases: u32, make: fn(&[u32]) -> CProgram) {
    let mut runner = settings::runner(name, 1);
    let mut left = settings::cases(cases);
    let mut number = 0;
    let progress = Progress::new(name, left);
    while left > 0 {
        let mut trees: Vec<_> = (0..left.min(100)).map(|_| draw(&mut runner)).collect();
        left -= trees.len() as u32;
        let programs: Vec<_> = trees.iter().map(|tree| make(&tree.current())).collect();
        for ((tree, program), result) in trees.iter_mut().zip(&programs).zip(results(&programs, &["-O1"])) {
            progress.step();
            number += 1;
            // Who loses the end of a program proves anything of it, and does so of many.
            let asked = if settings::is_long() || number % 4 == 0 { Asked::ResultAndEnd } else { Asked::Result };
            if let Some(why) = disagreement(program, result, asked) {
                let (program, why) = shrink(tree, why, make);
                panic!("{why}\nThe smallest program found:\n{}", asserting(&program, "sum == 0"));
            }
        }
    }
}

/// Programs of csmith: what the binary computes is proved, or the tool says why it cannot; it never denies it. Only in long
/// runs, and where csmith is installed.
#[test]
fn csmith_programs_are_never_denied_their_result() {
    if !settings::is_long() || !csmith::is_installed() {
        return;
    }
    let (count, first) = (u64::from(settings::cases(100)), settings::seed() % 1_000_000_000);
    let (mut proved, mut open) = (0, 0);
    for seed in first..first + count {
        let Some(text) = csmith::program(seed) else { continue };
        match verdict_within(&text, "sc", Engine::Check, Duration::from_secs(10)) {
            Verdict::Safe => proved += 1,
            Verdict::Unknown(_) => open += 1,
            Verdict::Violation => panic!("csmith --seed {seed}: the binary's result is denied\n{text}"),
        }
    }
    assert!(proved > open, "of {count} programs of csmith {proved} are proved and {open} are open");
}

/// Makes a program on which tool and binary disagree as small as it gets.
fn shrink(
    tree: &mut impl ValueTree<Value = Vec<u32>>,
    first: String,
    make: fn(&[u32]) -> CProgram,
) -> (CProgram, String) {
    let mut smallest = (make(&tree.current()), first);
    let mut more = tree.simplify();
    for _ in 0..1000 {
        if !more {
            break;
        }
        let program = make(&tree.current());
        let result = results(std::slice::from_ref(&program), &["-O1"])[0];
        more = match disagreement(&program, result, Asked::ResultAndEnd) {
            Some(why) => {
                smallest = (program, why);
                tree.simplify()
            }
            None => tree.complicate(),
        };
    }
    smallest
}
