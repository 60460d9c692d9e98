// unknown
#include <assert.h>
#include <string.h>
static int pad[3], g;
struct r { char tag[8]; int *p; char tail[8]; };
static struct r a = {"abc", &g, "xyz"}, b;
int main(void)
{
    memcpy(&b, &a, 24);
    memmove((char *)&b + 8, &b, 16);
    assert(b.tail[0] == 0);
    return 0;
}
