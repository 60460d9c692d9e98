// sc safe, tso violation, pso violation
// Dekker's lock with the value that is waited for in a variable, read again at the end of each round.
#include <assert.h>
#include <pthread.h>
volatile _Bool want[2];
volatile int turn;
int counter;
void *t(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    want[me] = 1;
    int wanted = want[other];
    while (wanted) {
        if (turn != me) {
            want[me] = 0;
            while (turn != me)
                ;
            want[me] = 1;
        }
        wanted = want[other];
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
