//! Where each token stands.
//!
//! In: the preprocessed tokens, whose indices are the spans of the typed tree, and the source map. Out: for a range of
//! tokens, the bytes the user sees (a token out of a macro stands at the outermost use of that macro), its text, and
//! the places where text may be put in front of it or around it so that exactly these tokens are affected.
//! It must not know statements or expressions.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rucc_base::Interner;
use rucc_diag::SourceMap;
use rucc_lex::{PpTokenKind, Punct};
use rucc_pp::Tok;
use rustc_hash::{FxHashMap, FxHashSet};

use super::defines::Defines;
use super::files::{self, FileKind};
use super::spelled::may_spell;
use crate::diag::{FileId, Sources, Span};

/// An inclusive range of token indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub first: usize,
    pub last: usize,
}

/// The span that carries the index of a token through the parser.
pub fn index_span(index: usize) -> rucc_diag::Span {
    let low = u32::try_from(index * 2 + 2).expect("a unit has fewer than 2^31 tokens; please report this");
    rucc_diag::Span::new(low, low + 1)
}

/// One token: where it is spelled, and the outermost macro use it came out of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) spelled: Option<Span>,
    /// The name of the outermost macro that was used, and the raw position that tells two uses apart.
    pub(super) used: Option<(Span, u32)>,
    /// Which chain of macros it came out of; equal for equal chains only.
    pub(super) trace: u32,
}

/// The files of all units, by what they are on disk, and whether they are the user's.
#[derive(Default)]
pub struct Known {
    files: HashMap<PathBuf, FileId>,
    kinds: HashMap<FileId, FileKind>,
    /// Files of the user that are no UTF-8, or whose names are not.
    pub foreign: Vec<FileId>,
    /// For each file, the `#define` directives in it.
    defines: Vec<Arc<Defines>>,
}

/// The places of all tokens of a unit.
pub struct Positions {
    pub(super) tokens: Vec<Token>,
    pub(super) texts: Vec<Cow<'static, str>>,
    /// For each file of the source map, what it is here.
    files: Vec<FileId>,
    kinds: Vec<FileKind>,
    /// For each file, the `#define` directives in it.
    pub(super) defines: Vec<Arc<Defines>>,
    /// For each macro use, by its raw position: its last token and the end of its text.
    uses: HashMap<u32, (usize, u32)>,
    /// For each `#define` directive that is used, by its file and its start: how often.
    expansions: HashMap<(FileId, u32), u32>,
}

impl Positions {
    /// Adds the files of the source map to those that are known and places every token.
    pub fn new(
        tokens: &[Tok],
        map: &SourceMap,
        interner: &Interner,
        (sources, known): (&mut Sources, &mut Known),
    ) -> Positions {
        let mut files = Vec::new();
        for file in map.files() {
            // A file that is included twice is two files in the map; here it is one, so that one place is one place.
            let identity = std::fs::canonicalize(&file.name).unwrap_or_else(|_| PathBuf::from(&file.name));
            let (kinds, foreign) = (&mut known.kinds, &mut known.foreign);
            let id = *known.files.entry(identity).or_insert_with(|| {
                // The map has names as text: under one that lost a part nobody finds the file again.
                let lost = file.name.contains(char::REPLACEMENT_CHARACTER) && !Path::new(&file.name).exists();
                let kind = if lost { FileKind::Library } else { files::kind_of(&file.name) };
                let (text, kind) = match std::str::from_utf8(file.bytes()) {
                    Ok(text) => (text.to_string(), kind),
                    // Every byte keeps its place; nothing is ever written into such a file.
                    Err(_) => (
                        file.bytes().iter().map(|b| if b.is_ascii() { char::from(*b) } else { '?' }).collect(),
                        FileKind::Library,
                    ),
                };
                let id = sources.add(&file.name, text);
                if (lost || std::str::from_utf8(file.bytes()).is_err()) && files::kind_of(&file.name) == FileKind::User
                {
                    foreign.push(id);
                }
                kinds.insert(id, kind);
                id
            });
            files.push(id);
        }
        let kinds = sources.files().map(|(id, _)| known.kinds.get(&id).copied().unwrap_or(FileKind::User)).collect();
        let locate = |span| locate(span, map, &files);
        let placed: Vec<Token> = tokens
            .iter()
            .map(|token| Token {
                spelled: locate(token.span),
                used: (!token.expansion.is_dummy())
                    .then(|| locate(token.expansion).map(|span| (span, token.expansion.lo)))
                    .flatten(),
                trace: token.trace.raw(),
            })
            .collect();
        let texts = tokens.iter().map(|token| spelling(token, interner)).collect();
        let new = sources.files().skip(known.defines.len());
        known.defines.extend(new.map(|(_, file)| Arc::new(Defines::of(&file.text))));
        let defines = known.defines.clone();
        let uses = macro_uses(&placed, sources);
        let expansions = HashMap::new();
        let mut positions = Positions { tokens: placed, texts, files, kinds, defines, uses, expansions };
        positions.expansions = positions.count_expansions();
        positions
    }

