//! Refutations on paper: that a set of clauses has no solution, and why some of the clauses may be there.
//!
//! In: texts, or the numbers in them. Out: whether a text is what it says, or the [`Mistake`] in it. Everything here is integers: a
//! literal is that of DIMACS. It must not know programs, memory models or solvers, and shares no code with what finds proofs.
//!
//! - [`dimacs`]: clauses; [`steps`]: what is derived from them, in the format DRAT; [`rup`]: the checker of both
//! - [`cycles`]: graphs that must have no cycle, and why a clause says no more than that

pub(crate) mod cycles;
pub(crate) mod dimacs;
pub(crate) mod rup;
pub(crate) mod steps;

use std::fmt;

/// A literal as DIMACS has it: the number of a variable, negative where it is negated; never 0.
pub type Literal = i32;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, or the number of the step or cycle, from 1 on.
    pub at: usize,
    pub what: String,
}

impl Mistake {
    pub fn new(at: usize, what: impl Into<String>) -> Mistake {
        Mistake { at, what: what.into() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what)
    }
}

/// The literals of a line that ends with 0.
fn literals(line: &str, at: usize) -> Result<Vec<Literal>, Mistake> {
    let mut words = line.split_ascii_whitespace();
    let mut found = Vec::new();
    for word in words.by_ref() {
        match word.parse::<Literal>() {
            Ok(0) => {
                return match words.next() {
                    None => Ok(found),
                    Some(more) => Err(Mistake::new(at, format!("`{more}` behind the end of a clause"))),
                };
            }
            Ok(literal) if literal != Literal::MIN => found.push(literal),
            _ => return Err(Mistake::new(at, format!("`{word}` is no literal"))),
        }
    }
    Err(Mistake::new(at, "a clause without an end"))
}

/// A clause as a line.
fn line(literals: &[Literal], text: &mut String) {
    for literal in literals {
        text.push_str(&literal.to_string());
        text.push(' ');
    }
    text.push_str("0\n");
}
