//! The lowering of a whole program.
//!
//! In: the typed trees of all units. Out: the [`Program`], made of what `main` reaches: a function is lowered when something that
//! is lowered calls it or takes its address, a static object when something names it. What is never reached is never
//! looked at, so an unsupported construct there is no error.

use std::collections::{HashMap, HashSet, VecDeque};

use rucc_base::Interner;
use rucc_sema::{AtomicOp, DeclId, DeclKind, Definition, ExprId, ExprKind, Linkage, StorageDuration, StrId, Tast};
use rucc_target::TargetInfo;
use rucc_types::{Qualifiers, TypeId, TypeKind, Types};

use super::asked::Handed;
use super::function;
use super::library;
use super::link::{Home, Links};
use super::positions::Positions;
use super::pragmas;
use super::reader::{Errors, ReadOptions};
use super::stretches::Splits;
use super::types::Shape;
use super::unit::Translation;
use crate::diag::{About, Diagnostic, Sources, Span};
use crate::ids::{FormId, FuncId, GlobalId, LoopId, PointId, SiteId};
use crate::ir::{
    FencePoint, Function, Global, Init, Loop, Operand, Placement, Program, Site, SiteKind, Width, WrittenOrder,
};

/// Everything of one unit that is read and not changed.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub tast: &'a Tast,
    pub types: &'a Types,
    pub target: &'a TargetInfo,
    pub names: &'a Interner,
    pub positions: &'a Positions,
    pub sources: &'a Sources,
    /// Local variables whose address is needed; known once [`lower`] has looked for them.
    pub addressed: Option<&'a HashSet<DeclId>>,
    /// Whether the tool brought the unit along.
    pub own: bool,
}

impl<'a> Input<'a> {
    pub fn new(unit: &'a Translation, sources: &'a Sources) -> Input<'a> {
        Input {
            tast: &unit.checked.tast,
            types: &unit.checked.types,
            target: &unit.session.target,
            names: &unit.session.interner,
            positions: &unit.positions,
            sources,
            addressed: None,
            own: unit.own,
        }
    }

    /// The name of a declaration; empty for one without.
    pub fn name(&self, decl: DeclId) -> &'a str {
        self.tast[decl].name.map_or("", |name| self.names.resolve(name))
    }

    /// Whether the address of a local variable is needed.
    pub fn is_addressed(&self, decl: DeclId) -> bool {
        self.addressed.is_some_and(|set| set.contains(&decl))
    }

    /// The place of a node of the tree.
    pub fn span(&self, span: rucc_diag::Span) -> Option<Span> {
        self.positions.span(self.positions.range(span)?)
    }

    /// The place of an expression.
    pub fn place(&self, expr: ExprId) -> Option<Span> {
        self.span(self.tast.expr_span(expr))
    }

    /// The text of an expression as the user wrote it.
    pub fn text(&self, expr: ExprId) -> String {
        self.positions
            .range(self.tast.expr_span(expr))
            .map_or_else(String::new, |range| self.positions.text(range, self.sources))
    }
}

/// What came out.
pub struct Lowered {
    pub program: Program,
    pub errors: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,
}

/// How many errors of the lowering are reported.
const ERROR_LIMIT: usize = 20;

/// The text of a function: its name and its place. One that is in a header is the same text in each unit.
type Text = (String, Option<Span>);

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
    functions: HashMap<Home, FuncId>,
    queue: VecDeque<(FuncId, Home)>,
    globals: HashMap<Home, GlobalId>,
    /// What objects of each type of a unit look like.
    pub forms: HashMap<(usize, TypeId), FormId>,
    /// String literals by their bytes: equal ones are one object, as compilers have it.
    strings: HashMap<Vec<u8>, GlobalId>,
    /// Mutexes and their like are copied somewhere.
    pub copies_objects: bool,
    /// The C library's `errno`.
    error_number: Option<GlobalId>,
    points: HashMap<Placement, PointId>,
    /// The sites and loops of each function, by their description and how often that was met before.
    sites: HashMap<(u32, SiteKind, Option<Span>, String, u32), SiteId>,
    loops: HashMap<(u32, Option<Span>, u32), LoopId>,
    texts: HashMap<Text, u32>,
    /// Whether there are points within expressions.
    pub splits: Splits,
    /// Functions that start a thread in place of one whose type does not fit.
    pub wrappers: HashMap<(FuncId, Handed), FuncId>,
}