    /// For a place in the body of a macro: the macro, by its file and the start of its `#define`.
    pub fn macro_at(&self, at: Span) -> Option<(FileId, u32)> {
        self.define_at(at).map(|define| (define.file, define.start))
    }

    /// The `#define` directive that a place is in, whole.
    pub fn define_at(&self, at: Span) -> Option<Span> {
        self.in_define(at).map(|(start, end)| Span { start, end, ..at })
    }

    /// How often this unit uses a macro.
    pub fn uses_of(&self, macro_: (FileId, u32)) -> u32 {
        self.expansions.get(&macro_).copied().unwrap_or(0)
    }

    /// Counts the uses of macros: every token that a body spells out comes out of each use once.
    fn count_expansions(&self) -> HashMap<(FileId, u32), u32> {
        let mut times: FxHashMap<(Span, u32), u32> = FxHashMap::default();
        for spelled in self.tokens.iter().filter_map(|token| token.spelled) {
            if let Some((start, _)) = self.in_define(spelled) {
                *times.entry((spelled, start)).or_default() += 1;
            }
        }
        let mut expansions: HashMap<(FileId, u32), u32> = HashMap::new();
        for ((spelled, start), count) in times {
            let most = expansions.entry((spelled.file, start)).or_default();
            *most = count.max(*most);
        }
        expansions
    }

    /// The unit's main file.
    pub fn main(&self) -> FileId {
        self.files[0]
    }

    /// Whether a place is in a file of the user.
    pub fn is_users(&self, at: Span) -> bool {
        self.kinds.get(at.file.index()) == Some(&FileKind::User)
    }

    /// Whether a place is in one of the tool's own headers.
    pub fn is_of_tool(&self, at: Span) -> bool {
        self.kinds.get(at.file.index()) == Some(&FileKind::Own)
    }

    /// The place of a span of the preprocessor, which names bytes of the source map.
    pub fn locate(&self, span: rucc_diag::Span, map: &SourceMap) -> Option<Span> {
        locate(span, map, &self.files)
    }

    /// The first token of a span of the typed tree, where the span is not in balance.
    pub fn first(&self, span: rucc_diag::Span) -> Option<Range> {
        let index = (span.lo as usize).checked_sub(2)? / 2;
        (!span.is_dummy() && index < self.tokens.len()).then_some(Range { first: index, last: index })
    }

    /// The tokens a span of the typed tree stands for.
    ///
    /// The tree leaves out parentheses at the ends of an expression (`(a) + (b)` is `a) + (b`); they are put back.
    pub fn range(&self, span: rucc_diag::Span) -> Option<Range> {
        if span.is_dummy() || span.lo < 2 {
            return None;
        }
        let mut range = if span.hi > span.lo {
            Range { first: (span.lo as usize - 2) / 2, last: (span.hi as usize - 3) / 2 }
        } else {
            // An empty span stands before a token or after one, which is before the next.
            let index = (span.lo as usize - 1) / 2;
            Range { first: index, last: index }
        };
        if range.first > range.last || range.last >= self.tokens.len() {
            return None;
        }
        let (mut depth, mut missing) = (0usize, 0usize);
        for text in &self.texts[range.first..=range.last] {
            match text.as_ref() {
                "(" => depth += 1,
                ")" if depth > 0 => depth -= 1,
                ")" => missing += 1,
                _ => {}
            }
        }
        for _ in 0..missing {
            if range.first == 0 || !self.is(range.first - 1, "(") {
                return None;
            }
            range.first -= 1;
        }
        for _ in 0..depth {
            if !self.is(range.last + 1, ")") {
                return None;
            }
            range.last += 1;
        }
        Some(range)
    }

