//! Clauses as a file in the format DIMACS.
//!
//! In: clauses, or a text. Out: the one from the other. It must not know what they mean.

use super::{Literal, Mistake, line, literals};

/// Clauses over the variables from 1 on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    pub variables: u32,
    pub clauses: Vec<Vec<Literal>>,
}

impl Cnf {
    /// The clauses as a file, with comments at its head.
    pub fn text(&self, comments: &[&str]) -> String {
        let mut text: String = comments.iter().map(|comment| format!("c {comment}\n")).collect();
        text.push_str(&format!("p cnf {} {}\n", self.variables, self.clauses.len()));
        self.clauses.iter().for_each(|clause| line(clause, &mut text));
        text
    }

    /// The clauses of a file, one a line.
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub fn parse(text: &str) -> Result<Cnf, Mistake> {
        let mut head: Option<(u32, usize)> = None;
        let mut clauses = Vec::new();
        for (at, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())) {
            if line.is_empty() || line.starts_with('c') {
                continue;
            }
            if let Some(numbers) = line.strip_prefix("p cnf ") {
                let numbers: Vec<&str> = numbers.split_ascii_whitespace().collect();
                let parsed = match numbers[..] {
                    [variables, count] => variables.parse().ok().zip(count.parse().ok()),
                    _ => None,
                };
                if head.is_some() || parsed.is_none() {
                    return Err(Mistake::new(at, "a head that cannot be read, or a second one"));
                }
                head = parsed;
                continue;
            }
            let Some((variables, _)) = head else { return Err(Mistake::new(at, "a clause before the head")) };
            let clause = literals(line, at)?;
            if let Some(literal) = clause.iter().find(|literal| literal.unsigned_abs() > variables) {
                return Err(Mistake::new(at, format!("{literal} is of no variable")));
            }
            clauses.push(clause);
        }
        match head {
            Some((variables, count)) if count == clauses.len() => Ok(Cnf { variables, clauses }),
            Some((_, count)) => Err(Mistake::new(1, format!("{} clauses, and the head says {count}", clauses.len()))),
            None => Err(Mistake::new(1, "no head")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let cnf = Cnf { variables: 3, clauses: vec![vec![1, -3], vec![2], vec![]] };
        let text = cnf.text(&["a remark"]);
        assert_eq!(text, "c a remark\np cnf 3 3\n1 -3 0\n2 0\n0\n");
        assert_eq!(Cnf::parse(&text), Ok(cnf));
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let at = |text: &str| Cnf::parse(text).map_err(|mistake| mistake.at);
        assert_eq!(at("p cnf 2 1\n1 3 0\n"), Err(2));
        assert_eq!(at("p cnf 2 1\n1 x 0\n"), Err(2));
        assert_eq!(at("p cnf 2 1\n\n1 2\n"), Err(3));
        assert_eq!(at("p cnf 2 1\n1 0 2\n"), Err(2));
        assert_eq!(at("p cnf 2 2\n1 0\n"), Err(1));
        assert_eq!(at("1 0\n"), Err(1));
        assert_eq!(at(""), Err(1));
    }
}
