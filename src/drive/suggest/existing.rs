//! What is there already and takes part: fences and memory orders that may stay, be weakened or go.
//!
//! In: a program that was read, and a model. Out: the program without them ([`Existing::take_out`]), where each of them
//! stood as a place at which the same can be put again; and for a set of edits what becomes of the text that is there. It
//! must not know how a repair is found.
//!
//! A fence takes part if it is a statement of its own in a file in which fences may be put, and one kind of the model: a call,
//! an `asm`, or the use of a macro that is nothing else; the call of a function that is a fence and nothing else ([`wrapped`]). Its
//! own fence takes part where one of its calls does not, or where no call would be left and compilers tell of that
//! ([`Existing::uncalled`]). No fence takes part in the body of a function
//! whose name says an order, so that another may take its place. An order takes part if it is written as an argument, or the access says none
//! and may become a call that does, and the model has a cost for it. Everything else stays as it is. A fence that goes leaves behind what keeps the compiler from moving
//! accesses: to the machine it was not needed, to the compiler it may have been.

use std::collections::BTreeMap;
use std::path::PathBuf;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::edits::{Edit, text};
use super::wrapped;
use crate::diag::{FileId, Sources, Span};
use crate::frontend::Unit;
use crate::ids::{FenceId, FuncId, PointId, SiteId};
use crate::ir::{Among, Callee, FencePoint, Function, Instr, Op, Order, Orders, Placement, Program};
use crate::model::{FenceKind, Model};
use crate::patch::idiom::Barriers;

/// A fence that was taken out.
#[derive(Clone, Debug)]
struct Fence {
    point: PointId,
    kind: FenceId,
    /// Its text, without the semicolon.
    span: Span,
    /// What it leaves behind: the compiler keeps its order.
    barrier: &'static str,
    /// The functions that it calls: one in each unit that has the text.
    calls: Vec<FuncId>,
}

/// Where the name of a function stands that it is defined with: what several units include is one function.
pub type Defined = (PathBuf, u32);

/// An order that was taken out.
#[derive(Clone, Debug)]
struct Weakened {
    orders: Orders,
    placement: Placement,
    /// What is written there for the weakest order.
    relaxed: String,
}

/// What was taken out.
#[derive(Clone, Debug, Default)]
pub struct Existing {
    fences: Vec<Fence>,
    /// The functions whose calls take part as fences, and not what is in them.
    by_calls: FxHashSet<FuncId>,
    /// By the first of the accesses whose orders stand there.
    orders: BTreeMap<SiteId, Weakened>,
}

/// A piece of text that is there and is not needed.
#[derive(Clone, Debug)]
pub struct Spare {
    pub placement: Placement,
    /// What takes its place.
    pub becomes: String,
}

impl Existing {
    /// Takes them out of the program. The text stays. Of the functions in `by_body` the own fence takes part and not their calls.
    pub fn take_out(unit: &mut Unit, model: &Model, by_body: &FxHashSet<Defined>) -> Existing {
        let (fences, by_calls) = fences(&mut unit.program, &unit.sources, (model, by_body));
        let orders = orders(&mut unit.program, &unit.sources, model);
        Existing { fences, by_calls, orders }
    }

    /// Whether the calls of a function take part in the place of the fence in it.
    pub fn is_by_calls(&self, function: FuncId) -> bool {
        self.by_calls.contains(&function)
    }

    pub fn is_empty(&self) -> bool {
        self.fences.is_empty() && self.orders.is_empty()
    }

    /// Whether an edit puts back what was there.
    pub fn has(&self, edit: Edit) -> bool {
        match edit {
            Edit::Fence { point, kind } => self.fences.iter().any(|fence| (fence.point, fence.kind) == (point, kind)),
            Edit::Order { site, orders } => self.orders_of(site) == Some(orders),
        }
    }

    /// Whether what was there in the place of an edit is stronger.
    pub fn is_eased(&self, edit: Edit, model: &Model) -> bool {
        match edit {
            Edit::Fence { point, kind } => {
                let wanted = &model.fences()[kind.index()];
                let is_stronger = |had: &FenceKind| {
                    had.cost >= wanted.cost && wanted.orders.iter().all(|pair| had.orders.contains(pair))
                };
                let mut there = self.fences.iter().filter(|fence| fence.point == point && fence.kind != kind);
                there.any(|fence| is_stronger(&model.fences()[fence.kind.index()]))
            }
            Edit::Order { site, orders } => self.orders_of(site).is_some_and(|had| {
                had != orders && had.each().zip(orders.each()).all(|(had, wanted)| had.covers(wanted))
            }),
        }
    }

