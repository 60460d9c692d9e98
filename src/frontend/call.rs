//! The lowering of calls.
//!
//! In: call expressions. Out: IR calls for functions the program defines and for function pointers, and what a known
//! library function means. Structs are passed and returned through stack objects of the caller.

use rucc_sema::{DeclId, ExprId, ExprKind, ExprList};
use rucc_types::{FunctionType, TypeKind};

use super::body::Body;
use super::heap::MALLOC_ALIGN;
use super::library::{self, Answer, Known};
use super::options::Errors;
use super::place::Place;
use super::results;
use super::types::Shape;
use crate::diag::Diagnostic;
use crate::ir::{Callee, Concern, Op, Operand, Order, Property, SiteKind, Width};

/// `rand` and `random` answer numbers from 0 to `RAND_MAX`, which is 2^31 - 1.
const RANDOM_BITS: u32 = 31;

/// Bytes of a text that the library hands out.
const TEXT_SIZE: u64 = 64;

impl Body<'_, '_> {
    /// A call; for one without a result, a number nobody reads; for one of a struct, the address of the result.
    pub fn call(&mut self, expr: ExprId, callee: ExprId, args: ExprList) -> Operand {
        let args = self.input.tast[args].to_vec();
        let outer = self.span;
        self.span = self.input.place(expr).or(outer);
        let result = match self.input.called(callee) {
            None => {
                let address = self.value(callee);
                self.call_function(expr, Callee::Indirect(address), &args, self.signature(callee), None)
            }
            Some(decl) if self.input.name(decl) == "main" => self.refuse("a call of `main`"),
            Some(decl) if self.lower.definition(decl).is_some() && self.through_other_type(callee, decl) => {
                let id = self.lower.function(decl);
                let callee_type = self.signature(callee);
                self.call_function(expr, Callee::Indirect(Operand::Function(id)), &args, callee_type, None)
            }
            Some(decl) => {
                let name = self.input.name(decl);
                let home = self.lower.definition(decl);
                let known = match home {
                    Some(home) => self.defined_meaning(home, &args),
                    None => library::lookup(name),
                };
                match known {
                    None if home.is_none() && self.lower.errors_are.is_call(name) => {
                        args.iter().for_each(|arg| self.effects(*arg));
                        self.fail(Property::ReachError, name);
                        Operand::constant(0, Width::INT)
                    }
                    Some(known) => self.known_call(known, name, expr, &args),
                    None if self.lower.defines(decl) => {
                        let id = self.lower.function(decl);
                        self.call_function(expr, Callee::Direct(id), &args, self.signature(callee), Some(decl))
                    }
                    None if home.is_some() && self.is_open_text(name, &args) => {
                        self.refuse(&format!("this format of `{name}`"))
                    }
                    None if home.is_some() => self.call_elsewhere(expr, callee, decl, &args),
                    None => self.unknown_call(name),
                }
            }
        };
        self.span = outer;
        result
    }

    /// A call of a function that another unit defines. Where this one has no prototype, nothing says that the arguments
    /// fit, so that they are looked at when the call is made.
    fn call_elsewhere(&mut self, expr: ExprId, callee: ExprId, decl: DeclId, args: &[ExprId]) -> Operand {
        let id = self.lower.function(decl);
        let signature = self.signature(callee);
        let name = self.input.name(decl).to_string();
        self.warn_of_short_answer(&name);
        if let Some(home) = self.lower.definition(decl)
            && self.lower.input_of(home).own
            && let Some(result) = self.call_by_other_prototype(expr, home, args, signature.as_ref())
        {
            return result;
        }
        let target = match &signature {
            Some(signature) if signature.prototyped => Callee::Direct(id),
            _ => Callee::Indirect(Operand::Function(id)),
        };
        self.call_function(expr, target, args, signature, None)
    }

    fn unknown_call(&mut self, name: &str) -> Operand {
        let mut error = Diagnostic::error(format!("the function `{name}` is neither defined nor known"))
            .help("define it, or give the file that does on the command line");
        error.span = self.span;
        self.lower.error(error);
        Operand::constant(0, Width::INT)
    }

