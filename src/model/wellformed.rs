//! Whether a model's two parts agree: what its TOML declares and what its axioms do.
//!
//! In: a model whose files were read without mistakes. Out: the disagreements. Synthesis reasons with the declared
//! reorderings and fences, the engines with the axioms; a model that declares one thing and does another would make
//! wrong suggestions, so it is refused.
//!
//! The comparison evaluates the axioms on small execution graphs. For every two accesses `a1 x; a2 y` of one thread
//! and every two `b1 y; b2 x` of another that close a cycle, the second thread being held in order: an undeclared pair
//! must be ordered in every such graph, one that is declared as relaxed must not be in some; never may a pair be out of
//! order that is held by `kept`. A fence in between must order the pairs it declares in every graph; those that it is
//! said to help with in some that are consistent without it; no others. Models without `kept` hold the second thread by
//! the fence kinds that order everything. Further, whatever the model relaxes, each location must
//! behave sequentially and a read-modify-write must be atomic (reordering is for different locations: Joshi &
//! Kroening, "Property-Driven Fence Insertion using Reorder Bounded Model Checking", Definition 2), and sequential
//! executions must be consistent (or a vacuous proof would follow). The graphs are the critical cycles of two threads
//! and the five coherence shapes of Alglave, Maranget and Tautschnig, "Herding cats" (2014), section 4. Accesses are
//! atomic ones without an order, since a model may say nothing of plain ones.
//!
//! A file may say that its machine is at fault: what it names ([`Fault`]) must then be as it says.
//!
//! This is a test, not a proof: an axiom that misbehaves only in larger graphs passes.

use super::check::check as judge;
use super::critical::{Between, access, allowed, fence, pairs};
use super::graph::EventGraph;
use super::{Access, AccessPair, FenceKind, Model};
use crate::diag::{Diagnostic, Span};

/// What a file says that its machine does wrong: what is asked of every other model is then asked to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Two reads of one location may see a newer and then an older value.
    ReadRead,
    /// Fences order nothing.
    Fences,
}

impl Fault {
    pub const ALL: [Fault; 2] = [Fault::ReadRead, Fault::Fences];

    /// The name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Fault::ReadRead => "CoRR",
            Fault::Fences => "fences",
        }
    }
}

/// Where the things stand that can disagree with the axioms.
pub struct Places {
    pub relaxed: Span,
    pub axioms: Span,
    /// Whether the file says that the axioms have `kept`.
    pub keeps: bool,
    pub faults: Vec<Fault>,
    /// The `orders` of each fence kind.
    pub fences: Vec<Span>,
}

/// Compares the declarations with the axioms; the list is empty if they agree.
pub fn check(model: &Model, places: &Places) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    if model.axioms().is_empty() {
        errors.push(
            Diagnostic::error("the axioms forbid nothing")
                .at(places.axioms)
                .help("state at least one `acyclic`, `irreflexive` or `empty` axiom"),
        );
        return errors;
    }
    if model.polarity("kept").negative {
        errors.push(
            Diagnostic::error("the axioms subtract `kept`, so that holding a pair could allow more")
                .at(places.axioms)
                .help("add `kept` to the union that is the global order"),
        );
    }
    if !places.keeps && model.has_kept() {
        errors.push(
            Diagnostic::error("the axioms have `kept`, and `keeps` says that they have not")
                .at(places.axioms)
                .help("remove `keeps = false`"),
        );
    }
    let are_fences_broken = places.faults.contains(&Fault::Fences);
    if are_fences_broken && model.fences().iter().any(|kind| !(kind.orders.is_empty() && kind.helps.is_empty())) {
        errors.push(
            Diagnostic::error("a fence kind orders something, and `faults` says that fences order nothing")
                .at(places.relaxed)
                .help("remove \"fences\" from `faults`"),
        );
    }
    for pair in model.relaxed() {
        if !are_fences_broken && !model.fences().iter().any(|kind| kind.serves(*pair)) {
            errors.push(
                Diagnostic::error(format!("no fence kind orders the relaxed pair {}", show(*pair)))
                    .at(places.relaxed)
                    .help(
                        "declare a [[fence]] that lists the pair in `orders`; without one no program can be repaired",
                    ),
            );
        }
    }
    if errors.is_empty() {
        foundations(model, places, &mut errors);
    }
    if errors.is_empty() {
        reorderings(model, places, &mut errors);
    }
    errors
}

fn show(pair: AccessPair) -> String {
    format!("{}->{}", pair.0.letter(), pair.1.letter())
}

