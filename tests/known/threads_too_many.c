// title: a program that starts more threads than are told apart
// origin: written for this repository; licence: MIT OR Apache-2.0
#include <assert.h>
#include <pthread.h>
int n;
void *count(void *p) { n++; return p; }
int main(void)
{
    for (int i = 0; i < 70; i++) {
        pthread_t t;
        pthread_create(&t, 0, count, 0);
        pthread_join(t, 0);
        assert(n == i + 1);
    }
    return 0;
}
