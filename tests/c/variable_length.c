// Arrays whose length is a value: their size is that of the declaration, and they end where it says.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

static const int threads = 2;
static int total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
	pthread_mutex_lock(&mutex);
	total += *(int *)argument;
	pthread_mutex_unlock(&mutex);
	return NULL;
}

static int sum(int n, const int values[n])
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += values[i];
	return s;
}

int main(void)
{
	pthread_t ids[threads];
	int arguments[threads];
	int n = 3;
	short small[n + 1][2];

	n = 7;
	assert(sizeof small == 16 && sizeof ids == 2 * sizeof(pthread_t));
	small[3][1] = 5;
	assert(small[3][1] == 5);
	for (int i = 0; i < threads; i++) {
		arguments[i] = i + 1;
		pthread_create(&ids[i], NULL, worker, &arguments[i]);
	}
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	assert(total == 3 && sum(threads, arguments) == 3);
	for (int i = 1; i < 4; i++) {
		char row[i];

		row[i - 1] = (char)i;
		assert(sizeof row == (unsigned)i && row[i - 1] == i);
	}
	return 0;
}
