#ifndef _FENCESMITH_UNISTD_H
#define _FENCESMITH_UNISTD_H
#include <stddef.h>
#include <sys/basic_types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
extern int usleep(useconds_t);
extern unsigned int sleep(unsigned int);
extern unsigned int alarm(unsigned int);
extern int pause(void);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern pid_t gettid(void);
extern pid_t fork(void);
extern void _exit(int) __attribute__((__noreturn__));
extern ssize_t read(int, void *, size_t);
extern ssize_t write(int, const void *, size_t);
extern int close(int);
extern int pipe(int *);
extern off_t lseek(int, off_t, int);
extern int unlink(const char *);
extern int isatty(int);
extern int access(const char *, int);
extern int dup(int);
extern int fsync(int);
extern int fdatasync(int);
extern int ftruncate(int, off_t);
extern int rmdir(const char *);
extern int chdir(const char *);
extern int nice(int);
extern int getpagesize(void);
extern int gethostname(char *, size_t);
extern int getentropy(void *, size_t);
extern long sysconf(int);
extern long syscall(long, ...);
extern int getopt(int, char *const *, const char *);
extern char *optarg;
extern int optind, opterr, optopt;
#endif
