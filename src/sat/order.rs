//! Acyclicity: the graphs of the axioms, checked on assignments.
//!
//! In: edges between events, each with the literal under which it is there. Out: for an assignment, clauses that its
//! cycles violate. It never solves; it is the [`Watcher`] of a solver's search.
//!
//! Cycles are forbidden when an assignment shows them, the shortest first, where length counts the literals of the
//! clause. Edges that follow from others are left out of the graph (transitive reduction along program order).

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::sat::backend::Watcher;
use crate::sat::literal::Lit;

/// A directed edge under a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    pub from: u32,
    pub to: u32,
    pub label: Lit,
}

/// A graph that must have no cycle.
#[derive(Clone, Debug, Default)]
pub struct OrderGraph {
    nodes: usize,
    edges: Vec<Edge>,
    /// Edges by their source, as ranges of `edges`.
    starts: Vec<u32>,
    /// Edges from one thread to another by their label.
    crossing: FxHashMap<Lit, Vec<u32>>,
    /// Of the running search: (search, distance, edge by which it was reached) per node.
    reached: Vec<(u32, u32, u32)>,
    searches: u32,
    /// By node a number that edges which were left out may only raise, and others never lower.
    ranks: Vec<u32>,
}

/// Clauses found per strongly connected component and assignment.
const CYCLES_PER_COMPONENT: usize = 12;

impl OrderGraph {
    /// Builds a graph. `position` gives the place of a node in its thread, `None` for nodes outside threads; edges that
    /// run forward in one thread are reduced.
    pub fn new(nodes: usize, mut edges: Vec<Edge>, position: &dyn Fn(u32) -> Option<(u32, u32)>) -> OrderGraph {
        edges.retain(|e| e.label != Lit::FALSE && e.from != e.to);
        edges.sort_by_key(|e| (e.from, e.to, e.label));
        edges.dedup();
        let edges = reduce(nodes, edges, position);
        let mut starts = vec![0u32; nodes + 1];
        for edge in &edges {
            starts[edge.from as usize + 1] += 1;
        }
        for i in 0..nodes {
            starts[i + 1] += starts[i];
        }
        // Every cycle passes an edge between threads, and those are decided late; looking for cycles through edges within
        // a thread as well cost eleven times more time on Peterson with 40 innocent pairs and fence candidates.
        let mut crossing: FxHashMap<Lit, Vec<u32>> = FxHashMap::default();
        let thread = |node: u32| position(node).map(|(thread, _)| thread);
        for (i, edge) in edges.iter().enumerate() {
            let inside = thread(edge.from).is_some() && thread(edge.from) == thread(edge.to);
            if edge.label != Lit::TRUE && !inside {
                crossing.entry(edge.label).or_default().push(i as u32);
            }
        }
        OrderGraph {
            nodes,
            edges,
            starts,
            crossing,
            reached: vec![(0, 0, 0); nodes],
            searches: 0,
            ranks: vec![0; nodes],
        }
    }

    /// The same graph with numbers of its first nodes. A node that comes behind those has the number of the nodes that lead
    /// to it.
    #[must_use]
    pub fn ranked(mut self, ranks: Option<&[u32]>) -> OrderGraph {
        let Some(ranks) = ranks else { return self };
        self.ranks[..ranks.len()].copy_from_slice(ranks);
        // The nodes of a composition stand behind those that lead to them, and edges are sorted by where they begin.
        for edge in &self.edges {
            if edge.to as usize >= ranks.len() {
                self.ranks[edge.to as usize] = self.ranks[edge.from as usize];
            }
        }
        self
    }

    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    pub fn nodes(&self) -> usize {
        self.nodes
    }

