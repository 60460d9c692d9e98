/* What a program calls: threads, mutexes, the heap, bytes, assertions, and the observations at its end.
 *
 * Starting and joining a thread, ending and unlocking wait until the own buffer is empty, locking as long as an update does. A
 * thread is over, for the one that joins it, when its buffer is empty. A mutex is its first four bytes: 0, or 1 + the thread that holds it. What
 * waits for good stays where it is; that is no violation.
 */
#include "machine.h"

#include <stdarg.h>
#include <string.h>

enum { FIRST_HANDLE = 0x100 };

static void run_thread(void)
{
    struct thread *thread = &machine.thread[machine.current];
    thread->result = thread->start(thread->argument);
    collect(false);
    char *stack = stacks[machine.current];
    forget_stores(stack, stack + STACK);
    pause_thread(OVER, 0);
    broken("a thread that is over goes on");
}

void start_thread(unsigned index, void *(*start)(void *), void *argument)
{
    struct thread *thread = &machine.thread[index];
    memset(thread, 0, sizeof *thread);
    thread->start = start;
    thread->argument = argument;
    prepare_stack(index, run_thread);
}

int native_create(unsigned long *handle, const void *attributes, void *(*start)(void *), void *argument)
{
    (void)attributes;
    collect(false);
    pause_thread(EMPTY_BUFFER, 0);
    if (machine.threads == THREADS) {
        broken("too many threads");
    }
    unsigned index = machine.threads++;
    start_thread(index, start, argument);
    touch_write(handle, sizeof *handle);
    *handle = FIRST_HANDLE + index;
    return 0;
}

int native_join(unsigned long handle, void **result)
{
    collect(false);
    unsigned long index = handle - FIRST_HANDLE;
    if (index >= machine.threads || machine.thread[index].joined) {
        violation("join of what is no thread, or of one that was joined before");
    }
    machine.thread[index].joined = true;
    pause_thread(OVER_THREAD, index);
    if (result) {
        touch_write(result, sizeof *result);
        *result = machine.thread[index].result;
    }
    return 0;
}

unsigned long native_self(void) { return FIRST_HANDLE + machine.current; }

void native_exit(void *result)
{
    collect(false);
    machine.thread[machine.current].result = result;
    char *stack = stacks[machine.current];
    forget_stores(stack, stack + STACK);
    pause_thread(OVER, 0);
    broken("a thread that is over goes on");
}

static int32_t *word_of(void *mutex) { return mutex; }

int native_lock(void *mutex)
{
    collect(false);
    pause_thread(FREE_MUTEX, (uintptr_t)mutex);
    *word_of(mutex) = 1 + (int32_t)machine.current;
    return 0;
}

int native_trylock(void *mutex)
{
    collect(false);
    pause_thread(NOTHING, 0);
    /* Who looks at a mutex that is taken and returns has waited for no store of its own. */
    if (*word_of(mutex)) {
        return 16; /* EBUSY */
    }
    machine.thread[machine.current].length = sizeof(int32_t);
    pause_thread(UPDATE, (uintptr_t)mutex);
    if (*word_of(mutex)) {
        return 16; /* EBUSY */
    }
    *word_of(mutex) = 1 + (int32_t)machine.current;
    return 0;
}

int native_unlock(void *mutex)
{
    collect(false);
    pause_thread(EMPTY_BUFFER, 0);
    if (*word_of(mutex) != 1 + (int32_t)machine.current) {
        broken("a program unlocks what it does not hold");
    }
    *word_of(mutex) = 0;
    return 0;
}

int native_yield(void) { return 0; }

void *native_calloc(size_t count, size_t size)
{
    collect(false);
    size *= count;
    size_t *header = (size_t *)(heap + machine.heap);
    machine.heap += 16 + ((size + 15) & ~(size_t)15);
    if (machine.heap > HEAP) {
        broken("the heap is full");
    }
    header[0] = size;
    header[1] = 0;
    memset(header + 2, 0, size);
    return header + 2;
}

/* A byte that nobody has written is no value that a generated program uses. */
void *native_malloc(size_t size) { return native_calloc(1, size); }

void native_free(void *block)
{
    collect(false);
    if (!block) {
        return;
    }
    pause_thread(EMPTY_BUFFER, 0);
    touch_write(block, 1);
    collect(false);
    ((size_t *)block)[-1] = machine.current + 1;
}

void *native_memcpy(void *to, const void *from, size_t size)
{
    if (size) {
        touch_read(from, size);
        touch_write(to, size);
        memmove(to, from, size);
    }
    return to;
}

void *native_memset(void *to, int byte, size_t size)
{
    if (size) {
        touch_write(to, size);
        memset(to, byte, size);
    }
    return to;
}

int native_memcmp(const void *one, const void *other, size_t size)
{
    if (size) {
        touch_read(one, size);
        touch_read(other, size);
    }
    return memcmp(one, other, size);
}

/* What <assert.h> calls. */
void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    (void)text, (void)file, (void)line, (void)function;
    violation("an assertion fails");
}

/* Any value of its type; each is tried. */
_Bool __VERIFIER_nondet_bool(void)
{
    collect(false);
    pause_thread(ANSWER, 2);
    return machine.thread[machine.current].object != 0;
}

/* A place where a fence may stand. */
void native_point(unsigned point)
{
    if (points[point] == 1) {
        full_fence();
    } else if (points[point] == 2) {
        collect(false);
        store_store_fence();
    }
}

/* What the program's end looks like. */
void native_observe(int count, ...)
{
    long values[OBSERVED];
    va_list list;
    collect(false);
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        values[i] = va_arg(list, long);
    }
    va_end(list);
    record(count, values);
}
