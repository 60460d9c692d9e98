/* Store buffers, and a thread's own view of the memory.
 *
 * While a thread runs, the memory holds what that thread sees: its buffered stores are put there before it goes on and taken
 * away when it stops. So its code, which is what the compiler made of it, reads its own stores by plain loads.
 *
 * A store is announced before it happens; what it has stored is looked up when the thread enters the machine again.
 */
#include "machine.h"

#include <string.h>

/* What lay below the stores of the running thread, oldest first. */
static struct entry undo[2 * ENTRIES];
static unsigned undos;

static char *pending;
static size_t pending_size;

static void cover(char *address, size_t size, const uint8_t *below)
{
    if (undos == sizeof undo / sizeof *undo) {
        give_up();
    }
    undo[undos].address = address;
    undo[undos].size = size;
    memcpy(undo[undos++].bytes, below, size);
}

static bool overlap(const struct entry *one, const struct entry *other)
{
    return one->address < other->address + other->size && other->address < one->address + one->size;
}

static void append(const struct entry *entry)
{
    struct thread *thread = &machine.thread[machine.current];
    if (thread->entries == ENTRIES) {
        give_up();
    }
    unsigned place = thread->entries++;
    /* PSO does not order stores to different places: they are kept sorted, so that equal states look equal. */
    while (machine.model == PSO && entry->size && place > 0 && thread->buffer[place - 1].size &&
           thread->buffer[place - 1].address > entry->address && !overlap(&thread->buffer[place - 1], entry)) {
        thread->buffer[place] = thread->buffer[place - 1];
        place--;
    }
    thread->buffer[place] = *entry;
}

static void take_out(struct thread *thread, unsigned entry)
{
    memmove(&thread->buffer[entry], &thread->buffer[entry + 1], (thread->entries - entry - 1) * sizeof(struct entry));
    thread->entries--;
    memset(&thread->buffer[thread->entries], 0, sizeof(struct entry));
    /* A mark that no store stands before orders nothing. */
    if (entry == 0 && thread->entries && thread->buffer[0].size == 0) {
        take_out(thread, 0);
    }
}

/* The bytes that `address` holds now have been stored by the running thread; `below` is what the view had before. */
static void stored(char *address, size_t size, const uint8_t *below)
{
    while (size > 0) {
        size_t piece = 8 - ((uintptr_t)address & 7);
        piece = piece < size ? piece : size;
        struct entry entry;
        memset(&entry, 0, sizeof entry);
        entry.address = address;
        entry.size = piece;
        memcpy(entry.bytes, address, piece);
        cover(address, piece, below);
        append(&entry);
        address += piece;
        below += piece;
        size -= piece;
    }
}

/* What the announced store covers. */
static uint8_t before[RECENT];
/* What the running thread's recent range holds in its view. */
static uint8_t recent[RECENT];

void announce_store(char *address, size_t size)
{
    if (machine.model == SC) {
        return;
    }
    if (size > RECENT) {
        broken("a store of too many bytes");
    }
    pending = address;
    pending_size = size;
    memcpy(before, address, size);
}

/* Puts the store that was announced last into the buffer. Every entry into the machine begins with this.
 *
 * When one object is assigned to another the compiler announces the store, then the load, and then copies: the store is
 * found unchanged when the load is announced. So the range is looked at once more at the entry after a load, and a change
 * is taken for a store of its own. (No other thread touches the range meanwhile: programs do not assign whole objects in
 * a race.)
 */
void collect(bool for_load)
{
    struct thread *thread = &machine.thread[machine.current];
    if (thread->recent_size && memcmp(thread->recent, recent, thread->recent_size)) {
        stored(thread->recent, thread->recent_size, recent);
    }
    thread->recent = 0;
    thread->recent_size = 0;
    if (pending) {
        stored(pending, pending_size, before);
        if (for_load && pending_size >= 4) {
            thread->recent = pending;
            thread->recent_size = pending_size;
            memcpy(recent, pending, pending_size);
        }
        pending = 0;
    }
}

/* The running thread leaves the function that has its variables here: nobody may look at them any more, and its further
 * code may use the place for what is not announced. */
void forget_stores(char *begin, char *end)
{
    struct thread *thread = &machine.thread[machine.current];
    unsigned kept = 0;
    for (unsigned i = 0; i < undos; i++) {
        if (undo[i].address < begin || undo[i].address >= end) {
            undo[kept++] = undo[i];
        }
    }
    undos = kept;
    for (unsigned i = thread->entries; i-- > 0;) {
        if (thread->buffer[i].address >= begin && thread->buffer[i].address < end) {
            take_out(thread, i);
        }
    }
}

void show_view(unsigned index)
{
    struct thread *thread = &machine.thread[index];
    undos = 0;
    for (unsigned i = 0; i < thread->entries; i++) {
        const struct entry *entry = &thread->buffer[i];
        if (entry->size) {
            cover(entry->address, entry->size, (const uint8_t *)entry->address);
            memcpy(entry->address, entry->bytes, entry->size);
        }
    }
    pending = 0;
    if (thread->recent_size) {
        memcpy(recent, thread->recent, thread->recent_size);
    }
}

void hide_view(void)
{
    while (undos > 0) {
        undos--;
        memcpy(undo[undos].address, undo[undos].bytes, undo[undos].size);
    }
}

/* The entries that may leave the buffer now: the oldest one under TSO; under PSO each that no older one overlaps, up to a
 * store-store fence. */
unsigned drainable(const struct thread *thread, unsigned *indices)
{
    unsigned count = 0;
    for (unsigned i = 0; i < thread->entries && thread->buffer[i].size; i++) {
        bool first = true;
        for (unsigned j = 0; j < i; j++) {
            first = first && !overlap(&thread->buffer[j], &thread->buffer[i]);
        }
        if (first) {
            indices[count++] = i;
        }
        if (machine.model == TSO) {
            break;
        }
    }
    return count;
}

void drain(struct thread *thread, unsigned entry)
{
    memcpy(thread->buffer[entry].address, thread->buffer[entry].bytes, thread->buffer[entry].size);
    take_out(thread, entry);
}

/* Under TSO an update waits for all stores; under PSO for those that it overlaps, and for what a store-store fence follows. */
bool updatable(const struct thread *thread, const char *address, size_t size)
{
    for (unsigned i = 0; i < thread->entries; i++) {
        const struct entry *entry = &thread->buffer[i];
        if (machine.model != PSO || entry->size == 0 || (entry->address < address + size && address < entry->address + entry->size)) {
            return false;
        }
    }
    return true;
}

void store_store_fence(void)
{
    struct thread *thread = &machine.thread[machine.current];
    if (machine.model == PSO && thread->entries && thread->buffer[thread->entries - 1].size) {
        struct entry mark;
        memset(&mark, 0, sizeof mark);
        append(&mark);
    }
}
