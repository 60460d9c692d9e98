//! The compiler's atomic functions with a size in their names.
//!
//! In: the tokens of a unit. Out: the tokens with each call of one, `__atomic_load_4(p, o)` or `__sync_fetch_and_add_8(p, v)`, as the call of
//! the general one, with pointers to an unsigned type of that size, which is what GCC has them work on. It must not know what they do.
//!
//! Nobody but the compiler gives meaning to names that begin so. What is called so and is no function of GCC stays as it is, for whoever
//! complains of it. A name that the program defines itself is its own, and what stands outside of all braces declares.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::tokens::{closing, deeper, is, name};

/// The types of these sizes.
const TYPES: [(&str, &[&str]); 5] = [
    ("_1", &["unsigned", "char"]),
    ("_2", &["unsigned", "short"]),
    ("_4", &["unsigned", "int"]),
    ("_8", &["unsigned", "long"]),
    ("_16", &["unsigned", "__int128"]),
];

/// Those that are told from the ones that take values by pointers.
const BY_VALUE: [&str; 4] = ["__atomic_load", "__atomic_store", "__atomic_exchange", "__atomic_compare_exchange"];

/// Its second argument is a pointer, too.
const WITH_EXPECTED: &str = "__atomic_compare_exchange";

/// The others that work on memory of any size.
const OTHERS: [&str; 28] = [
    "__atomic_fetch_add",
    "__atomic_fetch_sub",
    "__atomic_fetch_and",
    "__atomic_fetch_or",
    "__atomic_fetch_xor",
    "__atomic_fetch_nand",
    "__atomic_add_fetch",
    "__atomic_sub_fetch",
    "__atomic_and_fetch",
    "__atomic_or_fetch",
    "__atomic_xor_fetch",
    "__atomic_nand_fetch",
    "__sync_fetch_and_add",
    "__sync_fetch_and_sub",
    "__sync_fetch_and_and",
    "__sync_fetch_and_or",
    "__sync_fetch_and_xor",
    "__sync_fetch_and_nand",
    "__sync_add_and_fetch",
    "__sync_sub_and_fetch",
    "__sync_and_and_fetch",
    "__sync_or_and_fetch",
    "__sync_xor_and_fetch",
    "__sync_nand_and_fetch",
    "__sync_lock_test_and_set",
    "__sync_lock_release",
    "__sync_bool_compare_and_swap",
    "__sync_val_compare_and_swap",
];

/// A function with a size in its name.
struct Sized {
    general: String,
    ty: &'static [&'static str],
    /// How many of its arguments are pointers to what it works on.
    pointers: usize,
}

impl Sized {
    fn of(name: &str) -> Option<Sized> {
        let (suffix, ty) = TYPES.iter().find(|(suffix, _)| name.ends_with(suffix))?;
        let stem = name.strip_suffix(suffix)?;
        let pointers = if stem == WITH_EXPECTED { 2 } else { 1 };
        if BY_VALUE.contains(&stem) {
            return Some(Sized { general: format!("{stem}_n"), ty, pointers });
        }
        OTHERS.contains(&stem).then(|| Sized { general: stem.to_string(), ty, pointers })
    }
}

/// The tokens with the general functions.
pub fn general(tokens: Vec<PpToken>, names: &mut Interner) -> Vec<PpToken> {
    let sized = |at: usize, names: &Interner| {
        let found = name(&tokens[at], names).filter(|name| name.starts_with("__")).and_then(Sized::of)?;
        is(&tokens, at + 1, Punct::LParen).then(|| closing(&tokens, at + 1)).flatten().map(|close| (found, close))
    };
    if !(0..tokens.len()).any(|at| sized(at, names).is_some()) {
        return tokens;
    }
    // What stands outside of all braces is no call. A name that is defined there is the program's.
    let mut depth = 0;
    let mut is_outside = vec![false; tokens.len()];
    let mut own = Vec::new();
    for at in 0..tokens.len() {
        depth += match tokens[at].kind {
            PpTokenKind::Punct(Punct::LBrace) => 1,
            PpTokenKind::Punct(Punct::RBrace) => -1,
            _ => 0,
        };
        is_outside[at] = depth == 0;
        if depth == 0
            && let Some((_, close)) = sized(at, names)
            && is(&tokens, close + 1, Punct::LBrace)
        {
            own.push(tokens[at].value);
        }
    }
    let mut all: Vec<PpToken> = Vec::with_capacity(tokens.len());
    // Before these tokens a parenthesis is closed, or a pointer begins.
    let (mut ends, mut begins): (Vec<usize>, Vec<(usize, &[&str])>) = (Vec::new(), Vec::new());
    for at in 0..tokens.len() {
        let here = tokens[at];
        let word = |text: &str, names: &mut Interner| PpToken {
            kind: PpTokenKind::Ident,
            value: Some(names.intern(text)),
            ..here
        };
        let mark = |punct: Punct| PpToken { kind: PpTokenKind::Punct(punct), value: None, ..here };
        while ends.last() == Some(&at) {
            ends.pop();
            all.push(mark(Punct::RParen));
        }
        if let Some(index) = begins.iter().position(|(begin, _)| *begin == at) {
            let (_, ty) = begins.swap_remove(index);
            all.push(mark(Punct::LParen));
            all.push(word("volatile", names));
            all.extend(ty.iter().map(|part| word(part, names)));
            all.extend([mark(Punct::Star), mark(Punct::RParen), mark(Punct::LParen)]);
        }
        let found = sized(at, names).filter(|_| !is_outside[at] && !own.contains(&here.value));
        let Some((Sized { general, ty, pointers }, close)) = found else {
            all.push(here);
            continue;
        };
        all.push(word(&general, names));
        let mut depth = 0;
        let commas = (at + 1..close).filter(|inner| {
            depth += deeper(&tokens[*inner]);
            depth == 1 && is(&tokens, *inner, Punct::Comma)
        });
        let bounds: Vec<usize> = std::iter::once(at + 1).chain(commas).chain([close]).take(pointers + 1).collect();
        for pair in bounds.windows(2) {
            begins.push((pair[0] + 1, ty));
            ends.push(pair[1]);
        }
        // What ends first is looked at first.
        ends.sort_by(|a, b| b.cmp(a));
    }
    all
}