    /// A token as it is spelled.
    pub fn spelled(&self, index: usize) -> Option<&str> {
        self.texts.get(index).map(AsRef::as_ref)
    }

    /// Whether the token is this punctuator.
    pub fn is(&self, index: usize, text: &str) -> bool {
        self.texts.get(index).is_some_and(|t| t == text)
    }

    /// The bytes the user sees for these tokens: their own if they are all written together, else the outermost macro
    /// uses they came from.
    pub fn span(&self, range: Range) -> Option<Span> {
        if let Some(span) = self.written_together(range) {
            return Some(span);
        }
        let start = self.outer_start(range.first)?;
        let end = self.outer_end(range.last).unwrap_or(start);
        if start.file == end.file && start.start <= end.end {
            Some(Span { file: start.file, start: start.start, end: end.end })
        } else {
            Some(start)
        }
    }

    /// The text of these tokens as the user wrote it.
    pub fn text(&self, range: Range, sources: &Sources) -> String {
        if let Some(span) = self.written_together(range) {
            return sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        }
        // Macros may stand in between: `a[(i + 1) % SIZE]`.
        let (first, last) = (self.tokens[range.first], self.tokens[range.last]);
        if let (None, None, Some(from), Some(to)) = (first.used, last.used, first.spelled, last.spelled)
            && from.file == to.file
            && from.start < to.end
        {
            let written = sources.text(Span { end: to.end, ..from });
            if !written.contains('#') {
                return written.split_whitespace().collect::<Vec<_>>().join(" ");
            }
        }
        let mut text = String::new();
        for part in &self.texts[range.first..=range.last] {
            let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            if word(text.chars().last()) && word(part.chars().next()) {
                text.push(' ');
            }
            text.push_str(part);
        }
        text
    }

    /// Whether the text of an expression is that of these tokens only, among those of its statement: a macro may have what it
    /// is given in its own text more than once.
    pub fn is_given_once(&self, range: Range, statement: Range) -> bool {
        let spelled = |index: usize| self.tokens.get(index).and_then(|token| token.spelled);
        let own: FxHashSet<Span> = (range.first..=range.last).filter_map(spelled).collect();
        let is_own = |index: &usize| spelled(*index).is_some_and(|span| own.contains(&span));
        (statement.first..=statement.last).filter(is_own).count() <= range.last + 1 - range.first
    }

    /// Whether the macro that these tokens come out of, or one in its body, may have the text of what it is given in a string.
    pub fn may_be_in_a_string(&self, range: Range, sources: &Sources) -> bool {
        let used = (range.first..=range.last).find_map(|index| self.tokens[index].used);
        let Some((name, _)) = used else { return false };
        may_spell(sources.text(name), |name| self.definitions(name).map(|body| sources.text(body)))
    }

    /// The span of tokens that are all spelled one after the other in a file of the user, outside `#define`s.
    pub fn written_together(&self, range: Range) -> Option<Span> {
        let first = self.tokens[range.first].spelled?;
        let last = self.tokens[range.last].spelled?;
        let mut at = first.start;
        for token in &self.tokens[range.first..=range.last] {
            let spelled = token.spelled?;
            let placed = token.trace == self.tokens[range.first].trace;
            if spelled.file != first.file || spelled.start < at || !placed || self.in_define(spelled).is_some() {
                return None;
            }
            at = spelled.end;
        }
        (self.kinds[first.file.index()] == FileKind::User).then_some(Span {
            file: first.file,
            start: first.start,
            end: last.end,
        })
    }