/// What the axioms do with a pair in all its critical cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behaviour {
    /// All are forbidden.
    Ordered,
    /// Some are allowed, and fewer than with nothing in between.
    Helped,
    /// Some are allowed.
    Free,
}

/// Compares the declared relaxations and fences with the axioms.
fn reorderings(model: &Model, places: &Places, errors: &mut Vec<Diagnostic>) {
    let allowed = |pair: AccessPair, between: Between<'_>| allowed(model, pair, between);
    // The other comparisons hold one thread by `kept`, so this one comes first.
    if places.keeps && pairs().any(|pair| allowed(pair, Between::Kept) > 0) {
        errors.push(
            Diagnostic::error("the axioms allow pairs to be reordered that synthesis keeps in order")
                .at(places.axioms)
                .help("add `kept` to the union of the `acyclic` axiom that is the global order"),
        );
        return;
    }
    for pair in pairs() {
        let relaxed = model.relaxed().contains(&pair);
        let shown = show(pair);
        let free = allowed(pair, Between::Nothing);
        if relaxed != (free > 0) {
            errors.push(if relaxed {
                Diagnostic::error(format!("{shown} is declared as relaxed, but the axioms keep it in order"))
                    .at(places.relaxed)
                    .help("remove the pair from `relaxed`, or from the preserved program order of the axioms")
            } else {
                Diagnostic::error(format!("the axioms relax {shown}, which `relaxed` does not list"))
                    .at(places.relaxed)
                    .help("add the pair to `relaxed`, or to the preserved program order of the axioms")
            });
            continue;
        }
        if !relaxed {
            continue;
        }
        for (kind, place) in model.fences().iter().zip(&places.fences) {
            let behaviour = match allowed(pair, Between::Fence(kind)) {
                0 => Behaviour::Ordered,
                left if left < free => Behaviour::Helped,
                _ => Behaviour::Free,
            };
            errors.extend(disagreement(kind, pair, behaviour).map(|error| error.at(*place)));
        }
    }
}

/// What is wrong with what a fence kind declares about a relaxed pair.
fn disagreement(kind: &FenceKind, pair: AccessPair, behaviour: Behaviour) -> Option<Diagnostic> {
    let (name, shown) = (&kind.name, show(pair));
    if kind.orders.contains(&pair) {
        return (behaviour != Behaviour::Ordered).then(|| {
            Diagnostic::error(format!("`{name}` is declared to order {shown}, but the axioms do not order it"))
                .help(format!("add what `{name}` orders to the axioms, such as `fencerel({name})`"))
        });
    }
    if kind.helps.contains(&pair) {
        return (behaviour == Behaviour::Free).then(|| {
            Diagnostic::error(format!("`{name}` is declared to help with {shown}, but it changes nothing there"))
                .help("remove the pair from `helps`, or add what the fence orders to the axioms")
        });
    }
    match behaviour {
        Behaviour::Ordered => Some(
            Diagnostic::error(format!("the axioms let `{name}` order {shown}, which its `orders` does not list"))
                .help("add the pair to `orders`, or restrict the fence in the axioms to the pairs listed"),
        ),
        Behaviour::Helped => Some(
            Diagnostic::error(format!("the axioms let `{name}` order {shown} for some threads, which it does not say"))
                .help("add the pair to `helps`, or restrict the fence in the axioms to the pairs listed"),
        ),
        Behaviour::Free => None,
    }
}

/// What no model may change: sequential executions are consistent, each location behaves sequentially, and
/// read-modify-writes are atomic.
fn foundations(model: &Model, places: &Places, errors: &mut Vec<Diagnostic>) {
    for (name, graph) in sequential(model) {
        if let Err(broken) = judge(model, &mut graph.ground()) {
            errors.push(
                Diagnostic::error(format!("the axioms forbid {name}: `{}` is broken", broken.name))
                    .at(places.axioms)
                    .help("a model must allow every sequentially consistent execution"),
            );
        }
    }
    for (fault, name, graph) in incoherent(model) {
        let is_allowed = judge(model, &mut graph.ground()).is_ok();
        if fault.is_some_and(|fault| places.faults.contains(&fault)) {
            if !is_allowed {
                errors.push(
                    Diagnostic::error(format!("the axioms forbid {name}, which `faults` says that they allow"))
                        .at(places.axioms)
                        .help("leave it out of `faults`, or two reads of one thread out of the order of each location"),
                );
            }
        } else if is_allowed {
            errors.push(
                Diagnostic::error(format!("the axioms allow {name}"))
                    .at(places.axioms)
                    .help("each location must behave sequentially: `acyclic (po & loc) | rf | co | fr`"),
            );
        }
    }
    for (name, graph) in divided(model) {
        if judge(model, &mut graph.ground()).is_ok() {
            errors.push(
                Diagnostic::error(format!("the axioms allow {name}"))
                    .at(places.axioms)
                    .help("read-modify-writes must be atomic: `empty rmw & (fre ; coe)`"),
            );
        }
    }
}

