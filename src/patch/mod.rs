//! From fences and the places they belong to, to patched C text.
//!
//! In: the source text as it was read, and for each fence its [`Placement`] and its C spelling. Out: a [`Patch`]:
//! the new text of every file that changes, where in it each fence stands, a unified diff, and files on disk that
//! are replaced whole or not at all. It must not know why a fence stands where it does, nor what the spelling
//! means; a place that would need an understanding of C has been worked out by the reader.
//!
//! - [`edits`]: placements to pieces of text at byte offsets, nested rightly
//! - [`braces`]: where the braces of a body go that has had none
//! - [`lines`]: where lines begin and end, and what they are indented with
//! - [`split`]: statements that are taken apart, with temporaries for what comes before a fence
//! - [`call`]: accesses that become calls, which say their orders
//! - [`idiom`]: how a file spells fences
//! - [`directives`]: the directives of the preprocessor
//! - [`named`]: the macros and functions of a program that are fences
//! - [`comment`]: the comment beside a fence
//! - [`include`](mod@include): the header that a fence needs
//! - [`render`]: pieces of text into the file
//! - [`diff`]: the change as a unified diff
//! - [`write`](mod@write): the change on disk, with `staged` for each file, and `broom` for what a killed process leaves

pub(crate) mod braces;
mod broom;
pub(crate) mod call;
pub(crate) mod comment;
pub(crate) mod diff;
pub mod directives;
pub(crate) mod edits;
pub(crate) mod idiom;
pub(crate) mod include;
pub(crate) mod lines;
mod named;
pub(crate) mod render;
pub(crate) mod split;
mod staged;
pub mod write;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use split::Names;

use crate::diag::{Diagnostic, FileId, Position, Sources, Span};
use crate::ir::{Before, Call, Earlier, Placement};

pub use write::{is_standard_output, wait_for_writers, write_file};

/// A fence to be written, or an order in place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The place, with spans into the text that was read.
    pub placement: Placement,
    /// The C spelling as a statement, `__sync_synchronize();` say; of an order its name, of an access that says none the call that does.
    pub text: String,
    /// What its comment says, in parts of which the first matter most; none where there is to be no comment.
    pub comment: Vec<String>,
    /// The header that the text needs.
    pub header: Option<String>,
}

impl Insertion {
    /// One without a comment, which needs no header.
    pub fn new(placement: Placement, text: impl Into<String>) -> Insertion {
        Insertion { placement, text: text.into(), comment: Vec::new(), header: None }
    }
}

/// A change of one or more files.
#[derive(Clone, Debug)]
pub struct Patch {
    /// The files that change, in the order in which they were read.
    pub files: Vec<PatchedFile>,
}

/// One file that changes.
#[derive(Clone, Debug)]
pub struct PatchedFile {
    pub file: FileId,
    /// The path under which it was read.
    pub path: PathBuf,
    /// The text that was read.
    pub original: Arc<str>,
    /// The text with the fences.
    pub patched: String,
    /// The fences in it; insertions that ask for the same fence at the same place share one.
    pub fences: Vec<InsertedFence>,
    /// Every range of bytes of `patched` that is not in `original`, ascending: fences, their comments and headers, braces,
    /// parentheses and line ends.
    pub inserted: Vec<Range<u32>>,
    /// For each of them, how many bytes of `original` it stands in the place of.
    pub removed: Vec<u32>,
}

/// Where a fence stands in the patched text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InsertedFence {
    /// The index of the [`Insertion`] that asked for it.
    pub insertion: usize,
    /// The bytes of the fence in the patched text (not in the text that `Sources` holds for this file).
    pub span: Span,
    /// Line and column of its first byte in the patched text.
    pub position: Position,
}

/// Writes fences into the text.
///
/// Errors: a placement without C text; placements that overlap without one enclosing the other.
pub fn apply(sources: &Sources, insertions: &[Insertion]) -> Result<Patch, Diagnostic> {
    let mut by_file: BTreeMap<FileId, Vec<(usize, Insertion)>> = BTreeMap::new();
    for (index, insertion) in insertions.iter().enumerate() {
        let Some(span) = insertion.placement.span() else {
            return Err(Diagnostic::error("a fence belongs to a place that is not in any C file")
                .help("give the program as C to have its fences written"));
        };
        let file = first_reading(sources, span.file);
        let placement = in_file(&insertion.placement, file);
        by_file.entry(file).or_default().push((index, Insertion { placement, ..insertion.clone() }));
    }
    let mut names = Names::of(sources.files().map(|(_, file)| &*file.text));
    let files = by_file
        .into_iter()
        .map(|(file, insertions)| {
            let source = sources.file(file);
            let mut headers: Vec<&str> = insertions.iter().filter_map(|(_, it)| it.header.as_deref()).collect();
            headers.sort_unstable();
            headers.dedup();
            headers.retain(|header| include::is_missing(header, file, sources));
            let pieces = edits::pieces(&source.text, &insertions, &headers, &mut names)?;
            Ok(render::render(file, source, &pieces))
        })
        .collect::<Result<_, Diagnostic>>()?;
    Ok(Patch { files })
}

impl Patch {
    /// Whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether the text of some file is another one.
    pub fn changes(&self) -> bool {
        self.files.iter().any(|file| *file.original != *file.patched)
    }

    /// The file and the place in it of the fence that insertion number `insertion` asked for.
    pub fn fence(&self, insertion: usize) -> Option<(&PatchedFile, InsertedFence)> {
        self.files.iter().find_map(|file| {
            let fence = file.fences.iter().find(|fence| fence.insertion == insertion)?;
            Some((file, *fence))
        })
    }
}

impl PatchedFile {
    /// Where in the text that was read a byte of the new one stood; of a new one, the place of what it is part of.
    pub fn origin(&self, at: u32) -> u32 {
        let (mut gone, mut come) = (0, 0);
        for (range, removed) in self.inserted.iter().zip(&self.removed) {
            if range.start <= at && at < range.end {
                return range.start + gone - come;
            }
            if range.end <= at {
                gone += removed;
                come += range.end - range.start;
            }
        }
        at + gone - come
    }
}

fn in_file(placement: &Placement, file: FileId) -> Placement {
    let moved = |span: Span| Span { file, ..span };
    match placement {
        Placement::Statement { at } => Placement::Statement { at: moved(*at) },
        Placement::Braced { body } => Placement::Braced { body: moved(*body) },
        Placement::BracedEnd { body } => Placement::BracedEnd { body: moved(*body) },
        Placement::Comma { expression } => Placement::Comma { expression: moved(*expression) },
        Placement::CommaEnd { expression } => Placement::CommaEnd { expression: moved(*expression) },
        Placement::Order { argument } => Placement::Order { argument: moved(*argument) },
        Placement::Access { whole, call } => Placement::Access {
            whole: moved(*whole),
            call: Call { object: moved(call.object), operand: call.operand.map(moved), ..*call },
        },
        Placement::Split { before, earlier } => Placement::Split {
            before: match *before {
                Before::Statement { at } => Before::Statement { at: moved(at) },
                Before::Braced { body } => Before::Braced { body: moved(body) },
            },
            earlier: earlier.iter().map(|it| Earlier { span: moved(it.span), ..*it }).collect(),
        },
        Placement::None => Placement::None,
    }
}

/// The first file with the same path and text: a header that is included twice is still one file on disk.
fn first_reading(sources: &Sources, file: FileId) -> FileId {
    let wanted = sources.file(file);
    sources.files().find(|(_, other)| other.path == wanted.path && other.text == wanted.text).map_or(file, |(id, _)| id)
}
