// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
int main(void)
{
    for (int i = 0; i < 2; i++) {
        if (i >= 0) goto in;
        {
            char a;
in:
            if (i == 0) { a = 7;  }
            else assert(a == 7);
        }
    }
}
