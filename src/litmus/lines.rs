//! The form of a test: header, initial state, columns of instructions, condition.
//!
//! In: the text. Out: a [`Test`]; the instructions are read by the dialect's own table. It must not know instructions.

use super::code::{Code, Instruction, is_name, number};
use super::{Dialect, Step, Test, Thread, aarch64, condition, power, riscv, x86};
use crate::diag::{Diagnostic, FileId, Span};

/// The parts of a test.
struct Parts<'t> {
    dialect: Dialect,
    name: &'t str,
    state: &'t str,
    /// What stands behind the initial state.
    rest: &'t str,
    split: Split<'t>,
}

/// What stands behind the initial state, in its pieces.
struct Split<'t> {
    program: &'t str,
    filter: Option<&'t str>,
    end: &'t str,
}

/// The cells of each thread.
pub type Columns<'t> = Vec<Vec<&'t str>>;

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
        let close = text[open..].find('}').map(|at| open + at);
        let close = close.ok_or_else(|| self.error("the initial state is not closed", &text[open..=open]))?;
        let rest = text[close + 1..].strip_prefix(';').unwrap_or(&text[close + 1..]);
        let split = self.split(rest)?;
        Ok(Parts { dialect, name, state: &text[open + 1..close], rest, split })
    }

    /// The columns of instructions, and the text around them: what stands before the line of the threads, that line, and what
    /// stands behind the last one.
    pub fn columns_and_frame(self) -> Result<(Columns<'t>, [&'t str; 3], Dialect), Diagnostic> {
        let Parts { dialect, split: Split { program, .. }, .. } = self.parts()?;
        let start = program.as_ptr() as usize - self.text.as_ptr() as usize;
        let (before, behind) = (&self.text[..start], &self.text[start + program.len()..]);
        let head = program.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
        Ok((self.columns(program)?, [before, head, behind], dialect))
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
        let Parts { dialect, name, state, rest, split: Split { program, filter, end } } = self.parts()?;
        let mut test = Test::new(name, dialect);
        if dialect == Dialect::C {
            // The locations' sizes and values come first, then what the threads call by their names.
            test.threads = vec![Thread::default(); program.matches("\nP").count() + 1];
            self.state(state, &mut test)?;
            super::c::threads(program, &mut test).map_err(|refusal| self.refused(refusal, program))?;
        } else {
            let columns = self.columns(program)?;
            test.threads = vec![Thread::default(); columns.len()];
            self.state(state, &mut test)?;
            for (index, column) in columns.iter().enumerate() {
                self.thread(index, column, &mut test)?;
            }
        }
        if let Some(listed) = rest.split_once("locations").and_then(|(_, rest)| rest.split_once('[')) {
            let listed = listed.1.split(']').next().unwrap_or("");
            test.shown = condition::places(listed, &mut test);
        }
        // Remarks and directions for drawings may follow.
        if let Some(filter) = filter {
            let error = |at: usize| self.error("this filter is not read", &filter[at..]);
            test.filter = condition::formula(filter, &mut test).map_err(error)?;
        }
        let end = end.split("<<").next().and_then(|end| end.split("(*").next()).unwrap_or("");
        let end = end.trim_end().trim_end_matches(';');
        test.written = end.split_whitespace().collect::<Vec<_>>().join(" ");
        test.condition = condition::parse(end, &mut test)
            .map_err(|at| self.error("this condition is not read", end[at..].lines().next().unwrap_or("")))?;
        Ok(test)
    }

    /// The program, the filter, and the condition.
    fn split(&self, rest: &'t str) -> Result<Split<'t>, Diagnostic> {
        let (mut at, mut program, mut filter) = (0, None, None);
        for line in rest.split_inclusive('\n') {
            let word = line.trim_start();
            let begins = |names: &[&str]| names.iter().any(|name| word.starts_with(name));
            if begins(&["exists", "~exists", "~ exists", "forall"]) {
                return Ok(Split { program: &rest[..program.unwrap_or(at)], filter, end: &rest[at..] });
            }
            if let Some(formula) = word.strip_prefix("filter") {
                program.get_or_insert(at);
                filter = Some(formula.trim());
            }
            if begins(&["locations"]) {
                program.get_or_insert(at);
            }
            at += line.len();
        }
        // Only one that says what it shows may be without a condition.
        let program = program.ok_or_else(|| self.error("the final condition is missing", rest.trim()))?;
        Ok(Split { program: &rest[..program], filter, end: "" })
    }

    /// The instructions of each thread.
    fn columns(&self, program: &'t str) -> Result<Columns<'t>, Diagnostic> {
        let mut lines = program.lines().filter(|line| !line.trim().is_empty());
        let head = lines.next().unwrap_or("");
        let split = |line: &'t str| -> Option<Vec<&'t str>> {
            Some(line.trim_end().strip_suffix(';')?.split('|').map(str::trim).collect())
        };
        let threads = split(head).ok_or_else(|| self.error("the line of the threads `P0 | P1 ;` is missing", head))?;
        let mut columns = vec![Vec::new(); threads.len()];
        for line in lines {
            let cells = split(line).ok_or_else(|| self.error("this line does not end in `;`", line))?;
            if cells.len() > columns.len() {
                return Err(self.error("this line has more columns than there are threads", line));
            }
            for (column, cell) in columns.iter_mut().zip(cells) {
                column.push(cell);
            }
        }
        Ok(columns)
    }

    /// `x=1; 0:r1=y; int z=2;`
    fn state(&self, text: &'t str, test: &mut Test) -> Result<(), Diagnostic> {
        for item in text.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            let (place, value) = match item.split_once('=') {
                Some((place, value)) => (place.trim(), Some(value.trim())),
                None => (item, None),
            };
            // A type may stand before the place.
            let size = place.split_once(char::is_whitespace).and_then(|(kind, _)| size(kind));
            let place = place.rsplit(char::is_whitespace).next().unwrap_or(place).trim_start_matches('*');
            let place = place.trim_start_matches('[').trim_end_matches(']');
            let (place, count) = match place.split_once('[') {
                None => (place, None),
                Some((name, count)) => match number(count) {
                    Some(count) if value.is_none() => (name, Some(count)),
                    _ => return Err(self.error("arrays with initial values are not supported", item)),
                },
            };
            let value = value.map(|value| {
                let inner = value.strip_prefix("ATOMIC_INIT(").and_then(|rest| rest.strip_suffix(')'));
                inner.unwrap_or(value).trim_start_matches('&')
            });
            let value = match value {
                None => 0,
                Some(value) => match number(value) {
                    Some(number) => number,
                    None if is_name(value) => test.location(value).address(),
                    None => return Err(self.error(format!("the value `{value}` is not supported"), item)),
                },
            };
            match place.split_once(':') {
                Some((thread, register)) => {
                    let index = thread.trim_start_matches('P').parse::<usize>().ok();
                    let name = test.dialect.register(register);
                    let (Some(thread), Some(name)) = (index.and_then(|i| test.threads.get_mut(i)), name) else {
                        return Err(self.error(format!("there is no register `{place}`"), item));
                    };
                    let register = thread.register(&name);
                    thread.initial.push((register, value));
                }
                None if is_name(place) => {
                    let location = test.location(place);
                    test.initial[location.0] = value;
                    test.sizes[location.0] = size.map(|size| size * count.unwrap_or(1));
                }
                None => return Err(self.error(format!("`{place}` is no location"), item)),
            }
        }
        Ok(())
    }

    fn thread(&self, index: usize, cells: &[&'t str], test: &mut Test) -> Result<(), Diagnostic> {
        let dialect = test.dialect;
        let mut code = Code { thread: std::mem::take(&mut test.threads[index]), open: Vec::new(), test };
        let mut labels: Vec<(&str, usize)> = Vec::new();
        for cell in cells {
            let mut rest = cell.split("(*").next().unwrap_or("").trim();
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

/// Reads one instruction; `None` where it is not known.
fn instruction<'t>(dialect: Dialect, text: &'t str, code: &mut Code<'t>) -> Option<()> {
    let (name, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let instruction = Instruction { name, operands: operands.trim() };
    match dialect {
        Dialect::X86 => x86::instruction(instruction, code),
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

/// The bytes of a type of C that tests declare their locations with.
fn size(name: &str) -> Option<i64> {
    Some(match name {
        "uint8_t" | "int8_t" | "char" => 1,
        "uint16_t" | "int16_t" | "short" => 2,
        "uint32_t" | "int32_t" | "int" => 4,
        "uint64_t" | "int64_t" | "long" => 8,
        _ => return None,
    })
}
