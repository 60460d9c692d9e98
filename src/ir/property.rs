//! What can go wrong, and which of it is looked for.
//!
//! In: nothing. Out: [`Property`], what an execution violates; [`Concern`], the names under which users choose; and [`Checked`],
//! what they have chosen. It must not know how any of it is found.
//!
//! An execution that does something wrong of a kind that is not looked for ends there, for the thread that does it, as at an
//! assumption that fails. So of two mistakes in one thread the second is not reported, whether or not the first is looked for.

/// What an assertion guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// `assert`, `__VERIFIER_assert`, `__CPROVER_assert`.
    Assertion,
    /// `reach_error`, `abort`, `__VERIFIER_error`.
    ReachError,
    DivisionByZero,
    /// A shift by too many bits, or a quotient that is too large for its type.
    UndefinedArithmetic,
    /// A sum, difference or product that its signed type cannot hold.
    SignedOverflow,
    NullDereference,
    OutOfBounds,
    /// An access through a pointer that nobody has set.
    WildPointer,
    UseAfterFree,
    /// A local variable accessed after its block was left or its function has returned.
    UseAfterScope,
    /// A write to a string literal or to an object that is defined `const`.
    ReadOnlyWrite,
    /// `free` of something that malloc did not return, or a second `free`.
    InvalidFree,
    /// A mutex unlocked by a thread that does not hold it, destroyed while it is held, or used without being set up.
    LockMisuse,
    /// A barrier that is waited on before it is set up, or destroyed while threads wait.
    BarrierMisuse,
    /// A handle joined or detached that is no thread's, or the own one, or a thread's that was joined or detached before.
    ThreadMisuse,
    /// Every thread that has not ended waits for a lock, a semaphore, others at a barrier, or the end of another.
    Deadlock,
    /// Two accesses to one place that nothing orders, one of them a write and one of them plain (C11, 5.1.2.4).
    DataRace,
    /// A heap object that is there when every thread has ended, and that no static object leads to.
    Leak,
    /// What the program does hangs on a value that nobody has set.
    Uninitialised,
    /// A thread goes round in a loop for good, though every write has reached it, and no other thread goes on.
    Liveness,
}

impl Property {
    /// What is said when it fails.
    pub fn describe(self) -> &'static str {
        match self {
            Property::Assertion => "assertion violated",
            Property::ReachError => "error location reached",
            Property::DivisionByZero => "division by zero",
            Property::UndefinedArithmetic => "arithmetic without a defined result",
            Property::SignedOverflow => "signed overflow",
            Property::NullDereference => "null pointer dereferenced",
            Property::OutOfBounds => "access out of bounds",
            Property::WildPointer => "access through a pointer that nobody has set",
            Property::UseAfterFree => "access after free",
            Property::UseAfterScope => "access to a local variable that is no more",
            Property::ReadOnlyWrite => "write to a read-only object",
            Property::InvalidFree => "invalid free",
            Property::LockMisuse => "mutex misused",
            Property::BarrierMisuse => "barrier misused",
            Property::ThreadMisuse => "thread misused",
            Property::Deadlock => "deadlock",
            Property::DataRace => "data race",
            Property::Leak => "memory leak",
            Property::Uninitialised => "use of what nobody has set",
            Property::Liveness => "thread waits in a loop for good",
        }
    }

    /// Whether no instruction looks whether it goes wrong: C leaves undefined what comes then. The end of an object is not among
    /// these: what notes it is read by no access of the program's, and who finds it has been told by a branch
    /// ([`crate::exec::lifetime`]).
    pub fn is_undefined(self) -> bool {
        matches!(
            self,
            Property::DivisionByZero
                | Property::UndefinedArithmetic
                | Property::SignedOverflow
                | Property::NullDereference
                | Property::OutOfBounds
                | Property::WildPointer
                | Property::ReadOnlyWrite
        )
    }

    /// The name under which users choose it.
    pub fn concern(self) -> Concern {
        match self {
            Property::Assertion | Property::ReachError => Concern::Assertions,
            Property::DivisionByZero | Property::UndefinedArithmetic => Concern::Arithmetic,
            Property::SignedOverflow => Concern::Overflow,
            Property::NullDereference
            | Property::OutOfBounds
            | Property::WildPointer
            | Property::UseAfterFree
            | Property::UseAfterScope
            | Property::ReadOnlyWrite
            | Property::InvalidFree => Concern::Memory,
            Property::LockMisuse | Property::BarrierMisuse | Property::ThreadMisuse => Concern::Misuse,
            Property::Deadlock => Concern::Deadlock,
            Property::DataRace => Concern::Races,
            Property::Leak => Concern::Leaks,
            Property::Uninitialised => Concern::Uninitialised,
            Property::Liveness => Concern::Liveness,
        }
    }
}