    /// All that was there, as edits.
    pub fn edits(&self) -> Vec<Edit> {
        let fences = self.fences.iter().map(|fence| Edit::Fence { point: fence.point, kind: fence.kind });
        let orders = self.orders.iter().map(|(site, it)| Edit::Order { site: *site, orders: it.orders });
        fences.chain(orders).collect()
    }

    /// The text of the fence that stands at a point.
    pub fn at(&self, point: PointId) -> Option<Span> {
        self.fence(point).map(|fence| fence.span)
    }

    fn fence(&self, point: PointId) -> Option<&Fence> {
        self.fences.iter().find(|fence| fence.point == point)
    }

    /// The orders of an access that were there and take part.
    pub fn orders_of(&self, site: SiteId) -> Option<Orders> {
        self.orders.get(&site).map(|weakened| weakened.orders)
    }

    /// The functions that are a fence and have no calls with these edits, where compilers tell of that.
    pub fn uncalled(&self, edits: &[Edit], unit: &Unit) -> Vec<Defined> {
        let stays = |fence: &Fence| edits.contains(&Edit::Fence { point: fence.point, kind: fence.kind });
        let staying = self.fences.iter().filter(|fence| stays(fence)).flat_map(|fence| fence.calls.iter().copied());
        // What is called within another such function stands in the program as it was.
        let within = unit.program.functions.iter().flat_map(|function| &function.code);
        let called: FxHashSet<FuncId> = within.filter_map(|instr| wrapped::called(&instr.op)).chain(staying).collect();
        let files = files(&unit.program);
        let is_told = |function: &Function| {
            let is_own = function.span.is_some_and(|span| files.contains(&span.file));
            is_own && !wrapped::may_be_unused(function, &unit.sources)
        };
        let all = self.fences.iter().flat_map(|fence| &fence.calls);
        all.filter(|id| !called.contains(id))
            .map(|id| unit.program.function(*id))
            .filter(|function| is_told(function))
            .filter_map(|function| defined(function, &unit.sources))
            .collect()
    }

    /// What stands in the place of something that was there, or would be there again, when it is left out.
    pub fn absent(&self, edit: Edit) -> Option<String> {
        match edit {
            Edit::Fence { point, .. } => self.fence(point).map(|fence| fence.barrier.to_string()),
            Edit::Order { site, .. } => self.orders.get(&site).map(|weakened| weakened.relaxed.clone()),
        }
    }

    /// What is there and is neither put back nor replaced by one of these edits. Text that several units include is one text:
    /// it stays if one of them needs it.
    pub fn spare(&self, edits: &[Edit], sources: &Sources) -> Vec<Spare> {
        // An access and one within it may begin at one place.
        let place = |span: Span| (sources.path(span.file).to_path_buf(), span.start, span.end);
        let text_of = |edit: &Edit| match edit {
            Edit::Fence { point, .. } => self.at(*point),
            Edit::Order { site, .. } => self.orders.get(site).and_then(|weakened| weakened.placement.span()),
        };
        let mut seen: FxHashSet<(PathBuf, u32, u32)> = edits.iter().filter_map(text_of).map(place).collect();
        let fences = self.fences.iter().map(|fence| Spare {
            placement: Placement::Order { argument: fence.span },
            becomes: fence.barrier.to_string(),
        });
        let orders = self
            .orders
            .values()
            .map(|weakened| Spare { placement: weakened.placement.clone(), becomes: weakened.relaxed.clone() });
        fences
            .chain(orders)
            .filter(|spare| spare.placement.span().is_none_or(|span| seen.insert(place(span))))
            .collect()
    }
}

/// The files in which fences may be put.
pub(super) fn files(program: &Program) -> FxHashSet<FileId> {
    program.points.iter().filter_map(|point| point.placement.span()).map(|span| span.file).collect()
}

/// Where a function is defined.
fn defined(function: &Function, sources: &Sources) -> Option<Defined> {
    function.span.map(|span| (sources.path(span.file).to_path_buf(), span.start))
}

