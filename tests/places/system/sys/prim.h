static inline void prim_barrier(void)
{
	__asm__ __volatile__("" ::: "memory");
}
static inline void prim_release(int *p)
{
	prim_barrier();
	*(volatile int *)p = *(volatile int *)p + 1;
	prim_barrier();
}
static inline int prim_load(const int *p)
{
	return *(const volatile int *)p;
}
