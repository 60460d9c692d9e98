// verdict: sc safe, tso safe, pso safe
// trylock, init and destroy; a mutex inside a struct on the heap.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    int balance;
    pthread_mutex_t lock;
};

static void *pay(void *argument)
{
    struct account *account = argument;
    int r = pthread_mutex_trylock(&account->lock);
    if (r == 0) {
        account->balance -= 5;
        pthread_mutex_unlock(&account->lock);
        return (void *)1;
    }
    assert(r == EBUSY);
    return (void *)0;
}

int main(void)
{
    struct account *account = malloc(sizeof *account);
    account->balance = 10;
    pthread_mutex_init(&account->lock, NULL);
    pthread_t t;
    void *paid;
    pthread_create(&t, NULL, pay, account);
    pthread_mutex_lock(&account->lock);
    int seen = account->balance;
    pthread_mutex_unlock(&account->lock);
    pthread_join(t, &paid);
    assert(seen == 10 || seen == 5);
    assert(account->balance == (paid ? 5 : 10));
    assert(paid || seen == 10);
    pthread_mutex_lock(&account->lock);
    assert(pthread_mutex_trylock(&account->lock) == EBUSY);
    pthread_mutex_unlock(&account->lock);
    pthread_mutex_destroy(&account->lock);
    free(account);
    return 0;
}
