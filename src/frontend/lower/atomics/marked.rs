//! Accesses that kernel code marks, and the names that mark them with another order.
//!
//! In: an access that was just lowered, out of a macro of the tool's own headers for kernel code. Out: where the name of the macro stands, and the names of
//! others that do the same with another order, or the call that may take its place. It must not know what an order means.
//!
//! The text decides: the user has written the use of the macro, in no macro's body, though perhaps in what another one is given; and the access
//! is one that the macro makes, and none in what it is given. The use is the one around the first token of the object that the user has written; a macro that first copies what it
//! is given (a compare-and-exchange) is the one around the last such token before. The other macro must be there, too, in every unit that reads the
//! text.
//!
//! Names with an order at their end are families of their own: `xchg_relaxed`, `xchg_acquire` and `xchg_release`. Those without one order more than any order
//! of C and stay as they are. `READ_ONCE` and `WRITE_ONCE` are given the object, and the calls that they become its address.

use crate::diag::Span;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::operator::Operator;
use crate::frontend::lower::state::tables::Spoken;
use crate::frontend::text::positions::Range;
use crate::frontend::text::spelled::{is_part, words};
use crate::frontend::typed::tree::ExprId;
use crate::frontend::typed::types::Shape;
use crate::ir::{Address, Call, Family, Order, Orders, Said};

/// A macro without an order that is given an object, and the one with an order that is given its address.
struct Marks {
    bare: &'static str,
    ordered: &'static str,
    order: Order,
    arguments: usize,
}

const MARKS: [Marks; 2] = [
    Marks { bare: "READ_ONCE", ordered: "smp_load_acquire", order: Order::Acquire, arguments: 1 },
    Marks { bare: "WRITE_ONCE", ordered: "smp_store_release", order: Order::Release, arguments: 2 },
];

/// What names end in that say an order.
const ENDS: [(&str, Order); 3] =
    [("_relaxed", Order::Relaxed), ("_acquire", Order::Acquire), ("_release", Order::Release)];

/// What names end in that say none and are relaxed.
const BARE: [&str; 2] = ["_read", "_set"];

impl Body<'_, '_> {
    /// How the order of the builtin whose access was emitted last is said, if it is what a macro for kernel code makes.
    pub fn marked_builtin(&mut self, orders: Orders) -> Option<Spoken> {
        let range = self.input.range(self.builtin?)?;
        self.marked_access(range, range, orders)
    }

    /// The same of a volatile access by an operator, which is relaxed.
    pub fn marked_operator(&mut self, whole: ExprId, object: ExprId, operator: Operator) -> Option<Spoken> {
        let ty = self.input.ty(object);
        let is_fitting = matches!(self.input.shape(ty), Shape::Int { .. } | Shape::Pointer | Shape::Bool);
        let is_marked = is_fitting && self.input.order(ty) == Order::Volatile;
        if !is_marked || !matches!(operator, Operator::Read | Operator::Assign(_)) {
            return None;
        }
        let (whole, object) = (self.input.range(whole)?, self.input.range(object)?);
        self.marked_access(whole, object, Orders::from(Order::Relaxed))
    }

    /// How the order of an access with these tokens is said, of which those are the object.
    fn marked_access(&mut self, whole: Range, object: Range, orders: Orders) -> Option<Spoken> {
        let (positions, sources) = (self.input.positions, self.input.sources);
        if !positions.by_tool(object.first) {
            return None;
        }
        let given = (object.first..=object.last).find(|index| positions.by_user(*index).is_some());
        let token = given.or_else(|| positions.by_user_before(object.first))?;
        let place = positions.by_user(token)?;
        if positions.macro_at(place).is_some() {
            return None;
        }
        let text = &*sources.file(place.file).text;
        // What only follows in the macro is given in further arguments, which may use such macros themselves.
        let mut start = place.start as usize;
        let (name, end) = loop {
            start = called_before(&text[..start])?;
            let name = name_at(&text[start..]);
            let end = start + name.len() + closing(&text[start + name.len()..])?;
            if !positions.is_own_there(name, token) {
                return None;
            }
            if given.is_some() || family(name, orders, |_| true).is_some() {
                break (name, end);
            }
        };
        // A file has fewer than 2^32 bytes.
        let span = Span { file: place.file, start: start as u32, end: (start + name.len()) as u32 };
        let call = Span { end: end as u32, ..span };
        let found = Found { token, place, text };
        if let Some(family) = family(name, orders, |name| self.is_there(name, &found)) {
            let said = Said::Name(self.lower.add_family(family));
            return Some(Spoken { span, said, at_call: false });
        }
        let marks = MARKS.iter().find(|marks| name == marks.bare || name == marks.ordered)?;
        let is_bare = name == marks.bare;
        let (own, other) = if is_bare { (Order::Relaxed, marks.order) } else { (marks.order, Order::Relaxed) };
        let function = if is_bare { marks.ordered } else { marks.bare };
        if orders != Orders::from(own) || !self.is_there(function, &found) {
            return None;
        }
        let mut given = arguments(text, call, span.end)?.into_iter();
        let (object, operand) = (given.next()?, given.next());
        let is_whole = given.next().is_none() && usize::from(operand.is_some()) + 1 == marks.arguments;
        // What is no expression any more stands as a statement.
        let stands = is_bare || operand.is_none() || positions.is_statement(whole);
        let is_macro = |word: &str| positions.is_macro(word);
        let (object, address) = if is_bare { address_of(object, text) } else { object_at(object, text, &is_macro)? };
        let call_of_other = Call { function, object, address, operand, further: None };
        let said = Said::Marked { own, other, call: call_of_other };
        (is_whole && stands).then_some(Spoken { span: call, said, at_call: false })
    }

