// A queue with a stub inside: where a pointer may be to the stub as far as values go, what contains an item is half of another pointer.
// verdict: sc safe, tso safe, pso safe, arm8 safe
#include <pthread.h>
#include <assert.h>
#include <stddef.h>
struct node { struct node *next; };
struct it { int v; struct node n; };
static struct { struct node *head, *tail; struct node stub; } q;
static struct it e;
static void push(struct node *n) {
	__atomic_store_n(&n->next, 0, __ATOMIC_SEQ_CST);
	struct node *prev = __atomic_exchange_n(&q.head, n, __ATOMIC_SEQ_CST);
	__atomic_store_n(&prev->next, n, __ATOMIC_SEQ_CST);
}
static struct node *pop(void) {
	struct node *tail = q.tail, *next = __atomic_load_n(&tail->next, __ATOMIC_SEQ_CST);
	if (tail == &q.stub) {
		if (!next) return 0;
		q.tail = next; tail = next;
		next = __atomic_load_n(&next->next, __ATOMIC_SEQ_CST);
	}
	if (next) { q.tail = next; return tail; }
	if (tail != __atomic_load_n(&q.head, __ATOMIC_SEQ_CST)) return 0;
	push(&q.stub);
	next = __atomic_load_n(&tail->next, __ATOMIC_SEQ_CST);
	if (next) { q.tail = next; return tail; }
	return 0;
}
static void *p(void *x) { e.v = 1; push(&e.n); return 0; }
int main(void) {
	pthread_t a;
	q.head = q.tail = &q.stub;
	pthread_create(&a, 0, p, 0);
	struct node *n = pop();
	if (n) { struct it *x = (struct it *)((char *)n - offsetof(struct it, n)); assert(x->v == 1); x->v = 2; }
	pop();
	pthread_join(a, 0);
	return 0;
}
