//! A patch on disk.
//!
//! In: paths and the text they are to have. Out: files that hold the old text or the new one, never a part of
//! either: the text is written to a temporary file in the same directory and renamed over the target. It must not
//! know what the text is.

use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Patch;
use crate::diag::Diagnostic;

impl Patch {
    /// Replaces every file that changes. All texts are on disk before the first file is replaced, so that a full
    /// disk or a missing permission leaves every file as it was.
    ///
    /// Errors: a file cannot be written; the change cannot be made in place since a file has been reached under two
    /// names.
    pub fn write_in_place(&self) -> Result<(), Diagnostic> {
        let staged =
            self.files.iter().map(|file| Staged::new(&file.path, &file.patched)).collect::<Result<Vec<_>, _>>()?;
        for (i, one) in staged.iter().enumerate() {
            if let Some(j) = staged[..i].iter().position(|other| other.target == one.target) {
                let (a, b) = (self.files[j].path.display(), self.files[i].path.display());
                return Err(Diagnostic::error(format!("{a} and {b} are the same file, and both are to be changed"))
                    .help("include it under one name, or write the patch elsewhere"));
            }
        }
        staged.into_iter().try_for_each(Staged::commit)
    }
}

/// Gives a file this text, as a whole or not at all. A file that exists keeps its permissions, and a symbolic link
/// keeps pointing to it. What is not a regular file (a pipe, a terminal) is written directly.
///
/// Errors: the file cannot be written.
pub fn write_file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        let mut options = fs::OpenOptions::new();
        return options
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| cannot_write(path, &error));
    }
    Staged::new(path, text)?.commit()
}

/// A text that is on disk beside its target.
struct Staged {
    file: NamedTempFile,
    /// The path to replace, with symbolic links followed.
    target: PathBuf,
    /// The path as the user knows it.
    path: PathBuf,
}

impl Staged {
    fn new(path: &Path, text: &str) -> Result<Staged, Diagnostic> {
        Self::stage(path, text).map_err(|error| cannot_write(path, &error))
    }

    fn stage(path: &Path, text: &str) -> io::Result<Staged> {
        let existing = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(io::Error::other("it is a directory")),
            // Renaming would succeed, but whoever took the write permission away meant it.
            Ok(metadata) if metadata.permissions().readonly() => {
                return Err(io::Error::other("it is write-protected"));
            }
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let target = target(path, existing.is_some())?;
        let directory = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let mut file = new_file_builder().tempfile_in(directory)?;
        file.write_all(text.as_bytes())?;
        if let Some(metadata) = &existing {
            take_over(&file, metadata)?;
        }
        file.as_file().sync_all()?;
        Ok(Staged { file, target, path: path.to_path_buf() })
    }

    fn commit(self) -> Result<(), Diagnostic> {
        match self.file.persist(&self.target) {
            Ok(_) => Ok(()),
            Err(error) => Err(cannot_write(&self.path, &error.error)),
        }
    }
}

/// The file that is to be replaced: the one a symbolic link leads to, not the link.
fn target(path: &Path, exists: bool) -> io::Result<PathBuf> {
    if exists {
        fs::canonicalize(path)
    } else if fs::symlink_metadata(path).is_ok() {
        Err(io::Error::other("it is a symbolic link that leads nowhere"))
    } else {
        Ok(path.to_path_buf())
    }
}

#[cfg(unix)]
fn new_file_builder() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    // As for any new file; the process's mask takes away from this.
    builder.prefix(".fencesmith-").permissions(fs::Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn new_file_builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fencesmith-");
    builder
}

/// Permissions, and the owner where the system lets us.
fn take_over(file: &NamedTempFile, metadata: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // Only the superuser may give a file away; for everyone else the owner is the same already.
        let _ = std::os::unix::fs::fchown(file.as_file(), Some(metadata.uid()), Some(metadata.gid()));
    }
    file.as_file().set_permissions(metadata.permissions())
}

fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(format!("cannot write {}: {error}", path.display()))
        .help("check that the directory exists and may be written to")
}
