/* Every state that a program can come to, under one model.
 *
 * From each state every thread that can goes on to its next access, and every buffered store that may leaves its buffer.
 * A state that was seen before is not gone on from, so waiting loops end. A step on which an assertion fails ends there.
 */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

uint8_t points[POINTS];

static struct result result;
static bool violated;

/* States seen: open addressing; no hash is all zero. */
static struct hash *seen;
static size_t seen_size, seen_count;

/* States to go on from. */
static struct { uint8_t *bytes; } *stack;
static size_t stack_size, stack_count;

static long (*ends)[OBSERVED];
static unsigned end_count, end_capacity, end_width;

void record(unsigned count, const long *values)
{
    if (count > OBSERVED) {
        broken("too many observations");
    }
    end_width = count;
    for (unsigned i = 0; i < end_count; i++) {
        if (!memcmp(ends[i], values, count * sizeof *values)) {
            return;
        }
    }
    if (end_count == end_capacity) {
        end_capacity = end_capacity ? 2 * end_capacity : 64;
        ends = realloc(ends, end_capacity * sizeof *ends);
    }
    memcpy(ends[end_count++], values, count * sizeof *values);
}

unsigned observations(const long **values, unsigned *width)
{
    *values = ends ? ends[0] : 0;
    *width = end_width;
    return end_count;
}

void violation(const char *why)
{
    violated = true;
    result.why = why;
    leave_coroutine();
    broken("a thread goes on after a violation");
}

/* The machine is too small for the program. */
void give_up(void)
{
    result.capped = true;
    leave_coroutine();
    broken("a thread goes on after the end");
}

static bool insert(struct hash hash)
{
    if (2 * seen_count >= seen_size) {
        size_t old_size = seen_size;
        struct hash *old = seen;
        seen_size = old_size ? 2 * old_size : 1024;
        seen = calloc(seen_size, sizeof *seen);
        for (size_t i = 0; i < old_size; i++) {
            if (old[i].low | old[i].high) {
                size_t at = old[i].low & (seen_size - 1);
                while (seen[at].low | seen[at].high) {
                    at = (at + 1) & (seen_size - 1);
                }
                seen[at] = old[i];
            }
        }
        free(old);
    }
    hash.low |= (hash.low | hash.high) == 0;
    size_t at = hash.low & (seen_size - 1);
    for (; seen[at].low | seen[at].high; at = (at + 1) & (seen_size - 1)) {
        if (seen[at].low == hash.low && seen[at].high == hash.high) {
            return false;
        }
    }
    seen[at] = hash;
    seen_count++;
    return true;
}

/* Takes the state that the machine has come to, unless it was there before. */
static void arrive(void)
{
    static uint8_t *bytes;
    static size_t capacity;
    if (violated) {
        violated = false;
        result.violated = true;
        return;
    }
    size_t size = save_state(&bytes, &capacity);
    if (!insert(hash_bytes(bytes, size))) {
        return;
    }
    if (stack_count == stack_size) {
        stack_size = stack_size ? 2 * stack_size : 256;
        stack = realloc(stack, stack_size * sizeof *stack);
    }
    stack[stack_count].bytes = malloc(size);
    memcpy(stack[stack_count++].bytes, bytes, size);
}

static bool can_go_on(const struct thread *thread)
{
    switch (thread->want) {
    case NOTHING:
    case ANSWER:
        return true;
    case EMPTY_BUFFER:
        return thread->entries == 0;
    case UPDATE:
        return updatable(thread, (const char *)thread->object, thread->length);
    case FREE_MUTEX:
        return updatable(thread, (const char *)thread->object, sizeof(int32_t)) && *(int32_t *)thread->object == 0;
    case OVER_THREAD: {
        const struct thread *other = &machine.thread[thread->object];
        return thread->entries == 0 && other->want == OVER && other->entries == 0;
    }
    case OVER:
        return false;
    }
    return false;
}

static void go_on(unsigned thread)
{
    show_view(thread);
    run_coroutine(thread);
    hide_view();
    arrive();
}

static void visit(const uint8_t *bytes)
{
    restore_state(bytes);
    unsigned threads = machine.threads;
    for (unsigned i = 0; i < threads; i++) {
        struct thread *thread = &machine.thread[i];
        if (can_go_on(thread)) {
            uintptr_t answers = thread->want == ANSWER ? thread->object : 1;
            for (uintptr_t answer = 0; answer < answers; answer++) {
                if (thread->want == ANSWER) {
                    thread->object = answer;
                }
                go_on(i);
                restore_state(bytes);
            }
        }
        unsigned indices[ENTRIES];
        unsigned count = drainable(thread, indices);
        for (unsigned j = 0; j < count; j++) {
            const struct entry *entry = &thread->buffer[indices[j]];
            if (is_freed_by_another(entry->address, entry->size, i)) {
                violated = true;
                result.why = "a store reaches freed memory late";
            }
            drain(thread, indices[j]);
            arrive();
            restore_state(bytes);
        }
    }
}

static void *run_main(void *argument)
{
    (void)argument;
    machine.program->main();
    return 0;
}

static void forget(void)
{
    while (stack_count > 0) {
        free(stack[--stack_count].bytes);
    }
    free(seen);
    seen = 0;
    seen_size = seen_count = 0;
    end_count = end_width = 0;
    violated = false;
    memset(&result, 0, sizeof result);
}

struct result search(unsigned limit)
{
    forget();
    machine.threads = 1;
    machine.heap = 0;
    start_thread(0, run_main, 0);
    arrive();
    while (stack_count > 0 && !result.capped) {
        uint8_t *bytes = stack[--stack_count].bytes;
        visit(bytes);
        free(bytes);
        result.capped |= seen_count > limit;
    }
    result.states = seen_count;
    return result;
}
