//! Broken input of every kind, made by changing good input at random: C files, model files, suites. Whatever is made of
//! them, the program answers, refuses or says that it does not know, within its limits; it never panics and is never
//! killed.
//!
//! Few inputs are tried here; `FENCESMITH_FUZZ=100000 cargo test --release --test suite fuzz::` tries as many, and
//! `FENCESMITH_FUZZ_SEED` begins elsewhere. What goes wrong is kept in `target/fuzz/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use walkdir::WalkDir;

/// Inputs without the environment's word.
const INPUTS: u64 = 40;

/// The time limit of one run, in seconds.
const SECONDS: f64 = 1.0;

/// Splitmix64: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn one_of<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// What is changed.
struct Corpus {
    programs: Vec<String>,
    models: Vec<(PathBuf, String)>,
    suites: Vec<(PathBuf, String)>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn is_bad(path: &Path) -> bool {
    path.iter().any(|part| part == "bad" || part == "unsupported")
}

/// The files below these folders with one of these endings, the shorter ones.
fn files(folders: &[&str], endings: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in folders {
        for entry in WalkDir::new(root().join(folder)).sort_by_file_name().into_iter().filter_map(Result::ok) {
            let path = entry.into_path();
            let fits = path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending));
            if fits
                && let Ok(text) = fs::read_to_string(&path)
                && text.len() < 6000
            {
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "{folders:?}");
    found
}

impl Corpus {
    fn new() -> Corpus {
        let programs = files(&["tests/c", "tests/regressions", "benchmarks"], &["c"]);
        let suites = files(&["benchmarks"], &["toml"]);
        Corpus {
            // What is refused as it stands is refused when it is changed.
            programs: programs.into_iter().filter(|(path, _)| !is_bad(path)).map(|(_, text)| text).collect(),
            models: files(&["encodings", "tests/models"], &["toml", "cat"]),
            suites: suites.into_iter().filter(|(_, text)| text.contains("models")).collect(),
        }
    }
}

/// What breaks more often than chance would have it.
#[rustfmt::skip]
const SPICE: &[&str] = &[
    "0", "1", "-1", "2147483647", "-2147483648", "4294967296", "18446744073709551615", "0x7fffffffffffffff", "1e999",
    "'\\0'", "\"\"", "(", ")", "{", "}", "[", "]", ";", ",", "*", "&", "->", ".", "++", "--", "!", "~", "?", ":",
    "...", "\\\n", "//", "/*", "*/", "#", "##", "\"", "'", "\0", "\u{e9}", "\u{feff}", "if", "else", "while",
    "for (;;)", "do", "switch", "case 1:", "default:", "break;", "continue;", "return", "return;", "goto", "struct",
    "union", "enum", "typedef", "sizeof", "volatile", "const", "static", "extern", "_Atomic", "_Bool", "char",
    "short", "long", "unsigned", "float", "double", "void", "int", "void *", "int (*)(void)", "pthread_create",
    "pthread_join", "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_barrier_wait", "pthread_exit(0);",
    "malloc(8)", "malloc(0)", "free", "memset", "memcpy", "abort();", "assert(0);", "__VERIFIER_atomic_begin();",
    "__VERIFIER_atomic_end();", "__VERIFIER_nondet_int()", "__VERIFIER_assume(0);", "__sync_synchronize();",
    "__asm__(\"mfence\");", "atomic_load(&x)", "__attribute__((packed))", "#include \"a.c\"\n", "#define int long\n",
    "#if 0\n", "#endif\n", "acyclic", "empty", "let", "let rec", "po", "rf", "co", "fr", "rmw", "kept", "^-1", "|",
    "\\", "+", "id", "[W]", "R * W", "[[family]]", "= 0", "= -1", "= 99999999999", "= []", "= \"\"", "[limits]",
];

/// Numbers in place of others.
const NUMBERS: [&str; 8] = ["0", "1", "2", "3", "7", "16", "65535", "4294967295"];

/// The places between tokens.
fn boundaries(text: &str) -> Vec<usize> {
    let kind = |c: char| {
        if c.is_alphanumeric() || c == '_' {
            0
        } else if c.is_whitespace() {
            1
        } else {
            2
        }
    };
    let mut places = vec![0];
    let mut before = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| before != kind(c) || kind(c) == 2) {
            places.push(at);
        }
        before = Some(kind(c));
    }
    places.push(text.len());
    places
}

