//! What README, docs and the pages of models and results show is real. Each `console` block is run and its output compared, times aside; each command in an
//! `sh` or `yaml` block is run and must be understood; the C in the guide is the C that its commands read; every file that a
//! page names exists.
//!
//! With UPDATE_EXPECT=1 in the environment the outputs in `console` blocks are rewritten instead.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use walkdir::WalkDir;

/// The documents, and the folder whose files their `console` blocks work on; without one, the repository itself.
const DOCUMENTS: &[(&str, Option<&str>)] = &[
    ("README.md", None),
    ("CONTRIBUTING.md", None),
    ("CHANGELOG.md", None),
    ("SECURITY.md", None),
    ("docs/architecture.md", None),
    ("docs/guide.md", Some("docs/guide")),
    ("docs/trust.md", None),
    ("docs/peers.md", None),
    ("docs/thesis.md", None),
    ("docs/patches.md", Some("tests/places")),
    ("results/README.md", None),
];

/// A project with the names that commands in `sh` blocks use.
const PROJECT: &str = "tests/documents";

/// Programs in `sh` blocks that are not run here: this test is a part of what they start, or they are not everywhere.
const OTHERS: &[&str] = &["cargo", ".ci/run", "cmake", "bear", "make", "git", "man"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(document: &str) -> String {
    fs::read_to_string(root().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// A copy of a folder of the repository, which commands may change.
fn copy(folder: &str) -> TempDir {
    let (from, to) = (root().join(folder), tempfile::tempdir().unwrap());
    for entry in WalkDir::new(&from).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
        let target = to.path().join(entry.path().strip_prefix(&from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(entry.path(), target).unwrap();
    }
    to
}

/// Runs a line as a shell does, with the program that was just built on the path.
fn run(line: &str, folder: &Path) -> Output {
    let own = Path::new(env!("CARGO_BIN_EXE_fencesmith")).parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&path))).unwrap();
    Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("COLUMNS")
        .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_NAME"), "reader")))
        .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_EMAIL"), "reader@example.org")))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The text with every time, like `0.02 s`, replaced.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| match line.rsplit_once(", ") {
        Some((before, time)) if time.trim_end_matches('.').ends_with(" s") => format!("{before}, some time"),
        _ => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A document cut into what stands outside of its blocks of a kind and the blocks, in turn; the fences are left out.
fn blocks<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let opening = format!("```{kind}\n");
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(&opening) {
        let (block, after) = after.split_once("```\n").expect("a block ends");
        parts.extend([before, block]);
        rest = after;
    }
    parts.push(rest);
    parts
}

/// The commands of a `console` block, each with what it is said to print.
fn commands(block: &str) -> Vec<(&str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
            (None, None) => panic!("a block begins without a command: {line}"),
        }
    }
    commands
}

fn examples_are_real(document: &str, folder: &Path) -> usize {
    let text = read(document);
    let updates = std::env::var_os("UPDATE_EXPECT").is_some();
    let (mut updated, mut seen) = (String::new(), 0);
    for (at, part) in blocks(&text, "console").into_iter().enumerate() {
        if at % 2 == 0 {
            updated.push_str(part);
            continue;
        }
        updated.push_str("```console\n");
        for (command, shown) in commands(part) {
            let output = run(command, folder);
            let real = String::from_utf8(output.stdout).unwrap();
            if !updates {
                let errors = String::from_utf8_lossy(&output.stderr);
                assert_eq!(without_times(&shown), without_times(&real), "{document}: `{command}`: {errors}");
            }
            updated.push_str(&format!("$ {command}\n{real}"));
            seen += 1;
        }
        updated.push_str("```\n");
    }
    if updates {
        fs::write(root().join(document), updated).unwrap();
    }
    seen
}

#[test]
fn the_examples_are_real() {
    for (document, folder) in DOCUMENTS {
        let copied = folder.map(copy);
        let seen = examples_are_real(document, copied.as_ref().map_or(root(), TempDir::path));
        let expected = match *document {
            "README.md" => 3,
            "docs/guide.md" => 10,
            _ => 0,
        };
        assert!(seen >= expected, "{document} has {seen} examples");
    }
}

#[test]
fn every_document_is_looked_at() {
    let folders = [root().to_path_buf(), root().join("docs")];
    for path in folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap().flatten()).map(|entry| entry.path()) {
        let name = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
        let is_known = DOCUMENTS.iter().any(|(document, _)| *document == name);
        assert!(is_known || !name.ends_with(".md"), "`{name}` is not among the documents of this test");
    }
}

