//! When an iteration of a loop may be left out of an execution: the one rule that both engines ask.
//!
//! In: an engine that can compare the states at the head of a loop before and after its last two iterations ([`Ends`]).
//! Out: when the thread may wait at the end of the iteration instead of going back to the head. It must not know how
//! states, values or conditions are represented.
//!
//! # The rule
//! Let `k` be the iteration that just ended and `k - 1` the one before it. An iteration is *silent* if it did nothing
//! that another thread can notice: no write to shared memory that changes it, no thread started, no lock taken or
//! given, no memory allocated, no barrier, no section begun or ended. The *state* is what the running function and the
//! memory of the thread hold, as far as anything depends on it that the thread still does
//! ([`matters`](crate::exec::liveness::Liveness::matters)). The thread may wait at the end of a silent iteration `k` if
//!
//! 1. *nothing changed*: the state is as it was at the head before `k`; or iteration `k - 1` was silent, too, and
//! 2. *both in vain*: the state is as it was at the head before `k - 1`; or
//! 3. *one instead of two*: for some number `n`, the thread takes the same steps from the state before `k - 1` to the
//!    state it is in now if its first `n` steps are those of `k - 1` and what follows is what `k` did from the `n`-th
//!    step on: the reads that `k` repeats return in `k - 1` what they returned in `k`. The `n`-th step stands neither
//!    inside an atomic section that the loop does not run in as a whole, nor among the parts of one access; or
//! 4. *one look instead of two*: behind the last read `q` before the loop the thread did nothing until now that others can notice, and
//!    some read `r` of `k` has the address of `q`. Had `q` returned what `r` did, the thread would have come to the head of the loop
//!    without another access and without a fence, and the state there, that of the callers included, would have been as it is now.
//!    Both reads stand outside of atomic sections, are whole accesses, and `r` belongs to no write; `r` may have the tags of `q` under the
//!    model ([`allows_to_become`](crate::model::Model::allows_to_become)), and acquires in the language if `q` does.
//!
//! # Why
//! Take an execution `E` with such an iteration. Leave out of it (1) the events of `k`, (2) those of `k - 1` and `k`,
//! (3) those of `k - 1` from the `n`-th on and those of `k` before the `n`-th. What is left, `E'`, is the rest of `E`
//! with all relations restricted to it:
//!
//! - It is an execution of the program. The thread takes the remaining steps from a state that agrees with that in `E`
//!   on all that matters; that is what (1), (2) and (3) say. The frames of the callers are suspended during the loop,
//!   so nothing else can hold a value that was read in it. No other thread notices, since the iterations are silent.
//! - It is consistent. No event moves: those that remain stand in the order in which they stood, with the same tags and
//!   the same fences around them, so that no read is carried across a fence, a lock, a start or a join. Every base
//!   relation of `E'` is that of `E` restricted to fewer events, and no axiom of a model that
//!   [is hereditary](crate::model::Model::is_hereditary) can fail there that held in `E`; under others no iteration is
//!   left out ([`under`]).
//!
//! In the fourth way `E'` is `E` without what the thread does from `q` to the end of `k`, but for `r`, which is from now on the read that
//! `q` was: it stands where `r` stood, returns what `r` returned, and has the tags of `q`.
//!
//! - It is an execution of the program: the thread reads where `q` read, finds what `r` found, and comes to the state that it has in `E` after
//!   `k` without another event. What was computed from the old value of `q` is not alive any more, or it would differ.
//! - It is consistent: but for the tags of one read it is `E` restricted to fewer events, and those tags forbid no more. So no read is
//!   carried over anything. Were another access made between `q` and the loop, it would have to stand behind `r` in `E'`; that is why there is
//!   none. What only the way of the old value led to (a read, a join) is left out with `q`.
//! - It has the races of the language that `E` has: a read that acquires no more than `r` makes no more happen before anything, and no fence
//!   of the source has come behind `r`.
//!
//! The solver does not look for it; the explorer does where executions that differ in how long somebody waited count once.
//!
//! A read-modify-write `r, w` that stores what it finds may be left out like a read under a model that orders the two
//! behind all that its thread does before: whoever reads from `w` reads the same value from the write `v` that `r` read
//! from, which stands right before `w` in coherence. That makes no order that was not there: what comes before `v`
//! came before `w`, through `rf` and the read-modify-write if `v` is another thread's, and through program order if it
//! is the same thread's. Other models may let `w` overtake what comes before `v`, or a later read of the same thread take
//! `w`'s value before `r` has its own; there such an iteration is silent only if the order of the read-modify-write is one
//! of those of which the model's file says that they may be left out in this way
//! ([`has_silent_updates`](crate::model::Model::has_silent_updates)); the argument stands there.
//!
//! # Dependencies
//! A thread that is in the same state may have come to it by other reads: `E'` may have dependencies that `E` does not have,
//! from a read that stays to what comes later, where in `E` that used the same value from a read that was left out. So
//! under a model that orders by dependencies ([`alike`]) the state is the same, and the steps are, only if every value that
//! matters, and every address and value of a step, is computed from the same reads or from none in `E'`, from constants and from what
//! the program leaves open; and the branches that led there looked at no other reads than those of `E`.
//!
//! # Writes that are taken back
//! An iteration `k` is also left out if (1) holds and all that it did that others can notice are read-modify-writes that
//! it took back: `r1, w1` and later `r2, w2` of the same location, where `r2` reads from `w1` and `w2` writes what `r1`
//! found. The condition is that nothing outside the iteration reads from `w1` in the whole execution, so it is not the
//! state that decides but the execution: such a thread *waits until it is noticed*. The argument is that for one
//! read-modify-write that stores what it finds, with `r1, w1, r2, w2` in the place of `r, w`: nothing comes between the
//! four in coherence, and whoever reads from `w2` reads the same value from the write `v` that `r1` read from. The solver
//! is told so in a clause (`sat/noticed.rs`), wherever in the execution the reading happens. The explorer lets the thread
//! go on once the graph has a read from `w1` (`explore/graph/idle.rs`). It would miss a read that hangs on what the
//! thread does after the iteration and returns `w1` all the same; a model that allows such a read, from one thread to
//! another, or through one or two others, is not given this rule ([`under`]).
//!
//! The second of the two may also be a store `s` of what `r1` found, a lock that is given back, under a model whose file says that this makes
//! no difference ([`has_silent_restores`](crate::model::Model::has_silent_restores)), if besides nothing comes between
//! `w1` and `s` in coherence; the clause of the solver says that, too. Such an `s` may be overtaken by what the thread does behind the iteration,
//! so that somebody hears of that first and finds `w1` then: at a bound, where nothing is behind it, that would be missed. So under a model that
//! allows it, a round must begin with a read-modify-write of the same place, before anything that others hear of and before the
//! loop is left: as it stores, `s` comes before its write in coherence, and that before what follows; where it fails, it has found a write that
//! `s` comes before, and what follows comes behind that. [`restores`] asks the model for both. The explorer unwinds such iterations: there a
//! write that comes between would have to be a cause of what the thread does next.
//!
//! # Stores of what is there
//! An iteration `k` is also left out if (1) holds and all that it did besides that others can notice are stores, each the only one of its place
//! in the iteration, that leave there what the iteration found, where only this thread writes, and by stores alone. Who reads from one of them reads the
//! same value from the write before it, under a model whose file says that this makes no difference
//! ([`has_silent_rewrites`](crate::model::Model::has_silent_rewrites)). Each is one event, outside of sections, and of an object that does not die, whose
//! cells would tell late accesses.
//!
//! Whether a store leaves what was there may hang on the path: then those paths on which it does are left out (the solver says so of values;
//! where it counts from which reads they come, the two have to be the same).
//!
//! Not so a store that changes something and is taken back by another store, or one of what others overwrite: whether somebody noticed may hang
//! on what the thread does behind the loop, where stores overtake one another or are read later, and at the bound of a loop nothing is behind it. Nor
//! may an iteration be left out because only such noticed it as are left out themselves: that others noticed these may come later, too.
//!
//! # Late reads
//! A read that is left out may be what is sought: one that reaches an object when it is dead ([`crate::exec::lifetime`]), where a read may be
//! overtaken by what its thread does next. So an iteration with a read that may be late is not silent there, unless the read is of
//! the place that the iteration reads first: from the same state the thread reads that again, if it goes on, and finds nothing older.
//!
//! What is left has what is sought: a violation, an exceeded bound elsewhere, the end of another thread are in it as in `E`. Not so a
//! data race with an access that is left out: where races are looked for, it must have none
//! (`explore/threads/left_out.rs`; the solver does not look for them).
//!
//! `E'` has fewer events, so leaving out ends, and what is found without waiting iterations is all there is to find. A
//! retry of a compare-and-exchange with the value it found is (3): the second failure could have been the first; and the first is (4), if
//! the value that it expected comes from a read right before the loop.
//! A thread that waits may still be woken: what its reads return is decided like that of any other read.

