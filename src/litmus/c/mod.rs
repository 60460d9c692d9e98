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
use tokens::Token;

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

/// Where a test casts something, if it does.
pub fn cast(text: &str) -> Option<usize> {
    let tokens = tokens::tokens(text).ok()?;
    let is_cast = |three: &&[tokens::Placed<'_>]| match (three[0].0, three[1].0, three[2].0) {
        (before, Token::Sign("("), Token::Name(name)) => !matches!(before, Token::Name(_)) && parse::is_type(name),
        _ => false,
    };
    tokens.windows(3).find(is_cast).map(|three| three[1].1)
}
