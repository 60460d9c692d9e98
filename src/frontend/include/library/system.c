/* What the system answers: the time, input, the surroundings. All of it is anything that may be. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define NAMES 4
#define NAME 32
#define TEXT 16
#define MUCH 64

extern void __VERIFIER_nondet_memory(void *, size_t);
extern unsigned __fencesmith_nondet_uint(void);
extern unsigned long __fencesmith_nondet_ulong(void);
extern unsigned char __fencesmith_nondet_uchar(void);
extern void __fencesmith_assume(int);
extern unsigned long __fencesmith_thread_number(void);
extern void __fencesmith_await(int);

static int fails(void)
{
    return __fencesmith_nondet_uchar() == 0;
}
/* Whether a call fails; it says why then. */
static int fails_with_reason(void)
{
    unsigned reason;
    if (!fails())
        return 0;
    reason = __fencesmith_nondet_uint();
    __fencesmith_assume(reason - 1 < INT_MAX);
    errno = (int)reason;
    return 1;
}
static long below(long end)
{
    unsigned number = __fencesmith_nondet_uint();
    __fencesmith_assume(number < end);
    return number;
}
/* Seconds since 1970. A number of nanoseconds holds the last of them. */
static time_t seconds(void)
{
    unsigned long number = __fencesmith_nondet_ulong();
    __fencesmith_assume(number < 1ul << 33);
    return (time_t)number;
}
/* The clocks that nobody sets, as a thread has seen them last: they do not run back. */
#define CLOCKS 8
#define REALTIME_COARSE 5
static _Thread_local struct timespec seen[CLOCKS];

int clock_gettime(clockid_t clock, struct timespec *now)
{
    /* Of a clock that there is it does not fail: seconds of 64 bits hold any time. */
    if ((clock < 0 || clock >= CLOCKS) && fails_with_reason())
        return -1;
    time_t second = seconds();
    long part = below(1000000000);
    if (clock > CLOCK_REALTIME && clock < CLOCKS && clock != REALTIME_COARSE) {
        struct timespec *last = &seen[clock];
        __fencesmith_assume(second > last->tv_sec || (second == last->tv_sec && part >= last->tv_nsec));
        last->tv_sec = second;
        last->tv_nsec = part;
    }
    now->tv_sec = second;
    now->tv_nsec = part;
    return 0;
}
int timespec_get(struct timespec *now, int base)
{
    if (base != TIME_UTC)
        return 0;
    return clock_gettime(CLOCK_REALTIME, now) ? 0 : base;
}
/* No signal ends a sleep, so that nothing is ever left of it. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left)
{
    (void)clock;
    (void)flags;
    (void)left;
    return wanted->tv_nsec < 0 || wanted->tv_nsec >= 1000000000 ? EINVAL : 0;
}
int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    int refused = clock_nanosleep(CLOCK_REALTIME, 0, wanted, left);
    if (refused)
        errno = refused;
    return refused ? -1 : 0;
}
int thrd_sleep(const struct timespec *wanted, struct timespec *left)
{
    return clock_nanosleep(CLOCK_REALTIME, 0, wanted, left) ? -2 : 0;
}
/* There are no signals, which alone would end it. */
int pause(void)
{
    __fencesmith_await(0);
    return -1;
}
int gettimeofday(struct timeval *now, void *zone)
{
    (void)zone;
    now->tv_sec = seconds();
    now->tv_usec = below(1000000);
    return 0;
}
double difftime(time_t end, time_t start)
{
    return (double)(end - start);
}
/* A thread has the same number each time. */
pid_t gettid(void)
{
    static _Thread_local pid_t number;
    if (!number)
        number = 1 + (pid_t)below(1 << 22);
    return number;
}
long sysconf(int name)
{
    return name == _SC_PAGESIZE ? 4096 : name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF ? 1 + below(1024) : below(1l << 31) - 1;
}
int getpagesize(void)
{
    return (int)sysconf(_SC_PAGESIZE);
}
int get_nprocs(void)
{
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}
int get_nprocs_conf(void)
{
    return (int)sysconf(_SC_NPROCESSORS_CONF);
}
/* So many bytes come in. What stands behind them stays as it is, but where there is much room it is not followed: it may be
   anything then. */
