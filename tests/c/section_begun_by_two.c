// verdict: sc violation, tso violation, pso violation
// One outcome alone is wrong. To find it an exploration has to end the section that one of two begun ones waits for first.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int first_z;
int first_x;
int first_y;
int third_y;
int third_z;
volatile int x,y,z;
static void *readers(void *a)
{
    __VERIFIER_atomic_begin();
    int r0 = z;
    int r1 = x;
    int r2 = y;
    __VERIFIER_atomic_end();
    first_z = r0;
    first_x = r1;
    first_y = r2;
    return 0;
}
static void *t1(void *a)
{
    __VERIFIER_atomic_begin();
    z = 1;
    y = 2;
    __VERIFIER_atomic_end();
    return 0;
}
static void *t2(void *a)
{
    __VERIFIER_atomic_begin();
    int r0 = y;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    int r1 = z;
    x = 3;
    __VERIFIER_atomic_end();
    third_y = r0;
    third_z = r1;
    return 0;
}
static void *t3(void *a)
{
    __VERIFIER_atomic_begin();
    y = 4;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void)
{
    pthread_t a[4];
    pthread_create(&a[0], 0, readers, 0);
    pthread_create(&a[1], 0, t1, 0);
    pthread_create(&a[2], 0, t2, 0);
    pthread_create(&a[3], 0, t3, 0);
    pthread_join(a[0], 0);
    pthread_join(a[1], 0);
    pthread_join(a[2], 0);
    pthread_join(a[3], 0);
    assert(!(first_z == 1 && first_x == 3 && first_y == 2 && third_y == 4 && third_z == 0 && x == 3 && y == 2 && z == 1));
    return 0;
}
