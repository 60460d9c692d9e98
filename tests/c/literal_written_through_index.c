// verdict: sc violation, tso violation, pso violation
// property: write to a read-only object
#include <assert.h>
#include <pthread.h>

volatile int index;
char own[4];
char *const texts[2] = { own, "abc" };

static void *chooser(void *unused)
{
    index = 1;
    return unused;
}

int main(void)
{
    assert(1);
    pthread_t thread;
    pthread_create(&thread, 0, chooser, 0);
    texts[index][2] = 'x';
    pthread_join(thread, 0);
    return 0;
}