    fn out(&self, node: u32) -> &[Edge] {
        &self.edges[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// The nodes in an order that all true edges follow, or `None` if they have a cycle.
    pub fn topological(&self, value: &dyn Fn(Lit) -> bool) -> Option<Vec<u32>> {
        let mut incoming = vec![0u32; self.nodes];
        let live: Vec<bool> = self.edges.iter().map(|e| value(e.label)).collect();
        for (edge, live) in self.edges.iter().zip(&live) {
            if *live {
                incoming[edge.to as usize] += 1;
            }
        }
        // The smallest ready node first, so that threads advance in blocks rather than in lockstep.
        let ranked = |node: u32| (self.ranks[node as usize], node);
        let mut ready: std::collections::BTreeSet<(u32, u32)> =
            (0..self.nodes as u32).filter(|n| incoming[*n as usize] == 0).map(ranked).collect();
        let mut order = Vec::with_capacity(self.nodes);
        while let Some((_, node)) = ready.pop_first() {
            order.push(node);
            for i in self.starts[node as usize]..self.starts[node as usize + 1] {
                if live[i as usize] {
                    let to = self.edges[i as usize].to;
                    incoming[to as usize] -= 1;
                    if incoming[to as usize] == 0 {
                        ready.insert(ranked(to));
                    }
                }
            }
        }
        (order.len() == self.nodes).then_some(order)
    }

    /// Clauses against the cycles of an assignment; none if it has no cycle.
    fn cycles(&self, value: &dyn Fn(Lit) -> bool, clauses: &mut Vec<Vec<Lit>>, seen: &mut FxHashSet<Vec<Lit>>) {
        let live: Vec<bool> = self.edges.iter().map(|e| value(e.label)).collect();
        let component = self.components(&live);
        let mut members: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for node in 0..self.nodes as u32 {
            members.entry(component[node as usize]).or_default().push(node);
        }
        let mut groups: Vec<Vec<u32>> = members.into_values().filter(|m| m.len() > 1).collect();
        groups.sort();
        for group in groups {
            let mut found = Vec::new();
            let step = (group.len() / (4 * CYCLES_PER_COMPONENT)).max(1);
            for start in group.iter().step_by(step) {
                if let Some(cycle) = self.shortest_cycle(*start, &live, &component) {
                    found.push(cycle);
                }
            }
            found.sort_by_key(|c| c.len());
            found.dedup();
            for clause in found.into_iter().take(CYCLES_PER_COMPONENT) {
                if seen.insert(clause.clone()) {
                    clauses.push(clause);
                }
            }
        }
    }

    /// A clause against a cycle that an edge closes which just became true.
    fn closed(&mut self, new: Lit, value: &dyn Fn(Lit) -> Option<bool>) -> Option<Vec<Lit>> {
        let count = self.crossing.get(&new)?.len();
        (0..count).find_map(|i| {
            let edge = self.edges[self.crossing[&new][i] as usize];
            let mut clause = self.path(edge.to, edge.from, value)?;
            clause.push(!new);
            clause.sort_unstable();
            clause.dedup();
            Some(clause)
        })
    }

    /// The negated labels of a path of true edges with the fewest literals.
    fn path(&mut self, start: u32, goal: u32, value: &dyn Fn(Lit) -> Option<bool>) -> Option<Vec<Lit>> {
        self.searches += 1;
        let search = self.searches;
        self.reached[start as usize] = (search, 0, u32::MAX);
        let mut queue = VecDeque::from([(start, 0u32)]);
        while let Some((node, far)) = queue.pop_front() {
            if node == goal {
                let mut clause = Vec::new();
                let mut at = goal;
                while at != start {
                    let edge = self.edges[self.reached[at as usize].2 as usize];
                    if edge.label != Lit::TRUE {
                        clause.push(!edge.label);
                    }
                    at = edge.from;
                }
                return Some(clause);
            }
            if self.reached[node as usize].1 < far {
                continue;
            }
            for index in self.starts[node as usize]..self.starts[node as usize + 1] {
                let edge = self.edges[index as usize];
                let certain = edge.label == Lit::TRUE;
                let total = far + u32::from(!certain);
                let (seen, distance, _) = self.reached[edge.to as usize];
                if seen == search && distance <= total || !certain && value(edge.label) != Some(true) {
                    continue;
                }
                self.reached[edge.to as usize] = (search, total, index);
                if certain { queue.push_front((edge.to, total)) } else { queue.push_back((edge.to, total)) }
            }
        }
        None
    }

    /// Tarjan's strongly connected components of the live edges, iteratively.
    fn components(&self, live: &[bool]) -> Vec<u32> {
        const NEW: u32 = u32::MAX;
        let n = self.nodes;
        let (mut index, mut low, mut component) = (vec![NEW; n], vec![0u32; n], vec![NEW; n]);
        let (mut stack, mut next, mut count) = (Vec::new(), 0u32, 0u32);
        for root in 0..n as u32 {
            if index[root as usize] != NEW {
                continue;
            }
            let mut open = vec![(root, self.starts[root as usize])];
            index[root as usize] = next;
            low[root as usize] = next;
            next += 1;
            stack.push(root);
            while let Some((node, at)) = open.last_mut() {
                let v = *node as usize;
                if *at < self.starts[v + 1] {
                    let edge = self.edges[*at as usize];
                    let is_live = live[*at as usize];
                    *at += 1;
                    if !is_live {
                        continue;
                    }
                    let w = edge.to as usize;
                    if index[w] == NEW {
                        index[w] = next;
                        low[w] = next;
                        next += 1;
                        stack.push(edge.to);
                        open.push((edge.to, self.starts[w]));
                    } else if component[w] == NEW {
                        low[v] = low[v].min(index[w]);
                    }
                } else {
                    open.pop();
                    if let Some((parent, _)) = open.last() {
                        low[*parent as usize] = low[*parent as usize].min(low[v]);
                    }
                    if low[v] == index[v] {
                        while let Some(w) = stack.pop() {
                            component[w as usize] = count;
                            if w as usize == v {
                                break;
                            }
                        }
                        count += 1;
                    }
                }
            }
        }
        component
    }

    /// The clause of a cycle through `start` with the fewest literals (breadth first, certain edges for free).
    fn shortest_cycle(&self, start: u32, live: &[bool], component: &[u32]) -> Option<Vec<Lit>> {
        let mut distance: FxHashMap<u32, (u32, usize)> = FxHashMap::default();
        let mut queue = VecDeque::from([(start, 0u32)]);
        let mut best: Option<(u32, usize)> = None;
        while let Some((node, far)) = queue.pop_front() {
            if node != start && distance.get(&node).is_some_and(|(d, _)| *d < far) {
                continue;
            }
            if best.is_some_and(|(d, _)| far >= d) {
                break;
            }
            for (i, edge) in self.out(node).iter().enumerate() {
                let index = self.starts[node as usize] as usize + i;
                if !live[index] || component[edge.to as usize] != component[start as usize] {
                    continue;
                }
                let cost = u32::from(edge.label != Lit::TRUE);
                let total = far + cost;
                if edge.to == start {
                    if best.is_none_or(|(d, _)| total < d) {
                        best = Some((total, index));
                    }
                    continue;
                }
                if distance.get(&edge.to).is_none_or(|(d, _)| total < *d) {
                    distance.insert(edge.to, (total, index));
                    if cost == 0 { queue.push_front((edge.to, total)) } else { queue.push_back((edge.to, total)) }
                }
            }
        }
        let (_, mut index) = best?;
        let mut clause = Vec::new();
        loop {
            let edge = self.edges[index];
            if edge.label != Lit::TRUE {
                clause.push(!edge.label);
            }
            if edge.from == start {
                break;
            }
            index = distance[&edge.from].1;
        }
        clause.sort_unstable();
        clause.dedup();
        Some(clause)
    }
}

/// Leaves out edges of one thread that follow from two others whose labels the edge's label implies.
fn reduce(nodes: usize, edges: Vec<Edge>, position: &dyn Fn(u32) -> Option<(u32, u32)>) -> Vec<Edge> {
    let mut labels: FxHashMap<(u32, u32), Vec<Lit>> = FxHashMap::default();
    for edge in &edges {
        labels.entry((edge.from, edge.to)).or_default().push(edge.label);
    }
    let has = |from: u32, to: u32, label: Lit| {
        labels.get(&(from, to)).is_some_and(|have| have.contains(&Lit::TRUE) || have.contains(&label))
    };
    let mut kept: Vec<Edge> = Vec::with_capacity(nodes * 4);
    let mut at = 0;
    while at < edges.len() {
        let from = edges[at].from;
        let end = edges[at..].iter().position(|e| e.from != from).map_or(edges.len(), |n| at + n);
        let mut out: Vec<Edge> = edges[at..end].to_vec();
        if let Some((thread, here)) = position(from) {
            let inside = |e: &Edge| position(e.to).filter(|(t, p)| *t == thread && *p > here).map(|(_, place)| place);
            out.sort_by_key(|e| inside(e).map_or((1, e.to), |place| (0, place)));
            let mut steps: Vec<Edge> = Vec::new();
            for edge in out {
                match inside(&edge) {
                    None => kept.push(edge),
                    Some(_) => {
                        let redundant = steps.iter().any(|first| {
                            first.to != edge.to
                                && (first.label == Lit::TRUE || first.label == edge.label)
                                && has(first.to, edge.to, edge.label)
                        });
                        let doubled = edge.label != Lit::TRUE
                            && has(edge.from, edge.to, Lit::TRUE)
                            && labels[&(edge.from, edge.to)].contains(&Lit::TRUE);
                        if !redundant && !doubled {
                            steps.push(edge);
                        }
                    }
                }
            }
            kept.extend(steps);
        } else {
            kept.extend(out);
        }
        at = end;
    }
    kept.sort_by_key(|e| (e.from, e.to, e.label));
    kept
}

/// All graphs of an encoding.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    pub graphs: Vec<OrderGraph>,
    seen: FxHashSet<Vec<Lit>>,
}

impl Orders {
    pub fn new(graphs: Vec<OrderGraph>) -> Orders {
        Orders { graphs, seen: FxHashSet::default() }
    }
}

impl Watcher for Orders {
    fn checks_partial(&self) -> bool {
        true
    }

    fn check_partial(&mut self, new: &[Lit], value: &dyn Fn(Lit) -> Option<bool>) -> Option<Vec<Lit>> {
        new.iter().find_map(|lit| self.graphs.iter_mut().find_map(|graph| graph.closed(*lit, value)))
    }

    fn check_model(&mut self, value: &dyn Fn(Lit) -> bool) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        // A clause may come twice: a solver is free to forget lemmas.
        self.seen.clear();
        for graph in &self.graphs {
            graph.cycles(value, &mut clauses, &mut self.seen);
        }
        clauses
    }
}
