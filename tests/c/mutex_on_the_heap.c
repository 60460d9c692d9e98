// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct s { int pad; pthread_mutex_t m; int x; } *s;
void *run(void *p) { pthread_mutex_lock(&s->m); s->x++; pthread_mutex_unlock(&s->m); return 0; }
int main(void)
{
    pthread_t a;
    s = malloc(sizeof *s);
    s->x = 0;
    pthread_mutex_init(&s->m, 0);
    pthread_create(&a, 0, run, 0);
    run(0);
    pthread_join(a, 0);
    assert(s->x == 2);
    pthread_mutex_destroy(&s->m);
    free(s);
    return 0;
}
