//! The folder of a run: its records, which survive whatever ends the run.
//!
//! In: records, one by one. Out: files that hold each of them exactly once and nothing else, or a clear message. It
//! must not know what the records say.
//!
//! ```text
//! run.json               the suite, the conditions and the limits: what must be the same when the run goes on
//! records.jsonl          one record a line; of a shard: records-2-of-8.jsonl
//! ```
//! A record is appended by one write and then forced to disk. When the disk is full, what was written of the line is
//! taken back. A line that was cut off all the same (the machine lost its power) is said and its job run again. Two
//! runs into one folder are kept apart by locks of the system, which end with the process that holds them: the lock on
//! `run.json` is shared among shards and exclusive otherwise, and each file of records has its own.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg};
use serde::{Deserialize, Serialize};

use super::instance::Shard;
use super::record::{Record, SCHEMA};
use crate::diag::Diagnostic;
use crate::intake::{self, Writer};

/// What must be the same when a run goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    pub schema: u32,
    pub suite: String,
    /// The text of the suite file.
    pub suite_text: String,
    pub conditions: String,
    pub seconds: f64,
    pub memory: u64,
}

const HEADER: &str = "run.json";

/// A folder in which this run alone writes.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    records: Flock<File>,
    /// Where the file ends, unless it is no ordinary file.
    length: Option<u64>,
    /// Held until the end.
    _run: Flock<File>,
}

/// What a folder holds.
#[derive(Debug, Default)]
pub struct Contents {
    /// Of several records of one job the last.
    pub records: Vec<Record>,
    /// Lines that are no records, and what becomes of them.
    pub warnings: Vec<Diagnostic>,
}

/// Whether a run may find records in its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    New,
    Resume,
}

impl Store {
    /// Opens a folder for a run; hands back what it already holds.
    ///
    /// # Errors
    /// The folder cannot be written, another run writes into it, it holds records and the run is a new one, or those
    /// records are of another run.
    pub fn open(
        folder: &Path,
        header: &Header,
        shard: Option<Shard>,
        start: Start,
    ) -> Result<(Store, Contents), Diagnostic> {
        let wrong = |what: &str, path: &Path, error: io::Error| {
            Diagnostic::error(format!("cannot {what} {}: {error}", path.display()))
        };
        fs::create_dir_all(folder).map_err(|error| wrong("make the folder", folder, error))?;
        let about = folder.join(HEADER);
        let name = match shard {
            Some(Shard { index, count }) => format!("records-{index}-of-{count}.jsonl"),
            None => "records.jsonl".to_string(),
        };
        let path = folder.join(name);
        let open = |path: &Path| {
            let file = OpenOptions::new().read(true).append(true).create(true).open(path);
            file.map_err(|error| wrong("open", path, error))
        };
        let kind = if shard.is_some() { FlockArg::LockSharedNonblock } else { FlockArg::LockExclusiveNonblock };
        let run = lock(open(&about)?, kind, folder)?;
        let records = lock(open(&path)?, FlockArg::LockExclusiveNonblock, folder)?;

        let mut contents = if start == Start::Resume { repair(&path)? } else { Contents::default() };
        let held = Contents::read(folder)?;
        // Other shards may well have begun.
        let own = match (start, shard) {
            (Start::New, Some(_)) if path.is_file() => Contents::read(&path)?.records.len(),
            (Start::New, None) => held.records.len(),
            _ => 0,
        };
        if own > 0 {
            let what = if shard.is_some() { path.as_path() } else { folder };
            return Err(Diagnostic::error(format!("{} already holds {own} records", what.display()))
                .help("go on with that run by `--resume`, or give another folder by `--output`"));
        }
        same_run(&about, header, held.records.is_empty() && shard.is_none())?;
        contents.records = held.records;
        contents.warnings.extend(held.warnings);
        let metadata = records.metadata().map_err(|error| wrong("look at", &path, error))?;
        let length = metadata.is_file().then_some(metadata.len());
        Ok((Store { path, records, length, _run: run }, contents))
    }

    /// Adds a record.
    ///
    /// # Errors
    /// It cannot be written; the file then ends with the record before.
    pub fn add(&mut self, record: &Record) -> Result<(), Diagnostic> {
        let line = record.line();
        let file: &mut File = &mut self.records;
        match file.write_all(line.as_bytes()).and_then(|()| self.length.map_or(Ok(()), |_| file.sync_data())) {
            Ok(()) => {
                self.length = self.length.map(|length| length + line.len() as u64);
                Ok(())
            }
            Err(error) => {
                if let Some(length) = self.length {
                    // A shorter file needs no space. Should even that fail, the cut line is found by the next run.
                    let _ = file.set_len(length);
                }
                Err(Diagnostic::error(format!("cannot write to {}: {error}", self.path.display()))
                    .note("the records written so far are complete", None)
                    .help("make room, and go on with the run by `--resume`"))
            }
        }
    }
}

