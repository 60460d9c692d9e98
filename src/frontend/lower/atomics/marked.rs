//! Accesses that kernel code marks, and the names that mark them with another order.
//!
//! In: an access that was just lowered, out of a macro of the tool's own headers for kernel code. Out: where the name of the macro stands, and the names of
//! others that do the same with another order, or the call that may take its place. It must not know what an order means.
//!
//! The text decides: the user has written the use of the macro as it is, in no macro's body, and the access is the one that the macro makes, which
//! is the first thing in it (of a compare-and-exchange the only one of its kind), and none in what it is given.
//!
//! Names with an order at their end are families of their own: `xchg_relaxed`, `xchg_acquire` and `xchg_release`. Those without one order more than any order
//! of C and stay as they are. `READ_ONCE` and `WRITE_ONCE` are given the object, and the calls that they become its address.

use crate::diag::Span;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::operator::Operator;
use crate::frontend::lower::state::tables::Spoken;
use crate::frontend::typed::tree::ExprId;
use crate::frontend::typed::types::Shape;
use crate::ir::{Address, Call, Family, Op, Order, Orders, Said};

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
        let first = self.input.range(self.builtin?)?.first;
        let positions = self.input.positions;
        let is_its_own = match self.function.code.last()?.op {
            Op::CompareExchange { .. } => positions.of_one_use(first, "__atomic_compare_exchange") == 1,
            _ => positions.starts_use(first),
        };
        if is_its_own { self.said_by_mark(first, orders) } else { None }
    }

    /// The same of a volatile access by an operator, which is relaxed.
    pub fn marked_operator(&mut self, object: ExprId, operator: Operator) -> Option<Spoken> {
        let ty = self.input.ty(object);
        let before: &[&str] = match operator {
            Operator::Read => &["("],
            Operator::Assign(_) => &["do", "{"],
            Operator::Update(..) | Operator::Step(_) => return None,
        };
        let is_fitting = matches!(self.input.shape(ty), Shape::Int { .. } | Shape::Pointer | Shape::Bool);
        if !is_fitting || self.input.order(ty) != Order::Volatile {
            return None;
        }
        let first = self.input.range(object)?.first;
        let start = first.checked_sub(before.len())?;
        let positions = self.input.positions;
        let is_its_own =
            positions.starts_use(start) && before.iter().zip(start..).all(|(text, index)| positions.is(index, text));
        if is_its_own { self.said_by_mark(first, Orders::from(Order::Relaxed)) } else { None }
    }

    /// How the order of an access is said by the macro that a token comes out of.
    fn said_by_mark(&mut self, token: usize, orders: Orders) -> Option<Spoken> {
        let (positions, sources) = (self.input.positions, self.input.sources);
        let (name, whole) = positions.use_of_own(token, sources)?;
        let is_there = |name: &str| positions.is_own(name, sources);
        let text = sources.text(name);
        if let Some(family) = family(text, orders, is_there) {
            let said = Said::Name(self.lower.add_family(family));
            return Some(Spoken { span: name, said, at_call: false });
        }
        let marks = MARKS.iter().find(|marks| text == marks.bare || text == marks.ordered)?;
        let is_bare = text == marks.bare;
        let (own, other) = if is_bare { (Order::Relaxed, marks.order) } else { (marks.order, Order::Relaxed) };
        let function = if is_bare { marks.ordered } else { marks.bare };
        let all = &*sources.file(whole.file).text;
        // The other macro is of another header, which may be included later.
        if orders != Orders::from(own) || !is_there(function) || includes_more(&all[whole.end as usize..]) {
            return None;
        }
        let mut given = arguments(all, whole, name.end)?.into_iter();
        let (object, operand) = (given.next()?, given.next());
        let is_whole = given.next().is_none() && usize::from(operand.is_some()) + 1 == marks.arguments;
        // What is no expression any more stands as a statement.
        let stands = is_bare || operand.is_none() || is_statement(all, whole);
        let (object, address) = if is_bare { address_of(object, all) } else { object_at(object, all)? };
        let call = Call { function, object, address, operand, further: None };
        let said = Said::Marked { own, other, call };
        (is_whole && stands).then_some(Spoken { span: whole, said, at_call: false })
    }
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
    if inside.contains(['#', '{', '"', '\'', '\\']) || inside.contains("//") || inside.contains("/*") {
        return None;
    }
    // A file has fewer than 2^32 bytes.
    let open = whole.end - 1 - inside.len() as u32;
    let (mut depth, mut start, mut found) = (0usize, 0usize, Vec::new());
    for (at, c) in inside.char_indices().chain([(inside.len(), ',')]) {
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
    found.iter().all(|span| span.start < span.end).then_some(found)
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

/// An address as the argument of a macro that wants the object: what `&` stands before is that, and a name or a member is led by `*`.
fn object_at(address: Span, text: &str) -> Option<(Span, Address)> {
    let written = &text[address.start as usize..address.end as usize];
    let is_simple = |text: &str| {
        let rest = text.replace("->", ".");
        !rest.is_empty() && rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '[' | ']'))
    };
    match written.strip_prefix('&').map(str::trim_start) {
        Some(object) => {
            let start = address.end - object.len() as u32;
            is_simple(object).then_some((Span { start, ..address }, Address::Given))
        }
        None => is_simple(written).then_some((address, Address::Followed)),
    }
}

/// Whether a text includes a header for kernel code.
fn includes_more(text: &str) -> bool {
    let included =
        text.lines().filter_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include"));
    included.into_iter().any(|name| name.contains("linux/") || name.contains("asm/"))
}

/// Whether a text is a statement by itself, up to its semicolon.
fn is_statement(text: &str, whole: Span) -> bool {
    let (before, behind) = (text[..whole.start as usize].trim_end(), &text[whole.end as usize..]);
    let begins = before.ends_with([';', '{', '}']) || before.ends_with(')') && !before.ends_with("(void)");
    begins && behind.trim_start().starts_with(';')
}

#[cfg(test)]
mod tests {
    use super::{address_of, arguments, family, includes_more, is_statement, object_at};
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
        for text in ["WRITE_ONCE(a, ',')", "WRITE_ONCE(a, /* , */ b)", "WRITE_ONCE(a,)", "WRITE_ONCE(a, (1)"] {
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
        ] {
            let found = object_at(whole(text), text);
            assert_eq!(found.map(|(span, address)| (of(text, span), address)), expected, "{text}");
        }
    }

    #[test]
    fn headers_for_kernel_code_are_told_from_others() {
        assert!(includes_more("f();\n # include <asm/barrier.h>\n"));
        assert!(!includes_more("f(); // #include <linux/bug.h>\n#include <stdio.h>\n"));
    }

    #[test]
    fn a_statement_is_no_part_of_an_expression() {
        for (before, behind, expected) in [
            ("{ ", ";", true),
            ("if (a)\n", " ;", true),
            ("(void)", ";", false),
            ("b, ", ";", false),
            ("; ", ", b;", false),
            ("for (;;", ")", false),
        ] {
            let text = format!("{before}f(){behind}");
            let start = before.len() as u32;
            let span = Span { file: FileId(0), start, end: start + 3 };
            assert_eq!(is_statement(&text, span), expected, "{text}");
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
