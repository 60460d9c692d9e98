/* Mappings of memory: blocks of the heap that begin at a page. A file holds anything, and nobody else sees what is written to it. Memory that
   may not be accessed is not told from other memory. Where a mapping is to lie is not asked; of one that is given back in part, all stays, and one is given back once. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096ul

extern unsigned char __fencesmith_nondet_uchar(void);
extern size_t __fencesmith_object_size(const void *);
extern void __VERIFIER_nondet_memory(void *, size_t);

static size_t pages(size_t size)
{
    return (size + PAGE - 1) / PAGE * PAGE;
}
void *mmap(void *wish, size_t size, int protection, int flags, int file, off_t offset)
{
    (void)protection;
    (void)file;
    (void)offset;
    (void)wish;
    if (size == 0) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (!(flags & MAP_ANONYMOUS) && __fencesmith_nondet_uchar() == 0) {
        errno = EACCES;
        return MAP_FAILED;
    }
    void *block = aligned_alloc(PAGE, pages(size));
    if (flags & MAP_ANONYMOUS)
        memset(block, 0, pages(size));
    else
        __VERIFIER_nondet_memory(block, pages(size));
    return block;
}
int munmap(void *block, size_t size)
{
    if (size == 0 || (unsigned long)block % PAGE != 0) {
        errno = EINVAL;
        return -1;
    }
    if (__fencesmith_object_size(block) == pages(size))
        free(block);
    return 0;
}
