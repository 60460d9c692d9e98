//! The functions the tool knows without a definition.
//!
//! In: a name. Out: what the function means, as a [`Known`]. A definition in the program goes before this table; see
//! `definitions` for those that only spell out a verifier's own name. It must not know the IR.

use super::asked::Use;

/// What a library function may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Always 0: there is no way that it fails, or it answers nothing.
    Zero,
    Any,
    /// A number that is not negative, or a negative one after a failure.
    Printed,
    /// 0, or -1 after a failure.
    Status,
    /// 1, or 0 after a failure.
    Flag,
    /// A time in seconds, or -1 after a failure.
    Seconds,
    /// A number that is not above this argument.
    AtMost(usize),
    /// The same, or -1 after a failure.
    Transferred(usize),
    /// A number that is not negative, or -1 after a failure.
    Count,
    /// Its first argument as an `unsigned char`, or -1 after a failure.
    Written,
    /// An `unsigned char`, or -1 at the end or after a failure.
    Character,
}

impl Answer {
    /// The argument that it hangs on.
    pub fn argument(self) -> Option<usize> {
        match self {
            Answer::Written => Some(0),
            Answer::AtMost(index) | Answer::Transferred(index) => Some(index),
            _ => None,
        }
    }
}

/// A call that has to do with mutexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutexCall {
    /// `pthread_mutex_init`, whose second argument is the attributes or null.
    Init,
    /// `mtx_init`, whose second argument is the type.
    InitC11,
    /// `pthread_spin_init`.
    InitSpin,
    Lock,
    /// Answers 0 or this number.
    TryLock(u64),
    /// Answers 0 or this number, an error number apart.
    TimedLock(u64),
    Unlock,
    /// `pthread_spin_lock`.
    SpinLock,
    /// `pthread_spin_trylock`.
    SpinTryLock,
    /// `pthread_spin_unlock`.
    SpinUnlock,
    Destroy,
    AttributesInit,
    AttributesDestroy,
    /// The second argument is the kind.
    SetKind,
    /// The second argument points to where the kind goes.
    GetKind,
}

impl MutexCall {
    /// How many arguments it has at least.
    pub fn arguments(self) -> usize {
        match self {
            MutexCall::Init
            | MutexCall::InitC11
            | MutexCall::SetKind
            | MutexCall::GetKind
            | MutexCall::TimedLock(_) => 2,
            _ => 1,
        }
    }
}

/// A call that has to do with threads or barriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadCall {
    /// `pthread_create`.
    Create,
    /// `thrd_create`, whose functions return an `int`.
    CreateC11,
    Join,
    /// `pthread_exit` and `thrd_exit`.
    Exit,
    /// `pthread_detach` and `thrd_detach`.
    Detach,
    /// The number of the running thread.
    Number,
    /// `pthread_self` and `thrd_current`.
    Current,
    /// `pthread_equal` and `thrd_equal`.
    Same,
    /// `pthread_attr_init`.
    AttributesInit,
    /// `pthread_attr_setdetachstate`.
    DetachState,
    /// The third argument is the number of threads.
    BarrierInit,
    BarrierWait,
    BarrierDestroy,
    /// `call_once` and `pthread_once`.
    Once,
}

impl ThreadCall {
    /// How many arguments it has at least.
    pub fn arguments(self) -> usize {
        match self {
            ThreadCall::Create => 4,
            ThreadCall::CreateC11 | ThreadCall::BarrierInit => 3,
            ThreadCall::Join | ThreadCall::Same | ThreadCall::DetachState | ThreadCall::Once => 2,
            ThreadCall::Detach | ThreadCall::AttributesInit | ThreadCall::BarrierWait | ThreadCall::BarrierDestroy => 1,
            ThreadCall::Exit | ThreadCall::Current | ThreadCall::Number => 0,
        }
    }
}

/// A function on floating-point numbers whose result is exact, or rounded to the last bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Math {
    Root,
    Whole(Rounding),
    /// The whole number becomes an integer.
    Integer(Rounding),
    Magnitude,
    Sign,
    Remainder,
    Least,
    Most,
}

