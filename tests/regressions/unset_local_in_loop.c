// sc violation
// A variable without an initialiser is born anew in each iteration.
#include <assert.h>
int main(void)
{
    int r[2];
    for (int i = 0; i < 2; i++) {
        int a;
        if (i == 0) a = 5;
        r[i] = a;
    }
    assert(r[1] == 5);
    return 0;
}
