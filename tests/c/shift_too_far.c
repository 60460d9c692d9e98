// verdict: sc violation, tso violation, pso violation
// property: arithmetic without a defined result
#include <assert.h>
#include <pthread.h>
int count;
void *t(void *p) { count = 32; return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    int y = 1 << count;
    pthread_join(a, 0);
    assert(y == 1 || y == 0);
    return 0;
}
