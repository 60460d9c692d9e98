//! From placements to pieces of text at byte offsets.
//!
//! In: the text of one file and the fences that belong into it. Out: [`Piece`]s in the order in which they stand
//! in the patched text. Placements may nest (a comma inside a body that gets braces) and may coincide (two fences
//! at one place). It must not know C beyond white space, line ends, braces and preprocessor lines: all that
//! depends on the grammar stands in the [`Placement`].

use std::cmp::Reverse;
use std::ops::Range;

use super::braces::{self, Lines};
use super::comment::{self, Habits, Place};
use super::lines::{Layout, in_spliced_line, layout, line_end_is_crlf};
use super::split::{self, Change, Declaration, Names, Replacement, Split};
use super::{Insertion, call, include};
use crate::diag::{Diagnostic, Span};
use crate::ir::{Before, Placement};

/// Text to be inserted at an offset of the original.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// Byte offset in the original text.
    pub at: u32,
    /// How many bytes from there on it takes the place of.
    pub removes: u32,
    pub text: String,
    /// The fences in `text`: the insertion that asked for one, and its bytes within `text`.
    pub fences: Vec<(usize, Range<usize>)>,
}

/// What stands at one offset, in this order: what ends there is closed before anything begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// What was opened last is closed first.
    Close(Reverse<usize>),
    /// Outer ones first. A fence that is a statement stands in front of everything that opens (`None`), but behind
    /// the braces that open at its place: in front of them it would become the body itself.
    Open(Option<usize>, Kind),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A line that includes a header.
    Include,
    Enclosure,
    /// What stands first within an enclosure.
    Front,
    Statement,
    /// A temporary in the place of its expression.
    Temporary,
}

/// What a stretch of text is enclosed in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrap {
    Braces,
    Comma,
    /// Nothing: what stands behind follows a comma.
    CommaEnd,
}

/// Fences of one spelling at one place.
struct Fence<'a> {
    text: &'a str,
    comment: &'a [String],
    insertions: Vec<usize>,
    /// What is declared in front of it, each with the orders in it that are changed.
    declared: Vec<Declared>,
}

/// A declaration, and where in it orders stand that insertions ask for.
struct Declared {
    text: String,
    orders: Vec<(usize, Range<usize>)>,
}

struct Enclosure<'a> {
    start: u32,
    end: u32,
    wrap: Wrap,
    /// At its front.
    fences: Vec<Fence<'a>>,
    /// At its end.
    behind: Vec<Fence<'a>>,
}