use crate::exec::bounds::{Alike, Attempts, Restores, Waiting};
use crate::exec::mapping::{Mapping, Operation};
use crate::ids::EventId;
use crate::ir::{Order, Program};
use crate::model::graph::EventGraph;
use crate::model::{Choices, Model, Tag, holds};

/// Which iterations of a program may be left out under a model.
pub fn under(model: &Model, program: &Program) -> Waiting {
    let mapping = Mapping::of(model);
    if !model.is_hereditary(&program.sets()) {
        return Waiting::Unwound;
    }
    // What follows knows the orders, and not what accesses are marked as beside them.
    if program.sites.iter().any(|site| site.marks.iter().any(|mark| model.has_set(mark))) {
        return Waiting::Silent(Vec::new());
    }
    let follow = different(mapping).into_iter().all(|order| follows(model, mapping, order));
    let is_silent = |order: &Order| follow || model.has_silent_updates(order.name());
    let silent: Vec<Order> = Order::ALL.iter().copied().filter(is_silent).collect();
    let are_all = silent.len() == Order::ALL.len();
    let is_late = |between: &u32| notices_late(model, mapping, (*between, Back::Update));
    match are_all && !NOTICED_LATE.iter().any(is_late) {
        true => Waiting::TakenBack,
        false => Waiting::Silent(silent),
    }
}

