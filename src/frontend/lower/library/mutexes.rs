//! The lowering of mutexes and spin locks, POSIX and C11.
//!
//! In: calls of the thread library. Out: `Lock`, `Unlock` and their like. A mutex is the 32-bit cell at its address; what a
//! free one of each kind holds stands in [`crate::ir::mutex`]. The kind that a mutex attribute asks for is the int at its
//! address, marked as one that is set up.

use crate::frontend::known::asked::Use;
use crate::frontend::known::functions::{EBUSY, MutexCall};
use crate::frontend::lower::state::body::Body;
use crate::frontend::typed::input::Input;
use crate::frontend::typed::tree::{ArrayLen, ExprId, Field, RecordInfo, TypeId, TypeKind};
use crate::ids::RegId;
use crate::ir::mutex::{self, Kind};
use crate::ir::{BinaryOp, Op, Operand, Order, Property, SiteKind, Width};

/// The numbers of the kinds, of POSIX and of C11.
const RECURSIVE: u64 = 1;
const ERROR_CHECK: u64 = 2;
/// The highest number of a kind of POSIX, which is as good as a normal one here.
const ADAPTIVE: u64 = 3;

/// The error number of a kind that there is not.
const EINVAL: u64 = 22;

/// What a mutex attribute that is set up holds beside the number of the kind, in the bits above that.
const SET_UP: u64 = 0x6174_7400;
const NUMBER: u64 = 0xff;

const NO_ATTRIBUTES: &str = "a mutex attribute is used that is not set up";

/// What nobody has set up: in none of the patterns of [`mutex`].
const UNSET: u64 = 1;

/// A mutex as the header declares it, with the members that glibc has, inside an object: what a static initialiser writes.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// Where its first word is, which is the cell here.
    pub word: u64,
    /// Where the header keeps the number of its kind.
    pub kind: u64,
    /// How many bytes it has.
    pub size: u64,
}

/// A part of a mutex that an initialiser gives a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Word,
    Kind,
    /// One that is zero in a mutex that is set up.
    Rest,
}

impl Declared {
    /// The part at an offset of the object, if it is in the mutex.
    pub fn part(&self, offset: u64) -> Option<Part> {
        match offset {
            _ if offset == self.word => Some(Part::Word),
            _ if offset == self.kind => Some(Part::Kind),
            _ => (self.word..self.word + self.size).contains(&offset).then_some(Part::Rest),
        }
    }
}

impl Input<'_> {
    fn is_named(&self, field: &Field, wanted: &str) -> bool {
        field.name.is_some_and(|name| self.names.resolve(name) == wanted)
    }

    /// The member of a mutex that says its kind, of what is inside of it.
    fn kind_of_mutex<'f>(&self, inner: &'f RecordInfo) -> Option<&'f Field> {
        let is_mutex = inner.fields.first().is_some_and(|field| self.is_named(field, "__lock"));
        inner.fields.iter().find(|field| is_mutex && self.is_named(field, "__kind"))
    }

    /// Whether this is a mutex, or what is inside of it.
    pub fn is_mutex(&self, ty: TypeId) -> bool {
        self.record(ty).is_some_and(|record| {
            let inner = record.fields.iter().find(|field| self.is_named(field, "__data"));
            let inner = inner.and_then(|data| self.record(data.ty)).unwrap_or(record);
            self.kind_of_mutex(inner).is_some()
        })
    }

    /// The mutexes in an object of a type that lies at `base`.
    pub fn declared_mutexes(&self, ty: TypeId, base: u64) -> Vec<Declared> {
        match self.bare(ty) {
            TypeKind::Array { elem, len: ArrayLen::Fixed(count) } => {
                let (inside, size) = (self.declared_mutexes(elem, base), self.layout(elem).map_or(0, |l| l.size));
                let moved =
                    |by: u64| move |m: &Declared| Declared { word: m.word + by, kind: m.kind + by, size: m.size };
                let count = if inside.is_empty() { 0 } else { count };
                (0..count).flat_map(|index| inside.iter().map(moved(index * size)).collect::<Vec<_>>()).collect()
            }
            TypeKind::Record(id) => {
                let record = self.types.record_info(id);
                let kind = record
                    .fields
                    .iter()
                    .find(|field| self.is_named(field, "__data"))
                    .and_then(|data| Some(base + data.offset + self.kind_of_mutex(self.record(data.ty)?)?.offset));
                match kind {
                    Some(kind) => {
                        let size = self.layout(ty).map_or(0, |layout| layout.size);
                        vec![Declared { word: base, kind, size }]
                    }
                    None => {
                        let fields = record.fields.iter();
                        fields.flat_map(|field| self.declared_mutexes(field.ty, base + field.offset)).collect()
                    }
                }
            }
            _ => Vec::new(),
        }
    }
}

