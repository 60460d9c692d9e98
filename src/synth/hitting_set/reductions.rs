//! What makes a hitting-set problem smaller without losing its optimum, and what splits it.
//!
//! In: columns and a number of rows. Out: fewer of both, with the elements that are forced. It must not choose:
//! whatever depends on a bound or on luck is [`super::branch_and_bound`]'s.

use fixedbitset::FixedBitSet;

use super::column::{Choice, Column};

/// A problem after the reductions.
pub(super) struct Reduced {
    pub columns: Vec<Column>,
    pub rows: usize,
    pub forced: Choice,
}

/// Applies the reductions until none applies. `None` when some row cannot be hit any more.
pub(super) fn reduce(mut columns: Vec<Column>, mut rows: usize) -> Option<Reduced> {
    let mut forced = Choice { cost: 0, elements: Vec::new() };
    loop {
        let by_row = members_by_row(&columns, rows);
        if by_row.iter().any(|members| members.is_clear()) {
            return None;
        }
        let mut units: Vec<usize> =
            by_row.iter().filter(|members| members.count_ones(..) == 1).filter_map(|m| m.minimum()).collect();
        units.sort_unstable();
        units.dedup();
        // The rows that need no more attention: hit by a forced element, or containing another row.
        let mut settled = FixedBitSet::with_capacity(rows);
        for &unit in &units {
            settled.union_with(&columns[unit].hits);
        }
        forced = forced.join(Choice::of(&units.iter().map(|&unit| &columns[unit]).collect::<Vec<_>>()));
        drop_supersets(&by_row, &mut settled);
        let shrunk = !settled.is_clear();
        if shrunk {
            (columns, rows) = without_rows(&columns, rows, &settled);
        }
        let before = columns.len();
        columns = without_dominated(columns, rows);
        if !shrunk && columns.len() == before {
            return Some(Reduced { columns, rows, forced });
        }
    }
}

/// For each row, the positions of the columns that hit it.
pub(super) fn members_by_row(columns: &[Column], rows: usize) -> Vec<FixedBitSet> {
    let mut by_row = vec![FixedBitSet::with_capacity(columns.len()); rows];
    for (position, column) in columns.iter().enumerate() {
        for row in column.hits.ones() {
            by_row[row].insert(position);
        }
    }
    by_row
}

/// Adds to `settled` the rows that contain another row; of equal rows the first stays.
fn drop_supersets(by_row: &[FixedBitSet], settled: &mut FixedBitSet) {
    let mut order: Vec<usize> = (0..by_row.len()).filter(|&row| !settled.contains(row)).collect();
    order.sort_by_key(|&row| (by_row[row].count_ones(..), row));
    let mut kept: Vec<usize> = Vec::with_capacity(order.len());
    for row in order {
        if kept.iter().any(|&small| by_row[small].is_subset(&by_row[row])) {
            settled.insert(row);
        } else {
            kept.push(row);
        }
    }
}

/// The problem without the given rows, and without the columns that hit no other row.
pub(super) fn without_rows(columns: &[Column], rows: usize, gone: &FixedBitSet) -> (Vec<Column>, usize) {
    let mut renumbered = vec![0; rows];
    let mut left = 0;
    for (row, new) in renumbered.iter_mut().enumerate() {
        *new = left;
        left += usize::from(!gone.contains(row));
    }
    let columns = columns
        .iter()
        .filter_map(|column| {
            let mut hits = FixedBitSet::with_capacity(left);
            column.hits.difference(gone).for_each(|row| hits.insert(renumbered[row]));
            (!hits.is_clear()).then_some(Column { element: column.element, cost: column.cost, hits })
        })
        .collect();
    (columns, left)
}

/// Drops every column that another one can stand in for: it hits the same rows and costs no more. Of columns
/// that can stand in for each other the lowest element stays.
fn without_dominated(columns: Vec<Column>, rows: usize) -> Vec<Column> {
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_cached_key(|&c| {
        (std::cmp::Reverse(columns[c].hits.count_ones(..)), columns[c].cost, columns[c].element)
    });
    // Of the columns kept so far, those that hit a row: a column's dominators hit its first row too.
    let mut kept_by_row: Vec<Vec<usize>> = vec![Vec::new(); rows];
    let mut keep = FixedBitSet::with_capacity(columns.len());
    for c in order {
        let column = &columns[c];
        let rarest = column.hits.ones().min_by_key(|&row| kept_by_row[row].len());
        let dominated = rarest.is_none_or(|row| {
            kept_by_row[row]
                .iter()
                .any(|&other| columns[other].cost <= column.cost && column.hits.is_subset(&columns[other].hits))
        });
        if !dominated {
            keep.insert(c);
            column.hits.ones().for_each(|row| kept_by_row[row].push(c));
        }
    }
    columns.into_iter().enumerate().filter(|(c, _)| keep.contains(*c)).map(|(_, column)| column).collect()
}

/// Splits a problem into two or more that share neither rows nor columns, where it falls apart so.
pub(super) fn components(columns: &[Column], rows: usize) -> Option<Vec<(Vec<Column>, usize)>> {
    let by_row = members_by_row(columns, rows);
    let mut seen = FixedBitSet::with_capacity(rows);
    let mut parts: Vec<FixedBitSet> = Vec::new();
    for start in 0..rows {
        if seen.contains(start) {
            continue;
        }
        let mut part = FixedBitSet::with_capacity(rows);
        let mut pending = vec![start];
        part.insert(start);
        while let Some(row) = pending.pop() {
            for column in by_row[row].ones() {
                for next in columns[column].hits.ones() {
                    if !part.put(next) {
                        pending.push(next);
                    }
                }
            }
        }
        seen.union_with(&part);
        parts.push(part);
    }
    let split = |mut part: FixedBitSet| {
        part.toggle_range(..);
        without_rows(columns, rows, &part)
    };
    (parts.len() > 1).then(|| parts.into_iter().map(split).collect())
}
