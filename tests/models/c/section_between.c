// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// Message passing through atomic sections: they order what is before them and what is behind.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int data, flag;
void *t(void *a)
{
    data = 1;
    __VERIFIER_atomic_begin();
    flag = 1;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void)
{
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    __VERIFIER_atomic_begin();
    int f = flag;
    __VERIFIER_atomic_end();
    if (f)
        assert(data == 1);
    pthread_join(h, 0);
    return 0;
}
