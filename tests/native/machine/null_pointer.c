// sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
int x, *p;
void *one(void *u) { p = &x; return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, one, 0);
    *p = 1;
    pthread_join(a, 0);
    return 0;
}
