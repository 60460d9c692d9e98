//! The directives of the preprocessor in a text.
//!
//! In: a text. Out: each directive with its name and what follows. It must not know what they mean.

/// The directives of a text: each with its name and what follows.
pub fn directives(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        Some(rest.split_at(rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())))
    })
}
