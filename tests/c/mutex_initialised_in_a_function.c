// verdict: sc safe
// What the header's initialisers make of variables, members and literals in a function, and a list that is zero.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
struct s { char c; pthread_mutex_t m; int d; };
int main(void)
{
	pthread_mutex_t p = PTHREAD_MUTEX_INITIALIZER, r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
	struct s a = { 1, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, 2 }, b = { .d = 3 };
	static pthread_mutex_t z = { .__data = { .__list = { 0, 0 } } };
	pthread_mutex_t q;
	q = (pthread_mutex_t)PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
	assert(!pthread_mutex_lock(&p) && !pthread_mutex_lock(&r) && !pthread_mutex_lock(&r) && !pthread_mutex_lock(&e));
	assert(pthread_mutex_lock(&e) == EDEADLK && !pthread_mutex_lock(&a.m) && !pthread_mutex_lock(&a.m) && !pthread_mutex_lock(&b.m));
	assert(!pthread_mutex_lock(&z) && !pthread_mutex_lock(&q) && pthread_mutex_lock(&q) == EDEADLK && a.d == 2 && b.d == 3);
	return 0;
}
