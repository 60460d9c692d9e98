//! Macros that differ by a memory order and their names.
//!
//! In: the text of a file, and the `#define` directives in it. Out: for a macro, all that are the same text but for their names, the
//! names of their parameters and the orders in them, as far as each is defined wherever the others are. It must not know where they are used.
//!
//! Where two texts are the same but for an order, their names need not say which: `SEEN` and `PLAIN` are no family. Names that do begin or end
//! with the same word.
//!
//! Each is defined wherever the others are if they stand in one file with nothing between them that leaves text out, and the file takes none
//! of them back.

use super::conditionals;
use super::defines::directive;
use super::positions::{Positions, Token};
use super::spelled::{is_part, words};
use crate::diag::{FileId, Sources, Span};
use crate::ir::{Family, Order, Orders};

impl Positions {
    /// For an order in the body of a macro that is one of a family, and a token that comes out of that: where the user has written the name
    /// of the macro, and those of the family that are defined there. `None` within where that is not known.
    pub fn use_of_a_family(
        &self,
        order: Span,
        index: Option<usize>,
        sources: &Sources,
    ) -> Option<Option<(Span, Family)>> {
        let (file, start) = self.macro_at(order)?;
        let all = family(&sources.file(file).text, self.defines[file.index()].places(), start)?;
        let own = all.iter().find(|member| member.start == start)?;
        let span = index.and_then(|index| self.name_of_use(index, own.name, sources));
        // What is defined behind the use is not there yet.
        let is_there = |member: &&Member, span: Span| span.file != file || member.start < span.start;
        let names = |span: Span| {
            let there = all.iter().filter(|member| is_there(member, span));
            there.map(|member| (member.orders, member.name.to_string())).collect()
        };
        Some(span.map(|span| (span, Family { names: names(span) })))
    }

    /// What a macro without parameters stands for that is defined once.
    pub fn constant_macro<'t>(&self, name: &str, sources: &'t Sources) -> Option<&'t str> {
        let mut bodies = self.definitions(name).map(|body| sources.text(body));
        let (Some(body), None) = (bodies.next(), bodies.next()) else { return None };
        Some(body).filter(|body| !body.starts_with('('))
    }

    /// Whether a place is all that a macro without parameters stands for, but for parentheses.
    pub fn is_body(&self, place: Span, sources: &Sources) -> bool {
        let Some(define) = self.define_at(place) else { return false };
        let stands = directive(sources.text(define)).map(|(_, stands)| stands).filter(|body| !body.starts_with('('));
        stands.is_some_and(|body| {
            body.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')')) == sources.text(place)
        })
    }

    /// How often a macro that is defined once has a parameter in its body.
    pub fn uses_of_parameter(&self, name: &str, number: usize, sources: &Sources) -> Option<usize> {
        let mut bodies = self.definitions(name).map(|body| sources.text(body));
        let (Some(body), None) = (bodies.next(), bodies.next()) else { return None };
        let (params, body) = body.strip_prefix('(')?.split_once(')')?;
        let param = words(params).nth(number)?;
        Some(words(body).filter(|word| *word == param).count())
    }

    /// Whether a macro that is defined once puts a parameter behind this text by `##`.
    pub fn joins_parameter(&self, name: &str, number: usize, front: &str, sources: &Sources) -> bool {
        let mut bodies = self.definitions(name).map(|body| sources.text(body));
        let (Some(body), None) = (bodies.next(), bodies.next()) else { return false };
        let Some((params, body)) = body.strip_prefix('(').and_then(|rest| rest.split_once(')')) else { return false };
        let body: String = body.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect();
        words(params).nth(number).is_some_and(|param| {
            let joined = format!("{front}##{param}");
            body.match_indices(&joined).any(|(at, _)| !body[at + joined.len()..].starts_with(is_part))
        })
    }

    /// What stands behind the name in the directives that define a macro.
    pub(super) fn definitions<'p>(&'p self, name: &str) -> impl Iterator<Item = Span> + use<'p> {
        let files = self.defines.iter().enumerate().map(|(file, defines)| (FileId::from_index(file), defines));
        let bodies: Vec<_> = files.map(|(file, defines)| (file, defines.bodies(name))).collect();
        bodies
            .into_iter()
            .flat_map(|(file, bodies)| bodies.iter().map(move |(start, end)| Span { file, start: *start, end: *end }))
    }

    /// The use of the outermost macro that a token comes out of, with what it is given, if the user has written it and one token alone that
    /// comes out of it begins so.
    pub fn use_around(&self, index: usize, beginning: &str) -> Option<Span> {
        let (name, _) = self.tokens.get(index)?.used?;
        let whole = self.outer_end(index).filter(|span| self.is_users(*span) && span.end > name.end)?;
        (self.of_one_use(index, beginning) == 1).then_some(whole)
    }

    /// Whether a macro of this name that one of the tool's own headers defines, and nothing else does, is there where a token is; what is behind
    /// the token in its file does not take it back.
    pub fn is_own_there(&self, name: &str, index: usize) -> bool {
        let mut bodies = self.definitions(name);
        let (Some(body), None) = (bodies.next(), bodies.next()) else { return false };
        let is_of_header = |token: &Token| token.spelled.is_some_and(|span| span.file == body.file);
        self.is_of_tool(body) && self.tokens[..index].iter().any(is_of_header)
    }

    /// Whether a token is spelled in one of the tool's own headers.
    pub fn is_spelled_by_tool(&self, index: usize) -> bool {
        self.tokens.get(index).and_then(|token| token.spelled).is_some_and(|at| self.is_of_tool(at))
    }

    /// Whether a macro of this name is defined anywhere.
    pub fn is_macro(&self, name: &str) -> bool {
        self.definitions(name).next().is_some()
    }

    /// How many tokens that come out of the same use of a macro as this one begin so.
    pub fn of_one_use(&self, index: usize, beginning: &str) -> usize {
        let Some((_, raw)) = self.tokens.get(index).and_then(|token| token.used) else { return 0 };
        let is_of_use = |index: &usize| self.tokens[*index].used.is_some_and(|used| used.1 == raw);
        let before = (0..index).rev().take_while(is_of_use);
        let of_use = before.chain((index..self.tokens.len()).take_while(is_of_use));
        of_use.filter(|index| self.spelled(*index).is_some_and(|token| token.starts_with(beginning))).count()
    }

    /// How often the name of a function stands before a parenthesis.
    pub fn calls_of(&self, name: &str) -> u32 {
        let is_call = |index: &usize| self.is(*index, name) && self.is(*index + 1, "(");
        (0..self.tokens.len()).filter(is_call).count() as u32
    }

    /// Where the user has written the name of the macro with this name that a token comes out of: in the text, or once in the body of
    /// the outermost macro.
    fn name_of_use(&self, index: usize, name: &str, sources: &Sources) -> Option<Span> {
        let (outermost, _) = self.tokens.get(index)?.used?;
        let outer = sources.text(outermost);
        if outer == name {
            return Some(outermost).filter(|span| self.is_users(*span));
        }
        let mut bodies = self.definitions(outer);
        let (Some(body), None) = (bodies.next(), bodies.next()) else { return None };
        let text = sources.text(body);
        let is_whole = |at: &usize| !text[..*at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part);
        let mut places = text.match_indices(name).map(|(at, _)| at).filter(is_whole);
        let (Some(at), None) = (places.next(), places.next()) else { return None };
        let start = body.start + at as u32;
        Some(Span { file: body.file, start, end: start + name.len() as u32 }).filter(|span| self.is_users(*span))
    }
}

