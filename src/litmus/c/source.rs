//! The functions of a test in C as text, to be changed.
//!
//! In: the text of a test. Out: its statements and its calls that access memory, how fences and stronger orders are spelled, and the
//! test with some of them. It must not know why something is changed.
//!
//! A fence stands before a statement, or at the end of a loop's body, where it comes before the condition is looked at again. Between
//! two accesses of one statement there is no place for one. Orders are raised where a call names one: C11's functions that
//! end in `_explicit`; a plain access stays one.

use super::{Library, kernel, lower, parse, tokens};
use crate::litmus::change::{Cell, Change, Place, operation};
use crate::litmus::{Dialect, Link, Step, Test};
use crate::model::Operation;

/// The orders of C11 by their names and by what the axioms call them.
const ORDERS: [(&str, &str); 5] = [
    ("memory_order_relaxed", "RLX"),
    ("memory_order_acquire", "ACQ"),
    ("memory_order_release", "REL"),
    ("memory_order_acq_rel", "ACQ_REL"),
    ("memory_order_seq_cst", "SC"),
];

/// The kernel's fences that other processors notice and that concern nothing else.
const KERNEL_FENCES: [&str; 3] = ["smp_mb()", "smp_rmb()", "smp_wmb()"];

/// The functions of a test.
#[derive(Clone, Debug)]
pub struct Source<'t> {
    text: &'t str,
    library: Library,
    threads: Vec<Vec<Spot>>,
}

/// Something that may be changed, by bytes of the text.
#[derive(Clone, Debug)]
struct Spot {
    start: usize,
    end: usize,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// A statement that accesses memory: a fence may come before it.
    Statement { in_block: bool, place: Option<Surrounded> },
    /// The body of a loop that accesses memory: a fence may come at its end.
    Body,
    /// A call that accesses memory, and where it names an order that may be raised.
    Call { operation: Operation, order: Option<(usize, usize)> },
}

/// What may come before a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Surrounded {
    /// Accesses stand above it.
    Behind,
    /// Accesses of an earlier round of a loop.
    InLoop,
}

