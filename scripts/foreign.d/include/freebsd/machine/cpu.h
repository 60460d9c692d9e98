/* What buf_ring asks of the processor. */
#define cpu_spinwait() ((void)0)
