//! The steps of a refutation, in the text format DRAT.
//!
//! In: a text. Out: [`Step`]s. It must not judge them.

use super::{Literal, Mistake, literals};

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The clause follows from those that are there.
    Add(Vec<Literal>),
    /// The clause is not needed any more.
    Delete(Vec<Literal>),
}

/// The steps of a file, one a line.
///
/// # Errors
/// The first line that is not as it should be.
pub fn parse(text: &str) -> Result<Vec<Step>, Mistake> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    let step = |(at, line): (usize, &str)| match line.strip_prefix("d ") {
        Some(deleted) => literals(deleted, at).map(Step::Delete),
        None => literals(line, at).map(Step::Add),
    };
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('c')).map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_steps() {
        let steps = vec![Step::Add(vec![1, -2]), Step::Delete(vec![3]), Step::Add(Vec::new())];
        assert_eq!(parse("1 -2 0\nc remark\nd 3 0\n0\n"), Ok(steps));
        assert_eq!(parse("1 0\nd 3\n").map_err(|mistake| mistake.at), Err(2));
    }
}