/// Works out what to insert where; all insertions belong to the file with this text, which does not include these headers.
/// Each insertion comes with its number in the caller's list.
pub fn pieces(
    text: &str,
    insertions: &[(usize, Insertion)],
    headers: &[&str],
    names: &mut Names<'_>,
) -> Result<Vec<Piece>, Diagnostic> {
    let gaps = gaps(text, insertions);
    let mut wanted = Wanted::of(text, insertions, &gaps);
    let temporaries = wanted.take_apart(text, insertions, names);
    let within = |start: u32, end: u32| temporaries.iter().any(|(from, to, _)| *from <= start && end <= *to);
    wanted.orders.retain(|order| !within(order.whole.start, order.whole.end));

    let Wanted { statements, mut enclosures, orders, .. } = wanted;
    enclosures.sort_by_key(|e| (e.start, Reverse(e.end), e.wrap == Wrap::Comma));
    if let Some(enclosure) = enclosures.iter().find(|enclosure| within(enclosure.start, enclosure.end)) {
        let file =
            insertions[0].1.placement.span().expect("only placements with a span come here; please report this").file;
        let span = Span { file, start: enclosure.start, end: enclosure.end };
        return Err(Diagnostic::error("a fence stands within what another fence needs a temporary for")
            .at(span)
            .help("write the statement as two"));
    }
    check_nesting(insertions[0].1.placement.clone(), &enclosures)?;

    let habits = Habits::of(text);
    let mut pieces: Vec<(u32, Phase, Piece)> = Vec::new();
    for header in headers {
        let piece = include_piece(text, header);
        pieces.push((piece.at, Phase::Open(None, Kind::Include), piece));
    }
    let blocks = lines_of(text, &enclosures);
    for (rank, (enclosure, lines)) in enclosures.iter().zip(&blocks).enumerate() {
        let [open, front, close] = enclosure.texts(text, habits, lines.as_ref());
        pieces.push((open.at, Phase::Open(Some(rank), Kind::Enclosure), open));
        pieces.push((front.at, Phase::Open(Some(rank), Kind::Front), front));
        pieces.push((enclosure.end, Phase::Close(Reverse(rank)), close));
    }
    for (at, fences) in &statements {
        let braces = enclosures.iter().rposition(|e| e.start == *at && e.wrap == Wrap::Braces);
        let on_own_line = braces.is_none_or(|rank| blocks[rank].is_some());
        let layout = if on_own_line { layout(text, *at as usize) } else { Layout::SameLine };
        let piece = as_statements(Piece { at: *at, ..Piece::default() }, text, fences, &layout, habits);
        pieces.push((*at, Phase::Open(braces, Kind::Statement), piece));
    }
    for order in &orders {
        pieces.push((order.span.start, order.phase(), new_order(order.span, &order.fences)));
    }
    for (from, to, name) in temporaries {
        let piece = Piece { at: from, removes: to - from, text: name, ..Piece::default() };
        pieces.push((from, Phase::Open(Some(usize::MAX), Kind::Temporary), piece));
    }
    pieces.retain(|(_, _, piece)| piece.removes > 0 || !piece.text.is_empty() || !piece.fences.is_empty());
    pieces.sort_by_key(|(at, phase, _)| (*at, *phase));
    Ok(pieces.into_iter().map(|(_, _, piece)| piece).collect())
}

/// What fences want of a text, by the place where they stand.
struct Wanted<'a> {
    statements: Vec<(u32, Vec<Fence<'a>>)>,
    enclosures: Vec<Enclosure<'a>>,
    /// Arguments that become other orders, and what is new of accesses that become calls.
    orders: Vec<NewOrder<'a>>,
    splits: Vec<Split>,
}

/// A stretch of text that something else takes the place of.
struct NewOrder<'a> {
    span: Span,
    /// All of the access that is changed, of an argument that alone.
    whole: Span,
    fences: Vec<Fence<'a>>,
}

/// What is new of an access that becomes a call: the number of its insertion, the whole of it, and the replacements.
type Gaps = (usize, Span, Vec<(Span, String)>);

/// The accesses that become calls, inner ones first.
fn gaps(text: &str, insertions: &[(usize, Insertion)]) -> Vec<Gaps> {
    let mut all: Vec<Gaps> = Vec::new();
    for (index, insertion) in insertions {
        let Placement::Access { whole, call } = &insertion.placement else { continue };
        check_span(text, *whole);
        all.push((*index, *whole, call::replacements(text, *whole, call, insertion.text.trim())));
    }
    all.sort_by_key(|(_, whole, _)| whole.end - whole.start);
    all
}

impl NewOrder<'_> {
    /// What a call begins with, and the name of a function, is within everything else that begins there; what a call ends in closes it first.
    fn phase(&self) -> Phase {
        match (self.span.start == self.whole.start, self.span.end == self.whole.end) {
            (true, _) => Phase::Open(Some(usize::MAX), Kind::Temporary),
            (false, true) => Phase::Close(Reverse(usize::MAX)),
            _ => Phase::Open(None, Kind::Statement),
        }
    }

    fn change(&self) -> Change {
        let whole = (self.whole.start, self.whole.end);
        Change { replacement: (self.span.start, self.span.end, in_a_row(&self.fences)), whole }
    }
}

