//! Pieces of text into a file.
//!
//! In: the file as it was read, and the pieces in the order in which they stand in it. Out: the patched file and
//! the place of every fence in it. It must not know what the pieces mean.

use super::edits::Piece;
use super::{InsertedFence, PatchedFile};
use crate::diag::{FileId, Position, SourceFile, Span};

/// Inserts the pieces, which come ascending by offset.
pub fn render(file: FileId, source: &SourceFile, pieces: &[Piece]) -> PatchedFile {
    let original = &source.text;
    let added: usize = pieces.iter().map(|piece| piece.text.len()).sum();
    let mut patched = String::with_capacity(original.len() + added);
    let mut fences = Vec::new();
    let (mut inserted, mut removed) = (Vec::new(), Vec::new());
    let mut copied = 0;
    for piece in pieces {
        let at = piece.at as usize;
        patched.push_str(&original[copied..at]);
        copied = at;
        let start = patched.len();
        patched.push_str(&piece.text);
        inserted.push(offset(start)..offset(patched.len()));
        removed.push(piece.removes);
        copied += piece.removes as usize;
        for (insertion, range) in &piece.fences {
            let span = Span { file, start: offset(start + range.start), end: offset(start + range.end) };
            // The text up to the fence is complete, so its position is final.
            let position = position(&patched, start + range.start);
            fences.push(InsertedFence { insertion: *insertion, span, position });
        }
    }
    patched.push_str(&original[copied..]);
    PatchedFile { file, path: source.path.clone(), original: original.clone(), patched, fences, inserted, removed }
}

/// Line and column of a byte, both one-based; the column counts bytes.
fn position(text: &str, offset: usize) -> Position {
    let before = &text.as_bytes()[..offset];
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    Position { line: line as u32 + 1, column: (offset - start) as u32 + 1 }
}

fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).expect("a source file has fewer than 2^32 bytes; please report this")
}