/// What the cell of a mutex holds that is initialised as one of this kind.
pub fn initialised(kind: u64) -> Operand {
    match kind {
        RECURSIVE => free(Kind::Recursive),
        ERROR_CHECK => free(Kind::ErrorCheck),
        0 | ADAPTIVE => free(Kind::Normal),
        _ => unset(),
    }
}

/// What the cell of a mutex holds whose initialiser is none of the header's.
pub fn unset() -> Operand {
    Operand::constant(UNSET, Width::INT)
}

impl Body<'_, '_> {
    /// A call that has to do with mutexes; its result is an `int`.
    pub fn mutex_call(&mut self, call: MutexCall, args: &[ExprId]) -> Operand {
        let success = Operand::constant(0, Width::INT);
        match call {
            MutexCall::Init => {
                let address = self.word(args[0]);
                let value = self.kind_asked_for(args[1]);
                self.set_up(address, value, args[0]);
                success
            }
            MutexCall::InitC11 => {
                let address = self.word(args[0]);
                let kind = self.value(args[1]);
                let recursive = Operand::constant(RECURSIVE, Width::INT);
                let bit = self.binary(BinaryOp::And, kind, recursive);
                let is_recursive = self.not_zero(bit);
                let value = self.select(is_recursive, free(Kind::Strict), free(Kind::Normal));
                self.set_up(address, value, args[0]);
                success
            }
            MutexCall::InitSpin => {
                let address = self.word(args[0]);
                args[1..].iter().for_each(|arg| self.effects(*arg));
                self.set_up(address, Operand::constant(mutex::FREE_SPIN, Width::INT), args[0]);
                success
            }
            MutexCall::Lock => {
                let address = self.used_mutex(args[0]);
                self.lock(address, args[0])
            }
            MutexCall::TryLock(busy) => {
                let address = self.used_mutex(args[0]);
                self.try_lock(address, args[0], busy)
            }
            MutexCall::TimedLock(late) => {
                let address = self.used_mutex(args[0]);
                // The time is the last argument, behind a clock.
                let (time, others) = args[1..].split_last().expect("a timed lock is given a time; please report this");
                others.iter().for_each(|arg| self.effects(*arg));
                self.read_time(*time);
                self.timed_lock(address, args[0], late)
            }
            MutexCall::Unlock => {
                let address = self.used_mutex(args[0]);
                let site = self.pointer_site(SiteKind::Store, args[0]);
                let dst = self.register(Width::INT, None);
                self.emit(Op::Unlock { dst: Some(dst), address, site });
                Operand::Reg(dst)
            }
            MutexCall::SpinLock => {
                let address = self.used_mutex(args[0]);
                let site = self.pointer_site(SiteKind::Rmw, args[0]);
                self.emit(Op::SpinLock { address, site });
                success
            }
            MutexCall::SpinTryLock => {
                let address = self.used_mutex(args[0]);
                self.spin_try_lock(address, args[0])
            }
            MutexCall::SpinUnlock => {
                let address = self.used_mutex(args[0]);
                let site = self.pointer_site(SiteKind::Store, args[0]);
                self.emit(Op::SpinUnlock { address, site });
                success
            }
            MutexCall::Destroy => {
                let address = self.used_mutex(args[0]);
                let site = self.pointer_site(SiteKind::Rmw, args[0]);
                self.emit(Op::LockDestroy { address, site });
                success
            }
            MutexCall::AttributesInit => {
                self.set_number(args[0], Operand::constant(SET_UP, Width::INT));
                success
            }
            MutexCall::AttributesDestroy => {
                let address = self.word(args[0]);
                self.number_asked_for(address, args[0]);
                self.store_word(address, success, args[0]);
                success
            }
            MutexCall::SetKind => self.set_kind(args[0], args[1]),
            MutexCall::GetKind => {
                let address = self.word(args[0]);
                let to = self.word(args[1]);
                let value = self.number_asked_for(address, args[0]);
                self.store_word(to, value, args[1]);
                success
            }
        }
    }

    /// Reads a `struct timespec`, of which nothing hangs on what it says.
    fn read_time(&mut self, written: ExprId) {
        let time = self.word(written);
        let address = self.offset(time, Width::POINTER.bytes());
        let site = self.pointer_site(SiteKind::Load, written);
        let dst = self.register(Width::POINTER, None);
        self.emit(Op::Load { dst, address, order: Order::Plain, site });
    }

    fn set_up(&mut self, address: Operand, value: Operand, written: ExprId) {
        let site = self.pointer_site(SiteKind::Store, written);
        self.emit(Op::LockInit { address, value, site });
        self.use_object((address, written), Use::SetUp, Property::LockMisuse);
    }

    /// The address of a mutex that is used.
    pub(super) fn used_mutex(&mut self, written: ExprId) -> Operand {
        let address = self.word(written);
        self.use_object((address, written), Use::OfInitialised, Property::LockMisuse);
        address
    }

