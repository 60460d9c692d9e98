// verdict: sc safe
// Headers that the system alone has are read beside the tool's own, whichever comes first.
#define _GNU_SOURCE
#if __has_include(<netdb.h>)
#include <netdb.h>
#endif
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <wchar.h>
#if __has_include(<sys/epoll.h>)
#include <sys/epoll.h>
#endif
#if __has_include(<sys/socket.h>)
#include <sys/socket.h>
#endif
#if __has_include(<sys/uio.h>)
#include <sys/uio.h>
#endif
#if __has_include(<netinet/tcp.h>)
#include <netinet/tcp.h>
#endif
#if __has_include(<pwd.h>)
#include <pwd.h>
#endif
#if __has_include(<aio.h>)
#include <aio.h>
#endif
#if __has_include(<uchar.h>)
#include <uchar.h>
#endif
#include <assert.h>
#include <sys/types.h>

static loff_t place = 1;
static sigset_t set;

int main(void)
{
    pthread_attr_t attributes;
    assert(sizeof(place) == 8 && sizeof(set) == 128 && sizeof(attributes) == 56);
#ifdef __BYTE_ORDER
    assert(__BYTE_ORDER == __LITTLE_ENDIAN);
#endif
    return 0;
}
