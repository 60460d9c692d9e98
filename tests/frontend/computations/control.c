/* Loops, switch, goto, conditional evaluation. */
static int calls;
static int call(int result)
{
    calls = calls * 3 + result;
    return result;
}

static int classify(int x)
{
    int r = 0;
    switch (x) {
    case 1:
        r += 1;
    case 2:
        r += 10;
        break;
    case 5 ... 9:
        r += 100;
        if (x == 7)
            break;
        r += 50;
    default:
        r += 1000;
        break;
    case -3:
        r += 10000;
    }
    return r;
}

static int duff(int count)
{
    int n = (count + 3) / 4, sum = 0, i = 0;
    switch (count % 4) {
    case 0: do { sum += i++;
    case 3:      sum += i++ * 2;
    case 2:      sum += i++ * 3;
    case 1:      sum += i++ * 5;
            } while (--n > 0);
    }
    return sum;
}

static int jumps(int n)
{
    int total = 0, i = 0;
again:
    i++;
    for (int j = 0; j < n; j++) {
        if (j == 3)
            continue;
        if (j + i > 9)
            goto out;
        total += j;
        if (total % 11 == 5 && i < 20)
            goto again;
        while (1) {
            total++;
            if (total % 3 == 0)
                break;
            if (total > 200)
                goto out;
        }
    }
    if (i < 6)
        goto again;
out:
    return total * 100 + i;
}

static int two_labels(int n)
{
    int x = 0;
first:
    x += 2;
    if (x < n)
        goto first;
second:
    x -= 1;
    if (x % 5)
        goto second;
    return x;
}

static int rotated(int n)
{
    int sum = 0;
    goto check;
body:
    sum += n;
    n--;
check:
    if (n > 0)
        goto body;
    return sum;
}

static int into(int n, int way)
{
    int sum = 0, k = 1;
    if (way == 1)
        goto inside;
    if (way == 2)
        goto deep;
    while (n > 0) {
        sum += 100;
inside:
        for (k = 0; k < 3; k++) {
            sum += k;
            if (sum % 7 == 3)
                goto after;
deep:
            sum += 10;
            if (sum > 5000)
                return -sum;
        }
        n--;
        if (n == 1 && way < 3) {
            way = 3;
            goto deep;
        }
after:
        sum++;
        n--;
    }
    if (way == 4) {
        way = 5;
        n = 2;
        goto inside;
    }
    return sum;
}

static int crossing(int n)
{
    int x = 0, rounds = 0;
one:
    x += 3;
    if (x > 100)
        goto end;
two:
    x += 5;
    if (x % 4 == 1)
        goto one;
    if (++rounds < n)
        goto two;
    if (x & 1) {
three:
        x *= 2;
    } else {
        x -= 7;
        if (x > 20 && rounds++ < 12)
            goto three;
    }
    if (x < 60)
        goto one;
end:
    return x * 100 + rounds;
}

static int first_set(const int *p) { return p ? *p : -1; }

u64 test(void)
{
    for (int x = -4; x < 12; x++)
        MIX(classify(x));
    for (int n = 1; n < 14; n++)
        MIX(duff(n));
    for (int n = 0; n < 12; n++)
        MIX(jumps(n));
    MIX(two_labels(13));
    for (int n = 0; n < 7; n++) {
        MIX(rotated(n));
        MIX(crossing(n));
        for (int way = 0; way < 5; way++)
            MIX(into(n, way));
    }
    int a = 0;
    MIX(call(0) && call(1));
    MIX(call(1) && call(2));
    MIX(call(0) || call(3));
    MIX(call(4) || call(5));
    MIX(call(0) ? call(6) : call(7));
    MIX(call(8) ?: call(9));
    MIX(call(0) ?: call(9));
    MIX((call(2), call(3)));
    MIX(calls);
    MIX((a = 5, a++, a * 2));
    MIX(({ int b = a; b += 3; b * b; }));
    MIX(a > 3 && a < 9 && (a & 2));
    MIX((a > 3 ? a : 1u) - 20 > 0);
    do {
        a--;
        if (a == 4)
            continue;
    } while (a > 2);
    MIX(a);
    do
        a += 7;
    while (0);
    MIX(a);
    int k;
    for (k = 0; ; k += 2)
        if (k > 10)
            break;
    MIX(k);
    MIX(first_set(0));
    MIX(first_set(&k));
    unsigned long big = 0x100000005ul;
    switch (big) {
    case 5: MIX(1); break;
    case 0x100000005ul: MIX(2); break;
    }
    switch ((unsigned char)(a + 250)) {
    case 3: MIX(3); break;
    default: MIX(4);
    }
    {
        int seen = 0;
        for (int i = 0; i < 3; i++) {
            int fresh[2] = { i };
            fresh[1] += fresh[0];
            seen += fresh[1] * 10 + fresh[0];
        }
        MIX(seen);
    }
    return sum;
}
