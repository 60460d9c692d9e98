// sc safe
// `*&p` on a parameter gives the parameter an address.
#include <assert.h>
int f(int p) { return *&p; }
int main(void) { assert(f(3) == 3); return 0; }
