//! Macros that have the text of what they are given in a string.
//!
//! In: the name of a macro, and what each name is defined as in all files. Out: whether it may do that (`#parameter`), itself or by a
//! macro in its body. It must not know what the macro is given.
//!
//! Where an argument is replaced by another expression of the same value, such a string is another one. Names alone are
//! looked at: of several macros of one name each is followed, so that the answer is "perhaps" now and then where it
//! could be "no".

use rustc_hash::FxHashSet;

/// Whether a macro of this name may have a string of what it is given. `bodies` has what stands behind a name in the directives that
/// define it.
pub fn may_spell<'t, B: IntoIterator<Item = &'t str>>(name: &'t str, bodies: impl Fn(&'t str) -> B) -> bool {
    let mut seen = FxHashSet::from_iter([name]);
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        for body in bodies(name) {
            if has_operator(body) {
                return true;
            }
            open.extend(words(body).filter(|word| seen.insert(word)));
        }
    }
    false
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
    use crate::frontend::text::defines::directive;

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
            let bodies = |name| {
                let all = defines.iter().filter_map(|define| directive(define));
                all.filter(move |(other, _)| *other == name).map(|(_, body)| body)
            };
            assert_eq!(may_spell(name, bodies), spells, "{name}");
        }
    }
}