    /// Whether a macro of the tool's own headers is there where another one is used, in every unit that reads that text.
    fn is_there(&self, name: &str, found: &Found<'_>) -> bool {
        let is_taken = found
            .text
            .match_indices("undef")
            .any(|(at, word)| words(&found.text[at + word.len()..]).next() == Some(name));
        let read = self
            .lower
            .units()
            .iter()
            .all(|unit| unit.positions.at(found.place).all(|token| unit.positions.is_own_there(name, token)));
        !is_taken && read && self.input.positions.is_own_there(name, found.token)
    }
}

/// The use of a macro: a token in what it is given, by its number and its place, and the text of its file.
struct Found<'t> {
    token: usize,
    place: Span,
    text: &'t str,
}

/// The macros that do the same as this one with these orders and with others, if its name says them and there are others.
fn family(name: &str, orders: Orders, is_there: impl Fn(&str) -> bool) -> Option<Family> {
    let base = ENDS.iter().find_map(|(end, _)| name.strip_suffix(end)).unwrap_or(name);
    let is_bare = base.starts_with("atomic") && BARE.iter().any(|end| base.ends_with(end));
    let members = ENDS.iter().map(|(end, order)| {
        let end = if is_bare && *order == Order::Relaxed { "" } else { end };
        (Orders { order: *order, ..orders }, format!("{base}{end}"))
    });
    let names: Vec<(Orders, String)> = members.filter(|(_, name)| is_there(name)).collect();
    let is_one = names.iter().any(|(of_name, other)| *of_name == orders && other == name);
    (is_one && names.len() > 1).then_some(Family { names })
}

/// The arguments of a use of a macro whose name ends there; `None` where the text is more than these.
fn arguments(text: &str, whole: Span, name_end: u32) -> Option<Vec<Span>> {
    let inside = text.get(name_end as usize..whole.end as usize)?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    // What looks like a directive is one, and braces may hold anything.
    if inside.contains(['#', '{']) {
        return None;
    }
    // A file has fewer than 2^32 bytes.
    let open = whole.end - 1 - inside.len() as u32;
    let (mut depth, mut start, mut found) = (0usize, 0usize, Vec::new());
    for (at, c) in code(inside).chain([(inside.len(), ',')]) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                let argument = &inside[start..at];
                let blank = argument.len() - argument.trim_start().len();
                let from = open + (start + blank) as u32;
                found.push(Span { start: from, end: from + argument.trim().len() as u32, ..whole });
                start = at + 1;
            }
            _ => {}
        }
    }
    (depth == 0 && found.iter().all(|span| span.start < span.end)).then_some(found)
}

/// An object as the argument of a call that wants its address: what `*` stands before is that.
fn address_of(object: Span, text: &str) -> (Span, Address) {
    match text[object.start as usize..object.end as usize].strip_prefix('*') {
        Some(pointer) => {
            let start = object.end - pointer.trim_start().len() as u32;
            (Span { start, ..object }, Address::Given)
        }
        None => (object, Address::Taken),
    }
}

/// An address as the argument of a macro that wants the object: what `&` stands before is that, and a name or a member is led by `*`. What
/// macros stand for may be more than a name.
fn object_at(address: Span, text: &str, is_macro: &impl Fn(&str) -> bool) -> Option<(Span, Address)> {
    let written = &text[address.start as usize..address.end as usize];
    let is_simple = |text: &str| {
        let rest = text.replace("->", ".");
        let is_name = rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '[' | ']'));
        is_name && !rest.is_empty() && !words(text).any(is_macro)
    };
    match written.strip_prefix('&').map(str::trim_start) {
        Some(object) => {
            let start = address.end - object.len() as u32;
            is_simple(object).then_some((Span { start, ..address }, Address::Given))
        }
        None => is_simple(written).then_some((address, Address::Followed)),
    }
}

