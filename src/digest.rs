//! SHA-256, as people write it.
//!
//! In: a text. Out: its hash in hexadecimal digits, by which somebody can tell later whether it is the same text. It must not
//! know what the text is.

use sha2::digest::Output;
use sha2::{Digest, Sha256};

/// The hash of a text.
pub fn sha256(text: &str) -> String {
    digits(&Sha256::digest(text.as_bytes()))
}

/// A hash that was made piece by piece.
pub fn digits(hash: &Output<Sha256>) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