/// The lines of `sh` and `yaml` blocks that are commands.
fn lines(text: &str) -> Vec<String> {
    let blocks = ["sh", "yaml"].map(|kind| blocks(text, kind).into_iter().skip(1).step_by(2).map(str::to_string));
    let lines = blocks.into_iter().flatten().flat_map(|block| block.lines().map(str::to_string).collect::<Vec<_>>());
    let lines =
        lines.map(|line| line.split(" # ").next().unwrap_or_default().replace("- run: ", "").trim().to_string());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// A command as it is run here: long experiments are listed only, and nothing is written into the repository.
fn tamed(command: &str, written: &Path) -> String {
    let command = command.replace("cargo run --release -- ", "fencesmith ");
    if command.starts_with("fencesmith compare ") {
        return format!("{command} --list");
    }
    if command.starts_with("fencesmith plot ") {
        return format!("{command} --output {}", written.display());
    }
    command
}

/// Whether it is a script of the repository. What they start takes from minutes to days.
fn is_script(program: &str) -> bool {
    program.starts_with("scripts/") && root().join(program).is_file()
}

/// The files that a document shows whole, each under its name in backquotes, for its commands to read.
fn write_shown(text: &str, folder: &Path) {
    for (before, block) in text.split("\n\n```").collect::<Vec<_>>().windows(2).map(|pair| (pair[0], pair[1])) {
        let title = before.lines().next_back().unwrap_or_default();
        let Some(name) = title.strip_prefix('`').and_then(|title| title.strip_suffix('`')) else { continue };
        let shown = block.split_once('\n').and_then(|(_, rest)| rest.split_once("```"));
        if let Some((shown, _)) = shown.filter(|_| !name.contains(['`', '/', ' '])) {
            fs::write(folder.join(name), shown).unwrap();
        }
    }
}

#[test]
fn the_commands_can_be_run() {
    let written = tempfile::tempdir().unwrap();
    let mut seen = 0;
    for (document, _) in DOCUMENTS {
        let (project, text) = (copy(PROJECT), read(document));
        write_shown(&text, project.path());
        for line in lines(&text) {
            for part in line.split("&&").map(|part| tamed(part.trim(), written.path())) {
                let program = part.split_whitespace().next().unwrap_or_default();
                if OTHERS.contains(&program) || is_script(program) {
                    continue;
                }
                assert_eq!(program, "fencesmith", "{document}: `{part}` is not run");
                let is_about_us =
                    ["benchmarks/", "results/", "tests/", "encodings/"].iter().any(|of| part.contains(of));
                let output = run(&part, if is_about_us { root() } else { project.path() });
                let errors = String::from_utf8_lossy(&output.stderr);
                assert!(matches!(output.status.code(), Some(0 | 1 | 4)), "{document}: `{part}`: {errors}");
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "{seen} commands");
}

#[test]
fn the_c_of_the_guide_is_what_its_commands_read() {
    let guide = read("docs/guide.md");
    let files: Vec<String> = fs::read_dir(root().join("docs/guide"))
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "c" || extension == "h"))
        .map(|entry| fs::read_to_string(entry.path()).unwrap())
        .collect();
    let shown: Vec<_> = blocks(&guide, "c").into_iter().skip(1).step_by(2).collect();
    assert!(shown.len() >= 2, "the guide shows {} pieces of C", shown.len());
    for piece in shown {
        assert!(files.iter().any(|file| file.contains(piece)), "no file of the guide has\n{piece}");
    }
}

/// Whether words in backquotes name a file or a folder of the repository, and not something in a project of the reader.
fn is_ours(name: &str) -> bool {
    let roots = ["src/", "tests/", "encodings/", "benchmarks/", "results/", "docs/", "scripts/", "benches/", ".ci/"];
    roots.iter().any(|start| name.starts_with(start)) && !name.contains([' ', '*', 'N', '…', '{', '<'])
}

#[test]
fn what_the_documents_name_exists() {
    let mut seen = 0;
    for (document, _) in DOCUMENTS {
        let text = read(document);
        let quoted = text.split('`').skip(1).step_by(2).filter(|name| is_ours(name)).map(|name| root().join(name));
        let folder = root().join(document).parent().unwrap().to_path_buf();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let links = links.filter(|link| !link.contains("://") && !link.starts_with('#') && !link.contains(' '));
        let links = links.map(|link| folder.join(link.split('#').next().unwrap_or_default()));
        for path in quoted.chain(links).collect::<Vec<PathBuf>>() {
            // The project of the commands has folders of the same names.
            let is_there = path.exists() || root().join(PROJECT).join(path.strip_prefix(root()).unwrap()).exists();
            assert!(is_there, "{document} names {}, which is not there", path.display());
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} names");
}

/// The rows of the table under a heading, as cells without the space around them.
fn rows(text: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, table) = text.split_once(heading).unwrap_or_else(|| panic!("there is no \"{heading}\""));
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()).collect()
}

#[test]
fn the_counts_are_those_of_the_tests() {
    let trust = read("docs/trust.md");
    let folders = rows(&trust, "| Folder | At least | What |");
    assert!(folders.len() >= 5, "{folders:?}");
    for row in folders {
        let folder = row[0].trim_matches('`');
        let files = WalkDir::new(root().join(folder)).into_iter().flatten();
        let count = files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "c")).count();
        let least: usize = row[1].parse().expect("a number");
        assert!(count >= least, "{folder} has {count} programs, and docs/trust.md says at least {least}");
    }
    let sources: Vec<String> = WalkDir::new(root().join("tests/suite"))
        .into_iter()
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"))
        .map(|entry| fs::read_to_string(entry.path()).unwrap())
        .collect();
    let cases: Vec<String> = rows(&trust, "| Oracle | What it is | What is compared | Cases |")
        .into_iter()
        .filter_map(|row| row.last().filter(|cell| cell.parse::<u32>().is_ok()).cloned())
        .collect();
    assert!(cases.len() >= 7, "{cases:?}");
    for number in cases {
        let forms = [format!("cases({number})"), format!("cases: {number},")];
        let is_there = sources.iter().any(|source| forms.iter().any(|form| source.contains(form)));
        assert!(is_there, "no test tries {number} cases");
    }
}
