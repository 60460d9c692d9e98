/* Blocks that get another size. One that gets no larger moves or stays where it is; one that gets larger moves. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 4096

extern size_t __fencesmith_object_size(const void *);
extern _Bool __fencesmith_nondet_bool(void);

void *realloc(void *old, size_t size)
{
    size_t before, kept;
    void *made;
    if (!old)
        return malloc(size);
    if (!size) {
        free(old);
        return 0;
    }
    before = __fencesmith_object_size(old);
    if (size <= before && __fencesmith_nondet_bool())
        return old;
    kept = before < size ? before : size;
    made = malloc(size);
    if (!made)
        return 0;
    memcpy(made, old, kept);
    free(old);
    return made;
}
void *reallocarray(void *old, size_t count, size_t size)
{
    if (size && count > (size_t)-1 / size)
        return 0;
    return realloc(old, count * size);
}
void *valloc(size_t size)
{
    return aligned_alloc(PAGE, size);
}
void *pvalloc(size_t size)
{
    return aligned_alloc(PAGE, (size + PAGE - 1) / PAGE * PAGE);
}
size_t malloc_usable_size(void *block)
{
    return block ? __fencesmith_object_size(block) : 0;
}
