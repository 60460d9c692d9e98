// A reader of liburcu's flavour with full barriers never sees what has been reclaimed.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#define _LGPL_SOURCE
#include <urcu/urcu-mb.h>

struct item { int value; };
static struct item *shared;

static void *reader(void *unused)
{
    (void)unused;
    urcu_mb_register_thread();
    urcu_mb_read_lock();
    struct item *found = rcu_dereference(shared);
    assert(found->value == 1);
    urcu_mb_read_unlock();
    urcu_mb_unregister_thread();
    return NULL;
}

int main(void)
{
    struct item *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    first->value = 1;
    shared = first;
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    second->value = 1;
    rcu_assign_pointer(shared, second);
    urcu_mb_synchronize_rcu();
    free(first);
    pthread_join(thread, NULL);
    return 0;
}
