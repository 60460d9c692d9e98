//! Texts on disk: all of them, or none.
//!
//! In: [`Change`]s, paths with the text that each is to have and what is known of it so far. Out: files that hold the
//! old text or the new one, never a part of either. It must not know what the texts are.
//!
//! Every text is written to a file without a name in the directory of its target first, so that a full disk or a missing
//! permission leaves all files as they were and a killed process leaves nothing behind. Then every target is compared
//! with what it must still hold. Only then each new text takes its target's place; should that fail for one of them, the
//! earlier ones get their old texts back. A file with several names (hard links) keeps them all: it is overwritten and
//! not replaced. What is not a regular file (a pipe, a terminal) is written directly.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use super::broom::Broom;
use super::staged::Staged;
use crate::diag::{Diagnostic, visible};

/// What a target must hold for it to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before<'t> {
    /// This text, which was read.
    Text(&'t str),
    /// Nothing: it must not exist, unless it is no regular file.
    Nothing,
    Anything,
}

/// A file that is to get a text.
#[derive(Clone, Copy, Debug)]
pub struct Change<'t> {
    pub path: &'t Path,
    pub text: &'t str,
    pub before: Before<'t>,
}

/// Gives a file this text, whatever it holds.
///
/// # Errors
/// As [`write_files`].
pub fn write_file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    write_files(&[Change { path, text, before: Before::Anything }])
}

/// Looks whether a file can be written, without doing so: what would be put in its place is made and taken away again.
///
/// # Errors
/// It cannot.
pub fn can_be_written(path: &Path) -> Result<(), Diagnostic> {
    let change = Change { path, text: "", before: Before::Anything };
    Prepared::new(&change, &mut Broom::default()).map(drop).map_err(|error| cannot_write(path, &error))
}

/// Looks whether files can be made in a folder; where it is not there, in what there is above it, for it would be made.
///
/// # Errors
/// They cannot, or it is no folder.
pub fn folder_takes_files(folder: &Path) -> Result<(), Diagnostic> {
    let there = folder.ancestors().find(|path| path.exists()).unwrap_or(Path::new("."));
    tempfile::tempfile_in(there).map(drop).map_err(|error| cannot_write(folder, &error))
}

