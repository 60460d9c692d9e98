/* Headers of the system that are read after these rely on the system's own version of this file. */
#if !defined(_FEATURES_H) && __has_include_next(<sys/cdefs.h>)
#include <features.h>
#endif
#if defined(_FEATURES_H) && __has_include_next(<sys/cdefs.h>)
#include_next <sys/cdefs.h>
#elif !defined(_FENCESMITH_SYS_CDEFS_H)
#define _FENCESMITH_SYS_CDEFS_H
/* What programs for glibc find after any of its headers. Attributes are advice to a compiler: nothing here hangs on them. */
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(major, minor) \
    (__GLIBC__ > (major) || (__GLIBC__ == (major) && __GLIBC_MINOR__ >= (minor)))
#define __GNUC_PREREQ(major, minor) (__GNUC__ > (major) || (__GNUC__ == (major) && __GNUC_MINOR__ >= (minor)))
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __THROWNL
#define __NTH(function) function
#define __NTHNL(function) function
#define __P(arguments) arguments
#define __PMT(arguments) arguments
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __ptr_t void *
#define __flexarr []
#define __restrict_arr
#define __wur
#define __nonnull(parameters)
#define __returns_nonnull
#define __attribute_malloc__
#define __attribute_pure__
#define __attribute_const__
#define __attribute_used__
#define __attribute_noinline__
#define __attribute_artificial__
#define __attribute_deprecated__
#define __attribute_deprecated_msg__(text)
#define __attribute_maybe_unused__
#define __attribute_nonnull__(parameters)
#define __attribute_alloc_size__(parameters)
#define __attribute_alloc_align__(parameters)
#define __attribute_format_arg__(parameter)
#define __attribute_format_strfmon__(format, arguments)
#define __attribute_warn_unused_result__
#define __attribute_nonstring__
#define __attribute_returns_twice__
#ifndef __always_inline
#define __always_inline __inline __attribute__((__always_inline__))
#endif
#define __extern_inline extern __inline __attribute__((__gnu_inline__))
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
#endif
