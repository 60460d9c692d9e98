//! The mutexes of which the program asks whether they are free.
//!
//! In: the units of a program, and the mutex of a wait. Out: whether somebody may ask for that one. It must not know what a wait is, nor
//! what hangs on the answer.
//!
//! # The rule
//! Somebody asks where a function is named that answers whether a mutex is free, or gives up where it is not, outside of all functions
//! or in one that may run. One may run that is named where something runs, or outside of all functions, or that runs by an attribute, or
//! is called `main`; names are looked for in all of the text, whatever its conditions say. An asker asks for another mutex only if both
//! are said to lie in variables that last, by their names, and these are two: then they are two objects. What is asked for through a
//! pointer may be any, and so may be one that is read: whose address leads to something of another type, whose bytes are compared or
//! copied, or that lies in a `union` with something else.

use std::collections::HashSet;

use crate::frontend::link::links::{Home, Links};
use crate::frontend::text::positions::Range;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{
    Conversion, DeclId, DeclKind, ExprId, ExprKind, Linkage, RecordKind, StorageDuration, TypeId, UnaryOp,
};
use crate::frontend::typed::types::Shape;

/// Functions that read bytes of any object.
const READS: [&str; 6] = ["memcmp", "bcmp", "memcpy", "memmove", "mempcpy", "bcopy"];

/// What the program asks for.
#[derive(Debug, Default)]
pub struct AskedMutexes {
    /// Somewhere it may ask for any.
    any: bool,
    variables: HashSet<Home>,
}

/// The bodies of a unit's functions, in the order in which they are written.
struct Bodies(Vec<(Range, DeclId)>);

/// What a unit names, each with the function in whose body that stands, if it stands in one.
struct Mentions {
    functions: Vec<(Option<DeclId>, DeclId)>,
    /// The mutexes of calls that ask.
    asked_for: Vec<(Option<DeclId>, ExprId)>,
    /// Where what a mutex is made of may be read.
    looks: Vec<Option<DeclId>>,
}

impl AskedMutexes {
    /// Whether somebody may ask for the mutex in this variable; for any, where no variable is known.
    pub fn may_have(&self, variable: Option<Home>) -> bool {
        self.any || variable.map_or(!self.variables.is_empty(), |variable| self.variables.contains(&variable))
    }
}

