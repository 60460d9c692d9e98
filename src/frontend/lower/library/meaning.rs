//! What a call of a known library function means.
//!
//! In: a [`Known`] and the arguments of the call. Out: the instructions that have its effect, and its value. It must not
//! know which names mean this; `library` does.

use super::results;
use crate::frontend::known::functions::{Answer, Known};
use crate::frontend::lower::state::body::Body;
use crate::frontend::lower::values::place::Place;
use crate::frontend::options::Errors;
use crate::frontend::typed::tree::{ExprId, TypeId};
use crate::frontend::typed::types::Shape;
use crate::ir::{Concern, Op, Operand, Order, Property, Sign, SiteKind, Width};

/// `rand` and `random` answer numbers from 0 to `RAND_MAX`, which is 2^31 - 1.
const RANDOM_BITS: u32 = 31;

/// Bytes of a text that the library hands out.
const TEXT_SIZE: u64 = 64;

/// A call of a function of the library.
#[derive(Clone, Copy)]
pub struct KnownCall<'c> {
    pub known: Known,
    pub name: &'c str,
    pub expr: ExprId,
    pub args: &'c [ExprId],
}

/// What the program around a call wants of it.
#[derive(Clone, Copy)]
struct Wanted {
    shape: Shape,
    /// The width of its value, if anybody looks at that.
    value: Option<Width>,
    /// What the memory is for that it allocates.
    form: Option<TypeId>,
}

impl Wanted {
    fn width(self) -> Width {
        self.shape.width().unwrap_or(Width::INT)
    }
}

impl Body<'_, '_> {
    /// The value of a call of a known function; of one that answers nothing it is 0.
    pub fn known_call(&mut self, call: KnownCall<'_>) -> Operand {
        let name = call.name.strip_prefix("__builtin_").unwrap_or(call.name);
        let call = KnownCall { name, ..call };
        let KnownCall { known, expr, args, .. } = call;
        let shape = self.input.shape_of(expr);
        // Asked here, for the arguments may be calls of their own.
        let form = self.wanted.take();
        let wanted = Wanted { shape, value: shape.width().filter(|_| self.ignored != Some(expr)), form };
        if args.len() < known.arguments() {
            return self.refuse(&format!("a call of `{name}` with too few arguments"));
        }
        self.known_effect(call, wanted).unwrap_or_else(|| Operand::constant(0, wanted.width()))
    }

    /// Does what the function does; `None` where it answers nothing or 0.
    fn known_effect(&mut self, call: KnownCall<'_>, wanted: Wanted) -> Option<Operand> {
        let KnownCall { known, name, expr, args } = call;
        match known {
            Known::Assert | Known::DescribedAssert => self.assertion(name, args),
            Known::AssertFailed | Known::Error if self.just_ends(name) => self.end_of_path(),
            Known::AssertFailed => self.failed_assertion(name, args),
            Known::Error if self.aborts_as_assumption(name) => self.end_of_path(),
            Known::Error => self.fail(Property::ReachError, name),
            Known::Misuse => self.misuse(args),
            Known::Marked | Known::MarkedRead => self.marked(known, args),
            Known::Object(used) => {
                let address = self.word(args[0]);
                self.use_object((address, args[0]), used, Property::LockMisuse);
            }
            Known::Exit => self.exit(name, args),
            Known::Assume => {
                let condition = self.condition(args[0]);
                self.emit(Op::Assume { condition });
            }
            Known::Await => {
                let condition = self.condition(args[0]);
                self.emit(Op::Await { condition });
            }
            Known::Nondet => return Some(self.nondet(name, wanted.shape)),
            Known::Math(function) => return Some(self.math(function, args, wanted.shape)),
            Known::Random => {
                let number = self.arbitrary(Width::new(RANDOM_BITS));
                return Some(self.resize(number, wanted.width(), Sign::Unsigned));
            }
            Known::AtomicBegin => self.emit(Op::AtomicBegin),
            Known::AtomicEnd => self.emit(Op::AtomicEnd),
            Known::DescribedFence => self.described_fence(args),
            Known::Effectless(answer) => return Some(self.effectless(answer, args, wanted.value)),
            Known::Print(_) if name.ends_with("printf") && self.may_count_output(args) => {
                return Some(self.refuse_format(name));
            }
            Known::Print(answer) => return Some(self.print(name, answer, args, wanted.value)),
            Known::WriteBlock(answer) => return Some(self.write_block(name, answer, args, wanted.value)),
            Known::Scan(format) => {
                if let Some(stream) = results::stream_of(name).and_then(|at| args.get(at)) {
                    self.use_stream(*stream);
                }
                let scanned = args.get(format).and_then(|text| self.scan(expr, *text, &args[format + 1..]));
                return Some(scanned.unwrap_or_else(|| self.refuse_format(name)));
            }
            Known::Text => return Some(self.text_of_library(args)),
            Known::ErrorNumber => return Some(Operand::Global { global: self.lower.error_number(), offset: 0 }),
            Known::Time => return Some(self.time(args, wanted.width())),
            Known::SystemCall => {
                let result = self.system_call(args);
                return Some(self.resize(result, wanted.width(), Sign::Signed));
            }
            Known::Thread(call) => {
                let result = self.thread_call(call, args);
                return Some(self.resize(result, wanted.width(), Sign::Unsigned));
            }
            Known::Mutex(call) => {
                let result = self.mutex_call(call, args);
                return Some(self.resize(result, wanted.width(), Sign::Unsigned));
            }
            Known::Malloc => return Some(self.allocated(args[0], wanted.form)),
            Known::AlignedAlloc => return Some(self.aligned(args, wanted.form)),
            Known::Calloc => return Some(self.cleared(args, wanted.form)),
            Known::PosixMemalign => return Some(self.aligned_place(&[args[0], args[1], args[2]])),
            Known::ObjectSize => return Some(self.object_size(args[0])),
            Known::Free => self.free(args),
            Known::MemoryCopy => return Some(self.copy_memory(args)),
            Known::MemorySet => return Some(self.set_memory(args)),
            Known::MemoryNondet => self.any_memory(args),
            Known::Refused(what) => self.unsupported(&format!("{what} (`{name}`)")),
        }
        None
    }

