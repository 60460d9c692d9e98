//! Functions around one atomic access whose order the caller chooses.
//!
//! In: the typed tree of a unit. Out: its definitions in which one expression alone has to do with memory orders, an atomic builtin or the
//! call of another such function, and how a call of them chooses the orders: by what it gives for parameters that are used for nothing else,
//! or by the name of one of several functions that are the same but for their orders. It must not know what an order means, nor where calls
//! are written.
//!
//! Functions are the same if their tokens are, with macros replaced, but for the name of the function and what says the orders of that
//! expression: its arguments, or the name of the function that it calls; and if their names are alike.

use std::collections::{HashMap, HashSet};

use crate::frontend::text::families::are_alike;
use crate::frontend::text::positions::Range;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{AtomicOp, DeclId, DeclKind, ExprId, ExprKind};
use crate::ir::{Family, Order, Orders};

/// How a call chooses the orders of the only access of a function.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// By the arguments for these parameters: the order, and of a compare-and-exchange the one where it fails, if that has one of its own.
    ByParameters(Vec<usize>, Failing),
    /// By its name: the number of its family in the unit, and the orders.
    ByName(usize, Orders),
}

/// What order the access has where it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failing {
    /// That of a parameter or an argument of its own; what cannot fail has none.
    Own,
    /// The same as where it succeeds.
    Same,
    /// Always this one.
    Always(Order),
}

/// A function of one access.
#[derive(Clone, Debug)]
pub struct Wrapper {
    /// The atomic builtin that makes it, or the call of another wrapper.
    pub within: ExprId,
    pub chosen: Chosen,
}

/// Those of a unit.
#[derive(Debug, Default)]
pub struct Wrappers {
    functions: HashMap<DeclId, Wrapper>,
    /// Each with the token at which it is declared.
    families: Vec<Vec<(usize, Orders, String)>>,
    /// Names of theirs that are something else, too, where a call may be: a variable, a macro.
    hidden: HashSet<String>,
}

/// Wrappers call wrappers, and these others; so deep.
const DEPTH: usize = 6;

/// An expression that has to do with orders, and what says them: arguments, or in the place of `None` the name of the function.
struct Speaker {
    range: Range,
    expr: ExprId,
    says: Says,
}

enum Says {
    Arguments(Vec<ExprId>, Failing),
    /// The callee.
    Name(ExprId, Orders),
    /// Nothing that can be chosen, as with a fence.
    Nothing,
}

/// A definition that was found in a round: where the orders are, and what they are.
struct Member {
    function: DeclId,
    within: ExprId,
    orders: Orders,
}

impl Wrappers {
    pub fn of(input: &Input<'_>) -> Wrappers {
        let all = (0..input.tast.counts().exprs).map(ExprId::from_usize);
        let (mut builtins, mut calls) = (Vec::new(), Vec::new());
        for expr in all {
            match input.tast[expr].kind {
                ExprKind::Atomic { .. } => builtins.push(expr),
                ExprKind::Call { callee, .. } => calls.extend(input.called(callee).map(|function| (expr, function))),
                _ => {}
            }
        }
        let mut wrappers = Wrappers::default();
        if builtins.is_empty() {
            return wrappers;
        }
        let bodies: Vec<(DeclId, Range)> = (input.tast.top_level().iter())
            .filter_map(|decl| Some((*decl, input.range(input.tast[*decl].body?)?)))
            .collect();
        for _ in 0..DEPTH {
            let known = wrappers.functions.len();
            wrappers.add_round(input, &bodies, (&builtins, &calls));
            if wrappers.functions.len() == known {
                break;
            }
        }
        wrappers.hide(input);
        wrappers
    }