    /// Whether a call names a function by way of a cast to a type that passes or returns something else. One that has
    /// to do with structs, which are passed by address here, is refused.
    fn through_other_type(&mut self, callee: ExprId, decl: DeclId) -> bool {
        let TypeKind::Function(own) = self.input.bare(self.input.tast[decl].ty) else { return false };
        let own = self.input.types.signature(own);
        let Some(other) = self.signature(callee) else { return false };
        let shapes = |signature: &FunctionType| -> Vec<Shape> {
            let params = signature.params.iter().copied();
            params.chain([signature.ret]).map(|ty| self.input.shape(ty)).collect()
        };
        let (mine, theirs) = (shapes(own), shapes(&other));
        // Without a prototype nothing is said about the arguments; the definition knows best.
        let differ = if own.prototyped && other.prototyped { mine != theirs } else { mine.last() != theirs.last() };
        // Floating point is passed in other registers than integers.
        let apart = |shape: &Shape| shape.is_by_address() || matches!(shape, Shape::Real { .. });
        if differ && mine.iter().chain(&theirs).any(apart) {
            let name = self.input.name(decl);
            self.unsupported(&format!("a call of `{name}`, which passes a struct or a float, through another type"));
        }
        differ
    }

    fn signature(&self, callee: ExprId) -> Option<FunctionType> {
        let ty = self.input.tast[callee].ty;
        let ty = self.input.pointee(ty).unwrap_or(ty);
        match self.input.bare(ty) {
            TypeKind::Function(id) => Some(self.input.types.signature(id).clone()),
            _ => None,
        }
    }

    fn call_function(
        &mut self,
        expr: ExprId,
        callee: Callee,
        args: &[ExprId],
        signature: Option<FunctionType>,
        defined: Option<DeclId>,
    ) -> Operand {
        // The definition knows best; a prototype is next; without one every argument is passed.
        let params: Option<Vec<_>> = match (defined, &signature) {
            (Some(decl), _) => {
                let params = self.input.tast[decl].params;
                Some(self.input.tast[params].iter().map(|param| self.input.tast[*param].ty).collect())
            }
            (None, Some(signature)) if signature.prototyped => Some(signature.params.clone()),
            _ => None,
        };
        let ty = self.input.tast[expr].ty;
        let shape = self.input.shape(ty);
        let (mut operands, mut copies) = (Vec::new(), Vec::new());
        let mut result = Operand::constant(0, Width::INT);
        if shape.is_by_address() {
            let size = self.input.layout(ty).map_or(0, |l| l.size);
            result = Operand::Reg(self.allocate_stack(size, "result"));
            operands.push(result);
        }
        for (index, arg) in args.iter().enumerate() {
            let param = match &params {
                Some(params) => match params.get(index) {
                    Some(param) => Some(*param),
                    // One of the `...`, or one that nobody can read.
                    None => break,
                },
                None => None,
            };
            let operand = self.argument(*arg, param);
            if let Operand::Reg(copy) = operand
                && self.input.shape(self.input.tast[*arg].ty).is_by_address()
            {
                copies.push(copy);
            }
            operands.push(operand);
        }
        let more = args.get(operands.len() - usize::from(shape.is_by_address())..).unwrap_or_default();
        let variadic = match defined {
            Some(decl) => self.input.is_variadic(self.input.tast[decl].ty),
            None => signature.as_ref().is_some_and(|signature| signature.prototyped && signature.variadic),
        };
        let rest = if variadic {
            Some(self.pass_rest(more))
        } else {
            more.iter().for_each(|arg| self.effects(*arg));
            None
        };
        for missing in params.iter().flatten().skip(args.len()) {
            let width = self.input.shape(*missing).width().unwrap_or(Width::POINTER);
            let dst = self.register(width, None);
            self.emit(Op::Nondet { dst });
            operands.push(Operand::Reg(dst));
        }
        if let Some(rest) = rest {
            copies.push(rest);
            operands.push(Operand::Reg(rest));
        }
        let dst = match shape {
            Shape::Refused(construct) => {
                self.unsupported(construct);
                None
            }
            _ => shape.width().map(|width| self.register(width, None)),
        };
        self.emit(Op::Call { dst, callee, args: operands });
        // A parameter dies when its function returns.
        for copy in copies {
            self.end_lifetime(copy);
        }
        dst.map_or(result, Operand::Reg)
    }