impl<'a> Wanted<'a> {
    fn of(text: &str, insertions: &'a [(usize, Insertion)], gaps: &'a [Gaps]) -> Wanted<'a> {
        let mut wanted =
            Wanted { statements: Vec::new(), enclosures: Vec::new(), orders: Vec::new(), splits: Vec::new() };
        for (index, insertion) in insertions {
            let fence = Fence::new(*index, insertion);
            match &insertion.placement {
                Placement::Statement { at } => add_statement(text, &mut wanted.statements, *at, fence),
                Placement::Braced { body } => {
                    add(&mut enclosed(text, &mut wanted.enclosures, *body, Wrap::Braces).fences, fence);
                }
                Placement::BracedEnd { body } => {
                    add(&mut enclosed(text, &mut wanted.enclosures, *body, Wrap::Braces).behind, fence);
                }
                Placement::Comma { expression } => {
                    add(&mut enclosed(text, &mut wanted.enclosures, *expression, Wrap::Comma).fences, fence);
                }
                Placement::CommaEnd { expression } => {
                    add(&mut enclosed(text, &mut wanted.enclosures, *expression, Wrap::CommaEnd).behind, fence);
                }
                Placement::Order { argument } => {
                    check_span(text, *argument);
                    match wanted.orders.iter_mut().find(|order| (order.span, order.whole) == (*argument, *argument)) {
                        Some(order) => add(&mut order.fences, fence),
                        None => wanted.orders.push(NewOrder { span: *argument, whole: *argument, fences: vec![fence] }),
                    }
                }
                Placement::Access { .. } => {}
                Placement::Split { before, earlier } => {
                    let fence = (*index, earlier.clone());
                    match wanted.splits.iter_mut().find(|split| split.before == *before) {
                        Some(split) => split.fences.push(fence),
                        None => wanted.splits.push(Split { before: *before, fences: vec![fence] }),
                    }
                }
                Placement::None => {
                    panic!("a fence without a place reached the text; please report this")
                }
            }
        }
        for (index, whole, replacements) in gaps {
            wanted.add_access(*index, *whole, replacements);
        }
        wanted
    }

    /// Adds the parts of an access that becomes a call. Several requests for one access are for the same text.
    fn add_access(&mut self, index: usize, whole: Span, replacements: &'a [(Span, String)]) {
        for (number, (span, new)) in replacements.iter().enumerate() {
            // It stands where the call begins.
            let insertions = if number == 0 { vec![index] } else { Vec::new() };
            match self.orders.iter_mut().find(|order| (order.span, order.whole) == (*span, whole)) {
                Some(order) => order.fences[0].insertions.extend(insertions),
                None => {
                    let fence = Fence { text: new, comment: &[], insertions, declared: Vec::new() };
                    self.orders.push(NewOrder { span: *span, whole, fences: vec![fence] });
                }
            }
        }
    }

    /// Takes statements apart in which fences stand: the fences come before them, with the declarations of what is evaluated
    /// earlier. What is replaced by temporaries.
    fn take_apart(
        &mut self,
        text: &str,
        insertions: &'a [(usize, Insertion)],
        names: &mut Names<'_>,
    ) -> Vec<Replacement> {
        let changed: Vec<Change> = self.orders.iter().map(NewOrder::change).collect();
        let mut temporaries: Vec<Replacement> = Vec::new();
        for split in &self.splits {
            let apart = split::apart(text, split, &changed, names);
            for (index, declared) in &apart.declared {
                let declared = declared.iter().map(|declaration| Declared::new(declaration, &self.orders)).collect();
                let insertion = insertions.iter().find(|(number, _)| number == index).map(|(_, insertion)| insertion);
                let insertion = insertion.expect("a split comes from an insertion; please report this");
                let fence = Fence { declared, ..Fence::new(*index, insertion) };
                match split.before {
                    Before::Statement { at } => add_statement(text, &mut self.statements, at, fence),
                    Before::Braced { body } => {
                        add(&mut enclosed(text, &mut self.enclosures, body, Wrap::Braces).fences, fence);
                    }
                }
            }
            temporaries.extend(apart.replaced);
        }
        temporaries
    }
}

