// verdict: sc safe, tso safe, pso safe
// The __VERIFIER_* names, undeclared and declared.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_assert(int condition);

static void assume_abort_if_not(int condition)
{
    __VERIFIER_assume(condition);
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i > 3 && i < 6);
    __VERIFIER_assert(i == 4 || i == 5);
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assert(c <= 255);
    _Bool b = __VERIFIER_nondet_bool();
    __VERIFIER_assert(b == 0 || b == 1);
    short s = __VERIFIER_nondet_short();
    __VERIFIER_assert(s >= -32768 && s <= 32767);
    unsigned u = __VERIFIER_nondet_uint();
    assume_abort_if_not(u < 2);
    __VERIFIER_assert(u * u == u);
    long l = __VERIFIER_nondet_long();
    __VERIFIER_assume(l == -9);
    __VERIFIER_assert(l + 9 == 0);
    char ch = __VERIFIER_nondet_char();
    __VERIFIER_assert((unsigned char)ch < 256);
    unsigned long ul = __VERIFIER_nondet_ulong();
    __VERIFIER_assert((ul & 1) == ul % 2);
    return 0;
}
