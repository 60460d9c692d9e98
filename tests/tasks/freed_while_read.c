#include <pthread.h>
#include <stdlib.h>
int *shared;

void *reader(void *arg) {
    int seen = *shared;
    return seen == 0 ? arg : 0;
}
int main() {
    pthread_t t;
    shared = malloc(sizeof(int));
    *shared = 1;
    pthread_create(&t, 0, reader, 0);
    free(shared);
    pthread_join(t, 0);
    return 0;
}
