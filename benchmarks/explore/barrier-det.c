// title: the determinant of the fourth power of a matrix, whose rows N threads share; they meet when the square is there
// origin: Kokologiannakis, Vafeiadis, "BAM: Efficient Model Checking for Barriers" (2021), section 4.2; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// count: -DN=3 sc 1/0, -DN=4 sc 1/0, -DN=5 sc 1/0
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#define SIZE 3

static pthread_barrier_t barrier;
static const int matrix[SIZE][SIZE] = { { 2, 1, 0 }, { 0, 1, 1 }, { 1, 0, 1 } };
static int square[SIZE][SIZE], fourth[SIZE][SIZE];

static void *thread(void *arg)
{
	long me = (long)arg;

	for (int i = me; i < SIZE; i += N)
		for (int j = 0; j < SIZE; j++) {
			int sum = 0;
			for (int k = 0; k < SIZE; k++)
				sum += matrix[i][k] * matrix[k][j];
			square[i][j] = sum;
		}
	pthread_barrier_wait(&barrier);
	for (int i = me; i < SIZE; i += N)
		for (int j = 0; j < SIZE; j++) {
			int sum = 0;
			for (int k = 0; k < SIZE; k++)
				sum += square[i][k] * square[k][j];
			fourth[i][j] = sum;
		}
	return NULL;
}

static int minor(int a, int b)
{
	return fourth[1][a] * fourth[2][b] - fourth[1][b] * fourth[2][a];
}

int main(void)
{
	pthread_t threads[N];

	pthread_barrier_init(&barrier, NULL, N);
	for (long i = 0; i < N; i++)
		pthread_create(&threads[i], NULL, thread, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], NULL);
	/* The matrix has the determinant 3. */
	assert(fourth[0][0] * minor(1, 2) - fourth[0][1] * minor(0, 2) + fourth[0][2] * minor(0, 1) == 3 * 3 * 3 * 3);
	return 0;
}
