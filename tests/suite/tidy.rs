//! The shape of the house, checked from the source text: who may import whom, where the crates of solvers and of the
//! C reader may appear, what may be printed where, and that every module says what it is for.

mod circles;
mod functions;
mod unused;

use std::fs;
use std::path::{Path, PathBuf};

use fencesmith::cli::Exit;
use walkdir::WalkDir;

/// The rooms and their layers; a room may import the rooms of lower layers.
const LAYERS: &[(&str, u32)] = &[
    ("ids", 0),
    ("diag", 0),
    ("limits", 0),
    ("intake", 0),
    ("digest", 0),
    ("progress", 0),
    ("proof", 0),
    ("ir", 1),
    ("model", 1),
    ("frontend", 2),
    ("passes", 2),
    ("exec", 2),
    ("sat", 3),
    ("litmus", 2),
    ("enumerate", 3),
    ("explore", 3),
    ("synth", 4),
    ("patch", 4),
    ("drive", 5),
    ("bench", 6),
    ("cli", 7),
];

/// Imports within a layer that are meant: a span names its file by an id, and who waits for a pipe asks whether there is time.
const SIDEWAYS: &[(&str, &str)] = &[("diag", "ids"), ("intake", "limits")];

/// Imports that the layers would allow and that are not meant: synthesis sees no solver literal.
const FORBIDDEN: &[(&str, &str)] = &[("synth", "sat"), ("synth", "explore")];

/// Where the crates that read C may be named: these folders are behind the door that `src/frontend/typed` is.
const READER_FOLDERS: &[&str] = &["src/frontend/text/", "src/frontend/passes/", "src/frontend/typed/"];

const LONGEST_FILE: usize = 600;
const LONGER_BECAUSE: &str = "Longer than 600 lines because";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// One Rust file.
struct Source {
    /// From the root of the repository, with forward slashes.
    path: String,
    text: String,
    /// The text without comments, and with the contents of strings and characters left out.
    code: String,
    /// The contents of the string literals.
    strings: Vec<String>,
}

impl Source {
    /// The room it belongs to: the name below `src`.
    fn room(&self) -> Option<&str> {
        let inside = self.path.strip_prefix("src/")?;
        inside.split(['/', '.']).next()
    }

    fn is_test(&self) -> bool {
        self.path.starts_with("tests/")
            || self.path.ends_with("/tests.rs")
            || self.path.ends_with("_tests.rs")
            || self.path.contains("/tests/")
    }
}

/// The files below a folder, each with the tests at its end cut off when `without_tests`.
fn sources(folder: &str, without_tests: bool) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = WalkDir::new(root().join(folder))
        .into_iter()
        .map(|entry| entry.expect("the folder can be read").into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    paths.sort();
    let sources = paths.into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let kept = match text.find("#[cfg(test)]\nmod ") {
            Some(at) if without_tests && text[at..].lines().nth(1).is_some_and(|line| line.ends_with('{')) => {
                &text[..at]
            }
            _ => &text,
        };
        let (code, strings) = split(kept);
        let path = path.strip_prefix(root()).expect("the file lies in the repository");
        let path = path.to_string_lossy().replace('\\', "/");
        Source { path, code, strings, text }
    });
    let sources: Vec<_> = sources.filter(|source| !(without_tests && source.is_test())).collect();
    assert!(!sources.is_empty(), "{folder} has no Rust files");
    sources
}

/// Rust code without comments and without the contents of literals, and the contents of the string literals.
fn split(text: &str) -> (String, Vec<String>) {
    let (mut code, mut strings) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let raw = ["r\"", "r#\"", "r##\"", "br\"", "br#\""].into_iter().find(|start| rest.starts_with(start));
        let in_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |at| &rest[at..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |at| &rest[at + 2..]);
        } else if let Some(start) = raw.filter(|_| !in_word) {
            let end = format!("\"{}", "#".repeat(start.matches('#').count()));
            let inside = &rest[start.len()..];
            let length = inside.find(&end).unwrap_or(inside.len());
            strings.push(inside[..length].to_string());
            code.push_str("\"\"");
            rest = inside.get(length + end.len()..).unwrap_or("");
        } else if c == '"' {
            let inside = &rest[1..];
            let mut escaped = false;
            let length = inside
                .find(|c| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                })
                .unwrap_or(inside.len());
            strings.push(inside[..length].to_string());
            code.push_str("\"\"");
            rest = inside.get(length + 1..).unwrap_or("");
        } else if let Some(length) = char_literal(rest) {
            code.push_str("''");
            rest = &rest[length..];
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    (code, strings)
}

