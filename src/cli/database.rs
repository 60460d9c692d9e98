//! `compile_commands.json`: how a build system compiles each file.
//!
//! In: the file, or the directory that it is in. Out: the files of the project with their flags ([`Entry`]), or a
//! diagnostic at the place in the JSON. It must not know what is done with them.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::compiler;
use crate::diag::{Diagnostic, Sources, Span};
use crate::intake::{self, Writer};

/// The name that build systems give it.
const FILE_NAME: &str = "compile_commands.json";

/// One file of the project.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Whole, or as seen from where we are.
    pub file: PathBuf,
    pub command: compiler::Command,
    /// Whether another command compiles it with other flags that matter.
    pub differs: bool,
}

/// An object of the JSON array.
#[derive(Debug, Deserialize)]
struct Record {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// Reads the commands of a project.
///
/// # Errors
/// The file cannot be read, is not what it should be, or a command has a flag that cannot be followed.
pub fn read(given: &Path, sources: &mut Sources) -> Result<Vec<Entry>, Diagnostic> {
    let path = if given.is_dir() { given.join(FILE_NAME) } else { given.to_path_buf() };
    let text = intake::text(&path, Writer::Programs).map_err(|error| {
        Diagnostic::error(format!("cannot read {}: {error}", path.display()))
            .help("`-p` takes the directory of compile_commands.json; `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, `bear -- make` or `compiledb make` write one")
    })?;
    let file = sources.add(&path, text.as_str());
    let records: Vec<Record> = serde_json::from_str(&text).map_err(|error| {
        let offset = text.lines().take(error.line().saturating_sub(1)).map(|line| line.len() + 1).sum::<usize>();
        let at = (offset + error.column().saturating_sub(1)).min(text.len()) as u32;
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Diagnostic::error(message).at(Span { file, start: at, end: at })
    })?;
    let base = path.parent().unwrap_or(Path::new(""));
    let mut entries: Vec<Entry> = Vec::new();
    for record in records {
        let directory = base.join(&record.directory);
        let name = seen_from_here(&directory.join(&record.file));
        if !is_c(&name) {
            continue;
        }
        let words = match (record.arguments, record.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => shlex::split(&command).unwrap_or_default(),
            (None, None) => Vec::new(),
        };
        let command = compiler::command(words.into_iter().skip(1).collect(), &directory, &name)?;
        // A file that is compiled twice is one program's file once; the first command is taken.
        match entries.iter_mut().find(|entry| same(&entry.file, &name)) {
            Some(first) => first.differs |= first.command.preprocessing != command.preprocessing,
            None => entries.push(Entry { file: name, command, differs: false }),
        }
    }
    if entries.is_empty() {
        let error = Diagnostic::error("there is no command that compiles a C file");
        return Err(error.at(Span { file, start: 0, end: 0 }));
    }
    Ok(entries)
}

/// Whether two paths name one file.
pub fn same(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

fn is_c(path: &Path) -> bool {
    path.extension()
        .is_none_or(|extension| !["cc", "cpp", "cxx", "C", "S", "s"].iter().any(|other| extension == *other))
}

/// A path without the directory that we are in.
fn seen_from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    here.and_then(|here| whole.strip_prefix(&here).ok().map(Path::to_path_buf)).unwrap_or(whole)
}
