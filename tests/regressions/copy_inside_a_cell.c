// sc safe
// memcpy acts on the bytes that it names, inside a wider cell.
#include <assert.h>
#include <string.h>
int main(void){ unsigned a = 0x11223344, b = 0xaabbccdd; memcpy((char*)&a + 1, (char*)&b + 2, 2); assert(a == 0x11aabb44); return 0; }