/// The length of a character literal at the start of a text; a lifetime is none.
fn char_literal(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    if let Some(escape) = inside.strip_prefix('\\') {
        let first = escape.chars().next()?.len_utf8();
        return Some(2 + first + escape[first..].find('\'')? + 1);
    }
    let first = inside.chars().next()?.len_utf8();
    inside[first..].starts_with('\'').then_some(1 + first + 1)
}

/// The words of some code with what follows each.
fn words(code: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = code;
    std::iter::from_fn(move || {
        let start = rest.find(is_word)?;
        let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        rest = &rest[end..];
        Some((word, rest))
    })
}

/// The names that stand directly after `crate::`, also in braces.
fn crate_paths(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (word, after) in words(code) {
        let Some(path) = after.strip_prefix("::").filter(|_| word == "crate") else { continue };
        let Some(list) = path.strip_prefix('{') else {
            found.extend(words(path).next().map(|(word, _)| word));
            continue;
        };
        let (mut depth, mut expects_name) = (0, true);
        for (at, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => expects_name = true,
                c if depth == 0 && expects_name && !c.is_whitespace() => {
                    expects_name = false;
                    found.extend(words(&list[at..]).next().map(|(word, _)| word));
                }
                _ => {}
            }
        }
    }
    found
}

fn assert_none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n  {}", found.join("\n  "));
}

#[test]
fn imports_go_down_the_layers() {
    let layer = |room: &str| LAYERS.iter().find(|(name, _)| *name == room).map(|(_, layer)| *layer);
    let mut found = Vec::new();
    for source in sources("src", false) {
        let Some(room) = source.room().filter(|room| !["main", "lib"].contains(room)) else { continue };
        let Some(own) = layer(room) else {
            found.push(format!("{}: the room `{room}` has no layer", source.path));
            continue;
        };
        for used in crate_paths(&source.code) {
            // Macros and the like that the crate's root exports are nobody's room.
            let Some(other) = layer(used) else {
                found.push(format!("{}: `crate::{used}` is no room", source.path));
                continue;
            };
            let is_meant = used == room || other < own || SIDEWAYS.contains(&(room, used));
            if !is_meant || FORBIDDEN.contains(&(room, used)) {
                found.push(format!("{}: `{room}` imports `{used}`", source.path));
            }
        }
    }
    assert_none("imports that go up or sideways", &found);
}

#[test]
fn the_layer_check_sees_nested_imports() {
    let code = "use crate::{diag::{A, B}, sat, ir::x::{self, y}}; fn f() { crate::cli::g() } // crate::bench";
    assert_eq!(crate_paths(&split(code).0), ["diag", "sat", "ir", "cli"]);
    let (code, strings) = split("a(\"x \\\" y\", 'z', '\\'', r#\"raw \" text\"#); fn g<'a>() {} /* b */ // c\nd");
    assert_eq!(code, "a(\"\", '', '', \"\"); fn g<'a>() {}  \nd");
    assert_eq!(strings, ["x \\\" y", "raw \" text"]);
}

#[test]
fn every_module_says_what_it_is_for() {
    let found: Vec<_> =
        sources("src", false).into_iter().filter(|s| !s.text.starts_with("//! ")).map(|s| s.path).collect();
    assert_none("modules without a `//!` comment at their start", &found);
}

#[test]
fn no_file_is_long_without_a_reason() {
    let mut all = sources("src", false);
    all.extend(sources("tests", false));
    let found: Vec<_> = all
        .into_iter()
        .filter(|s| s.text.lines().count() > LONGEST_FILE)
        .filter(|s| !s.text.lines().any(|line| line.starts_with("//!") && line.contains(LONGER_BECAUSE)))
        .map(|s| format!("{} ({} lines)", s.path, s.text.lines().count()))
        .collect();
    assert_none(&format!("files of more than {LONGEST_FILE} lines without \"{LONGER_BECAUSE}\""), &found);
}