    /// An argument, converted to its parameter's type.
    fn argument(&mut self, arg: ExprId, param: Option<rucc_types::TypeId>) -> Operand {
        let ty = self.input.tast[arg].ty;
        let from = self.input.shape(ty);
        if from == Shape::Record {
            let address = self.record(arg);
            let size = self.input.layout(ty).map_or(0, |l| l.size);
            let copy = Operand::Reg(self.allocate_stack(size, "argument"));
            let text = self.input.text(arg);
            self.copy_record(copy, address, ty, ("argument", &text));
            return copy;
        }
        let to = param.map_or(from, |param| self.input.shape(param));
        match (from, to) {
            (Shape::Wide { .. }, Shape::Wide { .. }) => return self.by_address(arg),
            (Shape::Wide { .. }, _) | (_, Shape::Wide { .. }) => {
                return self.refuse(
                    "an argument that is a number of type `__int128` or is to become one, without a prototype,",
                );
            }
            _ => {}
        }
        if let (Shape::Refused(_), _) | (_, Shape::Refused(_)) = (from, to) {
            // Refused where the parameter is read, if it ever is.
            self.effects(arg);
            return Operand::pointer(0);
        }
        let value = self.value(arg);
        if from == to { value } else { self.convert(value, from, to) }
    }

    fn known_call(&mut self, known: Known, name: &str, expr: ExprId, args: &[ExprId]) -> Operand {
        let shape = self.input.shape(self.input.tast[expr].ty);
        let width = shape.width().unwrap_or(Width::INT);
        let zero = Operand::constant(0, width);
        // Asked here, for the arguments may be calls of their own.
        let wanted_form = self.wanted.take();
        let wanted = shape.width().filter(|_| self.ignored != Some(expr));
        let least = match known {
            Known::PthreadCreate => 4,
            Known::ThrdCreate
            | Known::MemoryCopy
            | Known::MemorySet
            | Known::PosixMemalign
            | Known::BarrierInit
            | Known::WriteBlock(_) => 3,
            Known::PthreadJoin
            | Known::ThrdJoin
            | Known::SameThread
            | Known::DetachState
            | Known::Calloc
            | Known::AlignedAlloc
            | Known::MemoryNondet
            | Known::Once => 2,
            Known::Assert
            | Known::Assume
            | Known::Await
            | Known::DescribedAssert
            | Known::Detach
            | Known::ThreadAttributesInit
            | Known::BarrierWait
            | Known::BarrierDestroy
            | Known::Malloc
            | Known::ObjectSize
            | Known::Free => 1,
            Known::Mutex(call) => call.arguments(),
            _ => 0,
        };
        if args.len() < least {
            return self.refuse(&format!("a call of `{name}` with too few arguments"));
        }
        match known {
            Known::Assert | Known::DescribedAssert => {
                let condition = self.condition(args[0]);
                if self.just_ends(name) {
                    self.emit(Op::Assume { condition });
                    return zero;
                }
                let message = args
                    .get(1)
                    .and_then(|text| self.string_argument(*text))
                    .unwrap_or_else(|| self.input.text(args[0]));
                self.emit(Op::Assert { condition, property: Property::Assertion, message });
                zero
            }
            Known::AssertFailed | Known::Error if self.just_ends(name) => {
                self.emit(Op::Assume { condition: Operand::bool(false) });
                zero
            }
            Known::AssertFailed => {
                let text = args.first().and_then(|text| self.string_argument(*text));
                self.fail(Property::Assertion, &text.unwrap_or_else(|| name.to_string()));
                zero
            }
            Known::Error if self.aborts_as_assumption(name) => {
                self.emit(Op::Assume { condition: Operand::bool(false) });
                zero
            }
            Known::Error => {
                self.fail(Property::ReachError, name);
                zero
            }
            Known::Misuse => {
                let text = args.first().and_then(|text| self.string_argument(*text));
                self.fail(Property::LockMisuse, &text.unwrap_or_default());
                zero
            }
            Known::Object(used) => {
                let address = self.value(args[0]);
                self.use_object((address, args[0]), used, Property::LockMisuse);
                zero
            }
            Known::Exit => {
                args.iter().for_each(|arg| self.effects(*arg));
                let in_main = self.function.name == "main";
                // Before a return from `main`, for its local objects live on here.
                if name == "exit" {
                    self.process_ends();
                }
                if in_main && (name == "exit" || !self.lower.has_exit_handlers()) {
                    // As good as a return: the program ends, not just its first thread.
                    let value = self.function.result.map(|width| Operand::constant(0, width));
                    self.emit(Op::Return(value));
                } else if self.lower.program.checked.contains(Concern::Leaks) {
                    // The program is over then, and what it has not freed is lost or not.
                    self.unsupported(&format!("`{name}`, where leaks are looked for and it is no return from `main`,"));
                } else {
                    self.emit(Op::Assume { condition: Operand::bool(false) });
                }
                zero
            }
            Known::Assume | Known::Await => {
                let condition = self.condition(args[0]);
                let awaits = known == Known::Await;
                self.emit(if awaits { Op::Await { condition } } else { Op::Assume { condition } });
                zero
            }
            Known::Nondet => self.nondet(name, shape),
            Known::Math(function) => self.math(function, args, shape),
            Known::Random => {
                let number = self.arbitrary(Width::new(RANDOM_BITS));
                self.resize(number, width, false)
            }
            Known::AtomicBegin => {
                self.emit(Op::AtomicBegin);
                zero
            }
            Known::AtomicEnd => {
                self.emit(Op::AtomicEnd);
                zero
            }
            Known::DescribedFence => {
                let full =
                    args.iter().any(|arg| self.string_argument(*arg).is_some_and(|text| text.contains("WRfence")));
                self.emit(Op::Fence { order: if full { Order::SeqCst } else { Order::Release } });
                zero
            }
            Known::Effectless(answer) => self.effectless(answer, args, wanted),
            Known::Print(_) if name.ends_with("printf") && self.may_count_output(args) => {
                self.refuse(&format!("this format of `{name}`"))
            }
            Known::Print(answer) => self.print(name, answer, args, wanted),
            Known::WriteBlock(answer) => self.write_block(name, answer, args, wanted),
            Known::Scan(format) => {
                let scanned = match args.get(format) {
                    Some(text) => self.scan(expr, *text, &args[format + 1..]),
                    None => None,
                };
                scanned.unwrap_or_else(|| self.refuse(&format!("this format of `{name}`")))
            }
            Known::Text => {
                args.iter().for_each(|arg| self.effects(*arg));
                // What it says is not known: the memory is undefined, which is any text.
                let text = Operand::Reg(self.allocate_stack(TEXT_SIZE, "text of the library"));
                let site = self.named_site(SiteKind::Store, self.span, "text of the library");
                let (address, value) = (self.offset(text, TEXT_SIZE - 1), Operand::constant(0, Width::BYTE));
                self.emit(Op::Store { address, value, order: Order::Plain, site });
                text
            }
            Known::ErrorNumber => Operand::Global { global: self.lower.error_number(), offset: 0 },
            Known::Time => {
                let now = self.answer(Answer::Seconds, Some(width), None);
                if let Some(target) = args.first().filter(|arg| self.constant_number(**arg) != Some(0)) {
                    self.write_unless_null(*target, now);
                }
                now
            }
            Known::PthreadCreate
            | Known::PthreadJoin
            | Known::ThreadExit
            | Known::ThrdCreate
            | Known::ThrdJoin
            | Known::Mutex(_)
            | Known::Detach
            | Known::CurrentThread
            | Known::SameThread
            | Known::ThreadAttributesInit
            | Known::DetachState
            | Known::BarrierInit
            | Known::BarrierWait
            | Known::BarrierDestroy
            | Known::Once => {
                let result = self.thread_call(known, args);
                self.resize(result, width, false)
            }
            Known::Malloc => {
                let size = self.value(args[0]);
                self.heap((size, MALLOC_ALIGN), false, wanted_form)
            }
            Known::AlignedAlloc => {
                let align = self.power_of_two(args[0]);
                self.effects(args[0]);
                let size = self.value(args[1]);
                self.heap((size, align), false, wanted_form)
            }
            Known::Calloc => {
                let (count, size) = (self.size_argument(args[0]), self.size_argument(args[1]));
                self.cleared(count, size, wanted_form)
            }
            Known::PosixMemalign => self.aligned(&[args[0], args[1], args[2]]),
            Known::ObjectSize => {
                let address = self.value(args[0]);
                let dst = self.register(Width::POINTER, None);
                self.emit(Op::ObjectSize { dst, address });
                Operand::Reg(dst)
            }
            Known::Free => {
                // Without a prototype it may be a number.
                let signed = self.input.shape(self.input.tast[args[0]].ty).signed();
                let address = self.value(args[0]);
                let address = self.resize(address, Width::POINTER, signed);
                args[1..].iter().for_each(|arg| self.effects(*arg));
                let site = self.pointer_site(SiteKind::Store, args[0]);
                self.emit(Op::Free { address, site });
                zero
            }
            Known::MemoryCopy => {
                let (to, from) = (self.value(args[0]), self.value(args[1]));
                let size = self.size_argument(args[2]);
                let load = self.pointer_site(SiteKind::Load, args[1]);
                let store = self.pointer_site(SiteKind::Store, args[0]);
                self.emit(Op::CopyMemory { to, from, size, load, store });
                to
            }
            Known::MemorySet => {
                let (to, byte) = (self.value(args[0]), self.value(args[1]));
                let byte = self.resize(byte, Width::BYTE, false);
                let size = self.size_argument(args[2]);
                let site = self.pointer_site(SiteKind::Store, args[0]);
                self.emit(Op::SetMemory { to, byte, size, site });
                to
            }
            Known::MemoryNondet => {
                let to = self.value(args[0]);
                let size = self.size_argument(args[1]);
                let site = self.pointer_site(SiteKind::Store, args[0]);
                self.emit(Op::AnyMemory { to, size, site });
                zero
            }
            Known::Refused(what) => {
                self.unsupported(&format!("{what} (`{name}`)"));
                zero
            }
        }
    }

