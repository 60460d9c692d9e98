//! Initialisers that give a part of an object a second list of values.
//!
//! In: the tokens of an initialiser in braces. Out: whether an item with a list of its own, or with a string, is for what an item before it
//! has named or named a part of. C lets the second list replace the first one with all that it held; the typed tree has the values of both
//! without saying so. It must not know types: where a member without designator stands is not known but for those right before it, so that it
//! may be any one that was named earlier.

use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::DeclId;

impl Input<'_> {
    /// Whether the initialiser of an object replaces lists of values by others.
    pub fn replaces_lists(&self, decl: DeclId) -> bool {
        let token = |at: usize| self.positions.spelled(at);
        let span = self.tast.decl_span(decl);
        let range = self.positions.range(span).or_else(|| self.positions.first(span));
        range.and_then(|range| brace(&token, range.first)).is_some_and(|brace| replaces_lists(&token, brace))
    }
}

/// The brace of the initialiser in a declaration or compound literal that begins here.
fn brace<'t>(token: &dyn Fn(usize) -> Option<&'t str>, first: usize) -> Option<usize> {
    let (mut at, mut depth) = (first, 0);
    loop {
        match token(at)? {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "=" if depth == 0 => return (token(at + 1)? == "{").then_some(at + 1),
            // Behind the type of a compound literal.
            "{" if depth == 0 && at > first && token(at - 1)? == ")" => return Some(at),
            ";" | "," | "{" | "}" if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
}

/// What an item of a list is for.
enum Key {
    /// The elements from one to another.
    Elements(i64, i64),
    /// A member, or an element whose number is no literal.
    Named(String),
    /// A member without designator.
    Next,
}

impl Key {
    fn overlaps(&self, other: &Key) -> bool {
        match (self, other) {
            (Key::Elements(a, b), Key::Elements(c, d)) => a <= d && c <= b,
            (Key::Named(a), Key::Named(b)) => a == b,
            // The number may be any of several.
            (Key::Named(a), Key::Elements(first, last)) | (Key::Elements(first, last), Key::Named(a)) => {
                a.starts_with('[') && first < last
            }
            _ => false,
        }
    }
}

/// Whether the initialiser that begins with the brace at this token replaces lists of values by others.
pub fn replaces_lists<'t>(token: &dyn Fn(usize) -> Option<&'t str>, brace: usize) -> bool {
    list(token, brace).is_some_and(|(_, replaces)| replaces)
}

/// The token behind a list, and whether it replaces lists; nothing if the list does not end.
fn list<'t>(token: &dyn Fn(usize) -> Option<&'t str>, brace: usize) -> Option<(usize, bool)> {
    let (mut at, mut seen, mut replaces) = (brace + 1, Vec::<Vec<Key>>::new(), false);
    let mut next = Some(0);
    // Where the items begin that follow the last designator: they are of different parts.
    let mut run = 0;
    while token(at)? != "}" {
        let (mut path, value) = designators(token, at)?;
        if path.is_empty() {
            path.push(next.map_or(Key::Next, |number| Key::Elements(number, number)));
        } else {
            run = seen.len();
        }
        let is_next = matches!(path[..], [Key::Next]);
        let is_replaced = |other: &Vec<Key>| is_next || overlap(other, &path);
        next = match path.as_slice() {
            [Key::Elements(_, last)] => last.checked_add(1),
            _ => None,
        };
        at = value;
        if token(at)? == "{" {
            let (end, inside) = list(token, at)?;
            replaces |= inside || seen[..run].iter().any(is_replaced);
            at = end;
        } else if token(at)?.ends_with('"') {
            let is_part = |other: &&Vec<Key>| other.len() > path.len();
            replaces |= seen[..run].iter().filter(is_part).any(is_replaced);
        }
        // The rest of an expression.
        let mut depth = 0;
        while depth > 0 || !matches!(token(at)?, "," | "}") {
            match token(at)? {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        seen.push(path);
        if token(at)? == "," {
            at += 1;
        }
    }
    Some((at + 1, replaces))
}

/// Whether one of two parts is, or may be, in the other.
fn overlap(a: &[Key], b: &[Key]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.overlaps(b))
}

/// What the designators of an item name, from the outside in, and where its value begins.
fn designators<'t>(token: &dyn Fn(usize) -> Option<&'t str>, mut at: usize) -> Option<(Vec<Key>, usize)> {
    let mut path = Vec::new();
    loop {
        let key = match token(at)? {
            "." => {
                at += 2;
                Key::Named(token(at - 1)?.to_string())
            }
            "[" => {
                let (from, mut depth) = (at + 1, 1);
                while depth > 0 {
                    at += 1;
                    match token(at)? {
                        "[" => depth += 1,
                        "]" => depth -= 1,
                        _ => {}
                    }
                }
                at += 1;
                element((from..at - 1).map_while(token).collect())
            }
            "=" if !path.is_empty() => return Some((path, at + 1)),
            _ => return Some((path, at)),
        };
        path.push(key);
    }
}

