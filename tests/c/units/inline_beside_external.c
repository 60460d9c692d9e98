// verdict: sc violation, tso violation
// options: tests/c/units/inline_beside_external.part
// gcc: no
// A thread runs the external definition of a function of which this file has an inline one (C17, 6.7.4).
#include <assert.h>
#include <pthread.h>

int ran;
inline void *run(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    assert(ran == 0);
    return 0;
}
