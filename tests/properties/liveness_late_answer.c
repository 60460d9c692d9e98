// title: a thread asks and waits for the answer, which reads the question in a loop of its own; nothing is lost however late it is seen
// origin: written for this repository; licence: MIT OR Apache-2.0
// checked: liveness, deadlock
// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe, riscv safe, power safe
#include <pthread.h>
#include <stdatomic.h>

atomic_int question, answer;

static void *answers(void *unused)
{
	while (!atomic_load_explicit(&question, memory_order_relaxed))
		;
	atomic_store_explicit(&answer, 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, answers, 0);
	atomic_store_explicit(&question, 1, memory_order_relaxed);
	while (!atomic_load_explicit(&answer, memory_order_relaxed))
		;
	pthread_join(thread, 0);
	return 0;
}
