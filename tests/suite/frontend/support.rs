//! What the tests of the C reader share: reading text, and saying what came out.

use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::Expect;
use fencesmith::frontend::{Failure, Preprocessing, ReadOptions, Unit, read};
use fencesmith::ids::FileId;
use fencesmith::ir::{Callee, Function, Op, Order, Placement, Program, verify};

/// Writes C text to a file and reads it.
pub fn read_text(text: &str) -> Result<Unit, Failure> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.c");
    std::fs::write(&path, text).unwrap();
    read(&path, &ReadOptions::default())
}

/// What went wrong, as `line:column: message`.
pub fn complaints(failure: &Failure) -> String {
    let describe = |d: &fencesmith::diag::Diagnostic| match d.span {
        Some(span) => {
            let at = failure.sources.position(span.file, span.start);
            format!("{}:{}: {}\n", at.line, at.column, d.message)
        }
        None => format!("{}\n", d.message),
    };
    failure.diagnostics.iter().map(describe).collect()
}

pub fn read_ok(text: &str) -> Unit {
    let unit = read_text(text).unwrap_or_else(|failure| panic!("{}", complaints(&failure)));
    if let Err(flaws) = verify(&unit.program) {
        panic!("{flaws:?}\n{text}");
    }
    unit
}

/// A file with every fence point marked: `@;` for a statement, `@{ … @}` for braces, `@[ … @]` for braces with the fence at the end,
/// `@( … @)` for a comma, `… @,` for a comma behind.
pub fn marked(unit: &Unit, file: FileId, marks: [&str; 8]) -> String {
    let [statement, open, close, left, right, opens, closes, behind] = marks;
    // At one place the longer text opens first and closes last.
    let mut inserts: Vec<(u32, i64, &str)> = Vec::new();
    for point in &unit.program.points {
        match &point.placement {
            Placement::Statement { at } if at.file == file => inserts.push((at.start, 0, statement)),
            Placement::CommaEnd { expression } if expression.file == file => {
                inserts.push((expression.end, i64::from(expression.end - expression.start) - 2_000_000_000, behind));
            }
            Placement::Braced { body: span }
            | Placement::BracedEnd { body: span }
            | Placement::Comma { expression: span }
                if span.file == file =>
            {
                // What is enclosed twice: the fence at the end is the inner one.
                let (length, before, after) = match point.placement {
                    Placement::Braced { .. } => (i64::from(span.end - span.start), open, close),
                    Placement::BracedEnd { .. } => (i64::from(span.end - span.start) - 1, opens, closes),
                    _ => (i64::from(span.end - span.start), left, right),
                };
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
        // A directive has its line for itself.
        if text[place as usize..].starts_with('#') {
            out.push('\n');
        }
        at = place as usize;
    }
    out.push_str(&text[at..]);
    out
}

pub const MARKS: [&str; 8] = ["@;", "@{", "@}", "@(", "@)", "@[", "@]", "@,"];

pub fn check_points(text: &str, expected: Expect) {
    let unit = read_ok(text);
    expected.assert_eq(&marked(&unit, FileId(0), MARKS));
}

fn named<'p>(program: &'p Program, name: &str) -> &'p Function {
    program.functions.iter().find(|function| function.name == name).expect("the function is reached")
}

