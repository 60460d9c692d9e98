/* Exponents of floating-point numbers: what can be computed exactly, on the bits. A result that is too small for all of its
   digits is rounded once, to the nearest, ties to even. */
#include <errno.h>
#include <limits.h>
#include <math.h>

#define SIGN (1ul << 63)
#define FRACTION ((1ul << 52) - 1)
#define UNIT (1ul << 52)

static unsigned long bits_of(double number)
{
    union {
        double number;
        unsigned long bits;
    } both = {number};
    return both.bits;
}
static double number_of(unsigned long bits)
{
    union {
        unsigned long bits;
        double number;
    } both = {bits};
    return both.number;
}
static int has_exponent(unsigned long bits)
{
    return (bits & ~SIGN) != 0 && (bits >> 52 & 0x7ff) != 0x7ff;
}
/* The fraction with its unit, and the exponent, of a number that is not zero and finite. */
static unsigned long apart(unsigned long bits, int *exponent)
{
    int biased = (int)(bits >> 52 & 0x7ff);
    unsigned long fraction = bits & FRACTION;
    if (biased != 0) {
        *exponent = biased;
        return fraction | UNIT;
    }
    int shift = __builtin_clzl(fraction) - 11;
    *exponent = 1 - shift;
    return fraction << shift;
}
double frexp(double number, int *power)
{
    unsigned long bits = bits_of(number);
    if (!has_exponent(bits)) {
        *power = 0;
        return number;
    }
    int exponent;
    unsigned long fraction = apart(bits, &exponent);
    *power = exponent - 1022;
    return number_of((bits & SIGN) | 1022ul << 52 | (fraction & FRACTION));
}
double ldexp(double number, int power)
{
    unsigned long bits = bits_of(number), sign = bits & SIGN;
    if (!has_exponent(bits))
        return number;
    int exponent;
    unsigned long fraction = apart(bits, &exponent);
    exponent += power > 5000 ? 5000 : power < -5000 ? -5000 : power;
    if (exponent >= 0x7ff) {
        errno = ERANGE;
        return number_of(sign | 0x7fful << 52);
    }
    if (exponent >= 1)
        return number_of(sign | (unsigned long)exponent << 52 | (fraction & FRACTION));
    int shift = 1 - exponent;
    unsigned long kept = 0;
    if (shift < 64) {
        unsigned long rest = fraction & ((1ul << shift) - 1), half = 1ul << (shift - 1);
        kept = fraction >> shift;
        kept += rest > half || (rest == half && (kept & 1));
    }
    if (kept == 0)
        errno = ERANGE;
    return number_of(sign | kept);
}
double scalbn(double number, int power)
{
    return ldexp(number, power);
}
double scalbln(double number, long power)
{
    return ldexp(number, power > 5000 ? 5000 : power < -5000 ? -5000 : (int)power);
}
double modf(double number, double *whole)
{
    *whole = trunc(number);
    if (number == *whole || __builtin_isinf(number))
        return copysign(0.0, number);
    return copysign(number - *whole, number);
}
float frexpf(float number, int *power)
{
    return (float)frexp(number, power);
}
float ldexpf(float number, int power)
{
    double exact = ldexp(number, power);
    if (number != 0 && ((float)exact == 0 || (__builtin_isinf((float)exact) && !__builtin_isinf(number))))
        errno = ERANGE;
    return (float)exact;
}
float scalbnf(float number, int power)
{
    return ldexpf(number, power);
}
float modff(float number, float *whole)
{
    double part, rest = modf(number, &part);
    *whole = (float)part;
    return (float)rest;
}
