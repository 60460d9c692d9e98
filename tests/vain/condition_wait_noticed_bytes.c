// title: who asks for the mutex, by looking at a byte of it, may find it taken by a thread that has woken up for no reason and waits again
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation
#include <assert.h>
#include <pthread.h>

static struct {
	int waiting, number;
	pthread_mutex_t mutex;
} guarded = { 0, 0, PTHREAD_MUTEX_INITIALIZER };
static pthread_cond_t set = PTHREAD_COND_INITIALIZER;

static int asks(void)
{
	return ((volatile unsigned char *)(void *)&guarded.mutex)[3] != 0;
}

static void *waits(void *unused)
{
	pthread_mutex_lock(&guarded.mutex);
	guarded.waiting = 1;
	while (!guarded.number)
		pthread_cond_wait(&set, &guarded.mutex);
	pthread_mutex_unlock(&guarded.mutex);
	return unused;
}

int main(void)
{
	pthread_t thread;
	int waiting, taken = 0;

	pthread_create(&thread, 0, waits, 0);
	pthread_mutex_lock(&guarded.mutex);
	waiting = guarded.waiting;
	pthread_mutex_unlock(&guarded.mutex);
	if (waiting) {
		taken = asks();
	}
	pthread_mutex_lock(&guarded.mutex);
	guarded.number = 1;
	pthread_cond_signal(&set);
	pthread_mutex_unlock(&guarded.mutex);
	pthread_join(thread, 0);
	assert(!taken);
	return 0;
}
