// One thread inserts into sysprog21's list with hazard pointers and one deletes: what is deleted is freed when nobody looks at it.
#define main their_main
#include "hp_list/main.c"
#undef main

static list_t *list;

static void *inserter(void *unused)
{
    (void)unused;
    assert(list_insert(list, 20));
    return NULL;
}

static void *deleter(void *unused)
{
    (void)unused;
    assert(list_delete(list, 10));
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    list = list_new();
    list_insert(list, 10);
    pthread_create(&a, NULL, inserter, NULL);
    pthread_create(&b, NULL, deleter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!list_insert(list, 20));
    return 0;
}