/// Lowers what `main` reaches.
pub fn lower<'a>(units: &'a [Input<'a>], links: &'a Links, asked: &'a ReadOptions) -> Lowered {
    let (checked, errors) = (asked.checked, &asked.errors);
    let addressed: Vec<HashSet<DeclId>> = units.iter().map(addressed_locals).collect();
    let units: Vec<Input> =
        units.iter().zip(&addressed).map(|(input, set)| Input { addressed: Some(set), ..*input }).collect();
    let mut lower = Lower {
        units: &units,
        links,
        errors_are: errors,
        input: units[0],
        unit: 0,
        program: Program { checked, ..Program::default() },
        errors: Vec::new(),
        warnings: Vec::new(),
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
        texts: HashMap::new(),
        splits: asked.splits,
        wrappers: HashMap::new(),
    };
    for (file, source) in units[0].sources.files() {
        if let Some(at) = pragmas::storage_order(&source.text) {
            lower.unsupported("the pragma scalar_storage_order", Some(Span { file, start: at, end: at }));
        }
    }
    for input in &units {
        for decl in input.tast.top_level() {
            let declared = &input.tast[*decl];
            let defined = declared.body.is_some() || declared.state != Definition::Declared;
            // The system's headers have names of the library for functions of the library.
            let is_of_program = |name: &str| lower.links.home(name).is_some();
            let renames = declared.kind == DeclKind::Function
                && declared.asm_label.is_some_and(|label| {
                    let label = input.tast[label].spell();
                    let label = label.trim_matches('"');
                    let name = input.name(*decl);
                    // Who calls what nobody knows is told so there.
                    let is_known = is_of_program(name) || library::lookup(name).is_some();
                    label != name && is_known && (is_of_program(label) || is_of_program(name))
                });
            let labels = defined && declared.asm_label.is_some();
            if (labels || renames) && declared.linkage == Linkage::External {
                let what = format!("a name for the assembler (of `{}`)", input.name(*decl));
                lower.unsupported(&what, input.span(input.tast.decl_span(*decl)));
            }
        }
    }
    match links.home("main").filter(|main| units[main.unit].tast[main.decl].body.is_some()) {
        None => {
            let file = units[0].sources.files().next().map(|(id, _)| Span { file: id, start: 0, end: 0 });
            let mut error = Diagnostic::error("the program has no `main`")
                .help("define `int main(void)`; verification starts there");
            error.span = file;
            lower.errors.push(error);
        }
        Some(main) => {
            lower.enter(main.unit);
            let first = lower.function(main.decl);
            lower.program.entry = Some(lower.entry(first));
            while let Some((id, home)) = lower.queue.pop_front() {
                lower.enter(home.unit);
                let function = function::lower(&mut lower, home.decl);
                lower.program.functions[id.index()] = function;
                if lower.errors.len() >= ERROR_LIMIT {
                    break;
                }
            }
        }
    }
    Lowered { program: lower.program, errors: lower.errors, warnings: lower.warnings }
}

impl<'a> Lower<'a> {
    /// Goes to a unit. The number of the one that was left.
    fn enter(&mut self, unit: usize) -> usize {
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

    /// What is read in the unit of a definition.
    pub fn input_of(&self, home: Home) -> Input<'a> {
        self.units[home.unit]
    }

    /// The function of a shared name, if there is one.
    pub fn named_function(&mut self, name: &str) -> Option<FuncId> {
        let home = self.links.home(name)?;
        Some(self.within(home, |lower| lower.function(home.decl)))
    }

    /// Whether the current unit itself defines a function.
    pub fn defines(&self, decl: DeclId) -> bool {
        self.input.tast[decl].body.is_some() && !self.gives_way(decl)
    }

