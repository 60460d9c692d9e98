// title: message passing (MP), publication through a pointer
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), MP; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 1 pairs
#include <assert.h>
#include <pthread.h>

struct message {
	int text;
};

struct message box;
struct message *volatile published;
int got = 42;

static void *thread1(void *arg)
{
	box.text = 42;
	published = &box;
	return NULL;
}

static void *thread2(void *arg)
{
	struct message *m = published;

	if (m)
		got = m->text;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(got == 42);
	return 0;
}
