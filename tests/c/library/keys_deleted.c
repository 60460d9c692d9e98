// verdict: sc violation, tso violation, pso violation
// property: mutex misuse
// Nor does one that is deleted.
#include <threads.h>

int main(void)
{
    tss_t key;
    if (tss_create(&key, 0) != thrd_success)
        return 1;
    tss_set(key, &key);
    tss_delete(key);
    return tss_get(key) == &key;
}
