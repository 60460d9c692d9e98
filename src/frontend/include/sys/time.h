#ifndef _FENCESMITH_SYS_TIME_H
#define _FENCESMITH_SYS_TIME_H
#include <sys/basic_types.h>
#include <time.h>
struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};
extern int gettimeofday(struct timeval *, void *);
#endif
