//! Graphs that must have no cycle, and clauses that say no more than that.
//!
//! In: graphs whose edges are there when a literal is true, and cycles; or a text with both. Out: whether a clause follows from a
//! cycle. It must not know what the nodes are.
//!
//! A clause follows from a cycle if it holds the negated literal of each edge that is not there anyway: at least one of the edges
//! must then be missing.

use std::collections::HashMap;

use super::{Literal, Mistake};

/// A graph that must have no cycle. An edge without a literal is always there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    pub nodes: u32,
    pub edges: Vec<(u32, u32, Option<Literal>)>,
}

/// The nodes of a cycle; the last has an edge to the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    pub graph: usize,
    pub nodes: Vec<u32>,
}

/// The graphs, and for each clause about them the cycle that is its reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    pub graphs: Vec<Graph>,
    pub cycles: Vec<Cycle>,
}

impl Orders {
    /// The reason of each of these clauses, added to the cycles. `None` if one follows from no cycle.
    pub fn explain(&mut self, clauses: &[Vec<Literal>]) -> Option<()> {
        let sought: Vec<Successors> = self.graphs.iter().map(Graph::successors).collect();
        for clause in clauses {
            let find = |(graph, successors): (usize, &Successors)| {
                cycle(&self.graphs[graph], successors, clause).map(|nodes| Cycle { graph, nodes })
            };
            let found = sought.iter().enumerate().find_map(find)?;
            self.cycles.push(found);
        }
        Some(())
    }

    /// Checks that each clause follows from the cycle of its number.
    ///
    /// # Errors
    /// The first clause that does not, or that there are not as many of the one as of the other.
    pub fn check(&self, clauses: &[Vec<Literal>]) -> Result<(), Mistake> {
        if clauses.len() != self.cycles.len() {
            let what = format!("{} cycles for {} clauses", self.cycles.len(), clauses.len());
            return Err(Mistake::new(self.cycles.len().min(clauses.len()) + 1, what));
        }
        let mut labels: HashMap<(usize, u32, u32), Vec<Option<Literal>>> = HashMap::new();
        for (number, graph) in self.graphs.iter().enumerate() {
            for (from, to, label) in &graph.edges {
                labels.entry((number, *from, *to)).or_default().push(*label);
            }
        }
        for (at, (clause, cycle)) in clauses.iter().zip(&self.cycles).enumerate().map(|(i, both)| (i + 1, both)) {
            if cycle.nodes.is_empty() {
                return Err(Mistake::new(at, "a cycle without nodes"));
            }
            let next = cycle.nodes.iter().cycle().skip(1);
            for (from, to) in cycle.nodes.iter().zip(next) {
                let labels = labels.get(&(cycle.graph, *from, *to)).map_or(&[][..], Vec::as_slice);
                let is_there = labels.iter().any(|label| label.is_none_or(|label| clause.contains(&-label)));
                if !is_there {
                    let what =
                        format!("the clause does not speak of an edge from {from} to {to} in graph {}", cycle.graph);
                    return Err(Mistake::new(at, what));
                }
            }
        }
        Ok(())
    }

    /// Both as a text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for graph in &self.graphs {
            text.push_str(&format!("graph {}\n", graph.nodes));
            for (from, to, label) in &graph.edges {
                text.push_str(&format!("edge {from} {to} {}\n", label.unwrap_or(0)));
            }
        }
        for cycle in &self.cycles {
            text.push_str(&format!("cycle {}", cycle.graph));
            cycle.nodes.iter().for_each(|node| text.push_str(&format!(" {node}")));
            text.push('\n');
        }
        text
    }

    /// Both from a text.
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub fn parse(text: &str) -> Result<Orders, Mistake> {
        let mut orders = Orders::default();
        for (at, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
            let wrong = || Mistake::new(at, "a line that cannot be read");
            let (what, numbers) = line.split_once(' ').ok_or_else(wrong)?;
            let numbers: Vec<i64> =
                numbers.split(' ').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
            let small = |number: i64| u32::try_from(number).map_err(|_| wrong());
            match (what, &numbers[..]) {
                ("graph", [nodes]) => orders.graphs.push(Graph { nodes: small(*nodes)?, edges: Vec::new() }),
                ("edge", [from, to, label]) => {
                    let label = Literal::try_from(*label).map_err(|_| wrong())?;
                    let edge = (small(*from)?, small(*to)?, (label != 0).then_some(label));
                    orders.graphs.last_mut().ok_or_else(wrong)?.edges.push(edge);
                }
                ("cycle", [graph, nodes @ ..]) => {
                    let nodes = nodes.iter().map(|node| small(*node)).collect::<Result<_, _>>()?;
                    orders.cycles.push(Cycle { graph: small(*graph)? as usize, nodes });
                }
                _ => return Err(wrong()),
            }
        }
        Ok(orders)
    }
}