/// Which whole number is taken; of the nearest ones the even one, or the one that is further from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    Down,
    Up,
    ToZero,
    Nearest,
    NearestEven,
}

/// What the function of this name makes of floating-point numbers.
fn math(name: &str) -> Option<Known> {
    use Math::*;
    use Rounding::*;
    let stem = name.strip_prefix("__builtin_").unwrap_or(name);
    let stem = MATH.iter().find(|known| stem == **known || stem.strip_suffix(['f', 'l']) == Some(**known))?;
    Some(Known::Math(match *stem {
        "sqrt" => Root,
        "floor" => Whole(Down),
        "ceil" => Whole(Up),
        "trunc" => Whole(ToZero),
        "round" => Whole(Nearest),
        "rint" | "nearbyint" => Whole(NearestEven),
        "lround" | "llround" => Integer(Nearest),
        "lrint" | "llrint" => Integer(NearestEven),
        "fabs" => Magnitude,
        "copysign" => Sign,
        "fmod" => Remainder,
        "fmin" => Least,
        "fmax" => Most,
        _ => {
            return Some(Known::Refused(
                "a function on floating point that C libraries may round each in their own way, or whose exact result is not computed here",
            ));
        }
    }))
}

/// The functions of `math.h`, of which each has siblings for `float` and `long double`.
const MATH: &[&str] = &[
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "round",
    "rint",
    "nearbyint",
    "lround",
    "llround",
    "lrint",
    "llrint",
    "fabs",
    "copysign",
    "fmod",
    "fmin",
    "fmax",
    "acos",
    "asin",
    "atan",
    "cos",
    "sin",
    "tan",
    "acosh",
    "asinh",
    "atanh",
    "cosh",
    "sinh",
    "tanh",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log10",
    "log2",
    "log1p",
    "logb",
    "ilogb",
    "cbrt",
    "erf",
    "erfc",
    "tgamma",
    "lgamma",
    "atan2",
    "pow",
    "remainder",
    "remquo",
    "hypot",
    "fdim",
    "ldexp",
    "scalbn",
    "scalbln",
    "frexp",
    "modf",
    "fma",
    "nextafter",
];

/// What a library function means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// An assertion about the first argument; the second is its text, if there is one.
    Assert,
    /// An assertion about the first argument; the second is a description.
    DescribedAssert,
    /// An assertion that has failed; the first argument is its text.
    AssertFailed,
    /// This must never be reached.
    Error,
    /// A lock was used in a way that its library forbids; the first argument says how.
    Misuse,
    /// What may write in the second argument, locks too, is in the sets of the axioms that the first one names.
    Marked,
    /// As [`Known::Marked`], of the atomic reads in it.
    MarkedRead,
    /// The program, or this thread of it, ends here.
    Exit,
    Assume,
    /// Waits unless what was read last allows it to go on.
    Await,
    /// Any value of the result type, or of the type that the name ends with.
    Nondet,
    /// A number from 0 to RAND_MAX.
    Random,
    AtomicBegin,
    AtomicEnd,
    /// A fence described by strings.
    DescribedFence,
    /// Evaluates its arguments and has no effect.
    Effectless(Answer),
    /// Evaluates its arguments, of whatever type but streams, and has no effect.
    Print(Answer),
    /// Reads a block of bytes, and has no effect.
    WriteBlock(Answer),
    /// Reads input; this argument is the format, and those behind it are pointers.
    Scan(usize),
    /// Evaluates its arguments and answers the address of some text.
    Text,
    /// The address of the running thread's error number.
    ErrorNumber,
    /// A time in seconds, also written through its argument.
    Time,
    /// The first argument is the number of a call of the system's.
    SystemCall,
    Thread(ThreadCall),
    Mutex(MutexCall),
    /// Of the library's own texts: an object is set up or used that must not be a copy.
    Object(Use),
    Malloc,
    Calloc,
    Free,
    /// The size of the heap object at the first argument.
    ObjectSize,
    /// The second argument is the size.
    AlignedAlloc,
    PosixMemalign,
    MemoryCopy,
    MemorySet,
    /// Puts any bytes into a block.
    MemoryNondet,
    Math(Math),
    /// Refused, with what it belongs to.
    Refused(&'static str),
}

