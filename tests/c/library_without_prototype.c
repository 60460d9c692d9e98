// verdict: sc violation, tso violation, pso violation
// Functions of the library that are declared without parameters, or not at all: an `int` that is to be an address is widened.
// property: null pointer dereferenced
void *memcpy();
void *memset();
int a[4];
int main(void)
{
    memcpy(a, 0, 0);
    memset(a, 1, 16);
    free(0);
    if (a[3] == 0x01010101)
        pthread_mutex_lock(0);
    return 0;
}