/// Another order in the place of an argument.
fn new_order(argument: Span, fences: &[Fence]) -> Piece {
    let mut piece = Piece { at: argument.start, removes: argument.end - argument.start, ..Piece::default() };
    for (number, fence) in fences.iter().enumerate() {
        if number > 0 {
            piece.text.push_str(BETWEEN);
        }
        piece.push_fence(fence, fence.text);
    }
    piece
}

/// Several fences in the place of one statement.
const BETWEEN: &str = "; ";

fn in_a_row(fences: &[Fence]) -> String {
    fences.iter().map(|fence| fence.text).collect::<Vec<_>>().join(BETWEEN)
}

impl<'a> Fence<'a> {
    fn new(index: usize, insertion: &'a Insertion) -> Fence<'a> {
        let (text, comment) = (insertion.text.trim(), insertion.comment.as_slice());
        Fence { text, comment, insertions: vec![index], declared: Vec::new() }
    }
}

impl Declared {
    /// The edits of the declaration are the new texts of `orders`.
    fn new(declaration: &Declaration, orders: &[NewOrder]) -> Declared {
        let mut places = Vec::new();
        for (number, range) in &declaration.moved {
            let mut start = range.start;
            for fence in &orders[*number].fences {
                let range = start..start + fence.text.len();
                places.extend(fence.insertions.iter().map(|insertion| (*insertion, range.clone())));
                start = range.end + BETWEEN.len();
            }
        }
        Declared { text: declaration.text.clone(), orders: places }
    }
}

fn add_statement<'a>(text: &str, statements: &mut Vec<(u32, Vec<Fence<'a>>)>, at: Span, fence: Fence<'a>) {
    check_span(text, at);
    let place = match statements.iter().position(|(offset, _)| *offset == at.start) {
        Some(place) => place,
        None => {
            statements.push((at.start, Vec::new()));
            statements.len() - 1
        }
    };
    add(&mut statements[place].1, fence);
}

/// A span outside the text cannot come from a file that was read.
fn check_span(text: &str, span: Span) {
    let range = span.start as usize..span.end as usize;
    assert!(text.get(range).is_some(), "a fence is to be written outside the text; please report this");
}

/// Two requests for the same fence at the same place are met by one fence.
fn add<'a>(fences: &mut Vec<Fence<'a>>, new: Fence<'a>) {
    // What is declared in front of one fence is evaluated before it.
    match fences.iter_mut().find(|fence| fence.text == new.text && fence.declared.is_empty()) {
        Some(fence) if new.declared.is_empty() => {
            fence.insertions.extend(new.insertions);
            // One of them may have something to say.
            fence.comment = if fence.comment.is_empty() { new.comment } else { fence.comment };
        }
        _ => fences.push(new),
    }
}

/// The enclosure of a stretch, which has none yet or one for another fence.
fn enclosed<'e, 'a>(
    text: &str,
    enclosures: &'e mut Vec<Enclosure<'a>>,
    span: Span,
    wrap: Wrap,
) -> &'e mut Enclosure<'a> {
    check_span(text, span);
    assert!(span.start < span.end, "nothing to put a fence in front of; please report this");
    let same = |e: &Enclosure| (e.start, e.end, e.wrap) == (span.start, span.end, wrap);
    let place = match enclosures.iter().position(same) {
        Some(place) => place,
        None => {
            let (start, end) = (span.start, span.end);
            enclosures.push(Enclosure { start, end, wrap, fences: Vec::new(), behind: Vec::new() });
            enclosures.len() - 1
        }
    };
    &mut enclosures[place]
}

/// Which of the enclosures are blocks of several lines. Of two that begin at one place only the outer one can be.
fn lines_of<'t>(text: &'t str, enclosures: &[Enclosure]) -> Vec<Option<Lines<'t>>> {
    let lines = enclosures.iter().enumerate().map(|(rank, enclosure)| {
        let is_inner = rank > 0 && enclosures[rank - 1].start == enclosure.start;
        let is_body = enclosure.wrap == Wrap::Braces && !is_inner;
        is_body.then(|| braces::lines(text, enclosure.start as usize, enclosure.end as usize)).flatten()
    });
    lines.collect()
}

