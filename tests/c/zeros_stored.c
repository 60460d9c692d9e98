// verdict: sc safe, tso safe, pso violation
// property: assertion
// The zeros of an initialiser are stored like what it names, and may be seen later than the address.
#include <assert.h>
#include <pthread.h>
struct pair { int a, b; };
struct pair *volatile shared;
static void *reads(void *p)
{
    struct pair *seen = shared;
    if (seen)
        assert(seen->b == 0);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reads, 0);
    struct pair made = {.a = 1};
    shared = &made;
    pthread_join(t, 0);
    return 0;
}
