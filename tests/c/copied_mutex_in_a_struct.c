// verdict: sc violation, tso violation, pso violation
// property: mutex misused
// Nor is one in a struct that is passed by value, here after its first use.
#include <pthread.h>

struct account {
    long sum;
    pthread_mutex_t mutex;
};
static struct account account = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void *adds(void *argument)
{
    pthread_mutex_lock(&account.mutex);
    account.sum++;
    pthread_mutex_unlock(&account.mutex);
    return argument;
}
static long look(struct account copy)
{
    pthread_mutex_lock(&copy.mutex);
    long sum = copy.sum;
    pthread_mutex_unlock(&copy.mutex);
    return sum;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, adds, 0);
    pthread_join(thread, 0);
    return look(account) != 1;
}
