//! The functions the tool knows without a definition.
//!
//! In: a name. Out: what the function means, as a [`Known`]. A definition in the program goes before this table, but
//! for the verifier's own names, whose bodies only spell out what they mean. It must not know the IR.

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
    /// The program, or this thread of it, ends here.
    Exit,
    Assume,
    /// Any value of the result type, or of the type that the name ends with.
    Nondet,
    /// A number from 0 to RAND_MAX.
    Random,
    AtomicBegin,
    AtomicEnd,
    /// A fence described by strings.
    DescribedFence,
    /// Evaluates its arguments and answers 0.
    Nothing,
    /// Evaluates its arguments, of whatever type but streams, and answers 0.
    Print,
    /// Evaluates its arguments and answers the address of some text.
    Text,
    /// The address of the running thread's error number.
    ErrorNumber,
    /// Any value; its argument must be null.
    Time,
    PthreadCreate,
    PthreadJoin,
    /// `pthread_exit` and `thrd_exit`.
    ThreadExit,
    ThrdCreate,
    ThrdJoin,
    /// Sets the 32-bit cell to 0.
    LockInit,
    /// `mtx_init`, whose second argument is the type.
    MtxInit,
    Lock,
    /// Answers 0 or this number.
    TryLock(u64),
    Unlock,
    /// The third argument is the number of threads.
    BarrierInit,
    BarrierWait,
    BarrierDestroy,
    /// `call_once` and `pthread_once`.
    Once,
    /// Its second argument must be no recursive type.
    MutexType,
    Malloc,
    Calloc,
    Free,
    /// The second argument is the size.
    AlignedAlloc,
    PosixMemalign,
    MemoryCopy,
    MemorySet,
    /// Refused, with what it belongs to.
    Refused(&'static str),
}

/// The error number of a mutex that is held.
const EBUSY: u64 = 16;
/// What `mtx_trylock` answers then.
const THRD_BUSY: u64 = 1;

