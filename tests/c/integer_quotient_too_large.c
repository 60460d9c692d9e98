// verdict: sc violation, tso violation, pso violation
// property: arithmetic without a defined result
#include <assert.h>
#include <limits.h>
#include <pthread.h>
int divisor = 1;
void *t(void *p) { divisor = -1; return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    int y = INT_MIN % divisor;
    pthread_join(a, 0);
    assert(y == 0);
    return 0;
}
