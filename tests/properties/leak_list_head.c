// title: the first element of a list is taken out and forgotten
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks
// verdict: sc violation, tso violation, pso violation
// property: memory leak
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *list;

int main(void)
{
	for (int i = 0; i < 3; i++) {
		struct node *fresh = malloc(sizeof *fresh);
		fresh->value = i;
		fresh->next = list;
		list = fresh;
	}
	list = list->next;
	return 0;
}