    /// Whether what is an error as a rule just ends the program, because one other function is the error. What only
    /// verifiers know is one all the same.
    fn just_ends(&self, name: &str) -> bool {
        let only_verifiers = name.starts_with("__VERIFIER_") || name.starts_with("__CPROVER_");
        let errors = self.lower.errors_are;
        *errors != Errors::Usual && !only_verifiers && !errors.is_call(name)
    }

    /// Writes through a pointer, if it is not null.
    fn write_unless_null(&mut self, pointer: ExprId, value: Operand) {
        let Some(place) = self.pointed_place(pointer) else { return };
        let done = self.label();
        if let Place::Memory(memory) = place {
            let given = self.not_zero(memory.address);
            self.branch_unless(given, done);
        }
        self.write(place, value);
        self.bind(done);
    }

    pub fn size_argument(&mut self, size: ExprId) -> Operand {
        let signed = self.input.shape(self.input.tast[size].ty).signed();
        let size = self.value(size);
        self.resize(size, Width::POINTER, signed)
    }

    /// Whether an argument is one of the standard streams, which are no objects here.
    pub(super) fn is_stream(&self, arg: ExprId) -> bool {
        match self.input.tast[arg].kind {
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => self.is_stream(operand),
            ExprKind::Decl(decl) => matches!(self.input.name(decl), "stdin" | "stdout" | "stderr"),
            _ => false,
        }
    }

