//! Tests whose threads are C functions: C11's atomic operations, and those of the Linux kernel.
//!
//! In: the text behind the initial state. Out: the threads' steps. It must not know models: accesses carry the names of orders
//! that the `cat` files for C use (`RLX`, `ACQ`, …, of the kernel `ONCE`, `ACQUIRE`, `MB`, `Rcu-lock`, …).
//!
//! What depends on what is what the text says: a value on the reads that it is calculated from, what an `if` or a loop holds
//! on its condition, and nothing behind it.

mod calls;
mod kernel;
mod lower;
mod parse;
mod source;
mod tokens;

use super::Test;
pub use calls::order_in_c;
pub use source::Source;
pub use tokens::Refusal;

/// Whose operations a test calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Library {
    C11,
    Kernel,
}

impl Library {
    /// That of some functions.
    fn of(text: &str) -> Library {
        match text.contains("_explicit") || text.contains("memory_order") || text.contains("atomic_int") {
            true => Library::C11,
            false => Library::Kernel,
        }
    }

    fn call(self) -> lower::Library {
        match self {
            Library::C11 => calls::call,
            Library::Kernel => kernel::call,
        }
    }
}

/// Adds the threads of a program to a test.
///
/// # Errors
/// The first thing that is not read.
pub fn threads(text: &str, test: &mut Test) -> Result<(), Refusal> {
    let functions = parse::functions(tokens::tokens(text)?)?;
    let library = Library::of(text).call();
    for (index, function) in functions.iter().enumerate() {
        if function.name != format!("P{index}") {
            let message = format!("the thread `P{index}` is expected here, not `{}`", function.name);
            return Err(Refusal { at: function.at, message });
        }
        lower::thread(function, index, library, test)?;
    }
    Ok(())
}

/// The text with blanks in the place of its comments, so that places in it stay what they are.
///
/// C's comments, and those of the rest of a test.
pub fn without_comments(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let (mut at, mut blocks, mut depth) = (0, 0, 0_u32);
    while at + 1 < bytes.len() {
        let close: &[u8] = match &bytes[at..at + 2] {
            b"//" => b"\n",
            b"/*" => b"*/",
            // In the functions, which follow the initial state, this is an operand.
            b"(*" if depth == 0 || blocks == 1 => b"*)",
            [sign, _] => {
                match sign {
                    b'{' => {
                        blocks += u32::from(depth == 0);
                        depth += 1;
                    }
                    b'}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                at += 1;
                continue;
            }
            _ => break,
        };
        let end = bytes[at + 2..].windows(close.len()).position(|window| window == close);
        let end = match (end, close) {
            (Some(end), _) => at + 2 + end + close.len(),
            (None, b"\n") => bytes.len(),
            (None, _) => {
                at += 2;
                continue;
            }
        };
        out[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        at = end;
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_string())
}
