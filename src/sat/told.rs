//! How much of an execution has to be told: literals to be counted.
//!
//! In: an encoding. Out: literals of which, in the execution that a solver is pressed for, as many are true as there are accesses that the
//! violation hangs on. It must not know who asks.
//!
//! What the violation hangs on is what its thread has done, the writes that this reads from, what their threads have done before
//! them, and so on ([`crate::exec::led`] says why the rest may be left out). The clauses say that much and no more, each in one
//! direction: a literal may be true without a reason, which a bound on their number prevents. So they take no execution
//! away. Accesses to places that one thread uses alone are not counted, for they are not told.

use rustc_hash::FxHashSet;

use super::base::{Node, What};
use super::cardinality::Bound;
use super::encoding::Encoding;
use super::literal::Lit;

/// The literals to be counted, who bounds their number, and all that were made.
pub struct Told {
    pub counted: Vec<Lit>,
    pub bound: Bound,
    pub made: Vec<Lit>,
}

/// Adds the clauses to the formula.
pub fn told(encoding: &mut Encoding) -> Told {
    let Encoding { base, formula, skeleton, violations, late, .. } = encoding;
    let needed: Vec<Lit> = base.nodes.iter().map(|_| formula.fresh()).collect();
    let mut made = needed.clone();
    let of = |row: u32| needed[row as usize];
    // By thread, in program order.
    let mut rows: Vec<Vec<u32>> = vec![Vec::new(); skeleton.threads.len()];
    for (row, node) in (0u32..).zip(&base.nodes) {
        if let Some(thread) = node.thread {
            rows[thread.index()].push(row);
        }
    }
    for own in &mut rows {
        own.sort_by_key(|row| base.nodes[*row as usize].place);
        own.windows(2).for_each(|pair| formula.add(&[!of(pair[1]), of(pair[0])]));
    }
    for (earlier, later, when) in base.rf.iter().chain(&base.meets) {
        if base.nodes[*earlier as usize].thread.is_some() {
            formula.add(&[!of(*later), !*when, of(*earlier)]);
        }
    }
    for (violated, lit) in skeleton.violations.iter().zip(violations.iter()) {
        if let Some(last) = rows[violated.thread.index()].last() {
            formula.add(&[!*lit, of(*last)]);
        }
    }
    for late in late.iter() {
        for event in [late.over, late.access] {
            formula.add(&[!late.lit, of(base.row[&event])]);
        }
    }
    let thread = |row: u32| base.nodes[row as usize].thread;
    let mut shared: FxHashSet<u32> = FxHashSet::default();
    for (a, b, _) in base.rf.iter().chain(&base.co).chain(&base.fr) {
        if thread(*a).is_some() && thread(*b).is_some() && thread(*a) != thread(*b) {
            shared.extend([*a, *b]);
        }
    }
    let is_access = |node: &Node| {
        let event = skeleton.event(node.event);
        node.what == What::Event && (event.is_read() || event.is_write())
    };
    let mut counted = Vec::new();
    for (row, node) in (0u32..).zip(&base.nodes) {
        if !shared.contains(&row) || !is_access(node) || node.exec == Lit::FALSE {
            continue;
        }
        if node.exec == Lit::TRUE {
            counted.push(of(row));
            continue;
        }
        let happens = formula.fresh();
        formula.add(&[!of(row), !node.exec, happens]);
        counted.push(happens);
        made.push(happens);
    }
    Told { bound: Bound::new(counted.clone()), counted, made }
}
