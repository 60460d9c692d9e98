// asprintf allocates as much as the text needs; wide strings have their length; nobody cancels; forks are not looked at.
// verdict: sc safe, tso safe, pso safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
static int number;
static void *worker(void *unused)
{
    pthread_testcancel();
    number = 42;
    return unused;
}
int main(void)
{
    pthread_t t;
    char *text;
    setvbuf(stdout, 0, _IONBF, 0);
    pthread_atfork(0, 0, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    if (asprintf(&text, "%s=%d", "n", number) >= 0) {
        assert(strcmp(text, "n=42") == 0);
        assert(*strchrnul(text, '=') == '=');
        free(text);
    }
    assert(wcslen(L"abc") == 3);
    return 0;
}
