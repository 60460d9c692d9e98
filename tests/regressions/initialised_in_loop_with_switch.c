// sc safe
// An initialised array has its values at each declaration.
#include <assert.h>
int main(void){ for (int i=0;i<3;i++) { int a[2] = {i}; switch (i) { case 0: a[1]++; break; default: assert(a[1] == 0); } assert(a[0] == i); a[0] = 9; } return 0; }
