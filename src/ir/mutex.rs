//! The mutex: what lock, unlock and destroy do to the 32-bit cell of a mutex, as one number.
//!
//! In: the cell before and the thread. Out: the cell after, and what the call answers. It must not know who waits, and
//! says everything once: [`operate`] works on numbers and on terms alike.
//!
//! The cell says the kind of the mutex, who holds it and how often. Zero is a normal mutex that is free, so that static
//! memory is one (`PTHREAD_MUTEX_INITIALIZER`). Everything else begins with a byte that hardly anything else does, so
//! that a cell that nobody has set up is found out: it is in none of the [`Pattern`]s. A spin lock looks like a normal mutex with a
//! count that none has: it has to be set up though memory is zero, and is no mutex.
//!
//! A timed lock looks once, at the time when it has the mutex or gives up: what it does while it waits nobody sees, and that it waits
//! for good is impossible, so that it is an attempt with other answers.
//!
//! # What may be relied upon
//! An attempt that fails promises nothing: POSIX (4.12) leaves open whether a call that returns an error orders anything, C11 (7.26.4)
//! says it of success alone, and libraries make use of it: some look at the word and return, without the instruction that would have
//! taken the mutex. So an attempt is a relaxed load, and, where that finds that the mutex can be had, the read-modify-write. An
//! execution in which somebody else has taken it in between is left out, for the one in which the thread looked later
//! is there, too. A spin lock is given by a store that releases, as processors' libraries do; what it looks at
//! beforehand says whether the thread holds it, and nobody else changes it then.
//!
//! A thread that holds a mutex whose [`Kind`] tells owners apart is found out before the instruction that would take the
//! mutex or give it: libraries compare the owner that stands beside it, and count with plain accesses or answer with an error
//! (POSIX says no more of calls that neither take nor give). So to lock such a mutex again, and to give it once of several times,
//! is a relaxed load and at most a relaxed store, and a call that answers an error is the load alone. Nobody else changes a
//! mutex that the thread holds without a misuse, so the load finds what the thread wrote last, and the store is as good as a
//! change in one step. Whether a thread holds a mutex that it locks follows from its own calls ([`Looks::IfHeld`]): a look would have to ask
//! memory and could find the mutex in any hands, which makes no difference as long as these are not its own.
//!
//! What POSIX leaves undefined is a misuse; a thread that locks a normal mutex twice waits for good. C11 has recursive
//! mutexes, too, but leaves undefined what POSIX answers with an error, which makes a kind of its own.

use crate::ir::calculus::{Calculus, Numbers, Pattern};
use crate::ir::operators::{BinaryOp, Width};
use crate::ir::order::Order;
use crate::ir::program::{Operand, Program};
use crate::ir::uses;

/// The kinds, by the numbers of `pthread_mutexattr_settype`, and C11's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Normal = 0,
    Recursive = 1,
    ErrorCheck = 2,
    /// Recursive, and undefined where [`Kind::Recursive`] answers an error.
    Strict = 3,
}

impl Kind {
    /// Those of which a call comes to something else for the thread that holds the mutex.
    const TELLING: [Kind; 3] = [Kind::Recursive, Kind::ErrorCheck, Kind::Strict];
}

/// What a mutex holds, for people.
pub fn describe(cell: u64) -> String {
    match (cell & OWNER) >> OWNER_SHIFT {
        _ if cell == DESTROYED => "destroyed".to_string(),
        _ if cell != 0 && cell & 0xff << 24 != MAGIC => format!("{cell:#x}"),
        0 => "free".to_string(),
        owner => format!("held by T{}", owner - 1),
    }
}

/// What is done to a mutex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Lock,
    TryLock,
    TimedLock,
    Unlock,
    SpinLock,
    SpinTryLock,
    /// Gives a spin lock.
    SpinUnlock,
    Destroy,
    /// What an attempt, and who gives a spin lock, does at first.
    Look,
}

impl Call {
    /// How the language orders the access that does what the call is for (C11 7.26.4; POSIX asks for no more): who takes a mutex
    /// sees what was done before it was given, and nothing else is ordered. Machines may order more.
    pub fn order(self) -> Order {
        match self {
            Call::Lock | Call::TryLock | Call::TimedLock | Call::SpinLock | Call::SpinTryLock => Order::Acquire,
            Call::Unlock | Call::SpinUnlock => Order::Release,
            Call::Destroy => Order::AcqRel,
            Call::Look => Order::Relaxed,
        }
    }