    /// The value of an argument that is to be an address or a number of bytes. Where no prototype says so it may be a smaller integer.
    pub fn word(&mut self, arg: ExprId) -> Operand {
        let sign = self.input.shape_of(arg).sign();
        let value = self.value(arg);
        self.resize(value, Width::POINTER, sign)
    }

    /// An assertion that may fail, with the text of its second argument or of the condition.
    fn assertion(&mut self, name: &str, args: &[ExprId]) {
        let condition = self.condition(args[0]);
        if self.just_ends(name) {
            self.emit(Op::Assume { condition });
            return;
        }
        let text = args.get(1).and_then(|text| self.string_argument(*text));
        let message = text.unwrap_or_else(|| self.input.text(args[0]));
        self.emit(Op::Assert { condition, property: Property::Assertion, message });
    }

    fn failed_assertion(&mut self, name: &str, args: &[ExprId]) {
        let text = args.first().and_then(|text| self.string_argument(*text));
        self.fail(Property::Assertion, &text.unwrap_or_else(|| name.to_string()));
    }

    fn misuse(&mut self, args: &[ExprId]) {
        let text = args.first().and_then(|text| self.string_argument(*text));
        self.fail(Property::LockMisuse, &text.unwrap_or_default());
    }

    /// An access that the text says to be in sets of the axioms.
    fn marked(&mut self, known: Known, args: &[ExprId]) {
        let Some(sets) = self.string_argument(args[0]) else {
            self.unsupported("a set of the axioms that is no string");
            return;
        };
        let (first, done) = (self.lower.program.sites.len(), self.function.code.len());
        self.effects(args[1]);
        if known == Known::Marked {
            self.lower.mark_writes(first, &sets);
            return;
        }
        for instr in &self.function.code[done..] {
            if let Op::Load { order, site, .. } = &instr.op
                && *order != Order::Plain
            {
                self.lower.mark(*site, &sets);
            }
        }
    }

    /// Nothing comes after this, and nothing is wrong.
    fn end_of_path(&mut self) {
        self.emit(Op::Assume { condition: Operand::bool(false) });
    }

    /// `exit` and its kind.
    fn exit(&mut self, name: &str, args: &[ExprId]) {
        let is_status = matches!(name, "exit" | "_exit" | "_Exit" | "quick_exit");
        args.iter().for_each(|arg| if is_status { self.written_out(*arg) } else { self.effects(*arg) });
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
            self.end_of_path();
        }
    }

    /// A fence that is described by strings.
    fn described_fence(&mut self, args: &[ExprId]) {
        let full = args.iter().any(|arg| self.string_argument(*arg).is_some_and(|text| text.contains("WRfence")));
        self.emit(Op::Fence { order: if full { Order::SeqCst } else { Order::Release } });
    }

    fn refuse_format(&mut self, name: &str) -> Operand {
        self.refuse(&format!("this format of `{name}`"))
    }

    /// The address of a text of which nothing is known.
    fn text_of_library(&mut self, args: &[ExprId]) -> Operand {
        args.iter().for_each(|arg| self.effects(*arg));
        // What it says is not known: the memory is undefined, which is any text.
        let text = Operand::Reg(self.allocate_stack(TEXT_SIZE, "text of the library"));
        let site = self.named_site(SiteKind::Store, self.span, "text of the library");
        let (address, value) = (self.offset(text, TEXT_SIZE - 1), Operand::constant(0, Width::BYTE));
        self.emit(Op::Store { address, value, order: Order::Plain, site });
        text
    }

    fn time(&mut self, args: &[ExprId], width: Width) -> Operand {
        let now = self.answer(Answer::Seconds, Some(width), None);
        if let Some(target) = args.first().filter(|arg| self.constant_number(**arg) != Some(0)) {
            self.write_unless_null(*target, now);
        }
        now
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

    /// Whether a call that prints may write how much it has printed: by its format, or by one that is not known and an
    /// argument that points at a number.
    fn may_count_output(&self, args: &[ExprId]) -> bool {
        let formats: Vec<String> = args.iter().take(2).filter_map(|arg| self.string_argument(*arg)).collect();
        if !formats.is_empty() {
            return formats.iter().any(|format| results::counts_output(format));
        }
        args.iter().skip(1).any(|arg| {
            let pointee = self.input.pointee(self.input.ty(*arg));
            pointee.is_some_and(|ty| self.input.shape(ty).width().is_some_and(|width| width == Width::INT))
        })
    }
}