/// Where the name stands of the macro or function in whose arguments a text ends.
fn called_before(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let open = text.char_indices().rev().find(|(_, c)| {
        match c {
            ')' => depth += 1,
            '(' if depth == 0 => return true,
            '(' => depth -= 1,
            _ => {}
        }
        false
    })?;
    if text[open.0..].contains([';', '{', '}', '#']) {
        return None;
    }
    let front = text[..open.0].trim_end();
    let name = front.trim_end_matches(is_part).len();
    // Parentheses of an expression stand in one of a call, perhaps.
    if name < front.len() { Some(name) } else { called_before(&text[..open.0]) }
}

fn name_at(text: &str) -> &str {
    &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
}

/// How long the parentheses are that a text begins with.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    code(text).find_map(|(at, c)| match c {
        '(' => {
            depth += 1;
            None
        }
        ')' => {
            depth = depth.saturating_sub(1);
            (depth == 0).then_some(at + 1)
        }
        _ => None,
    })
}

/// The characters of a text that are in no comment and no literal.
fn code(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let at = text.len() - rest.len();
            let first = rest.chars().next()?;
            let skipped = match first {
                '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                '"' | '\'' => literal(rest, first),
                _ => 0,
            };
            if skipped == 0 {
                rest = &rest[first.len_utf8()..];
                return Some((at, first));
            }
            rest = &rest[skipped..];
        }
    })
}

/// How long the literal is that a text begins with.
fn literal(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{address_of, arguments, called_before, closing, family, object_at};
    use crate::diag::Span;
    use crate::ids::FileId;
    use crate::ir::{Address, Order, Orders};

    fn whole(text: &str) -> Span {
        Span { file: FileId(0), start: 0, end: text.len() as u32 }
    }

    fn of(text: &str, span: Span) -> &str {
        &text[span.start as usize..span.end as usize]
    }

    #[test]
    fn arguments_are_told_apart_by_the_commas_between_them() {
        let text = "WRITE_ONCE( a[f(1, 2)] ,g(3,4) )";
        let found = arguments(text, whole(text), 10).expect("arguments");
        assert_eq!(found.iter().map(|span| of(text, *span)).collect::<Vec<_>>(), ["a[f(1, 2)]", "g(3,4)"]);
        for text in ["WRITE_ONCE(a, ',')", "WRITE_ONCE(a, /* , */ b)", "WRITE_ONCE(a, \")\\\",\"[0])"] {
            assert_eq!(arguments(text, whole(text), 10).map(|found| found.len()), Some(2), "{text}");
        }
        for text in ["WRITE_ONCE(a,)", "WRITE_ONCE(a, (1)", "WRITE_ONCE(a, ({ 1; }))"] {
            assert_eq!(arguments(text, whole(text), 10), None, "{text}");
        }
    }

    #[test]
    fn objects_and_addresses_become_each_other() {
        for (text, object, address) in [("x", "x", Address::Taken), ("* p->q", "p->q", Address::Given)] {
            let (span, found) = address_of(whole(text), text);
            assert_eq!((of(text, span), found), (object, address), "{text}");
        }
        for (text, expected) in [
            ("& s->x[i]", Some(("s->x[i]", Address::Given))),
            ("p", Some(("p", Address::Followed))),
            ("p + 1", None),
            ("&x + 1", None),
            ("(int *)p", None),
            ("SLOT", None),
        ] {
            let found = object_at(whole(text), text, &|word| word == "SLOT");
            assert_eq!(found.map(|(span, address)| (of(text, span), address)), expected, "{text}");
        }
    }

    #[test]
    fn the_use_around_an_argument_is_found() {
        for (text, expected) in [
            ("x = READ_ONCE(", Some("READ_ONCE(")),
            ("x = READ_ONCE((", Some("READ_ONCE((")),
            ("if (f(1) && xchg(&y, g(2) + ", Some("xchg(&y, g(2) + ")),
            ("f(); (", None),
            ("f(a; ", None),
        ] {
            assert_eq!(called_before(text).map(|at| &text[at..]), expected, "{text}");
        }
        for (text, expected) in [("(a, (b)) c)", Some(8)), ("(')', /* ) */ 1)", Some(16)), ("(a", None)] {
            assert_eq!(closing(text), expected, "{text}");
        }
    }

    #[test]
    fn names_say_their_orders_at_their_end() {
        let all = ["xchg", "xchg_relaxed", "xchg_release", "atomic_read", "atomic_read_acquire", "lone_relaxed"];
        let is_there = |name: &str| all.contains(&name);
        let names = |name, order| {
            let family = family(name, Orders::from(order), is_there);
            family.map(|family| family.names.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(names("xchg_relaxed", Order::Relaxed).as_deref(), Some("xchg_relaxed xchg_release"));
        assert_eq!(names("atomic_read", Order::Relaxed).as_deref(), Some("atomic_read atomic_read_acquire"));
        for (name, order) in
            [("xchg", Order::SeqCst), ("xchg_relaxed", Order::Acquire), ("lone_relaxed", Order::Relaxed)]
        {
            assert_eq!(names(name, order), None, "{name}");
        }
    }
}
