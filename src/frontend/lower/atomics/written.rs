//! Where the memory orders of an access are written, so that others may be written there.
//!
//! In: an access that was just lowered, and the place of the call that it is. Out: an entry in the program's table, where the
//! text of the call is known to say the order as its last argument, or both orders of a compare-and-exchange as its last two.
//! It must not know what an order means.
//!
//! The text decides and not the typed tree, in which C11's functions are what the tool's own header makes of them: the call
//! of an `atomic_` or `__atomic_` function, as the user wrote it, whose last arguments are the names of the orders that the
//! access has. The call may stand in the body of a macro or in what a macro is given, whole: what is written in a body is written
//! for every use. An order alone may also have a name of the program's own in its place (`#define RLX memory_order_relaxed`), or be
//! what a macro is given, if that has it once. Calls that say no order are [`super::implied`]'s, and what the call of a function says is
//! [`super::by_call`]'s. Where the body of a macro says an order that its name says, too, as there is one like it with another order
//! ([`crate::frontend::text::families`]), the name of that one is what may be written, at each use, and the body stays.
//!
//! A header that is included twice may make two functions of one text. What is written in its place is written in both, so
//! all accesses whose order stands at one place of the text are one site: what raises one raises all of them, and counts once.

use crate::diag::Span;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::tables::Spoken;
use crate::frontend::text::positions::Range;
use crate::ids::SiteId;
use crate::ir::{Names, Op, Order, Orders, Said};

impl Body<'_, '_> {
    /// The access that was emitted last.
    pub fn last_access(&self) -> Option<(SiteId, Orders)> {
        match self.function.code.last()?.op {
            Op::Load { order, site, .. } | Op::Store { order, site, .. } | Op::Rmw { order, site, .. } => {
                Some((site, Orders::from(order)))
            }
            Op::CompareExchange { success, failure, site, .. } => {
                Some((site, Orders { order: success, failure: Some(failure) }))
            }
            _ => None,
        }
    }

    /// Notes where the orders of the access are written that was emitted last.
    pub fn note_order(&mut self) {
        let Some((_, orders)) = self.last_access() else { return };
        if let Some(spoken) = self.builtin.and_then(|builtin| self.said_within(builtin)) {
            return self.note_order_at(spoken);
        }
        if let Some(spoken) = self.marked_builtin(orders) {
            return self.note_order_at(spoken);
        }
        if self.is_of_a_family() {
            return;
        }
        let calls = [self.span, self.call_by_argument()];
        let mut users = calls.into_iter().flatten().filter(|call| self.input.positions.is_users(*call));
        let names = |name: &str, order: Order| Order::from_c_name(self.stands_for(name).unwrap_or(name)) == Some(order);
        // Compilers take numbers as well. What a macro is given may be a number for another reason.
        let says = |text: &str, order: Order| names(text, order) || self.number(text) == Some(order);
        let known = |call: Span| {
            let text = self.input.sources.text(call);
            arguments(call, text, orders, &says).filter(|span| self.are_orders(*span, text))
        };
        let found = users.find_map(known).or_else(|| self.given_order(orders));
        match found.or_else(|| self.given_by_name(orders, &names)) {
            Some(span) => match self.said_by_macro(span) {
                None => {
                    let said = Said::Argument(self.names_like(self.input.sources.text(span)));
                    self.note_order_at(Spoken { span, said, at_call: false });
                }
                Some(Some(spoken)) => self.note_order_at(spoken),
                Some(None) => {}
            },
            None => self.note_call(),
        }
    }

    /// Notes that the order of the access that was emitted last is written there, or not at all where there may be a call that has one.
    pub fn note_order_at(&mut self, spoken: Spoken) {
        let Some((_, orders)) = self.last_access() else { return };
        self.note_orders_at(orders, spoken);
    }

    /// The same of an access that is said to have these orders.
    pub fn note_orders_at(&mut self, orders: Orders, spoken: Spoken) {
        let Some((site, _)) = self.last_access() else { return };
        self.ordered += 1;
        let noted = self.lower.note_order(site, orders, spoken);
        if let Some(
            Op::Load { site, .. } | Op::Store { site, .. } | Op::Rmw { site, .. } | Op::CompareExchange { site, .. },
        ) = self.function.code.last_mut().map(|instr| &mut instr.op)
        {
            *site = noted;
        }
    }

