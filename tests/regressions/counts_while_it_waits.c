// sc violation, tso violation, pso violation
// A path that counts its rounds does not only wait, though nobody else sees the count.
#include <assert.h>
#include <pthread.h>
volatile int turn, other;
void *writer(void *unused)
{
    other = 1;
    turn = 1;
    return 0;
}
static void wait(int *rounds)
{
    while (!turn) {
        if (other) turn = 1;
        else ++*rounds;
    }
}
int main(void)
{
    pthread_t p;
    int rounds = 0;
    pthread_create(&p, 0, writer, 0);
    wait(&rounds);
    pthread_join(p, 0);
    assert(rounds != 2);
    return 0;
}
