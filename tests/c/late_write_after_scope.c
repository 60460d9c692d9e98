// verdict: sc safe, tso safe, pso violation
// property: access to a local variable that is no more
// What is written into a local variable of another thread comes when its block is left: only the flag beside it was waited for.
#include <pthread.h>
#include <stdatomic.h>

struct answer {
	int value;
	int more;
};

static struct answer *_Atomic question;
static atomic_int answered;

static void *asks(void *unused)
{
	{
		struct answer answer;

		atomic_store_explicit(&question, &answer, memory_order_release);
		while (!atomic_load_explicit(&answered, memory_order_acquire))
			;
	}
	return unused;
}

static void *answers(void *unused)
{
	struct answer *to = atomic_load_explicit(&question, memory_order_acquire);

	if (to) {
		to->value = 1;
		to->more = 2;
		atomic_store_explicit(&answered, 1, memory_order_relaxed);
	} else {
		atomic_store_explicit(&answered, 1, memory_order_relaxed);
	}
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, asks, NULL);
	pthread_create(&t1, NULL, answers, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
