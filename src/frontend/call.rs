//! The lowering of calls.
//!
//! In: call expressions. Out: IR calls for functions the program defines and for function pointers, and what a known
//! library function means. Structs are passed and returned through stack objects of the caller.

use rucc_sema::{DeclId, ExprId, ExprKind, ExprList};
use rucc_types::{FunctionType, TypeKind};

use super::function::Body;
use super::library::{self, Known};
use super::types::Shape;
use crate::diag::Diagnostic;
use crate::ir::{BinaryOp, Callee, Op, Operand, Order, Property, SiteKind, Storage, Width};

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
            Some(decl) => {
                let name = self.input.name(decl);
                let defined = self.input.tast[decl].body.is_some();
                let known = if defined { library::overrides_definition(name) } else { library::lookup(name) };
                match known {
                    Some(known) => self.known_call(known, name, expr, &args),
                    None if defined => {
                        let id = self.lower.function(decl);
                        self.call_function(expr, Callee::Direct(id), &args, self.signature(callee), Some(decl))
                    }
                    None => self.unknown_call(name),
                }
            }
        };
        self.span = outer;
        result
    }

    fn unknown_call(&mut self, name: &str) -> Operand {
        let mut error = Diagnostic::error(format!("the function `{name}` is neither defined nor known"))
            .help("define it, or add the file that does with #include");
        error.span = self.span;
        self.lower.error(error);
        Operand::constant(0, Width::INT)
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
        if defined.is_some_and(|decl| self.input.name(decl) == "main") {
            return self.refuse("a call of `main`");
        }
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
        let mut operands = Vec::new();
        let mut result = Operand::constant(0, Width::INT);
        if shape == Shape::Record {
            let size = self.input.layout(ty).map_or(0, |l| l.size);
            result = Operand::Reg(self.allocate_stack(size, false, "result"));
            operands.push(result);
        }
        for (index, arg) in args.iter().enumerate() {
            let param = match &params {
                Some(params) => match params.get(index) {
                    Some(param) => Some(*param),
                    None => {
                        // One of the `...`: nobody can read it, va_arg being refused.
                        self.effects(*arg);
                        continue;
                    }
                },
                None => None,
            };
            let operand = self.argument(*arg, param);
            operands.push(operand);
        }
        for missing in params.iter().flatten().skip(args.len()) {
            let width = self.input.shape(*missing).width().unwrap_or(Width::POINTER);
            let dst = self.register(width, None);
            self.emit(Op::Nondet { dst });
            operands.push(Operand::Reg(dst));
        }
        let dst = match shape {
            Shape::Refused(construct) => {
                self.unsupported(construct);
                None
            }
            _ => shape.width().map(|width| self.register(width, None)),
        };
        self.emit(Op::Call { dst, callee, args: operands });
        dst.map_or(result, Operand::Reg)
    }

    /// An argument, converted to its parameter's type.
    fn argument(&mut self, arg: ExprId, param: Option<rucc_types::TypeId>) -> Operand {
        let ty = self.input.tast[arg].ty;
        let from = self.input.shape(ty);
        if from == Shape::Record {
            let address = self.record(arg);
            let size = self.input.layout(ty).map_or(0, |l| l.size);
            let copy = Operand::Reg(self.allocate_stack(size, false, "argument"));
            let text = self.input.text(arg);
            self.copy_record(copy, address, ty, ("argument", &text));
            return copy;
        }
        let to = param.map_or(from, |param| self.input.shape(param));
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
        let least = match known {
            Known::PthreadCreate => 4,
            Known::ThrdCreate | Known::MemoryCopy | Known::MemorySet | Known::PosixMemalign | Known::BarrierInit => 3,
            Known::PthreadJoin
            | Known::ThrdJoin
            | Known::MtxInit
            | Known::MutexType
            | Known::Calloc
            | Known::AlignedAlloc
            | Known::Once => 2,
            Known::Assert
            | Known::Assume
            | Known::DescribedAssert
            | Known::LockInit
            | Known::Lock
            | Known::TryLock(_)
            | Known::Unlock
            | Known::BarrierWait
            | Known::BarrierDestroy
            | Known::Malloc
            | Known::Free => 1,
            _ => 0,
        };
        if args.len() < least {
            return self.refuse(&format!("a call of `{name}` with too few arguments"));
        }
        match known {
            Known::Assert | Known::DescribedAssert => {
                let condition = self.condition(args[0]);
                let message = args
                    .get(1)
                    .and_then(|text| self.string_argument(*text))
                    .unwrap_or_else(|| self.input.text(args[0]));
                self.emit(Op::Assert { condition, property: Property::Assertion, message });
                zero
            }
            Known::AssertFailed => {
                let text = args.first().and_then(|text| self.string_argument(*text));
                self.fail(Property::Assertion, &text.unwrap_or_else(|| name.to_string()));
                zero
            }
            Known::Error => {
                self.fail(Property::ReachError, name);
                zero
            }
            Known::Exit => {
                args.iter().for_each(|arg| self.effects(*arg));
                if self.function.name == "main" {
                    self.emit(Op::ExitThread { value: Operand::pointer(0) });
                } else {
                    self.emit(Op::Assume { condition: Operand::bool(false) });
                }
                zero
            }
            Known::Assume => {
                let condition = self.condition(args[0]);
                self.emit(Op::Assume { condition });
                zero
            }
            Known::Nondet => self.nondet(name, shape),
            Known::Random => {
                let dst = self.register(width, None);
                self.emit(Op::Nondet { dst });
                let zero = Operand::constant(0, width);
                let condition = self.binary(BinaryOp::SignedLessEqual, zero, Operand::Reg(dst));
                self.emit(Op::Assume { condition });
                Operand::Reg(dst)
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
            Known::Nothing => {
                args.iter().for_each(|arg| self.effects(*arg));
                zero
            }
            Known::Print => {
                for arg in args {
                    if !self.is_stream(*arg) {
                        self.effects(*arg);
                    }
                }
                zero
            }
            Known::Text => {
                args.iter().for_each(|arg| self.effects(*arg));
                // What it says is not known: the memory is undefined, which is any text.
                Operand::Reg(self.allocate_stack(TEXT_SIZE, false, "text of the library"))
            }
            Known::Time => {
                if args.first().is_some_and(|arg| self.constant_number(*arg) != Some(0)) {
                    return self.refuse("`time` with a result through a pointer");
                }
                let dst = self.register(width, None);
                self.emit(Op::Nondet { dst });
                Operand::Reg(dst)
            }
            Known::PthreadCreate
            | Known::PthreadJoin
            | Known::ThreadExit
            | Known::ThrdCreate
            | Known::ThrdJoin
            | Known::LockInit
            | Known::MtxInit
            | Known::Lock
            | Known::TryLock(_)
            | Known::Unlock
            | Known::BarrierInit
            | Known::BarrierWait
            | Known::BarrierDestroy
            | Known::Once
            | Known::MutexType => {
                let result = self.thread_call(known, args);
                self.resize(result, width, false)
            }
            Known::Malloc => {
                let size = self.value(args[0]);
                self.heap(size, false)
            }
            Known::AlignedAlloc => {
                self.effects(args[0]);
                let size = self.value(args[1]);
                self.heap(size, false)
            }
            Known::Calloc => {
                let (count, size) = (self.value(args[0]), self.value(args[1]));
                let (count, size) =
                    (self.resize(count, Width::POINTER, false), self.resize(size, Width::POINTER, false));
                let bytes = self.binary(BinaryOp::Mul, count, size);
                self.heap(bytes, true)
            }
            Known::PosixMemalign => {
                let place = self.pointed_place(args[0]);
                self.effects(args[1]);
                let size = self.value(args[2]);
                let address = self.heap(size, false);
                if let Some(place) = place {
                    self.write(place, address);
                }
                zero
            }
            Known::Free => {
                let address = self.value(args[0]);
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
            Known::Refused(what) => {
                self.unsupported(&format!("{what} (`{name}`)"));
                zero
            }
        }
    }

    fn heap(&mut self, size: Operand, zeroed: bool) -> Operand {
        let size = self.resize(size, Width::POINTER, false);
        let dst = self.register(Width::POINTER, None);
        let name = "heap object".to_string();
        self.emit(Op::Allocate { dst, size, storage: Storage::Heap, zeroed, name });
        Operand::Reg(dst)
    }

    fn size_argument(&mut self, size: ExprId) -> Operand {
        let signed = self.input.shape(self.input.tast[size].ty).signed();
        let size = self.value(size);
        self.resize(size, Width::POINTER, signed)
    }

    fn nondet(&mut self, name: &str, shape: Shape) -> Operand {
        let Some(width) = shape.width() else {
            return match shape {
                Shape::Refused(construct) => self.refuse(&format!("a nondeterministic value of {construct}")),
                Shape::Void => Operand::constant(0, Width::INT),
                _ => self.refuse("a nondeterministic value of this type"),
            };
        };
        let (bits, signed) = match (shape, library::nondet_range(name)) {
            (Shape::Bool, _) => (1, false),
            (_, Some((bits, signed))) if bits < width.bits() => (bits, signed),
            _ => (width.bits(), false),
        };
        let dst = self.register(Width::new(bits), None);
        self.emit(Op::Nondet { dst });
        self.resize(Operand::Reg(dst), width, signed)
    }

    /// Whether an argument is one of the standard streams, which are no objects here.
    fn is_stream(&self, arg: ExprId) -> bool {
        match self.input.tast[arg].kind {
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => self.is_stream(operand),
            ExprKind::Decl(decl) => matches!(self.input.name(decl), "stdin" | "stdout" | "stderr"),
            _ => false,
        }
    }

    /// The text of an argument that is a string literal.
    fn string_argument(&self, arg: ExprId) -> Option<String> {
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
