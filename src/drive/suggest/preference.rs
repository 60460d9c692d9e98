//! Which of two repairs is the better one: what a fence costs at a place, and how good the place is.
//!
//! In: a program that was read, a model, the objective and what the user prefers. Out: for each fence point whether it
//! may be used, and the [`Weight`] of a fence there. It must not know solvers or how a repair is searched.
//!
//! # The order
//! Repairs are compared by these sums over their fences, one after the other:
//! 1. with the objective `fences` their number, with `cost` their cost. A fence in the body of a macro counts once for
//!    every use of the macro.
//! 2. the other of the two.
//! 3. how much of it is not in the text already, where what is there takes part.
//! 4. the project's text before headers of the system.
//! 5. the function: one that others call (the lock, the structure), then one that threads start in, then one that
//!    starts threads or that the program starts in (the harness). One that is no more than a macro would be is as its callers are.
//! 6. of those that others call the deeper one, with more calls between it and where threads start: the lock before its clients.
//! 7. the form: a statement among others, then one that needs braces, then one within a statement expression, then the end of the
//!    expression that a `for` begins with, then any other expression.
//! 8. the `#if`s around it in its function, for in another configuration it is not there.
//! 9. the loops around it in its function, and around the calls of one that loops ask whether they go on: such a function counts as
//!    the place where it is called in 5 and 6, too.
//! 10. the file's own text before the body of a macro, and before a function that is no more than a macro would be: one that makes no
//!     access, or one to an address and with a value that it is given.
//! 11. how far it is from the end of its thread: a later place is nearer to the access that must wait.
//!
//! What counts several times, in the body of a macro (or of a function around an access whose order the callers choose) that is used so often, does so at each level: as many fences
//! in the text would.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use wildmatch::WildMatch;

use crate::diag::{Diagnostic, Sources, Span};
use crate::drive::Request;
use crate::drive::outcome::Objective;
use crate::frontend::{Unit, conditionals, foreign_directories};
use crate::ids::{FenceId, FuncId, PointId, SiteId};
use crate::ir::{
    Among, Callee, FencePoint, Function, Op, Order, Orders, Placement, Program, Shared, SiteKind, Uses, WrittenOrder,
};
use crate::model::{HIGHEST_COST, Model};
use crate::synth::Weight;
use crate::synth::oracle::FINE_LEVELS;

use super::alike;
use super::calls::Calls;
use super::depth::{self, Part};
use super::edits::Edit;
use super::existing::Existing;
use super::guards::{guards, loops_around};
use super::roles::Role;

/// What the user says about costs and places.
#[derive(Clone, Debug, Default)]
pub struct Preference {
    /// Costs of fence kinds that replace those of the model.
    pub costs: Vec<(String, u32)>,
    /// A fence on this line costs this many times as much: the end of a path, the line, the factor.
    pub weights: Vec<(String, u32, u32)>,
    /// Fences may stand only where one of these names the function or the file; empty is anywhere.
    pub only_in: Vec<String>,
    /// Fences may not stand where one of these names the function or the file.
    pub not_in: Vec<String>,
}

impl Preference {
    /// Whether it forbids places.
    pub fn restricts(&self) -> bool {
        !self.only_in.is_empty() || !self.not_in.is_empty()
    }

    /// Whether it has costs of its own.
    pub fn weighs(&self) -> bool {
        !self.costs.is_empty() || !self.weights.is_empty()
    }

    /// The same with the model's costs.
    pub fn unweighted(&self) -> Preference {
        Preference { costs: Vec::new(), weights: Vec::new(), ..self.clone() }
    }

    /// The same without what it forbids.
    pub fn anywhere(&self) -> Preference {
        Preference { only_in: Vec::new(), not_in: Vec::new(), ..self.clone() }
    }
}

/// What is known of a point.
#[derive(Clone, Debug)]
struct Place {
    role: Role,
    /// It is in a header of the system.
    foreign: bool,
    /// Its function is no more than a macro would be.
    primitive: bool,
    /// How many calls fewer than the deepest function its function is away from where threads start.
    shallow: u64,
    /// How many conditional parts of its function are around it.
    conditionals: u64,
    /// How many loops are around it.
    loops: u64,
    uses: Option<Uses>,
    /// The last function whose calls are among the uses.
    counted: Option<usize>,
    form: u64,
    factor: u64,
    allowed: bool,
}

