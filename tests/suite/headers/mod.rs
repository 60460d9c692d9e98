//! What a C program says about itself in the comment lines at its top; `benchmarks/README.md` and `tests/c/README.md`
//! explain them. And the small pool in which the tests of all programs run.
//!
//! Each test binary uses its own part of this.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use fencesmith::diag::Sources;
use fencesmith::drive::{Failure, Request};
use fencesmith::frontend::{Further, Preprocessing, WeakExchange};
use fencesmith::ir::{Checked, Concern};
use fencesmith::model::Model;

/// How long one check may take before it counts as failed. Far beyond what any takes, so that a busy machine changes
/// no result.
pub const TIMEOUT: Duration = Duration::from_secs(120);

/// How many programs are worked on at the same time.
const WORKERS: usize = 2;

/// The models that the lines name.
pub const MODELS: [&str; 3] = ["sc", "tso", "pso"];

/// Models of users: files below `tests/models` that say nothing of read-modify-writes, or say things in unusual ways.
pub const OWN_MODELS: [&str; 3] = ["rmo", "armv8", "stubborn"];

/// The models of processors and languages that relax more.
pub const WEAK_MODELS: [&str; 4] = ["rc11", "arm8", "riscv", "power"];

/// Those between language and processor, of older processors, and of machines at fault.
pub const FURTHER_MODELS: [&str; 5] = ["imm", "arm7", "weak", "cortex-a9", "nofence"];

/// That of a kernel, whose own tests say elsewhere what it means.
pub const KERNEL_MODELS: [&str; 1] = ["lkmm"];

fn is_model(name: &str) -> bool {
    MODELS.contains(&name)
        || KERNEL_MODELS.contains(&name)
        || FURTHER_MODELS.contains(&name)
        || WEAK_MODELS.contains(&name)
        || OWN_MODELS.contains(&name)
}

/// A model by its name in the headers, or a built-in one by its own. It is read once, since what is found out of it when somebody asks
/// is known to all copies of one that was read.
pub fn model(name: &str) -> Model {
    static READ: LazyLock<Mutex<BTreeMap<String, Model>>> = LazyLock::new(Mutex::default);
    let known = || READ.lock().expect("nobody panics with the models");
    if let Some(model) = known().get(name) {
        return model.clone();
    }
    let path = root().join("tests/models").join(format!("{name}.toml")).display().to_string();
    let found = if OWN_MODELS.contains(&name) { path.as_str() } else { name };
    let model = Model::find(found, &mut Sources::default()).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
    // Who came first has perhaps found out something already.
    known().entry(name.to_string()).or_insert(model).clone()
}

/// The least numbers of fence points and of statement pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub fences: usize,
    pub pairs: usize,
}

/// What is expected of `suggest`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Models with their sizes.
    Sizes(Vec<(String, Sizes)>),
    /// No fence can help.
    None,
}

/// A diagnostic that must be among those of a refusal.
#[derive(Clone, Debug)]
pub struct Complaint {
    /// Line and column, unless there is no place to name.
    pub place: Option<(u32, u32)>,
    /// A part of the message.
    pub text: String,
}

/// What a header says of the program with an order that is too weak.
#[derive(Clone, Debug)]
pub struct Weak {
    pub options: Vec<String>,
    pub verdicts: Vec<(String, bool)>,
}

/// A program with what its header says.
#[derive(Clone, Debug)]
pub struct Program {
    pub path: PathBuf,
    /// Model names with whether the program is safe under them.
    pub verdicts: Vec<(String, bool)>,
    /// The same with an order that is too weak, and the options that show it.
    pub weak: Option<Weak>,
    pub repair: Option<Repair>,
    pub error: Option<Complaint>,
    pub property: Option<String>,
    pub unwind: Option<u32>,
    pub options: Vec<String>,
    /// What is looked for.
    pub checked: Checked,
}

impl Program {
    /// The program with the order that is too weak, where its header tells of one.
    pub fn weakened(&self) -> Option<Program> {
        let Weak { options, verdicts } = self.weak.clone()?;
        let options = self.options.iter().cloned().chain(["-DWEAK".to_string()]).chain(options).collect();
        Some(Program { options, verdicts, weak: None, ..self.clone() })
    }

    /// The path from the root of the repository.
    pub fn name(&self) -> String {
        self.path.strip_prefix(root()).unwrap_or(&self.path).display().to_string()
    }

