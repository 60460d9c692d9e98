//! The functions of the C library that are C themselves.
//!
//! In: the units of a program. Out: the file of the tool's own library that one of them needs next: it names a function
//! that a file of `include/library` defines and that no unit does. What such a function does stands in its C text and
//! nowhere else. It must not know what the functions mean.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::arguments;
use super::system_calls;
use crate::frontend::known::stand_ins::{self, stand_in};
use crate::frontend::text::files::OWN_DIRECTORY;
use crate::frontend::typed::tree::{DeclId, DeclKind, ExprId, ExprKind, Linkage};
use crate::frontend::typed::unit::Translation;

/// Has a function run when the process ends.
pub const REGISTER: &str = "atexit";

/// The files, and the functions that are found there.
const FILES: &[(&str, &[&str])] = &[
    (
        "condition.c",
        &[
            "pthread_cond_init",
            "pthread_cond_destroy",
            "pthread_cond_signal",
            "pthread_cond_broadcast",
            "pthread_cond_wait",
            "pthread_cond_timedwait",
            "pthread_cond_clockwait",
            "__fencesmith_chooses_waking",
            "__fencesmith_waits_again",
            "__fencesmith_waits_again_until",
            "cnd_init",
            "cnd_destroy",
            "cnd_signal",
            "cnd_broadcast",
            "cnd_wait",
            "cnd_timedwait",
        ],
    ),
    (
        "rwlock.c",
        &[
            "pthread_rwlockattr_init",
            "pthread_rwlockattr_destroy",
            "pthread_rwlockattr_setkind_np",
            "pthread_rwlockattr_getkind_np",
            "pthread_rwlock_init",
            "pthread_rwlock_destroy",
            "pthread_rwlock_rdlock",
            "pthread_rwlock_wrlock",
            "pthread_rwlock_tryrdlock",
            "pthread_rwlock_trywrlock",
            "pthread_rwlock_timedrdlock",
            "pthread_rwlock_timedwrlock",
            "pthread_rwlock_clockrdlock",
            "pthread_rwlock_clockwrlock",
            "pthread_rwlock_unlock",
        ],
    ),
    (
        "semaphore.c",
        &[
            "sem_init",
            "sem_destroy",
            "sem_wait",
            "sem_trywait",
            "sem_timedwait",
            "sem_clockwait",
            "sem_post",
            "sem_getvalue",
        ],
    ),
    (
        "thread_end.c",
        &[
            "__fencesmith_cleanups",
            "__fencesmith_thread_ends",
            "__fencesmith_thread_exits",
            "pthread_key_create",
            "pthread_key_delete",
            "pthread_getspecific",
            "pthread_setspecific",
            "tss_create",
            "tss_delete",
            "tss_get",
            "tss_set",
        ],
    ),
    (
        "system.c",
        &[
            "clock_gettime",
            "timespec_get",
            "clock_nanosleep",
            "nanosleep",
            "thrd_sleep",
            "pause",
            "gettimeofday",
            "difftime",
            "gettid",
            "sysconf",
            "getpagesize",
            "get_nprocs",
            "get_nprocs_conf",
            "fgets",
            "read",
            "getrandom",
            "getentropy",
            "gethostname",
            "setlocale",
            "pthread_getname_np",
            "fopen",
            "fdopen",
            "fread",
            "getdelim",
            "getline",
            "getenv",
            "poll",
            "select",
        ],
    ),
    (
        "exit.c",
        &[
            "atexit",
            "__fencesmith_process_ends",
            "__fencesmith_process_begins",
            "__fencesmith_thread_begins",
            "__fencesmith_thread_is_over",
        ],
    ),
    ("system_calls.c", &[system_calls::DOER]),
    ("process.c", &["getpid", "getppid"]),
    ("messages.c", &["err", "errx", "verr", "verrx", "error"]),
    (
        "calendar.c",
        &[
            "gmtime_r",
            "localtime_r",
            "gmtime",
            "localtime",
            "mktime",
            "strftime",
            "asctime_r",
            "ctime_r",
            "asctime",
            "ctime",
        ],
    ),
    ("usage.c", &["getrusage", "getrlimit"]),
    (stand_ins::FILE, stand_ins::NAMES),
    ("allocation.c", &["realloc", "reallocarray", "valloc", "pvalloc", "malloc_usable_size"]),
    ("affinity.c", &["__fencesmith_cpus", "sched_getaffinity", "pthread_getaffinity_np"]),
    ("mappings.c", &["mmap", "munmap"]),
    ("options.c", &["getopt_long_only", "getopt_long", "getopt"]),
    ("cancellation.c", &["pthread_setcancelstate", "pthread_setcanceltype"]),
    (
        "signals.c",
        &[
            "signal",
            "sigaction",
            "sigemptyset",
            "sigfillset",
            "sigaddset",
            "sigdelset",
            "sigismember",
            "pthread_sigmask",
            "sigprocmask",
        ],
    ),
    ("arguments.c", &["__fencesmith_arguments"]),
    ("format.c", &["vsnprintf", "snprintf", "vsprintf", "sprintf", "vasprintf", "asprintf"]),
    ("scan.c", &["sscanf"]),
    (
        "string.c",
        &[
            "strlen",
            "wcslen",
            "strnlen",
            "memcmp",
            "bcmp",
            "memchr",
            "bcopy",
            "mempcpy",
            "bzero",
            "explicit_bzero",
            "stpcpy",
            "strcpy",
            "strncpy",
            "strcat",
            "strncat",
            "strncmp",
            "strcmp",
            "strcoll",
            "strncasecmp",
            "strcasecmp",
            "strchr",
            "strrchr",
            "strchrnul",
            "rawmemchr",
            "memrchr",
            "memccpy",
            "memmem",
            "stpncpy",
            "index",
            "rindex",
            "strspn",
            "strcspn",
            "strpbrk",
            "strstr",
            "strcasestr",
            "strtok_r",
            "strsep",
            "strtok",
            "strndup",
            "strdup",
        ],
    ),
    ("exponents.c", &["frexp", "ldexp", "scalbn", "scalbln", "modf", "frexpf", "ldexpf", "scalbnf", "modff"]),
    (
        "numbers.c",
        &[
            "abs",
            "labs",
            "llabs",
            "div",
            "ldiv",
            "lldiv",
            "strtol",
            "strtoll",
            "strtoul",
            "strtoull",
            "atoi",
            "atol",
            "atoll",
            "strtoimax",
            "strtoumax",
            "qsort",
            "qsort_r",
            "bsearch",
            "rand_r",
            "ffs",
            "ffsl",
            "ffsll",
            "htonl",
            "ntohl",
            "htons",
            "ntohs",
        ],
    ),
    ("ctype_tables.c", &["__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"]),
    (
        "ctype.c",
        &[
            "tolower", "toupper", "isupper", "islower", "isalpha", "isdigit", "isalnum", "isxdigit", "isblank",
            "isspace", "iscntrl", "isgraph", "isprint", "ispunct",
        ],
    ),
];

