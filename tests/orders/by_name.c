// verdict: sc safe, tso safe, rc11 violation
// Functions that differ by an order and their names, one of them around another. The order is in the name, so the name changes at the
// call, and what stands in the functions is for all calls.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct cell {
	atomic_int value;
};

static inline int cell_get_relaxed(struct cell *cell)
{
	return atomic_load_explicit(&cell->value, memory_order_relaxed);
}

static inline int cell_get_acquire(struct cell *cell)
{
	return atomic_load_explicit(&cell->value, memory_order_acquire);
}

static inline void cell_set_relaxed(struct cell *cell, int value)
{
	atomic_store_explicit(&cell->value, value, memory_order_relaxed);
}

static inline void cell_set_release(struct cell *cell, int value)
{
	atomic_store_explicit(&cell->value, value, memory_order_release);
}

static inline void cell_await_relaxed(struct cell *cell, int value)
{
	while (cell_get_relaxed(cell) != value)
		;
}

static inline void cell_await_acquire(struct cell *cell, int value)
{
	while (cell_get_acquire(cell) != value)
		;
}

static struct cell data, flag;

static void *write(void *unused)
{
	cell_set_relaxed(&data, 1);
	cell_set_relaxed(&flag, 1);
	return unused;
}

static void *read(void *unused)
{
	cell_await_relaxed(&flag, 1);
	assert(cell_get_relaxed(&data) == 1);
	return unused;
}

int main(void)
{
	pthread_t writer, reader;
	cell_await_acquire(&flag, 0);
	cell_set_release(&flag, 0);
	pthread_create(&writer, NULL, write, NULL);
	pthread_create(&reader, NULL, read, NULL);
	pthread_join(writer, NULL);
	pthread_join(reader, NULL);
	return cell_get_acquire(&data) - 1;
}
