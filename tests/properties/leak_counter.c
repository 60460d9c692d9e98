// title: without heap objects a loop that counts still waits where leaks are looked for
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static volatile long rounds;
static atomic_int mail;

static void *reader(void *unused)
{
    while (atomic_load(&mail) == 0)
        rounds++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    atomic_store(&mail, 1);
    pthread_join(thread, NULL);
    return 0;
}
