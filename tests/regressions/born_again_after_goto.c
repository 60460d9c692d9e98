// sc violation
// A jump back to before its declaration gives birth to an array anew.
#include <assert.h>
int main(void){ int r[2]; int i = 0; again: ; { int a[1]; if (i == 0) a[0] = 5; r[i] = a[0]; i++; } if (i < 2) goto again; assert(r[1] == 5); return 0; }
