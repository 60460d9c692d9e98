//! Exact weighted hitting sets by reduction, decomposition and branch and bound.
//!
//! In: rows of element numbers and the cost of each element. Out: elements of least total cost that hit every
//! row. It must not know what elements and rows stand for.
//!
//! At every node: a row of one element forces it; a row that contains another is dropped; an element is dropped
//! when another one hits the same rows and more for no more cost; rows that share no element are solved apart.
//! Two lower bounds prune: a feasible solution of the dual of the linear relaxation (which generalises a packing
//! of disjoint rows, and whose reduced costs exclude elements), and the number of elements that are needed
//! because each hits only so many rows. These are the textbook reductions and bounds of set covering
//! (E. Balas and A. Ho, Set covering algorithms using cutting planes, heuristics, and subgradient optimization,
//! 1980; J. E. Beasley, An algorithm for set covering problem, 1987).

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;

use super::column::{Choice, Column, Cost};
use super::reductions::{components, members_by_row, reduce, without_rows};
use crate::limits::StopToken;

/// A limit was reached.
struct OutOfTime;

/// One hitting-set problem.
pub(super) struct Covering {
    columns: Vec<Column>,
    rows: usize,
    stop: Option<StopToken>,
}

/// What the search may assume about a subproblem.
#[derive(Clone, Copy)]
struct Window {
    /// Only solutions that cost less are of interest.
    below: Cost,
    /// No solution costs less, so one of this cost ends the search.
    floor: Cost,
}

impl Window {
    /// The window of what remains after `cost` was spent; `None` when nothing of interest remains.
    fn after(self, cost: Cost) -> Option<Self> {
        let below = self.below.checked_sub(cost).filter(|&below| below > 0)?;
        Some(Self { below, floor: self.floor.saturating_sub(cost) })
    }
}

impl Covering {
    /// The problem of hitting these rows; `cost` gives the cost of an element.
    pub(super) fn new<R>(rows: impl Iterator<Item = R>, cost: impl Fn(u32) -> Cost) -> Self
    where
        R: Iterator<Item = u32>,
    {
        let rows: Vec<Vec<u32>> = rows.map(Iterator::collect).collect();
        let mut columns = BTreeMap::new();
        for (row, elements) in rows.iter().enumerate() {
            for &element in elements {
                let hits: &mut FixedBitSet =
                    columns.entry(element).or_insert_with(|| FixedBitSet::with_capacity(rows.len()));
                hits.insert(row);
            }
        }
        let columns =
            columns.into_iter().map(|(element, hits)| Column { element, cost: cost(element), hits }).collect();
        Self { columns, rows: rows.len(), stop: None }
    }

    /// Elements of least cost that hit every row, or `None` when the token ends the search first. `floor` is a cost
    /// below which the caller knows no solution to be; 0 is always right.
    pub(super) fn solve(&mut self, floor: Cost, stop: Option<&StopToken>) -> Option<Vec<u32>> {
        self.stop = stop.cloned();
        let columns = std::mem::take(&mut self.columns);
        let window = Window { below: Cost::MAX, floor };
        let best = self.search(columns, self.rows, window).ok()?;
        Some(best.expect("a family without empty sets has a hitting set; please report this").elements)
    }

