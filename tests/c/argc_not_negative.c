// C17, 5.1.2.2.1: the number of arguments is not negative.
// verdict: sc safe
#include <assert.h>
int main(int argc, char **argv)
{
	(void)argv;
	assert(argc >= 0);
	return 0;
}
