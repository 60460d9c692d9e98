// verdict: sc safe, tso safe, pso safe
// The GNU library's initialisers, as they stand in its header: the kind is the fifth word.
#include <assert.h>

typedef union {
    struct {
        int __lock;
        unsigned __count;
        int __owner;
        unsigned __nusers;
        int __kind;
        short __spins, __elision;
        void *__list[2];
    } __data;
    char __size[40];
    long __align;
} pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);

#define INITIALISER(kind) { { 0, 0, 0, 0, kind, 0, 0, { 0, 0 } } }
struct guarded {
    int value;
    pthread_mutex_t mutex;
} both[2] = { { 1, INITIALISER(1) }, { 2, INITIALISER(2) } };

int main(void)
{
    pthread_mutex_t recursive = INITIALISER(1);
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_lock(&both[0].mutex) == 0);
    assert(pthread_mutex_lock(&both[0].mutex) == 0);
    assert(pthread_mutex_lock(&both[1].mutex) == 0);
    assert(pthread_mutex_lock(&both[1].mutex) == 35);
    assert(both[0].value == 1 && both[1].value == 2);
    return 0;
}