    /// The cheapest choice that costs less than `window.below`, if there is one; any choice that costs
    /// `window.floor`, if there is one.
    fn search(
        &self,
        mut columns: Vec<Column>,
        mut rows: usize,
        mut window: Window,
    ) -> Result<Option<Choice>, OutOfTime> {
        // What the reductions forced so far, and the best choice found so far, which includes it.
        let mut forced = Choice { cost: 0, elements: Vec::new() };
        let mut best: Option<Choice> = None;
        // Each turn decides on one element or more, so that only including an element recurses.
        loop {
            if self.stop.as_ref().is_some_and(StopToken::is_reached) {
                return Err(OutOfTime);
            }
            let Some(reduced) = reduce(columns, rows) else {
                return Ok(best);
            };
            columns = reduced.columns;
            rows = reduced.rows;
            match window.after(reduced.forced.cost) {
                Some(rest) => window = rest,
                None => return Ok(best),
            }
            forced = forced.join(reduced.forced);
            if rows == 0 {
                return Ok(Some(forced));
            }
            if let Some(parts) = components(&columns, rows) {
                let found = self.search_parts(parts, window)?;
                return Ok(found.map(|found| forced.join(found)).or(best));
            }
            let dual = dual_bound(&columns, rows);
            let bound = dual.bound.max(count_bound(&columns, rows));
            if bound >= window.below {
                return Ok(best);
            }
            let greedy = greedy(&columns, rows);
            if greedy.cost < window.below {
                window.below = greedy.cost;
                let done = greedy.cost <= bound.max(window.floor);
                best = Some(forced.clone().join(greedy));
                if done {
                    return Ok(best);
                }
            }
            // A solution with this element costs at least the dual bound and the element's reduced cost.
            let before = columns.len();
            let mut reduced_costs = dual.reduced_costs.iter();
            columns.retain(|_| reduced_costs.next().is_some_and(|cost| dual.bound + cost < window.below));
            if columns.len() < before {
                continue;
            }
            let by_row = members_by_row(&columns, rows);
            let branch = branching_column(&columns, &by_row);
            if let Some(rest) = window.after(columns[branch].cost) {
                let found = if two_at_most(&columns, rest.below) {
                    cheapest_pair(&columns, &by_row, &columns[branch].hits, rest)
                } else {
                    let (left, left_rows) = without_rows(&columns, rows, &columns[branch].hits);
                    self.search(left, left_rows, rest)?
                };
                if let Some(found) = found {
                    let found = Choice::of(&[&columns[branch]]).join(found);
                    window.below = found.cost;
                    let done = found.cost <= window.floor;
                    best = Some(forced.clone().join(found));
                    if done {
                        return Ok(best);
                    }
                }
            }
            columns.remove(branch);
            // The column is gone: the next turn looks for something cheaper without it.
        }
    }

