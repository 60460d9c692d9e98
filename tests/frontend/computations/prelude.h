/* What every computation starts with: `test` notes what it computes with MIX. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned long u64;
static u64 sum = 17;
u64 steps, lines[4000], values[4000];
#define MIX(x) (values[steps] = (u64)(x), lines[steps++] = __LINE__, sum = sum * 3 + values[steps - 1])
#line 1
