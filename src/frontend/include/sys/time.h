#ifndef _FENCESMITH_SYS_TIME_H
#define _FENCESMITH_SYS_TIME_H
#include <sys/types.h>
#include <time.h>
#ifndef __timeval_defined
#define __timeval_defined 1
struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};
#endif
struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};
extern int gettimeofday(struct timeval *, void *);
#endif
