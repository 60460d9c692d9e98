//! The tables that grow while a program is lowered.
//!
//! In: declarations, literals, places. Out: their numbers in the [`Program`], each once: functions, static objects, sites,
//! loops, fence points; and the functions that are to be lowered yet. It must not know how a function is lowered.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use super::asked_mutexes::AskedMutexes;
use super::open_orders::OpenOrder;
use super::wrappers::Wrappers;
use crate::diag::{About, Diagnostic, Span};
use crate::frontend::known::asked::Handed;
use crate::frontend::known::functions;
use crate::frontend::known::stand_ins::stand_in;
use crate::frontend::link::links::{Home, Links};
use crate::frontend::options::{Errors, Kinds, ReadOptions, Splits, WeakExchange};
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{
    DeclFlags, DeclId, DeclKind, Definition, ExprId, Linkage, Qualifiers, StorageDuration, StrId, TypeId, TypeKind,
};
use crate::ids::{FamilyId, FormId, FuncId, GlobalId, LoopId, PointId, SiteId};
use crate::ir::storage::LITERAL;
use crate::ir::{
    Among, Author, Family, FencePoint, Function, Global, Init, Loop, Operand, Order, Orders, Placement, Program, Said,
    Shared, Site, SiteKind, Uses, Width, WrittenOrder,
};

/// How many errors of the lowering are reported.
const ERROR_LIMIT: usize = 20;

/// The text of a function: its name and its place, and the call that says its order. One that is in a header is the same text in
/// each unit.
type Text = (String, Option<Span>, Option<Span>);

/// How and where the order of an access is said.
#[derive(Clone, Copy, Debug)]
pub struct Spoken {
    pub span: Span,
    pub said: Said,
    /// Where a function is called that makes the access.
    pub at_call: bool,
}

/// What a call says of the only access of the function that it calls.
#[derive(Clone, Debug)]
pub struct SaidByCall {
    pub spoken: Spoken,
    /// The atomic builtin that makes the access, or the call of another function that does.
    pub within: ExprId,
    /// The orders that parameters have.
    pub given: Vec<(DeclId, Order)>,
}

/// The tables that grow while functions are lowered.
pub struct Lower<'a> {
    units: &'a [Input<'a>],
    pub links: &'a Links,
    pub errors_are: &'a Errors,
    /// The unit that is being lowered, and its number.
    pub input: Input<'a>,
    unit: usize,
    pub program: Program,
    pub errors: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,
    /// Where operands are evaluated in an order that is open.
    pub open_orders: Vec<OpenOrder>,
    functions: HashMap<Home, FuncId>,
    queue: VecDeque<(FuncId, Home)>,
    globals: HashMap<Home, GlobalId>,
    /// What objects of each type of a unit look like.
    pub forms: HashMap<(usize, TypeId), FormId>,
    /// String literals by their bytes: equal ones are one object, as compilers have it.
    /// By what they hold, those apart that are a function's name: `__func__` is an object of its own.
    strings: HashMap<(Vec<u8>, bool), GlobalId>,
    /// Mutexes and their like are copied somewhere.
    pub copies_objects: bool,
    /// The C library's `errno`.
    error_number: Option<GlobalId>,
    points: HashMap<Placement, PointId>,
    /// The sites and loops of each function, by their description and how often that was met before.
    sites: HashMap<(u32, SiteKind, Option<Span>, String, u32), SiteId>,
    loops: HashMap<(u32, Option<Span>, u32), LoopId>,
    /// The sites whose orders are written, by the place of the order.
    ordered: HashMap<Span, SiteId>,
    /// Places of orders of accesses of different kinds, which no order fits alike.
    mixed: HashSet<Span>,
    texts: HashMap<Text, u32>,
    /// Whether there are points within expressions.
    pub splits: Splits,
    pub weak_exchange: WeakExchange,
    /// What instructions are fences of a kind of their own.
    pub kinds: &'a Kinds,
    /// Functions that start a thread in place of one whose type does not fit.
    pub wrappers: HashMap<(FuncId, Handed), FuncId>,
    /// The functions of [`crate::frontend::lower::library::wait_functions`], and the waits of each.
    waited: HashMap<Home, FuncId>,
    waits: HashMap<FuncId, Vec<ExprId>>,
    /// Functions that are called with an order, by their definition and where the call says it; and what each call says.
    by_call: HashMap<(Home, Span), FuncId>,
    said: HashMap<FuncId, SaidByCall>,
    /// The wrappers of each unit, where somebody has asked.
    pub wrappers_of_orders: HashMap<usize, Rc<Wrappers>>,
    /// The function that is being lowered, and its definition.
    current: Option<(FuncId, DeclId)>,
    /// What [`super::asked_mutexes`] has found, once somebody has asked.
    pub asked_mutexes: OnceCell<AskedMutexes>,
    /// The functions of [`crate::frontend::lower::library::starters`].
    pub starters: BTreeMap<Handed, FuncId>,
}

