//! The directives of the preprocessor in a text.
//!
//! In: a text. Out: each directive with its name and what follows. It must not know what they mean.

/// The directives of a text: each with its name and what follows. The texts are those of all headers that were read, so that only the lines
/// with a `#` are looked at.
pub fn directives(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices('#').filter_map(|(at, _)| {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        if !text[start..at].trim_start().is_empty() {
            return None;
        }
        let rest = text[at + 1..].lines().next().unwrap_or_default().trim_start();
        Some(rest.split_at(rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())))
    })
}

#[cfg(test)]
mod tests {
    use super::directives;

    #[test]
    fn a_directive_is_all_there_is_on_its_line() {
        let text = "#include <a.h>\n  #  define A #b\r\nint x; # no\n#\n\t#endif/* c */\n // #if\n#else";
        let found: Vec<(&str, &str)> = directives(text).collect();
        let expected = [("include", " <a.h>"), ("define", " A #b"), ("", ""), ("endif", "/* c */"), ("else", "")];
        assert_eq!(found, expected);
    }
}
