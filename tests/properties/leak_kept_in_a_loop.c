// title: a block that a static variable leads to is not lost, though nobody reads the variable
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *last;
static atomic_int mail;

static void *reader(void *block)
{
    while (atomic_load(&mail) == 0)
        last = block;
    last = block;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, malloc(4));
    atomic_store(&mail, 1);
    pthread_join(thread, NULL);
    return 0;
}
