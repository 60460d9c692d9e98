// verdict: sc safe, tso safe, pso safe
// Bit-fields of which one thread writes a part of what the other one reads, in memory that was set as a whole.
#include <assert.h>
#include <stdlib.h>
#include <pthread.h>
typedef union { char f1; unsigned f2; struct { long long f5:15; struct { long long f7:21; char f8:7; unsigned long f9; }; short f10:10; unsigned char f11:3; union { unsigned short f13; long f14:23; } f12; } f4[2]; } T0;
T0 *a, *b;
static void *th2(void *arg) { b->f2 &= a->f4[0].f12.f13;
 switch (a->f4[0].f10) { case 0 ... 0: b->f4[1].f11 = a->f4[0].f9; break; case 1: b->f4[1].f10 = 0; } return 0; }
int main(void) { a = calloc(1, sizeof(T0)); b = calloc(1, sizeof(T0)); pthread_t t; a->f2 = 8; pthread_create(&t, 0, th2, 0); pthread_join(t, 0);
 long x = a->f4[0].f7 + a->f4[1].f5 + a->f4[1].f7 + a->f4[1].f9 + a->f4[1].f10 + a->f4[1].f11; assert(x == 0); assert(b->f4[1].f10 == 0); return 0; }
