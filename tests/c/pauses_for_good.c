// title: A loop of calls that sleep for good, in a library function with other declarations around it
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// gcc: no, it does not end
#include <unistd.h>
int main(void)
{
	for (;;)
		pause();
}