    /// Whether a call that prints may write how much it has printed: by its format, or by one that is not known and an
    /// argument that points at a number.
    fn may_count_output(&self, args: &[ExprId]) -> bool {
        let formats: Vec<String> = args.iter().take(2).filter_map(|arg| self.string_argument(*arg)).collect();
        if !formats.is_empty() {
            return formats.iter().any(|format| results::counts_output(format));
        }
        args.iter().skip(1).any(|arg| {
            let pointee = self.input.pointee(self.input.tast[*arg].ty);
            pointee.is_some_and(|ty| self.input.shape(ty).width().is_some_and(|width| width == Width::INT))
        })
    }

    /// Whether a call writes text into a buffer without being told its size, and how much it is hangs on more than what
    /// the library's own text computes; or reads from a text what that does not read.
    fn is_open_text(&self, name: &str, args: &[ExprId]) -> bool {
        if name == "sscanf" {
            return args.len() < 2 || self.scanned(args[1], &args[2..]).is_none();
        }
        let formats: Vec<String> = args.iter().skip(1).take(1).filter_map(|arg| self.string_argument(*arg)).collect();
        matches!(name, "sprintf" | "vsprintf") && formats.iter().any(|format| results::has_open_conversion(format))
    }

    /// The text of an argument that is a string literal.
    pub fn string_argument(&self, arg: ExprId) -> Option<String> {
        match self.input.tast[arg].kind {
            ExprKind::Str(id) => {
                let bytes = self.input.tast[id].bytes(self.input.target);
                Some(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_string())
            }
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => self.string_argument(operand),
            _ => None,
        }
    }
}