impl Place {
    fn new(uses: Option<Uses>, form: u64) -> Place {
        Place {
            role: Role::Called,
            foreign: false,
            primitive: false,
            shallow: 0,
            conditionals: 0,
            loops: 0,
            uses,
            counted: None,
            form,
            factor: 1,
            allowed: true,
        }
    }
}

impl Place {
    /// Has it count once for every call of the function of this number that it is in; a text may make several functions.
    fn count_calls(&mut self, function: usize, calls: usize) {
        if self.counted != Some(function) {
            let before = self.uses.map_or(0, |uses| uses.count);
            let count = before.saturating_add(u32::try_from(calls).unwrap_or(u32::MAX));
            (self.uses, self.counted) = (Some(Uses { of: Shared::Wrapper, count: count.max(1) }), Some(function));
        }
    }
}

/// Whether a function is written in the place of an access: what is in it is so for each call.
fn stands_for_an_access(function: &Function, part: Part) -> bool {
    part == Part::Primitive && !function.params.is_empty()
}

/// The first access with the order of an instruction's access, where that is written.
fn access<'p>(program: &'p Program, op: &Op) -> Option<(SiteId, &'p WrittenOrder)> {
    match op {
        Op::Load { site, .. } | Op::Store { site, .. } | Op::Rmw { site, .. } | Op::CompareExchange { site, .. } => {
            program.orders.get(site).map(|written| (written.first, written))
        }
        _ => None,
    }
}

/// The same of the instructions where the order is said: the access, or the call of the function that makes it.
fn speaker<'p>(program: &'p Program, op: &Op) -> Option<(SiteId, &'p WrittenOrder)> {
    match op {
        Op::Call { callee: Callee::Direct(callee), .. } => {
            let mut within = program.function(*callee).code.iter().filter_map(|instr| access(program, &instr.op));
            within.find(|(_, written)| written.at_call)
        }
        op => access(program, op).filter(|(_, written)| !written.at_call),
    }
}

/// What fences cost at the points of one program.
#[derive(Clone, Debug)]
pub struct Judge {
    objective: Objective,
    places: Vec<Place>,
    /// Of the accesses whose order is written.
    accesses: BTreeMap<SiteId, Place>,
    /// By fence kind.
    costs: Vec<u64>,
    /// Of orders that accesses are raised to.
    raises: Vec<((SiteKind, Order), u64)>,
    kinds: BTreeMap<SiteId, SiteKind>,
    /// What is in the text already.
    existing: Existing,
}

