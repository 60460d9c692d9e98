// sc safe, tso safe, pso violation
#include <assert.h>
#include <pthread.h>
#include <sched.h>
int data, flag;
void *one(void *u) { data = 1; flag = 1; return 0; }
void *two(void *u)
{
    while (!flag)
        sched_yield();
    assert(data == 1);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
