// verdict: sc safe, tso safe, pso safe
// Names end where there is room for them; random bytes are only where they were asked for.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

int main(void)
{
    char name[3], bytes[4] = "abc";
    if (gethostname(name, sizeof name) == 0)
        assert(strnlen(name, 3) < 3);
    assert(gethostname(name, 0) == -1 && pthread_getname_np(pthread_self(), name, 3) != 0);
    ssize_t count = getrandom(bytes, 2, 0);
    assert(count <= 2 && bytes[2] == 'c');
    explicit_bzero(bytes, 3);
    assert(!bytes[0] && !bytes[2]);
    assert(get_nprocs() > 0 && getpagesize() == 4096);
    assert(htonl(0x01020304) == 0x04030201 && ntohs(0x0102) == 0x0201);
    char *block = malloc(5);
    if (block) {
        block[malloc_usable_size(block) - 1] = 1;
        free(block);
    }
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) == 0)
        assert(used.ru_utime.tv_sec >= 0 && used.ru_stime.tv_usec < 1000000);
    return 0;
}