impl Judge {
    /// # Errors
    /// A fence kind that the model does not have; a line without a place for a fence; a name that fits nothing.
    pub fn new(
        (unit, existing): (&Unit, &Existing),
        request: &Request,
        objective: Objective,
        wanted: &Preference,
    ) -> Result<Judge, Diagnostic> {
        let model = &request.model;
        let program = &unit.program;
        wanted.costs.iter().try_for_each(|(name, _)| has_fence(model, name))?;
        let costs = wanted.costs.iter().map(|(_, cost)| cost);
        if let Some(high) = costs.chain(wanted.weights.iter().map(|(.., factor)| factor)).find(|n| **n > HIGHEST_COST) {
            return Err(Diagnostic::error(format!(
                "a fence cannot cost {high}, nor so many times as much as elsewhere"
            ))
            .help(format!("costs and factors are whole numbers from 1 to {HIGHEST_COST}")));
        }
        let costs = model.fences().iter().map(|kind| {
            let given = wanted.costs.iter().rev().find(|(name, _)| kind.name == **name);
            u64::from(given.map_or(kind.cost, |(_, cost)| *cost))
        });
        let mut places: Vec<Place> = program.points.iter().map(|point| Place::new(point.uses, form(point))).collect();
        let calls = Calls::of(program);
        let guards = guards(program, &calls);
        let depths = depth::depths(program, &calls, &guards);
        let foreign = foreign_directories(&request.path, &request.read);
        let is_foreign = |span: Option<Span>| {
            let path = span.map(|span| unit.sources.path(span.file));
            path.is_some_and(|path| foreign.iter().any(|directory| path.starts_with(directory)))
        };
        let is_lost =
            |span: Option<Span>| model.raises_orders() && span.is_some_and(|span| program.may_be_renamed(span));
        let mut fits = Fits::new(wanted);
        let mut accesses: BTreeMap<SiteId, Place> = BTreeMap::new();
        for (number, ((function, guard), depth)) in program.functions.iter().zip(guards).zip(depths).enumerate() {
            let role = depth.role;
            let is_called = guard.role == Role::Called;
            let loops = |index| guard.loops + loops_around(function, index);
            // Of the others the role says enough.
            let shallow = if role == Role::Called { depth.shallow } else { 0 };
            for (index, instruction) in function.code.iter().enumerate() {
                if let Some((site, written)) = speaker(program, &instruction.op) {
                    let place = accesses.entry(site).or_insert_with(|| Place::new(written.uses, 0));
                    place.role = place.role.max(role);
                    place.shallow = place.shallow.max(shallow);
                    place.loops = place.loops.max(loops(index));
                    place.foreign = is_foreign(Some(written.span));
                    place.allowed &= fits.allows(function, Some(written.span), &unit.sources);
                }
                let Op::FencePoint(point) = instruction.op else { continue };
                let place = &mut places[point.index()];
                place.role = place.role.max(role);
                place.shallow = place.shallow.max(shallow);
                place.primitive |= is_called && matches!(depth.part, Part::Primitive | Part::Idle);
                let is_counted = program.point(point).uses.is_some() || existing.at(point).is_some();
                if is_called && stands_for_an_access(function, depth.part) && !is_counted {
                    place.count_calls(number, calls.to(FuncId::from_index(number)).len());
                }
                place.loops = place.loops.max(loops(index));
                let span = program.point(point).placement.span();
                place.foreign = is_foreign(span);
                place.conditionals = conditionals_around(function, span, &unit.sources);
                // The body of a macro stands in every function that uses it.
                place.allowed &= fits.allows(function, span, &unit.sources);
                // What is evaluated when is open where such a function is called.
                place.allowed &= depth.part != Part::Idle;
                // Where the name of a function says its order, the call of another one has no fence that is in it.
                place.allowed &= !is_lost(span);
            }
        }
        // What is there may stay wherever it is.
        places.iter_mut().enumerate().for_each(|(point, place)| {
            place.allowed |= existing.at(PointId::from_index(point)).is_some();
        });
        accesses.iter_mut().for_each(|(site, place)| place.allowed |= existing.orders_of(*site).is_some());
        fits.all_used()?;
        weigh_lines(&mut places, program, &unit.sources, &wanted.weights)?;
        let raise =
            |kind| Order::ALL.iter().filter_map(move |order| Some(((kind, *order), alike::cost(model, kind, *order)?)));
        let raises = [SiteKind::Load, SiteKind::Store, SiteKind::Rmw].into_iter().flat_map(raise).collect();
        let kinds = program.orders.values().map(|written| (written.first, program.site(written.first).kind)).collect();
        let existing = existing.clone();
        Ok(Judge { objective, places, accesses, costs: costs.collect(), raises, kinds, existing })
    }

    /// Whether a fence may stand there.
    pub fn allows(&self, point: PointId) -> bool {
        self.places[point.index()].allowed
    }

    /// How often a fence there counts.
    pub fn count(&self, point: PointId) -> u64 {
        self.uses(point).map_or(1, |uses| u64::from(uses.count))
    }

    /// What a fence of a kind costs there.
    pub fn cost(&self, point: PointId, kind: FenceId) -> u64 {
        self.costs[kind.index()] * self.places[point.index()].factor * self.count(point)
    }

    /// The function that a point is in, by its role.
    pub fn role(&self, point: PointId) -> Role {
        self.places[point.index()].role
    }

    /// How often the body is used that a point is in.
    pub fn uses(&self, point: PointId) -> Option<Uses> {
        self.places[point.index()].uses
    }

    /// Whether a fence there becomes a part of an expression.
    pub fn in_expression(&self, point: PointId) -> bool {
        matches!(self.places[point.index()].form, FIRST_CLAUSE | EXPRESSION)
    }

