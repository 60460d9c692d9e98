/* A whole state as bytes: saved, put back, hashed.
 *
 * The bytes are the machine's registers, the program's variables, the used part of the heap, and for each thread its
 * buffer and its stack above the stack pointer: all that the further run depends on. Addresses are the same in every
 * state, so that equal bytes are equal states, and two states are taken for one when 128 bits of hash agree.
 */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

_Alignas(64) char heap[HEAP];
struct machine machine;

struct writer { uint8_t **bytes; size_t *capacity, size; };

static void put(struct writer *writer, const void *from, size_t size)
{
    if (writer->size + size > *writer->capacity) {
        *writer->capacity = 2 * (writer->size + size);
        *writer->bytes = realloc(*writer->bytes, *writer->capacity);
        if (!*writer->bytes) {
            broken("out of memory");
        }
    }
    memcpy(*writer->bytes + writer->size, from, size);
    writer->size += size;
}

static size_t get(const uint8_t *bytes, size_t at, void *to, size_t size)
{
    memcpy(to, bytes + at, size);
    return at + size;
}

size_t save_state(uint8_t **bytes, size_t *capacity)
{
    struct writer writer = {bytes, capacity, 0};
    uint64_t sizes[2] = {machine.threads, machine.heap};
    put(&writer, sizes, sizeof sizes);
    for (unsigned i = 0; i < 2; i++) {
        char *begin = machine.program->variables[i].begin;
        put(&writer, begin, machine.program->variables[i].end - begin);
    }
    put(&writer, heap, machine.heap);
    for (unsigned i = 0; i < machine.threads; i++) {
        const struct thread *thread = &machine.thread[i];
        bool over = thread->want == OVER;
        put(&writer, thread, offsetof(struct thread, buffer));
        put(&writer, thread->buffer, thread->entries * sizeof(struct entry));
        if (!over) {
            char *pointer = thread->stack_pointer;
            put(&writer, pointer, stacks[i] + STACK - pointer);
        }
    }
    return writer.size;
}

void restore_state(const uint8_t *bytes)
{
    uint64_t sizes[2];
    size_t at = get(bytes, 0, sizes, sizeof sizes);
    machine.threads = sizes[0];
    machine.heap = sizes[1];
    for (unsigned i = 0; i < 2; i++) {
        char *begin = machine.program->variables[i].begin;
        at = get(bytes, at, begin, machine.program->variables[i].end - begin);
    }
    at = get(bytes, at, heap, machine.heap);
    for (unsigned i = 0; i < machine.threads; i++) {
        struct thread *thread = &machine.thread[i];
        at = get(bytes, at, thread, offsetof(struct thread, buffer));
        at = get(bytes, at, thread->buffer, thread->entries * sizeof(struct entry));
        if (thread->want != OVER) {
            char *pointer = thread->stack_pointer;
            at = get(bytes, at, pointer, stacks[i] + STACK - pointer);
        }
    }
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

struct hash hash_bytes(const uint8_t *bytes, size_t size)
{
    struct hash hash = {0x9e3779b97f4a7c15u ^ size, 0xc2b2ae3d27d4eb4fu + size};
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, size - at < 8 ? size - at : 8);
        hash.low = (hash.low ^ word) * 0x9fb21c651e98df25u;
        hash.low ^= hash.low >> 29;
        hash.high = (hash.high + word) * 0xd6e8feb86659fd93u;
        hash.high = hash.high << 27 | hash.high >> 37;
    }
    hash.low = mix(hash.low + hash.high);
    hash.high = mix(hash.high ^ (hash.low << 1));
    return hash;
}
