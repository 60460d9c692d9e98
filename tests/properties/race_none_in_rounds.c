// title: rounds in vain that read what is set before the start, what only atomic stores change, and what is freed after the join
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct mail {
	int delay;
	atomic_int full;
	int text;
};

static void *waits(void *argument)
{
	struct mail *mail = argument;
	int delay = 0;

	while (!atomic_load_explicit(&mail->full, memory_order_acquire))
		delay = mail->delay;
	(void)delay;
	mail->text++;
	return NULL;
}

int main(void)
{
	struct mail *mail = malloc(sizeof *mail);
	pthread_t t;

	mail->delay = 1;
	atomic_init(&mail->full, 0);
	pthread_create(&t, NULL, waits, mail);
	mail->text = 1;
	atomic_store_explicit(&mail->full, 1, memory_order_release);
	pthread_join(t, NULL);
	mail->delay = 2;
	free(mail);
	return 0;
}
