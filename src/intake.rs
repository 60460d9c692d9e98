//! What a file holds, but not without end: the one way in which files that a user names are read.
//!
//! In: a path, and how much of it there may be. Out: its bytes or its text, or an error that says what is too much. It must
//! not know what the text means, nor watch the clock: whoever runs a command under a limit of time leaves it alone when it
//! waits here, and [`text_until`] is for what has a time of its own within a run.
//!
//! Pipes are read like files, since shells write them where a file is named. A device has no end as a rule and gives no more
//! than what people write by hand.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::limits::{Limit, StopToken};

/// Who wrote the text, which says how long it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writer {
    /// People write programs, models and configurations. What is longer is nothing that anybody wants to check.
    People,
    /// Programs write build databases, records, proofs, and explorations to go on with.
    Programs,
}

impl Writer {
    /// In bytes.
    const fn most(self) -> u64 {
        match self {
            Writer::People => 16 << 20,
            Writer::Programs => 1 << 30,
        }
    }
}

/// How often somebody who waits for a pipe asks whether there is time.
const LOOK: Duration = Duration::from_millis(10);

/// All bytes of a file.
///
/// # Errors
/// It cannot be read, or is too large.
pub fn bytes(path: &Path, writer: Writer) -> io::Result<Vec<u8>> {
    // A directory opens but does not read; the error is the same either way.
    let file = File::open(path)?;
    let kind = file.metadata()?;
    let is_stored = kind.is_file();
    let most = if is_stored || is_pipe(kind.file_type()) { writer.most() } else { Writer::People.most() };
    // What is known to be too much is not read at all.
    if is_stored && kind.len() > most {
        return Err(too_large(most));
    }
    bounded(file, most)
}

/// All of a text.
///
/// # Errors
/// As for [`bytes`], or it is not UTF-8.
pub fn text(path: &Path, writer: Writer) -> io::Result<String> {
    utf8(bytes(path, writer)?)
}

/// All of a text that somebody holds open, standard input say.
///
/// # Errors
/// As for [`text`].
pub fn text_of(open: impl Read) -> io::Result<String> {
    utf8(bounded(open, Writer::People.most())?)
}

/// As [`text`], for people's texts; whoever reads it has no longer than this.
///
/// # Errors
/// As for [`text`].
pub fn text_until(path: &Path, stop: &StopToken) -> Result<io::Result<String>, Limit> {
    if !fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir()) {
        return Ok(text(path, Writer::People));
    }
    // Nobody can be called back who waits for a pipe. So another thread waits, and is left alone when time is over; it
    // holds a path and nothing else.
    let (sender, receiver) = mpsc::channel();
    let path = path.to_path_buf();
    let waits = thread::Builder::new().spawn(move || {
        // Nobody listens when time was over.
        let _ = sender.send(text(&path, Writer::People));
    });
    if let Err(error) = waits {
        return Ok(Err(error));
    }
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(read) => return Ok(read),
            Err(RecvTimeoutError::Disconnected) => return Ok(Err(io::Error::other("nobody has read it"))),
            Err(RecvTimeoutError::Timeout) => stop.reached().map_or(Ok(()), Err)?,
        }
    }
}

/// Whether a file can be read more than once, as one can that is stored.
///
/// # Errors
/// It cannot, or there is none.
pub fn stored(path: &Path) -> io::Result<()> {
    match fs::metadata(path)?.is_file() {
        true => Ok(()),
        false => Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file")),
    }
}

#[cfg(unix)]
fn is_pipe(kind: fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_fifo() || kind.is_socket()
}

#[cfg(not(unix))]
fn is_pipe(_: fs::FileType) -> bool {
    false
}

fn bounded(open: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    let no_text = |_| io::Error::new(ErrorKind::InvalidData, "stream did not contain valid UTF-8");
    String::from_utf8(bytes).map_err(no_text)
}

fn too_large(most: u64) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {} MiB", most >> 20))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn what_is_too_large_is_not_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().set_len(Writer::People.most()).unwrap();
        assert_eq!(bytes(file.path(), Writer::People).unwrap().len() as u64, Writer::People.most());
        file.as_file().set_len(Writer::People.most() + 1).unwrap();
        assert_eq!(text(file.path(), Writer::People).unwrap_err().to_string(), "it is larger than 16 MiB");
        assert!(bytes(file.path(), Writer::Programs).is_ok());
        file.as_file().set_len(Writer::Programs.most() + 1).unwrap();
        assert_eq!(text(file.path(), Writer::Programs).unwrap_err().to_string(), "it is larger than 1024 MiB");
    }

    #[test]
    #[cfg(unix)]
    fn a_device_gives_no_more_than_people_write() {
        let error = bytes(Path::new("/dev/zero"), Writer::Programs).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 16 MiB");
        assert_eq!(text_of(io::repeat(b'x')).unwrap_err().kind(), ErrorKind::FileTooLarge);
    }

    #[test]
    #[cfg(unix)]
    fn who_waits_for_a_pipe_ends_in_time() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let stop = StopToken::default().until(Some(Instant::now()));
        assert_eq!(text_until(&pipe, &stop).unwrap_err(), Limit::Time);
        assert!(stored(&pipe).is_err());
        let missing = text_until(&folder.path().join("missing"), &stop);
        assert_eq!(missing.unwrap().unwrap_err().kind(), ErrorKind::NotFound);
    }
}
