//! Orders that the call of a function says.
//!
//! In: a call of a function of [`crate::frontend::lower::state::wrappers`]. Out: the same function once more for this call, in which its
//! access has the order that the call says, and what is written for another one stands in the call: the name of an order where the
//! function is given one, or the name of the function where another one of its family has the other order. It must not know what an order means.
//!
//! So each call is one that a repair may change, and the text of the function, which is for all calls, stays. A call that says its order in
//! another way (a variable, a pointer to the function, a file that is not the user's) is of the function as it is. The order within a function of a
//! family is never another one: its name says which it is.

use std::rc::Rc;

use crate::diag::Span;
use crate::frontend::link::links::Home;
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::state::tables::{SaidByCall, Spoken};
use crate::frontend::lower::state::wrappers::{Chosen, Failing, Wrapper, Wrappers};
use crate::frontend::typed::tree::{DeclId, ExprId, ExprKind};
use crate::ids::{FamilyId, FuncId};
use crate::ir::{Order, Said};

impl Body<'_, '_> {
    /// The function that is called where a call says the order of its only access.
    pub fn function_by_call(&mut self, call: (ExprId, DeclId), callee: ExprId, args: &[ExprId]) -> Option<FuncId> {
        let home = self.lower.definition(call.1).filter(|home| home.unit == self.lower.unit())?;
        let Wrapper { within, chosen } = self.wrappers().get(home.decl)?.clone();
        // What is called by a function whose name says its order, and which itself is not called by name.
        if self.said_within(call.0).is_none() && self.is_of_a_family() {
            return None;
        }
        let said = match chosen {
            Chosen::ByParameters(params, failing) => {
                self.by_arguments((call.0, home), (&params, failing), args, within)?
            }
            Chosen::ByName(number, _) => {
                let body = self.input.tast[home.decl].body.and_then(|body| self.input.range(body));
                let texts = body.map(|body| self.input.positions.texts(body)).unwrap_or_default();
                self.lower.note_renamed(texts);
                let spoken = match self.said_within(call.0) {
                    Some(outer) => outer,
                    None => {
                        let span = self.callee_name(callee, call.1)?;
                        Spoken { span, said: Said::Name(self.family(number, call.0, span)?), at_call: true }
                    }
                };
                SaidByCall { spoken, within, given: Vec::new() }
            }
        };
        Some(self.lower.function_by_call(home, said))
    }

    /// The wrappers of the current unit.
    fn wrappers(&mut self) -> Rc<Wrappers> {
        self.wrappers_of(self.lower.unit())
    }

    fn wrappers_of(&mut self, unit: usize) -> Rc<Wrappers> {
        let input = self.lower.units()[unit];
        let known = self.lower.wrappers_of_orders.entry(unit);
        Rc::clone(known.or_insert_with(|| Rc::new(Wrappers::of(&input))))
    }

    /// Those of a family of the unit that are there where a call is, in the program's table; and there in every other unit that reads that text.
    fn family(&mut self, number: usize, call: ExprId, name: Span) -> Option<FamilyId> {
        let before = self.input.range(call)?.first;
        let mut family = self.wrappers().family(number, before);
        let here = self.lower.unit();
        for unit in (0..self.lower.units().len()).filter(|unit| *unit != here) {
            let read: Vec<usize> = self.lower.units()[unit].positions.at(name).collect();
            if !read.is_empty() {
                let there = self.wrappers_of(unit);
                family.names.retain(|member| read.iter().all(|token| there.has(member, *token)));
            }
        }
        Some(self.lower.add_family(family))
    }

    /// The names of orders that are given for the parameters, one right behind the other; or as they were given to the function that is
    /// lowered.
    fn by_arguments(
        &self,
        (call, home): (ExprId, Home),
        (params, failing): (&[usize], Failing),
        args: &[ExprId],
        within: ExprId,
    ) -> Option<SaidByCall> {
        let declared = &self.input.tast[self.input.tast[home.decl].params];
        let outer = self.said_within(call);
        let mut given: Vec<(DeclId, Order)> = Vec::new();
        let mut span: Option<Span> = None;
        for param in params {
            let argument = *args.get(*param)?;
            if let Some(order) = self.given_by_call(argument).filter(|_| outer.is_some()) {
                given.push((declared[*param], order));
                continue;
            }
            let (place, order) = self.named_order(argument)?;
            span = Some(match span {
                None => place,
                Some(before) => {
                    let between = Span { start: before.end, end: place.start, ..before };
                    let is_next = before.file == place.file && before.end <= place.start;
                    let is_comma = is_next && self.input.sources.text(between).trim() == ",";
                    Some(Span { end: place.end, ..before }).filter(|_| is_comma)?
                }
            });
            given.push((declared[*param], order));
        }
        let here = span.map(|span| {
            let names = self.names_like(self.input.sources.text(span));
            let said = match failing {
                Failing::Own => Said::Argument(names),
                Failing::Same => Said::Success { names, failure: None },
                Failing::Always(order) => Said::Success { names, failure: Some(order) },
            };
            Spoken { span, said, at_call: true }
        });
        Some(SaidByCall { spoken: outer.or(here)?, within, given })
    }

    /// The order that an argument names, and where: by a name of C, or one of the program's own that stands for one.
    fn named_order(&self, argument: ExprId) -> Option<(Span, Order)> {
        let range = self.input.range(argument).filter(|range| range.first == range.last)?;
        let order = Order::from_number(self.constant_number(argument)?)?;
        let (positions, sources) = (self.input.positions, self.input.sources);
        let names = |span: &Span| {
            let name = sources.text(*span);
            // What a name stands for is of all that use it.
            Order::from_c_name(self.stands_for(name).unwrap_or(name)) == Some(order)
                && !positions.is_body(*span, sources)
        };
        let written = positions.exactly_expression(range, sources).filter(names);
        let span = written.or_else(|| positions.name(range.first, sources).filter(names))?;
        Some((span, order))
    }

    /// Where a call names its function.
    fn callee_name(&self, callee: ExprId, decl: DeclId) -> Option<Span> {
        let range = self.input.range(callee).filter(|range| range.first == range.last)?;
        let span = self.input.positions.name(range.first, self.input.sources)?;
        (self.input.sources.text(span) == self.input.name(decl)).then_some(span)
    }

    /// The order that a call has given for a parameter.
    pub fn given_by_call(&self, order: ExprId) -> Option<Order> {
        let ExprKind::Decl(decl) = self.input.tast[self.input.behind_conversions(order)].kind else { return None };
        self.lower.said_by_call()?.given.iter().find(|(param, _)| *param == decl).map(|(_, order)| *order)
    }

    /// Where the call of the function that is lowered says the orders of this expression in it.
    pub fn said_within(&self, expr: ExprId) -> Option<Spoken> {
        self.lower.said_by_call().filter(|said| said.within == expr).map(|said| said.spoken)
    }

    /// The function that is lowered, if its callers choose the order of its only access.
    pub fn wrapper(&mut self) -> Option<DeclId> {
        let function = self.lower.current_definition()?;
        self.wrappers().get(function).map(|_| function)
    }

    /// Whether the name of the function that is lowered says its order.
    pub fn is_of_a_family(&mut self) -> bool {
        let Some(decl) = self.lower.current_definition() else { return false };
        matches!(self.wrappers().get(decl), Some(Wrapper { chosen: Chosen::ByName(..), .. }))
    }
}
