// error: 9:3 the name of a macro that comes up again, through another macro, in what replaces it is not supported
#include <assert.h>
#define EXPAND(...) __VA_ARGS__
#define NOTHING ()
static int sum(int a) { return 100 + a; }
#define sum(a, ...) a __VA_OPT__(+ AGAIN NOTHING (__VA_ARGS__))
#define AGAIN() sum
int main(void)
{ assert((EXPAND(sum(1, 2))) == 3); return 0; }