    /// For an order in the body of a macro whose name says it, being one of a family: where the user has written the name that the
    /// builtin comes out of, if that is known.
    fn said_by_macro(&mut self, order: Span) -> Option<Option<Spoken>> {
        let index = self.builtin.and_then(|builtin| self.input.range(builtin)).map(|range| range.first);
        let used = self.input.positions.use_of_a_family(order, index, self.input.sources)?;
        self.lower.note_renamed(self.input.positions.define_at(order));
        Some(used.map(|(span, family)| {
            let said = Said::Name(self.lower.add_family(family));
            Spoken { span, said, at_call: false }
        }))
    }

    /// The text of the call by its last argument: in a macro body, or in what a macro is given.
    fn call_by_argument(&self) -> Option<Span> {
        let positions = self.input.positions;
        let call = self.input.range(self.builtin?)?;
        let last = positions.name(call.last.checked_sub(1)?, self.input.sources)?;
        let start = positions.macro_at(last).map_or(0, |(_, start)| start);
        let text = &self.input.sources.file(last.file).text;
        let start = start as usize + called(text.get(start as usize..last.start as usize)?)?;
        let behind = text.get(last.end as usize..)?;
        let end = last.end as usize + (behind.len() - behind.trim_start_matches(is_blank).len());
        // A file has fewer than 2^32 bytes.
        text[end..].starts_with(')').then_some(Span { file: last.file, start: start as u32, end: end as u32 + 1 })
    }
}

/// So many names for one another are followed.
const ALIASES: usize = 8;

/// So many tokens around a call may come out of one use of a macro.
const NEAR: usize = 500;

impl<'a> Body<'a, '_> {
    /// The last token of the builtin's last argument, if that is this order alone.
    fn order_token(&self, orders: Orders) -> Option<usize> {
        let positions = self.input.positions;
        let last = self.input.range(self.builtin?)?.last.checked_sub(1)?;
        let named = positions.spelled(last)?.strip_prefix("memory_order_")? == orders.order.name();
        let is_whole = positions.is(last.checked_sub(1)?, ",") && positions.is(last + 1, ")");
        (named && is_whole && orders.failure.is_none()).then_some(last)
    }

    /// Whether what says orders at the end of a call with this text is no value: a name of an order is none, a number may be one
    /// where the function is a macro that has orders of its own, as `atomic_store(p, 5)`. It is an order if it is what the builtin is given last.
    fn are_orders(&self, span: Span, call: &str) -> bool {
        let has_numbers =
            self.input.sources.text(span).split(|c: char| !is_name(c)).any(|word| self.number(word).is_some());
        let function = call.split(|c: char| !is_name(c)).next().unwrap_or_default();
        if !has_numbers || !self.input.positions.is_macro(function) {
            return true;
        }
        let last = self.builtin.and_then(|builtin| self.input.argument_from_last(builtin, 0));
        let token = last.and_then(|last| self.input.range(last)).map(|range| range.last);
        let place = token.and_then(|token| self.input.positions.name(token, self.input.sources));
        place.is_some_and(|place| place.file == span.file && span.start <= place.start && place.end <= span.end)
    }

    /// What another name of the program for an order stands for, which its only definition says, perhaps by one more such name.
    pub fn stands_for(&self, name: &str) -> Option<&'a str> {
        if Order::from_c_name(name).is_some() {
            return None;
        }
        let of = |name: &str| {
            let body = self.input.positions.constant_macro(name, self.input.sources)?;
            Some(code(body).trim_matches(|c: char| c == '(' || c == ')' || is_blank(c)))
        };
        let mut stands = of(name)?;
        for _ in 0..ALIASES {
            match of(stands).filter(|_| Order::from_c_name(stands).is_none()) {
                Some(next) => stands = next,
                None => break,
            }
        }
        Some(stands)
    }

    /// What an order is called in the place of the first name of a text; for a number by the names that need no header.
    pub fn names_like(&self, text: &str) -> Names {
        let name = text.split(|c: char| !is_name(c)).next().unwrap_or(text);
        if self.number(name).is_some() { Names::Compiler } else { Names::of(self.stands_for(name).unwrap_or(name)) }
    }

    /// The order that a number is to compilers, or a macro that stands for one.
    fn number(&self, text: &str) -> Option<Order> {
        Order::from_number(self.stands_for(text).unwrap_or(text).parse().ok()?)
    }

    /// The argument of the outermost macro that names the order of an access, if one does and the macro makes no other access.
    fn given_by_name(&self, orders: Orders, names: &impl Fn(&str, Order) -> bool) -> Option<Span> {
        let builtin = self.builtin.filter(|_| orders.failure.is_none())?;
        let used = self.input.positions.use_around(self.input.range(builtin)?.first, "__atomic_")?;
        let text = self.input.sources.text(used);
        let name = text.split(|c: char| !is_name(c)).next()?;
        // The macro may put it together: `memory_order_##order`.
        let joined = |number: usize, argument: &str| {
            let joins = [(Names::Lower, "memory_order_"), (Names::Upper, "__ATOMIC_")].into_iter();
            let mut fitting = joins.filter(|(names, _)| names.order(argument) == Some(orders.order));
            fitting.any(|(_, front)| self.input.positions.joins_parameter(name, number, front, self.input.sources))
        };
        let mut found = given(text)
            .enumerate()
            .filter(|(number, (_, argument))| names(argument, orders.order) || joined(*number, argument));
        let ((number, (at, argument)), None) = (found.next()?, found.next()) else { return None };
        if self.input.positions.uses_of_parameter(name, number, self.input.sources) != Some(1) {
            return None;
        }
        let start = used.start + at as u32;
        Some(Span { file: used.file, start, end: start + argument.len() as u32 })
    }

    /// Where the order of an access is written that a macro is given, outside of other macros' bodies.
    fn given_order(&self, orders: Orders) -> Option<Span> {
        let (positions, last) = (self.input.positions, self.order_token(orders)?);
        let one = Range { first: last, last };
        let around = Range { first: last.saturating_sub(NEAR), last: last + NEAR };
        positions.written_together(one).filter(|_| positions.is_given_once(one, around))
    }
}

