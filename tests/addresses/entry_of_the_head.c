// safe
// Pointers that lie a little outside of their object and come back: the entry of a list's head, the place before an array.
#include <assert.h>
#include <stddef.h>

struct list { struct list *next; };
struct node { int value, weight; struct list link; };
static struct list head = {&head};
static int numbers[4];

#define entry(p) ((struct node *)((char *)(p) - offsetof(struct node, link)))

int main(void)
{
	struct node a = {1}, b = {2};
	a.link.next = head.next;
	head.next = &a.link;
	b.link.next = head.next;
	head.next = &b.link;
	int sum = 0;
	for (struct node *n = entry(head.next); &n->link != &head; n = entry(n->link.next))
		sum += n->value;
	assert(sum == 3);
	int *one = numbers - 1;
	for (int i = 1; i <= 4; i++)
		one[i] = i;
	for (int *p = numbers + 4; p-- > numbers;)
		sum += *p;
	assert(sum == 13);
	return 0;
}