impl<'t> Source<'t> {
    /// `code` are the functions, without comments, which begin at this byte of the text.
    ///
    /// # Errors
    /// What is not read.
    pub fn new(text: &'t str, code: &str, begin: usize) -> Result<Source<'t>, tokens::Refusal> {
        let library = Library::of(code);
        let functions = parse::functions(tokens::tokens(code)?)?;
        let threads = functions.iter().map(|function| spots(function, (library, code), begin)).collect();
        Ok(Source { text, library, threads })
    }

    fn spot(&self, cell: Cell) -> &Spot {
        &self.threads[cell.thread][cell.row]
    }

    fn cells(&self) -> impl Iterator<Item = (Cell, &Spot)> {
        let rows = |(thread, spots): (usize, &'_ Vec<Spot>)| (0..spots.len()).map(move |row| Cell { thread, row });
        self.threads.iter().enumerate().flat_map(rows).map(|cell| (cell, self.spot(cell)))
    }

    /// Where a fence may come that orders something.
    pub fn places(&self) -> Vec<Place> {
        let place = |(cell, spot): (Cell, &Spot)| match spot.what {
            What::Statement { place: Some(place), .. } => {
                let text = &self.text[spot.start..];
                let is_branch = ["if", "while", "do"].iter().any(|word| text.starts_with(word));
                Some(Place { cell, is_unusual: is_branch || place == Surrounded::InLoop })
            }
            What::Body => Some(Place { cell, is_unusual: true }),
            What::Statement { place: None, .. } | What::Call { .. } => None,
        };
        self.cells().filter_map(place).collect()
    }

    /// The calls that access memory.
    pub fn accesses(&self) -> Vec<(Cell, Operation)> {
        let access = |(cell, spot): (Cell, &Spot)| match spot.what {
            What::Call { operation, .. } => Some((cell, operation)),
            What::Statement { .. } | What::Body => None,
        };
        self.cells().filter_map(access).collect()
    }

    /// A statement or a call, or where a loop ends, on one line.
    pub fn instruction(&self, cell: Cell) -> String {
        let spot = self.spot(cell);
        match spot.what {
            What::Body => "the end of the loop".to_string(),
            _ => self.text[spot.start..spot.end].lines().next().unwrap_or("").trim().to_string(),
        }
    }

    /// The call that is a fence in this set.
    pub fn fence(&self, set: &str) -> Option<String> {
        let fences: Vec<String> = match self.library {
            Library::C11 => ORDERS.iter().map(|(name, _)| format!("atomic_thread_fence({name})")).collect(),
            Library::Kernel => KERNEL_FENCES.map(str::to_string).to_vec(),
        };
        let is_it = |step: &Step| matches!(step, Step::Fence { tags, .. } if tags.contains(&set));
        fences.into_iter().find(|call| alone(self.library, call).iter().any(is_it))
    }

    /// The call of a cell with these annotations on top of its own; `None` if it cannot have one of them or has all.
    pub fn annotated(&self, cell: Cell, sets: &[String]) -> Option<String> {
        let (spot, (range, new)) = (self.spot(cell), self.raised(cell, sets)?);
        Some([&self.text[spot.start..range.0], &new, &self.text[range.1..spot.end]].concat())
    }

    /// Where the order of a cell stands, and what is written there with these annotations.
    fn raised(&self, cell: Cell, sets: &[String]) -> Option<((usize, usize), String)> {
        let spot = self.spot(cell);
        let What::Call { operation, order } = spot.what else { return None };
        if self.library == Library::Kernel {
            let call = &self.text[spot.start..spot.end];
            let (length, new) = kernel::raised(call, sets)?;
            let is_read = !alone(self.library, &format!("{new}{}", &call[length..])).is_empty();
            return is_read.then_some(((spot.start, spot.start + length), new));
        }
        let range = order?;
        let old = *ORDERS.iter().find(|(name, _)| *name == &self.text[range.0..range.1])?;
        let new = sets.iter().try_fold(old.1, |own, set| together(own, set))?;
        let fits = match operation {
            Operation::Load => ["ACQ", "SC"].contains(&new),
            Operation::Store => ["REL", "SC"].contains(&new),
            Operation::Rmw | Operation::Fence => true,
        };
        let name = ORDERS.iter().find(|(_, set)| *set == new)?.0;
        (fits && new != old.1).then(|| (range, name.to_string()))
    }

    /// The test with these changes. Annotations of one cell are put together; one that says less than another is left out.
    pub fn with(&self, changes: &[(Cell, Change)]) -> String {
        let mut edits: Vec<(usize, usize, String)> = Vec::new();
        for (cell, spot) in self.cells() {
            let here = || changes.iter().filter(move |(other, _)| *other == cell).map(|(_, change)| change);
            let fences: Vec<String> = here()
                .filter_map(|change| match change {
                    Change::Before(fence) => Some(format!("{fence};")),
                    Change::Annotated(_) => None,
                })
                .collect();
            if !fences.is_empty() {
                self.fenced(spot, &fences, &mut edits);
            }
            let sets = here().filter_map(|change| match change {
                Change::Before(_) => None,
                Change::Annotated(sets) => Some(sets),
            });
            let sets: Vec<String> = sets.flatten().cloned().collect();
            if let Some((range, order)) = self.raised(cell, &sets) {
                edits.push((range.0, range.1, order));
            }
        }
        edits.sort_by_key(|(start, ..)| *start);
        let (mut text, mut at) = (String::new(), 0);
        for (start, end, new) in edits {
            text.push_str(&self.text[at..start]);
            text.push_str(&new);
            at = end;
        }
        text + &self.text[at..]
    }

    /// The edits that put fences before a statement, or at the end of a body.
    fn fenced(&self, spot: &Spot, fences: &[String], edits: &mut Vec<(usize, usize, String)>) {
        let mut insert = |at: usize, text: String| edits.push((at, at, text));
        let Spot { start, end, ref what } = *spot;
        // What stands before it on its line, if that is nothing but blanks.
        let indent = |at: usize| {
            let line = &self.text[self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)..at];
            line.trim().is_empty().then_some(line)
        };
        match what {
            What::Statement { in_block: true, .. } => {
                let gap = indent(start).map_or_else(|| " ".to_string(), |indent| format!("\n{indent}"));
                insert(start, fences.iter().map(|fence| format!("{fence}{gap}")).collect());
            }
            What::Statement { in_block: false, .. } => {
                insert(start, format!("{{ {} ", fences.join(" ")));
                insert(end, " }".to_string());
            }
            What::Body if self.text[..end].ends_with('}') && self.text[start..].starts_with('{') => {
                let close = end - 1;
                let lines = |indent| fences.iter().map(|fence| format!("\t{fence}\n{indent}")).collect();
                insert(close, indent(close).map_or_else(|| format!("{} ", fences.join(" ")), lines));
            }
            What::Body => {
                insert(start, "{ ".to_string());
                insert(end, format!(" {} }}", fences.join(" ")));
            }
            What::Call { .. } => panic!("a fence comes before a statement and not before a call; please report this"),
        }
    }
}

/// The weakest order that is both; `None` if one of them is none.
fn together(own: &'static str, set: &str) -> Option<&'static str> {
    let (_, set) = ORDERS.iter().find(|(_, name)| *name == set)?;
    Some(match (own, *set) {
        (own, set) if own == set || set == "RLX" => own,
        ("RLX", set) => set,
        ("SC", _) | (_, "SC") => "SC",
        _ => "ACQ_REL",
    })
}

/// What may be changed in a function, in the order of the text.
fn spots(function: &parse::Function<'_>, (library, code): (Library, &str), begin: usize) -> Vec<Spot> {
    use parse::Marked;
    let mut calls = Vec::new();
    let mut accesses = Vec::new();
    for mark in &function.marks {
        match &mark.what {
            Marked::Use => accesses.push(mark.start),
            Marked::Call { name, arguments } => {
                let steps = alone(library, &skeleton(name, arguments, code));
                // One that compares first reads what it compares with.
                let updates = |step: &Step| matches!(step, Step::Load { link: Link::Update, .. });
                let updates = steps.iter().any(updates).then_some(Operation::Rmw);
                if let Some(operation) = updates.or_else(|| operation(&steps)) {
                    accesses.push(mark.start);
                    let order = order_of(name, operation, arguments).map(|(start, end)| (start + begin, end + begin));
                    let what = What::Call { operation, order };
                    calls.push(Spot { start: mark.start + begin, end: mark.end + begin, what });
                }
            }
            Marked::Statement { .. } | Marked::Loop { .. } => {}
        }
    }
    let has = |(start, end): (usize, usize)| accesses.iter().any(|access| (start..end).contains(access));
    let loops = || function.marks.iter().filter(|mark| matches!(mark.what, Marked::Loop { .. }));
    let surrounded = |at: usize| match accesses.iter().any(|access| *access < at) {
        true => Some(Surrounded::Behind),
        false => loops()
            .any(|mark| (mark.start..mark.end).contains(&at) && has((mark.start, mark.end)))
            .then_some(Surrounded::InLoop),
    };
    let others = function.marks.iter().filter(|mark| has((mark.start, mark.end))).filter_map(|mark| {
        let (start, end, what) = match mark.what {
            Marked::Statement { in_block } => {
                (mark.start, mark.end, What::Statement { in_block, place: surrounded(mark.start) })
            }
            Marked::Loop { body: (start, end) } => (start, end, What::Body),
            Marked::Use | Marked::Call { .. } => return None,
        };
        Some(Spot { start: start + begin, end: end + begin, what })
    });
    let mut all: Vec<Spot> = others.chain(calls).collect();
    all.sort_by_key(|spot| (spot.start, std::cmp::Reverse(spot.end)));
    all
}

/// A call like this one whose arguments do nothing by themselves.
fn skeleton(name: &str, arguments: &[(usize, usize)], code: &str) -> String {
    let argument = |(number, (start, end)): (usize, &(usize, usize))| {
        let text = code[*start..*end].trim();
        match text {
            _ if text.starts_with("memory_order") => text.to_string(),
            _ if text.starts_with('*') => format!("*a{number}"),
            _ => format!("a{number}"),
        }
    };
    let arguments: Vec<String> = arguments.iter().enumerate().map(argument).collect();
    format!("{name}({})", arguments.join(", "))
}

/// Where a call names its order, that of success if it has two.
fn order_of(name: &str, operation: Operation, arguments: &[(usize, usize)]) -> Option<(usize, usize)> {
    let base = name.strip_suffix("_explicit")?;
    let at = match operation {
        Operation::Load => 1,
        _ if base.contains("compare_exchange") => 3,
        _ => 2,
    };
    arguments.get(at).copied()
}

/// What one call does, in a test of nothing else; nothing where it is not known.
fn alone(library: Library, call: &str) -> Vec<Step> {
    let text = format!("P0() {{ {call}; }}");
    let mut test = Test::new("", Dialect::C);
    let read = tokens::tokens(&text).and_then(parse::functions).and_then(|functions| {
        functions.iter().try_for_each(|function| lower::thread(function, 0, library.call(), &mut test))
    });
    let thread = read.ok().and_then(|()| test.threads.pop());
    thread.map_or_else(Vec::new, |thread| thread.steps)
}
