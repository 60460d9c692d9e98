/* The system's own version where there is one: headers of the system that are read later rely on it. */
#if __has_include_next(<features.h>)
#include_next <features.h>
#else
#include <sys/cdefs.h>
#endif