/// Which attempts need not be followed, of a program whose iterations are left out in this way. What a read-modify-write that is left
/// out for storing what it finds asks of a model is asked for each; the rest is what [`holds_places`] asks.
pub fn attempts(model: &Model, waiting: &Waiting) -> Attempts {
    // A read-modify-write of the language has one of these orders.
    let atomic = [Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst];
    let are_all = atomic.iter().all(|order| waiting.is_silent(*order));
    match waiting {
        Waiting::TakenBack => Attempts::Everywhere,
        Waiting::Silent(_) if are_all && holds_places(model) => Attempts::Coherent,
        Waiting::Unwound | Waiting::Silent(_) => Attempts::Followed,
    }
}

/// Whether the accesses that one thread makes to one place are in order, whatever they are marked as, and nothing comes between the halves of a
/// read-modify-write.
fn holds_places(model: &Model) -> bool {
    let mapping = Mapping::of(model);
    let kinds = [Operation::Load, Operation::Store, Operation::Rmw];
    let all = kinds.iter().flat_map(|kind| Order::ALL.iter().map(|order| &mapping.get(*kind, *order).tags));
    let mut marks: Vec<&Vec<Tag>> = all.collect();
    marks.sort();
    marks.dedup();
    let tag = |graph: &mut EventGraph, event: EventId, tags: &[Tag]| {
        tags.iter().for_each(|tag| graph.tag(event, *tag));
    };
    let pairs = || marks.iter().flat_map(|first| marks.iter().map(move |second| (*first, *second)));
    let reads = pairs().any(|(first, second)| {
        let mut graph = EventGraph::new(1);
        let write = graph.write(0, 0);
        let (new, old) = (graph.read(1, 0), graph.read(1, 0));
        graph.reads_from(new, write);
        tag(&mut graph, new, first);
        tag(&mut graph, old, second);
        holds(model, &mut graph.ground())
    });
    let behind = pairs().any(|(first, second)| {
        let mut graph = EventGraph::new(1);
        let (read, write) = graph.rmw(0, 0);
        let old = graph.read(0, 0);
        tag(&mut graph, read, first);
        tag(&mut graph, write, first);
        tag(&mut graph, old, second);
        holds(model, &mut graph.ground())
    });
    let writes = pairs().any(|(first, second)| {
        let mut graph = EventGraph::new(1);
        let (early, late) = (graph.write(0, 0), graph.write(0, 0));
        tag(&mut graph, early, first);
        tag(&mut graph, late, second);
        graph.order_writes(&[late, early]);
        holds(model, &mut graph.ground())
    });
    let both = pairs().any(|(first, second)| {
        let mut graph = EventGraph::new(1);
        for (thread, tags) in [first, second].into_iter().enumerate() {
            let (read, write) = graph.rmw(thread as u32, 0);
            tag(&mut graph, read, tags);
            tag(&mut graph, write, tags);
        }
        holds(model, &mut graph.ground())
    });
    !reads && !behind && !writes && !both
}

