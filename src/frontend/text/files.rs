//! Which files a translation unit is read from.
//!
//! In: paths the preprocessor asks for. Out: their bytes: the tool's own headers from a virtual directory inside the
//! binary, patched text that is not on disk yet, or what is on disk. It also says what kind of file a path is, which
//! decides whether a fence may be written there. It must not know C.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use include_dir::{Dir, include_dir};
use rucc_diag::SourceBytes;
use rucc_session::{FileSystem, SearchPath};

use super::spelled::is_part;
use crate::frontend::options::{Preprocessing, ReadOptions};
use crate::intake::{self, Writer};

/// The tool's own headers.
static OWN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/frontend/include");

/// The tool's own header that declares this name, the first by its name; of those at the top of the folder.
pub fn own_header_with(name: &str) -> Option<&'static str> {
    let declares = |line: &str| {
        let line = line.trim();
        let first = |text: &str| text.split(|c: char| !is_part(c)).find(|word| !word.is_empty()) == Some(name);
        let last = |text: &str| text.rsplit(|c: char| !is_part(c)).find(|word| !word.is_empty()) == Some(name);
        match line.split_once(char::is_whitespace) {
            Some(("#define", rest)) => first(rest),
            Some(("typedef", rest)) => last(rest),
            Some(("extern", rest)) => last(rest.split('(').next().unwrap_or(rest)),
            _ => line.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ' '])),
        }
    };
    let has_name = |text: &str| text.lines().any(declares);
    let headers = OWN.files().filter(|file| file.contents_utf8().is_some_and(has_name));
    headers.filter_map(|file| file.path().to_str()).min()
}

/// Where they seem to be.
pub const OWN_DIRECTORY: &str = "<fencesmith>/include";

/// The C library's own directories below an include directory; no fence is ever written there.
const LIBRARY_PARTS: &[&str] = &["bits", "sys", "asm", "asm-generic", "linux", "gnu", "x86_64-linux-gnu"];

/// Where the system keeps headers, in the order gcc searches.
const SYSTEM_DIRECTORIES: &[&str] = &["/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"];

/// Where gcc keeps the headers that belong to the compiler.
const COMPILER_DIRECTORY: &str = "/usr/lib/gcc/x86_64-linux-gnu";

/// The compiler's headers for vector instructions, which define hundreds of functions on vectors; the own ones have the
/// fences in them and are read in their place.
const INTRINSICS: &[&str] = &["emmintrin.h", "immintrin.h", "x86intrin.h", "xmmintrin.h"];

/// What kind of file a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The user's, or a third party's header: a fence may be written here.
    User,
    /// The tool's own header, or text no file holds (predefined macros).
    Own,
    /// A header of the C library or of the compiler.
    Library,
}

/// The file system the preprocessor sees.
#[derive(Debug)]
pub struct Files {
    overlay: BTreeMap<PathBuf, String>,
    reads: AtomicUsize,
    /// What was found, but for the tool's own headers.
    found: Mutex<BTreeSet<PathBuf>>,
}

/// So many files are read for one translation unit. The preprocessor bounds how deep files include each other, and goes on: one that includes itself
/// twice would be read as often as two to the power of that depth.
const MOST_READS: usize = 50_000;

impl Files {
    pub fn new(overlay: BTreeMap<PathBuf, String>) -> Files {
        let overlay = overlay.into_iter().map(|(path, text)| (plain(&path), text)).collect();
        Files { overlay, reads: AtomicUsize::new(0), found: Mutex::default() }
    }

    /// The reading of a translation unit begins.
    pub fn begin_unit(&self) {
        self.reads.store(0, Ordering::Relaxed);
    }

    /// The files that were found so far, also those that were only looked for.
    pub fn found(&self) -> Vec<PathBuf> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// What a file holds.
    ///
    /// # Errors
    /// There is no such file, or it cannot be read.
    pub fn contents(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read(path).map(|bytes| bytes.to_vec())
    }
}

impl FileSystem for Files {
    fn read(&self, path: &Path) -> io::Result<SourceBytes> {
        if self.reads.fetch_add(1, Ordering::Relaxed) >= MOST_READS {
            return Err(io::Error::other(format!("more than {MOST_READS} files are included")));
        }
        if let Ok(name) = path.strip_prefix(OWN_DIRECTORY) {
            let file = OWN.get_file(name).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
            return Ok(SourceBytes::new(file.contents()));
        }
        if path.starts_with(COMPILER_DIRECTORY)
            && let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| INTRINSICS.contains(name))
        {
            return self.read(&Path::new(OWN_DIRECTORY).join(name));
        }
        let text = match self.overlay.is_empty() {
            true => None,
            false => self.overlay.get(&self.identity(path)).or_else(|| self.overlay.get(&plain(path))),
        };
        let bytes = match text {
            Some(text) => text.clone().into_bytes(),
            None => intake::bytes(path, Writer::People)?,
        };
        self.found.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf());
        Ok(SourceBytes::new(ended(bytes)))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
    }
}