impl<'a> Lower<'a> {
    pub fn new(units: &'a [Input<'a>], links: &'a Links, asked: &'a ReadOptions) -> Lower<'a> {
        Lower {
            units,
            links,
            errors_are: &asked.errors,
            input: units[0],
            unit: 0,
            program: Program { checked: asked.checked, ..Program::default() },
            errors: Vec::new(),
            warnings: Vec::new(),
            open_orders: Vec::new(),
            functions: HashMap::new(),
            queue: VecDeque::new(),
            globals: HashMap::new(),
            forms: HashMap::new(),
            strings: HashMap::new(),
            copies_objects: units.iter().any(Input::copies_objects),
            error_number: None,
            points: HashMap::new(),
            sites: HashMap::new(),
            loops: HashMap::new(),
            ordered: HashMap::new(),
            mixed: HashSet::new(),
            texts: HashMap::new(),
            splits: asked.splits,
            weak_exchange: asked.weak_exchange,
            kinds: &asked.kinds,
            wrappers: HashMap::new(),
            waited: HashMap::new(),
            waits: HashMap::new(),
            by_call: HashMap::new(),
            said: HashMap::new(),
            wrappers_of_orders: HashMap::new(),
            current: None,
            asked_mutexes: OnceCell::new(),
            starters: BTreeMap::new(),
        }
    }

    /// The next function that is to be lowered, in whose unit the work goes on.
    pub fn next(&mut self) -> Option<(FuncId, DeclId)> {
        let (id, home) = self.queue.pop_front()?;
        self.enter(home.unit);
        self.current = Some((id, home.decl));
        Some((id, home.decl))
    }

    /// Whether there are as many errors as are reported.
    pub fn has_many_errors(&self) -> bool {
        self.errors.len() >= ERROR_LIMIT
    }

    /// Goes to a unit. The number of the one that was left.
    pub fn enter(&mut self, unit: usize) -> usize {
        self.input = self.units[unit];
        std::mem::replace(&mut self.unit, unit)
    }

    /// Does something in the unit of a definition.
    pub fn within<T>(&mut self, home: Home, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.enter(home.unit);
        let result = work(self);
        self.enter(before);
        result
    }

    pub fn units(&self) -> &[Input<'a>] {
        self.units
    }

    /// Whether some unit has a function as [`Input::takes_float_in_old_style`] says.
    pub fn takes_float_in_old_style(&self) -> bool {
        self.units.iter().any(Input::takes_float_in_old_style)
    }

    /// What is read in the unit of a definition.
    pub fn input_of(&self, home: Home) -> Input<'a> {
        self.units[home.unit]
    }

    /// The function of a shared name, if there is one.
    pub fn named_function(&mut self, name: &str) -> Option<FuncId> {
        let home = self.links.home(name)?;
        Some(self.within(home, |lower| lower.function(home.decl)))
    }

    /// Where a function is defined that is lowered, or is to be.
    pub fn home_of(&self, function: FuncId) -> Option<Home> {
        self.functions.iter().find(|(_, id)| **id == function).map(|(home, _)| *home)
    }

    /// Whether the current unit itself defines a function.
    pub fn defines(&self, decl: DeclId) -> bool {
        self.input.tast[decl].body.is_some() && !self.gives_way(decl)
    }

    /// The number of the text of a function of the current unit.
    pub fn text(&mut self, function: DeclId) -> u32 {
        let span = self.input.place(function);
        let called = self.said_by_call().map(|said| said.spoken.span);
        let next = self.texts.len() as u32;
        *self.texts.entry((self.input.name(function).to_string(), span, called)).or_insert(next)
    }
}

