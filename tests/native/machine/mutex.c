// sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
struct { unsigned a : 3, b : 13; long c; } s, copy;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *u)
{
    pthread_mutex_lock(&m);
    s.a++;
    s.b += 9;
    s.c -= 1;
    copy = s;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, one, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(copy.a == 2 && copy.b == 18 && copy.c == -2);
    return 0;
}
