//! Accesses that are atomic and say no order, so that they have the strongest, and the calls that say one.
//!
//! In: an access that was just lowered: an operator on an `_Atomic` object, or the call of a function without an order. Out: an entry in the
//! program's table, with the call that may take its place. It must not know what an order means.
//!
//! The text decides: all of the access stands together in a file of the user, and between its parts there is nothing but the operator. A call
//! may stand in the body of a macro, an operator does not. An operator becomes one of C11's functions only where their header has been included,
//! in every unit that reads the text, the object is an integer or a pointer that no other atomic access leads to, and nobody wants a value that the function does not give.

use crate::diag::Span;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::operator::Operator;
use crate::frontend::lower::state::tables::Spoken;
use crate::frontend::text::positions::Range;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{ExprId, ExprKind};
use crate::frontend::typed::types::Shape;
use crate::ir::{Address, Call, Order, Orders, RmwOp, Said};

/// The functions that say no order, those that do, and what these are given besides.
const FUNCTIONS: [(&str, &str, Option<&str>); 24] = [
    ("atomic_load", "atomic_load_explicit", None),
    ("atomic_store", "atomic_store_explicit", None),
    ("atomic_exchange", "atomic_exchange_explicit", None),
    ("atomic_compare_exchange_strong", "atomic_compare_exchange_strong_explicit", None),
    ("atomic_compare_exchange_weak", "atomic_compare_exchange_weak_explicit", None),
    ("atomic_fetch_add", "atomic_fetch_add_explicit", None),
    ("atomic_fetch_sub", "atomic_fetch_sub_explicit", None),
    ("atomic_fetch_and", "atomic_fetch_and_explicit", None),
    ("atomic_fetch_or", "atomic_fetch_or_explicit", None),
    ("atomic_fetch_xor", "atomic_fetch_xor_explicit", None),
    ("atomic_flag_test_and_set", "atomic_flag_test_and_set_explicit", None),
    ("atomic_flag_clear", "atomic_flag_clear_explicit", None),
    ("__sync_fetch_and_add", "__atomic_fetch_add", None),
    ("__sync_fetch_and_sub", "__atomic_fetch_sub", None),
    ("__sync_fetch_and_and", "__atomic_fetch_and", None),
    ("__sync_fetch_and_or", "__atomic_fetch_or", None),
    ("__sync_fetch_and_xor", "__atomic_fetch_xor", None),
    ("__sync_add_and_fetch", "__atomic_add_fetch", None),
    ("__sync_sub_and_fetch", "__atomic_sub_fetch", None),
    ("__sync_and_and_fetch", "__atomic_and_fetch", None),
    ("__sync_or_and_fetch", "__atomic_or_fetch", None),
    ("__sync_xor_and_fetch", "__atomic_xor_fetch", None),
    ("__sync_lock_test_and_set", "__atomic_exchange_n", None),
    ("__sync_lock_release", "__atomic_store_n", Some("0")),
];

/// The function that does with an order what an operator does.
fn function(operator: Operator) -> Option<&'static str> {
    Some(match operator {
        Operator::Read => "atomic_load_explicit",
        Operator::Assign(_) => "atomic_store_explicit",
        Operator::Update(op, _) | Operator::Step(op) => match op {
            RmwOp::Add => "atomic_fetch_add_explicit",
            RmwOp::Sub => "atomic_fetch_sub_explicit",
            RmwOp::And => "atomic_fetch_and_explicit",
            RmwOp::Or => "atomic_fetch_or_explicit",
            RmwOp::Xor => "atomic_fetch_xor_explicit",
            _ => return None,
        },
    })
}

/// What stands beside the object.
fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::Read => "",
        Operator::Assign(_) => "=",
        Operator::Step(RmwOp::Add) => "++",
        Operator::Step(_) => "--",
        Operator::Update(RmwOp::Add, _) => "+=",
        Operator::Update(RmwOp::Sub, _) => "-=",
        Operator::Update(RmwOp::And, _) => "&=",
        Operator::Update(RmwOp::Or, _) => "|=",
        Operator::Update(..) => "^=",
    }
}