impl Lower<'_> {
    /// Reports an error once.
    pub fn error(&mut self, error: Diagnostic) {
        let known = self.errors.iter().any(|e| e.span == error.span && e.message == error.message);
        if !known && self.errors.len() < ERROR_LIMIT {
            self.errors.push(error);
        }
    }

    /// Refuses a construct by its name.
    pub fn unsupported(&mut self, construct: &str, at: Option<Span>) {
        let mut error = Diagnostic::error(format!("{construct} is not supported")).about(About::Unsupported);
        error.span = at;
        self.error(error);
    }

    /// The function of a definition that was asked for.
    pub fn lowered(&self, home: Home) -> Option<FuncId> {
        self.functions.get(&home).copied()
    }

    /// The function that a name of the current unit stands for and that one of the units defines; it will be lowered.
    pub fn function(&mut self, decl: DeclId) -> FuncId {
        let home = self.definition(decl).expect("only definitions are lowered; please report this");
        if let Some(id) = self.functions.get(&home) {
            return *id;
        }
        let id = self.enlist(home);
        self.functions.insert(home, id);
        id
    }

    /// A function of its own for a definition.
    fn enlist(&mut self, home: Home) -> FuncId {
        let input = self.units[home.unit];
        let id = self.add_function(Function {
            name: input.name(home.decl).to_string(),
            params: Vec::new(),
            result: None,
            registers: Vec::new(),
            code: Vec::new(),
            span: None,
            author: Author::Program,
        });
        self.queue.push_back((id, home));
        id
    }

    /// A definition that waits once, as it is called where the thread has waited before.
    pub fn function_that_waited(&mut self, home: Home, waits: Vec<ExprId>) -> FuncId {
        if let Some(known) = self.waited.get(&home) {
            return *known;
        }
        let id = self.enlist(home);
        self.waited.insert(home, id);
        self.waits.insert(id, waits);
        id
    }

    /// The waits of the function that is being lowered, if it is one of those.
    pub fn waits_of_function(&self) -> Option<Vec<ExprId>> {
        self.waits.get(&self.current?.0).cloned()
    }

    /// A definition as it is called where a call says the order of its access.
    pub fn function_by_call(&mut self, home: Home, said: SaidByCall) -> FuncId {
        if let Some(known) = self.by_call.get(&(home, said.spoken.span)) {
            return *known;
        }
        let id = self.enlist(home);
        self.by_call.insert((home, said.spoken.span), id);
        self.said.insert(id, said);
        id
    }

    /// The definition that is being lowered.
    pub fn current_definition(&self) -> Option<DeclId> {
        self.current.map(|(_, decl)| decl)
    }

    /// The number of a family in the program's table; of one text there is one.
    pub fn add_family(&mut self, family: Family) -> FamilyId {
        let families = &mut self.program.families;
        let known = families.iter().position(|other| *other == family);
        FamilyId::from_index(known.unwrap_or_else(|| {
            families.push(family);
            families.len() - 1
        }))
    }

    /// What the call has said of the function that is being lowered, if it is one of those.
    pub fn said_by_call(&self) -> Option<&SaidByCall> {
        self.said.get(&self.current?.0)
    }

    /// The access site of this description in a function; the same one when the function is lowered again.
    pub fn site(&mut self, function: u32, site: Site, occurrence: u32) -> SiteId {
        let key = (function, site.kind, site.span, site.text.clone(), occurrence);
        let program = &mut self.program;
        *self.sites.entry(key).or_insert_with(|| {
            program.sites.push(site);
            SiteId::from_index(program.sites.len() - 1)
        })
    }

    /// Puts what may write among the sites from this one on, locks too, into sets of the axioms, with blanks between their names.
    pub fn mark_writes(&mut self, first: usize, sets: &str) {
        for site in (first..self.program.sites.len()).map(SiteId::from_index) {
            if self.program.site(site).kind != SiteKind::Load {
                self.mark(site, sets);
            }
        }
    }

    /// As [`Self::mark_writes`], for one site, whatever it does.
    pub fn mark(&mut self, site: SiteId, sets: &str) {
        self.program.sites[site.index()].marks = sets.split_whitespace().map(str::to_string).collect();
    }

    /// Notes where the orders of an access are written. The site that it has from now on: outside of macros that of all accesses
    /// whose orders are written there, which are one call. What a macro's body does is another access at each use. Where accesses of different
    /// kinds have one order, it takes no part.
    pub fn note_order(&mut self, site: SiteId, orders: Orders, Spoken { span, said, at_call }: Spoken) -> SiteId {
        let macro_ = self.input.positions.macro_at(span);
        let uses = self.macro_uses(span);
        let program = &mut self.program;
        let first = *self.ordered.entry(span).or_insert(site);
        if program.sites[first.index()].kind != program.sites[site.index()].kind || self.mixed.contains(&span) {
            self.mixed.insert(span);
            program.orders.retain(|_, written| written.span != span);
            return site;
        }
        let site = if macro_.is_some() { site } else { first };
        program.orders.insert(site, WrittenOrder { orders, span, said, at_call, first, uses });
        site
    }

    /// Notes that what stands in these texts is not called any more where its name changes.
    pub fn note_renamed(&mut self, texts: impl IntoIterator<Item = Span>) {
        let renamed = &mut self.program.renamed;
        for text in texts {
            if !renamed.contains(&text) {
                renamed.push(text);
            }
        }
    }

    /// The loop of this place in a function; the same one when the function is lowered again.
    pub fn loop_id(&mut self, function: u32, span: Option<Span>, occurrence: u32) -> LoopId {
        let program = &mut self.program;
        *self.loops.entry((function, span, occurrence)).or_insert_with(|| {
            program.loops.push(Loop { span });
            LoopId::from_index(program.loops.len() - 1)
        })
    }

    /// Adds a function that no C text defines.
    pub fn add_function(&mut self, function: Function) -> FuncId {
        let id = FuncId::from_index(self.program.functions.len());
        self.program.functions.push(function);
        id
    }

    /// The address of a function named by `decl`, or an error.
    pub fn function_address(&mut self, decl: DeclId, at: Option<Span>) -> Operand {
        let name = self.input.name(decl);
        if let Some(home) = self.definition(decl) {
            // What the library's own text does not compute of a format is looked for where the call is.
            if matches!(name, "sprintf" | "vsprintf" | "sscanf") && self.input_of(home).own {
                self.unsupported(&format!("the address of `{name}`"), at);
            }
            return Operand::Function(self.function(decl));
        }
        if let Some(id) = stand_in(name).and_then(|name| self.named_function(name)) {
            return Operand::Function(id);
        }
        // Linkers give what is weak and nowhere defined the address 0. The library is there.
        if self.input.tast[decl].flags.contains(DeclFlags::WEAK) && functions::lookup(name).is_none() {
            return Operand::pointer(0);
        }
        let mut error = if functions::lookup(name).is_some() {
            Diagnostic::error(format!("the address of the library function `{name}` is not supported"))
        } else {
            Diagnostic::error(format!("the function `{name}` is declared but not defined"))
                .help("define it, or give the file that does on the command line")
        };
        error.span = at;
        self.error(error);
        Operand::pointer(0)
    }

    /// The object of a declaration of static storage duration.
    pub fn global(&mut self, decl: DeclId) -> GlobalId {
        let declared = &self.input.tast[decl];
        let undefined = declared.state == Definition::Declared && declared.init.is_none() || self.gives_way(decl);
        let elsewhere = self.links.home(self.input.name(decl)).filter(|home| {
            undefined
                && declared.linkage == Linkage::External
                && self.units[home.unit].tast[home.decl].kind == DeclKind::Object
        });
        let home = self.meant(elsewhere.unwrap_or(Home { unit: self.unit, decl }));
        self.within(home, |lower| lower.object(home))
    }

    /// The object of a declaration of the current unit.
    fn object(&mut self, home: Home) -> GlobalId {
        if let Some(id) = self.globals.get(&home) {
            return *id;
        }
        let decl = home.decl;
        let declared = &self.input.tast[decl];
        let span = self.input.place(decl);
        let layout = self.input.layout(declared.ty);
        let id = GlobalId::from_index(self.program.globals.len());
        self.globals.insert(home, id);
        let name = match self.input.name(decl) {
            "" => "compound literal".to_string(),
            name => name.to_string(),
        };
        let form = Some(self.form(declared.ty));
        self.program.globals.push(Global {
            name: name.clone(),
            form,
            size: layout.map_or(0, |l| l.size).max(self.input.tast.extent(decl)),
            align: self.input.alignment(decl),
            thread_local: declared.duration == StorageDuration::Thread,
            read_only: self.is_const(declared.ty),
            init: Vec::new(),
            span,
        });
        if let Some(target) = declared.alias {
            let target = self.input.tast[target].bytes(self.input.target);
            let target = String::from_utf8_lossy(&target).trim_end_matches('\0').to_string();
            self.unsupported(&format!("another name for `{target}`, which this file does not define,"), span);
        } else if declared.state == Definition::Declared && declared.init.is_none() {
            let mut error = Diagnostic::error(format!("the variable `{name}` is declared but not defined"))
                .help("define it, or give the file that does on the command line");
            error.span = span;
            self.error(error);
        } else if layout.is_none() {
            // A tentative definition of an array without a length has one element.
            match self.input.bare(declared.ty) {
                TypeKind::Array { elem, .. } if self.input.layout(elem).is_some() => {
                    let elem = self.input.layout(elem).expect("just asked; please report this");
                    let global = &mut self.program.globals[id.index()];
                    global.size = global.size.max(elem.size);
                    global.align = elem.align;
                }
                _ => self.unsupported(&format!("the incomplete type of `{name}`"), span),
            }
        }
        let init = self.static_init(decl);
        self.program.globals[id.index()].init = init;
        id
    }

    /// Whether an object of this type is defined `const`.
    fn is_const(&self, ty: TypeId) -> bool {
        let types = self.input.types;
        [ty, types.canonical(ty)].into_iter().any(|ty| types.object_quals(ty).has(Qualifiers::CONST))
    }

    /// The object of a string literal.
    pub fn string(&mut self, id: StrId, span: Option<Span>) -> GlobalId {
        let bytes = self.input.tast[id].bytes(self.input.target);
        let key = (bytes, self.input.tast.is_function_name(id));
        if let Some(known) = self.strings.get(&key) {
            return *known;
        }
        let global = GlobalId::from_index(self.program.globals.len());
        let init = key
            .0
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte != 0)
            .map(|(offset, byte)| Init {
                offset: offset as u64,
                width: Width::BYTE,
                value: Operand::constant(u64::from(*byte), Width::BYTE),
            })
            .collect();
        self.program.globals.push(Global {
            name: if key.1 { "__func__".to_string() } else { format!("{LITERAL} {}", self.strings.len()) },
            form: None,
            size: key.0.len() as u64,
            align: 1,
            thread_local: false,
            read_only: true,
            init,
            span,
        });
        self.strings.insert(key, global);
        global
    }

    /// The object that the system's `errno` names: one `int` for each thread, which functions of the library write when they fail.
    pub fn error_number(&mut self) -> GlobalId {
        let globals = &mut self.program.globals;
        *self.error_number.get_or_insert_with(|| {
            let (name, span) = ("errno".to_string(), None);
            let (thread_local, read_only) = (true, false);
            globals.push(Global {
                name,
                size: 4,
                align: 4,
                thread_local,
                read_only,
                init: Vec::new(),
                span,
                form: None,
            });
            GlobalId::from_index(globals.len() - 1)
        })
    }

    /// The number of the unit that is being lowered.
    pub fn unit(&self) -> usize {
        self.unit
    }

    /// How often a macro is used, for a place in its body.
    fn macro_uses(&self, at: Span) -> Option<Uses> {
        let macro_ = self.input.positions.macro_at(at)?;
        let count = self.units.iter().map(|unit| unit.positions.uses_of(macro_)).sum();
        Some(Uses { of: Shared::Macro, count })
    }

    /// How often a function is called by its name, wherever.
    fn calls_of(&self, function: DeclId) -> Uses {
        let name = self.input.name(function);
        let named: u32 = self.units.iter().map(|unit| unit.positions.calls_of(name)).sum();
        // A definition looks like a call.
        let defined = self.units.iter().filter(|unit| {
            unit.tast.top_level().iter().any(|decl| unit.tast[*decl].body.is_some() && unit.name(*decl) == name)
        });
        Uses { of: Shared::Wrapper, count: named.saturating_sub(defined.count() as u32).max(1) }
    }

    /// The fence point of a placement; the same placement is the same point. It may be in a function around one
    /// access whose order the callers choose.
    pub fn point(&mut self, placement: Placement, among: Among, wrapper: Option<DeclId>) -> PointId {
        if let Some(id) = self.points.get(&placement) {
            return *id;
        }
        let id = PointId::from_index(self.program.points.len());
        let of_macro = placement.span().and_then(|span| self.macro_uses(span));
        let uses = of_macro.or_else(|| wrapper.map(|function| self.calls_of(function)));
        self.program.points.push(FencePoint { placement: placement.clone(), among, uses });
        self.points.insert(placement, id);
        id
    }
}
