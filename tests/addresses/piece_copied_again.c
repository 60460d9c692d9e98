// unknown
#include <assert.h>
#include <string.h>
static int pad[3], g;
int main(void)
{
    char t[8] = {0};
    int *p = &g;
    for (int i = 0; i < 3; i++) {
        if (i == 1) t[0] = 5;
        else memcpy(t, &p, 4);
        if (i == 2) assert(t[0] == 0);
    }
    return 0;
}
