//! The form of a test: header, initial state, columns of instructions, condition.
//!
//! In: the text, without comments. Out: a [`Test`]; the instructions are read by the dialect's own table. It must not know instructions.

use super::code::{Code, Instruction, is_name};
use super::{Dialect, Step, Test, Thread, aarch64, comments, condition, initial, power, riscv, x86, x86_64};
use crate::diag::{Diagnostic, FileId, Span};

/// The parts of a test.
struct Parts<'t> {
    dialect: Dialect,
    name: &'t str,
    state: &'t str,
    /// What stands behind the initial state.
    split: Split<'t>,
}

/// What stands behind the initial state, in its pieces.
struct Split<'t> {
    program: &'t str,
    /// What is shown beside what the condition speaks of.
    locations: Option<&'t str>,
    filter: Option<&'t str>,
    condition: &'t str,
}

/// With these the parts begin that stand behind the program.
const PARTS: [&str; 5] = ["locations", "filter", "exists", "forall", "final"];

/// The cells of each thread.
type Columns<'t> = Vec<Vec<&'t str>>;

/// The same with the comments behind the instructions.
type Remarked = Vec<Vec<String>>;

pub struct Reader<'t> {
    file: FileId,
    text: &'t str,
}

impl<'t> Reader<'t> {
    pub fn new(file: FileId, text: &'t str) -> Reader<'t> {
        Reader { file, text }
    }

    fn error(&self, message: impl Into<String>, piece: &str) -> Diagnostic {
        // A piece is a part of the text.
        let start = (piece.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        let end = (start + piece.len()).min(self.text.len());
        Diagnostic::error(message).at(Span { file: self.file, start: start as u32, end: end as u32 })
    }

    /// The header, the initial state, and what stands behind it.
    fn parts(&self) -> Result<Parts<'t>, Diagnostic> {
        let text = self.text;
        let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
        let mut words = header.split_whitespace();
        let word = words.next().unwrap_or("");
        let dialect = Dialect::of(word)
            .ok_or_else(|| self.error(format!("litmus tests in `{word}` are not supported"), header))?;
        let name = words.next().unwrap_or("");
        let open = text.find('{').ok_or_else(|| self.error("the initial state `{ … }` is missing", header))?;
        let close = closing(&text[open..], ['{', '}']).map(|at| open + at);
        let close = close.ok_or_else(|| self.error("the initial state is not closed", &text[open..=open]))?;
        let rest = text[close + 1..].strip_prefix(';').unwrap_or(&text[close + 1..]);
        let split = self.split(rest)?;
        Ok(Parts { dialect, name, state: &text[open + 1..close], split })
    }

    /// The columns of instructions, and the text around them: what stands before the line of the threads, that line, and what
    /// stands behind the last one. All are as they are in the text with comments.
    pub fn columns_and_frame<'o>(&self, text: &'o str) -> Result<(Remarked, [&'o str; 3], Dialect), Diagnostic> {
        let Parts { dialect, split: Split { program, .. }, .. } = self.parts()?;
        let place = |piece: &str| piece.as_ptr() as usize - self.text.as_ptr() as usize;
        let (before, behind) = (&text[..place(program)], &text[place(program) + program.len()..]);
        let (head, columns) = self.columns(program)?;
        let head = &text[place(head)..place(head) + head.len()];
        let with_remarks =
            |column: Vec<&str>| column.into_iter().map(|cell| comments::with_remark(text, cell, place(cell))).collect();
        Ok((columns.into_iter().map(with_remarks).collect(), [before, head, behind], dialect))
    }

    /// The functions of a test in C, and where they begin.
    pub fn functions(&self) -> Result<(&'t str, usize), Diagnostic> {
        let program = self.parts()?.split.program;
        Ok((program, program.as_ptr() as usize - self.text.as_ptr() as usize))
    }

    /// What is not read in the functions.
    pub fn refused(&self, refusal: super::c::Refusal, program: &str) -> Diagnostic {
        let rest = &program[refusal.at.min(program.len())..];
        self.error(refusal.message, rest.lines().next().unwrap_or(""))
    }

    pub fn test(self) -> Result<Test, Diagnostic> {
        let Parts { dialect, name, state, split } = self.parts()?;
        let Split { program, locations, filter, condition: end } = split;
        let mut test = Test::new(name, dialect);
        let unread = |unread: initial::Unread<'_>| self.error(unread.message, unread.piece);
        if dialect == Dialect::C {
            // The locations' sizes and values come first, then what the threads call by their names.
            test.threads = vec![Thread::default(); program.matches("\nP").count() + 1];
            initial::state(state, &mut test).map_err(unread)?;
            super::c::threads(program, &mut test).map_err(|refusal| self.refused(refusal, program))?;
            self.without_casts(program, &test)?;
        } else {
            let (_, columns) = self.columns(program)?;
            test.threads = vec![Thread::default(); columns.len()];
            initial::state(state, &mut test).map_err(unread)?;
            for (index, column) in columns.iter().enumerate() {
                self.thread(index, column, &mut test)?;
            }
        }
        if let Some(listed) = locations {
            test.shown = condition::places(listed, &mut test);
        }
        if let Some(filter) = filter {
            let error = |at: usize| self.error("this filter is not read", &filter[at..]);
            test.filter = condition::formula(filter, &mut test).map_err(error)?;
        }
        // Directions for drawings may follow.
        let end = end.split("<<").next().unwrap_or("").trim_end();
        let (condition, written) = condition::parse(end, &mut test)
            .map_err(|at| self.error("this condition is not read", end[at..].lines().next().unwrap_or("")))?;
        (test.condition, test.written) = (condition, written);
        Ok(test)
    }

    /// In a test with arrays addresses count elements, which a cast may make others of.
    fn without_casts(&self, program: &'t str, test: &Test) -> Result<(), Diagnostic> {
        let cast = if test.locations.iter().any(|variable| variable.is_array) { super::c::cast(program) } else { None };
        match cast {
            Some(at) => {
                let line = program[at..].lines().next().unwrap_or("");
                Err(self.error("casts in a test with arrays are not supported", line))
            }
            None => Ok(()),
        }
    }

    /// The program and the parts behind it.
    fn split(&self, rest: &'t str) -> Result<Split<'t>, Diagnostic> {
        let parts = parts(rest);
        // Only one that says what it shows may be without a condition.
        let missing = || match rest.find("(*") {
            // Comments that are closed are blanks here.
            Some(open) => self.error("this comment is not closed", first_line(&rest[open..])),
            None => self.error("the final condition is missing", rest.trim()),
        };
        let first = parts.first().ok_or_else(missing)?;
        let mut split = Split { program: &rest[..first.0], locations: None, filter: None, condition: "" };
        for (index, (start, word)) in parts.iter().enumerate() {
            let end = parts.get(index + 1).map_or(rest.len(), |(next, _)| *next);
            let inner = &rest[start + word.len()..end];
            match *word {
                "locations" => {
                    let open = inner.find('[').filter(|open| inner[..*open].trim().is_empty());
                    let close = open.and_then(|open| Some((open, open + closing(&inner[open..], ['[', ']'])?)));
                    let (open, close) =
                        close.ok_or_else(|| self.error("`locations [ … ]` is not read", inner.trim()))?;
                    split.locations = Some(&inner[open + 1..close]);
                    // A condition may come without a word.
                    split.condition = &inner[close + 1..];
                }
                "filter" => (split.filter, split.condition) = (Some(inner.trim_end()), ""),
                _ => {
                    split.condition = &rest[*start..];
                    break;
                }
            }
        }
        Ok(split)
    }

    /// The line of the threads, and the instructions of each.
    fn columns(&self, program: &'t str) -> Result<(&'t str, Columns<'t>), Diagnostic> {
        let (head, rest) = program
            .split_once(';')
            .ok_or_else(|| self.error("the line of the threads `P0 | P1 ;` is missing", first_line(program)))?;
        let mut columns = vec![Vec::new(); head.split('|').count()];
        let (rows, last) = rest.rsplit_once(';').unwrap_or(("", rest));
        if !last.trim().is_empty() {
            return Err(self.error("this line does not end in `;`", first_line(last)));
        }
        for row in rows.split(';').filter(|_| !rows.is_empty()) {
            let cells: Vec<&str> = row.split('|').collect();
            if cells.len() > columns.len() {
                return Err(self.error("this line has more columns than there are threads", first_line(row)));
            }
            for (column, cell) in columns.iter_mut().zip(cells) {
                column.push(cell);
            }
        }
        Ok((head.trim(), columns))
    }

    fn thread(&self, index: usize, cells: &[&'t str], test: &mut Test) -> Result<(), Diagnostic> {
        let dialect = test.dialect;
        let mut code = Code { thread: std::mem::take(&mut test.threads[index]), open: Vec::new(), test };
        let mut labels: Vec<(&str, usize)> = Vec::new();
        for cell in cells {
            let mut rest = cell.trim();
            // `label: instruction`
            while let Some((label, behind)) = rest.split_once(':').filter(|(label, _)| is_name(label.trim())) {
                labels.push((label.trim(), code.thread.steps.len()));
                rest = behind.trim();
            }
            if rest.is_empty() {
                continue;
            }
            if instruction(dialect, rest, &mut code).is_none() {
                return Err(self.error(format!("the instruction `{rest}` is not supported"), rest));
            }
        }
        let end = code.thread.steps.len();
        for (step, label) in std::mem::take(&mut code.open) {
            if label.starts_with('.') {
                return Err(self.error("branches by a distance are not supported", label));
            }
            // A label that stands nowhere is the end of the thread.
            let place = labels.iter().find(|(name, _)| *name == label).map_or(end, |(_, at)| *at);
            if let Step::Branch { target, .. } = &mut code.thread.steps[step] {
                *target = place;
            }
        }
        let thread = code.thread;
        test.threads[index] = thread;
        Ok(())
    }
}

/// The words of [`PARTS`] that stand outside of brackets, and where; `~exists` begins with its sign.
fn parts(text: &str) -> Vec<(usize, &'static str)> {
    let (mut found, mut depth, mut at) = (Vec::new(), 0_u32, 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(word) = PARTS.into_iter().find(|word| depth == 0 && rest[..length] == **word) {
            let before = text[..at].trim_end();
            let by_word = before.strip_suffix("not").filter(|rest| rest.ends_with(char::is_whitespace));
            let negated = before.strip_suffix('~').or(by_word).unwrap_or(&text[..at]);
            match word {
                "exists" if negated.len() < at => found.push((negated.len(), "~")),
                _ => found.push((at, word)),
            }
        }
        at += length.max(c.len_utf8());
    }
    found
}

/// Where the bracket that a text begins with is closed.
fn closing(text: &str, [open, close]: [char; 2]) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        depth += u32::from(c == open);
        if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

fn first_line(text: &str) -> &str {
    text.trim_start().lines().next().unwrap_or("")
}

/// Reads one instruction; `None` where it is not known.
fn instruction<'t>(dialect: Dialect, text: &'t str, code: &mut Code<'t>) -> Option<()> {
    let (name, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let instruction = Instruction { name, operands: operands.trim() };
    match dialect {
        Dialect::X86 => x86::instruction(instruction, code),
        Dialect::X86Wide => x86_64::instruction(instruction, code),
        Dialect::AArch64 => aarch64::instruction(instruction, code),
        Dialect::Power => power::instruction(instruction, code),
        Dialect::RiscV => riscv::instruction(instruction, code),
        Dialect::C => None,
    }
}

/// What one instruction does, in a test of nothing else; nothing where it is not known.
pub fn alone(dialect: Dialect, text: &str) -> Vec<Step> {
    let mut test = Test::new("", dialect);
    let mut code = Code { thread: Thread::default(), open: Vec::new(), test: &mut test };
    instruction(dialect, text, &mut code).map_or_else(Vec::new, |()| code.thread.steps)
}
