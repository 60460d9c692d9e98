// verdict: sc safe, tso safe, pso safe
// Every header that comes with the tool, in one order, then in the other, and something of each.
#include <alloca.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <features.h>
#include <float.h>
#include <inttypes.h>
#include <iso646.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <memory.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <strings.h>
#include <sys/cdefs.h>
#include <sys/poll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/types.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <x86intrin.h>

#include <wchar.h>
#include <unistd.h>
#include <time.h>
#include <threads.h>
#include <sys/types.h>
#include <sys/time.h>
#include <sys/select.h>
#include <sys/poll.h>
#include <sys/cdefs.h>
#include <strings.h>
#include <string.h>
#include <stdnoreturn.h>
#include <stdlib.h>
#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdalign.h>
#include <signal.h>
#include <setjmp.h>
#include <semaphore.h>
#include <sched.h>
#include <pthread.h>
#include <poll.h>
#include <memory.h>
#include <math.h>
#include <malloc.h>
#include <limits.h>
#include <iso646.h>
#include <inttypes.h>
#include <float.h>
#include <features.h>
#include <errno.h>
#include <ctype.h>
#include <assert.h>
#include <alloca.h>

static noreturn void stop(void)
{
    exit(0);
}

int main(void)
{
    bool yes = true;
    size_t size = sizeof(div_t);
    char word[] = "ab";
    ptrdiff_t distance = &word[1] - word;
    uint_least16_t small = UINT16_MAX;
    ssize_t negative = -1;
    alignas(8) int aligned = 0;
    pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    once_flag flag = ONCE_FLAG_INIT;
    struct timespec pause = { 1, 2 };
    struct timeval value = { 0 };
    sig_atomic_t signalled = 0;
    memory_order order = memory_order_seq_cst;
    (void)condition, (void)flag, (void)value, (void)stop;
    assert(yes && size == 8 && distance == 1 && small + 1 == 65536 && negative < 0);
    assert(aligned == 0 && once == 0 && pause.tv_nsec == 2 && signalled == 0 && order == 5);
    assert(INT64_C(1) << 62 == 1L << 62 && UINT32_C(1) - 2 == UINT_MAX);
    assert(EBUSY == 16 && CHAR_BIT == 8 && NULL == 0 && ETIMEDOUT == 110);
    assert(thrd_success == 0 && mtx_plain == 0 && EOF == -1 && EXIT_FAILURE == 1);
    errno = ENOMEM;
    assert(errno == ENOMEM);
    _mm_mfence();
    _mm_pause();
    return 0;
}
