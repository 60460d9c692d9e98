/* Headers of the system that are read after these rely on the system's own version of this file. */
#if defined(_FEATURES_H) && __has_include_next(<sys/cdefs.h>)
#include_next <sys/cdefs.h>
#elif !defined(_FENCESMITH_SYS_CDEFS_H)
#define _FENCESMITH_SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __P(arguments) arguments
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#endif
