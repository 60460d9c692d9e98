// sc safe, tso safe, pso violation
// A helper that returns early is called until it succeeds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
volatile unsigned head, tail; int d[2];
static int push(int v) { unsigned h = head; if (h - tail == 1) return 0; d[1]=v; head = 2; return 1; }
static void *p(void *a) { 
	d[0]=1;head=1; while (!push(2)) ;
	return 0; }
static void *c(void *a) {
	while (head == 0) ; assert(d[0] == 1); tail = 1;
	while (head == 1) ; assert(d[1] == 2); tail = 2;
	return 0;
}
int main(void) { pthread_t x,y; pthread_create(&x,0,p,0); pthread_create(&y,0,c,0); pthread_join(x,0); pthread_join(y,0); }
