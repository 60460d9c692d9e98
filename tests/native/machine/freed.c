// sc violation, tso violation, pso violation
#include <pthread.h>
#include <stdlib.h>
int *p;
void *one(void *u) { free(p); return 0; }
int main(void)
{
    pthread_t a;
    p = calloc(1, sizeof *p);
    pthread_create(&a, 0, one, 0);
    *p = 1;
    pthread_join(a, 0);
    return 0;
}
