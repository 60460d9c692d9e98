// title: A static reader-writer lock with a value that no initialiser gives
// origin: written for this project; licence: MIT OR Apache-2.0
// property: mutex misused
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
static pthread_rwlock_t lock = { { 3 } };
int main(void)
{
	pthread_rwlock_rdlock(&lock);
	pthread_rwlock_unlock(&lock);
	return 0;
}