static void take(char *to, size_t room, size_t count)
{
    if (room > MUCH) {
        __VERIFIER_nondet_memory(to, room);
        return;
    }
    for (size_t i = 0; i < room; i++)
        if (i < count)
            to[i] = (char)__fencesmith_nondet_uchar();
}
/* A stream that is used is not null. Whether it was closed is not followed. */
static void use(FILE *file)
{
    if (!file)
        *(volatile char *)file = 0;
}
char *fgets(char *to, int size, FILE *file)
{
    use(file);
    /* At the end of the input it does not say why. */
    if (size <= 0 || fails() || fails_with_reason())
        return 0;
    int length = size == 1 ? 0 : 1 + (int)below(size - 1);
    take(to, size - 1, length);
    to[length] = 0;
    return to;
}
ssize_t read(int file, void *to, size_t size)
{
    (void)file;
    if (fails_with_reason())
        return -1;
    unsigned count = __fencesmith_nondet_uint();
    __fencesmith_assume(count <= size);
    take(to, size, count);
    return count;
}
ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    (void)flags;
    return read(0, to, size);
}
int getentropy(void *to, size_t size)
{
    if (size > 256 || fails_with_reason())
        return -1;
    take(to, size, size);
    return 0;
}
/* A text of any length for which there is room. */
static int name(char *to, size_t size)
{
    if (fails_with_reason())
        return -1;
    unsigned length = __fencesmith_nondet_uint();
    __fencesmith_assume(length < size);
    take(to, length < size ? size - 1 : 0, length);
    to[length] = 0;
    return 0;
}
int gethostname(char *to, size_t size)
{
    if (!size) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return name(to, size);
}
/* Whatever is asked for, characters and numbers are those of the locale "C"; one of another name may not be there. */
char *setlocale(int category, const char *name)
{
    static char here[] = "C";
    (void)category;
    if (name && name[0] && !(name[0] == 'C' && !name[1]) && fails_with_reason())
        return 0;
    return here;
}
int pthread_getname_np(pthread_t thread, char *to, size_t size)
{
    (void)thread;
    if (size < 16)
        return ERANGE;
    return name(to, 16) ? errno : 0;
}
/* Open streams have numbers, other ones for each thread: naming one is no access to memory. */
#define STREAMS 16ul
#define OF_EACH_THREAD 4096ul
static FILE *stream(void)
{
    static _Thread_local unsigned opened;
    if (fails_with_reason())
        return 0;
    opened++;
    return (FILE *)(STREAMS * (1 + __fencesmith_thread_number() * OF_EACH_THREAD + opened));
}
FILE *fopen(const char *name, const char *mode)
{
    (void)name;
    (void)mode;
    return stream();
}
FILE *fdopen(int file, const char *mode)
{
    (void)file;
    (void)mode;
    return stream();
}
size_t fread(void *to, size_t size, size_t count, FILE *file)
{
    use(file);
    if (!size || !count)
        return 0;
    unsigned long bytes = __fencesmith_nondet_ulong();
    __fencesmith_assume(bytes <= size * count);
    take(to, size * count, bytes);
    return bytes / size;
}
/* A line is short: see the tool's lower/library/results.rs, which says so. */
#define LINE 7
ssize_t getdelim(char **line, size_t *room, int end, FILE *file)
{
    use(file);
    /* There is room before anything is read, also where nothing is. */
    if (!*line || *room < LINE + 1) {
        free(*line);
        *line = malloc(LINE + 1);
        *room = LINE + 1;
    }
    if (fails() || fails_with_reason())
        return -1;
    size_t length = 1 + below(LINE);
    for (size_t i = 0; i < LINE; i++)
        if (i < length) {
            (*line)[i] = (char)__fencesmith_nondet_uchar();
            __fencesmith_assume(i == length - 1 || (*line)[i] != (char)end);
        }
    (*line)[length] = 0;
    return length;
}
ssize_t getline(char **line, size_t *room, FILE *file)
{
    return getdelim(line, room, '\n', file);
}
/* Each of the first few names that a thread asks for has a text of its own, or none, and the same each time. Of others nothing is known,
   and each answer is another text. No thread's asking orders anything of another one. */
char *getenv(const char *name)
{
    static _Thread_local struct {
        char name[NAME];
        _Bool is_asked, is_there;
        char value[TEXT];
    } known[NAMES];
    /* What was found otherwise, one behind the other: it is nobody's to free. */
    static _Thread_local struct another {
        struct another *next;
        char value[TEXT];
    } *others;
    char *found = 0;
    int i = strlen(name) < NAME ? 0 : NAMES;
    while (i < NAMES && known[i].is_asked && strcmp(name, known[i].name) != 0)
        i++;
    if (i == NAMES) {
        if (!fails()) {
            struct another *other = malloc(sizeof *other);
            other->next = others;
            others = other;
            found = other->value;
            __VERIFIER_nondet_memory(found, TEXT - 1);
            found[TEXT - 1] = 0;
        }
    } else {
        if (!known[i].is_asked) {
            known[i].is_asked = 1;
            strcpy(known[i].name, name);
            known[i].is_there = !fails();
            __VERIFIER_nondet_memory(known[i].value, TEXT - 1);
        }
        if (known[i].is_there)
            found = known[i].value;
    }
    return found;
}
/* Nobody waits; what is told may be anything that was asked for. */
int poll(struct pollfd *files, nfds_t count, int limit)
{
    int ready = 0;
    (void)limit;
    /* There are no signals, and where no file is asked for nothing else goes wrong. */
    if (count && fails())
        return -1;
    for (nfds_t i = 0; i < count; i++) {
        int asked = files[i].events | POLLERR | POLLHUP | POLLNVAL;
        files[i].revents = (short)((int)__fencesmith_nondet_uint() & asked);
        ready += files[i].revents != 0;
    }
    return ready;
}
static int some(fd_set *set, int end)
{
    int ready = 0;
    unsigned long *words = (unsigned long *)set;
    for (int i = 0; set && i < (end + 63) / 64; i++) {
        words[i] &= __fencesmith_nondet_ulong();
        ready += __builtin_popcountl(words[i]);
    }
    return ready;
}
int select(int end, fd_set *reading, fd_set *writing, fd_set *failing, struct timeval *limit)
{
    (void)limit;
    if (fails())
        return -1;
    return some(reading, end) + some(writing, end) + some(failing, end);
}
