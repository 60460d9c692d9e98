//! Tags that a scope declares anew.
//!
//! In: the tokens of a unit. Out: the tokens in which such a tag has a name of its own to the end of its scope. The C reader's crates
//! take `struct a;` in a block for the type of an outer `struct a`, where C lets it declare another one unless the block has declared
//! it already (C17, 6.7.2.3, 7); and they do not have some scopes ([`super::narrow`]). It must not know types.
//!
//! A tag that a block declares with its members is another type for these crates, too, and stays as it is.

use std::collections::{HashMap, HashSet};

use rucc_base::{Interner, Symbol};
use rucc_lex::{PpToken, PpTokenKind, Punct, TokenFlags};

use super::mentions::{Mention, Words};
use super::narrow::Narrow;
use super::statements::Text;
use super::tokens::{closing, deeper, is};

/// Stands between a name and the number that makes it another one.
pub const APART: char = '#';

/// The tokens with another name for each tag that is declared anew.
pub fn apart(mut tokens: Vec<PpToken>, words: &Words, narrow: &[Narrow], names: &mut Interner) -> Vec<PpToken> {
    let bodies: HashSet<usize> = narrow.iter().map(|one| one.function.body).collect();
    let narrow_ones: HashMap<usize, &Narrow> = narrow.iter().map(|one| (one.at, one)).collect();
    let mut begins: HashMap<usize, Vec<usize>> = HashMap::new();
    for one in narrow {
        begins.entry(one.begin).or_default().push(one.end);
    }
    let mut scopes = Scopes { open: vec![Scope::default()] };
    let mut members: HashSet<usize> = HashSet::new();
    let mut brackets: Vec<Bracket> = Vec::new();
    let mut own_names: Vec<(usize, Symbol)> = Vec::new();
    for at in 0..tokens.len() {
        scopes.open.retain(|scope| scope.end.is_none_or(|end| at < end));
        scopes.begin(at, begins.remove(&at).unwrap_or_default());
        if deeper(&tokens[at]) == 1 {
            let (is_of_members, is_brace) = (members.contains(&at), is(&tokens, at, Punct::LBrace));
            let is_scope = is_brace && !is_of_members && !bodies.contains(&at);
            brackets.push(Bracket { at, is_of_members, is_scope });
            scopes.open.extend(is_scope.then(Scope::default));
        } else if deeper(&tokens[at]) == -1 && brackets.pop().is_some_and(|bracket| bracket.is_scope) {
            scopes.open.pop();
        }
        let Some(mention) = words.mention(&tokens, at) else { continue };
        if mention.has_members {
            members.insert(mention.behind);
            let text = Text { tokens: &tokens, names };
            let list = brackets.iter().rfind(|bracket| !bracket.is_of_members);
            if let Some(list) = list.filter(|list| text.is_list(list.at))
                && let Some(end) = closing(&tokens, list.at)
            {
                scopes.begin_list(list.at, end);
            }
        }
        let Some((place, tag)) = mention.tag else { continue };
        let is_member = brackets.last().is_some_and(|bracket| bracket.is_of_members);
        let is_alone = !is_member && is_alone(&tokens, at, &mention, words);
        let is_outside = scopes.sees(tag).is_some();
        let is_anew = is_alone && scopes.open.len() > 1 && is_outside;
        let scope = scopes.of(narrow_ones.get(&at).copied());
        let has_own = is_anew || scope.is_narrow && mention.has_members;
        if is_alone || mention.has_members || !is_outside {
            scope.tags.entry(tag).or_insert_with(|| {
                has_own.then(|| format!("{}{APART}{at}", names.resolve(tag))).map(|own| names.intern(&own))
            });
        }
        own_names.extend(scopes.sees(tag).flatten().map(|own| (place, own)));
    }
    for (place, own) in own_names {
        tokens[place].value = Some(own);
    }
    tokens
}

/// A name as the user wrote it.
pub fn as_named(name: &str) -> &str {
    name.split(APART).next().unwrap_or(name)
}

/// A message with the names as the user wrote them.
pub fn as_written(message: &str) -> String {
    let mut parts = message.split(APART);
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        match rest.len() < part.len() {
            true => text + rest,
            false => format!("{text}{APART}{part}"),
        }
    })
}

/// A bracket that is open.
struct Bracket {
    at: usize,
    is_of_members: bool,
    /// Whether it opens a scope.
    is_scope: bool,
}

/// The tags that are declared here, with the names of those that have one of their own.
#[derive(Default)]
struct Scope {
    tags: HashMap<Symbol, Option<Symbol>>,
    /// The token with which it begins and that with which it ends, if not with a brace.
    begin: Option<usize>,
    end: Option<usize>,
    /// Whether the C reader's crates do not have it.
    is_narrow: bool,
}

struct Scopes {
    open: Vec<Scope>,
}

impl Scopes {
    /// The scope in which a tag is declared: the innermost one, or one that braces of values do not end.
    fn of(&mut self, narrow: Option<&Narrow>) -> &mut Scope {
        let is_it = |scope: &Scope, one: &Narrow| {
            scope.is_narrow && (scope.begin, scope.end) == (Some(one.begin), Some(one.end))
        };
        let place = narrow.and_then(|one| self.open.iter().rposition(|scope| is_it(scope, one)));
        let innermost = self.open.len().saturating_sub(1);
        &mut self.open[place.unwrap_or(innermost)]
    }

    /// Begins scopes at this token, that of the longest first.
    fn begin(&mut self, at: usize, mut ends: Vec<usize>) {
        ends.sort_unstable();
        ends.dedup();
        let begun = ends.into_iter().rev();
        self.open.extend(begun.map(|end| Scope {
            begin: Some(at),
            end: Some(end),
            is_narrow: true,
            ..Scope::default()
        }));
    }

    /// Begins the scope of a list of parameters that ends with its parenthesis, unless it has begun.
    fn begin_list(&mut self, at: usize, end: usize) {
        if self.open.iter().all(|scope| scope.begin != Some(at)) {
            self.open.push(Scope { begin: Some(at), end: Some(end), ..Scope::default() });
        }
    }

    /// What the tag is called here, if it is declared: nothing where its name is its own.
    fn sees(&self, tag: Symbol) -> Option<Option<Symbol>> {
        self.open.iter().rev().find_map(|scope| scope.tags.get(&tag).copied())
    }
}

/// Whether a mention is a declaration that declares nothing but the tag. What says more, `const struct s;`, does not declare it anew.
fn is_alone(tokens: &[PpToken], at: usize, mention: &Mention, words: &Words) -> bool {
    let is_end = |punct| matches!(punct, Punct::Semi | Punct::LBrace | Punct::RBrace | Punct::Colon);
    let before = (0..at).rev().find(|at| matches!(tokens[*at].kind, PpTokenKind::Punct(punct) if is_end(punct)));
    mention.is_record
        && is(tokens, words.behind_attributes(tokens, mention.behind), Punct::Semi)
        && words.says_nothing(tokens, behind_pragmas(tokens, before.map_or(0, |before| before + 1)), at)
}

/// The first token that is in no line for the compiler.
fn behind_pragmas(tokens: &[PpToken], mut at: usize) -> usize {
    let begins_line = |at: usize| tokens.get(at).is_none_or(|token| token.flags.has(TokenFlags::START_OF_LINE));
    while is(tokens, at, Punct::Hash) {
        at += 1;
        while !begins_line(at) {
            at += 1;
        }
    }
    at
}
