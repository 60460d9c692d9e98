#ifndef _FENCESMITH_TIME_H
#define _FENCESMITH_TIME_H
#include <stddef.h>
#include <sys/basic_types.h>
/* The guard has the system's name, so that a system header read later does not define it again. */
#ifndef _STRUCT_TIMESPEC
#define _STRUCT_TIMESPEC 1
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
#endif
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1
#define TIME_UTC 1
extern time_t time(time_t *);
extern clock_t clock(void);
extern double difftime(time_t, time_t);
extern time_t mktime(struct tm *);
extern struct tm *gmtime(const time_t *);
extern struct tm *localtime(const time_t *);
extern struct tm *gmtime_r(const time_t *, struct tm *);
extern struct tm *localtime_r(const time_t *, struct tm *);
extern char *asctime(const struct tm *);
extern char *asctime_r(const struct tm *, char *);
extern char *ctime(const time_t *);
extern char *ctime_r(const time_t *, char *);
extern size_t strftime(char *, size_t, const char *, const struct tm *);
extern int nanosleep(const struct timespec *, struct timespec *);
extern int clock_gettime(clockid_t, struct timespec *);
extern int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
extern int timespec_get(struct timespec *, int);
#endif
