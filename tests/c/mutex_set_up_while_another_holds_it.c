// verdict: sc violation, tso violation, pso violation
// property: mutex misused
// A mutex on the heap is initialised again while another thread may hold it, which never gives it back.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    int money;
    pthread_mutex_t lock;
};

static void *run(void *argument)
{
    struct account *account = argument;
    pthread_mutex_lock(&account->lock);
    account->money++;
    return 0;
}

int main(void)
{
    pthread_t a;
    struct account *account = malloc(sizeof *account);
    account->money = 0;
    pthread_mutex_init(&account->lock, 0);
    pthread_create(&a, 0, run, account);
    pthread_mutex_init(&account->lock, 0);
    pthread_join(a, 0);
    assert(account->money == 1);
    return 0;
}
