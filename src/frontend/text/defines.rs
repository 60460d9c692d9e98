//! Where a text defines macros.
//!
//! In: the text of a file. Out: the bytes of its `#define` directives, and of what each name stands for there. It must not know what
//! is left out by conditions, nor which text comes before another.

use rustc_hash::FxHashMap;

use super::spelled::is_part;

/// The `#define` directives of a text.
#[derive(Debug, Default)]
pub struct Defines {
    places: Vec<(u32, u32)>,
    bodies: FxHashMap<Box<str>, Vec<(u32, u32)>>,
}

impl Defines {
    pub fn of(text: &str) -> Defines {
        let places = define_directives(text);
        let mut bodies: FxHashMap<Box<str>, Vec<(u32, u32)>> = FxHashMap::default();
        for &(start, end) in &places {
            // A text that ends within a letter defines nothing.
            let define = text.get(start as usize..end as usize).and_then(directive);
            let Some((name, body)) = define else { continue };
            bodies.entry(Box::from(name)).or_default().push((end - body.len() as u32, end));
        }
        Defines { places, bodies }
    }

    /// The bytes of the directives, from first to last.
    pub fn places(&self) -> &[(u32, u32)] {
        &self.places
    }

    /// The bytes of what stands behind a name where it is defined.
    pub fn bodies(&self, name: &str) -> &[(u32, u32)] {
        self.bodies.get(name).map_or(&[], Vec::as_slice)
    }
}

/// The name of the macro that a directive defines, and what stands behind it.
pub fn directive(define: &str) -> Option<(&str, &str)> {
    let rest = define.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\\');
    Some(rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len())))
}

/// Where a macro makes a string of what `__VA_OPT__` gives. The preprocessor leaves the operators within as they are, and takes white space
/// out: C has the string of what comes of them.
pub fn string_of_option(text: &str) -> Option<u32> {
    const NAME: &str = "__VA_OPT__";
    if !text.contains(NAME) {
        return None;
    }
    let is_string = |define: &str| {
        let ends = define.match_indices(NAME).map(|(at, _)| &define[..at]);
        // A comment between them is as good as white space.
        let bare = |before: &str| before.trim_end_matches(|c: char| c.is_whitespace() || c == '\\').to_string();
        let mut before = ends.map(bare).map(|before| match before.strip_suffix("*/").and_then(|it| it.rfind("/*")) {
            Some(comment) => bare(&before[..comment]),
            None => before,
        });
        before.any(|it| it.ends_with('#') && !it.ends_with("##") || it.ends_with("%:") && !it.ends_with("%:%:"))
    };
    let places = define_directives(text).into_iter();
    let mut found = places.filter(|(start, end)| text.get(*start as usize..*end as usize).is_some_and(is_string));
    found.next().map(|(start, _)| start)
}

/// The byte ranges of the `#define` directives of a text.
fn define_directives(text: &str) -> Vec<(u32, u32)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let directive = {
            let hash = skip_line_blank(bytes, at);
            bytes.get(hash) == Some(&b'#') && bytes[skip_line_blank(bytes, hash + 1)..].starts_with(b"define")
        };
        // To the end of the logical line; a block comment may run over several.
        let mut splice = false;
        while at < bytes.len() {
            if !matches!(bytes[at], b'/' | b'"' | b'\\' | b'\n') {
                at += 1;
                continue;
            }
            match &bytes[at..] {
                [b'/', b'*', rest @ ..] => {
                    at += 2 + rest.windows(2).position(|w| w == b"*/").map_or(rest.len(), |p| p + 2);
                    continue;
                }
                [b'"', ..] => {
                    at += 1;
                    while at < bytes.len() && bytes[at] != b'"' && bytes[at] != b'\n' {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    if bytes.get(at) == Some(&b'"') {
                        at += 1;
                    }
                    continue;
                }
                [b'\\', b'\n', ..] => splice = true,
                [b'\\', b'\r', b'\n', ..] => splice = true,
                [b'\n', ..] if splice => splice = false,
                [b'\n', ..] => break,
                _ => {}
            }
            at += 1;
        }
        if directive {
            found.push((start as u32, at.min(bytes.len()) as u32));
        }
        at += 1;
    }
    found
}

/// The first byte at or after `at` that is neither white space, nor in a comment, nor a line splice, on the logical line.
fn skip_line_blank(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at..) {
            Some([b' ' | b'\t' | b'\r', ..]) => at += 1,
            Some([b'\\', b'\n', ..]) => at += 2,
            Some([b'/', b'*', rest @ ..]) => {
                at += 2 + rest.windows(2).position(|w| w == b"*/").map_or(rest.len(), |p| p + 2);
            }
            _ => return at.min(bytes.len()),
        }
    }
}
