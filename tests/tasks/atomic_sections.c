#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void reach_error() { ((void) sizeof ((0) ? 1 : 0)); }
int count;

void *add(void *arg) {
    __VERIFIER_atomic_begin();
    count = count + 1;
    __VERIFIER_atomic_end();
    return 0;
}
int main() {
    pthread_t t1, t2;
    pthread_create(&t1, 0, add, 0);
    pthread_create(&t2, 0, add, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    if (count != 2) {
ERROR:
        reach_error();
    }
    return 0;
}
