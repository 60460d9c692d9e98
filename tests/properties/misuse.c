// title: a mutex that is given back by who does not hold it
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: mutex-misuse
// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_unlock(&m);
	return 0;
}
