// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 2 fences 2 pairs
// options: tests/c/units/own_statics.part
// Two units have a static object and a static function of one name each; a shared object is one.
#include <assert.h>
#include <pthread.h>

volatile int shared;
extern volatile int elsewhere;
static int mine = 1;
static int helper(void)
{
    return mine;
}
int of_other(void);
int seen_by_other(void);
void *other(void *unused);

int main(void)
{
    pthread_t thread;
    int seen;
    assert(helper() == 1);
    assert(of_other() == 2);
    pthread_create(&thread, 0, other, 0);
    shared = 1;
    seen = elsewhere;
    pthread_join(thread, 0);
    assert(seen || seen_by_other());
    return 0;
}