/// Puts a point where each fence is.
fn fences(
    program: &mut Program,
    sources: &Sources,
    (model, by_body): (&Model, &FxHashSet<Defined>),
) -> (Vec<Fence>, FxHashSet<FuncId>) {
    let files = files(program);
    let is_lost = |span: Span| model.raises_orders() && program.may_be_renamed(span);
    let stays = |span: &Span| files.contains(&span.file) && !is_lost(*span);
    let stands = |code: &[Instr], at: usize| alone(code, at, sources).filter(stays);
    let mut called = wrapped::fences(program, |op| kind(op, model));
    called.retain(|id, _| defined(program.function(*id), sources).is_none_or(|place| !by_body.contains(&place)));
    keep_all_called(&mut called, (program, sources), stands);
    // By their text, which several units may include: it is one text.
    let mut texts: IndexMap<(PathBuf, u32), Text> = IndexMap::new();
    for (function, body) in program.functions.iter().enumerate() {
        let is_called = called.contains_key(&FuncId::from_index(function));
        for (at, instr) in body.code.iter().enumerate().filter(|_| !is_called) {
            let of_call = || wrapped::called(&instr.op).and_then(|callee| called.get(&callee).copied());
            let of_fence = kind(&instr.op, model).or_else(of_call);
            let Some((kind, span)) = of_fence.and_then(|kind| Some((kind, stands(&body.code, at)?))) else { continue };
            let place = (sources.path(span.file).to_path_buf(), span.start);
            let text = texts.entry(place).or_insert_with(|| Text::new(span));
            text.kinds.push(kind);
            text.places.push((function, at));
            text.calls.extend(wrapped::called(&instr.op));
        }
    }
    let (mut found, mut barriers) = (Vec::new(), Barriers::default());
    // What is of two kinds, as macros have it, is none of either.
    for Text { span, kinds, places, calls } in
        texts.into_values().filter(|text| text.kinds.iter().all(|k| *k == text.kinds[0]))
    {
        let point = PointId::from_index(program.points.len());
        program.points.push(FencePoint {
            placement: Placement::Order { argument: span },
            among: Among::default(),
            uses: None,
        });
        for (function, at) in places {
            program.functions[function].code[at].op = Op::FencePoint(point);
        }
        found.push(Fence { point, kind: kinds[0], span, barrier: barriers.instead_of(span, sources), calls });
    }
    (found, called.into_keys().collect())
}

/// A text that is a fence: its kind in each of the places where it is read.
struct Text {
    span: Span,
    kinds: Vec<FenceId>,
    places: Vec<(usize, usize)>,
    /// The functions that it calls.
    calls: Vec<FuncId>,
}

impl Text {
    fn new(span: Span) -> Text {
        Text { span, kinds: Vec::new(), places: Vec::new(), calls: Vec::new() }
    }
}

/// Where an instruction stands, without a semicolon, if it is a statement and all that this does.
fn alone(code: &[Instr], at: usize, sources: &Sources) -> Option<Span> {
    let span = code[at].span?;
    let is_other =
        |(other, instr): (usize, &Instr)| other == at || instr.span.is_none_or(|other| !is_inside(other, span));
    let text = &sources.file(span.file).text;
    // The semicolon is part of an `asm`, and of no expression.
    let semicolon = text[..span.end as usize].ends_with(';');
    let bare = Span { end: span.end - u32::from(semicolon), ..span };
    (code.iter().enumerate().all(is_other) && is_statement(text, bare)).then_some(bare)
}

/// Keeps those functions all calls of which take part, as statements or within another such function; there are some. What several units
/// include is one function.
fn keep_all_called(
    wrappers: &mut FxHashMap<FuncId, FenceId>,
    (program, sources): (&Program, &Sources),
    stands: impl Fn(&[Instr], usize) -> Option<Span>,
) {
    let text = |id: &FuncId| defined(program.function(*id), sources);
    loop {
        let (mut called, mut other) = (FxHashSet::default(), FxHashSet::default());
        for (index, function) in program.functions.iter().enumerate() {
            let is_within = wrappers.contains_key(&FuncId::from_index(index));
            for (at, instr) in function.code.iter().enumerate() {
                let Op::Call { callee: Callee::Direct(callee), .. } = &instr.op else { continue };
                let takes_part = wrapped::called(&instr.op).is_some() && stands(&function.code, at).is_some();
                if is_within || takes_part { &mut called } else { &mut other }.insert(text(callee));
            }
        }
        let known = wrappers.len();
        wrappers.retain(|id, _| called.contains(&text(id)) && !other.contains(&text(id)));
        if wrappers.len() == known {
            return;
        }
    }
}

