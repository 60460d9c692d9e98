// Two threads push on a ck_stack and take one off: nothing is lost, nothing comes twice.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <ck_stack.h>

struct item {
    int value, taken;
    ck_stack_entry_t entry;
};

static ck_stack_t stack = CK_STACK_INITIALIZER;
static struct item items[2];
CK_STACK_CONTAINER(struct item, entry, item_of)

static void *worker(void *argument)
{
    struct item *mine = argument;
    mine->value = 1;
#ifdef UPMC
    ck_stack_push_upmc(&stack, &mine->entry);
    ck_stack_entry_t *got = ck_stack_pop_upmc(&stack);
#else
    ck_stack_push_mpmc(&stack, &mine->entry);
    ck_stack_entry_t *got = ck_stack_pop_mpmc(&stack);
#endif
    assert(got != NULL);
    struct item *item = item_of(got);
    assert(item->value == 1);
    item->taken++;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &items[0]);
    pthread_create(&b, NULL, worker, &items[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(items[0].taken == 1 && items[1].taken == 1);
    return 0;
}