    /// Adds the functions that are wrappers as far as is known which of the others are.
    fn add_round(&mut self, input: &Input<'_>, bodies: &[(DeclId, Range)], made: (&[ExprId], &[(ExprId, DeclId)])) {
        let speakers = self.speakers(input, made);
        let mut alike: HashMap<String, Vec<Member>> = HashMap::new();
        let mut texts: Vec<String> = Vec::new();
        for (function, body) in bodies {
            if self.functions.contains_key(function) {
                continue;
            }
            let first = speakers.partition_point(|speaker| speaker.range.first < body.first);
            let mut within = speakers[first..].iter().take_while(|speaker| speaker.range.last <= body.last);
            let (Some(Speaker { expr, says, .. }), None) = (within.next(), within.next()) else { continue };
            let at = (*function, *body);
            if let Says::Arguments(orders, failing) = says
                && let Some((params, failing)) = parameters(input, at, (orders, *failing))
            {
                let chosen = Chosen::ByParameters(params, failing);
                self.functions.insert(*function, Wrapper { within: *expr, chosen });
                continue;
            }
            let (orders, left_out) = match says {
                Says::Arguments(written, failing) => (constant(input, written, *failing), written.as_slice()),
                Says::Name(callee, orders) => (Some(*orders), std::slice::from_ref(callee)),
                Says::Nothing => continue,
            };
            let (Some(orders), Some(text)) = (orders, text(input, at, left_out)) else { continue };
            if !alike.contains_key(&text) {
                texts.push(text.clone());
            }
            alike.entry(text).or_default().push(Member { function: *function, within: *expr, orders });
        }
        for members in texts.iter().filter_map(|text| alike.remove(text)) {
            self.add_families(input, members);
        }
    }

    /// The expressions that have to do with orders, in the order of the text.
    fn speakers(&self, input: &Input<'_>, (builtins, calls): (&[ExprId], &[(ExprId, DeclId)])) -> Vec<Speaker> {
        let builtins = builtins.iter().map(|expr| (*expr, orders_of(input, *expr)));
        let calls = calls.iter().filter_map(|(expr, function)| {
            let Wrapper { chosen, .. } = self.functions.get(function)?;
            let ExprKind::Call { callee, args } = input.tast[*expr].kind else { return None };
            let args = &input.tast[args];
            let says = match chosen {
                Chosen::ByParameters(params, failing) => {
                    let given: Option<Vec<ExprId>> = params.iter().map(|param| args.get(*param).copied()).collect();
                    given.map_or(Says::Nothing, |given| Says::Arguments(given, *failing))
                }
                Chosen::ByName(_, orders) => Says::Name(callee, *orders),
            };
            Some((*expr, says))
        });
        let mut seen: HashSet<(usize, usize)> = HashSet::new();
        let mut speakers: Vec<Speaker> = builtins
            .chain(calls)
            .filter_map(|(expr, says)| Some(Speaker { range: input.range(expr)?, expr, says }))
            // What is computed twice of one text is one expression.
            .filter(|speaker| seen.insert((speaker.range.first, speaker.range.last)))
            .collect();
        speakers.sort_by_key(|speaker| speaker.range.first);
        speakers
    }

    /// Functions of one text are a family if their names are alike and there are different orders among them.
    fn add_families(&mut self, input: &Input<'_>, mut members: Vec<Member>) {
        while let Some(first) = members.first() {
            let name = input.name(first.function);
            let is_of_family = |member: &Member| are_alike(input.name(member.function), name);
            let (of_family, others): (Vec<_>, Vec<_>) = members.into_iter().partition(is_of_family);
            self.add_family(input, &of_family);
            members = others;
        }
    }

    fn add_family(&mut self, input: &Input<'_>, members: &[Member]) {
        let mut family: Vec<(usize, Orders, String)> = Vec::new();
        for Member { function, orders, .. } in members {
            let Some(declared) = input.range(*function) else { continue };
            if !family.iter().any(|(_, other, _)| other == orders) {
                family.push((declared.first, *orders, input.name(*function).to_string()));
            }
        }
        if family.len() < 2 {
            return;
        }
        let number = self.families.len();
        self.families.push(family);
        for Member { function, within, orders } in members {
            let chosen = Chosen::ByName(number, *orders);
            self.functions.insert(*function, Wrapper { within: *within, chosen });
        }
    }

    /// Finds the names that are something else, too.
    fn hide(&mut self, input: &Input<'_>) {
        let names: HashSet<&str> = self.families.iter().flatten().map(|(.., name)| name.as_str()).collect();
        if names.is_empty() {
            return;
        }
        let all = (0..input.tast.counts().decls).map(DeclId::from_usize);
        let others = all.filter(|decl| input.tast[*decl].kind != DeclKind::Function).map(|decl| input.name(decl));
        let is_hidden = |name: &&str| names.contains(name);
        let macros = names.iter().copied().filter(|name| input.positions.is_macro(name));
        self.hidden = others.filter(is_hidden).chain(macros).map(str::to_string).collect();
    }