/// Operators that may stand in each other's place.
const OPERATORS: [&str; 24] = [
    "+", "-", "*", "/", "%", "&", "|", "^", "&&", "||", "==", "!=", "<", "<=", ">", ">=", "<<", ">>", "=", "+=", "-=",
    "|=", "<<=", ",",
];

/// Changes that often leave a program a program: a number, a name or an operator in place of another, or a line that is
/// gone, twice there, or elsewhere.
fn gently(text: &str, random: &mut Random) -> String {
    let places = boundaries(text);
    let tokens: Vec<(usize, usize)> = places.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let starts = |wanted: fn(char) -> bool| -> Vec<(usize, usize)> {
        tokens.iter().copied().filter(|(a, b)| text[*a..*b].starts_with(wanted)).collect()
    };
    let replaced = |(a, b): (usize, usize), new: &str| format!("{}{new}{}", &text[..a], &text[b..]);
    let numbers = starts(|c| c.is_ascii_digit());
    let names = starts(|c| c.is_ascii_alphabetic() || c == '_');
    let operators = starts(|c| "+-*/%&|^=<>".contains(c));
    let mut lines: Vec<&str> = text.lines().collect();
    match random.below(6) {
        0 if !numbers.is_empty() => replaced(random.of(&numbers), random.of(&NUMBERS)),
        1 | 2 if !names.is_empty() => {
            let (a, b) = random.of(&names);
            replaced(random.of(&names), &text[a..b])
        }
        3 if !operators.is_empty() => replaced(random.of(&operators), random.of(&OPERATORS)),
        _ if lines.is_empty() => String::new(),
        kind => {
            let (from, to) = (random.below(lines.len()), random.below(lines.len()));
            let line = lines[from];
            if kind != 4 {
                lines.remove(from);
            }
            if random.below(3) > 0 {
                lines.insert(to.min(lines.len()), line);
            }
            lines.join("\n") + "\n"
        }
    }
}

/// A text with some changes; now and then with bytes that are none.
fn changed(text: &str, other: &str, random: &mut Random) -> Vec<u8> {
    let mut text = text.to_string();
    if random.below(4) > 0 {
        for _ in 0..1 + random.below(3) {
            text = gently(&text, random);
        }
        return text.into_bytes();
    }
    for _ in 0..1 + random.below(4) {
        let places = boundaries(&text);
        let range = |random: &mut Random, longest: usize| {
            let from = random.below(places.len());
            let to = (from + 1 + random.below(longest)).min(places.len() - 1);
            (places[from.min(to)], places[to])
        };
        let (from, to) = range(random, 3);
        match random.below(11) {
            0 => text.replace_range(from..to, ""),
            1 => text.replace_range(from..to, random.of(SPICE)),
            2 | 3 => text.insert_str(from, &format!(" {} ", random.of(SPICE))),
            4 => {
                let (a, b) = range(random, 20);
                let part = text[a..b].to_string();
                text.insert_str(from, &part);
            }
            5 => {
                let (a, b) = range(random, 40);
                text.replace_range(a..b, "");
            }
            6 => {
                // One token in place of another.
                let (a, b) = range(random, 1);
                let part = text[a..b].to_string();
                text.replace_range(from..to, &part);
            }
            7 => {
                let lines: Vec<&str> = other.lines().collect();
                let line = if lines.is_empty() { "" } else { random.of(&lines) };
                let at = text[..from].rfind('\n').map_or(0, |at| at + 1);
                text.insert_str(at, &format!("{line}\n"));
            }
            8 => {
                let lines: Vec<String> = text.lines().map(str::to_string).collect();
                let mut lines = if lines.is_empty() { vec![String::new()] } else { lines };
                let (a, b) = (random.below(lines.len()), random.below(lines.len()));
                lines.swap(a, b);
                text = lines.join("\n") + "\n";
            }
            9 => {
                let number = text[from..].find(|c: char| c.is_ascii_digit()).map(|at| from + at);
                if let Some(at) = number {
                    text.replace_range(at..=at, random.of(&NUMBERS));
                }
            }
            _ => {
                if random.below(8) == 0 {
                    text.truncate(from);
                }
            }
        }
    }
    let mut bytes = text.into_bytes();
    if random.below(12) == 0 && !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = random.next() as u8;
    }
    bytes
}

/// One input: its files, and the command to run on them.
struct Input {
    files: Vec<(String, Vec<u8>)>,
    arguments: String,
}

const SMALL: &str = include_str!("../c/sb_plain.c");

