//! The lowering of a whole program.
//!
//! In: the typed tree. Out: the [`Program`], made of what `main` reaches: a function is lowered when something that
//! is lowered calls it or takes its address, a static object when something names it. What is never reached is never
//! looked at, so an unsupported construct there is no error.

use std::collections::{HashMap, HashSet, VecDeque};

use rucc_base::Interner;
use rucc_sema::{AtomicOp, DeclId, DeclKind, Definition, ExprId, ExprKind, StorageDuration, StrId, Tast};
use rucc_target::TargetInfo;
use rucc_types::{TypeKind, Types};

use super::function;
use super::library;
use super::positions::Positions;
use super::types::Shape;
use crate::diag::{Diagnostic, Sources, Span};
use crate::ids::{FuncId, GlobalId, LoopId, PointId, SiteId};
use crate::ir::{FencePoint, Function, Global, Init, Loop, Operand, Placement, Program, Site, SiteKind, Width};

/// Everything that is read and not changed.
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
}

impl<'a> Input<'a> {
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

/// The tables that grow while functions are lowered.
pub struct Lower<'a> {
    pub input: Input<'a>,
    pub program: Program,
    pub errors: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,
    functions: HashMap<DeclId, FuncId>,
    queue: VecDeque<(FuncId, DeclId)>,
    globals: HashMap<DeclId, GlobalId>,
    /// String literals by their bytes: equal ones are one object, as compilers have it.
    strings: HashMap<Vec<u8>, GlobalId>,
    /// The C library's `errno`.
    error_number: Option<GlobalId>,
    points: HashMap<Placement, PointId>,
    /// The sites and loops of each function, by their description and how often that was met before.
    sites: HashMap<(DeclId, SiteKind, Option<Span>, String, u32), SiteId>,
    loops: HashMap<(DeclId, Option<Span>, u32), LoopId>,
    /// Functions that start a thread in place of one whose type does not fit.
    pub wrappers: HashMap<FuncId, FuncId>,
}

/// Lowers what `main` reaches.
pub fn lower(input: Input) -> Lowered {
    let addressed = addressed_locals(&input);
    let input = Input { addressed: Some(&addressed), ..input };
    let mut lower = Lower {
        input,
        program: Program::default(),
        errors: Vec::new(),
        warnings: Vec::new(),
        functions: HashMap::new(),
        queue: VecDeque::new(),
        globals: HashMap::new(),
        strings: HashMap::new(),
        error_number: None,
        points: HashMap::new(),
        sites: HashMap::new(),
        loops: HashMap::new(),
        wrappers: HashMap::new(),
    };
    let main = input
        .tast
        .top_level()
        .iter()
        .copied()
        .find(|decl| input.tast[*decl].body.is_some() && input.name(*decl) == "main");
    for decl in input.tast.top_level() {
        let declared = &input.tast[*decl];
        if declared.body.is_some() && declared.startup.asked() {
            let what = format!("the attribute constructor or destructor (of `{}`)", input.name(*decl));
            lower.unsupported(&what, input.span(input.tast.decl_span(*decl)));
        }
    }
    match main {
        None => {
            let file = input.sources.files().next().map(|(id, _)| Span { file: id, start: 0, end: 0 });
            let mut error = Diagnostic::error("the program has no `main`")
                .help("define `int main(void)`; verification starts there");
            error.span = file;
            lower.errors.push(error);
        }
        Some(main) => {
            lower.program.entry = Some(lower.function(main));
            while let Some((id, decl)) = lower.queue.pop_front() {
                let function = function::lower(&mut lower, decl);
                lower.program.functions[id.index()] = function;
                if lower.errors.len() >= ERROR_LIMIT {
                    break;
                }
            }
        }
    }
    Lowered { program: lower.program, errors: lower.errors, warnings: lower.warnings }
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
        let mut error = Diagnostic::error(format!("{construct} is not supported"));
        error.span = at;
        self.error(error);
    }

    /// The function of a definition; it will be lowered.
    pub fn function(&mut self, decl: DeclId) -> FuncId {
        if let Some(id) = self.functions.get(&decl) {
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
        self.functions.insert(decl, id);
        self.queue.push_back((id, decl));
        id
    }

    /// The access site of this description in a function; the same one when the function is lowered again.
    pub fn site(&mut self, function: DeclId, site: Site, occurrence: u32) -> SiteId {
        let key = (function, site.kind, site.span, site.text.clone(), occurrence);
        let program = &mut self.program;
        *self.sites.entry(key).or_insert_with(|| {
            program.sites.push(site);
            SiteId::from_index(program.sites.len() - 1)
        })
    }

    /// The loop of this place in a function; the same one when the function is lowered again.
    pub fn loop_id(&mut self, function: DeclId, span: Option<Span>, occurrence: u32) -> LoopId {
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
        if self.input.tast[decl].body.is_some() {
            return Operand::Function(self.function(decl));
        }
        let name = self.input.name(decl);
        let mut error = if library::lookup(name).is_some() {
            Diagnostic::error(format!("the address of the library function `{name}` is not supported"))
        } else {
            Diagnostic::error(format!("the function `{name}` is declared but not defined"))
                .help("define it, or include the file that does")
        };
        error.span = at;
        self.error(error);
        Operand::pointer(0)
    }

    /// The object of a declaration of static storage duration.
    pub fn global(&mut self, decl: DeclId) -> GlobalId {
        if let Some(id) = self.globals.get(&decl) {
            return *id;
        }
        let declared = &self.input.tast[decl];
        let span = self.input.span(self.input.tast.decl_span(decl));
        let layout = self.input.layout(declared.ty);
        let id = GlobalId::from_index(self.program.globals.len());
        self.globals.insert(decl, id);
        let name = match self.input.name(decl) {
            "" => "compound literal".to_string(),
            name => name.to_string(),
        };
        self.program.globals.push(Global {
            name: name.clone(),
            size: layout.map_or(0, |l| l.size).max(self.input.tast.extent(decl)),
            align: layout.map_or(1, |l| l.align).max(declared.alignment.map_or(1, u64::from)),
            thread_local: declared.duration == StorageDuration::Thread,
            init: Vec::new(),
            span,
        });
        if declared.state == Definition::Declared && declared.init.is_none() {
            let mut error = Diagnostic::error(format!("the variable `{name}` is declared but not defined"))
                .help("define it, or include the file that does");
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
            size: bytes.len() as u64,
            align: 4,
            thread_local: false,
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
            globals.push(Global { name, size: 4, align: 4, thread_local: true, init: Vec::new(), span });
            GlobalId::from_index(globals.len() - 1)
        })
    }

    /// The fence point of a placement; the same placement is the same point.
    pub fn point(&mut self, placement: Placement) -> PointId {
        if let Some(id) = self.points.get(&placement) {
            return *id;
        }
        let id = PointId::from_index(self.program.points.len());
        self.program.points.push(FencePoint { placement: placement.clone() });
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
