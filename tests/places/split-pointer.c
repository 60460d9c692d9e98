// suggest: --model arm8 --split --no-dependencies
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

static struct node first;
static struct node sentinel = {NULL, 1};
static struct node *volatile head = &sentinel;

static void *publish(void *unused)
{
    first.value = 1;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    head = &first;
    return unused;
}

static int look(void)
{
    int value = head->value;
    return value;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, publish, 0);
    assert(look() == 1);
    pthread_join(thread, 0);
}