/// The error number of a mutex that is held.
pub const EBUSY: u64 = 16;
/// What `mtx_trylock` answers then.
const THRD_BUSY: u64 = 1;
/// What a lock with a timeout answers when it gives up, of POSIX and of C11.
const ETIMEDOUT: u64 = 110;
const THRD_TIMEDOUT: u64 = 4;

/// What the function of this name means.
pub fn lookup(name: &str) -> Option<Known> {
    use Known::*;
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    Some(match name {
        "__fencesmith_misuse" => Misuse,
        "syscall" => SystemCall,
        "__fencesmith_in" => Marked,
        "__fencesmith_reads_in" => MarkedRead,
        "__fencesmith_sets_up" => Object(Use::SetUp),
        "__fencesmith_uses" => Object(Use::OfInitialised),
        "__fencesmith_assert" | "__VERIFIER_assert" | "assert" => Assert,
        "__CPROVER_assert" => DescribedAssert,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_func" => AssertFailed,
        "reach_error" | "__VERIFIER_error" | "abort" | "__fencesmith_error" => Error,
        "exit" | "_exit" | "_Exit" | "quick_exit" => Exit,
        "__VERIFIER_assume" | "__CPROVER_assume" | "assume_abort_if_not" | "__fencesmith_assume" => Assume,
        "__fencesmith_await" => Await,
        "rand" | "random" | "lrand48" => Random,
        "__VERIFIER_atomic_begin" | "__CPROVER_atomic_begin" => AtomicBegin,
        "__VERIFIER_atomic_end" | "__CPROVER_atomic_end" => AtomicEnd,
        "__CPROVER_fence" | "__fence" => DescribedFence,

        "pthread_create" => Thread(ThreadCall::Create),
        "pthread_exit" | "thrd_exit" => Thread(ThreadCall::Exit),
        "call_once" | "pthread_once" => Thread(ThreadCall::Once),
        "thrd_create" => Thread(ThreadCall::CreateC11),
        "pthread_join" | "thrd_join" => Thread(ThreadCall::Join),
        "pthread_detach" | "thrd_detach" => Thread(ThreadCall::Detach),
        "pthread_self" | "thrd_current" => Thread(ThreadCall::Current),
        "__fencesmith_thread_number" => Thread(ThreadCall::Number),
        "pthread_equal" | "thrd_equal" => Thread(ThreadCall::Same),
        "pthread_attr_init" => Thread(ThreadCall::AttributesInit),
        "pthread_attr_setdetachstate" => Thread(ThreadCall::DetachState),
        "pthread_mutex_init" => Mutex(MutexCall::Init),
        "pthread_spin_init" => Mutex(MutexCall::InitSpin),
        "mtx_init" => Mutex(MutexCall::InitC11),
        "pthread_mutex_lock" | "mtx_lock" => Mutex(MutexCall::Lock),
        "pthread_spin_lock" => Mutex(MutexCall::SpinLock),
        "pthread_mutex_trylock" => Mutex(MutexCall::TryLock(EBUSY)),
        "pthread_spin_trylock" => Mutex(MutexCall::SpinTryLock),
        "mtx_trylock" => Mutex(MutexCall::TryLock(THRD_BUSY)),
        "pthread_mutex_timedlock" | "pthread_mutex_clocklock" => Mutex(MutexCall::TimedLock(ETIMEDOUT)),
        "mtx_timedlock" => Mutex(MutexCall::TimedLock(THRD_TIMEDOUT)),
        "pthread_mutex_unlock" | "mtx_unlock" => Mutex(MutexCall::Unlock),
        "pthread_spin_unlock" => Mutex(MutexCall::SpinUnlock),
        "pthread_mutex_destroy" | "pthread_spin_destroy" | "mtx_destroy" => Mutex(MutexCall::Destroy),
        "pthread_mutexattr_init" => Mutex(MutexCall::AttributesInit),
        "pthread_mutexattr_destroy" => Mutex(MutexCall::AttributesDestroy),
        "pthread_mutexattr_settype" => Mutex(MutexCall::SetKind),
        "pthread_mutexattr_gettype" => Mutex(MutexCall::GetKind),
        "pthread_barrier_init" => Thread(ThreadCall::BarrierInit),
        "pthread_barrier_wait" => Thread(ThreadCall::BarrierWait),
        "pthread_barrier_destroy" => Thread(ThreadCall::BarrierDestroy),
        "thrd_yield"
        | "pthread_barrierattr_init"
        | "pthread_barrierattr_destroy"
        | "pthread_barrierattr_setpshared"
        | "pthread_mutexattr_setpshared"
        | "pthread_mutexattr_setprotocol"
        | "srand"
        | "srandom"
        | "srand48"
        | "ia32_pause"
        | "setbuf"
        | "setlinebuf"
        | "rewind"
        | "clearerr"
        | "perror" => {
            let answer = Answer::Zero;
            if matches!(name, "setbuf" | "setlinebuf" | "perror" | "rewind" | "clearerr") {
                Print(answer)
            } else {
                Effectless(answer)
            }
        }
        "access" | "chdir" | "chmod" | "fsync" | "fdatasync" | "ftruncate" | "mkdir" | "rmdir" | "setpriority"
        | "sched_yield" | "usleep" | "close" | "unlink" | "remove" | "rename" | "sched_setaffinity"
        | "sched_setparam" | "setrlimit" | "prctl" | "mprotect" | "madvise" | "msync" | "mlock" | "munlock"
        | "mlockall" | "munlockall" => Effectless(Answer::Status),
        "open"
        | "openat"
        | "creat"
        | "dup"
        | "lseek"
        | "sched_getcpu"
        | "sched_get_priority_max"
        | "sched_get_priority_min"
        | "sched_setscheduler" => Effectless(Answer::Count),
        "isatty" => Effectless(Answer::Flag),
        "setvbuf" => Print(Answer::Any),
        "sleep" => Effectless(Answer::AtMost(0)),
        "pthread_yield"
        | "clock"
        | "pthread_setconcurrency"
        | "pthread_setname_np"
        | "pthread_setaffinity_np"
        | "pthread_setschedparam"
        | "pthread_setschedprio"
        | "posix_madvise"
        | "pthread_atfork" => Effectless(Answer::Any),
        "alarm" | "nice" | "getpriority" => Effectless(Answer::Any),
        "closelog" => Effectless(Answer::Zero),
        "warn" | "warnx" | "vwarn" | "vwarnx" | "openlog" | "syslog" | "vsyslog" => Print(Answer::Zero),
        "write" => WriteBlock(Answer::Transferred(2)),
        "fwrite" => WriteBlock(Answer::AtMost(2)),
        "printf" | "fprintf" | "dprintf" | "vprintf" | "vfprintf" | "vdprintf" => Print(Answer::Printed),
        "puts" | "fputs" | "ftell" | "fileno" => Print(Answer::Count),
        "putchar" | "fputc" | "putc" | "ungetc" => Print(Answer::Written),
        "fflush" | "fclose" | "fseek" => Print(Answer::Status),
        "feof" | "ferror" => Print(Answer::Any),
        "getchar" | "getc" | "fgetc" => Print(Answer::Character),
        "scanf" => Scan(0),
        "fscanf" => Scan(1),
        "strerror" | "strsignal" => Text,
        "__errno_location" => ErrorNumber,
        "time" => Time,

        "malloc" => Malloc,
        "calloc" => Calloc,
        "free" | "cfree" => Free,
        "__fencesmith_object_size" => ObjectSize,
        "aligned_alloc" | "memalign" => AlignedAlloc,
        "posix_memalign" => PosixMemalign,
        "memcpy" | "memmove" => MemoryCopy,
        "memset" => MemorySet,
        "__VERIFIER_nondet_memory" => MemoryNondet,

        "pthread_cancel" => Refused("thread cancellation"),
        // Nobody cancels, so nobody is cancelled here.
        "pthread_testcancel" => Effectless(Answer::Zero),
        "pthread_kill" | "kill" | "raise" | "sigqueue" | "sigwait" | "sigsuspend" => {
            Refused("a signal that is sent or awaited")
        }
        "setjmp" | "_setjmp" | "sigsetjmp" | "longjmp" | "siglongjmp" => Refused("setjmp/longjmp"),
        "fork" | "clone" | "vfork" => Refused("a new process"),
        _ if name.starts_with("pthread_attr_get") || name.starts_with("pthread_mutexattr_get") => {
            Refused("reading a thread attribute")
        }
        "pthread_condattr_init"
        | "pthread_condattr_destroy"
        | "pthread_condattr_setclock"
        | "pthread_condattr_setpshared"
        | "pthread_rwlockattr_setpshared" => Effectless(Answer::Zero),
        _ if name.starts_with("pthread_attr_") => Effectless(Answer::Zero),
        _ if name.starts_with("__VERIFIER_nondet_")
            || name.starts_with("nondet_")
            || name.starts_with("__fencesmith_nondet_")
            || name.starts_with("__CPROVER_nondet_") =>
        {
            Nondet
        }
        _ if name.starts_with("pthread_barrierattr_get") => Refused("reading a thread attribute"),
        _ if name.starts_with("pthread_cond") || name.starts_with("cnd_") => {
            Refused("this use of a condition variable")
        }
        _ if name.starts_with("pthread_rwlock") => Refused("this use of a reader-writer lock"),
        _ if math(name).is_some() => return math(name),
        "atof" | "strtod" | "strtof" | "strtold" => Refused("reading a number of floating type from a text"),
        "drand48" | "erand48" => Refused("a random number of floating type"),
        "pipe" | "pipe2" | "socketpair" | "eventfd" => Refused("a channel of the system between threads"),
        "sem_open" | "sem_close" | "sem_unlink" => Refused("a semaphore with a name"),
        _ => return None,
    })
}

