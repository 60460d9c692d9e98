//! `explore --save` and `--resume`: an exploration that had to end early, in a file.
//!
//! In: a path, and what the explorer keeps. Out: the file, whole or not at all; from the file what the explorer goes on with.
//! It must not know what is kept, but that it is such a file, and that the text of what is kept is as it was written: a search
//! goes on from wherever it is told to, and nothing in it would show that this is nowhere it has come to.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::diag::Diagnostic;
use crate::digest::sha256;
use crate::explore::Paused;
use crate::intake::{self, Writer};
use crate::patch::write::{Before, Change, cannot_write, write_files};

/// What such a file says of itself, and with what this begins whatever version has written it.
const FORMAT: &str = "fencesmith exploration 2";
const KIND: &str = "fencesmith exploration ";

#[derive(Serialize)]
struct Written<'p> {
    format: &'static str,
    /// Of the text of the exploration.
    sha256: String,
    exploration: &'p RawValue,
}

#[derive(Deserialize)]
struct Read<'t> {
    sha256: String,
    #[serde(borrow)]
    exploration: &'t RawValue,
}

#[derive(Deserialize)]
struct Head {
    format: String,
}

/// Looks before the search whether the file can be written: there is none, or one of this kind.
///
/// # Errors
/// It cannot, or is something else.
pub fn prepare(path: &Path) -> Result<(), Diagnostic> {
    if path.exists() {
        return kept(path, KIND).map(drop);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    tempfile::tempfile_in(folder).map(drop).map_err(|error| cannot_write(path, &error))
}

/// Writes where an exploration stands.
///
/// # Errors
/// The file cannot be written, or has become something else meanwhile.
pub fn save(path: &Path, paused: &Paused) -> Result<(), Diagnostic> {
    let before = if path.exists() { Some(kept(path, KIND)?) } else { None };
    let known = "what is kept is made of strings and numbers; please report this";
    let exploration = serde_json::value::to_raw_value(paused).expect(known);
    let sha256 = sha256(exploration.get());
    let written = Written { format: FORMAT, sha256, exploration: &exploration };
    let text = serde_json::to_string(&written).expect(known) + "\n";
    let before = before.as_deref().map_or(Before::Nothing, Before::Text);
    write_files(&[Change { path, text: &text, before }])
}

/// Reads where an exploration stands.
///
/// # Errors
/// The file cannot be read, or is no such file.
pub fn resume(path: &Path) -> Result<Arc<Paused>, Diagnostic> {
    let text = kept(path, FORMAT)?;
    let unreadable = |error: serde_json::Error| no_such(path, &error.to_string());
    let read = serde_json::from_str::<Read<'_>>(&text).map_err(unreadable)?;
    if sha256(read.exploration.get()) != read.sha256 {
        return Err(no_such(path, "it is not as it was written"));
    }
    serde_json::from_str(read.exploration.get()).map(Arc::new).map_err(unreadable)
}

/// The text of a file that says that it is of this format, or of one that begins so: what another version has written may be
/// written over, and not be gone on with.
fn kept(path: &Path, format: &str) -> Result<String, Diagnostic> {
    let text = intake::text(path, Writer::Programs).map_err(|error| no_such(path, &error.to_string()))?;
    match serde_json::from_str::<Head>(&text) {
        Ok(head) if head.format.starts_with(format) => Ok(text),
        Ok(head) => Err(no_such(path, &format!("it is a `{}`", head.format))),
        Err(_) => Err(no_such(path, "it is something else")),
    }
}

fn no_such(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error(format!("{} is no exploration that this version has saved: {why}", path.display()))
        .help("`explore --save FILE` writes one when it has to end early")
}
