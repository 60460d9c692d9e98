/* The store-buffer machine that runs compiled C programs: its state, and what its parts ask of each other.
 *
 * threads.c    what a program calls: pthread_*, malloc, memcpy, assert, observations
 * hooks.c      what the compiler puts in front of every access to memory (it is told that it compiles for a sanitiser)
 * buffers.c    store buffers, and a thread's own view of the memory
 * coroutine.c  stacks and switching between them
 * state.c      a whole state as bytes: saved, put back, hashed
 * search.c     every state that a program can come to, under one model
 * main.c       requests on the standard input, answers on the standard output
 */
#ifndef NATIVE_MACHINE_H
#define NATIVE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    THREADS = 8,
    STACK = 16384,
    HEAP = 16384,
    ENTRIES = 64,
    RECENT = 64,
    POINTS = 256,
    OBSERVED = 16,
};

enum model { SC, TSO, PSO };

/* What a thread needs before it can take its next step. */
enum want {
    NOTHING,
    /* Its store buffer is empty. */
    EMPTY_BUFFER,
    /* Its store buffer lets it update the `length` bytes at `object`. */
    UPDATE,
    /* So it does, and the mutex is free. */
    FREE_MUTEX,
    /* Its store buffer is empty, and the thread is over. */
    OVER_THREAD,
    /* One of `object` answers, each of which is tried. */
    ANSWER,
    /* It has returned. */
    OVER,
};

/* A store that the others do not see yet, or (size 0) the mark of a store-store fence. */
struct entry {
    char *address;
    uint32_t size;
    uint32_t unused;
    uint8_t bytes[8];
};

struct thread {
    void *stack_pointer;
    void *(*start)(void *);
    void *argument;
    void *result;
    enum want want;
    uint32_t joined;
    uintptr_t object;
    size_t length;
    /* The bytes that the thread announced to write before it stopped for a load. */
    char *recent;
    uint32_t recent_size;
    uint32_t entries;
    struct entry buffer[ENTRIES];
};

/* A program of the batch. Its variables lie in two ranges: those with an initial value, and those without. */
struct program {
    int (*main)(void);
    struct { char *begin, *end; } variables[2];
    /* No other thread is given a pointer to a local variable of the main function's; to those of other threads none ever is. */
    bool private_main;
};

extern const struct program programs[];
extern const unsigned number_of_programs;

struct machine {
    enum model model;
    const struct program *program;
    unsigned threads, current;
    size_t heap;
    struct thread thread[THREADS];
};

extern struct machine machine;
extern _Alignas(64) char heap[HEAP];
extern _Alignas(64) char stacks[THREADS][STACK];
/* The fence that stands at each point of the program: 0 none, 1 full, 2 store-store. */
extern uint8_t points[POINTS];

/* threads.c */
void start_thread(unsigned index, void *(*start)(void *), void *argument);

/* coroutine.c */
void prepare_stack(unsigned index, void (*entry)(void));
void run_coroutine(unsigned index);
void leave_coroutine(void);

/* buffers.c */
void collect(bool for_load);
void announce_store(char *address, size_t size);
void show_view(unsigned index);
void hide_view(void);
void forget_stores(char *begin, char *end);
unsigned drainable(const struct thread *thread, unsigned *indices);
void drain(struct thread *thread, unsigned entry);
/* Whether bytes are in a block of the heap that another thread has freed. */
bool is_freed_by_another(const char *address, size_t size, unsigned thread);
void store_store_fence(void);
/* Whether the thread's buffer lets it update these bytes of the memory. */
bool updatable(const struct thread *thread, const char *address, size_t size);

/* hooks.c */
void pause_thread(enum want want, uintptr_t object);
void full_fence(void);
void touch_read(const void *address, size_t size);
void touch_write(void *address, size_t size);

/* state.c */
size_t save_state(uint8_t **bytes, size_t *capacity);
void restore_state(const uint8_t *bytes);
struct hash { uint64_t low, high; };
struct hash hash_bytes(const uint8_t *bytes, size_t size);

/* search.c */
struct result {
    unsigned states;
    bool capped, violated;
    const char *why;
};
struct result search(unsigned limit);
void violation(const char *why) __attribute__((noreturn));
void give_up(void) __attribute__((noreturn));
void record(unsigned count, const long *values);
unsigned observations(const long **values, unsigned *width);

/* main.c */
void broken(const char *why) __attribute__((noreturn));

#endif
