//! The fewest fences, found by trying all placements on the machine.
//!
//! A fence may stand before any statement of any block. Other places give nothing more: a fence at the end of a block
//! orders no pair that a fence after the statement which holds the block does not order, and one after a thread's
//! last statement orders nothing.

use super::machine::{self, Model};
use super::program::*;

/// What one fence of each kind costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    pub full: u32,
    pub store_store: u32,
}

impl Costs {
    /// Counts fences.
    pub const UNIT: Costs = Costs { full: 1, store_store: 1 };
}

/// What fences can do for a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Repair {
    /// The program is wrong however many fences it has.
    Unrepairable,
    /// The least total cost of the fences that make every assertion hold, and one such placement: the statement
    /// (numbered in preorder) that each fence stands before.
    Cost(u32, Vec<(usize, FenceKind)>),
}

/// Searches for the cheapest placement; `None` when the machine's limit or `most` (the largest cost tried) is exceeded.
pub fn cheapest(program: &Program, model: Model, costs: Costs, most: u32, limit: usize) -> Option<Repair> {
    let points = program.statements().len();
    let everywhere: Vec<_> = (0..points).map(|point| (point, FenceKind::Full)).collect();
    if machine::run(&with_fences(program, &everywhere), model, limit)?.violated {
        return Some(Repair::Unrepairable);
    }
    let mut search = Search { program, model, costs, limit, points, placement: Vec::new() };
    for cost in 0..=most {
        if search.spend(cost, 0)? {
            return Some(Repair::Cost(cost, search.placement));
        }
    }
    None
}

struct Search<'a> {
    program: &'a Program,
    model: Model,
    costs: Costs,
    limit: usize,
    points: usize,
    placement: Vec<(usize, FenceKind)>,
}

impl Search<'_> {
    /// Tries every placement of exactly this cost at points from `first` on; leaves the one that works in `placement`.
    fn spend(&mut self, cost: u32, first: usize) -> Option<bool> {
        if cost == 0 {
            let fenced = with_fences(self.program, &self.placement);
            return Some(!machine::run(&fenced, self.model, self.limit)?.violated);
        }
        let mut kinds = vec![(FenceKind::Full, self.costs.full)];
        if self.model == Model::Pso {
            kinds.push((FenceKind::StoreStore, self.costs.store_store));
        }
        for point in first..self.points {
            for (kind, price) in &kinds {
                if *price > cost {
                    continue;
                }
                self.placement.push((point, *kind));
                if self.spend(cost - price, point + 1)? {
                    return Some(true);
                }
                self.placement.pop();
            }
        }
        Some(false)
    }
}

/// The program with a fence before each of the named statements, which are numbered in preorder.
pub fn with_fences(program: &Program, placement: &[(usize, FenceKind)]) -> Program {
    let mut point = 0;
    let threads = program.threads.iter().map(|block| insert(block, placement, &mut point)).collect();
    Program { threads, ..program.clone() }
}

fn insert(block: &[Stmt], placement: &[(usize, FenceKind)], point: &mut usize) -> Vec<Stmt> {
    let mut fenced = Vec::new();
    for stmt in block {
        let here = placement.iter().filter(|(at, _)| at == point);
        fenced.extend(here.map(|(_, kind)| Stmt::Fence(*kind)));
        *point += 1;
        fenced.push(match stmt {
            Stmt::If { condition, then, otherwise } => Stmt::If {
                condition: condition.clone(),
                then: insert(then, placement, point),
                otherwise: insert(otherwise, placement, point),
            },
            Stmt::Repeat { times, body } => Stmt::Repeat { times: *times, body: insert(body, placement, point) },
            Stmt::Locked { mutex, body } => Stmt::Locked { mutex: *mutex, body: insert(body, placement, point) },
            other => other.clone(),
        });
    }
    fenced
}
