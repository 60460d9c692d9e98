//! The C reader: what pieces of C compute, where their accesses and fence points stand, and what is refused.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::{Expect, expect};
use fencesmith::diag::Sources;
use fencesmith::frontend::{Failure, ReadOptions, Unit, read};
use fencesmith::ids::FileId;
use fencesmith::ir::{Op, Order, Placement, verify};

#[path = "frontend/machine.rs"]
mod machine;

/// Writes C text to a file and reads it.
fn read_text(text: &str) -> Result<Unit, Failure> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.c");
    std::fs::write(&path, text).unwrap();
    read(&path, &ReadOptions::default())
}

/// What went wrong, as `line:column: message`.
fn complaints(failure: &Failure) -> String {
    let describe = |d: &fencesmith::diag::Diagnostic| match d.span {
        Some(span) => {
            let at = failure.sources.position(span.file, span.start);
            format!("{}:{}: {}\n", at.line, at.column, d.message)
        }
        None => format!("{}\n", d.message),
    };
    failure.diagnostics.iter().map(describe).collect()
}

fn read_ok(text: &str) -> Unit {
    let unit = read_text(text).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
    if let Err(flaws) = verify(&unit.program) {
        panic!("{flaws:?}\n{text}");
    }
    unit
}

/// A file with every fence point marked: `@;` for a statement, `@{ … @}` for braces, `@( … @)` for a comma.
fn marked(unit: &Unit, file: FileId, marks: [&str; 5]) -> String {
    let [statement, open, close, left, right] = marks;
    // At one place the longer text opens first and closes last.
    let mut inserts: Vec<(u32, i64, &str)> = Vec::new();
    for point in &unit.program.points {
        match &point.placement {
            Placement::Statement { at } if at.file == file => inserts.push((at.start, 0, statement)),
            Placement::Braced { body: span } | Placement::Comma { expression: span } if span.file == file => {
                let braced = matches!(point.placement, Placement::Braced { .. });
                let length = i64::from(span.end - span.start);
                let (before, after) = if braced { (open, close) } else { (left, right) };
                inserts.push((span.start, 2_000_000_000 - length, before));
                inserts.push((span.end, length - 2_000_000_000, after));
            }
            _ => {}
        }
    }
    inserts.sort_by_key(|insert| (insert.0, insert.1));
    let text = &unit.sources.file(file).text;
    let (mut out, mut at) = (String::new(), 0);
    for (place, _, mark) in inserts {
        out.push_str(&text[at..place as usize]);
        out.push_str(mark);
        at = place as usize;
    }
    out.push_str(&text[at..]);
    out
}

const MARKS: [&str; 5] = ["@;", "@{", "@}", "@(", "@)"];

fn check_points(text: &str, expected: Expect) {
    let unit = read_ok(text);
    expected.assert_eq(&marked(&unit, FileId(0), MARKS));
}

/// The accesses of a function, as `R x`, `W x`, `U x` (read-modify-write) or `F`, with their orders.
fn accesses(unit: &Unit, function: &str) -> String {
    let program = &unit.program;
    let function = program.function(program.find_function(function).expect("the function is reached"));
    let mut out = String::new();
    for instr in &function.code {
        let (kind, order, site) = match &instr.op {
            Op::Load { order, site, .. } => ('R', *order, Some(*site)),
            Op::Store { order, site, .. } => ('W', *order, Some(*site)),
            Op::Rmw { order, site, .. } => ('U', *order, Some(*site)),
            Op::CompareExchange { success, failure, site, .. } => {
                let text = &program.site(*site).text;
                out.push_str(&format!("C {text} {}/{}\n", success.name(), failure.name()));
                continue;
            }
            Op::CopyMemory { load, store, size, .. } => {
                let (to, from) = (&program.site(*store).text, &program.site(*load).text);
                out.push_str(&format!("copy {to} <- {from}, {size} bytes\n"));
                continue;
            }
            Op::Fence { order } => ('F', *order, None),
            _ => continue,
        };
        let text = site.map_or("", |site| program.site(site).text.as_str());
        let order = if order == Order::Plain { "" } else { order.name() };
        out.push_str(format!("{kind} {text} {order}").trim_end());
        out.push('\n');
    }
    out
}

fn check_accesses(text: &str, expected: Expect) {
    expected.assert_eq(&accesses(&read_ok(text), "main"));
}

fn check_refused(text: &str, expected: Expect) {
    match read_text(text) {
        Ok(_) => panic!("read without complaint:\n{text}"),
        Err(failure) => expected.assert_eq(&complaints(&failure)),
    }
}

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn c_files(below: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(directory(below))
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

fn has_gcc() -> bool {
    let found = Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: there is no gcc");
    }
    found
}

/// Each file of `tests/frontend/computations` computes the same number here and compiled.
#[test]
fn computations_agree_with_gcc() {
    if !has_gcc() {
        return;
    }
    let prelude = std::fs::read_to_string(directory("tests/frontend/computations/prelude.h")).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    for path in c_files("tests/frontend/computations") {
        let text = format!("{prelude}{}", std::fs::read_to_string(&path).unwrap());
        let compiled = scratch.path().join("compiled.c");
        let show = "int main(void) { test(); for (u64 i = 0; i < steps; i++) fprintf(stderr, \"%lu: %lx\\n\", lines[i], values[i]); }";
        std::fs::write(&compiled, format!("{text}{show}\n")).unwrap();
        let program = scratch.path().join("compiled");
        let status = Command::new("gcc").args(["-w", "-O1", "-fwrapv", "-o"]).arg(&program).arg(&compiled).status();
        assert!(status.unwrap().success(), "{}", path.display());
        let output = Command::new(&program).output().unwrap();
        let expected = String::from_utf8(output.stderr).unwrap();

        let unit = read_ok(&format!("{text}int main(void) {{ test(); }}\n"));
        let mut machine = machine::Machine::new(&unit.program);
        assert_eq!(machine.run(), Ok(()), "{}", path.display());
        let count = machine.global("steps", 0);
        let mut computed = String::new();
        for step in 0..count {
            computed += &format!("{}: {:x}\n", machine.global("lines", step), machine.global("values", step));
        }
        for (ours, theirs) in computed.lines().zip(expected.lines()) {
            assert_eq!(ours, theirs, "{}: line and value, ours and gcc's", path.display());
        }
        assert_eq!(computed.lines().count(), expected.lines().count(), "{}", path.display());
    }
}
