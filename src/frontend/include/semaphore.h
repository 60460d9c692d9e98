#ifndef _FENCESMITH_SEMAPHORE_H
#define _FENCESMITH_SEMAPHORE_H
#include <sys/basic_types.h>
#include <time.h>
#define SEM_VALUE_MAX 2147483647
typedef struct {
    unsigned int __value;
    int __private;
    long __reserved[3];
} sem_t;
extern int sem_init(sem_t *, int, unsigned int);
extern int sem_destroy(sem_t *);
extern int sem_wait(sem_t *);
extern int sem_trywait(sem_t *);
extern int sem_timedwait(sem_t *, const struct timespec *);
#ifdef _GNU_SOURCE
extern int sem_clockwait(sem_t *, clockid_t, const struct timespec *);
#endif
extern int sem_post(sem_t *);
extern int sem_getvalue(sem_t *, int *);
#endif
