// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
int main(void)
{
    for (int i = 0; i < 2; i++) {
        if (i >= 0) goto in;
        {
            int a[2];
in:
            if (i == 0) { a[0] = 7; a[1] = 7; }
            else assert(a[0] == 7);
        }
    }
}
