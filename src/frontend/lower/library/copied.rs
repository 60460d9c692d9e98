//! Mutexes and their like that are copies.
//!
//! In: the units, and each use of a mutex, barrier, condition variable, reader-writer lock or semaphore. Out: instructions that tell
//! the object itself from a copy of it, of which POSIX leaves undefined what it does. It must not know what the uses do.
//!
//! The word behind the state of such an object holds its own address: from when it is set up, or from its first use
//! where a static initialiser (zeros there) has set it up. A copy then holds another one's address. What was not used yet and is copied
//! is as good as initialised in the same way. Only a program whose types say that it copies such objects is asked this question: the
//! others have no need of the word, and of the accesses to it.

use crate::frontend::known::asked::Use;
use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{Conversion, DeclId, ExprId, ExprKind, TypeId, TypeKind, UnaryOp};
use crate::frontend::typed::types::Shape;
use crate::ir::{BinaryOp, Op, Operand, Order, Property, SiteKind, Width};

/// Functions whose first parameter points to such an object.
const USES: &[&str] = &[
    "pthread_mutex_unlock",
    "pthread_cond_wait",
    "pthread_rwlock_unlock",
    "pthread_barrier_wait",
    "sem_post",
    "mtx_unlock",
    "cnd_wait",
];

/// The functions that write bytes into an object of any type, or move one.
const COPIES: &[&str] =
    &["memcpy", "memmove", "mempcpy", "bcopy", "memset", "bzero", "explicit_bzero", "realloc", "reallocarray"];

/// Where the word is that holds the address.
const WORD: u64 = 8;

/// How deep types are looked into.
const DEEPEST: u32 = 16;

impl Input<'_> {
    /// Whether a unit of the user copies such an object, or sets its bytes, as far as types tell.
    pub fn copies_objects(&self) -> bool {
        let objects = self.object_types();
        let holds = |ty: TypeId| self.holds_one_of(ty, &objects, DEEPEST);
        let mut exprs = (0..self.tast.counts().exprs).map(ExprId::from_usize);
        !self.own
            && !objects.is_empty()
            && exprs.any(|expr| match self.tast[expr].kind {
                ExprKind::Convert { kind: Conversion::Lvalue, operand } => {
                    holds(self.ty(operand)) && !self.is_literal(operand)
                }
                ExprKind::Call { callee, args } => {
                    let name = self.called(callee).map_or("", |decl| self.name(decl));
                    let pointee = |arg: &ExprId| self.pointee(self.ty(self.stripped(*arg)));
                    COPIES.contains(&name.trim_start_matches("__builtin_"))
                        && self.tast[args].iter().filter_map(pointee).any(holds)
                }
                _ => false,
            })
    }

    /// A compound literal, whose initialiser may be meant.
    fn is_literal(&self, expr: ExprId) -> bool {
        matches!(self.tast[expr].kind, ExprKind::Decl(decl) if self.name(decl).is_empty())
    }

    /// Whether a pointer leads by its form to a part of a variable that has so many bytes.
    fn is_part_of_a_variable(&self, pointer: ExprId, bytes: u64) -> bool {
        let ExprKind::Unary { op: UnaryOp::AddrOf, operand } = self.tast[self.stripped(pointer)].kind else {
            return false;
        };
        let is_so_large = self.layout(self.ty(operand)).is_some_and(|layout| layout.size >= bytes);
        let mut part = operand;
        while let ExprKind::Member { base, .. } = self.tast[part].kind {
            part = base;
        }
        is_so_large && matches!(self.tast[part].kind, ExprKind::Decl(_))
    }

    /// The types that the unit's declarations of the library know.
    fn object_types(&self) -> Vec<TypeId> {
        let declared = self.tast.top_level().iter().filter(|decl| USES.contains(&self.name(**decl)));
        let object = |decl: &DeclId| {
            let ty = self.pointee(*self.signature(self.ty(*decl))?.params.first()?)?;
            matches!(self.bare(ty), TypeKind::Record(_)).then(|| self.types.canonical(ty))
        };
        declared.filter_map(object).collect()
    }

    fn holds_one_of(&self, ty: TypeId, objects: &[TypeId], depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if objects.contains(&self.types.canonical(ty)) {
            return true;
        }
        match self.bare(ty) {
            TypeKind::Array { elem, .. } => self.holds_one_of(elem, objects, depth),
            TypeKind::Record(id) => {
                self.types.record_info(id).fields.iter().any(|field| self.holds_one_of(field.ty, objects, depth))
            }
            _ => false,
        }
    }
}

/// What the names of functions begin with that are defined in the tool's own text and whose first argument points to such an object.
const FUNCTIONS_OF_OBJECTS: [&str; 4] = ["sem_", "pthread_rwlock_", "pthread_cond_", "cnd_"];

impl Body<'_, '_> {
    /// How many bytes have to be where the first argument of a function of the tool's own text points.
    pub fn reach_of_object(&self, name: &str, args: &[ExprId]) -> Option<u64> {
        let written = *args.first()?;
        if !FUNCTIONS_OF_OBJECTS.iter().any(|prefix| name.starts_with(prefix)) {
            return None;
        }
        let bytes = self.input.layout(self.input.pointee(self.input.ty(written))?)?.size;
        (bytes > 0 && !self.input.is_part_of_a_variable(written, bytes)).then_some(bytes)
    }

    /// An object is used: `written` points to it. All of it has to be there, though no more than some words of it are accessed here.
    pub fn use_object(&mut self, (address, written): (Operand, ExprId), used: Use, property: Property) {
        // What is handed to the tool's own text has become a pointer to anything there.
        let size = |pointer: ExprId| {
            let pointee = self.input.pointee(self.input.ty(pointer)).filter(|ty| self.input.shape(*ty) != Shape::Void);
            pointee.and_then(|ty| self.input.layout(ty)).map(|layout| layout.size)
        };
        let asked = size(written).or_else(|| size(self.input.stripped(written))).unwrap_or(0);
        // In the tool's own text it is the tool's own type; the caller knows how large its own is, also one for another machine.
        let asked = if self.input.own { asked.min(WORD + Width::POINTER.bytes()) } else { asked };
        if asked > 0 && !self.input.is_part_of_a_variable(written, asked) {
            self.emit(Op::Reach { address, bytes: asked });
        }
        let pointee = self.input.pointee(self.input.ty(self.input.stripped(written)));
        let size = pointee.and_then(|ty| self.input.layout(ty)).map_or(0, |layout| layout.size);
        if !self.lower.copies_objects || size < WORD + Width::POINTER.bytes() {
            return;
        }
        let word = self.offset(address, WORD);
        let done = self.label();
        if used != Use::SetUp {
            let site = self.pointer_site(SiteKind::Load, written);
            let dst = self.register(Width::POINTER, None);
            self.emit(Op::Load { dst, address: word, order: Order::Relaxed, site });
            let itself = self.binary(BinaryOp::Equal, Operand::Reg(dst), address);
            let unset = self.binary(BinaryOp::Equal, Operand::Reg(dst), Operand::pointer(0));
            let condition = match used {
                Use::OfInitialised => self.binary(BinaryOp::Or, itself, unset),
                _ => itself,
            };
            let message = "what is used is a copy of what was set up, or was overwritten".to_string();
            self.emit(Op::Assert { condition, property, message });
            self.branch_unless(unset, done);
        }
        let site = self.pointer_site(SiteKind::Store, written);
        self.emit(Op::Store { address: word, value: address, order: Order::Relaxed, site });
        self.bind(done);
    }
}
