// verdict: sc safe, tso safe, pso safe
// What `alloca` gives in a loop is used by threads that are joined before the function returns; that of `main` is used behind it all.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

static void *user(void *found)
{
	++*(int *)found;
	return NULL;
}

static int *use(int *kept)
{
	int *found[2];
	pthread_t t[2];

	for (int i = 0; i < 2; i++) {
		found[i] = alloca(sizeof *found[i]);
		*found[i] = i;
		pthread_create(&t[i], NULL, user, found[i]);
	}
	assert(found[0] != found[1]);
	for (int i = 0; i < 2; i++) {
		pthread_join(t[i], NULL);
		assert(*found[i] == i + 1);
	}
	return kept;
}

int main(void)
{
	int *kept = NULL;

	for (int i = 0; i < 2; i++)
		kept = alloca(sizeof *kept);
	*kept = 3;
	kept = use(kept);
	assert(*kept == 3);
	return 0;
}