    fn store_word(&mut self, address: Operand, value: Operand, written: ExprId) {
        let site = self.pointer_site(SiteKind::Store, written);
        self.emit(Op::Store { address, value, order: Order::Plain, site });
    }

    /// What a mutex with these attributes, or with none, holds when it is set up.
    fn kind_asked_for(&mut self, attributes: ExprId) -> Operand {
        if self.constant_number(attributes) == Some(0) {
            return free(Kind::Normal);
        }
        let address = self.word(attributes);
        let word = self.register(Width::INT, None);
        self.emit(Op::Copy { dst: word, value: free(Kind::Normal) });
        let done = self.label();
        let given = self.not_zero(address);
        self.branch_unless(given, done);
        let kind = self.number_asked_for(address, attributes);
        let is =
            |body: &mut Self, number: u64| body.binary(BinaryOp::Equal, kind, Operand::constant(number, Width::INT));
        let (recursive, checks) = (is(self, RECURSIVE), is(self, ERROR_CHECK));
        let other = self.select(checks, free(Kind::ErrorCheck), free(Kind::Normal));
        let value = self.select(recursive, free(Kind::Recursive), other);
        self.emit(Op::Copy { dst: word, value });
        self.bind(done);
        Operand::Reg(word)
    }

    /// The number of the kind in attributes, which have to be set up.
    fn number_asked_for(&mut self, address: Operand, attributes: ExprId) -> Operand {
        let site = self.pointer_site(SiteKind::Load, attributes);
        let found = self.register(Width::INT, None);
        self.emit(Op::Load { dst: found, address, order: Order::Plain, site });
        let number = self.binary(BinaryOp::And, Operand::Reg(found), Operand::constant(NUMBER, Width::INT));
        let set_up = self.binary(BinaryOp::Or, number, Operand::constant(SET_UP, Width::INT));
        let condition = self.binary(BinaryOp::Equal, Operand::Reg(found), set_up);
        self.emit(Op::Assert { condition, property: Property::LockMisuse, message: NO_ATTRIBUTES.to_string() });
        number
    }

    fn set_kind(&mut self, attributes: ExprId, kind: ExprId) -> Operand {
        let address = self.word(attributes);
        let kind = self.value(kind);
        self.number_asked_for(address, attributes);
        let result = self.register(Width::INT, None);
        self.emit(Op::Copy { dst: result, value: Operand::constant(EINVAL, Width::INT) });
        let known = self.binary(BinaryOp::UnsignedLessEqual, kind, Operand::constant(ADAPTIVE, Width::INT));
        let done = self.label();
        self.branch_unless(known, done);
        let value = self.binary(BinaryOp::Or, kind, Operand::constant(SET_UP, Width::INT));
        self.store_word(address, value, attributes);
        self.emit(Op::Copy { dst: result, value: Operand::constant(0, Width::INT) });
        self.bind(done);
        Operand::Reg(result)
    }

    fn lock(&mut self, address: Operand, written: ExprId) -> Operand {
        let site = self.pointer_site(SiteKind::Rmw, written);
        let dst = self.register(Width::INT, None);
        self.emit(Op::Lock { dst: Some(dst), address, site });
        Operand::Reg(dst)
    }

    fn try_lock(&mut self, address: Operand, written: ExprId, busy: u64) -> Operand {
        let site = self.pointer_site(SiteKind::Rmw, written);
        let dst = self.register(Width::BOOL, None);
        self.emit(Op::TryLock { dst, address, site });
        self.unless_busy(dst, busy)
    }

    fn spin_try_lock(&mut self, address: Operand, written: ExprId) -> Operand {
        let site = self.pointer_site(SiteKind::Rmw, written);
        let dst = self.register(Width::BOOL, None);
        self.emit(Op::SpinTryLock { dst, address, site });
        self.unless_busy(dst, EBUSY)
    }

    /// What an attempt answers: 0 or this number.
    fn unless_busy(&mut self, dst: RegId, busy: u64) -> Operand {
        let success = Operand::constant(0, Width::INT);
        self.select(Operand::Reg(dst), success, Operand::constant(busy, Width::INT))
    }

    /// A lock that gives up at some time, and answers this number then.
    fn timed_lock(&mut self, address: Operand, written: ExprId, late: u64) -> Operand {
        let site = self.pointer_site(SiteKind::Rmw, written);
        let dst = self.register(Width::INT, None);
        self.emit(Op::TimedLock { dst, address, site });
        let gave_up = self.binary(BinaryOp::Equal, Operand::Reg(dst), Operand::constant(mutex::ETIMEDOUT, Width::INT));
        self.select(gave_up, Operand::constant(late, Width::INT), Operand::Reg(dst))
    }
}

fn free(kind: Kind) -> Operand {
    Operand::constant(mutex::free(kind), Width::INT)
}