/// The path without `.` and `..`, as a file has it that is not on disk.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The text with a last line that ends. The lexer cannot tell the end of a text behind a backslash that joins its last
/// line with a next one that is not there: it panics, or never ends inside a comment. An empty line there says the same.
fn ended(mut bytes: Vec<u8>) -> Vec<u8> {
    let line = bytes.strip_suffix(b"\r\n").or_else(|| bytes.strip_suffix(b"\n")).or_else(|| bytes.strip_suffix(b"\r"));
    let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c);
    if line.is_some_and(|line| line.iter().rev().find(|byte| !blank(byte)) == Some(&b'\\')) {
        bytes.extend(b"\n\n");
    }
    bytes
}

/// The directories an `#include` searches, in order.
pub fn search_path(how: &Preprocessing, system_headers: bool) -> SearchPath {
    let mut search = SearchPath::new();
    for directory in &how.quote_dirs {
        search.push_quote(directory);
    }
    // As compilers do: a directory of the system's keeps its place behind the tool's own, and what else is named comes first.
    let is_of_system = |directory: &&PathBuf| {
        SYSTEM_DIRECTORIES.iter().any(|system| directory.canonicalize().is_ok_and(|it| it == Path::new(system)))
    };
    for directory in how.include_dirs.iter().filter(|directory| !is_of_system(directory)) {
        search.push_bracket(directory);
    }
    if !system_headers {
        search.push_bracket(OWN_DIRECTORY);
    }
    for directory in &how.system_dirs {
        search.push_system(directory);
    }
    if system_headers && let Some(directory) = compiler_directory() {
        search.push_system(directory);
    }
    for directory in SYSTEM_DIRECTORIES {
        search.push_system(*directory);
    }
    if system_headers {
        search.push_system(OWN_DIRECTORY);
    }
    search
}

/// The include directory of the newest installed gcc.
fn compiler_directory() -> Option<PathBuf> {
    let versions = std::fs::read_dir(COMPILER_DIRECTORY).ok()?;
    let newest = versions.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok()).max()?;
    Some(Path::new(COMPILER_DIRECTORY).join(newest.to_string()).join("include"))
}

/// The directories of headers that are the system's, or that the build calls so; none that the program itself lies in.
pub fn foreign_directories(path: &Path, options: &ReadOptions) -> Vec<PathBuf> {
    let further = options.further.iter().map(|further| (&*further.path, &further.preprocessing));
    let units: Vec<(&Path, &Preprocessing)> = std::iter::once((path, &options.preprocessing)).chain(further).collect();
    let named = units.iter().flat_map(|(_, how)| how.system_dirs.iter().map(PathBuf::as_path));
    let known = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let is_within = |directory: &&Path| units.iter().any(|(path, _)| known(path).starts_with(known(directory)));
    let of_system = SYSTEM_DIRECTORIES.iter().map(Path::new).chain([Path::new(COMPILER_DIRECTORY)]);
    of_system.chain(named).filter(|directory| !is_within(directory)).map(Path::to_path_buf).collect()
}

/// What kind of file the preprocessor read under this name.
pub fn kind_of(name: &str) -> FileKind {
    let path = Path::new(name);
    if name.starts_with('<') || path.starts_with(OWN_DIRECTORY) {
        return FileKind::Own;
    }
    if path.starts_with(COMPILER_DIRECTORY) {
        return FileKind::Library;
    }
    for directory in SYSTEM_DIRECTORIES {
        if let Ok(rest) = path.strip_prefix(directory) {
            let first = rest.components().next().and_then(|part| part.as_os_str().to_str());
            let of_library = first.is_some_and(|part| LIBRARY_PARTS.contains(&part));
            return if of_library || OWN.contains(rest) { FileKind::Library } else { FileKind::User };
        }
    }
    FileKind::User
}

#[cfg(test)]
mod tests {
    use super::own_header_with;

    #[test]
    fn a_name_is_told_with_the_header_that_declares_it_and_not_with_one_that_uses_it() {
        let known = [
            ("memory_order_seq_cst", Some("stdatomic.h")),
            ("size_t", Some("stddef.h")),
            ("pthread_mutex_lock", Some("pthread.h")),
            ("variable", None),
            ("nobody_has_this", None),
        ];
        for (name, header) in known {
            assert_eq!(own_header_with(name), header, "{name}");
        }
    }
}
