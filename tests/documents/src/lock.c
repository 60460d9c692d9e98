#include "lock.h"

static volatile int wants[2], turn;

void lock(int self)
{
	wants[self] = 1;
	turn = !self;
	while (wants[!self] && turn == !self)
		;
}

void unlock(int self)
{
	wants[self] = 0;
}
