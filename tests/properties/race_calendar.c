// title: localtime answers with one object for all threads
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation, rc11 violation
// property: data race

#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void *month(void *unused)
{
    time_t now = 5;
    struct tm *date = localtime(&now);
    (void)date;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, month, NULL);
    month(NULL);
    pthread_join(thread, NULL);
    return 0;
}
