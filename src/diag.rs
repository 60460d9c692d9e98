//! Source text, spans and diagnostics.
//!
//! In: the text of each file that was read. Out: [`Span`]s that name bytes of it, and [`Diagnostic`]s that
//! say what a user did wrong, where, and what to do. It must not know how a diagnostic is shown; the cli
//! renders it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use crate::ids::FileId;

/// What is shown in the place of a character that would not be seen but obeyed.
pub fn visible(c: char) -> char {
    match c {
        // Unicode has a picture of each of these.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        // Of those that turn the direction of writing or are control characters of eight bits, it has none.
        '\u{7f}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
        _ => c,
    }
}

/// A range of bytes of one file: `start..end`, zero-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

/// A file as it was read.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path as the user or an `#include` gave it.
    pub path: PathBuf,
    /// The text, byte for byte.
    pub text: Arc<str>,
}

/// Line and column of a byte, both one-based; the column counts bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// All the text that was read for one program.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// What was only looked for and is there (`__has_include`).
    looked_for: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file and returns its id. The same path may be added again (a patched version of it).
    pub fn add(&mut self, path: impl Into<PathBuf>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId::from_index(self.files.len());
        self.files.push(SourceFile { path: path.into(), text: text.into() });
        id
    }

    /// Adds a file that the program's text looks for and does not include.
    pub fn add_looked_for(&mut self, path: impl Into<PathBuf>, text: impl Into<Arc<str>>) {
        self.looked_for.push(SourceFile { path: path.into(), text: text.into() });
    }

    /// All files that must lie where they do for the program to be what it is.
    pub fn needed(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().chain(&self.looked_for)
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    pub fn path(&self, id: FileId) -> &Path {
        &self.files[id.index()].path
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId::from_index(i), f))
    }

    /// The text a span covers; empty when the span lies outside the file.
    pub fn text(&self, span: Span) -> &str {
        self.files.get(span.file.index()).and_then(|f| f.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// Where a byte of a file stands.
    pub fn position(&self, file: FileId, offset: u32) -> Position {
        let text = self.files[file.index()].text.as_bytes();
        let before = &text[..(offset as usize).min(text.len())];
        let line = before.iter().filter(|b| **b == b'\n').count() as u32 + 1;
        let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |p| p + 1);
        Position { line, column: (before.len() - start) as u32 + 1 }
    }

    /// The start of a span as `file:line:column`.
    pub fn describe(&self, span: Span) -> String {
        let p = self.position(span.file, span.start);
        format!("{}:{}:{}", self.path(span.file).display(), p.line, p.column)
    }

    /// The same in parentheses, to stand behind a word; nothing where there is no place.
    pub fn beside(&self, span: Option<Span>) -> String {
        span.map_or_else(String::new, |span| format!(" ({})", self.describe(span)))
    }
}

/// Why an input cannot be used, with the text that the places are in.
#[derive(Clone, Debug)]
pub struct Failure {
    pub sources: Sources,
    /// At least one.
    pub diagnostics: Vec<Diagnostic>,
}

impl Failure {
    pub(crate) fn one(sources: Sources, diagnostic: Diagnostic) -> Failure {
        Failure { sources, diagnostics: vec![diagnostic] }
    }
}

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Severity {
    Error,
    Warning,
}

/// What kind of thing a diagnostic tells, where reports tell kinds apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum About {
    /// A construct that is not supported.
    Unsupported,
    /// The program is larger than what is looked at.
    TooLarge,
    DataRace,
    /// Plain accesses that matter to the verdict.
    RacyAccess,
    Deadlock,
    #[default]
    Other,
}

/// What a user must know about the input: what is wrong, where, and what to do about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    /// The place; absent only where no text was read (an unreadable file, a contradictory option).
    pub span: Option<Span>,
    /// Further places and facts.
    pub notes: Vec<(String, Option<Span>)>,
    /// What to do.
    pub help: Option<String>,
    pub about: About,
}

impl Diagnostic {
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
            span: None,
            notes: Vec::new(),
            help: None,
            about: About::Other,
        }
    }

    pub fn warning(message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(message) }
    }

    /// The refusal of a construct the tool does not support, with the construct's name.
    pub fn unsupported(construct: impl AsRef<str>, span: Span) -> Self {
        Self::error(format!("{} is not supported", construct.as_ref())).about(About::Unsupported).at(span)
    }

    pub fn about(mut self, about: About) -> Self {
        self.about = about;
        self
    }

    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    pub fn note(mut self, message: impl Into<String>, span: Option<Span>) -> Self {
        self.notes.push((message.into(), span));
        self
    }

    pub fn help(mut self, message: impl Into<String>) -> Self {
        self.help = Some(message.into());
        self
    }
}