    /// Whether it looks at the mutex first, and does nothing more where it finds that it fails or waits.
    pub fn looks(self, kinds: Kinds) -> Looks {
        match self {
            Call::TryLock | Call::TimedLock | Call::SpinTryLock | Call::SpinUnlock => Looks::Always,
            Call::Unlock if kinds == Kinds::Any => Looks::Always,
            Call::Lock if kinds == Kinds::Any => Looks::IfHeld,
            _ => Looks::Never,
        }
    }

    /// What is said where it finds what nobody has set up.
    fn not_ready(self) -> &'static str {
        match self {
            Call::SpinLock | Call::SpinTryLock | Call::SpinUnlock => SPIN_NOT_READY,
            _ => NOT_READY,
        }
    }

    /// How the language orders the store by which a thread writes that holds the mutex ([`Outcome::stores`]).
    pub fn storing(self) -> Order {
        if self == Call::SpinUnlock { self.order() } else { Order::Relaxed }
    }
}

/// When a call looks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    Never,
    /// If the thread holds the mutex already ([`is_left_held`]).
    IfHeld,
    Always,
}

/// Which kinds of mutexes a program may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// Normal ones alone.
    Normal,
    Any,
}

impl Kinds {
    /// A mutex of another kind than a normal one comes from a constant with what a free one holds: in an initialiser or in the
    /// code, by itself or as half of a wider number.
    pub fn of(program: &Program) -> Kinds {
        let is_free =
            |bits: u64| Kind::TELLING.iter().any(|kind| bits & ALL == free(*kind) || bits >> 32 == free(*kind));
        let is_mutex = |operand: &Operand| matches!(operand, Operand::Const { bits, .. } if is_free(*bits));
        let mut code = program.functions.iter().flat_map(|function| &function.code);
        let mut initial = program.globals.iter().flat_map(|global| &global.init);
        let some = initial.any(|init| is_mutex(&init.value))
            || code.any(|instr| uses::operands(&instr.op).iter().any(is_mutex));
        if some { Kinds::Any } else { Kinds::Normal }
    }
}

/// What a destroyed mutex holds.
pub const DESTROYED: u64 = 0xffff_ffff;

/// What is said of an operation on a mutex that nobody has set up.
pub const NOT_READY: &str = "a mutex is used that was never initialised";
pub const SPIN_NOT_READY: &str = "a spin lock is used that was never initialised";
pub const GONE: &str = "a mutex is used that was destroyed";
pub const NOT_OWNED: &str = "a mutex is unlocked that this thread does not hold";
pub const BUSY: &str = "a mutex is destroyed while it is held";
pub const STILL_HELD: &str = "a mutex is initialised while it is held";

/// The byte of the cell that tells a mutex from what nobody has set, and what it is not in such memory: what happens
/// to lie where a mutex is set up is no mutex that somebody holds.
pub const TELLING: (u64, u8) = (3, 0x6d);

/// Error numbers of Linux.
const EPERM: u64 = 1;
const EAGAIN: u64 = 11;
const EDEADLK: u64 = 35;
pub const ETIMEDOUT: u64 = 110;

const ALL: u64 = 0xffff_ffff;
const MAGIC: u64 = 0x6d << 24;
const KIND_SHIFT: u32 = 22;
/// The byte at the top and the kind.
const SHAPE: u64 = 0xff << 24 | 3 << KIND_SHIFT;
const OWNER_SHIFT: u32 = 15;
/// The number of the thread that holds it plus one.
const OWNER: u64 = 0x7f << OWNER_SHIFT;
/// How often a recursive mutex is held beyond once.
const COUNT: u64 = (1 << OWNER_SHIFT) - 1;

/// What a free mutex of a kind holds.
pub fn free(kind: Kind) -> u64 {
    match kind {
        Kind::Normal => 0,
        other => MAGIC | (other as u64) << KIND_SHIFT,
    }
}

/// What a free spin lock holds.
pub const FREE_SPIN: u64 = MAGIC | COUNT;

fn own(thread: u32) -> u64 {
    (u64::from(thread) + 1) << OWNER_SHIFT & OWNER
}

fn held(kind: Kind, thread: u32) -> u64 {
    MAGIC | (kind as u64) << KIND_SHIFT | own(thread)
}

impl Pattern {
    fn just(value: u64) -> Pattern {
        Pattern { mask: ALL, value, some: 0 }
    }

