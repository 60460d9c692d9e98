// title: what a static object leads to by way of other blocks is not lost
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks
// verdict: sc safe, tso safe, pso safe
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *list;
static int *inside;

int main(void)
{
	for (int i = 0; i < 3; i++) {
		struct node *fresh = malloc(sizeof *fresh);
		fresh->value = i;
		fresh->next = list;
		list = fresh;
	}
	inside = (int *)malloc(4 * sizeof *inside) + 2;
	return 0;
}
