//! What is said on standard error.
//!
//! In: a text. Out: it is there, if anybody reads it. It must not know what it is about.
//!
//! Standard error may be closed or a pipe that nobody reads any more. There is nobody left to tell then, and what the
//! command has found does not depend on it.

use std::io::{self, Write};

/// Says it as it is.
pub fn say(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// Says it in a line of its own.
pub fn say_line(text: &str) {
    say(&format!("{text}\n"));
}
