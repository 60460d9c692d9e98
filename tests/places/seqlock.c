// suggest: --model pso
// Linux-style seqlock, macros as in the kernel.
#include <assert.h>
#include <pthread.h>
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
#define barrier() __asm__ __volatile__("" ::: "memory")

typedef struct { unsigned sequence; } seqcount_t;
static seqcount_t seq;
static int a, b;

static inline unsigned read_seqbegin(const seqcount_t *s)
{
	unsigned ret;
repeat:
	ret = READ_ONCE(s->sequence);
	if (ret & 1)
		goto repeat;
	barrier();
	return ret;
}
static inline int read_seqretry(const seqcount_t *s, unsigned start)
{
	barrier();
	return READ_ONCE(s->sequence) != start;
}
static inline void write_seqlock(seqcount_t *s)
{
	WRITE_ONCE(s->sequence, s->sequence + 1);
	barrier();
}
static inline void write_sequnlock(seqcount_t *s)
{
	barrier();
	WRITE_ONCE(s->sequence, s->sequence + 1);
}

static void *writer(void *arg)
{
	for (int i = 1; i <= 2; i++) {
		write_seqlock(&seq);
		WRITE_ONCE(a, i);
		WRITE_ONCE(b, i);
		write_sequnlock(&seq);
	}
	return 0;
}

static void *reader(void *arg)
{
	unsigned s;
	int x, y;
	do {
		s = read_seqbegin(&seq);
		x = READ_ONCE(a);
		y = READ_ONCE(b);
	} while (read_seqretry(&seq, s));
	assert(x == y);
	return 0;
}

int main(void)
{
	pthread_t w, r;
	pthread_create(&w, 0, writer, 0);
	pthread_create(&r, 0, reader, 0);
	pthread_join(w, 0);
	pthread_join(r, 0);
}
