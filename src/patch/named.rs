//! What the files of a program call their fences.
//!
//! In: the texts of files, and a kind of fence. Out: the names of the macros and inline functions without parameters that are
//! defined in them and whose bodies are one such fence and nothing else. It must not know whether a name is defined where it would
//! be used, nor in which configuration: the patched text is read and judged.

use std::collections::BTreeMap;

use super::directives::directives;
use crate::frontend::{Barrier, barriers};
use crate::ir::Order;
use crate::model::{FenceKind, Model};

/// A macro may stand for another one, and that for a third; a circle ends here.
const DEPTH: usize = 8;

/// What names mean, by all definitions of them.
#[derive(Default)]
pub struct Named {
    /// In the order of the text, each definition as its tokens.
    bodies: BTreeMap<String, Vec<Vec<String>>>,
    order: Vec<String>,
}

impl Named {
    /// The definitions in some texts.
    pub fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Named {
        let mut named = Named::default();
        for text in texts {
            let text = text.replace("\\\r\n", " ").replace("\\\n", " ");
            for (name, body) in macros(&text) {
                named.add(name, tokens(body));
            }
            // Of functions only those that may be fences are worth a look.
            if ["__sync_synchronize", "thread_fence", "asm"].iter().any(|part| text.contains(part)) {
                functions(&text).into_iter().for_each(|(name, body)| named.add(&name, body));
            }
        }
        named
    }

    fn add(&mut self, name: &str, body: Vec<String>) {
        if !self.bodies.contains_key(name) {
            self.order.push(name.to_string());
        }
        self.bodies.entry(name.to_string()).or_default().push(body);
    }

    /// Whether a name is defined.
    pub fn has(&self, name: &str) -> bool {
        self.bodies.contains_key(name)
    }

    /// Those that are fences of a kind wherever they are defined.
    pub fn of_kind<'n>(&'n self, kind: &'n FenceKind, model: &'n Model) -> impl Iterator<Item = &'n str> {
        let names = self.order.iter().filter(|name| !name.starts_with('_'));
        names.map(String::as_str).filter(|name| {
            let fences = self.fences(name, model, DEPTH);
            fences.is_some_and(|all| all.iter().all(|fence| is_kind(fence, kind, model)))
        })
    }

    /// What the definitions of a name are, if each of them is one fence.
    fn fences(&self, name: &str, model: &Model, depth: usize) -> Option<Vec<Barrier>> {
        let mut all = Vec::new();
        for body in self.bodies.get(name)? {
            match bare(body) {
                [name, open, close]
                    if (open.as_str(), close.as_str()) == ("(", ")") && name != "__sync_synchronize" =>
                {
                    all.extend(self.fences(name, model, depth.checked_sub(1)?)?);
                }
                body => all.push(fence(body, model)?),
            }
        }
        Some(all)
    }
}

/// Whether a fence is of a kind and of no other.
fn is_kind(fence: &Barrier, kind: &FenceKind, model: &Model) -> bool {
    match fence {
        Barrier::Kind(name) => kind.name == **name,
        Barrier::Of(order) => model.fence_of(order.name()).is_some_and(|id| model.kind_name(id) == kind.name),
    }
}

/// The macros of a text that have no parameters, with their bodies.
fn macros(text: &str) -> impl Iterator<Item = (&str, &str)> {
    directives(text).filter(|(directive, _)| *directive == "define").filter_map(|(_, rest)| {
        let rest = rest.trim_start();
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        // A macro without a list is one of its own; a use of it is none of a function.
        Some((&rest[..end], rest[end..].strip_prefix("()")?))
    })
}

/// The functions of a text that have neither a parameter nor a result, and that no other file sees, with their bodies.
fn functions(text: &str) -> Vec<(String, Vec<String>)> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with('#')).flat_map(|l| [l, "\n"]).collect();
    let tokens = tokens(&code);
    let mut found = Vec::new();
    for at in (0..tokens.len()).filter(|at| tokens[*at] == "void") {
        let rest: Vec<&str> = tokens[at..].iter().take(6).map(String::as_str).collect();
        let (name, opens) = match rest[..] {
            [_, name, "(", "void", ")", "{"] => (name, at + 5),
            [_, name, "(", ")", "{", ..] => (name, at + 4),
            _ => continue,
        };
        let ends = |token: &&String| [";", "}", "{"].contains(&token.as_str());
        let mut before = tokens[..at].iter().rev().take_while(|token| !ends(token));
        let local = ["static", "inline", "__inline", "__inline__"];
        if let Some(length) = closing(&tokens[opens..]).filter(|_| before.any(|token| local.contains(&token.as_str())))
        {
            found.push((name.to_string(), tokens[opens..=opens + length].to_vec()));
        }
    }
    found
}

