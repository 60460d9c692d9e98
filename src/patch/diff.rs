//! A patch as a unified diff.
//!
//! In: a [`Patch`] and the folder that paths begin at. Out: text that `patch -p1` and `git apply` take there. It must not
//! know what the change is for.

use std::path::Path;

use similar::TextDiff;

use super::{Patch, PatchedFile};

impl Patch {
    /// The change of all files, with three lines of context and names that begin with `a/` and `b/`, seen from `root`.
    pub fn diff(&self, root: &Path) -> String {
        self.files.iter().map(|file| file.diff(root)).collect()
    }
}

impl PatchedFile {
    /// The change of this file.
    pub fn diff(&self, root: &Path) -> String {
        let known = self.path.canonicalize().ok();
        let inside = known.as_ref().and_then(|path| path.strip_prefix(root.canonicalize().ok()?).ok());
        let path = inside.unwrap_or(&self.path).to_string_lossy();
        text_diff(Path::new(path.as_ref()), &self.original, &self.patched)
    }
}

/// The change of one text that stands at this path.
pub fn text_diff(path: &Path, old: &str, new: &str) -> String {
    let path = path.to_string_lossy();
    // An absolute path would leave two slashes after the letter, which `patch -p1` counts as one step.
    let path = path.trim_start_matches('/');
    // A carriage return alone ends no line for those who read it.
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    TextDiff::configure()
        .newline_terminated(true)
        .diff_slices(&old, &new)
        .unified_diff()
        .context_radius(3)
        .header(&name(&format!("a/{path}")), &name(&format!("b/{path}")))
        .to_string()
}

/// A name as both programs read it: one with a quote, a backslash or a control character is quoted as in C, and one
/// with a blank ends in a tab.
fn name(path: &str) -> String {
    if path.contains(|c: char| c.is_control() || c == '"' || c == '\\') {
        let mut quoted = String::from('"');
        for byte in path.bytes() {
            match byte {
                b'"' | b'\\' => quoted.extend(['\\', char::from(byte)]),
                b'\n' => quoted.push_str("\\n"),
                b'\t' => quoted.push_str("\\t"),
                b' '..=b'~' => quoted.push(char::from(byte)),
                _ => quoted.push_str(&format!("\\{byte:03o}")),
            }
        }
        quoted.push('"');
        return quoted;
    }
    if path.contains(' ') { format!("{path}\t") } else { path.to_string() }
}