    /// The mutexes of a kind that someone holds. Only recursive ones count.
    fn held(kind: Kind) -> Pattern {
        let count = if matches!(kind, Kind::Recursive | Kind::Strict) { 0 } else { COUNT };
        Pattern { mask: SHAPE | count, value: MAGIC | (kind as u64) << KIND_SHIFT, some: OWNER }
    }

    /// The spin locks that someone holds.
    fn held_spin() -> Pattern {
        Pattern { mask: SHAPE | COUNT, value: FREE_SPIN, some: OWNER }
    }

    /// The recursive mutexes that this thread holds.
    fn mine(kind: Kind, thread: u32) -> Pattern {
        Pattern { mask: ALL & !COUNT, value: held(kind, thread), some: 0 }
    }
}

/// Whether somebody holds the mutex that the word is (width 1).
pub fn is_held<C: Calculus>(c: &mut C, word: C::Value) -> C::Value {
    let mutexes = [Kind::Normal, Kind::Recursive, Kind::ErrorCheck, Kind::Strict].map(Pattern::held);
    c.fits(word, &[&mutexes[..], &[Pattern::held_spin()]].concat(), &[])
}

/// What an operation does.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<V> {
    /// Whether it writes (width 1), and what (width 32).
    pub writes: V,
    pub new: V,
    /// Whether the thread holds the mutex already and only counts, or gives a spin lock, so that a store is enough (width 1).
    pub stores: V,
    /// Whether the thread goes on (width 1); otherwise it waits for good.
    pub goes_on: V,
    /// 0 or an error number (width 32); of an attempt whether the mutex was taken (width 1).
    pub answer: V,
    /// What is wrong, each with when (width 1).
    pub misuses: [(V, &'static str); 3],
}

/// What a call may find that is in order.
fn sound(call: Call) -> Vec<Pattern> {
    let kinds = [Kind::Normal, Kind::Recursive, Kind::ErrorCheck, Kind::Strict];
    let mutexes = kinds.into_iter().flat_map(|kind| [Pattern::just(free(kind)), Pattern::held(kind)]);
    let spins = [Pattern::just(FREE_SPIN), Pattern::held_spin()];
    match call {
        Call::SpinLock | Call::SpinTryLock | Call::SpinUnlock => spins.to_vec(),
        // Both are destroyed by the same.
        Call::Destroy => mutexes.chain(spins).collect(),
        _ => mutexes.collect(),
    }
}

/// What a thread's operation does to a mutex that holds `old` (width 32).
pub fn operate<C: Calculus>(c: &mut C, call: Call, old: C::Value, thread: u32) -> Outcome<C::Value> {
    let kinds = [Kind::Normal, Kind::Recursive, Kind::ErrorCheck, Kind::Strict];
    let all_free = kinds.map(|kind| Pattern::just(free(kind)));
    let sound = sound(call);
    let gone = c.fits(old, &[Pattern::just(DESTROYED)], &[]);
    let garbage =
        c.fits(old, &[Pattern { mask: 0, value: 0, some: 0 }], &[&sound[..], &[Pattern::just(DESTROYED)]].concat());
    let (never, always) = (c.constant(0, Width::BOOL), c.constant(1, Width::BOOL));
    let success = c.constant(0, Width::INT);
    let one = c.constant(1, Width::INT);
    let recursive = [Pattern::mine(Kind::Recursive, thread), Pattern::mine(Kind::Strict, thread)];
    let mut outcome = Outcome {
        writes: always,
        new: c.constant(DESTROYED, Width::INT),
        stores: never,
        goes_on: always,
        answer: success,
        misuses: [(garbage, call.not_ready()), (gone, GONE), (never, NOT_OWNED)],
    };
    match call {
        Call::Lock | Call::TryLock | Call::TimedLock => {
            let full = recursive.map(|pattern| Pattern::just(pattern.value | COUNT));
            let is_free = c.fits(old, &all_free, &[]);
            let is_special = c.fits(old, &all_free[1..], &[]);
            let is_again = c.fits(old, &recursive, &full);
            let (mine, own) = (c.constant(held(Kind::Normal, thread), Width::INT), c.constant(own(thread), Width::INT));
            let taken = c.binary(BinaryOp::Or, old, own);
            let more = c.binary(BinaryOp::Add, old, one);
            let first = c.select(is_special, taken, mine);
            outcome.new = c.select(is_again, more, first);
            outcome.writes = c.binary(BinaryOp::Or, is_free, is_again);
            outcome.stores = is_again;
            if matches!(call, Call::Lock | Call::TimedLock) {
                let is_mine = c.fits(old, &[Pattern::just(held(Kind::ErrorCheck, thread))], &[]);
                let is_full = c.fits(old, &full, &[]);
                let (deadlock, again) = (c.constant(EDEADLK, Width::INT), c.constant(EAGAIN, Width::INT));
                let late = c.constant(ETIMEDOUT, Width::INT);
                let taken = if call == Call::Lock { success } else { c.select(outcome.writes, success, late) };
                let answer = c.select(is_full, again, taken);
                outcome.answer = c.select(is_mine, deadlock, answer);
                let refused = c.binary(BinaryOp::Or, is_mine, is_full);
                if call == Call::Lock {
                    outcome.goes_on = c.binary(BinaryOp::Or, outcome.writes, refused);
                }
            }
            if call == Call::TryLock {
                outcome.answer = outcome.writes;
            }
        }
        Call::SpinLock | Call::SpinTryLock | Call::SpinUnlock => operate_spin(c, call, (old, thread), &mut outcome),
        Call::Unlock => {
            let mine: Vec<Pattern> = [Kind::Normal, Kind::ErrorCheck]
                .map(|kind| Pattern::just(held(kind, thread)))
                .into_iter()
                .chain(recursive)
                .collect();
            let deeper = recursive.map(|pattern| Pattern { some: COUNT, ..pattern });
            let is_deeper = c.fits(old, &deeper, &[]);
            let is_special = c.fits(old, &mine[1..], &[]);
            let checked = [Kind::Recursive, Kind::ErrorCheck];
            let checked = [checked.map(|kind| Pattern::just(free(kind))), checked.map(Pattern::held)].concat();
            let is_refused = c.fits(old, &checked, &mine);
            let shape = c.constant(SHAPE, Width::INT);
            let freed = c.binary(BinaryOp::And, old, shape);
            let less = c.binary(BinaryOp::Sub, old, one);
            let last = c.select(is_special, freed, success);
            outcome.new = c.select(is_deeper, less, last);
            outcome.stores = is_deeper;
            outcome.writes = c.select(is_refused, never, always);
            let permission = c.constant(EPERM, Width::INT);
            outcome.answer = c.select(is_refused, permission, success);
            let but: Vec<Pattern> = checked.into_iter().chain(mine).collect();
            outcome.misuses[2] = (c.fits(old, &sound, &but), NOT_OWNED);
        }
        Call::Destroy => outcome.misuses[2] = (is_held(c, old), BUSY),
        Call::Look => {
            outcome.writes = never;
            outcome.new = old;
            outcome.misuses = [(never, NOT_READY), (never, GONE), (never, NOT_OWNED)];
        }
    }
    outcome
}

/// The same for a spin lock: what is another thing than of one that nobody has set up, or that is gone.
fn operate_spin<C: Calculus>(c: &mut C, call: Call, (old, thread): (C::Value, u32), outcome: &mut Outcome<C::Value>) {
    let mine = FREE_SPIN | own(thread);
    let is_free = c.fits(old, &[Pattern::just(FREE_SPIN)], &[]);
    let (new, stores) = if call == Call::SpinUnlock { (FREE_SPIN, 1) } else { (mine, 0) };
    outcome.new = c.constant(new, Width::INT);
    outcome.stores = c.constant(stores, Width::BOOL);
    match call {
        Call::SpinLock => (outcome.writes, outcome.goes_on) = (is_free, is_free),
        Call::SpinTryLock => (outcome.writes, outcome.answer) = (is_free, is_free),
        _ => outcome.misuses[2] = (c.fits(old, &sound(call), &[Pattern::just(mine)]), NOT_OWNED),
    }
}

/// What an operation on a mutex comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With [`Outcome::answer`].
    Answered(u64),
    Waits,
    Misused(&'static str),
}

/// What a thread's operation writes, if anything, and what it comes to.
pub fn perform(call: Call, old: u64, thread: u32) -> (Option<u64>, End) {
    let outcome = operate(&mut Numbers, call, (old, Width::INT), thread);
    let written = (outcome.writes.0 == 1).then_some(outcome.new.0);
    let misuse = outcome.misuses.iter().find(|(wrong, _)| wrong.0 == 1);
    let end = match misuse {
        Some((_, message)) => End::Misused(message),
        None if outcome.goes_on.0 == 1 => End::Answered(outcome.answer.0),
        None => End::Waits,
    };
    (written, end)
}

/// Whether a thread's operation writes by a store.
pub fn stores(call: Call, old: u64, thread: u32) -> bool {
    operate(&mut Numbers, call, (old, Width::INT), thread).stores.0 == 1
}

/// Whether a thread that leaves the mutex like this holds it, and its kind tells owners apart (width 1).
pub fn is_left_held<C: Calculus>(c: &mut C, left: C::Value) -> C::Value {
    c.fits(left, &Kind::TELLING.map(Pattern::held), &[])
}

/// The same of a number.
pub fn leaves_held(left: u64) -> bool {
    is_left_held(&mut Numbers, (left, Width::INT)).0 == 1
}

/// Whether somebody holds the mutex that the word is.
pub fn holds(word: u64) -> bool {
    is_held(&mut Numbers, (word, Width::INT)).0 == 1
}

/// The word with two threads exchanged.
pub fn exchanged(word: u64, one: u32, other: u32) -> u64 {
    let (one, other, rest) = (own(one), own(other), word & !OWNER);
    match word & OWNER {
        _ if !holds(word) => word,
        owner if owner == one => rest | other,
        owner if owner == other => rest | one,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mutex with what it should be: who holds it and how often.
    struct Model {
        kind: Kind,
        holder: Option<(u32, u64)>,
    }

    impl Model {
        fn lock(&mut self, thread: u32) -> End {
            match (self.holder, self.kind) {
                (None, _) => self.holder = Some((thread, 1)),
                (Some((by, times)), Kind::Recursive | Kind::Strict) if by == thread => {
                    self.holder = Some((by, times + 1));
                }
                (Some((by, _)), Kind::ErrorCheck) if by == thread => return End::Answered(EDEADLK),
                _ => return End::Waits,
            }
            End::Answered(0)
        }

        fn unlock(&mut self, thread: u32) -> End {
            match (self.holder, self.kind) {
                (Some((by, 1)), _) if by == thread => self.holder = None,
                (Some((by, times)), _) if by == thread => self.holder = Some((by, times - 1)),
                (_, Kind::Normal | Kind::Strict) => return End::Misused(NOT_OWNED),
                _ => return End::Answered(EPERM),
            }
            End::Answered(0)
        }
    }

    #[test]
    fn mutexes_of_every_kind_do_what_their_kind_says() {
        for kind in [Kind::Normal, Kind::Recursive, Kind::ErrorCheck, Kind::Strict] {
            // All sequences of six operations of three threads.
            for sequence in 0..6u64.pow(6) {
                let (mut word, mut model) = (free(kind), Model { kind, holder: None });
                let mut left = sequence;
                for _ in 0..6 {
                    let (thread, lock) = ((left % 3) as u32 * 31, left / 3 % 2 == 0);
                    left /= 6;
                    let call = if lock { Call::Lock } else { Call::Unlock };
                    let (written, end) = perform(call, word, thread);
                    let expected = if lock { model.lock(thread) } else { model.unlock(thread) };
                    assert_eq!(end, expected, "{kind:?} {sequence}");
                    if end != End::Answered(0) {
                        break;
                    }
                    word = written.unwrap();
                    assert_eq!(word == free(kind), model.holder.is_none());
                }
            }
        }
    }

    /// What a call comes to does not hang on which of the others holds the mutex.
    #[test]
    fn threads_that_are_exchanged_do_the_same() {
        let calls = [
            Call::Lock,
            Call::TryLock,
            Call::TimedLock,
            Call::Unlock,
            Call::SpinLock,
            Call::SpinTryLock,
            Call::SpinUnlock,
            Call::Destroy,
            Call::Look,
        ];
        for kind in [Kind::Normal, Kind::Recursive, Kind::ErrorCheck, Kind::Strict] {
            let words = [free(kind), FREE_SPIN, FREE_SPIN | own(1), DESTROYED, 0x1234]
                .into_iter()
                .chain((0..4).map(|thread| held(kind, thread)));
            for (word, call) in words.flat_map(|word| calls.map(|call| (word, call))) {
                for thread in 0..4 {
                    let (written, end) = perform(call, word, thread);
                    for (a, b) in [(0, 1), (1, 3), (2, 2)] {
                        let own = if thread == a {
                            b
                        } else if thread == b {
                            a
                        } else {
                            thread
                        };
                        let changed = |word: u64| exchanged(word, a, b);
                        assert_eq!(
                            perform(call, changed(word), own),
                            (written.map(changed), end),
                            "{word:#x} {call:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_nobody_has_set_up_is_no_mutex() {
        let of_mutexes = [Call::Lock, Call::TryLock, Call::TimedLock, Call::Unlock, Call::Destroy];
        let of_spins = [Call::SpinLock, Call::SpinTryLock, Call::SpinUnlock];
        let garbage = [1, 2, 5, MAGIC, MAGIC | 1, MAGIC | own(3) | 1, 0x8000_0000, 0xdead_beef];
        for call in of_mutexes.into_iter().chain(of_spins) {
            let said = if of_spins.contains(&call) { SPIN_NOT_READY } else { NOT_READY };
            for word in garbage {
                assert_eq!(perform(call, word, 0).1, End::Misused(said), "{word:#x}");
            }
            assert_eq!(perform(call, DESTROYED, 0).1, End::Misused(GONE));
        }
        // Neither is the other, and zeros are no spin lock.
        for call in of_spins {
            for word in [free(Kind::Normal), held(Kind::Normal, 1), free(Kind::Strict)] {
                assert_eq!(perform(call, word, 1).1, End::Misused(SPIN_NOT_READY), "{word:#x}");
            }
        }
        for word in [FREE_SPIN, FREE_SPIN | own(1)] {
            assert_eq!(perform(Call::Lock, word, 1).1, End::Misused(NOT_READY), "{word:#x}");
        }
        let (at, number) = TELLING;
        assert_eq!(MAGIC >> (8 * at), u64::from(number));
        assert!(holds(held(Kind::Normal, 1)) && !holds(free(Kind::Strict)) && !holds(DESTROYED) && !holds(MAGIC | 1));
        assert_eq!(perform(Call::Destroy, held(Kind::Normal, 1), 1).1, End::Misused(BUSY));
        assert_eq!(perform(Call::Destroy, free(Kind::Recursive), 1), (Some(DESTROYED), End::Answered(0)));
        let full = held(Kind::Recursive, 1) | COUNT;
        assert_eq!(perform(Call::Lock, full, 1), (None, End::Answered(EAGAIN)));
    }

    #[test]
    fn a_spin_lock_is_given_by_who_holds_it() {
        let taken = FREE_SPIN | own(1);
        for call in [Call::SpinLock, Call::SpinTryLock] {
            let answer = u64::from(call == Call::SpinTryLock);
            assert_eq!(perform(call, FREE_SPIN, 1), (Some(taken), End::Answered(answer)));
        }
        assert_eq!(perform(Call::SpinLock, taken, 2), (None, End::Waits));
        assert_eq!(perform(Call::SpinTryLock, taken, 2), (None, End::Answered(0)));
        assert_eq!(perform(Call::SpinUnlock, taken, 1), (Some(FREE_SPIN), End::Answered(0)));
        assert_eq!(perform(Call::SpinUnlock, taken, 2).1, End::Misused(NOT_OWNED));
        assert_eq!(perform(Call::SpinUnlock, FREE_SPIN, 1).1, End::Misused(NOT_OWNED));
        assert_eq!(perform(Call::Destroy, FREE_SPIN, 1), (Some(DESTROYED), End::Answered(0)));
        assert_eq!(perform(Call::Destroy, taken, 1).1, End::Misused(BUSY));
        assert!(holds(taken) && !holds(FREE_SPIN) && describe(FREE_SPIN) == "free");
    }

    /// It does what a lock does that need not wait, and gives up where that would.
    #[test]
    fn a_timed_lock_is_a_lock_that_does_not_wait_for_good() {
        for kind in [Kind::Normal, Kind::Recursive, Kind::ErrorCheck, Kind::Strict] {
            let words = [free(kind), DESTROYED, 0x1234, held(kind, 1) | COUNT];
            for word in words.into_iter().chain((0..4).map(|thread| held(kind, thread))) {
                for thread in 0..4 {
                    let expected = match perform(Call::Lock, word, thread) {
                        (written, End::Waits) => (written, End::Answered(ETIMEDOUT)),
                        other => other,
                    };
                    assert_eq!(perform(Call::TimedLock, word, thread), expected, "{word:#x} T{thread}");
                }
            }
        }
    }
}
