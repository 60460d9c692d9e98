//! Acyclicity by clocks: every node has a number, and every edge runs from a smaller to a larger one.
//!
//! In: the order graphs of an encoding. Out: clauses that make them acyclic without any help during the search. It
//! must not know axioms.
//!
//! J. Alglave, D. Kroening, M. Tautschnig, Partial Orders for Efficient Bounded Model Checking of Concurrent Software
//! (CAV 2013), section 4: this is the encoding of the tool that the ROBMC paper was measured with, here for repeating
//! its experiments; [`super::order`] is faster. The reorder variables get the meaning they have in section 5 of the
//! ROBMC paper: a pair that is not kept in order IS out of order, where the lazy encoding only allows it to be.
//!
//! # Deviations
//! - Edges that follow from others along program order are left out, as everywhere here.
//! - A pair with several instances (unwindings, calls) is out of order when one of them is.
//! - Fence candidates keep the one-sided meaning: a fence may be absent without any access being out of order.

use rustc_hash::FxHashSet;

use super::base::Base;
use super::bits::{Bits, less};
use super::formula::Formula;
use super::literal::Lit;
use super::order::OrderGraph;
use crate::ir::operators::Width;

/// Requires that the graphs have no cycles, and that the pair candidates that are not enforced are out of order.
pub fn require(formula: &mut Formula, base: &Base, graphs: &[OrderGraph]) {
    let kept: FxHashSet<Lit> = base.kept.iter().map(|(_, _, lit)| *lit).collect();
    let mut last_word = None;
    for graph in graphs {
        let clocks = clocks(formula, graph);
        for edge in graph.edges() {
            let (from, to) = (&clocks[edge.from as usize], &clocks[edge.to as usize]);
            let ordered = less(formula, from, to);
            formula.require_implies(&[edge.label], ordered);
        }
        if graph.edges().iter().any(|edge| kept.contains(&edge.label)) {
            last_word = Some(clocks);
        }
    }
    // Of two graphs for one axiom the second is the one whose nodes are the rows.
    if let Some(clocks) = last_word {
        mean_reorderings(formula, base, &clocks);
    }
}

/// One number for each node, wide enough for all to be different.
fn clocks(formula: &mut Formula, graph: &OrderGraph) -> Vec<Bits> {
    let bits = usize::BITS - graph.nodes().max(2).saturating_sub(1).leading_zeros();
    (0..graph.nodes()).map(|_| Bits::fresh(formula, Width::new(bits))).collect()
}

fn mean_reorderings(formula: &mut Formula, base: &Base, clocks: &[Bits]) {
    let mut ways: Vec<Vec<Lit>> = base.enforce.iter().map(|enforce| vec![*enforce]).collect();
    for (candidate, first, second, apart) in &base.relaxable {
        let swapped = less(formula, &clocks[*second as usize], &clocks[*first as usize]);
        let way = formula.and(*apart, swapped);
        ways[candidate.index()].push(way);
    }
    for clause in ways.iter().filter(|ways| ways.len() > 1) {
        formula.add(clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::backend::{Outcome, Solver};
    use crate::sat::order::Edge;

    /// Whether some edges among four nodes have a cycle, by repeatedly taking away nodes that nothing leads to.
    fn has_cycle(edges: &[(u32, u32)]) -> bool {
        let mut left: Vec<u32> = (0..4).collect();
        loop {
            let before = left.len();
            let inside = left.clone();
            left.retain(|n| edges.iter().any(|(a, b)| b == n && inside.contains(a)));
            if left.len() == before {
                return before > 0;
            }
        }
    }

    #[test]
    fn exactly_the_acyclic_graphs_remain() {
        let pairs: Vec<(u32, u32)> = (0..4).flat_map(|a| (0..4).map(move |b| (a, b))).filter(|(a, b)| a != b).collect();
        let mut formula = Formula::new();
        let labels: Vec<Lit> = pairs.iter().map(|_| formula.fresh()).collect();
        let edges = pairs.iter().zip(&labels).map(|((from, to), label)| Edge { from: *from, to: *to, label: *label });
        let graph = OrderGraph::new(4, edges.collect(), &|_| None);
        require(&mut formula, &Base::default(), &[graph]);
        let mut solver = Solver::default().make();
        formula.drain(&mut |clause| solver.add_clause(clause));
        let mut cycles = 0;
        for set in 0..1u32 << pairs.len() {
            let chosen: Vec<(u32, u32)> =
                pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, p)| *p).collect();
            let assumptions: Vec<Lit> = labels.iter().enumerate().map(|(i, l)| *l ^ (set >> i & 1 == 0)).collect();
            let cycle = has_cycle(&chosen);
            cycles += u32::from(cycle);
            let expected = if cycle { Outcome::Unsat } else { Outcome::Sat };
            assert_eq!(solver.solve(&assumptions), expected, "{chosen:?}");
        }
        // There are 543 acyclic graphs of four labelled nodes.
        assert_eq!(cycles, (1 << 12) - 543);
    }

    #[test]
    fn a_pair_that_is_not_kept_is_out_of_order() {
        use crate::ids::CandidateId;
        let mut formula = Formula::new();
        let (enforce, happens) = (formula.fresh(), formula.fresh());
        let kept = formula.and(enforce, happens);
        let forward = formula.fresh();
        let base = Base {
            enforce: vec![enforce],
            kept: vec![(0, 1, kept)],
            relaxable: vec![(CandidateId(0), 0, 1, happens)],
            ..Base::default()
        };
        let edges = vec![Edge { from: 0, to: 1, label: kept }, Edge { from: 0, to: 1, label: forward }];
        let graph = OrderGraph::new(2, edges, &|_| None);
        require(&mut formula, &base, &[graph]);
        let mut solver = Solver::default().make();
        formula.drain(&mut |clause| solver.add_clause(clause));
        assert_eq!(solver.solve(&[!enforce, happens]), Outcome::Sat);
        assert_eq!(solver.solve(&[!enforce, happens, forward]), Outcome::Unsat);
        assert_eq!(solver.solve(&[!enforce, !happens]), Outcome::Unsat);
        assert_eq!(solver.solve(&[enforce, happens, forward]), Outcome::Sat);
    }
}