/// A file that the units need and that is none of them.
pub fn missing(units: &[Translation]) -> Option<PathBuf> {
    let defined: HashSet<&str> = units.iter().flat_map(definitions).collect();
    let wanted = |name: &str| -> Option<PathBuf> {
        let (file, _) = FILES.iter().find(|(_, names)| names.contains(&name))?;
        Some(Path::new(OWN_DIRECTORY).join("library").join(file))
    };
    let called = units.iter().flat_map(used);
    let arguments = units.iter().filter(|unit| reads_arguments(unit)).map(|_| arguments::MAKER);
    let destructors = units.iter().filter(|unit| has_destructor(unit)).map(|_| REGISTER);
    let file = called.chain(arguments).chain(destructors).filter(|name| !defined.contains(name)).find_map(wanted);
    let mut taken = units.iter().flat_map(addressed).filter(|name| !defined.contains(name)).filter_map(stand_in);
    file.or_else(|| taken.find(|name| !defined.contains(name)).and_then(wanted))
}

/// The functions that a unit defines.
fn definitions(unit: &Translation) -> impl Iterator<Item = &str> {
    let tast = &unit.checked.tast;
    tast.top_level().iter().filter(|decl| tast[**decl].body.is_some()).map(|decl| name(unit, *decl))
}

/// The functions that a unit names without defining them.
fn used(unit: &Translation) -> impl Iterator<Item = &str> {
    let exprs = (0..unit.checked.tast.counts().exprs).map(ExprId::from_usize);
    exprs.filter_map(move |expr| undefined(unit, expr))
}

/// The function that an expression names and that its unit does not define.
fn undefined(unit: &Translation, expr: ExprId) -> Option<&str> {
    let tast = &unit.checked.tast;
    let ExprKind::Decl(decl) = tast[expr].kind else { return None };
    let declared = &tast[decl];
    let free = declared.kind == DeclKind::Function && declared.body.is_none() && declared.linkage == Linkage::External;
    free.then(|| name(unit, decl)).map(|name| match name {
        "syscall" => system_calls::DOER,
        _ => name.strip_prefix("__builtin_").unwrap_or(name),
    })
}

/// The functions that a unit names without defining them, but not where it calls them.
fn addressed(unit: &Translation) -> Vec<&str> {
    let tast = &unit.checked.tast;
    let exprs = || (0..tast.counts().exprs).map(ExprId::from_usize);
    let callees = exprs().filter_map(|expr| match tast[expr].kind {
        ExprKind::Call { mut callee, .. } => {
            while let ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) = tast[callee].kind {
                callee = operand;
            }
            Some(callee)
        }
        _ => None,
    });
    let callees: HashSet<ExprId> = callees.collect();
    exprs().filter(|expr| !callees.contains(expr)).filter_map(|expr| undefined(unit, expr)).collect()
}

/// Whether the unit's `main` reads the arguments of the program.
fn reads_arguments(unit: &Translation) -> bool {
    let tast = &unit.checked.tast;
    let mut defined = tast.top_level().iter().filter(|decl| tast[**decl].body.is_some());
    defined.any(|decl| name(unit, *decl) == "main" && arguments::read_arguments(tast, *decl).is_some())
}

/// Whether a function of the unit runs when the process ends.
fn has_destructor(unit: &Translation) -> bool {
    let tast = &unit.checked.tast;
    tast.top_level().iter().any(|decl| tast[*decl].body.is_some() && tast[*decl].startup.after.is_some())
}

fn name(unit: &Translation, decl: DeclId) -> &str {
    unit.checked.tast[decl].name.map_or("", |name| unit.session.interner.resolve(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::text::files::Files;

    /// The names at the beginning of definitions, which stand at the start of a line and are not `static`.
    fn defined_in(text: &str) -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        let starts = lines.windows(2).filter(|pair| pair[1] == "{" && !pair[0].starts_with("static"));
        let name = |line: &str| {
            let head = line.split('(').next()?;
            head.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_string)
        };
        starts.filter_map(|pair| name(pair[0])).collect()
    }

    #[test]
    fn the_list_names_what_the_files_define() {
        let files = Files::new(Default::default());
        for (file, names) in FILES {
            let path = Path::new(OWN_DIRECTORY).join("library").join(file);
            let bytes = files.contents(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(defined_in(std::str::from_utf8(&bytes).unwrap()), *names, "{file}");
        }
    }
}