    /// Those of a family that are declared before a token, and are nothing else as well.
    pub fn family(&self, number: usize, before: usize) -> Family {
        let declared = self.families[number].iter().filter(|(at, _, name)| *at < before && !self.hidden.contains(name));
        Family { names: declared.map(|(_, orders, name)| (*orders, name.clone())).collect() }
    }

    /// Whether a function with this name and these orders is in a family, and declared before a token.
    pub fn has(&self, (orders, name): &(Orders, String), before: usize) -> bool {
        let is_one = |(at, of, called): &(usize, Orders, String)| *at < before && of == orders && called == name;
        !self.hidden.contains(name) && self.families.iter().flatten().any(is_one)
    }

    /// How calls of a function choose the order of its access, if they do.
    pub fn get(&self, function: DeclId) -> Option<&Wrapper> {
        self.functions.get(&function)
    }
}

/// What says the orders of an atomic builtin.
fn orders_of(input: &Input<'_>, builtin: ExprId) -> Says {
    let ExprKind::Atomic { op, older, .. } = input.tast[builtin].kind else { return Says::Nothing };
    if older || matches!(op, AtomicOp::Fence | AtomicOp::SignalFence | AtomicOp::SwapBool | AtomicOp::SwapValue) {
        return Says::Nothing;
    }
    let Some(last) = input.argument_from_last(builtin, 0) else { return Says::Nothing };
    if op != AtomicOp::CompareExchange {
        return Says::Arguments(vec![last], Failing::Own);
    }
    let first = input.argument_from_last(builtin, 1);
    first.map_or(Says::Nothing, |first| Says::Arguments(vec![first, last], Failing::Own))
}

/// The parameters that the orders are, if each of them is one and nothing else uses it; or the first of two is, and the second is the
/// same one or a constant.
fn parameters(
    input: &Input<'_>,
    (function, body): (DeclId, Range),
    (orders, failing): (&[ExprId], Failing),
) -> Option<(Vec<usize>, Failing)> {
    let params = &input.tast[input.tast[function].params];
    let parameter = |order: &ExprId| {
        let ExprKind::Decl(decl) = input.tast[input.behind_conversions(*order)].kind else { return None };
        params.iter().position(|param| *param == decl)
    };
    let constant = |order: &ExprId| input.constant_number(*order).and_then(Order::from_number);
    // By their tokens: a conversion is an expression of its own at the same place.
    let uses = |param: &usize| {
        let name = input.name(params[*param]);
        (body.first..=body.last).filter(|index| input.positions.is(*index, name)).count()
    };
    let first = parameter(orders.first()?)?;
    let (found, failing, wanted) = match orders.get(1) {
        None => (vec![first], failing, 1),
        Some(second) => match (parameter(second), constant(second)) {
            (Some(second), _) if second == first => (vec![first], Failing::Same, 2),
            (Some(second), _) => (vec![first, second], Failing::Own, 1),
            (None, Some(order)) => (vec![first], Failing::Always(order), 1),
            (None, None) => return None,
        },
    };
    found.iter().all(|param| uses(param) == wanted).then_some((found, failing))
}

/// The orders, where they are constants.
fn constant(input: &Input<'_>, orders: &[ExprId], failing: Failing) -> Option<Orders> {
    let constant = |written: ExprId| input.constant_number(written).and_then(Order::from_number);
    let order = constant(orders[0])?;
    let failure = match failing {
        Failing::Own => orders.get(1).map_or(Some(None), |it| constant(*it).map(Some))?,
        Failing::Same => Some(order),
        Failing::Always(failure) => Some(failure),
    };
    Some(Orders { order, failure })
}

/// The tokens of a definition, without its name and what says its orders.
fn text(input: &Input<'_>, (function, body): (DeclId, Range), orders: &[ExprId]) -> Option<String> {
    let positions = input.positions;
    let is_end = |index: usize| [";", "}"].iter().any(|end| positions.is(index, end));
    let first = (0..body.first).rev().find(|index| is_end(*index)).map_or(0, |index| index + 1);
    let name = (first..body.first).find(|index| positions.is(*index, input.name(function)))?;
    let left_out: Vec<Range> = orders.iter().filter_map(|order| input.range(*order)).collect();
    let mut text = String::new();
    for index in first..=body.last {
        let is_order = left_out.iter().any(|range| (range.first..=range.last).contains(&index));
        if !is_order && index != name {
            text.push_str(positions.spelled(index)?);
        }
        text.push(' ');
    }
    Some(text)
}
