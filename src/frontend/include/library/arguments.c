/* What main is called with: one to three arguments, the first of which is the name of the program, and null behind the
   last. Each has up to SIZE - 1 bytes, which may be any. */
#include <stddef.h>

#define ARGUMENTS 3
#define SIZE 8

extern void __VERIFIER_nondet_memory(void *, size_t);

char **__fencesmith_arguments(int count)
{
    static char argument[ARGUMENTS][SIZE];
    static char *list[ARGUMENTS + 1];
    for (int i = 0; i < ARGUMENTS; i++)
        if (i < count) {
            __VERIFIER_nondet_memory(argument[i], SIZE - 1);
            list[i] = argument[i];
        }
    return list;
}