/// A macro with parameters that names orders.
struct Macro<'t> {
    name: &'t str,
    /// Its text without names of its own and orders.
    text: String,
    orders: Orders,
}

/// A macro of a family.
struct Member<'t> {
    name: &'t str,
    orders: Orders,
    /// Where its directive begins.
    start: u32,
}

/// The family of the macro that is defined by the directive at `start`, of each order the first.
fn family<'t>(text: &'t str, defines: &[(u32, u32)], start: u32) -> Option<Vec<Member<'t>>> {
    let of = |define: &(u32, u32)| read(text.get(define.0 as usize..define.1 as usize)?);
    let wanted = of(defines.iter().find(|define| define.0 == start)?)?;
    let is_reached = |other: &(u32, u32)| {
        let between = (other.0.min(start) as usize)..(other.0.max(start) as usize);
        !conditionals::has_some(text, between)
    };
    let stays = |name: &str| {
        let taken = |rest: &str| words(rest).next() == Some(name);
        !text.match_indices("undef").any(|(at, word)| taken(&text[at + word.len()..]))
    };
    let mut members: Vec<Member> = Vec::new();
    for define in defines.iter().filter(|define| is_reached(define)) {
        let is_like = |it: &Macro| stays(it.name) && are_alike(it.name, wanted.name);
        let Some(Macro { name, text, orders }) = of(define).filter(is_like) else { continue };
        if text == wanted.text && !members.iter().any(|member| member.orders == orders) {
            members.push(Member { name, orders, start: define.0 });
        }
    }
    let is_first = members.iter().any(|member| member.start == start);
    (members.len() > 1 && is_first).then_some(members)
}

/// Whether two names begin or end with the same word, as those do that differ by what they say of an order.
pub fn are_alike(one: &str, other: &str) -> bool {
    let (one, other) = (parts(one), parts(other));
    one == other || one.first() == other.first() || one.last() == other.last()
}

