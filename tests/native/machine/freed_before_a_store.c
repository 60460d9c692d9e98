// sc safe, tso safe, pso violation
#include <pthread.h>
#include <stdlib.h>
int *p, done;
void *one(void *u)
{
    *p = 1;
    done = 1;
    return 0;
}
void *two(void *u)
{
    if (done)
        free(p);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    p = calloc(1, sizeof *p);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
