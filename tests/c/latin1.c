// verdict: sc safe, tso violation
// A file in another encoding than UTF-8 has the bytes that it has; é.
#include <assert.h>
#include <pthread.h>

static volatile int x, y, a, b;
/* Zürich */
static void *first(void *unused)
{
    x = 1;
    a = y;
    return unused;
}

int main(void)
{
    static const char name[] = "Zürich";
    assert(sizeof name == 7 && name[1] == (char)0xfc && (unsigned char)"é"[0] == 0xe9);
    assert('é' == (char)0xe9);
    pthread_t thread;
    pthread_create(&thread, NULL, first, NULL);
    y = 1;
    b = x;
    pthread_join(thread, NULL);
    assert(a || b); /* ä */
    return 0;
}