    /// Whether the order of an access may be raised.
    pub fn allows_raise(&self, site: SiteId) -> bool {
        self.accesses.get(&site).is_some_and(|place| place.allowed)
    }

    /// What it costs to raise an access to these orders. The one where an exchange fails costs half as much as elsewhere: it counts on
    /// one of two ways only, and the other order is no weaker.
    fn raise_cost(&self, site: SiteId, orders: Orders) -> u64 {
        let cost = |order| {
            let kind = self.kinds.get(&site)?;
            let found = self.raises.iter().find(|(other, _)| *other == (*kind, order));
            found.map(|(_, cost)| *cost)
        };
        cost(orders.order).unwrap_or(0) + orders.failure.and_then(cost).map_or(0, |failure| failure.div_ceil(2))
    }

    /// How often the macro is used in whose body the order of an access stands.
    pub fn order_uses(&self, site: SiteId) -> Option<Uses> {
        self.accesses.get(&site).and_then(|place| place.uses)
    }

    /// How often other orders there count.
    pub fn order_count(&self, site: SiteId) -> u64 {
        self.order_uses(site).map_or(1, |uses| u64::from(uses.count))
    }

    /// What it costs to have these orders there.
    pub fn order_cost(&self, site: SiteId, orders: Orders) -> u64 {
        self.raise_cost(site, orders) * self.order_count(site)
    }

    /// The orders that were there and take part.
    pub fn had(&self, site: SiteId) -> Option<Orders> {
        self.existing.orders_of(site)
    }

    /// The weight of raised orders.
    pub fn raise_weight(&self, site: SiteId, orders: Orders) -> Weight {
        let place = self.accesses.get(&site);
        let (role, shallow, loops) =
            place.map_or((Role::Called, 0, 0), |place| (place.role, place.shallow, place.loops));
        let foreign = u64::from(place.is_some_and(|place| place.foreign));
        let new = self.is_new(Edit::Order { site, orders });
        let in_macro = u64::from(self.order_uses(site).is_some());
        self.ranked(
            (self.order_count(site), self.order_cost(site, orders)),
            [new, foreign, role.weight(), shallow, 0, 0, loops, in_macro, 0],
        )
    }

    /// 1 for what is not in the text already.
    fn is_new(&self, edit: Edit) -> u64 {
        u64::from(!self.existing.has(edit))
    }

    /// The weight of an edit by its number, its cost and its place, which counts as often as the edit does.
    fn ranked(&self, (count, cost): (u64, u64), place: [u64; FINE_LEVELS]) -> Weight {
        let fine = place.map(|level| level * count);
        let (main, other) = match self.objective {
            Objective::Fences | Objective::Pairs => (count, cost),
            Objective::Cost => (cost, count),
        };
        Weight { main, other, fine }
    }

    /// The weight of a fence: `left` accesses of its thread stand behind it.
    pub fn weight(&self, point: PointId, kind: FenceId, left: u64) -> Weight {
        let place = &self.places[point.index()];
        let (count, cost) = (self.count(point), self.cost(point, kind));
        let new = self.is_new(Edit::Fence { point, kind });
        let in_macro = u64::from(place.uses.is_some() || place.primitive);
        let foreign = u64::from(place.foreign);
        let (role, shallow, conditionals) = (place.role.weight(), place.shallow, place.conditionals);
        let levels = [new, foreign, role, shallow, place.form, conditionals, place.loops, in_macro, left];
        self.ranked((count, cost), levels)
    }
}

/// # Errors
/// The model has no such kind of fence.
pub fn has_fence(model: &Model, name: &str) -> Result<(), Diagnostic> {
    if model.fence(name).is_some() {
        return Ok(());
    }
    let known: Vec<&str> = model.fences().iter().map(|kind| kind.name.name()).collect();
    Err(Diagnostic::error(format!("the model {} has no fence `{name}`", model.name()))
        .help(format!("its fences: {}", known.join(", "))))
}

/// A fence in an expression is worse than several that need braces.
const EXPRESSION: u64 = 16;

/// Behind the expression that a `for` begins with control passes once, and before its condition in each round.
const FIRST_CLAUSE: u64 = EXPRESSION / 2;

/// A statement within a statement expression is worse than one that needs braces.
const INNER: u64 = 2;

