// Another function than the usual one is the error.
#include <pthread.h>
#include <stdatomic.h>
atomic_int sent, received;
static void lost(int number) { sent = number; }

void *sender(void *arg) {
    sent = 1;
    return 0;
}
int main() {
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    if (!sent)
        lost(0);
    pthread_join(t, 0);
    return 0;
}
