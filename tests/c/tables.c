// verdict: sc safe, tso safe, pso safe, rc11 safe
// Tables that are set to zero and copied as a whole and used in rows, where what seems to follow in a row is something else, and elements
// that one thread alone uses beside others of the same row.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ROW = 12, SLOTS = 24, USED = 10 };

struct slot {
	int owner;
	int value;
};

static struct slot *slots;
static atomic_int ready;

static void rows(void)
{
	char *first = calloc(1, 256), *second = malloc(256);

	for (int i = 0; i < ROW; i++)
		*(int *)(first + 8 * i) = i + 1;
	*(long *)(first + 8 * ROW) = -1;
	*(short *)(first + 8 * ROW + 10) = 7;
	memcpy(second, first, 256);
	for (int i = 0; i < ROW; i++)
		assert(*(int *)(second + 8 * i) == i + 1 && *(int *)(second + 8 * i + 4) == 0);
	assert(*(long *)(second + 8 * ROW) == -1);
	assert(*(int *)(second + 8 * ROW + 8) == 7 << 16);
	assert(*(long *)(second + 8 * ROW + 16) == 0);
}

static void *give(void *unused)
{
	rows();
	for (int i = 0; i < USED; i++)
		slots[i].value = i + 1;
	atomic_store_explicit(&ready, 1, memory_order_release);
	for (int i = USED; i < USED + 4; i++)
		slots[i].value = -1;
	return unused;
}

static void *take(void *unused)
{
	int sum = 0;

	rows();
	if (!atomic_load_explicit(&ready, memory_order_acquire))
		return unused;
	for (int i = 0; i < USED; i++)
		sum += slots[i].value + slots[i].owner;
	assert(sum == USED * (USED + 1) / 2 + USED * (USED - 1) / 2);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	slots = calloc(SLOTS, sizeof *slots);
	for (int i = 0; i < SLOTS; i++)
		slots[i].owner = i;
	pthread_create(&a, 0, give, 0);
	pthread_create(&b, 0, take, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	for (int i = 0; i < SLOTS; i++)
		assert(slots[i].owner == i && slots[i].value == (i < USED ? i + 1 : i < USED + 4 ? -1 : 0));
	return 0;
}