/// The words of a name: `load`, `relaxed` of `load_relaxed` and `LoadRelaxed`.
fn parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut before = '_';
    for c in name.chars() {
        if before == '_' || (c.is_uppercase() && before.is_lowercase()) {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| c != '_') {
            part.extend(c.to_lowercase());
        }
        before = c;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// A directive, if what it defines has parameters and names the orders of one access.
fn read(define: &str) -> Option<Macro<'_>> {
    let (name, rest) = directive(define)?;
    let (params, body) = rest.strip_prefix('(')?.split_once(')')?;
    let params: Vec<&str> = words(params).collect();
    let (mut text, mut orders, mut rest) = (format!("{} ", params.len()), Vec::new(), body);
    let mut ends_in_word = false;
    while let Some(first) = rest.chars().next() {
        if let Some(behind) = blank(rest) {
            rest = behind;
            continue;
        }
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (token, behind) = rest.split_at(length);
        rest = behind;
        let is_word = is_part(first);
        if is_word && ends_in_word {
            text.push(' ');
        }
        ends_in_word = is_word;
        if let Some(order) = Order::from_c_name(token) {
            orders.push(order);
            text.push('#');
        } else if let Some(number) = params.iter().position(|param| *param == token) {
            text.push_str(&format!("${number}"));
        } else {
            text.push_str(token);
        }
    }
    let is_exchange = text.contains("compare_exchange");
    let orders = match orders[..] {
        [order] if !is_exchange => Orders::from(order),
        [order, failure] if is_exchange => Orders { order, failure: Some(failure) },
        _ => return None,
    };
    Some(Macro { name, text, orders })
}

/// What follows a blank, a spliced line or a comment that a text begins with.
fn blank(text: &str) -> Option<&str> {
    if let Some(comment) = text.strip_prefix("/*") {
        return Some(comment.split_once("*/").map_or("", |(_, behind)| behind));
    }
    if let Some(comment) = text.strip_prefix("//") {
        return Some(comment.split_once('\n').map_or("", |(_, behind)| behind));
    }
    text.strip_prefix(|c: char| c.is_whitespace() || c == '\\')
}

#[cfg(test)]
mod tests {
    use super::{are_alike, family};
    use crate::frontend::text::defines::Defines;

    #[track_caller]
    fn check(text: &str, expected: Option<&[(&str, &str)]>) {
        let found = family(text, Defines::of(text).places(), text.find("#define").expect("a macro") as u32);
        let names = found.map(|members| {
            members.iter().map(|member| (member.orders.name(), member.name.to_string())).collect::<Vec<_>>()
        });
        let expected = expected.map(|all| {
            all.iter().map(|(orders, name)| ((*orders).to_string(), (*name).to_string())).collect::<Vec<_>>()
        });
        assert_eq!(names, expected, "{text}");
    }

    #[test]
    fn the_same_but_for_the_order_is_a_family() {
        check(
            "#define get_relaxed(p) __atomic_load_n(p, __ATOMIC_RELAXED)\n\
             /* with what it reads */\n#define get_acquire(q) \\\n\t__atomic_load_n( q, __ATOMIC_ACQUIRE ) // so\n\
             #define get_plain(p) (*(p))\n#define set_relaxed(p) __atomic_load_n(&(p), __ATOMIC_RELAXED)\n",
            Some(&[("relaxed", "get_relaxed"), ("acquire", "get_acquire")]),
        );
        check(
            "#define cas(p, o, n) atomic_compare_exchange_strong_explicit(p, &o, n, memory_order_release, memory_order_relaxed)\n\
             #define cas_full(p, o, n) atomic_compare_exchange_strong_explicit(p, &o, n, memory_order_acq_rel, memory_order_acquire)",
            Some(&[("release, relaxed", "cas"), ("acq_rel, acquire", "cas_full")]),
        );
    }

    #[test]
    fn names_of_one_family_share_a_word() {
        for (one, other) in
            [("get", "get_acq"), ("LoadRelaxed", "LoadAcquire"), ("rlx_read", "acq_read"), ("__a_b", "a_c")]
        {
            assert!(are_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("SEEN", "PLAIN"), ("getter", "get"), ("a_relaxed_b", "c_acquire_d")] {
            assert!(!are_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn what_may_be_left_out_is_none() {
        let get = "#define get_relaxed(p) __atomic_load_n(p, __ATOMIC_RELAXED)\n";
        let other = "#define get_acquire(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)\n";
        check(&format!("{get}#ifdef LATER\n{other}#endif\n"), None);
        check(&format!("{get}{other}int x;\n#undef get_acquire\n"), None);
        check(&format!("{get}#define seen(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)\n"), None);
        check(&format!("{get}#define get_acquire(p) __atomic_load_n(p + 1, __ATOMIC_ACQUIRE)\n"), None);
        check(get, None);
    }
}
