// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

volatile int count[3];
void *run(void *p) { int i = (int)(long)p; count[i] = i + 1; return (void *)(long)(i * 10); }
int main(void)
{
    pthread_t t[3];
    long sum = 0;
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, (void *)(long)i);
    for (int i = 2; i >= 0; i--) {
        void *r;
        assert(pthread_join(t[i], &r) == 0);
        assert(count[i] == i + 1);
        sum = sum * 100 + (long)r;
    }
    assert(sum == 201000);
    return 0;
}