#[test]
fn no_model_is_known_by_name() {
    let names: Vec<String> = fs::read_dir(root().join("encodings"))
        .expect("the models can be listed")
        .map(|entry| entry.expect("a model can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| path.file_stem().expect("a file has a name").to_string_lossy().to_lowercase())
        .collect();
    assert!(names.len() >= 3, "models found: {names:?}");
    let mut found = Vec::new();
    for source in sources("src", true) {
        for string in &source.strings {
            // Tables of instructions name instructions, some of which are called as models are.
            if source.path.starts_with("src/litmus") {
                continue;
            }
            let lower = string.to_lowercase().replace("power of two", "");
            for (word, _) in words(&lower).filter(|(word, _)| names.iter().any(|name| name == word)) {
                found.push(format!("{}: `{word}` in \"{string}\"", source.path));
            }
        }
    }
    assert_none("names of memory models in the program", &found);
}

#[test]
fn foreign_crates_stay_in_their_rooms() {
    let mut found = Vec::new();
    let mut seen = [false; 2];
    for source in sources("src", false) {
        let in_backend = source.path.starts_with("src/sat/backend/");
        let in_cardinality = source.path == "src/sat/cardinality.rs";
        for (word, after) in words(&source.code).filter(|(_, after)| after.starts_with("::")) {
            let _ = after;
            let is_solver = word == "batsat" || word == "varisat" || word.starts_with("rustsat");
            let is_reader = word.starts_with("rucc_");
            seen[0] |= is_solver;
            seen[1] |= is_reader;
            let is_meant = match () {
                () if is_solver => in_backend || (in_cardinality && word == "rustsat"),
                () if is_reader => READER_FOLDERS.iter().any(|folder| source.path.starts_with(folder)),
                () => true,
            };
            if !is_meant {
                found.push(format!("{}: `{word}`", source.path));
            }
        }
    }
    assert_eq!(seen, [true; 2], "the crates are not found at all");
    assert_none("crates outside their room", &found);
}

#[test]
fn few_files_of_the_reader_know_its_crates() {
    let sources: Vec<Source> =
        sources("src", false).into_iter().filter(|source| source.path.starts_with("src/frontend/")).collect();
    let knowing = sources.iter().filter(|source| source.text.contains("rucc")).count();
    assert!(knowing > 0, "the crates are not found at all");
    assert!(3 * knowing <= sources.len(), "{knowing} of {} files name the crates that read C", sources.len());
}

#[test]
fn only_the_command_line_prints() {
    let mut found = Vec::new();
    for source in sources("src", true) {
        let may_print = source.path.starts_with("src/cli/") || source.path == "src/main.rs";
        for (word, after) in words(&source.code) {
            let prints = ["print", "println", "eprint", "eprintln"].contains(&word) && after.starts_with('!');
            if prints && !may_print || word == "dbg" && after.starts_with('!') {
                found.push(format!("{}: `{word}!`", source.path));
            }
        }
    }
    assert_none("printing outside the command line", &found);
}

#[test]
fn only_main_ends_the_process() {
    let mut found = Vec::new();
    for source in sources("src", true) {
        for (word, after) in words(&source.code) {
            let ends = word == "process" && ["::exit(", "::abort("].iter().any(|end| after.starts_with(end));
            if ends && source.path != "src/main.rs" {
                found.push(source.path.clone());
            }
        }
    }
    assert_none("files that end the process", &found);
}

#[test]
fn nothing_is_left_undone() {
    let mut found = Vec::new();
    let mut all = sources("src", false);
    all.extend(sources("tests", false));
    for source in all {
        for (word, after) in words(&source.code) {
            if ["todo", "unimplemented"].contains(&word) && after.starts_with('!') {
                found.push(format!("{}: `{word}!`", source.path));
            }
        }
        if source.code.contains("#[ignore") {
            found.push(format!("{}: an ignored test", source.path));
        }
    }
    assert_none("what was left undone", &found);
}

/// The first command in the README's code block under a heading.
fn readme_command(heading: &str) -> String {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let (_, section) = readme.split_once(heading).unwrap_or_else(|| panic!("the README has no \"{heading}\""));
    let (_, block) = section.split_once("```sh\n").expect("the section has a code block");
    block.lines().next().expect("the block has a line").to_string()
}

#[test]
fn the_ci_runs_the_test_command_of_the_readme() {
    let command = readme_command("\n## Tests\n");
    let ci = fs::read_to_string(root().join(".ci/run")).expect("there is a CI script");
    assert!(command.starts_with("cargo test"), "{command}");
    assert!(ci.lines().any(|line| line.trim() == command), "`{command}` is not a line of .ci/run");
}

#[test]
fn the_readme_names_every_exit_code_and_model() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let codes = [Exit::Success, Exit::Found, Exit::Usage, Exit::Unrepairable, Exit::Inconclusive, Exit::Internal];
    assert_eq!(codes.map(|code| code as u8), [0, 1, 2, 3, 4, 70]);
    for code in codes.map(|code| code as u8) {
        assert!(readme.contains(&format!("\n| {code} |")), "the exit code {code} is missing");
    }
    for name in fencesmith::model::Model::builtin_names() {
        assert!(readme.contains(&format!("\n| `{name}` |")), "the model {name} is missing");
    }
}
