// Two owners of an object of sysprog21's reference counts: it is freed once, by the last, when nobody uses it any more.
#define main their_main
#include "refcnt/main.c"
#undef main

static void *owner(void *object)
{
    char *text = refcnt_ref(object);
    assert(text[0] == 'h');
    refcnt_unref(text);
    refcnt_unref(object);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char *text = refcnt_strdup("hi");
    pthread_create(&a, NULL, owner, refcnt_ref(text));
    pthread_create(&b, NULL, owner, refcnt_ref(text));
    refcnt_unref(text);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
