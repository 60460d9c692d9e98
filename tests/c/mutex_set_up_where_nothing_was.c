// verdict: sc safe, tso safe, pso safe
// Mutexes are set up in memory that nobody has set: on the heap, in a frame that comes twice, again after their end.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    int money;
    pthread_mutex_t lock;
};

static int count;

static void *run(void *argument)
{
    struct account *account = argument;
    pthread_mutex_lock(&account->lock);
    account->money++;
    pthread_mutex_unlock(&account->lock);
    return 0;
}

static void twice(void)
{
    pthread_mutex_t lock;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t a;
    struct account *account = malloc(sizeof *account);
    account->money = 0;
    pthread_mutex_init(&account->lock, 0);
    pthread_create(&a, 0, run, account);
    run(account);
    pthread_join(a, 0);
    pthread_mutex_destroy(&account->lock);
    pthread_mutex_init(&account->lock, 0);
    run(account);
    free(account);
    twice();
    twice();
    assert(count == 2);
    return 0;
}