    /// Solves problems that share no row and no element. The largest comes last: by then the others' costs are
    /// known, which narrows its window from both sides.
    fn search_parts(&self, mut parts: Vec<(Vec<Column>, usize)>, window: Window) -> Result<Option<Choice>, OutOfTime> {
        parts.sort_by_key(|(columns, rows)| (*rows, columns.len()));
        let bounds: Vec<Cost> = parts.iter().map(|(columns, rows)| dual_bound(columns, *rows).bound).collect();
        let mut unsolved: Cost = bounds.iter().sum();
        let mut total = Choice { cost: 0, elements: Vec::new() };
        let last = parts.len() - 1;
        for (index, (columns, rows)) in parts.into_iter().enumerate() {
            unsolved -= bounds[index];
            let Some(mut rest) = window.after(total.cost + unsolved) else {
                return Ok(None);
            };
            if index < last {
                rest.floor = 0;
            }
            match self.search(columns, rows, rest)? {
                Some(found) => total = total.join(found),
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }
}

/// A feasible solution of the dual of the linear relaxation.
struct Dual {
    /// No solution costs less.
    bound: Cost,
    /// By column: how much more than the bound a solution with this column costs at least.
    reduced_costs: Vec<Cost>,
}

/// Gives every row, the shortest first, the largest price that its elements can still pay.
fn dual_bound(columns: &[Column], rows: usize) -> Dual {
    let by_row = members_by_row(columns, rows);
    let mut order: Vec<usize> = (0..rows).collect();
    order.sort_by_key(|&row| (by_row[row].count_ones(..), row));
    let mut left: Vec<Cost> = columns.iter().map(|column| column.cost).collect();
    let mut bound = 0;
    for row in order {
        let price = by_row[row].ones().map(|c| left[c]).min().unwrap_or(0);
        if price > 0 {
            by_row[row].ones().for_each(|c| left[c] -= price);
            bound += price;
        }
    }
    Dual { bound, reduced_costs: left }
}

/// As many elements are needed as it takes for the sizes of the largest columns to add up to all rows; the
/// cheapest elements of that number are a bound.
fn count_bound(columns: &[Column], rows: usize) -> Cost {
    let mut sizes: Vec<usize> = columns.iter().map(|column| column.hits.count_ones(..)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let mut covered = 0;
    let needed = sizes.iter().take_while(|&&size| {
        let more = covered < rows;
        covered += size;
        more
    });
    let needed = needed.count();
    let mut costs: Vec<Cost> = columns.iter().map(|column| column.cost).collect();
    costs.sort_unstable();
    costs.iter().take(needed).sum()
}

/// A good choice: the element with the least cost for each newly hit row, again and again, and then without
/// what became superfluous.
fn greedy(columns: &[Column], rows: usize) -> Choice {
    let mut open = FixedBitSet::with_capacity(rows);
    open.insert_range(..);
    let mut chosen: Vec<&Column> = Vec::new();
    while !open.is_clear() {
        let gain = |column: &Column| column.hits.intersection_count(&open) as Cost;
        // Compares cost / gain without dividing; an element without gain is worse than any other.
        let best = columns
            .iter()
            .map(|column| (column, gain(column)))
            .filter(|(_, gain)| *gain > 0)
            .reduce(|best, next| {
                let (a, b) = (best.0.cost.saturating_mul(next.1), next.0.cost.saturating_mul(best.1));
                if (b, best.1) < (a, next.1) { next } else { best }
            })
            .expect("every row of a reduced problem has an element; please report this");
        open.difference_with(&best.0.hits);
        chosen.push(best.0);
    }
    for index in (0..chosen.len()).rev() {
        let mut others = FixedBitSet::with_capacity(rows);
        chosen.iter().enumerate().filter(|(i, _)| *i != index).for_each(|(_, c)| others.union_with(&c.hits));
        if others.is_full() {
            chosen.remove(index);
        }
    }
    Choice::of(&chosen)
}

/// The element to branch on: of a shortest row the one that hits most rows.
fn branching_column(columns: &[Column], by_row: &[FixedBitSet]) -> usize {
    let shortest = by_row.iter().min_by_key(|members| members.count_ones(..));
    shortest
        .and_then(|members| {
            members.ones().max_by_key(|&c| (columns[c].hits.count_ones(..), std::cmp::Reverse(columns[c].element)))
        })
        .expect("a reduced problem has a row with elements; please report this")
}

/// Whether any three elements cost too much.
fn two_at_most(columns: &[Column], below: Cost) -> bool {
    let mut cheapest = [Cost::MAX; 3];
    for column in columns {
        if column.cost < cheapest[2] {
            cheapest[2] = column.cost;
            cheapest.sort_unstable();
        }
    }
    cheapest.iter().fold(0, |sum: Cost, &cost| sum.saturating_add(cost)) >= below
}

/// The cheapest choice of one or two elements that hits all rows but those in `hit`, if one costs less than
/// `window.below`. Families of wide random sets spend nearly all their time at this depth of the search, where
/// the reductions cost more than they save.
fn cheapest_pair(columns: &[Column], by_row: &[FixedBitSet], hit: &FixedBitSet, mut window: Window) -> Option<Choice> {
    let mut open = hit.clone();
    open.toggle_range(..);
    let Some(shortest) = open.ones().min_by_key(|&row| by_row[row].count_ones(..)) else {
        return Some(Choice { cost: 0, elements: Vec::new() });
    };
    let mut best = None;
    let mut partners = FixedBitSet::new();
    for first in by_row[shortest].ones() {
        let column = &columns[first];
        if column.cost >= window.below {
            continue;
        }
        let mut left = open.difference(&column.hits);
        let choice = match left.next() {
            None => Some(Choice::of(&[column])),
            Some(row) => {
                partners.clone_from(&by_row[row]);
                for row in left {
                    partners.intersect_with(&by_row[row]);
                    if partners.is_clear() {
                        break;
                    }
                }
                let second = partners.ones().min_by_key(|&c| (columns[c].cost, c));
                second.map(|second| Choice::of(&[column, &columns[second]]))
            }
        };
        if let Some(choice) = choice.filter(|choice| choice.cost < window.below) {
            window.below = choice.cost;
            let done = choice.cost <= window.floor;
            best = Some(choice);
            if done {
                break;
            }
        }
    }
    best
}