/// The edges of a graph by where they start.
type Successors = Vec<Vec<(u32, Option<Literal>)>>;

impl Graph {
    fn successors(&self) -> Successors {
        let mut successors = vec![Vec::new(); self.nodes as usize];
        for (from, to, label) in &self.edges {
            successors[*from as usize].push((*to, *label));
        }
        successors
    }
}

/// A cycle of the edges that are there when the clause is false.
fn cycle(graph: &Graph, successors: &Successors, clause: &[Literal]) -> Option<Vec<u32>> {
    let is_live = |label: Option<Literal>| label.is_none_or(|label| clause.contains(&-label));
    // A shortest one through an edge that the clause names: where it follows from a graph, there is one. The empty clause names
    // none, and follows from a cycle that is always there.
    let is_named = |label: Option<Literal>| (label.is_some() || clause.is_empty()) && is_live(label);
    let mut named = graph.edges.iter().filter(|(_, _, label)| is_named(*label));
    named.find_map(|(last, first, _)| {
        let mut reached: HashMap<u32, u32> = HashMap::from([(*first, *first)]);
        let mut open = std::collections::VecDeque::from([*first]);
        while let Some(node) = open.pop_front() {
            if node == *last {
                let mut nodes = vec![node];
                while nodes.last() != Some(first) {
                    nodes.push(reached[nodes.last()?]);
                }
                nodes.reverse();
                return Some(nodes);
            }
            for (next, _) in successors[node as usize].iter().filter(|(_, label)| is_live(*label)) {
                if !reached.contains_key(next) {
                    reached.insert(*next, node);
                    open.push_back(*next);
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 -> 1 always, 1 -> 2 if 5, 2 -> 0 if -6, 1 -> 0 if 7.
    fn orders() -> Orders {
        let edges = vec![(0, 1, None), (1, 2, Some(5)), (2, 0, Some(-6)), (1, 0, Some(7))];
        Orders { graphs: vec![Graph::default(), Graph { nodes: 3, edges }], cycles: Vec::new() }
    }

    #[test]
    fn clauses_are_explained_and_the_reasons_hold() {
        let mut orders = orders();
        let clauses = vec![vec![-5, 6], vec![-7], vec![-7, -5]];
        assert_eq!(orders.explain(&clauses), Some(()));
        assert_eq!(orders.check(&clauses), Ok(()));
        assert_eq!(orders.cycles[1], Cycle { graph: 1, nodes: vec![0, 1] });
        assert_eq!(Orders::parse(&orders.text()), Ok(orders));
    }

    #[test]
    fn a_clause_that_says_more_has_no_reason() {
        for clause in [vec![-5], vec![6], vec![5, 6], vec![-5, -6], vec![7], vec![]] {
            assert_eq!(orders().explain(std::slice::from_ref(&clause)), None, "{clause:?}");
        }
        let mut orders = orders();
        let clauses = vec![vec![-5, 6], vec![-7]];
        orders.explain(&clauses).expect("both follow");
        let wrong = |orders: &Orders, clauses: &[Vec<Literal>]| orders.check(clauses).map_err(|mistake| mistake.at);
        assert_eq!(wrong(&orders, &[vec![-5], vec![-7]]), Err(1));
        assert_eq!(wrong(&orders, &[vec![-5, 6], vec![7]]), Err(2));
        assert_eq!(wrong(&orders, &clauses[..1]), Err(2));
        orders.cycles[1].nodes.clear();
        assert_eq!(wrong(&orders, &clauses), Err(2));
    }
}
