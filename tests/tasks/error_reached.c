#include <assert.h>
#include <pthread.h>
void reach_error() { assert(0); }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
    }
}
int x, y, a, b;

void *first(void *arg) {
    x = 1;
    a = y;
    return 0;
}
void *second(void *arg) {
    y = 1;
    b = x;
    return 0;
}
int main() {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    __VERIFIER_assert(a != 1 || b != 1);
    return 0;
}
