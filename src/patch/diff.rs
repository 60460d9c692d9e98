//! A patch as a unified diff.
//!
//! In: a [`Patch`]. Out: text that `patch -p1` and `git apply` take. It must not know what the change is for.

use similar::TextDiff;

use super::{Patch, PatchedFile};

impl Patch {
    /// The change of all files, with three lines of context and names that begin with `a/` and `b/`.
    pub fn diff(&self) -> String {
        self.files.iter().map(PatchedFile::diff).collect()
    }
}

impl PatchedFile {
    /// The change of this file.
    pub fn diff(&self) -> String {
        let path = self.path.to_string_lossy();
        // An absolute path would leave two slashes after the letter, which `patch -p1` counts as one step.
        let path = path.trim_start_matches('/');
        TextDiff::from_lines(&*self.original, self.patched.as_str())
            .unified_diff()
            .context_radius(3)
            .header(&format!("a/{path}"), &format!("b/{path}"))
            .to_string()
    }
}
