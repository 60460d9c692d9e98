//! Braces around statements that are scopes of their own.
//!
//! In: the tokens of a unit, and the statements in it that declare types ([`super::narrow`]). Out: the tokens in which each of these
//! statements stands in braces, so that the C reader's crates have the scope, too; and the typed tree in which nothing shows of what
//! was put in: neither these braces nor a declaration at the place of the brace before it ([`super::enumerators`]). It must not know
//! what is declared.

use std::collections::BTreeSet;

use rucc_lex::{PpToken, PpTokenKind, Punct};
use rucc_sema::{Stmt, StmtId, Tast};

/// The tokens with braces around these statements. A brace stands at the place of the token beside it.
pub fn put_around(tokens: &[PpToken], statements: &BTreeSet<(usize, usize)>) -> Vec<PpToken> {
    let begins: BTreeSet<usize> = statements.iter().map(|(begin, _)| *begin).collect();
    let mut ends: Vec<usize> = statements.iter().map(|(_, end)| *end).collect();
    ends.sort_unstable_by(|one, other| other.cmp(one));
    let mut all = Vec::with_capacity(tokens.len() + 2 * ends.len());
    for (at, token) in tokens.iter().enumerate() {
        while ends.last() == Some(&at) {
            ends.pop();
            all.extend(brace(Punct::RBrace, at.checked_sub(1).map(|before| tokens[before])));
        }
        all.extend(brace(Punct::LBrace, begins.contains(&at).then_some(*token)));
        all.push(*token);
    }
    all
}

fn brace(punct: Punct, beside: Option<PpToken>) -> Option<PpToken> {
    beside.map(|beside| PpToken { kind: PpTokenKind::Punct(punct), value: None, ..beside })
}

/// Takes out of the typed tree what was put in. In a text no statement begins where the block around it does.
pub fn take_off(tast: &mut Tast) {
    // What stands within a statement comes before it.
    for block in (0..tast.counts().stmts).map(StmtId::from_usize) {
        let Stmt::Block(list) = tast[block] else { continue };
        let begins_here = |stmt: &StmtId| tast.stmt_span(*stmt).lo == tast.stmt_span(block).lo;
        let Some(first) = tast[list].first().copied().filter(begins_here) else { continue };
        let instead = match tast[first] {
            Stmt::Decls(none) if tast[none].is_empty() => {
                let rest = tast[list].iter().copied().skip_while(begins_here).collect::<Vec<StmtId>>();
                Stmt::Block(tast.add_stmt_refs(&rest))
            }
            statement => statement,
        };
        tast.set_stmt(block, instead);
    }
}
