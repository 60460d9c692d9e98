//! Which part of an exploration is wanted.
//!
//! In: `--piece` and `--split` as they were typed. Out: the part, or what is wrong. It must not know how parts are divided.

use crate::cli::args::Piece;
use crate::diag::Diagnostic;
use crate::explore::Part;

/// The part of an exploration that was typed.
pub fn part(Piece { number, of }: Piece, split: Option<u32>) -> Result<Part, Diagnostic> {
    let of = match (of, split) {
        (Some(of), Some(split)) if of != split => {
            return Err(Diagnostic::error(format!("`--piece` says {of} parts, and `--split` {split}"))
                .help("leave out `--split`"));
        }
        (Some(of), _) | (None, Some(of)) => of,
        (None, None) => {
            return Err(Diagnostic::error("`--piece` does not say how many parts there are")
                .help(format!("write `--piece {number}/N`")));
        }
    };
    if number == 0 || number > of {
        return Err(Diagnostic::error(format!("there is no part {number} of {of}"))
            .help("parts are counted from 1 to the number of parts"));
    }
    Ok(Part { number: number - 1, of })
}
