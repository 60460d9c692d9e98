// title: A flag of pthread_once with a value that no initialiser gives
// origin: written for this project; licence: MIT OR Apache-2.0
// property: mutex misused
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
static pthread_once_t flag = 5;
static int runs;
static void run(void)
{
	runs++;
}
int main(void)
{
	pthread_once(&flag, run);
	return runs;
}