    /// Whether the program is expected to be safe under a model, where anything is expected.
    pub fn safe(&self, model: &str) -> Option<bool> {
        self.verdicts.iter().find(|(name, _)| name == model).map(|(_, safe)| *safe)
    }

    /// The sizes of the least repair under a model, where they are known.
    pub fn sizes(&self, model: &str) -> Option<Sizes> {
        match &self.repair {
            Some(Repair::Sizes(all)) => all.iter().find(|(name, _)| name == model).map(|(_, sizes)| *sizes),
            _ => None,
        }
    }

    /// Safe under SC and wrong under this model, and so to be repaired.
    pub fn repairable(&self, model: &str) -> bool {
        self.safe("sc") == Some(true) && self.safe(model) == Some(false)
    }

    /// A request for the program under a model, with the options of its header.
    pub fn request(&self, model: &str) -> Request {
        let mut request = Request::new(&self.path, self::model(model));
        request.timeout = Some(TIMEOUT);
        request.unwinding.fixed = self.unwind;
        request.read.checked = self.checked;
        for option in &self.options {
            if let Some(define) = option.strip_prefix("-D") {
                let (name, value) = match define.split_once('=') {
                    Some((name, value)) => (name, Some(value.to_string())),
                    None => (define, None),
                };
                request.read.preprocessing.defines.push((name.to_string(), value));
            } else if let Some(directory) = option.strip_prefix("-I") {
                request.read.preprocessing.include_dirs.push(root().join(directory));
            } else if let Some(standard) = option.strip_prefix("-std=") {
                request.read.preprocessing.standard = Some(standard.to_string());
            } else if option == "--spurious-failures" {
                request.read.weak_exchange = WeakExchange::MayFail;
            } else if !option.starts_with('-') {
                let path = root().join(option);
                request.read.further.push(Further { path, preprocessing: Preprocessing::default() });
            } else {
                panic!("{}: the tests do not know the option {option}", self.name());
            }
        }
        for unit in &mut request.read.further {
            unit.preprocessing = request.read.preprocessing.clone();
        }
        request
    }
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The C programs below these folders, in the order of their names. Those for Concurrency Kit are left out, with a
/// message, where its headers are not installed; and those whose path does not contain `FENCESMITH_PROGRAMS`, where that is set, which is
/// for whoever works on a few of them.
pub fn programs(folders: &[&str]) -> Vec<Program> {
    let kit = Path::new("/usr/include/ck_spinlock.h").exists();
    let wanted = std::env::var("FENCESMITH_PROGRAMS").unwrap_or_default();
    let mut found = Vec::new();
    let mut skipped = 0;
    for folder in folders {
        let mut paths: Vec<PathBuf> = walkdir::WalkDir::new(root().join(folder))
            .into_iter()
            .map(|entry| entry.expect("the folder can be read").into_path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
            .collect();
        paths.sort();
        assert!(!paths.is_empty(), "there are no programs in {folder}");
        for path in paths.into_iter().filter(|path| path.to_string_lossy().contains(&wanted)) {
            if path.starts_with(root().join("benchmarks/ck")) && !kit {
                skipped += 1;
            } else {
                found.push(parse(path));
            }
        }
    }
    if skipped > 0 {
        eprintln!("skipped: {skipped} programs of benchmarks/ck, as Concurrency Kit (libck-dev) is not installed");
    }
    found
}

/// Reads the header of a program. Lines that cannot be understood are a failure of the test, not an absent
/// expectation.
fn parse(path: PathBuf) -> Program {
    let bytes = std::fs::read(&path).expect("the program can be read");
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    if let Ok(beside) = std::fs::read_to_string(path.with_extension("expected")) {
        text = beside;
    }
    let shown = path.display().to_string();
    let mut program = Program {
        path,
        verdicts: Vec::new(),
        weak: None,
        repair: None,
        error: None,
        property: None,
        unwind: None,
        options: Vec::new(),
        checked: Checked::default(),
    };
    for line in text.lines().take_while(|line| line.starts_with("//")) {
        let Some((key, value)) = line.strip_prefix("// ").and_then(|rest| rest.split_once(": ")) else { continue };
        let value = value.trim();
        match key {
            "verdict" => program.verdicts = value.split(", ").map(|item| verdict(item, &shown)).collect(),
            "weak" => {
                let (options, verdicts) = value.split_once(": ").unwrap_or(("", value));
                let options = options.split_whitespace().map(str::to_string).collect();
                let verdicts = verdicts.split(", ").map(|item| verdict(item, &shown)).collect();
                program.weak = Some(Weak { options, verdicts });
            }
            "repair" if value == "none" => program.repair = Some(Repair::None),
            "repair" => {
                program.repair = Some(Repair::Sizes(value.split(", ").map(|item| sizes(item, &shown)).collect()));
            }
            "error" => program.error = Some(complaint(value)),
            "property" => program.property = Some(value.to_string()),
            "unwind" => program.unwind = Some(value.parse().unwrap_or_else(|_| panic!("{shown}: unwind: {value}"))),
            "checked" => {
                let concern = |name| Concern::from_name(name).unwrap_or_else(|| panic!("{shown}: checked: {name}"));
                program.checked = value.split(", ").map(concern).collect();
            }
            "options" => program.options = value.split_whitespace().map(str::to_string).collect(),
            _ => {}
        }
    }
    program
}

fn verdict(item: &str, shown: &str) -> (String, bool) {
    match item.split_whitespace().collect::<Vec<_>>()[..] {
        [model, "safe"] if is_model(model) => (model.to_string(), true),
        [model, "violation"] if is_model(model) => (model.to_string(), false),
        _ => panic!("{shown}: the verdict `{item}` is not `MODEL safe` or `MODEL violation`"),
    }
}

fn sizes(item: &str, shown: &str) -> (String, Sizes) {
    let words: Vec<&str> = item.split_whitespace().collect();
    if let [model, fences, "fence" | "fences", pairs, "pair" | "pairs"] = words[..]
        && MODELS.contains(&model)
        && let (Ok(fences), Ok(pairs)) = (fences.parse(), pairs.parse())
    {
        return (model.to_string(), Sizes { fences, pairs });
    }
    panic!("{shown}: the repair `{item}` is not `MODEL N fences M pairs`");
}

fn complaint(value: &str) -> Complaint {
    let placed = value.split_once(' ').and_then(|(place, text)| {
        let (line, column) = place.split_once(':')?;
        Some((line.parse().ok()?, column.parse().ok()?, text))
    });
    match placed {
        Some((line, column, text)) => Complaint { place: Some((line, column)), text: text.to_string() },
        None => Complaint { place: None, text: value.to_string() },
    }
}

/// What went wrong, as `line:column: message`, one to a line.
pub fn complaints(failure: &Failure) -> Vec<String> {
    let describe = |d: &fencesmith::diag::Diagnostic| match d.span {
        Some(span) => format!("{}: {}", failure.sources.describe(span), d.message),
        None => d.message.clone(),
    };
    failure.diagnostics.iter().map(describe).collect()
}

/// Does the work for each item in a few threads, and panics with all that went wrong. A panic within the work is one
/// more thing that went wrong, so that it hides no other.
pub fn for_each<T: Sync>(items: &[T], name: impl Fn(&T) -> String + Sync, work: impl Fn(&T) -> Vec<String> + Sync) {
    let next = AtomicUsize::new(0);
    let wrong: Mutex<Vec<(usize, String)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            let spawned = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { return };
                    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(item)));
                    let found = caught.unwrap_or_else(|panic| vec![format!("panicked: {}", said(&*panic))]);
                    let mut wrong = wrong.lock().expect("no thread panics with the lock");
                    wrong.extend(found.into_iter().map(|line| (index, format!("{}: {line}", name(item)))));
                }
            });
            spawned.expect("a thread can be started");
        }
    });
    let mut wrong = wrong.into_inner().expect("no thread panics with the lock");
    wrong.sort();
    let lines: Vec<String> = wrong.into_iter().map(|(_, line)| line).collect();
    assert!(lines.is_empty(), "{} wrong:\n{}", lines.len(), lines.join("\n"));
}

fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_else(|| "no message".to_string())
}

/// What a compiler says of a text with all its usual warnings.
pub fn warnings(text: &str) -> String {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("program.c");
    std::fs::write(&path, text).expect("writable");
    let options = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-c", "-o", "/dev/null"];
    let gcc = Command::new("gcc").args(options).arg(&path).output().expect("gcc is installed");
    String::from_utf8_lossy(&gcc.stderr).into_owned()
}
