// verdict: sc safe, tso safe
// `__func__` is an array of its own, which no string literal is, though it holds the same (C17, 6.4.2.2).
#include <assert.h>
#include <string.h>

int main(void)
{
    const char *name = __func__, *text = "main";
    assert(name != text && name == __func__ && strcmp(name, text) == 0);
    return 0;
}
