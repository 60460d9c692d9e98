//! Nothing is public that only tests use, or nobody: what is declared with `pub` is named somewhere else in the program.
//!
//! Names are looked for and not what they mean, so one that two things have hides that one of them is unused.

use std::collections::BTreeMap;

use super::{assert_none, sources, words};

/// The words that may stand between `pub` and the name of what is declared.
const KINDS: [&str; 8] = ["fn", "struct", "enum", "const", "static", "type", "trait", "unsafe"];

/// What others call by these names: functions that serde is told to use by their module.
const CALLED: [&str; 2] = ["serialize", "deserialize"];

/// The words of a text, without the names of the types that an `impl` is of.
fn used(code: &str) -> impl Iterator<Item = &str> {
    let mut before = "";
    words(code).map(|(word, _)| word).filter(move |word| {
        let is_type = word.starts_with(char::is_uppercase);
        let is_of_impl = is_type && (["impl", "for"].contains(&before));
        before = word;
        !is_of_impl
    })
}

/// The names of what a text declares as public, without what is there in tests only.
fn declared(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut is_for_tests = false;
    for line in code.lines().map(str::trim_start) {
        if line.starts_with("#[") {
            is_for_tests |= line.starts_with("#[cfg(test)]");
            continue;
        }
        if let Some(rest) = line.strip_prefix("pub") {
            let rest = if rest.starts_with('(') { rest.split_once(')').map_or("", |(_, rest)| rest) } else { rest };
            let mut kind = false;
            let name = words(rest).map(|(word, _)| word).find(|word| {
                let is_name = kind && !KINDS.contains(word);
                kind |= KINDS.contains(word);
                is_name || !kind
            });
            names.extend(name.filter(|_| kind && !is_for_tests));
        }
        is_for_tests &= line.is_empty();
    }
    names
}

#[test]
fn what_is_public_is_used() {
    let sources = sources("src", true);
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for word in sources.iter().flat_map(|source| used(&source.code)) {
        *uses.entry(word).or_default() += 1;
    }
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in &sources {
        for name in declared(&source.code) {
            places.entry(name).or_default().push(&source.path);
        }
    }
    let unused = places
        .iter()
        .filter(|(name, places)| uses.get(*name).copied().unwrap_or(0) <= places.len() && !CALLED.contains(name));
    let found: Vec<String> = unused.map(|(name, places)| format!("{}: `{name}`", places.join(", "))).collect();
    assert_none("public names that only tests use, or nobody", &found);
}

#[test]
fn the_search_for_what_is_public_sees_each_kind() {
    let code = "pub fn a() {}\npub(crate) const B: u8 = 1;\n    pub const fn c() {}\npub mod d;\npub use e::F;\npub g: u8,\n\
                #[derive(Debug)]\npub struct H {\n#[cfg(test)]\n#[must_use]\npub fn i() {}\npub(super) enum J {\nfn k() {}\n";
    assert_eq!(declared(code), ["a", "B", "c", "H", "J"]);
}
