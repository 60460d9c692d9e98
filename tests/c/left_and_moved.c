// verdict: sc violation, tso violation, pso violation
// property: access to a local
#include <string.h>
static char *keep(void)
{
    char local[8];
    char *volatile p = local;
    return p;
}
int main(void)
{
    char to[8];
    memmove(to, keep(), 8);
    return 0;
}
