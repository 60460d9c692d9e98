/* Dates, as the clock and the surroundings of the process make them: anything that the calendar allows. */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <time.h>

#define TEXT 26

extern void __VERIFIER_nondet_memory(void *, size_t);
extern unsigned __fencesmith_nondet_uint(void);
extern unsigned long __fencesmith_nondet_ulong(void);
extern unsigned char __fencesmith_nondet_uchar(void);
extern void __fencesmith_assume(int);

static int up_to(unsigned last)
{
    unsigned number = __fencesmith_nondet_uint();
    __fencesmith_assume(number <= last);
    return (int)number;
}
/* A year that is too large is an error. */
static struct tm *date(const time_t *time, struct tm *to)
{
    if (*time > 67768036191676799 || *time < -67768040609740800) {
        errno = EOVERFLOW;
        return 0;
    }
    to->tm_sec = up_to(60);
    to->tm_min = up_to(59);
    to->tm_hour = up_to(23);
    to->tm_mday = 1 + up_to(30);
    to->tm_mon = up_to(11);
    to->tm_year = (int)__fencesmith_nondet_uint();
    to->tm_wday = up_to(6);
    to->tm_yday = up_to(365);
    to->tm_isdst = up_to(2) - 1;
    to->tm_gmtoff = up_to(2 * 86400) - 86400;
    to->tm_zone = "ZONE";
    return to;
}
struct tm *gmtime_r(const time_t *time, struct tm *to)
{
    return date(time, to);
}
struct tm *localtime_r(const time_t *time, struct tm *to)
{
    return date(time, to);
}
/* One for all threads, as in C. */
static struct tm last;
struct tm *gmtime(const time_t *time)
{
    return date(time, &last);
}
struct tm *localtime(const time_t *time)
{
    return date(time, &last);
}
time_t mktime(struct tm *date)
{
    /* All but the days of the week and of the year are read. */
    int read = date->tm_sec ^ date->tm_min ^ date->tm_hour ^ date->tm_mday ^ date->tm_mon ^ date->tm_year ^ date->tm_isdst;
    time_t time = (time_t)__fencesmith_nondet_ulong();
    (void)read;
    __fencesmith_assume(time <= 67768036191676799 && time >= -67768040609740800);
    if (time == -1)
        return time;
    struct tm *made = localtime_r(&time, date);
    return made ? time : -1;
}
/* Without a description of the format: any text for which there is room, or none, and then anything is left behind. */
size_t strftime(char *to, size_t size, const char *format, const struct tm *date)
{
    struct tm read = *date;
    size_t length = __fencesmith_nondet_ulong();
    (void)format;
    (void)read;
    __fencesmith_assume(length < size || (!size && !length));
    __VERIFIER_nondet_memory(to, size);
    if (size)
        to[length] = 0;
    return size && __fencesmith_nondet_uchar() ? length : 0;
}
char *asctime_r(const struct tm *date, char *to)
{
    struct tm read = *date;
    (void)read;
    __VERIFIER_nondet_memory(to, TEXT);
    to[TEXT - 1] = 0;
    return to;
}
char *ctime_r(const time_t *time, char *to)
{
    struct tm date;
    return localtime_r(time, &date) ? asctime_r(&date, to) : 0;
}
static char text[TEXT];
char *asctime(const struct tm *date)
{
    return asctime_r(date, text);
}
char *ctime(const time_t *time)
{
    return ctime_r(time, text);
}