/// Finds what a program asks for.
pub fn find(units: &[Input<'_>], links: &Links) -> AskedMutexes {
    let mentions: Vec<Mentions> = units.iter().map(Mentions::of).collect();
    let running = may_run(units, links, &mentions);
    let mut asked = AskedMutexes::default();
    for (unit, Mentions { functions, asked_for, looks }) in mentions.iter().enumerate() {
        let input = &units[unit];
        if input.own {
            continue;
        }
        let runs = |function: &Option<DeclId>| function.is_none_or(|decl| running.contains(&Home { unit, decl }));
        let mut named = functions.iter().filter(|(around, named)| runs(around) && asks(input.name(*named))).count();
        for (_, mutex) in asked_for.iter().filter(|(around, _)| runs(around)) {
            named -= 1;
            match variable_of(units, links, unit, *mutex) {
                Some(variable) => drop(asked.variables.insert(variable)),
                None => asked.any = true,
            }
        }
        // One that is named without being called may be called with any mutex.
        asked.any |= named > 0 || looks.iter().any(runs);
    }
    asked
}

/// The variable that lasts in which lies what an expression of a unit is the address of.
pub fn variable_of(units: &[Input<'_>], links: &Links, unit: usize, address: ExprId) -> Option<Home> {
    let input = &units[unit];
    let mut expr = address;
    while let ExprKind::Cast(inner) | ExprKind::Convert { operand: inner, .. } = input.tast[expr].kind {
        expr = inner;
    }
    let ExprKind::Unary { op: UnaryOp::AddrOf, operand: mut place } = input.tast[expr].kind else { return None };
    while let ExprKind::Member { base, .. } = input.tast[place].kind {
        place = base;
    }
    let ExprKind::Decl(decl) = input.tast[place].kind else { return None };
    let declared = &input.tast[decl];
    let lasts = declared.kind == DeclKind::Object && declared.duration == StorageDuration::Static;
    let home = match declared.linkage {
        Linkage::External => links.home(input.name(decl))?,
        Linkage::Internal | Linkage::None => Home { unit, decl },
    };
    // Two names may be those of one object.
    let has_other_name = declared.alias.is_some() || units[home.unit].tast[home.decl].alias.is_some();
    (lasts && !has_other_name).then_some(home)
}

/// The functions that may run.
fn may_run(units: &[Input<'_>], links: &Links, mentions: &[Mentions]) -> HashSet<Home> {
    let mut found: Vec<Home> = links.home("main").into_iter().collect();
    for (unit, Mentions { functions, .. }) in mentions.iter().enumerate() {
        let input = &units[unit];
        // The tool's own functions run for the program's.
        let outside = functions.iter().filter(|(around, _)| around.is_none() || input.own).map(|(_, named)| *named);
        found.extend(outside.chain(by_attributes(input)).flat_map(|decl| meant_by(units, links, Home { unit, decl })));
    }
    let mut running = HashSet::new();
    while let Some(home) = found.pop() {
        if running.insert(home) {
            let inside = mentions[home.unit].functions.iter().filter(|(around, _)| *around == Some(home.decl));
            let named = inside.map(|(_, named)| Home { unit: home.unit, decl: *named });
            found.extend(named.flat_map(|named| meant_by(units, links, named)));
        }
    }
    running
}

/// The functions that a name may stand for.
fn meant_by(units: &[Input<'_>], links: &Links, named: Home) -> impl Iterator<Item = Home> + use<> {
    let name = units[named.unit].name(named.decl);
    let shared = links.home(name.strip_prefix("__builtin_").unwrap_or(name));
    std::iter::once(named).chain(shared)
}

impl Bodies {
    fn of(input: &Input<'_>) -> Bodies {
        let bodies = input.tast.top_level().iter();
        let mut bodies: Vec<(Range, DeclId)> =
            bodies.filter_map(|decl| Some((input.range(input.tast[*decl].body?)?, *decl))).collect();
        bodies.sort_by_key(|(range, _)| range.first);
        Bodies(bodies)
    }

    /// The function in whose body an expression stands.
    fn around(&self, input: &Input<'_>, expr: ExprId) -> Option<DeclId> {
        let at = input.range(expr)?;
        let begun = self.0.partition_point(|(body, _)| body.first <= at.first);
        let (body, function) = self.0[..begun].last()?;
        (at.last <= body.last).then_some(*function)
    }
}

impl Mentions {
    fn of(input: &Input<'_>) -> Mentions {
        let bodies = Bodies::of(input);
        let mut mentions = Mentions { functions: Vec::new(), asked_for: Vec::new(), looks: Vec::new() };
        for expr in (0..input.tast.counts().exprs).map(ExprId::from_usize) {
            match input.tast[expr].kind {
                ExprKind::Decl(decl) if input.tast[decl].kind == DeclKind::Function => {
                    mentions.functions.push((bodies.around(input, expr), decl));
                }
                ExprKind::Call { callee, args } => {
                    let is_question = input.called(callee).is_some_and(|called| asks(input.name(called)));
                    let mutex = input.tast[args].first().filter(|_| is_question);
                    mentions.asked_for.extend(mutex.map(|mutex| (bodies.around(input, callee), *mutex)));
                }
                _ => {}
            }
            if looks_inside(input, expr) {
                mentions.looks.push(bodies.around(input, expr));
            }
        }
        mentions
    }
}

/// The functions of a unit that run without being named by an expression. Where a name stands for another one, all may.
fn by_attributes(input: &Input<'_>) -> Vec<DeclId> {
    let decls: Vec<DeclId> = (0..input.tast.counts().decls).map(DeclId::from_usize).collect();
    let has_names = decls.iter().any(|decl| input.tast[*decl].alias.is_some()) || !input.tast.ifuncs().is_empty();
    let runs = |decl: &DeclId| {
        let declared = &input.tast[*decl];
        has_names || declared.startup.before.is_some() || declared.startup.after.is_some()
    };
    let cleanups = decls.iter().filter_map(|decl| input.tast[*decl].cleanup);
    decls.iter().copied().filter(runs).chain(cleanups).collect()
}

/// Whether an expression reads what a mutex is made of, or has a pointer to a mutex that leads to something else.
fn looks_inside(input: &Input<'_>, expr: ExprId) -> bool {
    let pointee = |expr: ExprId| input.pointee(input.ty(expr));
    let has_mutex = |ty: TypeId| !input.declared_mutexes(ty, 0).is_empty();
    let is_of_mutex = |expr: ExprId| pointee(input.stripped(expr)).is_some_and(has_mutex);
    match input.tast[expr].kind {
        // All of something with a mutex in it.
        ExprKind::Convert { kind: Conversion::Lvalue, operand } if input.shape_of(operand) == Shape::Record => {
            has_mutex(input.ty(operand))
        }
        ExprKind::Cast(operand) | ExprKind::Convert { operand, .. } => {
            let (Some(new), Some(old)) = (pointee(expr), pointee(input.stripped(operand))) else { return false };
            // Of a record that ends before the mutex begins, no part is one of that.
            let ends = input.layout(new).map_or(u64::MAX, |layout| layout.size);
            let reaches = |word: u64| input.shape(new) != Shape::Record || word < ends;
            let mut words = input.declared_mutexes(old, 0).into_iter().map(|mutex| mutex.word);
            input.shape(new) != Shape::Void && !has_mutex(new) && words.any(reaches)
        }
        ExprKind::Call { callee, args } => {
            let name = input.called(callee).map_or("", |decl| input.name(decl));
            READS.contains(&name.trim_start_matches("__builtin_")) && input.tast[args].iter().copied().any(is_of_mutex)
        }
        // A mutex and something else in one place.
        ExprKind::Member { base, field } => input.record(input.ty(base)).is_some_and(|record| {
            let others = record.fields.iter().enumerate().filter(|(index, _)| *index != field as usize);
            let is_union = record.kind == RecordKind::Union && !input.is_mutex(input.ty(base));
            is_union && others.map(|(_, other)| other.ty).any(|ty| !input.declared_mutexes(ty, 0).is_empty())
        }),
        _ => false,
    }
}

/// Whether a function of this name answers whether a mutex is free, or gives up when it is not.
fn asks(name: &str) -> bool {
    ["trylock", "timedlock", "clocklock"].iter().any(|end| name.ends_with(end))
        && ["pthread_mutex_", "mtx_"].iter().any(|start| name.starts_with(start))
}