/// The accesses of a function, as `R x`, `W x`, `U x` (read-modify-write) or `F`, with their orders.
pub fn accesses(unit: &Unit, function: &str) -> String {
    let program = &unit.program;
    let function = named(program, function);
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
                let fencesmith::ir::Operand::Const { bits, .. } = size else { panic!("a constant size") };
                out.push_str(&format!("copy {to} <- {from}, {bits} bytes\n"));
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

pub fn check_accesses(text: &str, expected: Expect) {
    expected.assert_eq(&accesses(&read_ok(text), "main"));
}

pub fn check_refused(text: &str, expected: Expect) {
    match read_text(text) {
        Ok(_) => panic!("read without complaint:\n{text}"),
        Err(failure) => expected.assert_eq(&complaints(&failure)),
    }
}

pub fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

pub fn c_files(below: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(directory(below))
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

pub fn has_gcc() -> bool {
    let found = Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: there is no gcc");
    }
    found
}

/// The instructions of a function without registers and places, one word each.
pub fn outline(unit: &Unit, function: &str) -> String {
    let function = named(&unit.program, function);
    let mut out = String::new();
    for instr in &function.code {
        let word = match &instr.op {
            Op::Nondet { dst } => format!("nondet {}", function.width(*dst)),
            Op::Call { callee, .. } => match callee {
                Callee::Direct(id) => format!("call {}", unit.program.function(*id).name),
                Callee::Indirect(_) => "call *".to_string(),
            },
            Op::Assume { .. } => "assume".to_string(),
            Op::Assert { property, message, .. } => format!("assert {property:?} {message:?}"),
            Op::Spawn { .. } => "spawn".to_string(),
            Op::Join { dst, .. } => if dst.is_some() { "join to" } else { "join" }.to_string(),
            Op::ExitThread { .. } => "exit".to_string(),
            Op::Lock { .. } => "lock".to_string(),
            Op::TryLock { .. } => "trylock".to_string(),
            Op::TimedLock { .. } => "timedlock".to_string(),
            Op::Unlock { .. } => "unlock".to_string(),
            Op::SpinUnlock { .. } => "spin unlock".to_string(),
            Op::LockInit { .. } => "mutex".to_string(),
            Op::LockDestroy { .. } => "no lock".to_string(),
            Op::Detach { .. } => "detach".to_string(),
            Op::CurrentThread { .. } => "current".to_string(),
            Op::ThreadNumber { .. } => "number".to_string(),
            Op::BarrierInit { .. } => "barrier".to_string(),
            Op::BarrierWait { dst, .. } => if dst.is_some() { "wait to" } else { "wait" }.to_string(),
            Op::BarrierDestroy { .. } => "no barrier".to_string(),
            Op::AtomicBegin => "{".to_string(),
            Op::AtomicEnd => "}".to_string(),
            Op::Allocate { storage, .. } => format!("allocate {storage:?}"),
            Op::Free { .. } => "free".to_string(),
            Op::EndLifetime { .. } => "end".to_string(),
            Op::EndLifetimes { of, .. } => format!("end {}", of.name()),
            Op::Return(_) => "return".to_string(),
            _ => continue,
        };
        out.push_str(&word);
        out.push('\n');
    }
    out
}

pub fn check_outline(text: &str, function: &str, expected: Expect) {
    expected.assert_eq(&outline(&read_ok(text), function));
}

/// What the header comment of a benchmark says about how it is read: a line `// options: -DNAME=VALUE …`.
pub fn options_of(path: &Path) -> ReadOptions {
    let text = std::fs::read_to_string(path).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("// options:")).unwrap_or("");
    let defines = line.split_whitespace().filter_map(|word| word.strip_prefix("-D")).map(|define| {
        let (name, value) = define.split_once('=').map_or((define, None), |(name, value)| (name, Some(value)));
        (name.to_string(), value.map(str::to_string))
    });
    let include_dirs = vec![path.parent().unwrap().to_path_buf()];
    let preprocessing = Preprocessing { defines: defines.collect(), include_dirs, ..Preprocessing::default() };
    ReadOptions { preprocessing, ..ReadOptions::default() }
}

/// The benchmarks; those on Concurrency Kit only where its headers are.
pub fn benchmarks() -> Vec<PathBuf> {
    let mut files = c_files("benchmarks");
    assert!(!files.is_empty());
    if !Path::new("/usr/include/ck_spinlock.h").exists() {
        eprintln!("skipped: Concurrency Kit is not installed (libck-dev)");
        files.retain(|path| !path.parent().unwrap().ends_with("ck"));
    }
    files
}
