// sc violation
// The body of a switch gives birth to its variables although it jumps past their declarations.
#include <assert.h>
int main(void)
{
    int r[2];
    for (int i = 0; i < 2; i++) {
        switch (i) {
            int a;
        case 0: a = 5;
        case 1: r[i] = a;
        }
    }
    assert(r[1] == 5);
    return 0;
}