/// Where the name of the function stands in whose call a text ends.
fn called(text: &str) -> Option<usize> {
    let mut depth = 0;
    let open = text.char_indices().rev().find(|(_, c)| {
        depth += match c {
            ')' => 1,
            '(' => -1,
            _ => 0,
        };
        depth < 0
    })?;
    let name = text[..open.0].trim_end_matches(is_blank);
    Some(name.trim_end_matches(is_name).len())
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// White space, and what continues a line.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\\'
}

/// A text up to its last piece that is neither blank nor a comment.
fn code(text: &str) -> &str {
    let text = text.trim_end_matches(is_blank);
    match text.strip_suffix("*/").and_then(|comment| comment.rfind("/*")) {
        Some(start) => code(&text[..start]),
        None => text,
    }
}

/// The last arguments of a call with this text, if they are the names of these orders, in parentheses or not.
fn arguments(call: Span, text: &str, orders: Orders, names: &impl Fn(&str, Order) -> bool) -> Option<Span> {
    let function = text.split(|c: char| !is_name(c)).next()?;
    let is_call = function.starts_with("atomic_") || function.starts_with("__atomic_");
    let mut inside = text.strip_suffix(')')?;
    let (mut start, mut end) = (None, None);
    for (number, order) in orders.failure.into_iter().chain([orders.order]).enumerate() {
        if number > 0 {
            inside = code(inside).strip_suffix(',')?;
        }
        let mut around = 0;
        inside = code(inside);
        while let Some(within) = inside.strip_suffix(')') {
            (inside, around) = (code(within), around + 1);
        }
        let at = inside.trim_end_matches(is_name).len();
        if !names(&inside[at..], order) {
            return None;
        }
        (start, end) = (Some(at), end.or(Some(inside.len())));
        inside = &inside[..at];
        for _ in 0..around {
            inside = code(inside).strip_suffix('(')?;
        }
    }
    let before = code(inside).chars().next_back()?;
    let is_whole = matches!(before, ',' | '(') && text[function.len()..].trim_start_matches(is_blank).starts_with('(');
    let (start, end) = (call.start + start? as u32, call.start + end? as u32);
    (is_call && is_whole).then_some(Span { file: call.file, start, end })
}

/// The arguments of the use of a macro that has this text, without blanks and parentheses around them, and where they begin.
fn given(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let open = text.find('(').map_or(text.len(), |at| at + 1);
    let (mut depth, mut start, mut found) = (0, open, Vec::new());
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '(' => depth += 1,
            ',' | ')' if depth == 0 => {
                found.push((start, &text[start..at]));
                start = at + 1;
            }
            ')' => depth -= 1,
            _ => {}
        }
    }
    found.into_iter().map(|(start, argument)| {
        let inner = argument.trim_start_matches(|c: char| c == '(' || is_blank(c));
        (start + argument.len() - inner.len(), inner.trim_end_matches(|c: char| c == ')' || is_blank(c)))
    })
}
