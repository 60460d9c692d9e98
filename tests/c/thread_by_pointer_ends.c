// verdict: sc safe
// What runs when a thread ends runs also where a pointer says what it starts with: destructors of keys, cleanup handlers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef void *(*routine)(void *);

static pthread_key_t key;
static int destroyed, cleaned, first, second;

static void destroy(void *value)
{
    __atomic_fetch_add(&destroyed, *(int *)value, __ATOMIC_SEQ_CST);
}

static void clean(void *value)
{
    cleaned += *(int *)value;
}

static void *one(void *argument)
{
    first = 1;
    pthread_setspecific(key, argument);
    return argument;
}

static void *two(void *argument)
{
    second = 2;
    pthread_setspecific(key, argument);
    pthread_cleanup_push(clean, &second);
    pthread_exit(argument);
    pthread_cleanup_pop(0);
    return 0;
}

static const routine table[] = {one, two};

// A function that has the type of a thread's and is called, too.
static void *both(void *argument)
{
    one(argument);
    assert(!destroyed);
    return 0;
}

static int create(pthread_t *thread, routine start, void *argument)
{
    return pthread_create(thread, 0, start, argument);
}

int main(void)
{
    pthread_t threads[2], last;
    static int values[] = {1, 10, 100};
    void *result;
    pthread_key_create(&key, destroy);
    for (int i = 0; i < 2; i++) {
        create(&threads[i], table[i], &values[i]);
        pthread_join(threads[i], &result);
        assert(result == &values[i]);
    }
    assert(first == 1 && second == 2);
    assert(destroyed == 11 && cleaned == 2);
    destroyed = 0;
    create(&last, both, &values[2]);
    pthread_join(last, 0);
    assert(destroyed == 100);
    return 0;
}