impl Body<'_, '_> {
    /// Notes the call of a function without an order, whose access was emitted last.
    pub fn note_call(&mut self) {
        let Some((first, whole)) = self.call_by_object() else { return };
        let is_there = |call: &Call| call.function.starts_with("__") || self.has_header(first);
        if let Some(call) = call(self.input.sources.text(whole), whole).filter(is_there) {
            self.note_order_at(Spoken { span: whole, said: Said::Implied(call), at_call: false });
        }
    }

    /// Whether C11's header is there where a token is, in every unit that reads its text.
    fn has_header(&self, token: usize) -> bool {
        let sources = self.input.sources;
        let is_before = |unit: &Input<'_>, token: usize| unit.positions.has_before(token, "stdatomic.h", sources);
        let place = self.input.positions.by_user(token).filter(|_| self.lower.units().len() > 1);
        is_before(&self.input, token)
            && place.is_none_or(|place| {
                let mut units = self.lower.units().iter();
                units.all(|unit| unit.positions.at(place).all(|token| is_before(unit, token)))
            })
    }

    /// The text of the call around the builtin's first argument, and the first token of that which the user has written: also in a macro body,
    /// or in what a macro is given.
    fn call_by_object(&self) -> Option<(usize, Span)> {
        let ExprKind::Atomic { args, .. } = self.input.tast[self.builtin?].kind else { return None };
        let range = self.input.range(*self.input.tast[args].first()?)?;
        let by_user = |index| Some((index, self.input.positions.by_user(index)?));
        let (token, first) = (range.first..=range.last).find_map(by_user)?;
        let text = &*self.input.sources.file(first.file).text;
        let limit = self.input.positions.macro_at(first).map_or(0, |(_, start)| start as usize);
        let start = limit + before(text.get(limit..first.start as usize)?)?;
        let end = start + length(text.get(start..)?)?;
        // A file has fewer than 2^32 bytes.
        Some((token, Span { file: first.file, start: start as u32, end: end as u32 }))
    }

    /// Notes an operator on an object, whose access was emitted last.
    pub fn note_operator(&mut self, whole: ExprId, object: ExprId, operator: Operator) {
        if let Some((whole, call)) = self.call_for(whole, object, operator) {
            self.note_order_at(Spoken { span: whole, said: Said::Implied(call), at_call: false });
        } else if let Some(spoken) = self.marked_operator(whole, object, operator) {
            self.note_orders_at(Orders::from(Order::Relaxed), spoken);
        }
    }

    fn call_for(&self, whole: ExprId, object: ExprId, operator: Operator) -> Option<(Span, Call)> {
        let is_fitting = matches!(
            (operator, self.input.shape_of(object)),
            (_, Shape::Int { .. }) | (Operator::Read | Operator::Assign(_), Shape::Pointer | Shape::Bool)
        );
        let function = function(operator).filter(|_| is_fitting && self.input.is_atomic(self.input.ty(object)))?;
        let range = self.input.range(whole)?;
        let (whole, mut object) = (self.written(range)?, self.written(self.input.range(object)?)?);
        if !self.has_header(range.first) {
            return None;
        }
        let operand = match operator {
            Operator::Assign(operand) | Operator::Update(_, operand) => {
                let operand = self.written(self.input.range(operand)?).filter(|span| self.is_argument(*span))?;
                Some(as_argument(&self.input.sources.file(operand.file).text, operand)?)
            }
            Operator::Read | Operator::Step(_) => None,
        };
        let text = &self.input.sources.file(whole.file).text;
        if commas(part(text, object)?) > 0 {
            return None;
        }
        let last = operand.unwrap_or(object);
        let is_inside =
            whole.start <= object.start && object.end <= last.start.max(object.end) && last.end <= whole.end;
        let around = [
            text.get(whole.start as usize..object.start as usize)?,
            operand.map_or(Some(""), |operand| text.get(object.end as usize..operand.start as usize))?,
            text.get(last.end as usize..whole.end as usize)?,
        ];
        // Parentheses around the parts are not needed any more.
        let stands: String =
            around.concat().chars().filter(|c| !c.is_whitespace() && !matches!(c, '(' | ')')).collect();
        if !is_inside || stands != sign(operator) {
            return None;
        }
        let mut address = Address::Taken;
        // What `*` stands before is the address.
        if let Some(pointer) = self.input.sources.text(object).strip_prefix('*') {
            object.start = object.end - pointer.trim_start().len() as u32;
            address = Address::Given;
        }
        let further = matches!(operator, Operator::Step(_)).then_some("1");
        Some((whole, Call { function, object, address, operand, further }))
    }

