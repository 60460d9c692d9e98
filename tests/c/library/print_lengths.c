// verdict: sc safe
// Lengths and flags of conversions that glibc has beside those of C.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char text[40];

	assert(snprintf(text, sizeof text, "%'d|%Ld|%qd|%Zu", 12345, 5LL, -6LL, (size_t)7) == 12);
	assert(strcmp(text, "12345|5|-6|7") == 0);
	return 0;
}
