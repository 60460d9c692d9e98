//! The configuration file: defaults for the options, in TOML.
//!
//! In: a path, or the input file from whose folder upward `fencesmith.toml` may stand. Out: a [`Config`], every value with
//! its place in the file, or a diagnostic at the place. It must not decide between the file and the command line;
//! [`super::settings`] does.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use crate::diag::{Diagnostic, FileId, Sources, Span};
use crate::intake::{self, Writer};

/// The name that is looked for.
pub const FILE_NAME: &str = "fencesmith.toml";

/// What the file says. The keys are the long options.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Values {
    pub model: Option<Spanned<String>>,
    pub include: Vec<Spanned<PathBuf>>,
    pub iquote: Vec<Spanned<PathBuf>>,
    pub isystem: Vec<Spanned<PathBuf>>,
    pub force_include: Vec<Spanned<PathBuf>>,
    pub std: Option<Spanned<String>>,
    pub define: Vec<Spanned<String>>,
    pub undefine: Vec<Spanned<String>>,
    pub system_headers: Option<Spanned<bool>>,
    pub fresh_addresses: Option<Spanned<bool>>,
    pub spurious_failures: Option<Spanned<bool>>,
    pub unwind: Option<Spanned<u32>>,
    pub unwind_loop: Vec<Spanned<String>>,
    pub unwind_limit: Option<Spanned<u32>>,
    pub property: Vec<Spanned<String>>,
    pub engine: Option<Spanned<String>>,
    pub solver: Option<Spanned<String>>,
    pub timeout: Option<Spanned<f64>>,
    pub memory: Option<Spanned<u64>>,
    pub algorithm: Option<Spanned<String>>,
    pub k1: Option<Spanned<usize>>,
    pub k2: Option<Spanned<usize>>,
    pub minimize: Option<Spanned<String>>,
    pub cost: Vec<Spanned<String>>,
    pub fence_text: Vec<Spanned<String>>,
    pub weight: Vec<Spanned<String>>,
    pub fences_in: Vec<Spanned<String>>,
    pub no_fences_in: Vec<Spanned<String>>,
    pub no_comments: Option<Spanned<bool>>,
    pub diff: Option<Spanned<bool>>,
    pub cross_check: Option<Spanned<bool>>,
    pub cross_check_budget: Option<Spanned<f64>>,
    pub format: Option<Spanned<String>>,
    pub color: Option<Spanned<String>>,
}

/// A configuration file that was read, or nothing.
#[derive(Debug, Default)]
pub struct Config {
    pub values: Values,
    /// The file, in the sources it was read into.
    file: Option<FileId>,
    /// Where the file stands: its relative paths start here.
    directory: PathBuf,
}

impl Config {
    /// Reads the file that the user named.
    ///
    /// # Errors
    /// The file cannot be read, is no TOML, or has an unknown key or a value of a wrong type.
    pub fn read(path: &Path, sources: &mut Sources) -> Result<Config, Diagnostic> {
        match intake::text(path, Writer::People) {
            Ok(text) => Self::parse(path, text, sources),
            Err(error) => Err(cannot_read(path, &error)),
        }
    }

    /// Reads the nearest `fencesmith.toml` from the folder of the input upward, if there is one; a folder that holds a
    /// repository of git is the last. Where there is none, the same from the working directory upward.
    ///
    /// # Errors
    /// As [`Self::read`], but a missing file is none.
    pub fn near(input: &Path, sources: &mut Sources) -> Result<Config, Diagnostic> {
        let beside = input.with_file_name(FILE_NAME);
        let above = above(beside.parent().unwrap_or(Path::new(""))).chain(above(Path::new("")));
        for path in std::iter::once(beside).chain(above) {
            match intake::text(&path, Writer::People) {
                Ok(text) => return Self::parse(&path, text, sources),
                // A missing directory is a mistake about the input, which will be said when that is read.
                Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
                Err(error) => return Err(cannot_read(&path, &error)),
            }
        }
        Ok(Config::default())
    }

    fn parse(path: &Path, text: String, sources: &mut Sources) -> Result<Config, Diagnostic> {
        let file = sources.add(path, text.as_str());
        let directory = path.parent().unwrap_or(Path::new("")).to_path_buf();
        match toml::from_str(&text) {
            Ok(values) => Ok(Config { values, file: Some(file), directory }),
            Err(error) => {
                let mut diagnostic = Diagnostic::error(format!("configuration file: {}", error.message().trim_end()));
                diagnostic.span = error.span().map(|range| span(file, range));
                if error.message().contains("unknown field") {
                    diagnostic = diagnostic.help("the keys are the long options; see `fencesmith suggest --help`");
                }
                Err(diagnostic)
            }
        }
    }

    /// The file that was read.
    pub fn file(&self) -> Option<FileId> {
        self.file
    }

    /// Where a value of the file stands.
    pub fn span<T>(&self, value: &Spanned<T>) -> Option<Span> {
        self.file.map(|file| span(file, value.span()))
    }

    /// A path of the file, seen from the working directory.
    pub fn resolve(&self, path: impl AsRef<Path>) -> PathBuf {
        self.directory.join(path)
    }
}

/// Where the file may stand in a folder and in those above it.
fn above(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // Without links and `..`, so that what is above is what the system says it is.
    let first = folder.canonicalize().ok();
    let folders = std::iter::successors(first, |folder| {
        let above = if folder.join(".git").exists() { None } else { folder.parent() };
        above.map(Path::to_path_buf)
    });
    folders.map(|folder| folder.join(FILE_NAME))
}

fn span(file: FileId, range: Range<usize>) -> Span {
    let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Span { file, start: offset(range.start), end: offset(range.end) }
}

fn cannot_read(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(format!("cannot read the configuration file {}: {error}", path.display()))
}
