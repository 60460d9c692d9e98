//! Library functions whose address a program may take although they have no C text.
//!
//! In: a function's name. Out: the function of the tool's own library that stands in for it where its address is asked for: its body is a call of
//! the function. It must not know what the functions do.

/// The file that defines them.
pub const FILE: &str = "addresses.c";

/// What their names begin with, before the name of the function.
const PREFIX: &str = "__fencesmith_at_";

/// The functions of the file.
pub const NAMES: &[&str] = &[
    "__fencesmith_at_free",
    "__fencesmith_at_malloc",
    "__fencesmith_at_calloc",
    "__fencesmith_at_aligned_alloc",
    "__fencesmith_at_abort",
    "__fencesmith_at_exit",
    "__fencesmith_at__exit",
    "__fencesmith_at_memcpy",
    "__fencesmith_at_memmove",
    "__fencesmith_at_memset",
    "__fencesmith_at_puts",
    "__fencesmith_at_putchar",
    "__fencesmith_at_fputs",
    "__fencesmith_at_perror",
    "__fencesmith_at_fflush",
    "__fencesmith_at_rand",
    "__fencesmith_at_random",
    "__fencesmith_at_sched_yield",
    "__fencesmith_at_thrd_yield",
    "__fencesmith_at_usleep",
    "__fencesmith_at_sleep",
    "__fencesmith_at_pthread_self",
    "__fencesmith_at_pthread_exit",
    "__fencesmith_at_pthread_mutex_lock",
    "__fencesmith_at_pthread_mutex_trylock",
    "__fencesmith_at_pthread_mutex_unlock",
    "__fencesmith_at_pthread_mutex_destroy",
    "__fencesmith_at_pthread_spin_lock",
    "__fencesmith_at_pthread_spin_trylock",
    "__fencesmith_at_pthread_spin_unlock",
    "__fencesmith_at_pthread_spin_destroy",
    "__fencesmith_at_mtx_lock",
    "__fencesmith_at_mtx_trylock",
    "__fencesmith_at_mtx_unlock",
    "__fencesmith_at_mtx_destroy",
];

/// The function that stands in for one of this name, if there is one.
pub fn stand_in(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    NAMES.iter().copied().find(|stand_in| stand_in.strip_prefix(PREFIX) == Some(name))
}
