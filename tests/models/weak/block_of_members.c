// verdict: rc11 safe, power safe, arm8 safe, riscv safe, imm safe
// A node that is set as a whole, and then by members of several sizes: no access is of another size than its member.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct node {
	int first, second;
	long third;
	char text[6];
	short last;
};

static struct node *node;

static void *members(void *unused)
{
	node->second = 1;
	node->third = 2;
	node->last = 3;
	return unused;
}

static void *text(void *unused)
{
	memset(node->text + 1, 7, 3);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	node = malloc(sizeof *node);
	memset(node, 0, sizeof *node);
	memset(&node->second, 0, sizeof *node - sizeof node->first);
	pthread_create(&t0, NULL, members, NULL);
	pthread_create(&t1, NULL, text, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	assert(node->first == 0 && node->second == 1 && node->third == 2 && node->last == 3);
	free(node);
	return 0;
}
