//! What the tables of instructions share: the words of an instruction, and the code that they write.
//!
//! In: an instruction as text. Out: [`Instruction`], its operands, names and numbers; [`Code`], to which a table adds the steps
//! of one. It must not know any table, nor the form of a test.

use super::{Step, Test, Thread, Value};

/// An instruction: its mnemonic and operands, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'t> {
    pub name: &'t str,
    pub operands: &'t str,
}

/// What a table of instructions writes to.
pub struct Code<'t> {
    pub thread: Thread,
    /// Branches whose labels are not settled: the step and the label.
    pub open: Vec<(usize, &'t str)>,
    pub test: &'t mut Test,
}

impl<'t> Code<'t> {
    pub fn step(&mut self, step: Step) {
        self.thread.steps.push(step);
    }

    /// One of several ways, each of which goes on behind the last one; nothing in them branches.
    pub fn ways<const N: usize>(&mut self, ways: [Vec<Step>; N]) {
        let start = self.thread.steps.len();
        // But for the last one, each way has a step before it and one behind.
        let end = start + ways.iter().map(Vec::len).sum::<usize>() + 2 * N.saturating_sub(1);
        for (index, way) in ways.into_iter().enumerate() {
            let is_last = index + 1 == N;
            let next = self.thread.steps.len() + way.len() + 2;
            if !is_last {
                self.step(Step::Either { target: next });
            }
            self.thread.steps.extend(way);
            if !is_last {
                self.step(Step::Check { condition: Value::Constant(1), target: end });
            }
        }
    }

    /// A branch to a label if the value is not 0.
    pub fn branch(&mut self, condition: Value, label: &'t str) {
        self.open.push((self.thread.steps.len(), label));
        self.step(Step::Branch { condition, target: 0 });
    }
}

/// A number, decimal or hexadecimal, perhaps with a sign.
pub fn number(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        // Numbers are words of 64 bits.
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16).ok()?.cast_signed(),
        None => digits.parse().ok()?,
    };
    Some(number.wrapping_mul(sign))
}

/// The operands, which commas separate outside brackets.
pub fn operands(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut all) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            ',' if depth == 0 => {
                all.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() || !all.is_empty() {
        all.push(last);
    }
    all
}

/// Whether a text is the name of a location or a label.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
