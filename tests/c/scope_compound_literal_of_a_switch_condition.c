// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    int *p = 0;
    switch (p = &(int){ 3 }, *p) {
    case 3:
        assert(*p == 3);
    }
    assert(*p == 3);
    return 0;
}
