//! Writes a copy of a crate in which every mutant is present, and at most one is switched on when it runs.
//!
//! `mutants CRATE DROPPED LIST ROOM…` changes the files of the rooms of `CRATE` in place and writes `LIST`, a JSON array of all
//! mutants. `DROPPED` holds the numbers of mutants that are left out, one a line: those that rustc refused.
//!
//! One build for all mutants is what this is for: cargo-mutants, whose kinds of mutants these are, builds the crate anew for
//! each, which takes a minute and a half here, and there are thousands.

mod runtime;
mod sites;

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use sites::{Mutant, Numbering};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, dropped, list, rooms @ ..] = arguments.as_slice() else {
        return Err("usage: mutants CRATE DROPPED LIST ROOM…".into());
    };
    let root = Path::new(root);
    let dropped: HashSet<u32> = fs::read_to_string(dropped)?.lines().map(str::parse).collect::<Result<_, _>>()?;
    let mut numbering = Numbering { next: 1, dropped };
    let mut mutants = Vec::new();
    for path in files(&root.join("src"), rooms) {
        mutants.extend(rewrite(root, &path, &mut numbering)?);
    }
    add_runtime(&root.join("src/lib.rs"), numbering.next)?;
    fs::write(list, serde_json::to_string(&mutants)?)?;
    println!("{} mutants, {} of them left out", numbering.next - 1, numbering.dropped.len());
    Ok(())
}

/// The files of the rooms that are part of the program, in the order of their names.
fn files(source: &Path, rooms: &[String]) -> Vec<PathBuf> {
    let of_tests = |path: &Path| path.iter().any(|part| part == "tests" || part == "tests.rs");
    let mut files: Vec<PathBuf> = rooms
        .iter()
        .flat_map(|room| [source.join(room), source.join(format!("{room}.rs"))])
        .flat_map(|place| WalkDir::new(place).into_iter().flatten())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs") && !of_tests(path))
        .collect();
    files.sort();
    files
}

/// Puts the mutants of one file into it.
fn rewrite(root: &Path, path: &Path, numbering: &mut Numbering) -> Result<Vec<Mutant>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let name = path.strip_prefix(root)?.display().to_string();
    let file = syn::parse_file(&text).map_err(|error| format!("{name}: {error}"))?;
    let found = sites::find(&file, &text, &name, numbering);
    let (text, mutants) = found.apply(&text);
    fs::write(path, text)?;
    Ok(mutants)
}

/// Adds the switch to the crate, and takes away what forbids it: it maps a file into memory.
fn add_runtime(lib: &Path, mutants: u32) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(lib)?.replace("#![forbid(unsafe_code)]", "").replace("#![deny(", "#![warn(");
    fs::write(lib, format!("{text}\n#[doc(hidden)]\n#[allow(missing_docs)]\npub mod mutants;\n"))?;
    fs::write(lib.with_file_name("mutants.rs"), runtime::text(mutants))?;
    Ok(())
}
