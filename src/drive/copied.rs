//! Whether a program that is written elsewhere is the one that was checked.
//!
//! In: a request, a patch, and where each file of the program will lie. Out: nothing, or why the files there would not make that program: a header
//! is found under another name, the unpatched text is included again, a file that the text looks for is missing. It must not write
//! anything.
//!
//! The program is read as it will lie, with texts in place of files that are not there yet. If it is the same one, word for
//! word, it was checked. If it is another one (the name of a file is a part of it), it is checked once more.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::recheck::{canonical, patched, verdict_of_text};
use super::verdict::Verdict;
use super::{Request, parse};
use crate::diag::Diagnostic;
use crate::frontend::{Preprocessing, ReadOptions, Splits};
use crate::ir::text;
use crate::patch::Patch;
use crate::progress::Observer;

/// Where files will lie.
pub struct Copied<'c> {
    /// The text of each.
    pub texts: Vec<(&'c Path, &'c str)>,
    /// The path that takes the place of another one, if one does.
    pub moved: &'c dyn Fn(&Path) -> Option<PathBuf>,
}

/// What is wrong with the program at its new place.
pub enum Wrong {
    /// It is no program there.
    Unreadable(Diagnostic),
    /// It is another one, and not known to be right.
    Other,
}

/// Looks whether the files make the patched program where they will lie, within what is left of the time of a run that began at `start`.
///
/// # Errors
/// They do not.
pub fn makes_the_same(
    request: &Request,
    patch: &Patch,
    (copied, start): (&Copied<'_>, Instant),
    observer: &mut dyn Observer,
) -> Result<(), Wrong> {
    // Where fences could go is no part of the program, and has not all a text form.
    let request =
        &Request { read: ReadOptions { splits: Splits::default(), ..request.read.clone() }, ..request.clone() };
    let there = moved(request, copied);
    let copy = parse(&there).map_err(|mut failure| Wrong::Unreadable(bare(failure.diagnostics.remove(0))))?;
    let checked = parse(&patched(request, patch));
    if checked.is_ok_and(|checked| text::print(&checked.program) == text::print(&copy.program)) {
        return Ok(());
    }
    match verdict_of_text(&there, None, start, observer) {
        Ok(Verdict::Safe { .. }) => Ok(()),
        Ok(Verdict::Violation(_) | Verdict::Unknown(_)) | Err(_) => Err(Wrong::Other),
    }
}

/// What is said, without places in files that are not there.
fn bare(diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic { span: None, notes: Vec::new(), ..diagnostic }
}

/// The request for the files at their new places.
fn moved(request: &Request, copied: &Copied<'_>) -> Request {
    let mut there = request.clone();
    for (path, text) in &copied.texts {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        there.read.overlay.insert(canonical(&path), text.to_string());
    }
    let change = |path: &mut PathBuf| {
        if let Some(other) = (copied.moved)(path) {
            *path = std::path::absolute(&other).unwrap_or(other);
        }
    };
    let of_text = |how: &mut Preprocessing| {
        let folders = [&mut how.include_dirs, &mut how.quote_dirs, &mut how.system_dirs, &mut how.forced_includes];
        folders.into_iter().flatten().for_each(change);
    };
    change(&mut there.path);
    of_text(&mut there.read.preprocessing);
    for unit in &mut there.read.further {
        change(&mut unit.path);
        of_text(&mut unit.preprocessing);
    }
    there
}
