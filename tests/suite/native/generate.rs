//! Generated concurrent C programs.
//!
//! In: a [`Draft`], which is numbers only. Out: a [`Program`]: C text in which `$` stands where the prefix of its names goes.
//! Every draft is a program, and 0 is the simplest choice everywhere, so that dropping records and lowering numbers makes
//! programs smaller ([`crate::native::shrink`]).
//!
//! # Closed, finite, defined
//! * Every variable, block of the heap and register has a value before it is read; indices are masked; numbers stay small.
//! * Loops count to two, or wait: the states that a waiting loop goes through repeat.
//! * Structs and unions are touched as a whole, as bit-fields or as bytes under the mutex `g` only: how many accesses such
//!   a thing is, C does not say.
//! * Two shared accesses of one expression are sequenced (`&&`, `||`, `?:`), as C leaves other orders open.
//!
//! [`mod@shape`] is what a program is made of, [`mod@statements`], [`mod@loops`] and [`mod@objects`] what its threads do, [`mod@access`] how C spells an
//! access, [`mod@draft`] where drafts come from, [`mod@helpers`] the functions that threads call, [`mod@whole`] the text around them.

pub mod access;
pub mod draft;
pub mod helpers;
pub mod loops;
pub mod objects;
pub mod shape;
pub mod statements;
pub mod whole;

pub use draft::{Numbers, draft};
pub use shape::Shape;

/// The numbers that one statement is made from.
pub type Record = [u32; 8];

/// The numbers that a program is made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    pub shape: [u32; Shape::NUMBERS],
    pub threads: Vec<Vec<Record>>,
}

/// A generated program.
#[derive(Clone, Debug)]
pub struct Program {
    /// `$` is the prefix of names; a line `@N` is a point where a fence may stand; the line `%` is where the end is looked at.
    text: String,
    /// C expressions of what can be seen at the end.
    pub observables: Vec<String>,
    /// The number of points.
    pub points: usize,
    /// No thread is given a pointer to a local variable of `main`; to those of other threads none ever is.
    pub private_main: bool,
}

/// What must not be seen at the end: observables and their values.
pub type Forbidden = Vec<(usize, i64)>;

impl Draft {
    /// The program of these numbers.
    pub fn program(&self) -> Program {
        whole::write(self)
    }
}

impl Program {
    /// The text for the tool, which states that something is not seen at the end.
    pub fn asserting(&self, prefix: &str, forbidden: &Forbidden) -> String {
        let seen = |(index, value): &(usize, i64)| format!("{} == {value}", self.observables[*index]);
        let all: Vec<String> = forbidden.iter().map(seen).collect();
        self.filled(prefix, |_| None, &format!("assert(!({}));", all.join(" && ")))
    }

    /// The text for the machine, which is told what is seen at the end.
    pub fn observing(&self, prefix: &str) -> String {
        let all: Vec<String> = self.observables.iter().map(|text| format!("(long)({text})")).collect();
        let end = format!("native_observe({}, {});", all.len(), all.join(", "));
        self.filled(prefix, |point| Some(format!("native_point({point});")), &end)
    }

    fn filled(&self, prefix: &str, point: impl Fn(&str) -> Option<String>, end: &str) -> String {
        let mut out = String::new();
        for line in self.text.lines() {
            let text = line.trim_start();
            let indent = &line[..line.len() - text.len()];
            let replaced = match text.strip_prefix('@') {
                Some(number) => point(number),
                None if text == "%" => Some(end.to_string()),
                None => Some(text.to_string()),
            };
            if let Some(replaced) = replaced {
                out.push_str(&format!("{indent}{replaced}\n").replace('$', prefix));
            }
        }
        out
    }
}
