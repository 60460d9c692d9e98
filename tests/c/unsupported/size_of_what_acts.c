// error: 7:19 an operand that is evaluated for the size of its type, and does something, is not supported
#include <assert.h>
int main(void)
{
    int n = 3, k = 0;
    int rows[2][n];
    assert(sizeof(rows[k++]) == 12);
    return k;
}