/// Mistakes that go by one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Concern {
    /// What the program itself says must hold.
    Assertions,
    /// Accesses to what is not there or may not be written, and frees of what cannot be freed.
    Memory,
    /// Operations without a defined result that processors stop at or differ in.
    Arithmetic,
    /// Mutexes, barriers and handles of threads that are not used as they must be.
    Misuse,
    /// Results that a signed type cannot hold; compilers assume that there are none.
    Overflow,
    Deadlock,
    Races,
    /// Heap objects that nobody has freed and nobody can free any more.
    Leaks,
    /// Values that nobody has set and that the program depends on.
    Uninitialised,
    /// Threads that wait for what never comes, in a loop or in a deadlock.
    Liveness,
}

impl Concern {
    pub const ALL: [Concern; 10] = [
        Concern::Assertions,
        Concern::Memory,
        Concern::Arithmetic,
        Concern::Misuse,
        Concern::Overflow,
        Concern::Deadlock,
        Concern::Races,
        Concern::Leaks,
        Concern::Uninitialised,
        Concern::Liveness,
    ];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        match self {
            Concern::Assertions => "assertions",
            Concern::Memory => "memory",
            Concern::Arithmetic => "arithmetic",
            Concern::Misuse => "mutex-misuse",
            Concern::Overflow => "overflow",
            Concern::Deadlock => "deadlock",
            Concern::Races => "races",
            Concern::Leaks => "leaks",
            Concern::Uninitialised => "uninitialised",
            Concern::Liveness => "liveness",
        }
    }

    /// The concern of this name; [`Self::ALL`] lists what there is.
    pub fn from_name(name: &str) -> Option<Concern> {
        Self::ALL.into_iter().find(|concern| concern.name() == name)
    }

    /// Whether it is looked for unless users say otherwise: what nobody would call noise.
    pub fn is_default(self) -> bool {
        matches!(self, Concern::Assertions | Concern::Memory | Concern::Arithmetic | Concern::Misuse)
    }
}

/// Which mistakes are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// A bit for each concern, in the order of [`Concern::ALL`].
    bits: u16,
}

impl Default for Checked {
    fn default() -> Checked {
        Concern::ALL.into_iter().filter(|concern| concern.is_default()).collect()
    }
}

/// Who asks for threads that wait for good in loops asks for those that do elsewhere, too: a loop around a wait for a signal that never
/// comes goes round in it or sleeps there, as the implementation likes.
impl FromIterator<Concern> for Checked {
    fn from_iter<I: IntoIterator<Item = Concern>>(concerns: I) -> Checked {
        let bits = concerns.into_iter().fold(0, |bits, concern| bits | bit(concern));
        let brought = if bits & bit(Concern::Liveness) != 0 { bit(Concern::Deadlock) } else { 0 };
        Checked { bits: bits | brought }
    }
}

fn bit(concern: Concern) -> u16 {
    1 << concern as u16
}

impl Checked {
    pub fn contains(self, concern: Concern) -> bool {
        self.bits & bit(concern) != 0
    }

    /// Whether a violation of this counts as one.
    pub fn counts(self, property: Property) -> bool {
        self.contains(property.concern())
    }

    /// What is looked for, in the order of [`Concern::ALL`], but for what another brings with it.
    pub fn concerns(self) -> impl Iterator<Item = Concern> {
        let is_brought = move |concern| concern == Concern::Deadlock && self.contains(Concern::Liveness);
        Concern::ALL.into_iter().filter(move |concern| self.contains(*concern) && !is_brought(*concern))
    }
}