fn lock(file: File, kind: FlockArg, folder: &Path) -> Result<Flock<File>, Diagnostic> {
    Flock::lock(file, kind).map_err(|(_, errno)| match errno {
        Errno::EWOULDBLOCK => Diagnostic::error(format!("another run is writing into {}", folder.display()))
            .help("wait until it has ended, give another folder by `--output`, or split one run by `--shard I/N`"),
        errno => Diagnostic::error(format!("cannot lock {}: {errno}", folder.display())),
    })
}

/// Writes what the run is, or compares it with what is written.
fn same_run(path: &Path, header: &Header, is_new: bool) -> Result<(), Diagnostic> {
    let wrong = |error: io::Error| Diagnostic::error(format!("cannot write {}: {error}", path.display()));
    let text = intake::text(path, Writer::Programs).map_err(wrong)?;
    let mut written = serde_json::to_string_pretty(header).expect("a header is plain data; please report this");
    written.push('\n');
    if is_new || text.is_empty() {
        // Written in place and not renamed into place, because the lock is on this very file. Shards that start
        // together write the same.
        return fs::write(path, written).map_err(wrong);
    }
    let other: Header = serde_json::from_str(&text).map_err(|error| {
        Diagnostic::error(format!("{} does not describe a run: {error}", path.display()))
            .help("give another folder by `--output`")
    })?;
    let differences: Vec<&str> = [
        ("the suite", other.suite != header.suite || other.suite_text != header.suite_text),
        ("the conditions", other.conditions != header.conditions),
        ("the time limit", other.seconds != header.seconds),
        ("the memory limit", other.memory != header.memory),
        ("the form of the records", other.schema != header.schema),
    ]
    .into_iter()
    .filter_map(|(what, differs)| differs.then_some(what))
    .collect();
    if differences.is_empty() {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path).display();
    Err(Diagnostic::error(format!("the run in {folder} is another one: {} differ", differences.join(", ")))
        .help("a run goes on as it began; give another folder by `--output`"))
}

/// Takes a cut line off the end of a file.
fn repair(path: &Path) -> Result<Contents, Diagnostic> {
    let mut contents = Contents::default();
    let wrong = |error: io::Error| Diagnostic::error(format!("cannot repair {}: {error}", path.display()));
    if !path.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Ok(contents);
    }
    let bytes = intake::bytes(path, Writer::Programs).map_err(wrong)?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    if end < bytes.len() {
        let file = OpenOptions::new().write(true).open(path).map_err(wrong)?;
        file.set_len(end as u64).map_err(wrong)?;
        let message = format!("the last record of {} was cut off; its job is run again", path.display());
        contents.warnings.push(Diagnostic::warning(message));
    }
    Ok(contents)
}

impl Contents {
    /// Reads all records of a folder, or of one file of records.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(path: &Path) -> Result<Contents, Diagnostic> {
        let wrong =
            |path: &Path, error: io::Error| Diagnostic::error(format!("cannot read {}: {error}", path.display()));
        let mut files = Vec::new();
        if path.is_dir() {
            for entry in fs::read_dir(path).map_err(|error| wrong(path, error))? {
                let found = entry.map_err(|error| wrong(path, error))?.path();
                let name = found.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if name.starts_with("records") && name.ends_with(".jsonl") && found.is_file() {
                    files.push(found);
                }
            }
            files.sort();
        } else {
            files.push(path.to_path_buf());
        }
        let mut contents = Contents::default();
        let mut places: HashMap<String, usize> = HashMap::new();
        for file in &files {
            let bytes = intake::stored(file).and_then(|()| intake::bytes(file, Writer::Programs));
            let text = String::from_utf8_lossy(&bytes.map_err(|error| wrong(file, error))?).into_owned();
            for (index, line) in text.lines().enumerate() {
                if line.trim().is_empty() {
                    continue;
                }
                match serde_json::from_str::<Record>(line) {
                    Ok(record) if record.schema == SCHEMA => match places.get(&record.job) {
                        Some(place) => contents.records[*place] = record,
                        None => {
                            places.insert(record.job.clone(), contents.records.len());
                            contents.records.push(record);
                        }
                    },
                    Ok(record) => contents.warnings.push(ignored(
                        file,
                        index,
                        &format!("it has the form {} and this program knows {SCHEMA}", record.schema),
                    )),
                    Err(error) => contents.warnings.push(ignored(file, index, &error.to_string())),
                }
            }
        }
        Ok(contents)
    }
}

fn ignored(file: &Path, index: usize, why: &str) -> Diagnostic {
    Diagnostic::warning(format!("{}:{}: this is no record and is ignored: {why}", file.display(), index + 1))
}
