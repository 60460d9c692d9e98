/* Pointers, function pointers, recursion, static locals, typeof, _Generic. */
struct node { struct node *next; long value; };

static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int (*operations[])(int, int) = { add, mul, 0 };
static struct node third = { 0, 3 }, second = { &third, 2 }, first = { &second, 1 };

static int apply(int (*f)(int, int), int a, int b) { return f ? f(a, b) : -1; }
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int counter(void) { static int n = 10; return n++; }
static void exchange(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
static long total(const struct node *n) { return n ? n->value + total(n->next) : 0; }
static unsigned hash(const unsigned char *p, unsigned long n)
{
    unsigned h = 5381;
    for (const unsigned char *e = p + n; p != e; p++)
        h = h * 33 ^ *p;
    return h;
}
static int depth(int *levels) { int here = *levels; return here ? ({ int below = here - 1; depth(&below); }) + 1 : 0; }

u64 test(void)
{
    for (int i = 0; i < 3; i++)
        MIX(apply(operations[i], 6, 7));
    MIX((*operations[1])(3, 4));
    MIX((&add)(3, 4));
    int (*chosen)(int, int) = sum & 1 ? add : mul;
    MIX(chosen(9, 9));
    MIX(fibonacci(12));
    counter();
    MIX(counter());
    int a = 1, b = 2, *p = &a, *q = &b;
    exchange(&p, &q);
    MIX(*p * 10 + *q);
    *p = 30;
    MIX(b);
    MIX(total(&first));
    int array[10];
    for (int *e = array; e < array + 10; ++e)
        *e = e - array;
    MIX(array[7]);
    int *end = &array[9];
    MIX(end - array); MIX(*(end - 3)); MIX(end[-2]); MIX(*--end); MIX(*end++); MIX(2[array]);
    end -= 4;
    MIX(*end);
    MIX(end > array); MIX(end == &array[5]);
    char *bytes = (char *)array;
    MIX(bytes[4] + bytes[5]);
    MIX((int)((unsigned long)(array + 3) - (unsigned long)array));
    long number = (long)p;
    MIX((int *)number == p);
    void *v = array;
    MIX((char *)(v + 8) - (char *)v);
    MIX(hash((const unsigned char *)"hash me", 7));
    typeof(a) twin = a + 1;
    MIX(twin);
    MIX(_Generic(a, int: 1, long: 2)); MIX(_Generic(a + 1l, int: 1, long: 2));
    MIX(p != 0 && *p > 3); MIX(!p);
    int levels = 5;
    MIX(depth(&levels));
    struct node *walk = &first;
    while (walk->next)
        walk = walk->next;
    MIX(walk->value);
    (&first)->value += 5;
    MIX((*&first).value);
    volatile int loud = 4;
    loud += 3;
    loud++;
    MIX(loud);
    volatile struct node noisy = { 0, 6 };
    noisy.value *= 2;
    MIX(noisy.value);
    MIX(offsetof(struct node, value));
    printf("%d %f\n", a++, 1.5);
    MIX(a);
    return sum;
}
