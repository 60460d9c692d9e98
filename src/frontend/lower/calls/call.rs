//! The lowering of calls.
//!
//! In: call expressions. Out: IR calls for functions the program defines and for function pointers. Structs are passed
//! and returned through stack objects of the caller. What a known library function means is said in `meaning`.

use crate::diag::Diagnostic;
use crate::frontend::known::functions;
use crate::frontend::lower::library::meaning::KnownCall;
use crate::frontend::lower::library::results;
use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::tree::{DeclFlags, DeclId, ExprId, ExprKind, ExprList, FunctionType, TypeId};
use crate::frontend::typed::types::Shape;
use crate::ids::{FuncId, RegId};
use crate::ir::{Callee, Op, Operand, Property, Width};

/// The function that a call reaches.
struct Reached {
    callee: Callee,
    /// The type through which it is called, if that is one of a function.
    signature: Option<FunctionType>,
    /// Its definition, if that is in this unit.
    defined: Option<DeclId>,
    /// What is called in its place where a register says that the thread has waited before.
    again: Option<(RegId, FuncId)>,
    /// How many bytes have to be where the first argument points.
    reach: Option<u64>,
}

impl Body<'_, '_> {
    /// A call; for one without a result, a number nobody reads; for one of a struct, the address of the result.
    pub fn call(&mut self, expr: ExprId, callee: ExprId, args: ExprList) -> Operand {
        self.wait_again(expr);
        let args = self.input.tast[args].to_vec();
        let outer = self.span;
        self.span = self.input.place(expr).or(outer);
        let result = match self.input.called(callee) {
            None => {
                let address = self.value(callee);
                let signature = self.signature(callee);
                self.call_function(
                    expr,
                    &args,
                    Reached { callee: Callee::Indirect(address), signature, defined: None, again: None, reach: None },
                )
            }
            Some(decl) if self.input.name(decl) == "main" => self.refuse("a call of `main`"),
            Some(decl) if self.lower.definition(decl).is_some() && self.through_other_type(callee, decl) => {
                let id = self.lower.function(decl);
                let signature = self.signature(callee);
                let callee = Callee::Indirect(Operand::Function(id));
                self.call_function(expr, &args, Reached { callee, signature, defined: None, again: None, reach: None })
            }
            Some(decl) => {
                let name = self.input.name(decl);
                let home = self.lower.definition(decl);
                let known = match home {
                    Some(home) => self.defined_meaning(home, &args),
                    None => functions::lookup(name),
                };
                match known {
                    None if home.is_none() && self.lower.errors_are.is_call(name) => {
                        args.iter().for_each(|arg| self.effects(*arg));
                        self.fail(Property::ReachError, name);
                        Operand::constant(0, Width::INT)
                    }
                    Some(known) => self.known_call(KnownCall { known, name, expr, args: &args }),
                    None if self.lower.defines(decl) => {
                        self.check_old_style(decl, &args);
                        let again = self.waits_in_function(expr, decl);
                        let by_call =
                            if again.is_none() { self.function_by_call((expr, decl), callee, &args) } else { None };
                        let id = by_call.unwrap_or_else(|| self.lower.function(decl));
                        let signature = self.signature(callee);
                        let callee = Callee::Direct(id);
                        self.call_function(
                            expr,
                            &args,
                            Reached { callee, signature, defined: Some(decl), again, reach: None },
                        )
                    }
                    None if home.is_some() && self.is_open_text(name, &args) => {
                        self.refuse(&format!("this format of `{name}`"))
                    }
                    None if home.is_some() => self.call_elsewhere(expr, callee, decl, &args),
                    None if self.input.tast[decl].flags.contains(DeclFlags::WEAK) => {
                        args.iter().for_each(|arg| self.effects(*arg));
                        self.fail(Property::NullDereference, "a call of a function that nobody defines");
                        Operand::constant(0, self.input.shape_of(expr).width().unwrap_or(Width::INT))
                    }
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
        if let Some(home) = self.lower.definition(decl)
            && let Some(result) = self.call_old_style(expr, home, args, signature.as_ref())
        {
            return result;
        }
        let callee = match &signature {
            Some(signature) if signature.prototyped => Callee::Direct(id),
            _ => Callee::Indirect(Operand::Function(id)),
        };
        let again = self.waits_in_function(expr, decl);
        let is_own = self.lower.definition(decl).is_some_and(|home| self.lower.input_of(home).own);
        let reach = if is_own { self.reach_of_object(&name, args) } else { None };
        self.call_function(expr, args, Reached { callee, signature, defined: None, again, reach })
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
        let Some(own) = self.input.signature(self.input.ty(decl)) else { return false };
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
        let ty = self.input.ty(callee);
        self.input.signature(self.input.pointee(ty).unwrap_or(ty)).cloned()
    }

    fn call_function(&mut self, expr: ExprId, args: &[ExprId], reached: Reached) -> Operand {
        let Reached { callee, signature, defined, again, reach } = reached;
        if matches!(callee, Callee::Indirect(_)) && signature.as_ref().is_none_or(|signature| !signature.prototyped) {
            self.check_old_style_pointer(args);
        }
        // The definition knows best; a prototype is next; without one every argument is passed.
        let params: Option<Vec<_>> = match (defined, &signature) {
            (Some(decl), _) => {
                let params = self.input.tast[decl].params;
                Some(self.input.tast[params].iter().map(|param| self.input.ty(*param)).collect())
            }
            (None, Some(signature)) if signature.prototyped => Some(signature.params.clone()),
            _ => None,
        };
        let ty = self.input.ty(expr);
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
                && self.input.shape_of(*arg).is_by_address()
            {
                copies.push(copy);
            }
            operands.push(operand);
        }
        let more = args.get(operands.len() - usize::from(shape.is_by_address())..).unwrap_or_default();
        let variadic = match defined {
            Some(decl) => self.input.is_variadic(self.input.ty(decl)),
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
        if let (Some(bytes), Some(address)) = (reach, operands.first()) {
            self.emit(Op::Reach { address: *address, bytes });
        }
        match again {
            None => self.emit(Op::Call { dst, callee, args: operands }),
            Some((again, waited)) => {
                let (first, done) = (self.label(), self.label());
                self.branch_unless(Operand::Reg(again), first);
                self.emit(Op::Call { dst, callee: Callee::Direct(waited), args: operands.clone() });
                self.jump(done);
                self.bind(first);
                self.emit(Op::Call { dst, callee, args: operands });
                self.copy(again, Operand::bool(true));
                self.bind(done);
            }
        }
        // A parameter dies when its function returns.
        for copy in copies {
            self.end_lifetime(copy);
        }
        dst.map_or(result, Operand::Reg)
    }

    /// An argument, converted to its parameter's type.
    fn argument(&mut self, arg: ExprId, param: Option<TypeId>) -> Operand {
        let ty = self.input.ty(arg);
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

    /// Whether an argument is one of the standard streams, which are no objects here.
    pub(in crate::frontend::lower) fn is_stream(&self, arg: ExprId) -> bool {
        match self.input.tast[arg].kind {
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => self.is_stream(operand),
            ExprKind::Decl(decl) => matches!(self.input.name(decl), "stdin" | "stdout" | "stderr"),
            _ => false,
        }
    }

    /// Whether a call writes text into a buffer without being told its size, and how much it is hangs on more than what
    /// the library's own text computes; or reads from a text what that does not read.
    fn is_open_text(&self, name: &str, args: &[ExprId]) -> bool {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
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
