//! Programs compiled by gcc against the store-buffer machine, many in one binary, and the binary as a partner.
//!
//! In: C texts whose names have a prefix of their own each. Out: for each request (a program, a model, fences at points) all
//! that the program can end in. What C means is what gcc makes of it; the machine is `runtime/`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// A memory model of the machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Model {
    Sc,
    Tso,
    Pso,
}

impl Model {
    pub const ALL: [Model; 3] = [Model::Sc, Model::Tso, Model::Pso];

    /// The name of the tool's file.
    pub fn name(self) -> &'static str {
        ["sc", "tso", "pso"][self as usize]
    }
}

/// A fence that the machine can put at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenceKind {
    Full = 1,
    StoreStore = 2,
}

/// A text for the machine.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its `main` is called `<prefix>main`.
    pub prefix: String,
    pub text: String,
    pub private_main: bool,
}

/// All that a program can do under a model.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Report {
    pub states: u32,
    /// There were more states than allowed; nothing else is known.
    pub capped: bool,
    /// Some execution fails an assertion, or touches memory that is not there.
    pub violated: bool,
    /// What was observed at the end, over all executions.
    pub ends: BTreeSet<Vec<i64>>,
}

/// The compiled machine, once for all batches of a process.
struct Runtime {
    _directory: TempDir,
    objects: Vec<PathBuf>,
}

const PARTS: [&str; 7] = ["buffers", "coroutine", "hooks", "main", "search", "state", "threads"];

/// Where the machine's text is.
fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native/runtime")
}

fn gcc(options: &[&str], files: &[&Path], output: &Path) {
    let run = Command::new("gcc").args(options).args(files).arg("-o").arg(output).output();
    let run = run.unwrap_or_else(|error| panic!("the native oracle needs gcc, which cannot be started: {error}"));
    assert!(run.status.success(), "gcc does not compile {files:?}:\n{}", String::from_utf8_lossy(&run.stderr));
}

fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let compile = |part: &&str| {
            let object = directory.path().join(format!("{part}.o"));
            let source = sources().join(format!("{part}.c"));
            let options =
                ["-std=gnu11", "-O2", "-fno-omit-frame-pointer", "-fno-pie", "-Wall", "-Wextra", "-Werror", "-c"];
            gcc(&options, &[&source], &object);
            object
        };
        let objects = PARTS.iter().map(compile).collect();
        Runtime { _directory: directory, objects }
    })
}

/// Compiled programs, waiting for requests.
pub struct Batch {
    _directory: TempDir,
    texts: Vec<String>,
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Batch {
    pub fn compile(programs: &[Source]) -> Batch {
        let runtime = runtime();
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = |name: &str| directory.path().join(name);
        let (source, object, binary) = (path("batch.c"), path("batch.o"), path("batch"));
        fs::write(&source, text(programs)).expect("writable");
        // Without optimisation every access happens as it is written; the sanitiser's calls announce each.
        let options = [
            "-std=gnu11",
            "-O0",
            "-w",
            "-fmax-errors=3",
            "-fwrapv",
            "-fno-strict-aliasing",
            "-fsanitize=thread",
            "-fno-toplevel-reorder",
            "-fno-zero-initialized-in-bss",
            "-fno-common",
            "-fno-pie",
            "-c",
        ];
        gcc(&options, &[&source], &object);
        let objects: Vec<&Path> = std::iter::once(&object).chain(&runtime.objects).map(PathBuf::as_path).collect();
        gcc(&["-no-pie"], &objects, &binary);
        let mut child = Command::new(&binary)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("what gcc has made can be started");
        let requests = child.stdin.take().expect("it is a pipe");
        let answers = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let texts = programs.iter().map(|program| program.text.clone()).collect();
        Batch { _directory: directory, texts, child, requests, answers }
    }

    /// All that a program can do with fences at some of its points; at most `limit` states are visited.
    pub fn ask(&mut self, program: usize, model: Model, limit: u32, fences: &[(usize, FenceKind)]) -> Report {
        let fences: String = fences.iter().map(|(point, kind)| format!(" {point}:{}", *kind as u32)).collect();
        writeln!(self.requests, "{program} {} {limit}{fences}", model as u32).expect("the machine listens");
        self.requests.flush().expect("the machine listens");
        let mut report = Report::default();
        loop {
            let mut line = String::new();
            self.answers.read_line(&mut line).expect("the machine answers");
            let mut words = line.split_whitespace();
            match words.next() {
                Some("saw") => {
                    report.ends.insert(words.map(|word| word.parse().expect("a number")).collect());
                }
                Some("end") => {
                    let mut number = || words.next().and_then(|word| word.parse().ok()).expect("a number");
                    report.states = number();
                    report.capped = number() != 0;
                    report.violated = number() != 0;
                    return report;
                }
                _ => {
                    let text = &self.texts[program];
                    panic!("the machine cannot run a program under {}: {line}\n{text}", model.name());
                }
            }
        }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        // It is killed if it is still at work; that it is no more is no mistake.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One translation unit of all programs, each between the marks of its variables.
fn text(programs: &[Source]) -> String {
    let mut out = format!("#include \"{}\"\n", sources().join("shim.h").display());
    let mut table = String::new();
    for Source { prefix, text, private_main } in programs {
        let text = text.replace("int main(void)", &format!("int {prefix}main(void)"));
        let _ = write!(
            out,
            "char {prefix}begin_1[64] = {{ 1 }}, {prefix}begin_2[64];\n{text}\nchar {prefix}end_1[1] = {{ 1 }}, {prefix}end_2[1];\n"
        );
        let _ = writeln!(
            table,
            "    {{ {prefix}main, {{ {{ {prefix}begin_1, {prefix}end_1 }}, {{ {prefix}begin_2, {prefix}end_2 }} }}, {private_main} }},"
        );
    }
    let count = programs.len();
    let _ =
        write!(out, "const struct program programs[] = {{\n{table}}};\nconst unsigned number_of_programs = {count};\n");
    out
}