/// What the function of this name means.
pub fn lookup(name: &str) -> Option<Known> {
    use Known::*;
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    Some(match name {
        "__fencesmith_assert" | "__VERIFIER_assert" | "assert" => Assert,
        "__CPROVER_assert" => DescribedAssert,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_func" => AssertFailed,
        "reach_error" | "__VERIFIER_error" | "abort" | "__fencesmith_error" => Error,
        "exit" | "_exit" | "_Exit" | "quick_exit" => Exit,
        "__VERIFIER_assume" | "__CPROVER_assume" | "assume_abort_if_not" | "__fencesmith_assume" => Assume,
        "rand" | "random" => Random,
        "__VERIFIER_atomic_begin" | "__CPROVER_atomic_begin" => AtomicBegin,
        "__VERIFIER_atomic_end" | "__CPROVER_atomic_end" => AtomicEnd,
        "__CPROVER_fence" | "__fence" => DescribedFence,

        "pthread_create" => PthreadCreate,
        "pthread_join" => PthreadJoin,
        "pthread_exit" | "thrd_exit" => ThreadExit,
        "call_once" | "pthread_once" => Once,
        "thrd_create" => ThrdCreate,
        "thrd_join" => ThrdJoin,
        "pthread_mutex_init" | "pthread_spin_init" => LockInit,
        "mtx_init" => MtxInit,
        "pthread_mutex_lock" | "pthread_spin_lock" | "mtx_lock" => Lock,
        "pthread_mutex_trylock" | "pthread_spin_trylock" => TryLock(EBUSY),
        "mtx_trylock" => TryLock(THRD_BUSY),
        "pthread_mutex_unlock" | "pthread_spin_unlock" | "mtx_unlock" => Unlock,
        "pthread_mutexattr_settype" => MutexType,
        "pthread_barrier_init" => BarrierInit,
        "pthread_barrier_wait" => BarrierWait,
        "pthread_barrier_destroy" => BarrierDestroy,
        "pthread_mutex_destroy"
        | "pthread_spin_destroy"
        | "mtx_destroy"
        | "pthread_detach"
        | "thrd_detach"
        | "pthread_yield"
        | "sched_yield"
        | "thrd_yield"
        | "usleep"
        | "sleep"
        | "nanosleep"
        | "thrd_sleep"
        | "pause"
        | "pthread_barrierattr_init"
        | "pthread_barrierattr_destroy"
        | "pthread_barrierattr_setpshared"
        | "pthread_mutexattr_init"
        | "pthread_mutexattr_destroy"
        | "pthread_setconcurrency"
        | "pthread_setname_np"
        | "pthread_setaffinity_np"
        | "srand"
        | "srandom"
        | "ia32_pause" => Nothing,
        "printf" | "puts" | "putchar" | "perror" | "fprintf" | "dprintf" | "fputs" | "fputc" | "putc" | "fflush"
        | "setbuf" | "setlinebuf" => Print,
        "strerror" => Text,
        "__errno_location" => ErrorNumber,
        "time" => Time,

        "malloc" => Malloc,
        "calloc" => Calloc,
        "free" | "cfree" => Free,
        "aligned_alloc" | "memalign" => AlignedAlloc,
        "posix_memalign" => PosixMemalign,
        "memcpy" | "memmove" => MemoryCopy,
        "memset" => MemorySet,

        "realloc" | "reallocarray" => Refused("resizing a heap object"),
        "pthread_self" | "thrd_current" | "pthread_equal" | "thrd_equal" => Refused("a thread's own handle"),
        "pthread_cancel" | "pthread_kill" | "pthread_testcancel" => Refused("thread cancellation"),
        "pthread_mutex_timedlock" | "mtx_timedlock" => Refused("a lock with a timeout"),
        "setjmp" | "_setjmp" | "sigsetjmp" | "longjmp" | "siglongjmp" => Refused("setjmp/longjmp"),
        "fork" | "clone" | "vfork" => Refused("a new process"),
        _ if name.starts_with("pthread_attr_get") || name.starts_with("pthread_mutexattr_get") => {
            Refused("reading a thread attribute")
        }
        _ if name.starts_with("pthread_attr_") => Nothing,
        _ if name.starts_with("__VERIFIER_nondet_")
            || name.starts_with("nondet_")
            || name.starts_with("__CPROVER_nondet_") =>
        {
            Nondet
        }
        _ if name.starts_with("pthread_barrierattr_get") => Refused("reading a thread attribute"),
        _ if name.starts_with("pthread_cond") || name.starts_with("cnd_") => Refused("a condition variable"),
        _ if name.starts_with("pthread_rwlock") => Refused("a read-write lock"),
        _ if name.starts_with("pthread_key")
            || name == "pthread_getspecific"
            || name == "pthread_setspecific"
            || name.starts_with("tss_") =>
        {
            Refused("a thread-specific key")
        }
        _ if matches!(name, "sem_init" | "sem_wait" | "sem_post" | "sem_trywait" | "sem_destroy" | "sem_open") => {
            Refused("a semaphore")
        }
        _ if matches!(
            name,
            "strlen"
                | "strcpy"
                | "strncpy"
                | "strcmp"
                | "strncmp"
                | "strcat"
                | "strdup"
                | "strchr"
                | "memcmp"
                | "sprintf"
                | "snprintf"
                | "atoi"
                | "atol"
                | "strtol"
                | "strtoul"
                | "getenv"
                | "scanf"
                | "sscanf"
                | "fscanf"
                | "fgets"
        ) =>
        {
            Refused("a string or input function")
        }
        _ => return None,
    })
}

/// The verifier's own names: a body the program gives them only spells out what they mean.
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
    /// The argument through which the lowering itself stores a result.
    pub fn result_argument(self) -> Option<usize> {
        match self {
            Known::PthreadCreate | Known::ThrdCreate | Known::PosixMemalign => Some(0),
            Known::PthreadJoin | Known::ThrdJoin => Some(1),
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