/// The kind that a fence is in the model, if it is one that repairs have.
pub(super) fn kind(op: &Op, model: &Model) -> Option<FenceId> {
    let kind = match op {
        Op::ModelFence { kind } => model.kind(kind),
        Op::Fence { order } => model.fence_of(order.name()),
        _ => None,
    };
    kind.filter(|kind| model.offered(*kind).is_some())
}

/// Whether the inner one of two spans lies in the outer one.
fn is_inside(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Whether an expression is a statement, as far as its surroundings tell without a doubt.
fn is_statement(text: &str, span: Span) -> bool {
    let (before, after) = (code_before(&text[..span.start as usize]), text[span.end as usize..].trim_start());
    let last = before.rfind([';', '{', '}']).map_or(before, |at| &before[at..]);
    let is_labelled = before.ends_with(':') && !last.contains('?');
    let begins = before.ends_with([';', '{', '}', ')']) || before.ends_with("else") || before.ends_with("do");
    (begins || is_labelled) && after.starts_with(';')
}

/// A text up to its last piece that is no white space, comment or directive.
fn code_before(text: &str) -> &str {
    let mut text = text.trim_end();
    loop {
        let line = text.rfind('\n').map_or(0, |at| at + 1);
        let end = match (text.strip_suffix("*/"), text[line..].trim_start().starts_with('#'), text[line..].find("//")) {
            (Some(comment), _, _) => comment.rfind("/*"),
            (None, true, _) => Some(line),
            (None, false, Some(at)) => Some(line + at),
            (None, false, None) => None,
        };
        match end {
            Some(end) => text = text[..end].trim_end(),
            None => return text,
        }
    }
}

/// Makes all orders that may be raised again the least, where that can be written.
fn orders(program: &mut Program, sources: &Sources, model: &Model) -> BTreeMap<SiteId, Weakened> {
    let mut found = BTreeMap::new();
    let can_return = |order: Order| order == Order::Relaxed || model.raise_cost(order.name()).is_some();
    let mut all = std::mem::take(&mut program.orders);
    for written in all.values_mut() {
        let orders = written.orders;
        let relaxed = text(written, orders.relaxed(), (program, sources));
        if let Some(relaxed) = relaxed.filter(|_| orders != orders.relaxed() && orders.each().all(can_return)) {
            found.insert(written.first, Weakened { orders, placement: written.placement(), relaxed });
            written.orders = orders.relaxed();
        }
    }
    program.orders = all;
    for instr in program.functions.iter_mut().flat_map(|function| &mut function.code) {
        let first = |site: &SiteId| program.orders.get(site).map(|written| written.first);
        let takes_part = |site: &SiteId| first(site).is_some_and(|first| found.contains_key(&first));
        match &mut instr.op {
            Op::Load { order, site, .. } | Op::Store { order, site, .. } | Op::Rmw { order, site, .. }
                if takes_part(site) =>
            {
                *order = Order::Relaxed;
            }
            Op::CompareExchange { success, failure, site, .. } if takes_part(site) => {
                (*success, *failure) = (Order::Relaxed, Order::Relaxed);
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::is_statement;
    use crate::diag::Span;
    use crate::ids::FileId;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let start = text.find("mb()").expect("the text has the fence") as u32;
        let span = Span { file: FileId::from_index(0), start, end: start + 4 };
        assert_eq!(is_statement(text, span), expected, "{text}");
    }

    #[test]
    fn statements_are_told_from_parts_of_expressions() {
        for text in [
            "{ mb(); }",
            "x = 1; mb() ;",
            "if (x) mb();",
            "else mb();",
            "do mb(); while (x);",
            "again:\n\tmb();",
            "case 1: mb();",
            "; /* why; */ mb();",
            "; // why\n#endif\nmb();",
            "} mb();",
        ] {
            check(text, true);
        }
        for text in [
            "for (mb(); ;) ;",
            "for (;; mb()) ;",
            "x ? y : mb();",
            "x = (mb(), 1);",
            "y, mb();",
            "x && mb();",
            "x = mb();",
            "{ mb() }",
        ] {
            check(text, false);
        }
    }
}