/// The verifier's own names: a body that the program gives them may only spell out what they mean.
pub fn overrides_definition(name: &str) -> Option<Known> {
    match name {
        "reach_error"
        | "__VERIFIER_error"
        | "__VERIFIER_assume"
        | "__CPROVER_assume"
        | "assume_abort_if_not"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end" => lookup(name),
        _ => None,
    }
}

impl Known {
    /// How many arguments a call has at least.
    pub fn arguments(self) -> usize {
        match self {
            Known::Thread(call) => call.arguments(),
            Known::Mutex(call) => call.arguments(),
            Known::MemoryCopy | Known::MemorySet | Known::PosixMemalign | Known::WriteBlock(_) => 3,
            Known::Calloc | Known::AlignedAlloc | Known::MemoryNondet | Known::Marked | Known::MarkedRead => 2,
            Known::Assert
            | Known::Assume
            | Known::Await
            | Known::DescribedAssert
            | Known::Malloc
            | Known::SystemCall
            | Known::ObjectSize
            | Known::Free => 1,
            _ => 0,
        }
    }

    /// The argument through which the lowering itself stores a result.
    pub fn result_argument(self) -> Option<usize> {
        match self {
            Known::Thread(ThreadCall::Create | ThreadCall::CreateC11) | Known::PosixMemalign => Some(0),
            Known::Thread(ThreadCall::Join) => Some(1),
            _ => None,
        }
    }
}

/// The bits and the sign of a nondeterministic value by the last part of the function's name, where that says so.
pub fn nondet_range(name: &str) -> Option<(u32, bool)> {
    let suffix = name.rsplit_once("nondet_").map_or(name, |(_, suffix)| suffix);
    Some(match suffix {
        "bool" | "_Bool" => (1, false),
        "char" | "schar" | "s8" => (8, true),
        "uchar" | "unsigned_char" | "u8" => (8, false),
        "short" | "s16" => (16, true),
        "ushort" | "unsigned_short" | "u16" => (16, false),
        _ => return None,
    })
}