/// What must be the same under a model for an iteration to be left out.
pub fn alike(model: &Model) -> Alike {
    match (model.leans_on_dependencies(), model.choices()) {
        (false, _) => Alike::Values,
        (true, Choices::Branch) => Alike::Sources,
        (true, Choices::Nothing) => Alike::SourcesOfTheChosen,
    }
}

/// The orders, those left out of which the mapping makes the same read-modify-write as of an earlier one: what follows looks at
/// nothing else of an order.
fn different(mapping: Mapping<'_>) -> Vec<Order> {
    let mapped = |order: &Order| mapping.get(Operation::Rmw, *order);
    let is_first = |index: usize| !Order::ALL[..index].iter().any(|other| mapped(other) == mapped(&Order::ALL[index]));
    (0..Order::ALL.len()).filter(|index| is_first(*index)).map(|index| Order::ALL[index]).collect()
}

/// So many threads pass on the news before somebody looks.
const NOTICED_LATE: [u32; 3] = [0, 1, 2];

/// By what a thread takes back what a read-modify-write did, and what it does before others hear of it.
#[derive(Clone, Copy)]
enum Back {
    /// By another one.
    Update,
    /// By a store.
    Store(Order),
    /// By a store, behind which it changes the place again.
    StoreAndUpdate(Order),
    /// By a store, behind which it finds what somebody else has left there since, and fails.
    StoreAndFailure(Order),
}

/// Of which orders a store may take back what a read-modify-write did.
pub fn restores(model: &Model) -> Restores {
    if !model.has_silent_restores() {
        return Restores::default();
    }
    let mapping = Mapping::of(model);
    let notices = |back: Back| NOTICED_LATE.iter().any(|between| notices_late(model, mapping, (*between, back)));
    let (anywhere, others): (Vec<Order>, Vec<Order>) =
        Order::ALL.iter().partition(|order| !notices(Back::Store(**order)));
    let again = |order: &Order| !notices(Back::StoreAndUpdate(*order)) && !notices(Back::StoreAndFailure(*order));
    Restores { anywhere, taken_again: others.into_iter().filter(again).collect() }
}

/// Whether a thread may find what another one has already taken back, having learnt, through so many others, of what
/// that one did afterwards.
fn notices_late(model: &Model, mapping: Mapping<'_>, (between, back): (u32, Back)) -> bool {
    different(mapping).into_iter().any(|order| {
        let mut graph = EventGraph::new(between + 2);
        let (_, changed) = update(&mut graph, mapping, order);
        take_back(&mut graph, mapping, (changed, order, between + 2), back);
        let mut news = graph.write(0, 1);
        for thread in 1..=between {
            let heard = graph.read(thread, thread);
            graph.reads_from(heard, news);
            news = graph.write(thread, thread + 1);
        }
        let heard = graph.read(between + 1, between + 1);
        graph.reads_from(heard, news);
        let late = graph.read(between + 1, 0);
        graph.reads_from(late, changed);
        holds(model, &mut graph.ground())
    })
}

/// A read-modify-write of the first thread and the first location: its read and its write.
fn update(graph: &mut EventGraph, mapping: Mapping<'_>, order: Order) -> (EventId, EventId) {
    let (read, write) = graph.rmw(0, 0);
    for tag in &mapping.get(Operation::Rmw, order).tags {
        graph.tag(read, *tag);
        graph.tag(write, *tag);
    }
    (read, write)
}

/// One that finds what an earlier event of the thread has left there.
fn update_from(graph: &mut EventGraph, mapping: Mapping<'_>, order: Order, left: EventId) {
    let (read, _) = update(graph, mapping, order);
    graph.reads_from(read, left);
}