    /// Where text may be put so that it comes right before this statement, which stands among others.
    pub fn before(&self, range: Range, sources: &Sources) -> Option<Span> {
        let token = self.tokens[range.first];
        let at = match token.used {
            None => token.spelled?,
            Some((name, _)) if self.starts_use(range.first) => name,
            Some(_) => match self.continues_body(range, sources).or_else(|| self.begins_body(range, sources)) {
                Some(start) => start,
                // In a macro argument: only if what comes before stands there too.
                None => {
                    let before = self.tokens[range.first - 1];
                    let (here, there) = (token.spelled?, before.spelled?);
                    let same = token.trace == before.trace
                        && here.file == there.file
                        && there.end <= here.start
                        && self.in_define(here) == self.in_define(there);
                    same.then_some(here)?
                }
            },
        };
        (self.kinds[at.file.index()] == FileKind::User).then_some(Span { end: at.start, ..at })
    }

    /// Where these tokens begin in the macro body in which the token before them stands: one of them, not always the first,
    /// which may be a parameter, nor the last, which may stand behind the macro's use, comes from there, too.
    fn continues_body(&self, range: Range, sources: &Sources) -> Option<Span> {
        let before = range.first.checked_sub(1)?;
        let mut lasts = (range.first..=range.last).rev();
        lasts.find_map(|last| self.in_body(before, last, sources)).map(|(start, _)| start)
    }

    /// The text of a macro body from after one token of it to the end of another: all that lies between comes from
    /// there, whatever macros and parameters it is written with. The place of its start, and of its last token.
    fn in_body(&self, before: usize, last: usize, sources: &Sources) -> Option<(Span, Span)> {
        let (before, last) = (self.tokens[before], self.tokens.get(last)?);
        let (from, to) = (before.spelled?, last.spelled?);
        let define = self.in_define(from)?;
        let same = before.trace == last.trace && from.file == to.file && self.in_define(to) == Some(define);
        let start = skip_blank(sources.file(from.file).text.as_bytes(), from.end as usize) as u32;
        (same && start <= to.start).then_some((Span { file: from.file, start, end: start }, to))
    }

    /// The bytes that make exactly this expression, so that text may be put around them.
    pub fn exactly_expression(&self, range: Range, sources: &Sources) -> Option<Span> {
        // `#define LIKELY(x) (x)`: the parentheses of the macro belong to the expression.
        let mut wider = range;
        while wider.first > 0 && self.is(wider.first - 1, "(") && self.is(wider.last + 1, ")") {
            if self.tokens[wider.first - 1].used.is_none() || self.tokens[wider.last + 1].used.is_none() {
                break;
            }
            wider = Range { first: wider.first - 1, last: wider.last + 1 };
            if self.starts_use(wider.first) && self.ends_use(wider.last) {
                return self.exactly(wider, sources);
            }
        }
        self.exactly(range, sources)
    }

    /// The bytes that make exactly these tokens, so that text may be put around them.
    pub fn exactly(&self, range: Range, sources: &Sources) -> Option<Span> {
        let (first, last) = (self.tokens[range.first], self.tokens[range.last]);
        let opens = first.used.is_none() || self.starts_use(range.first);
        let closes = last.used.is_none() || self.ends_use(range.last);
        let span = if opens && closes {
            let (start, end) = (self.outer_start(range.first)?, self.outer_end(range.last)?);
            (start.file == end.file && start.start < end.end).then_some(Span {
                file: start.file,
                start: start.start,
                end: end.end,
            })?
        } else if let Some(span) = self.whole_of_body(range, sources) {
            span
        } else {
            // In a macro argument, which is complete in itself.
            self.written_together(range)?
        };
        (self.kinds[span.file.index()] == FileKind::User).then_some(span)
    }

