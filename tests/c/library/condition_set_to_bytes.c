// A variable that is cleared and set up anew has no sleepers: the word that tells a copy is another one than theirs.
// verdict: sc safe, tso safe
#include <pthread.h>
#include <string.h>
static struct {
	pthread_mutex_t mutex;
	pthread_cond_t ready;
	int count;
} queue;
static void *giver(void *unused)
{
	pthread_mutex_lock(&queue.mutex);
	queue.count++;
	pthread_cond_signal(&queue.ready);
	pthread_mutex_unlock(&queue.mutex);
	return 0;
}
int main(void)
{
	pthread_t t;
	memset(&queue, 0, sizeof queue);
	pthread_mutex_init(&queue.mutex, 0);
	pthread_cond_init(&queue.ready, 0);
	pthread_create(&t, 0, giver, 0);
	pthread_mutex_lock(&queue.mutex);
	while (queue.count == 0)
		pthread_cond_wait(&queue.ready, &queue.mutex);
	pthread_mutex_unlock(&queue.mutex);
	pthread_join(t, 0);
	pthread_cond_destroy(&queue.ready);
	return 0;
}
