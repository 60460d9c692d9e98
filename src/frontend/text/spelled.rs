//! Macros that have the text of what they are given in a string.
//!
//! In: the name of a macro, and the `#define` directives of all files. Out: whether it may do that (`#parameter`), itself or by a
//! macro in its body. It must not know what the macro is given.
//!
//! Where an argument is replaced by another expression of the same value, such a string is another one. Names alone are
//! looked at: of several macros of one name each is followed, so that the answer is "perhaps" now and then where it
//! could be "no".

use rustc_hash::FxHashSet;

/// Whether a macro of this name may have a string of what it is given.
pub fn may_spell<'t>(name: &'t str, defines: &[&'t str]) -> bool {
    let mut seen = FxHashSet::from_iter([name]);
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        for body in defines.iter().filter_map(|define| body(define, name)) {
            if has_operator(body) {
                return true;
            }
            open.extend(words(body).filter(|word| seen.insert(word)));
        }
    }
    false
}

/// What stands behind the name of a macro in its directive, if the directive is this macro's.
fn body<'t>(define: &'t str, name: &str) -> Option<&'t str> {
    directive(define).filter(|(other, _)| *other == name).map(|(_, rest)| rest)
}

/// The name of the macro that a directive defines, and what stands behind it.
pub fn directive(define: &str) -> Option<(&str, &str)> {
    let rest = define.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\\');
    Some(rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len())))
}

/// Whether one `#` stands somewhere by itself.
fn has_operator(body: &str) -> bool {
    let joined = body.replace("\\\n", "").replace("##", "").replace("%:%:", "");
    joined.contains(['#']) || joined.contains("%:")
}

/// The words of a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_part(c)).filter(|word| !word.is_empty())
}

/// Whether it may be in a name.
pub fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::may_spell;

    #[test]
    fn the_operator_is_found_in_bodies_within_bodies() {
        let defines = [
            "#define PLUS(p, q) ((p) + (q) + sizeof(#p))",
            "# define OUTER(x) MIDDLE(x, 1)",
            "#define MIDDLE(x, y) \\\n    PLUS(x, y)",
            "#define JOINED(a, b) a ## b",
            "#define LOOP(a) LOOP(a) + JOINED(a, 1)",
            "#define PLUSES 1",
        ];
        for (name, spells) in
            [("PLUS", true), ("OUTER", true), ("MIDDLE", true), ("JOINED", false), ("LOOP", false), ("PLUSES", false)]
        {
            assert_eq!(may_spell(name, &defines), spells, "{name}");
        }
    }
}
