// error: 4:50 the address of `sprintf` is not supported
#include <stdio.h>
char buffer[2];
static int (*print)(char *, const char *, ...) = &sprintf;

int main(void)
{
	print(buffer, "%.0f", 5.0);
	return 0;
}