    /// The piece of a macro body that makes these tokens, if its neighbours stand there too.
    fn whole_of_body(&self, range: Range, sources: &Sources) -> Option<Span> {
        let before = range.first.checked_sub(1)?;
        if let Some((start, last)) = self.in_body(before, range.last, sources) {
            return Some(Span { end: last.end, ..start });
        }
        if let Some(span) = self.rest_of_body(range, sources) {
            return Some(span);
        }
        // Up to the token that follows, where the last one is a parameter or out of another macro.
        let (start, next) = self.in_body(before, range.last + 1, sources)?;
        let text = sources.file(start.file).text.get(start.start as usize..next.start as usize)?;
        let length = text.trim_end_matches(|c: char| c.is_whitespace() || c == '\\').len() as u32;
        (length > 0 && !text.contains("/*")).then_some(Span { end: start.start + length, ..start })
    }

    /// The end of a macro body that makes these tokens, whose last one is a parameter or out of another macro. What is put around it
    /// is around an operand where something follows a use, so that each must be followed by what ends an expression.
    fn rest_of_body(&self, range: Range, sources: &Sources) -> Option<Span> {
        let before = self.tokens[range.first.checked_sub(1)?];
        let (from, (name, raw)) = (before.spelled?, before.used?);
        let (start, end) = self.in_define(from)?;
        let text = &sources.file(from.file).text;
        let name = sources.text(name);
        let directive = text[start as usize..end as usize].trim_start_matches([' ', '\t', '#']);
        let is_defined = |rest: &str| {
            let rest = rest.trim_start().strip_prefix(name)?;
            Some(rest.starts_with(['(', ' ', '\t']))
        };
        let is_outermost = directive.strip_prefix("define").and_then(is_defined).unwrap_or(false);
        let is_last = self.ends_use(range.last) && self.tokens[range.last].used.map(|used| used.1) == Some(raw);
        // Another macro that uses this one may go on with the expression.
        let is_of_another = |token: &Token| {
            let is_here = token.spelled.is_some_and(|at| at.file == from.file && (start..end).contains(&at.start));
            is_here && token.used.is_none_or(|(used, _)| sources.text(used) != name)
        };
        let is_shared = self.tokens.iter().any(is_of_another);
        if !is_outermost || !is_last || is_shared || !self.all_end_expressions(name, sources) {
            return None;
        }
        let start = skip_blank(text.as_bytes(), from.end as usize) as u32;
        let rest = text.get(start as usize..end as usize)?;
        let length = rest.trim_end_matches(|c: char| c.is_whitespace() || c == '\\').len() as u32;
        let is_text = length > 0 && !rest.contains("/*") && !rest.contains("//");
        is_text.then_some(Span { file: from.file, start, end: start + length })
    }

    /// Whether nothing goes on with an expression behind a use of a macro, as far as this unit uses it by itself.
    fn all_end_expressions(&self, name: &str, sources: &Sources) -> bool {
        let is_use = |last: &usize| self.tokens[*last].used.is_some_and(|(used, _)| sources.text(used) == name);
        let mut ends = self.uses.values().map(|(last, _)| *last).filter(is_use);
        ends.all(|last| [";", ")", ",", "}", "]"].iter().any(|end| self.is(last + 1, end)))
    }

    /// Where the user has written the name that is a token, in a macro body too: one that is a macro itself stands between the
    /// token's neighbours.
    pub fn name(&self, index: usize, sources: &Sources) -> Option<Span> {
        let is_users = |span: &Span| self.kinds[span.file.index()] == FileKind::User;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let token = self.tokens.get(index)?.spelled;
        if let Some(span) = token.filter(|span| is_users(span) && sources.text(*span).chars().all(is_name)) {
            return Some(span);
        }
        let (before, behind) = (self.tokens[index.checked_sub(1)?], self.tokens.get(index + 1)?);
        let (from, to) = (before.spelled.filter(is_users)?, behind.spelled?);
        let is_one_text = from.file == to.file && self.in_define(from) == self.in_define(to);
        let text = &sources.file(from.file).text;
        let start = skip_blank(text.as_bytes(), from.end as usize);
        let between = text.get(start..to.start as usize).filter(|_| before.trace == behind.trace && is_one_text)?;
        let length = between.find(|c| !is_name(c)).unwrap_or(between.len());
        (length > 0).then_some(Span { file: from.file, start: start as u32, end: (start + length) as u32 })
    }