fn sequential(model: &Model) -> Vec<(&'static str, EventGraph)> {
    let mut graphs = Vec::new();

    let mut graph = EventGraph::new(2);
    let first = access(model, &mut graph, Access::Write, 0, 0);
    let second = access(model, &mut graph, Access::Write, 0, 1);
    let read = access(model, &mut graph, Access::Read, 1, 1);
    graph.reads_from(read, second);
    let read = access(model, &mut graph, Access::Read, 1, 0);
    graph.reads_from(read, first);
    access(model, &mut graph, Access::Write, 1, 0);
    graphs.push(("one thread running after another", graph));

    let mut graph = EventGraph::new(1);
    access(model, &mut graph, Access::Read, 0, 0);
    let write = access(model, &mut graph, Access::Write, 0, 0);
    let read = access(model, &mut graph, Access::Read, 0, 0);
    graph.reads_from(read, write);
    access(model, &mut graph, Access::Write, 0, 0);
    graphs.push(("a thread reading its own write", graph));

    let mut graph = EventGraph::new(1);
    let (_, write) = graph.rmw(0, 0);
    let (read, _) = graph.rmw(1, 0);
    graph.reads_from(read, write);
    graphs.push(("two read-modify-writes in turn", graph));

    for kind in model.fences() {
        let mut graph = EventGraph::new(1);
        fence(&mut graph, 0, kind);
        let write = access(model, &mut graph, Access::Write, 0, 0);
        fence(&mut graph, 0, kind);
        let read = access(model, &mut graph, Access::Read, 0, 0);
        graph.reads_from(read, write);
        graphs.push(("a thread reading its own write behind fences", graph));
    }
    graphs
}

fn incoherent(model: &Model) -> Vec<(Option<Fault>, &'static str, EventGraph)> {
    let mut graphs = Vec::new();

    let mut graph = EventGraph::new(1);
    let first = access(model, &mut graph, Access::Write, 0, 0);
    let second = access(model, &mut graph, Access::Write, 0, 0);
    graph.order_writes(&[second, first]);
    graphs.push((None, "two writes of a thread to one location to be swapped (CoWW)", graph));

    let mut graph = EventGraph::new(1);
    let read = access(model, &mut graph, Access::Read, 0, 0);
    let write = access(model, &mut graph, Access::Write, 0, 0);
    graph.reads_from(read, write);
    graphs.push((None, "a read of a write that comes later in its thread (CoRW1)", graph));

    let mut graph = EventGraph::new(1);
    let read = access(model, &mut graph, Access::Read, 0, 0);
    let write = access(model, &mut graph, Access::Write, 0, 0);
    let other = access(model, &mut graph, Access::Write, 1, 0);
    graph.reads_from(read, other);
    graph.order_writes(&[write, other]);
    graphs.push((None, "a write to come before the one that its thread has read (CoRW2)", graph));

    let mut graph = EventGraph::new(1);
    access(model, &mut graph, Access::Write, 0, 0);
    access(model, &mut graph, Access::Read, 0, 0);
    graphs.push((None, "a read of an older value than its thread has written (CoWR)", graph));

    let mut graph = EventGraph::new(1);
    let write = access(model, &mut graph, Access::Write, 0, 0);
    let read = access(model, &mut graph, Access::Read, 1, 0);
    access(model, &mut graph, Access::Read, 1, 0);
    graph.reads_from(read, write);
    graphs.push((
        Some(Fault::ReadRead),
        "two reads of one location to see a newer and then an older value (CoRR)",
        graph,
    ));
    graphs
}

fn divided(model: &Model) -> Vec<(&'static str, EventGraph)> {
    let mut graphs = Vec::new();

    let mut graph = EventGraph::new(1);
    graph.rmw(0, 0);
    graph.rmw(1, 0);
    graphs.push(("two read-modify-writes of one value", graph));

    let mut graph = EventGraph::new(1);
    let (_, write) = graph.rmw(0, 0);
    let between = access(model, &mut graph, Access::Write, 1, 0);
    graph.order_writes(&[between, write]);
    graphs.push(("a write between the halves of a read-modify-write", graph));
    graphs
}
