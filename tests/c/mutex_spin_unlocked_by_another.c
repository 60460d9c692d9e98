// verdict: sc violation, tso violation, pso violation
// property: mutex misused
// A spin lock that another thread holds is given.
#include <pthread.h>

pthread_spinlock_t lock;

static void *gives(void *unused)
{
	pthread_spin_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_lock(&lock);
	pthread_create(&a, 0, gives, 0);
	pthread_join(a, 0);
	return 0;
}