/// What the first thread does behind a change of this order, where another thread may come in.
fn take_back(graph: &mut EventGraph, mapping: Mapping<'_>, (changed, order, other): (EventId, Order, u32), back: Back) {
    let (Back::Store(stored) | Back::StoreAndUpdate(stored) | Back::StoreAndFailure(stored)) = back else {
        update_from(graph, mapping, order, changed);
        return;
    };
    let mapped = mapping.get(Operation::Store, stored);
    for kind in &mapped.before {
        graph.fence(0, &mapping.kind_sets(*kind));
    }
    let store = graph.write(0, 0);
    mapped.tags.iter().for_each(|tag| graph.tag(store, *tag));
    for kind in &mapped.after {
        graph.fence(0, &mapping.kind_sets(*kind));
    }
    match back {
        Back::Update | Back::Store(_) => {}
        Back::StoreAndUpdate(_) => update_from(graph, mapping, order, store),
        Back::StoreAndFailure(_) => {
            let since = graph.write(other, 0);
            let read = graph.read(0, 0);
            graph.reads_from(read, since);
        }
    }
}

/// Whether a read-modify-write of this strength comes after the writes before it in its thread: if another thread has
/// read from it and then looks at what was written before, it finds that.
fn follows(model: &Model, mapping: Mapping<'_>, order: Order) -> bool {
    let mapped = mapping.get(Operation::Rmw, order);
    let mut graph = EventGraph::new(2);
    graph.write(0, 0);
    for kind in &mapped.before {
        graph.fence(0, &mapping.kind_sets(*kind));
    }
    let (read, write) = graph.rmw(0, 1);
    for tag in &mapped.tags {
        graph.tag(read, *tag);
        graph.tag(write, *tag);
    }
    let flag = graph.read(1, 1);
    graph.reads_from(flag, write);
    let late = graph.read(1, 0);
    graph.keep(flag, late);
    !holds(model, &mut graph.ground())
}

/// The ends of the last two iterations of a loop, as one engine has them. An answer is a condition: that of the paths
/// (unfolding) or simply yes or no (exploration).
pub trait Ends {
    type Answer: Copy;

    /// Whether the answer is: always.
    fn is_always(&self, answer: Self::Answer) -> bool;

    fn either(&mut self, a: Self::Answer, b: Self::Answer) -> Self::Answer;

    /// Whether the last iteration is silent only because it takes back what it wrote.
    fn takes_back(&self) -> bool;

    /// Whether the state is as it was before the last iteration.
    fn nothing_changed(&mut self) -> Self::Answer;

    /// How many steps each of the last two iterations took, if both were silent and took as many: none that could find something else, where
    /// neither has read anything.
    fn steps(&mut self) -> Option<usize>;

    /// Whether the state is as it was before the last two iterations. Asked only if there are [`Ends::steps`].
    fn both_in_vain(&mut self) -> Self::Answer;

    /// Whether the iteration before the last takes the thread where it is now, had its reads from this step on returned
    /// what those of the last one did.
    fn one_instead_of_two(&mut self, from: usize) -> Self::Answer;

    /// Whether the thread would have come to the loop as it is now, had the read right before the loop returned what one of
    /// the last iteration did; none where nobody looks.
    fn read_at_once(&mut self) -> Option<Self::Answer> {
        None
    }
}

/// Steps at which an iteration may be cut for the third way. Real retry loops have fewer reads.
const CUTS: usize = 12;

/// When the thread may wait here instead of repeating the loop.
pub fn may_wait<E: Ends>(ends: &mut E) -> E::Answer {
    let mut answer = ends.nothing_changed();
    if ends.is_always(answer) || ends.takes_back() {
        return answer;
    }
    if let Some(at_once) = ends.read_at_once() {
        answer = ends.either(answer, at_once);
    }
    let Some(steps) = ends.steps() else { return answer };
    let both = ends.both_in_vain();
    answer = ends.either(answer, both);
    for from in 0..steps.min(CUTS) {
        if ends.is_always(answer) {
            break;
        }
        let one = ends.one_instead_of_two(from);
        answer = ends.either(answer, one);
    }
    answer
}
