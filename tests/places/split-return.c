// suggest: --model arm8 --split
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
    int value;
};

static struct node empty, full;
static struct node *volatile head = &empty;
static int stock = 1;

static void *publish(void *unused)
{
    full.value = 1;
    stock = 2;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    head = &full;
    return unused;
}

static int total(int scale)
{
    if (scale > 0)
        return scale * head->value + stock;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, publish, 0);
    assert(total(4) != 5);
    pthread_join(thread, 0);
}
