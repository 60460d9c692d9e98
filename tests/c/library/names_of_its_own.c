// verdict: sc safe
// What <sys/types.h> has beyond what these headers need is free for a program that does not include it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

typedef struct {
    int quarters[4];
} quad_t;
typedef char register_t;
static int loff_t = 2;
enum { LITTLE_ENDIAN = 7 };

int main(void)
{
    quad_t four = {{1, 2, 3, 4}};
    register_t one = 1;
    assert(four.quarters[3] == 4 && loff_t == 2 && LITTLE_ENDIAN == 7 && sizeof(one) == 1);
    return 0;
}
