// verdict: sc safe, tso safe, pso safe
// What float and double mean: each operation rounds by itself, and conversions are those of C.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static double third = 1.0 / 3, series[3] = {1, 0.5f, -2};
static float tenth = 0.1f;

struct point {
    float x, y;
    double weight;
};

union word {
    float f;
    uint32_t bits;
};

static uint64_t bits(double d)
{
    uint64_t result;
    memcpy(&result, &d, sizeof result);
    return result;
}

static double scaled(float by, double what) { return what * by; }

static struct point middle(struct point a, struct point b)
{
    struct point m = {(a.x + b.x) / 2, (a.y + b.y) / 2, a.weight + b.weight};
    return m;
}

int main(void)
{
    assert(third * 3 == 1.0 && 0.1 + 0.2 != 0.3 && bits(0.1 + 0.2) == 0x3fd3333333333334ull);
    assert(tenth != 0.1 && tenth == 0.1f && (float)0.1 == tenth);
    float sum = 0;
    for (int i = 0; i < 10; i++)
        sum += tenth;
    assert(sum != 1.0f && sum > 1.0f && sum - 1.0f <= FLT_EPSILON);
    int n = 0;
    for (double x = 0; x < 1; x += 0.25)
        n++;
    assert(n == 4);

    int i = 10;
    i *= 1.5;
    assert(i == 15);
    i /= 0.5f;
    i -= 0.9;
    assert(i == 29 && (int)-2.9 == -2 && (unsigned char)255.9f == 255);
    double d = i;
    d++;
    assert(d-- == 30 && d == 29 && --d == 28 && -d == -28.0);
    assert((d ? 1 : 2) == 1 && !0.0 && !-0.0 && (bool)0.25 && (0.5 && NAN));
    d = 16777217;
    assert((float)d == 16777216.0f && (float)(int)d == 16777216.0f && d != (float)d);
    unsigned long long u = 0xffffffffffffffffull;
    assert((double)u == 18446744073709551616.0 && (double)(long long)u == -1.0 && (uint64_t)9.3e18 == 9300000000000000000ull);

    double zero = 0, none = zero / zero, inf = 1 / zero;
    assert(none != none && !(none < 1) && !(none >= 1) && !(none == none) && isnan(none) && !isnan(inf));
    assert(inf > DBL_MAX && -inf < -DBL_MAX && isinf(-inf) && !isfinite(inf) && isfinite(DBL_MIN));
    assert(bits(-zero) >> 63 == 1 && -zero == zero && 1 / -zero == -inf && signbit(-zero) && !signbit(zero));
    assert(DBL_MIN / 2 > 0 && DBL_MIN / 2 < DBL_MIN && DBL_MAX * 2 == HUGE_VAL && 5e-324 / 2 == 0);

    struct point a = {1, 2, 0.5}, b = {2, 4, 0.25}, m = middle(a, b);
    assert(m.x == 1.5f && m.y == 3 && m.weight == 0.75 && scaled(2.5f, m.weight) == 1.875);
    series[1] += series[0] * series[2];
    assert(series[1] == -1.5);
    union word w = {.f = 1};
    w.f += 1;
    assert(w.bits == 0x40000000u);
    return 0;
}