/// The fence that a statement is.
fn fence(body: &[String], model: &Model) -> Option<Barrier> {
    let body: Vec<&str> = body.iter().map(String::as_str).collect();
    match body[..] {
        ["__sync_synchronize", "(", ")"] => Some(Barrier::Of(Order::SeqCst)),
        ["__atomic_thread_fence" | "atomic_thread_fence", "(", order, ")"] => {
            Order::from_c_name(order).map(Barrier::Of)
        }
        ["asm" | "__asm" | "__asm__", ref rest @ ..] => {
            let rest = match rest {
                ["volatile" | "__volatile" | "__volatile__", rest @ ..] => rest,
                rest => rest,
            };
            let ["(", inner @ .., ")"] = rest else { return None };
            let operands = inner.iter().position(|token| *token == ":").unwrap_or(inner.len());
            let template: String = inner[..operands].iter().map(|text| string(text)).collect::<Option<_>>()?;
            let nothing = [":", ",", "\"memory\"", "\"cc\""];
            let is_bare = inner[operands..].iter().all(|token| nothing.contains(token));
            let fences = barriers(&template, &model.instructions()).filter(|_| is_bare)?;
            <[Barrier; 1]>::try_from(fences).ok().map(|[fence]| fence)
        }
        _ => None,
    }
}

/// A body without what says nothing: parentheses, braces, a semicolon, a loop that is none, a cast to `void`.
fn bare(mut body: &[String]) -> &[String] {
    loop {
        let is = |at: usize, text: &str| body.get(at).is_some_and(|token| token == text);
        let last = body.len().saturating_sub(1);
        let loop_end = ["}", "while", "(", "0", ")"];
        let is_loop = is(0, "do") && is(1, "{") && body.len() > 6 && body[body.len() - 5..] == loop_end;
        body = if is(last, ";") {
            &body[..last]
        } else if (is(0, "(") || is(0, "{")) && closing(body) == Some(last) {
            &body[1..last]
        } else if is_loop {
            &body[2..body.len() - 5]
        } else if is(0, "(") && is(1, "void") && is(2, ")") {
            &body[3..]
        } else {
            return body;
        };
    }
}

/// Where the parenthesis or brace closes that a text begins with.
fn closing(tokens: &[String]) -> Option<usize> {
    let mut depth = 0_usize;
    tokens.iter().position(|token| {
        match token.as_str() {
            "(" | "{" => depth += 1,
            ")" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

/// What a string literal is, if a token is one.
fn string(token: &str) -> Option<String> {
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    Some(inner.replace("\\n", "\n").replace("\\t", "\t").replace("\\\"", "\""))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The tokens of a text, as far as they matter here: without comments and white space.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => literal(rest),
            c if is_name(c) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        if !rest.starts_with("/*") && !rest.starts_with("//") {
            tokens.push(rest[..length].to_string());
        }
        rest = rest[length..].trim_start();
    }
    tokens
}

/// How long the string or character is that a text begins with.
fn literal(text: &str) -> usize {
    let mut escaped = false;
    let mut inner = text.char_indices().skip(1);
    let quote = text.chars().next();
    let end = inner.find(|(_, c)| match (escaped, *c) {
        (false, '\\') => {
            escaped = true;
            false
        }
        (was, c) => {
            escaped = false;
            !was && Some(c) == quote
        }
    });
    end.map_or(text.len(), |(at, c)| at + c.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sources;

    #[track_caller]
    fn check(text: &str, (model, kind): (&str, &str), expected: &[&str]) {
        let model = Model::find(model, &mut Sources::default()).expect("a built-in model");
        let kind = model.fence(kind).expect("the model has the kind");
        let named = Named::of([text].into_iter());
        assert_eq!(named.of_kind(kind, &model).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn one_fence_and_nothing_else_is_a_name_for_it() {
        for text in [
            "#define mb() __sync_synchronize()",
            "#define mb() (__sync_synchronize()) // all of it",
            "#define mb() do { __sync_synchronize(); } while (0)",
            "#  define mb() \\\n\t__asm__ volatile (\"mfence\" ::: \"memory\")",
            "#define full() __atomic_thread_fence(__ATOMIC_SEQ_CST)\n#define mb() full()\n#undef full",
            "static inline void mb(void)\n{\n\t/* all */\n\t__sync_synchronize();\n}\n",
            "static __attribute__((always_inline)) inline void mb() { asm(\"lock; addl $0,0(%%rsp)\" : : : \"memory\", \"cc\"); }",
        ] {
            let named = if text.contains("full") { &["full", "mb"][..] } else { &["mb"] };
            check(text, ("tso", "full"), named);
        }
        check("#define smp_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)", ("riscv", "Fence.rw.w"), &["smp_wmb"]);
        check("#define wmb() __asm__ volatile(\"dmb ishst\" ::: \"memory\")", ("arm8", "DMB.ISHST"), &["wmb"]);
    }

    #[test]
    fn anything_else_is_none() {
        for text in [
            "#define mb() __asm__ volatile(\"\" ::: \"memory\")",
            "#define mb() __sync_synchronize(), x = 1",
            "#define mb(x) __sync_synchronize()",
            "#define mb __sync_synchronize()",
            "#define mb() mb()",
            "#ifdef WEAK\n#define mb()\n#else\n#define mb() __sync_synchronize()\n#endif",
            "#define __mb() __sync_synchronize()",
            "void mb(void) { __sync_synchronize(); }",
            "static inline void mb(void) { __sync_synchronize(); x = 1; }",
            "static inline void mb(int x) { __sync_synchronize(); }",
            "#define mb() __atomic_thread_fence(__ATOMIC_ACQUIRE)",
        ] {
            check(text, ("tso", "full"), &[]);
        }
    }
}