/// The elements that an index names.
fn element(index: Vec<&str>) -> Key {
    let number = |text: &str| text.trim_end_matches(['u', 'U', 'l', 'L']).parse::<i64>().ok();
    match index.as_slice() {
        [one] => number(one).map_or_else(|| Key::Named(format!("[{one}")), |n| Key::Elements(n, n)),
        [first, "...", last] => Key::Elements(number(first).unwrap_or(0), number(last).unwrap_or(i64::MAX)),
        [first, "...", ..] => Key::Elements(number(first).unwrap_or(0), i64::MAX),
        other if other.contains(&"...") => Key::Elements(0, i64::MAX),
        other => Key::Named(format!("[{}", other.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaces(text: &str) -> bool {
        let spaced: String =
            text.chars().map(|c| if "{}[],=".contains(c) { format!(" {c} ") } else { c.to_string() }).collect();
        let spaced = spaced.replace('.', " . ").replace(" .  .  . ", " ... ");
        let tokens: Vec<&str> = spaced.split_whitespace().collect();
        replaces_lists(&|at| tokens.get(at).copied(), 0)
    }

    #[test]
    fn a_second_list_for_one_part_is_seen() {
        for text in [
            "{ { .s = 1, .f = 1 }, [0] = { .s = 2 } }",
            "{ [0 ... 3] = { 1 }, [2] = { 2 } }",
            "{ [0].f = 4, [0 ... 1] = { 3 } }",
            "{ .r.f = 3, .r = { .g = 1 } }",
            "{ .p[0] = { 1, 2 }, .p[0] = { 3 } }",
            "{ .a = { [ONE] = { 1 }, [ONE] = { } } }",
            "{ [0 ... N - 1] = { 1 }, [ONE] = { 2 } }",
            "{ [1][2] = 5, [0] = { 1 }, { 7, 8 } }",
            "{ .y.b = 5, .x = { 1 }, { 7 } }",
            "{ [1][3] = 1, [0] = \"z\", \"ab\" }",
        ] {
            assert!(replaces(text), "{text}");
        }
    }

    #[test]
    fn other_initialisers_replace_nothing() {
        for text in [
            "{ 1, 2, [0] = 5, 6 }",
            "{ { 1 }, { 2 }, [2] = { 3 } }",
            "{ .a = { 1 }, .b = { 2 } }",
            "{ [ONE] = { 1 }, [TWO] = { 2 } }",
            "{ f(1, { 2 }), .a = { 3 } }",
            "{ .p[1].x = 4, .p[0] = { 5, 6 }, 7 }",
            "{ .a = { 1 }, { 2 }, { 3 } }",
            "{ [0] = \"a\", \"b\", [0] = \"c\" }",
            "{ }",
        ] {
            assert!(!replaces(text), "{text}");
        }
    }
}