/// Enclosures that come sorted by start, and outer ones first, must be disjoint or nested.
fn check_nesting(any: Placement, enclosures: &[Enclosure]) -> Result<(), Diagnostic> {
    let mut open: Vec<&Enclosure> = Vec::new();
    for enclosure in enclosures {
        while open.last().is_some_and(|outer| outer.end <= enclosure.start) {
            open.pop();
        }
        if let Some(outer) = open.last().filter(|outer| outer.end < enclosure.end) {
            let file = any.span().expect("only placements with a span come here; please report this").file;
            let span = |e: &Enclosure| Span { file, start: e.start, end: e.end };
            return Err(Diagnostic::error("two fences need parentheses or braces that would overlap")
                .at(span(enclosure))
                .note("the other fence encloses this", Some(span(outer)))
                .help("write the macro or statement that both stand in out in full"));
        }
        open.push(enclosure);
    }
    Ok(())
}

impl Enclosure<'_> {
    /// What stands in front, what follows that, and what stands behind; `lines` if braces go where a block of
    /// several lines has them.
    fn texts(&self, text: &str, habits: Habits, lines: Option<&Lines>) -> [Piece; 3] {
        let mut open = Piece { at: self.start, ..Piece::default() };
        let mut close = Piece { at: self.end, ..Piece::default() };
        let mut front = open.clone();
        match (self.wrap, lines) {
            (Wrap::Braces, Some(lines)) => {
                open = Piece { at: lines.opens_at, text: lines.opening(), ..Piece::default() };
                let own_line = Layout::OwnLine { extra: String::new(), indent: lines.indent, line_end: lines.line_end };
                front = as_statements(front, text, &self.fences, &own_line, habits);
                for fence in &self.behind {
                    close.push_own_line(fence, lines, habits);
                }
                close.text.push_str(&lines.closing());
                close.removes = lines.joined;
            }
            (Wrap::Braces, None) => {
                let guards = !self.behind.is_empty() && braces::guards(&text[self.start as usize..self.end as usize]);
                open.text.push_str("{ ");
                open = as_statements(open, text, &self.fences, &Layout::SameLine, habits);
                // A fence behind what an `if` guards looks guarded, too, on the same line, which compilers warn of.
                if guards {
                    open.text.push_str("{ ");
                    close.text.push_str(" }");
                }
                for fence in &self.behind {
                    close.text.push(' ');
                    close.push_fence(fence, fence.text);
                    close.push_comment(fence, text, habits);
                }
                close.text.push_str(" }");
            }
            (Wrap::CommaEnd, _) => {
                for fence in &self.behind {
                    close.text.push_str(", ");
                    close.push_expression(fence);
                    close.push_comment(fence, text, habits);
                }
            }
            (Wrap::Comma, _) => {
                open.text.push('(');
                for fence in &self.fences {
                    open.push_expression(fence);
                    open.push_comment(fence, text, habits);
                    open.text.push_str(", ");
                }
                close.text.push(')');
            }
        }
        [open, front, close]
    }
}

impl Piece {
    fn push_declared(&mut self, fence: &Fence, gap: &str) {
        for declared in &fence.declared {
            let start = self.text.len();
            self.text.push_str(&declared.text);
            let orders = declared.orders.iter();
            self.fences.extend(orders.map(|(it, range)| (*it, start + range.start..start + range.end)));
            self.text.push_str(gap);
        }
    }

    fn push_fence(&mut self, fence: &Fence, spelling: &str) {
        let start = self.text.len();
        self.text.push_str(spelling);
        let range = start..self.text.len();
        self.fences.extend(fence.insertions.iter().map(|i| (*i, range.clone())));
    }

