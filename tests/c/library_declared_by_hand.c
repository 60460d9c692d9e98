// verdict: sc safe, tso safe, pso safe
// gcc: no, it uses the verifier's functions
// A function of the library is the library's also where no header declares it.
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memset(void *, int, unsigned long);
extern void abort(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p), x = __VERIFIER_nondet_int();
    memset(p, 0, sizeof *p);
    __VERIFIER_assume(x > 3);
    if (*p != 0 || x < 4)
        abort();
    free(p);
    return 0;
}
