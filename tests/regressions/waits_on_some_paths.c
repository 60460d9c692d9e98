// sc safe, tso violation, pso violation
// Dekker's lock: the loop waits on one path and steps back on the other.
#include <assert.h>
#include <pthread.h>
volatile _Bool want[2];
volatile int turn;
int counter;
void *t(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    want[me] = 1;
    while (want[other]) {
        if (turn != me) {
            want[me] = 0;
            while (turn != me)
                ;
            want[me] = 1;
        }
    }
    counter++;
    turn = other;
    want[me] = 0;
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, t, (void *)0);
    pthread_create(&b, 0, t, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