fn input(corpus: &Corpus, random: &mut Random) -> Input {
    match random.below(10) {
        0 | 1 => {
            let (path, text) = random.one_of(&corpus.models);
            let (_, other) = random.one_of(&corpus.models);
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("m.toml");
            let beside = path.with_extension(if name.ends_with("toml") { "cat" } else { "toml" });
            let toml = Path::new(name).with_extension("toml").display().to_string();
            let mut files = vec![(name.to_string(), changed(text, other, random)), ("a.c".into(), SMALL.into())];
            if let (Ok(text), Some(name)) = (fs::read(&beside), beside.file_name().and_then(|name| name.to_str())) {
                files.push((name.to_string(), text));
            }
            let command = random.of(&["check a.c --model", "explore a.c --model", "suggest a.c --model", "models"]);
            Input { files, arguments: format!("{command} ./{toml}") }
        }
        2 => {
            let (_, text) = random.one_of(&corpus.suites);
            let (_, other) = random.one_of(&corpus.suites);
            let files = vec![("s.toml".to_string(), changed(text, other, random)), ("a.c".into(), SMALL.into())];
            Input { files, arguments: "compare s.toml --list".to_string() }
        }
        _ => {
            let (text, other) = (random.one_of(&corpus.programs), random.one_of(&corpus.programs));
            let command = random.of(&["check", "explore", "suggest", "check", "explore", "suggest", "cross-check"]);
            let model = random.of(&["sc", "tso", "pso"]);
            let mut options = random.of(&["", "", "", "--format json", "--format sarif"]);
            if command == "explore" {
                options = random.of(&["", "", "--all", "--equivalence rf", "--no-bam", "--threads 2", "--format json"]);
            }
            let arguments = format!("{command} a.c --model {model} {options}");
            Input { files: vec![("a.c".into(), changed(text, other, random))], arguments }
        }
    }
}

fn run(folder: &Path, arguments: &str) -> (Output, f64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencesmith"));
    command.args(arguments.split_whitespace());
    if !arguments.starts_with("models") && !arguments.starts_with("compare") {
        command.args(["--timeout", &SECONDS.to_string(), "--memory", "1500"]);
    }
    let start = Instant::now();
    let output = command.current_dir(folder).stdin(Stdio::null()).output().expect("the program starts");
    (output, start.elapsed().as_secs_f64())
}

/// What is wrong with how a run ended. The exit codes are counted.
fn wrong(folder: &Path, arguments: &str, codes: &[AtomicU64; 5]) -> Option<String> {
    let (output, mut seconds) = run(folder, arguments);
    if let Some(count) = output.status.code().and_then(|code| codes.get(code as usize)) {
        count.fetch_add(1, Ordering::Relaxed);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0..=4) if said.contains("panicked") => return Some(format!("it panicked: {said:.400}")),
        Some(0..=4) => {}
        _ => return Some(format!("{}: {said:.400}", output.status)),
    }
    // Whoever else uses the machine may make it late now and then, but not time after time.
    let most = SECONDS * 1.1 + 0.2;
    for _ in 0..4 {
        if seconds <= most {
            return None;
        }
        seconds = seconds.min(run(folder, arguments).1);
    }
    (seconds > most).then(|| format!("it took {seconds:.2} s"))
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn nothing_brings_it_down() {
    let inputs = variable("FENCESMITH_FUZZ").unwrap_or(INPUTS);
    let seed = variable("FENCESMITH_FUZZ_SEED").unwrap_or(1);
    let corpus = Corpus::new();
    let (next, found) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let codes = [const { AtomicU64::new(0) }; 5];
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= inputs {
                return;
            }
            let mut random = Random(seed.wrapping_mul(1 << 32).wrapping_add(number));
            let input = input(&corpus, &mut random);
            let folder = tempfile::tempdir().expect("there is room for a folder");
            for (name, bytes) in &input.files {
                fs::write(folder.path().join(name), bytes).expect("there is room for a file");
            }
            if let Some(what) = wrong(folder.path(), &input.arguments, &codes) {
                let kept = root().join(format!("target/fuzz/{seed}-{number}"));
                fs::create_dir_all(&kept).expect("there is room for a folder");
                for (name, bytes) in &input.files {
                    fs::write(kept.join(name), bytes).expect("there is room for a file");
                }
                let line = format!("{}: {}: {what}", kept.display(), input.arguments);
                eprintln!("{line}");
                found.lock().expect("no other thread panics").push(line);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    eprintln!("exit codes 0 to 4: {codes:?}");
    let found = found.into_inner().expect("no thread panics");
    assert!(found.is_empty(), "{} of {inputs} inputs:\n{}", found.len(), found.join("\n"));
}
