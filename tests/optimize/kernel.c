// least: lkmm 2 cost 6 dropped 11, arm8 2 cost 4 dropped 11
// What the kernel's names say: those with an order become those without, and back. What is a part of an expression, or the body of a macro,
// stays as it is.
#include <linux/bug.h>
#include <linux/atomic.h>
#include <pthread.h>
struct s { int data, flag; };
static struct s shared;
static int spare, other, seen, value;
static atomic_t count;
#define LOOK(place) smp_load_acquire(&(place))
#define PLACE &spare + 0
static void *writer(void *p)
{
	struct s *s = p;

	smp_store_release(&s->data, 1);
	if (smp_load_acquire(&spare) == 0)
		smp_store_release(&s->flag, 1);
	(smp_store_release(&other, 1), (void)LOOK(other));
	/* A comment in front. */ smp_store_release(&other, 2); // and one behind
	if (other)
		smp_store_release(&other, 3);
	else
		smp_store_release(&other, 4);
	switch (unlikely(smp_load_acquire(&spare))) {
	case 0:
		smp_store_release(&other, 5);
	}
	other ? (void)0 : atomic_set_release(&count, 2);
	(void)smp_load_acquire(PLACE);
	atomic_set_release(&count, 1);
	(void)atomic_fetch_add_acquire(2, &count);
	return 0;
}
static void *reader(void *p)
{
	struct s *s = p;
	int *q = &s->flag;

	seen = smp_load_acquire(q);
	value = smp_load_acquire(&s->data);
	return 0;
}
int main(void)
{
	pthread_t p, q;
	pthread_create(&p, 0, writer, &shared);
	pthread_create(&q, 0, reader, &shared);
	pthread_join(p, 0);
	pthread_join(q, 0);
	BUG_ON(seen == 1 && value == 0);
	return 0;
}
