// sc safe
// memset acts on the bytes that it names, inside a wider cell.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
int main(void){ int b = 0; memset((char*)&b + 1, 0xff, 2); assert(b == 0x00ffff00); return 0; }