fn form(point: &FencePoint) -> u64 {
    let inner = match point.among {
        Among::Function => 0,
        Among::Expression => INNER,
    };
    match point.placement {
        Placement::Statement { .. } | Placement::Order { .. } | Placement::Access { .. } | Placement::None => inner,
        Placement::Braced { .. } | Placement::BracedEnd { .. } => 1 + inner,
        Placement::CommaEnd { .. } => FIRST_CLAUSE,
        Placement::Comma { .. } => EXPRESSION,
        Placement::Split { .. } => 4 * EXPRESSION,
    }
}

/// How many conditional parts of a function are around a place in its text.
fn conditionals_around(function: &Function, place: Option<Span>, sources: &Sources) -> u64 {
    match (function.span, place) {
        (Some(function), Some(place)) if function.file == place.file && function.start < place.start => {
            conditionals::depth(&sources.file(place.file).text, function.start as usize, place.start as usize)
        }
        // In the body of a macro.
        _ => 0,
    }
}

/// The names that the user gave for places, and which of them fit something.
struct Fits {
    only: Vec<(String, WildMatch, bool)>,
    never: Vec<(String, WildMatch, bool)>,
}

impl Fits {
    fn new(wanted: &Preference) -> Fits {
        let patterns =
            |names: &[String]| names.iter().map(|name| (name.clone(), WildMatch::new(name), false)).collect::<Vec<_>>();
        Fits { only: patterns(&wanted.only_in), never: patterns(&wanted.not_in) }
    }

    /// Whether a fence may stand at this place in this function.
    fn allows(&mut self, function: &Function, span: Option<Span>, sources: &Sources) -> bool {
        let fit = |patterns: &mut Vec<(String, WildMatch, bool)>| {
            let mut any = false;
            for (_, pattern, used) in patterns {
                if pattern.matches(&function.name) || span.is_some_and(|span| is_file(pattern, span, sources)) {
                    (*used, any) = (true, true);
                }
            }
            any
        };
        let wanted = self.only.is_empty() || fit(&mut self.only);
        let unwanted = fit(&mut self.never);
        wanted && !unwanted
    }

    fn all_used(&self) -> Result<(), Diagnostic> {
        let patterns =
            self.only.iter().map(|p| ("--fences-in", p)).chain(self.never.iter().map(|p| ("--no-fences-in", p)));
        match patterns.into_iter().find(|(_, (_, _, used))| !used) {
            None => Ok(()),
            Some((option, (name, ..))) => Err(Diagnostic::error(format!(
                "`{option} {name}` fits no function and no file in which a fence could stand"
            ))
            .help("give the name of a function, or the end of a file's path; `*` and `?` stand for anything")),
        }
    }
}

/// Whether a pattern names the file of a place: its whole path, or the end of it from a component on.
fn is_file(pattern: &WildMatch, span: Span, sources: &Sources) -> bool {
    let path = sources.path(span.file).to_string_lossy();
    let ends = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    std::iter::once(&*path).chain(ends).any(|end| pattern.matches(end))
}

/// Multiplies the cost of the places on the lines that the user weighs.
fn weigh_lines(
    places: &mut [Place],
    program: &Program,
    sources: &Sources,
    weights: &[(String, u32, u32)],
) -> Result<(), Diagnostic> {
    for (file, line, factor) in weights {
        let mut found = false;
        for (place, point) in places.iter_mut().zip(&program.points) {
            let Some(span) = point.placement.span() else { continue };
            let here = sources.position(span.file, span.start).line == *line;
            if here && sources.path(span.file).ends_with(file) {
                (place.factor, found) = (u64::from(*factor), true);
            }
        }
        if !found {
            return Err(Diagnostic::error(format!("no fence could stand at {file}:{line}"))
                .help("`--weight FILE:LINE=N` takes a line before whose first statement a fence could stand"));
        }
    }
    Ok(())
}

/// How good a place is: what a fence weighs there, and then the later one.
pub type Rank = (Weight, Reverse<usize>);

/// How good a point is that is first used at this place of its thread.
pub fn rank(judge: &Judge, point: PointId, kind: FenceId, at: usize) -> Rank {
    (judge.weight(point, kind, 0), Reverse(at))
}