    /// A fence among operands. What is no expression becomes one; it is not put around the operand, whose value would then be one that
    /// compilers say is computed in vain.
    fn push_expression(&mut self, fence: &Fence) {
        match as_expression(fence.text) {
            Some(expression) => self.push_fence(fence, expression),
            None => {
                self.text.push_str("({ ");
                self.push_fence(fence, fence.text);
                self.text.push_str(" })");
            }
        }
    }

    /// A line behind all that is there.
    fn push_own_line(&mut self, fence: &Fence, lines: &Lines, habits: Habits) {
        let begin = format!("{}{}", lines.line_end, lines.indent);
        let comment = habits.own_line(fence.comment, lines.indent, fence.text);
        self.text.push_str(&begin);
        if let Place::Above(comment) = &comment {
            self.text.push_str(&format!("{comment}{begin}"));
        }
        self.push_fence(fence, fence.text);
        if let Place::Behind(comment) = &comment {
            self.text.push_str(&format!(" {comment}"));
        }
    }

    /// The comment of a fence among other text of its line.
    fn push_comment(&mut self, fence: &Fence, text: &str, habits: Habits) {
        let at = self.at as usize;
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[start..].lines().next().unwrap_or("");
        if in_spliced_line(text, start) {
            return;
        }
        if let Some(comment) = habits.in_line(fence.comment, comment::columns(line) + comment::columns(&self.text)) {
            self.text.push(' ');
            self.text.push_str(&comment);
        }
    }
}

/// The expression of an expression statement; nothing for any other statement, which needs a GNU statement
/// expression where an expression is wanted.
fn as_expression(statement: &str) -> Option<&str> {
    let body = statement.strip_suffix(';')?.trim_end();
    let first: &str = &body[..body.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(body.len())];
    let keyword = ["asm", "__asm", "__asm__", "do", "for", "if", "switch", "while"].contains(&first);
    let expression = !keyword && !body.is_empty() && !body.contains([';', '{', '}']);
    expression.then_some(body)
}

/// The line that includes a header.
fn include_piece(text: &str, header: &str) -> Piece {
    let at = include::place(text);
    let line_end = if line_end_is_crlf(text, at, at) { "\r\n" } else { "\n" };
    // The last line may have no end.
    let before = if at > 0 && !text[..at].ends_with('\n') { line_end } else { "" };
    let at = u32::try_from(at).expect("a file has fewer than 2^32 bytes; please report this");
    Piece { at, text: format!("{before}#include <{header}>{line_end}"), ..Piece::default() }
}

/// Fences as statements of their own in front of what stands there, behind what the piece has already.
fn as_statements(mut piece: Piece, text: &str, fences: &[Fence], layout: &Layout, habits: Habits) -> Piece {
    for fence in fences {
        match layout {
            Layout::SameLine => {
                piece.push_declared(fence, " ");
                piece.push_fence(fence, fence.text);
                piece.push_comment(fence, text, habits);
                piece.text.push(' ');
            }
            // A comment to the end of the line would take the next ones with it.
            Layout::Continued { indent, continuation } => {
                piece.push_declared(fence, " ");
                piece.push_fence(fence, fence.text);
                let line = piece.text.rfind('\n').map_or(0, |newline| newline + 1);
                let line = if line == 0 { format!("{indent}{}", piece.text) } else { piece.text[line..].to_string() };
                piece.text.push_str(&continuation.behind(&line));
                piece.text.push_str(indent);
            }
            Layout::OwnLine { extra, indent, line_end } => {
                piece.text.push_str(extra);
                piece.push_declared(fence, &format!("{line_end}{indent}{extra}"));
                let comment = habits.own_line(fence.comment, &format!("{indent}{extra}"), fence.text);
                if let Place::Above(comment) = &comment {
                    piece.text.push_str(&format!("{comment}{line_end}{indent}{extra}"));
                }
                piece.push_fence(fence, fence.text);
                if let Place::Behind(comment) = &comment {
                    piece.text.push_str(&format!(" {comment}"));
                }
                piece.text.push_str(line_end);
                piece.text.push_str(indent);
            }
        }
    }
    piece
}
