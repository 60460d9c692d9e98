/* What the compiler puts in front of every access to memory: it is told to compile for its thread sanitiser, whose library
 * this file takes the place of.
 *
 * C11 orders become what a compiler for the machine emits: a sequentially consistent store is followed by a full fence;
 * under PSO a store-store fence stands before it, before a release store, and before a read-modify-write that releases. A
 * read-modify-write, also one that fails to exchange, waits until the own buffer is empty; under PSO only for stores to its
 * own place and for what a fence follows.
 */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

/* Stores into the own buffer do not stop a thread; a loop that does nothing else must not run for good. */
enum { WITHOUT_STOP = 10000 };

static unsigned since_stop;

void pause_thread(enum want want, uintptr_t object)
{
    struct thread *thread = &machine.thread[machine.current];
    thread->want = want;
    thread->object = object;
    since_stop = 0;
    leave_coroutine();
}

static bool within(const void *address, size_t size, const void *begin, const void *end)
{
    return (const char *)address >= (const char *)begin && (const char *)address + size <= (const char *)end;
}

/* Blocks of the heap are a size, who has freed it (counted from 1), and the bytes. The header of the one that these bytes are in. */
static const size_t *block_of(const char *address, size_t size)
{
    for (size_t at = 0; at < machine.heap;) {
        const size_t *header = (const size_t *)(heap + at);
        if (within(address, size, header + 2, (const char *)(header + 2) + header[0])) {
            return header;
        }
        at += 16 + ((header[0] + 15) & ~(size_t)15);
    }
    return 0;
}

bool is_freed_by_another(const char *address, size_t size, unsigned thread)
{
    const size_t *header = block_of(address, size);
    return header && header[1] && header[1] != thread + 1;
}

static void check_heap(const char *address, size_t size)
{
    const size_t *header = block_of(address, size);
    if (!header) {
        violation("access outside of any block of the heap");
    }
    if (header[1]) {
        violation("access to freed memory");
    }
}

/* False if the running thread alone can know the place. */
static bool check(const void *address, size_t size, bool writes)
{
    extern char __executable_start, __data_start, end;
    for (unsigned i = 0; i < 2; i++) {
        if (within(address, size, machine.program->variables[i].begin, machine.program->variables[i].end)) {
            return true;
        }
    }
    if (within(address, size, stacks, stacks + THREADS)) {
        if (!machine.program->private_main && within(address, size, stacks[0], stacks[0] + STACK)) {
            return true;
        }
        if (!within(address, size, stacks[machine.current], stacks[machine.current] + STACK)) {
            broken("a thread knows another one's stack");
        }
        return false;
    }
    if (within(address, size, heap, heap + HEAP)) {
        check_heap(address, size);
        return true;
    }
    if (within(address, size, &__executable_start, &end)) {
        if (!writes) {
            return false;
        }
        if (within(address, size, &__data_start, &end)) {
            broken("a program writes what is not its own");
        }
        violation("write to what is constant");
    }
    violation("access to no object");
}

void touch_read(const void *address, size_t size)
{
    collect(true);
    if (check(address, size, false)) {
        pause_thread(NOTHING, 0);
        /* Another thread may have freed it meanwhile. */
        check(address, size, false);
    }
}

/* Nobody sees a store that goes into the own buffer, and nobody can keep it from going there: it needs no stop. */
void touch_write(void *address, size_t size)
{
    collect(false);
    if (!check(address, size, true)) {
        return;
    }
    if (machine.model == SC || ++since_stop > WITHOUT_STOP) {
        pause_thread(NOTHING, 0);
        check(address, size, true);
    }
    announce_store(address, size);
}

void full_fence(void)
{
    collect(false);
    if (machine.thread[machine.current].entries) {
        pause_thread(EMPTY_BUFFER, 0);
    }
}

static bool releases(int order)
{
    return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static void before_update(void *address, size_t size, int order)
{
    collect(false);
    check(address, size, true);
    if (releases(order)) {
        store_store_fence();
    }
    machine.thread[machine.current].length = size;
    pause_thread(UPDATE, (uintptr_t)address);
    check(address, size, true);
}

static void before_store(void *address, size_t size, int order)
{
    collect(false);
    if (releases(order)) {
        store_store_fence();
    }
    touch_write(address, size);
}

static void after_store(int order)
{
    if (order == __ATOMIC_SEQ_CST) {
        full_fence();
    }
}

#define PLAIN(size) \
    void __tsan_read##size(void *address) { touch_read(address, size); } \
    void __tsan_write##size(void *address) { touch_write(address, size); } \
    void __tsan_unaligned_read##size(void *address) { touch_read(address, size); } \
    void __tsan_unaligned_write##size(void *address) { touch_write(address, size); }

PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

void __tsan_read_range(void *address, size_t size) { touch_read(address, size); }
void __tsan_write_range(void *address, size_t size) { touch_write(address, size); }

#define UPDATE(bits, name, expression) \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *address, uint##bits##_t value, int order) \
    { \
        before_update((void *)address, sizeof value, order); \
        uint##bits##_t old = *address; \
        *address = (uint##bits##_t)(expression); \
        return old; \
    }

#define EXCHANGE(bits, name) \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile uint##bits##_t *address, uint##bits##_t *expected, \
                                                      uint##bits##_t desired, int success, int failure) \
    { \
        (void)failure; \
        touch_read(expected, sizeof *expected); \
        uint##bits##_t wanted = *expected; \
        before_update((void *)address, sizeof desired, success); \
        uint##bits##_t old = *address; \
        if (old == wanted) { \
            *address = desired; \
            return 1; \
        } \
        touch_write(expected, sizeof *expected); \
        *expected = old; \
        return 0; \
    }

#define ATOMIC(bits) \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *address, int order) \
    { \
        (void)order; \
        touch_read((const void *)address, sizeof *address); \
        return *address; \
    } \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *address, uint##bits##_t value, int order) \
    { \
        before_store((void *)address, sizeof value, order); \
        *address = value; \
        after_store(order); \
    } \
    UPDATE(bits, exchange, value) \
    UPDATE(bits, fetch_add, old + value) \
    UPDATE(bits, fetch_sub, old - value) \
    UPDATE(bits, fetch_and, old & value) \
    UPDATE(bits, fetch_or, old | value) \
    UPDATE(bits, fetch_xor, old ^ value) \
    UPDATE(bits, fetch_nand, ~(old & value)) \
    EXCHANGE(bits, strong) \
    EXCHANGE(bits, weak) \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *address, uint##bits##_t wanted, \
                                                              uint##bits##_t desired, int success, int failure) \
    { \
        (void)failure; \
        before_update((void *)address, sizeof desired, success); \
        uint##bits##_t old = *address; \
        if (old == wanted) { \
            *address = desired; \
        } \
        return old; \
    }

ATOMIC(8)
ATOMIC(16)
ATOMIC(32)
ATOMIC(64)

void __tsan_atomic_thread_fence(int order)
{
    if (order == __ATOMIC_SEQ_CST) {
        full_fence();
    } else if (order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL) {
        collect(false);
        store_store_fence();
    }
}

void __tsan_atomic_signal_fence(int order) { (void)order; }
void __tsan_func_entry(void *caller) { (void)caller; }

/* The function that leaves has a frame pointer, which ends its variables: it is compiled without optimisation. */
void __tsan_func_exit(void)
{
    char *here = __builtin_frame_address(0);
    collect(false);
    if (machine.current == 0 && !machine.program->private_main) {
        forget_stores(here, *(char **)here);
    }
}

void __tsan_init(void) {}