    /// The `#define` directive that a place is in.
    fn in_define(&self, span: Span) -> Option<(u32, u32)> {
        let list = self.defines[span.file.index()].places();
        let at = list.partition_point(|d| d.0 <= span.start).checked_sub(1)?;
        (span.start < list[at].1).then_some(list[at])
    }

    fn starts_use(&self, index: usize) -> bool {
        let used = self.tokens[index].used.map(|u| u.1);
        index == 0 || self.tokens[index - 1].used.map(|u| u.1) != used
    }

    fn ends_use(&self, index: usize) -> bool {
        self.tokens[index].used.is_some_and(|(_, raw)| self.uses.get(&raw).is_some_and(|u| u.0 == index))
    }

    fn outer_start(&self, index: usize) -> Option<Span> {
        match self.tokens[index].used {
            Some((name, _)) => Some(name),
            None => self.tokens[index].spelled,
        }
    }

    pub fn outer_end(&self, index: usize) -> Option<Span> {
        match self.tokens[index].used {
            Some((name, raw)) => Some(Span { end: self.uses.get(&raw).map_or(name.end, |u| u.1), ..name }),
            None => self.tokens[index].spelled,
        }
    }
}

fn locate(span: rucc_diag::Span, map: &SourceMap, files: &[FileId]) -> Option<Span> {
    if span.is_dummy() {
        return None;
    }
    let low = map.real(span.lo);
    let file = map.lookup_file(low)?;
    let start = low - map.file(file).start;
    Some(Span { file: files[file.index()], start, end: start + (span.hi - span.lo) })
}

/// The text of a token.
fn spelling(token: &Tok, interner: &Interner) -> Cow<'static, str> {
    match token.kind {
        PpTokenKind::Punct(punct) => Punct::as_str(punct).into(),
        _ => token.value.map_or(Cow::default(), |value| interner.resolve(value).to_string().into()),
    }
}

/// For each macro use: its last token, and where its text ends, arguments included.
fn macro_uses(tokens: &[Token], sources: &Sources) -> HashMap<u32, (usize, u32)> {
    let mut uses: HashMap<u32, (usize, u32)> = HashMap::new();
    let mut index = 0;
    while index < tokens.len() {
        let Some((name, raw)) = tokens[index].used else {
            index += 1;
            continue;
        };
        let mut last = index;
        while tokens.get(last + 1).is_some_and(|t| t.used.is_some_and(|u| u.1 == raw)) {
            last += 1;
        }
        let text = &sources.file(name.file).text;
        let mut end = name.end;
        if let Some(close) = closing_parenthesis(text, name.end as usize) {
            // An object-like macro may be followed by a parenthesis that is not its own.
            let next = tokens.get(last + 1).and_then(|t| t.used.map(|u| u.0).or(t.spelled));
            let outside = next.is_some_and(|n| n.file == name.file && n.start >= name.end && n.start < close);
            if !outside {
                end = close;
            }
        }
        uses.insert(raw, (last, end));
        index = last + 1;
    }
    uses
}

/// The end of the parenthesised text that starts at `at`, after white space and comments.
fn closing_parenthesis(text: &str, at: usize) -> Option<u32> {
    let bytes = text.as_bytes();
    let mut at = skip_blank(bytes, at);
    if bytes.get(at) != Some(&b'(') {
        return None;
    }
    let mut depth = 0usize;
    while at < bytes.len() {
        let next = skip_blank(bytes, at);
        if next > at {
            at = next;
            continue;
        }
        match bytes[at] {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return u32::try_from(at + 1).ok();
                }
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The first byte at or after `at` that is neither white space, nor in a comment, nor a line splice.
pub(super) fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at..) {
            Some([b' ' | b'\t' | b'\r' | b'\n' | b'\x0b' | b'\x0c', ..]) => at += 1,
            Some([b'\\', b'\n', ..]) => at += 2,
            Some([b'\\', b'\r', b'\n', ..]) => at += 3,
            Some([b'/', b'/', ..]) => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
            }
            Some([b'/', b'*', rest @ ..]) => {
                at += 2 + rest.windows(2).position(|w| w == b"*/").map_or(rest.len(), |p| p + 2);
            }
            _ => return at,
        }
    }
}
