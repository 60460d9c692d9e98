// sc violation
// What one thread may read as a pointer that nobody has set, it uses as a number.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
unsigned long *shared;
void *writer(void *unused)
{
    *(volatile unsigned long *)shared = 64;
    return 0;
}
int main(void)
{
    pthread_t t;
    shared = malloc(sizeof *shared);
    pthread_create(&t, 0, writer, 0);
    assert(*(volatile unsigned long *)shared % 32 == 0);
    pthread_join(t, 0);
    return 0;
}