    /// The number of the text of a function of the current unit.
    pub fn text(&mut self, function: DeclId) -> u32 {
        let span = self.input.span(self.input.tast.decl_span(function));
        let next = self.texts.len() as u32;
        *self.texts.entry((self.input.name(function).to_string(), span)).or_insert(next)
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

    /// The function that a name of the current unit stands for and that one of the units defines; it will be lowered.
    pub fn function(&mut self, decl: DeclId) -> FuncId {
        let home = self.definition(decl).expect("only definitions are lowered; please report this");
        if let Some(id) = self.functions.get(&home) {
            return *id;
        }
        let id = FuncId::from_index(self.program.functions.len());
        self.program.functions.push(Function {
            name: self.input.name(decl).to_string(),
            params: Vec::new(),
            result: None,
            registers: Vec::new(),
            code: Vec::new(),
            span: None,
        });
        self.functions.insert(home, id);
        self.queue.push_back((id, home));
        id
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

    /// Notes where the order of an access is written.
    pub fn note_order(&mut self, site: SiteId, order: WrittenOrder) {
        self.program.orders.insert(site, order);
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
        if self.definition(decl).is_some() {
            return Operand::Function(self.function(decl));
        }
        let name = self.input.name(decl);
        let mut error = if library::lookup(name).is_some() {
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
        let span = self.input.span(self.input.tast.decl_span(decl));
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
    fn is_const(&self, ty: rucc_types::TypeId) -> bool {
        let types = self.input.types;
        [ty, types.canonical(ty)].into_iter().any(|ty| types.object_quals(ty).has(Qualifiers::CONST))
    }

    /// The object of a string literal.
    pub fn string(&mut self, id: StrId, span: Option<Span>) -> GlobalId {
        let bytes = self.input.tast[id].bytes(self.input.target);
        if let Some(known) = self.strings.get(&bytes) {
            return *known;
        }
        let global = GlobalId::from_index(self.program.globals.len());
        let init = bytes
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
            name: format!("string literal {}", self.strings.len()),
            form: None,
            size: bytes.len() as u64,
            align: 1,
            thread_local: false,
            read_only: true,
            init,
            span,
        });
        self.strings.insert(bytes, global);
        global
    }

    /// The object that the system's `errno` names: one `int` for each thread, which no function of the library writes.
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

    /// The fence point of a placement; the same placement is the same point.
    pub fn point(&mut self, placement: Placement) -> PointId {
        if let Some(id) = self.points.get(&placement) {
            return *id;
        }
        let id = PointId::from_index(self.program.points.len());
        let macro_ = placement.span().and_then(|span| self.input.positions.macro_at(span));
        let macro_uses = macro_.map(|macro_| self.units.iter().map(|unit| unit.positions.uses_of(macro_)).sum());
        self.program.points.push(FencePoint { placement: placement.clone(), macro_uses });
        self.points.insert(placement, id);
        id
    }
}

/// The local variables whose address is taken for anything but a result the lowering writes itself.
fn addressed_locals(input: &Input) -> HashSet<DeclId> {
    let tast = input.tast;
    let mut results = HashSet::new();
    let exprs = (0..tast.counts().exprs).map(ExprId::from_usize);
    for expr in exprs.clone() {
        let pointers: Vec<ExprId> = match tast[expr].kind {
            ExprKind::Atomic { op, args, .. } => {
                let result = match op {
                    AtomicOp::CompareExchange | AtomicOp::LoadInto => Some(1),
                    AtomicOp::ExchangeInto => Some(2),
                    _ => None,
                };
                let args = &tast[args];
                let values = args.iter().filter_map(|arg| input.dereferenced(*arg));
                values.chain(result.and_then(|index| args.get(index).copied())).collect()
            }
            ExprKind::Overflow { args, stores: true, .. } => tast[args].iter().skip(2).copied().collect(),
            ExprKind::Call { callee, args } => input
                .called(callee)
                .filter(|decl| tast[*decl].body.is_none())
                .and_then(|decl| library::lookup(input.name(decl)))
                .and_then(library::Known::result_argument)
                .and_then(|index| tast[args].get(index).copied())
                .into_iter()
                .collect(),
            _ => continue,
        };
        for pointer in pointers {
            if input.pointed_local(pointer).is_some() {
                results.insert(input.stripped(pointer));
            }
        }
    }
    let mut addressed = HashSet::new();
    for expr in exprs {
        if let ExprKind::Unary { op: rucc_ast::UnaryOp::AddrOf, operand } = tast[expr].kind
            && let ExprKind::Decl(decl) = tast[operand].kind
            && !results.contains(&expr)
        {
            addressed.insert(decl);
        }
        // A compound literal is an object, and whatever names it has its address.
        if let ExprKind::CompoundLiteral(decl) = tast[expr].kind {
            addressed.insert(decl);
        }
    }
    addressed
}

impl Input<'_> {
    /// The expression under casts and conversions of a pointer.
    pub fn stripped(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Cast(inner)
        | ExprKind::Convert {
            kind: rucc_sema::Conversion::Pointer | rucc_sema::Conversion::NullPointer,
            operand: inner,
        } = self.tast[expr].kind
        {
            if self.shape(self.tast[inner].ty) != Shape::Pointer {
                break;
            }
            expr = inner;
        }
        expr
    }

    /// The pointer of the value `*pointer`.
    fn dereferenced(&self, expr: ExprId) -> Option<ExprId> {
        match self.tast[expr].kind {
            ExprKind::Convert { kind: rucc_sema::Conversion::Lvalue, operand } => match self.tast[operand].kind {
                ExprKind::Unary { op: rucc_ast::UnaryOp::Deref, operand } => Some(operand),
                _ => None,
            },
            _ => None,
        }
    }

    /// The lvalue that a pointer expression of the form `&lvalue` names, when it has the size the pointer says.
    pub fn pointed(&self, pointer: ExprId) -> Option<ExprId> {
        let ExprKind::Unary { op: rucc_ast::UnaryOp::AddrOf, operand } = self.tast[self.stripped(pointer)].kind else {
            return None;
        };
        let wanted = self.step(self.tast[pointer].ty)?;
        let through_void = self.pointee(self.tast[pointer].ty).is_some_and(|ty| self.shape(ty) == Shape::Void);
        (through_void || self.layout(self.tast[operand].ty)?.size == wanted).then_some(operand)
    }

    /// The local scalar that a pointer expression of the form `&local` names.
    pub fn pointed_local(&self, pointer: ExprId) -> Option<DeclId> {
        match self.tast[self.pointed(pointer)?].kind {
            ExprKind::Decl(decl) if self.tast[decl].duration == StorageDuration::Automatic => Some(decl),
            _ => None,
        }
    }

    /// The function that a callee names directly.
    pub fn called(&self, callee: ExprId) -> Option<DeclId> {
        match self.tast[callee].kind {
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => self.called(operand),
            ExprKind::Unary { op: rucc_ast::UnaryOp::Deref | rucc_ast::UnaryOp::AddrOf, operand } => {
                self.called(operand)
            }
            ExprKind::Decl(decl) if self.tast[decl].kind == DeclKind::Function => Some(decl),
            _ => None,
        }
    }
}