/// Gives every file its text, or none of them.
///
/// # Errors
/// A file cannot be written; one does not hold any more what was read from it, or is there though it must not be; two
/// paths are the same file.
pub fn write_files(changes: &[Change<'_>]) -> Result<(), Diagnostic> {
    let _writing = writing();
    let mut broom = Broom::default();
    let mut prepared = Vec::with_capacity(changes.len());
    for change in changes {
        let one = Prepared::new(change, &mut broom).map_err(|error| cannot_write(change.path, &error))?;
        if let Some(other) = prepared.iter().position(|other: &Prepared| other.target == one.target) {
            let (a, b) = (changes[other].path.display(), change.path.display());
            return Err(Diagnostic::error(format!("{a} and {b} are the same file, and both are to be changed"))
                .help("include it under one name, or write the patch elsewhere"));
        }
        prepared.push(one);
    }
    for (one, change) in prepared.iter().zip(changes) {
        one.is_as_it_was(change)?;
    }
    for (number, change) in changes.iter().enumerate() {
        // Others may write meanwhile, and the files before this one have taken their time.
        let still = prepared[number].is_as_it_was(change);
        let committed =
            still.and_then(|()| prepared[number].commit(&mut broom).map_err(|error| cannot_write(change.path, &error)));
        let Err(mut diagnostic) = committed else { continue };
        let undone: Vec<io::Result<()>> = prepared[..number].iter_mut().map(Prepared::undo).collect();
        for (result, change) in undone.iter().zip(changes) {
            if let Err(error) = result {
                diagnostic = diagnostic.note(format!("{} stays changed: {error}", change.path.display()), None);
            }
        }
        return Err(diagnostic);
    }
    Ok(())
}

/// Folders that were made for files. What is empty when all is over is taken away again, as nothing could be written there.
#[derive(Debug, Default)]
pub struct Folders {
    /// Those above before those below.
    made: Vec<PathBuf>,
    /// The same for a process that is killed.
    broom: Broom,
}

impl Folders {
    /// Makes the folders of these files, as far as they are not there.
    ///
    /// # Errors
    /// One of them cannot be made.
    pub fn of<'p>(files: impl IntoIterator<Item = &'p Path>) -> Result<Folders, Diagnostic> {
        let mut folders = Folders::default();
        for folder in files.into_iter().filter_map(Path::parent) {
            let missing: Vec<&Path> = folder.ancestors().take_while(|folder| !folder.exists()).collect();
            // An empty path is the folder that we are in.
            for folder in missing.into_iter().rev().filter(|folder| !folder.as_os_str().is_empty()) {
                folders.broom.mind(folder);
                fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
                folders.made.push(folder.to_path_buf());
            }
        }
        Ok(folders)
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        for folder in self.made.iter().rev() {
            // One that holds something stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Held while files are written. It is one for the whole process because it guards the process's end.
static WRITING: Mutex<()> = Mutex::new(());

fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// For whoever is about to end the process while others still work: waits until no file is being replaced, but no longer
/// than `patience`. While the guard lives no other replacement begins.
pub fn wait_for_writers(patience: Duration) -> Option<MutexGuard<'static, ()>> {
    let start = Instant::now();
    loop {
        match WRITING.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if start.elapsed() >= patience => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// A text that is ready to take its target's place.
struct Prepared {
    /// The file to change, with symbolic links followed.
    target: PathBuf,
    way: Way,
    /// What a regular file held.
    old: Option<Vec<u8>>,
}

/// How a text gets to its target.
enum Way {
    /// A new file takes the place of the target, or its name where there is none yet.
    Replace(Staged),
    /// Over the old text, because the file has other names, too.
    Overwrite(File, Vec<u8>),
    /// A pipe or a device takes it as it comes.
    Stream(Vec<u8>),
    Done,
}

impl Prepared {
    fn new(change: &Change<'_>, broom: &mut Broom) -> io::Result<Prepared> {
        let (path, text) = (change.path, change.text.as_bytes());
        if is_standard(path) {
            return Ok(Prepared { target: path.to_path_buf(), way: Way::Stream(text.to_vec()), old: None });
        }
        let existing = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(io::Error::other("it is a directory")),
            // Renaming would succeed, but whoever took the write permission away meant it.
            Ok(metadata) if metadata.permissions().readonly() => {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is write-protected"));
            }
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            return Ok(Prepared { target: path.to_path_buf(), way: Way::Stream(text.to_vec()), old: None });
        }
        let target = target(path, existing.is_some())?;
        let Some(metadata) = existing else {
            let staged = Staged::new(&target, text, None, broom)?;
            return Ok(Prepared { way: Way::Replace(staged), target, old: None });
        };
        let old = Some(fs::read(&target)?);
        let way = match names(&metadata) {
            1 => Way::Replace(Staged::new(&target, text, Some(&metadata), broom)?),
            _ => {
                // The room for the text is there before the file is touched.
                drop(Staged::new(&target, text, Some(&metadata), broom)?);
                Way::Overwrite(fs::OpenOptions::new().write(true).open(&target)?, text.to_vec())
            }
        };
        Ok(Prepared { target, way, old })
    }

    /// Whether the target still is what it must be. What must hold a text is read anew: it may have changed while the new one was written.
    fn is_as_it_was(&self, change: &Change<'_>) -> Result<(), Diagnostic> {
        let path = change.path.display();
        let holds = |text: &str| fs::read(&self.target).is_ok_and(|now| now == text.as_bytes());
        match (change.before, &self.old) {
            (Before::Anything, _) | (Before::Nothing, None) => Ok(()),
            (Before::Nothing, Some(_)) => Err(exists(change.path)),
            (Before::Text(text), Some(old)) if text.as_bytes() == old && holds(text) => Ok(()),
            (Before::Text(_), _) => Err(Diagnostic::error(format!("{path} has changed since it was read"))
                .note("nothing was written", None)
                .help("run the command again")),
        }
    }

    fn commit(&mut self, broom: &mut Broom) -> io::Result<()> {
        match std::mem::replace(&mut self.way, Way::Done) {
            Way::Replace(staged) => staged.commit(&self.target, self.old.is_some(), broom),
            Way::Overwrite(file, text) => overwrite(file, &text).inspect_err(|_| {
                // What is there is half of each; the old text is the better whole.
                let _ = self.undo();
            }),
            Way::Stream(text) => {
                let mut stream = stream(&self.target)?;
                let seen = stream.is_terminal().then(|| harmless(&text));
                stream.write_all(seen.as_deref().map_or(&text[..], str::as_bytes))
            }
            Way::Done => Ok(()),
        }
    }

    /// Puts back what was there before [`Self::commit`].
    fn undo(&mut self) -> io::Result<()> {
        match &self.old {
            Some(old) => overwrite(fs::OpenOptions::new().write(true).open(&self.target)?, old),
            None if fs::metadata(&self.target).is_ok_and(|metadata| metadata.is_file()) => {
                fs::remove_file(&self.target)
            }
            None => Ok(()),
        }
    }
}

/// Whether a path is one of the process's own streams, wherever that leads: the file behind it has other text in it, too.
pub fn is_standard(path: &Path) -> bool {
    cfg!(unix) && STANDARD.iter().any(|(_, names)| names.iter().any(|name| path == Path::new(name)))
}

/// Whether a path is the process's standard output.
pub fn is_standard_output(path: &Path) -> bool {
    let (_, names) = STANDARD[0];
    cfg!(unix) && names.iter().any(|name| path == Path::new(name))
}

/// The numbers of standard output and standard error, and their names.
const STANDARD: [(u8, [&str; 3]); 2] =
    [(1, ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]), (2, ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"])];

/// What takes a text as it comes. To open a stream of one's own anew would begin at the start of the file that it leads to.
fn stream(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    for (number, names) in STANDARD {
        use std::os::fd::AsFd;
        if names.iter().any(|name| path == Path::new(name)) {
            let stream = match number {
                1 => io::stdout().as_fd().try_clone_to_owned(),
                _ => io::stderr().as_fd().try_clone_to_owned(),
            };
            return stream.map(File::from);
        }
    }
    fs::OpenOptions::new().write(true).open(path)
}

/// What a terminal may be sent of a text: none of its characters is a command.
fn harmless(text: &[u8]) -> String {
    let shown = |c: char| if c == '\n' || c == '\t' { c } else { visible(c) };
    String::from_utf8_lossy(text).chars().map(shown).collect()
}

fn overwrite(mut file: File, text: &[u8]) -> io::Result<()> {
    file.write_all(text)?;
    file.set_len(text.len() as u64)?;
    file.sync_all()
}

/// How many names a file has.
#[cfg(unix)]
fn names(metadata: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names(_: &fs::Metadata) -> u64 {
    1
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

/// The complaint about a file that is there and must not be.
pub fn exists(path: &Path) -> Diagnostic {
    Diagnostic::error(format!("{} exists", path.display())).help("give another name, or `--force` to overwrite it")
}

/// The complaint about a file that cannot be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    let help = match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "check that the file and its directory may be written to"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "make room for it; what was there is as it was"
        }
        _ => "check that the directory exists and may be written to",
    };
    Diagnostic::error(format!("cannot write {}: {error}", path.display())).help(help)
}

#[cfg(test)]
mod tests {
    use super::{Before, Broom, Change, Prepared};

    #[test]
    fn what_changes_while_the_new_text_is_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        std::fs::write(&path, "old").unwrap();
        let change = Change { path: &path, text: "new", before: Before::Text("old") };
        let prepared = Prepared::new(&change, &mut Broom::default()).unwrap();
        assert!(prepared.is_as_it_was(&change).is_ok());
        std::fs::write(&path, "old and more").unwrap();
        let refused = prepared.is_as_it_was(&change).unwrap_err();
        assert!(refused.message.contains("has changed since it was read"), "{}", refused.message);
    }
}
