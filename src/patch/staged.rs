//! A text on disk beside its target, where nobody sees it.
//!
//! In: a target and its new text. Out: [`Staged`], which takes the target's place at once. It must not know which other
//! files change with it.
//!
//! Where the system can, the file has no name until it is complete. To take the place of a file that exists it needs a name for the moment
//! between two system calls, and where the system cannot, from its beginning. Such a name goes with the process, however that ends
//! ([`Broom`]). What is left all the same, as after a machine has lost its power, is swept away by the next one that writes to the directory.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tempfile::NamedTempFile;

use super::broom::Broom;

/// A text that is on disk beside its target.
pub struct Staged {
    directory: PathBuf,
    file: Content,
}

enum Content {
    #[cfg(target_os = "linux")]
    Nameless(File),
    Named(NamedTempFile),
}

/// What names for a moment begin with.
const PREFIX: &str = ".fencesmith-";

impl Staged {
    /// Writes the text; the file has the permissions of what it will replace from its first byte on.
    pub fn new(target: &Path, text: &[u8], replaced: Option<&Metadata>, broom: &mut Broom) -> io::Result<Staged> {
        let directory = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
            _ => PathBuf::from("."),
        };
        sweep(&directory);
        if replaced.is_some() {
            broom.ready();
        }
        let staged = Staged { file: Content::new(&directory, broom)?, directory };
        let mut file = staged.file.file();
        if let Some(metadata) = replaced {
            take_over(file, metadata)?;
        }
        file.write_all(text)?;
        file.sync_all()?;
        Ok(staged)
    }

    /// Takes the place of the target, or its name where there must be nothing.
    pub fn commit(self, target: &Path, exists: bool, broom: &mut Broom) -> io::Result<()> {
        match self.file {
            Content::Named(file) if exists => file.persist(target).map(drop).map_err(|error| error.error),
            Content::Named(file) => file.persist_noclobber(target).map(drop).map_err(|error| error.error),
            #[cfg(target_os = "linux")]
            Content::Nameless(file) if exists => {
                let name = self.directory.join(passing());
                broom.mind(&name);
                name_it(&file, &name)?;
                fs::rename(&name, target).inspect_err(|_| {
                    let _ = fs::remove_file(&name);
                })
            }
            #[cfg(target_os = "linux")]
            Content::Nameless(file) => name_it(&file, target),
        }
    }
}

/// Why no file can be made, whether it has a name or not.
#[cfg(target_os = "linux")]
const FORBIDDEN: [io::ErrorKind; 4] = [
    io::ErrorKind::NotFound,
    io::ErrorKind::PermissionDenied,
    io::ErrorKind::ReadOnlyFilesystem,
    io::ErrorKind::StorageFull,
];

/// A name that nothing has: no other process has this number, and none had it at this moment.
fn passing() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{PREFIX}{}-{}", std::process::id(), now.as_nanos())
}

/// A name that is older than this belongs to nobody who is just writing, wherever that may be.
const STALE: Duration = Duration::from_secs(60);

/// Removes what processes that are no more have left in a directory. Should it not work, it is left for the next time.
fn sweep(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(process_of);
        let is_stale = || {
            let metadata = entry.metadata().ok()?;
            let age = metadata.modified().ok()?.elapsed().ok()?;
            Some(metadata.is_file() && age >= STALE)
        };
        if process.is_some_and(|process| !is_running(process)) && is_stale() == Some(true) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The process in a name that a file has for a moment.
fn process_of(name: &str) -> Option<i32> {
    let (process, number) = name.strip_prefix(PREFIX)?.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(process) && is_number(number)).then(|| process.parse().ok())?
}

#[cfg(unix)]
fn is_running(process: i32) -> bool {
    // The system knows a process by this number, whoever it belongs to.
    !matches!(nix::sys::signal::kill(nix::unistd::Pid::from_raw(process), None), Err(nix::errno::Errno::ESRCH))
}

#[cfg(not(unix))]
fn is_running(_: i32) -> bool {
    true
}

impl Content {
    #[cfg(target_os = "linux")]
    fn new(directory: &Path, broom: &mut Broom) -> io::Result<Content> {
        use std::os::unix::fs::OpenOptionsExt;
        let nameless = fs::OpenOptions::new()
            .read(true)
            .write(true)
            // As for any new file; the process's mask takes away from this.
            .mode(0o666)
            .custom_flags(nix::fcntl::OFlag::O_TMPFILE.bits())
            .open(directory);
        match nameless {
            Ok(file) => Ok(Content::Nameless(file)),
            // Not every file system can. What forbids a file forbids one with a name, too, whose path would then be in the message.
            Err(error) if FORBIDDEN.contains(&error.kind()) => Err(error),
            Err(_) => named(directory, broom),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn new(directory: &Path, broom: &mut Broom) -> io::Result<Content> {
        named(directory, broom)
    }

    fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Content::Nameless(file) => file,
            Content::Named(file) => file.as_file(),
        }
    }
}

/// A file with a name.
fn named(directory: &Path, broom: &mut Broom) -> io::Result<Content> {
    let name = passing();
    broom.mind(&directory.join(&name));
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name).rand_bytes(0);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(directory).map(Content::Named)
}

/// Gives a file its first name, if nothing has that name.
#[cfg(target_os = "linux")]
fn name_it(file: &File, name: &Path) -> io::Result<()> {
    use nix::fcntl::{AT_FDCWD, AtFlags};
    use std::os::fd::AsRawFd;
    let file = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
    nix::unistd::linkat(AT_FDCWD, &file, AT_FDCWD, name, AtFlags::AT_SYMLINK_FOLLOW).map_err(io::Error::from)
}

/// Permissions, and the owner where the system lets us.
fn take_over(file: &File, metadata: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // Only the superuser may give a file away; for everyone else the owner is the same already.
        let _ = std::os::unix::fs::fchown(file, Some(metadata.uid()), Some(metadata.gid()));
    }
    file.set_permissions(metadata.permissions())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only names that this program gives are those of files that it may remove.
    #[test]
    fn the_process_is_in_the_name() {
        let of = |rest: &str| process_of(&format!("{PREFIX}{rest}"));
        assert_eq!(of("12-3"), Some(12));
        for other in ["12", "12-", "-3", "-", "12-a", "a-3", "1 2-3", "99999999999999-3"] {
            assert_eq!(of(other), None, "{other}");
        }
        assert_eq!(process_of("12-3"), None);
    }
}