    /// The text of these tokens, if it is a piece of a file of the user.
    fn written(&self, range: Range) -> Option<Span> {
        self.input.positions.exactly(range, self.input.sources).filter(|span| self.is_writable(*span))
    }

    fn is_writable(&self, span: Span) -> bool {
        self.input.positions.is_users(span) && self.input.positions.macro_at(span).is_none()
    }

    /// Whether a text may be the argument of a macro, which takes commas within braces for its own.
    fn is_argument(&self, span: Span) -> bool {
        !self.input.sources.text(span).contains(['{', '#'])
    }
}

/// How many commas of a text divide the arguments of a macro: those outside of parentheses.
fn commas(text: &str) -> usize {
    let (mut depth, mut quote, mut escaped, mut count) = (0, None, false, 0);
    for c in text.chars() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) => quote = quote.filter(|_| c != open),
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, ',') if depth == 0 => count += 1,
            _ => {}
        }
    }
    count
}

/// A part of a text as one argument: with the parentheses around it, if it has commas.
fn as_argument(text: &str, span: Span) -> Option<Span> {
    if commas(part(text, span)?) == 0 {
        return Some(span);
    }
    let front = text.get(..span.start as usize)?.trim_end().strip_suffix('(')?;
    let behind = text.get(span.end as usize..)?.trim_start().strip_prefix(')')?;
    Some(Span { start: front.len() as u32, end: (text.len() - behind.len()) as u32, ..span })
}

fn part(text: &str, span: Span) -> Option<&str> {
    text.get(span.start as usize..span.end as usize)
}

/// Where the name begins of the function in whose arguments a text ends.
fn before(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' => {
                let front = text[..at].trim_end();
                let name = front.trim_end_matches(is_name).len();
                if name < front.len() {
                    return Some(name);
                }
            }
            ';' | '{' | '}' | '"' | '\'' | '#' => return None,
            _ => {}
        }
    }
    None
}

/// How long the call is with which a text begins.
fn length(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth -= 1,
            ';' | '{' | '}' | '"' | '\'' | '#' => return None,
            _ => {}
        }
    }
    None
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether no comment within a text has what its parts are told by.
fn has_plain_comments(text: &str) -> bool {
    let comments = text.split("/*").skip(1);
    comments.map(|behind| behind.split_once("*/")).all(|comment| match comment {
        Some((inside, _)) => !inside.contains(['(', ')', ',', ';', '"', '\'']),
        None => false,
    })
}

/// The call with an order that this call may become.
fn call(text: &str, whole: Span) -> Option<Call> {
    let (name, rest) = text.split_at(text.find(|c| !is_name(c))?);
    let (_, function, further) = *FUNCTIONS.iter().find(|(without, ..)| *without == name)?;
    let arguments = rest.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    let is_plain = !arguments.contains(['#', '{']) && !arguments.contains("//") && has_plain_comments(arguments);
    let start = whole.end - 1 - arguments.trim_start().len() as u32;
    let object = Span { start, end: start + arguments.trim().len() as u32, ..whole };
    let call = Call { function, object, address: Address::Given, operand: None, further };
    // GCC has a list of variables behind the arguments of its old builtins, which the others do without.
    let has_list = name.starts_with("__sync") && commas(arguments) > usize::from(further.is_none());
    (is_plain && !has_list && object.start < object.end).then_some(call)
}
