/* What programs of csmith include: arithmetic without undefined behaviour, and a checksum of all variables. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t crc32_context = 0xcbf29ce484222325ULL;

static void transparent_crc(uint64_t value, const char *name, int shown)
{
    crc32_context = (crc32_context ^ value) * 0x100000001b3ULL;
}

static void transparent_crc_bytes(const char *bytes, int count, const char *name, int shown)
{
    for (int i = 0; i < count; i++)
        transparent_crc(bytes[i], name, shown);
}

static void crc32_gentab(void)
{
}

static void platform_main_begin(void)
{
}

static void platform_main_end(uint64_t sum, int shown)
{
#ifdef EXPECTED
    assert(sum == EXPECTED);
#else
    printf("%lu\n", sum);
#endif
}

/* Wrapping operators (the programs are compiled with -fwrapv); what stays undefined gives the left operand. */
#define UNARY(T, s) \
    static T safe_unary_minus_func_##T##_##s(T a) { return -a; }
#define BINARY(T, s, name, op) \
    static T safe_##name##_func_##T##_##s##_##s(T a, T b) { return a op b; }
#define DIVISION(T, s, name, op, wrong) \
    static T safe_##name##_func_##T##_##s##_##s(T a, T b) { return (wrong) ? a : (a op b); }
#define SHIFT(T, s, name, op, bits, R, r, wrong) \
    static T safe_##name##_func_##T##_##s##_##r(T a, R b) { return (wrong) || b >= (bits) ? a : (a op b); }
#define SIGNED(bits) \
    UNARY(int##bits##_t, s) BINARY(int##bits##_t, s, add, +) BINARY(int##bits##_t, s, sub, -) \
    BINARY(int##bits##_t, s, mul, *) \
    DIVISION(int##bits##_t, s, div, /, b == 0 || (b == -1 && a == INT##bits##_MIN)) \
    DIVISION(int##bits##_t, s, mod, %, b == 0 || (b == -1 && a == INT##bits##_MIN)) \
    SHIFT(int##bits##_t, s, lshift, <<, bits, int, s, a < 0 || b < 0) \
    SHIFT(int##bits##_t, s, lshift, <<, bits, unsigned, u, a < 0) \
    SHIFT(int##bits##_t, s, rshift, >>, bits, int, s, b < 0) \
    SHIFT(int##bits##_t, s, rshift, >>, bits, unsigned, u, 0)
#define UNSIGNED(bits) \
    UNARY(uint##bits##_t, u) BINARY(uint##bits##_t, u, add, +) BINARY(uint##bits##_t, u, sub, -) \
    BINARY(uint##bits##_t, u, mul, *) \
    DIVISION(uint##bits##_t, u, div, /, b == 0) DIVISION(uint##bits##_t, u, mod, %, b == 0) \
    SHIFT(uint##bits##_t, u, lshift, <<, bits, int, s, b < 0) SHIFT(uint##bits##_t, u, lshift, <<, bits, unsigned, u, 0) \
    SHIFT(uint##bits##_t, u, rshift, >>, bits, int, s, b < 0) SHIFT(uint##bits##_t, u, rshift, >>, bits, unsigned, u, 0)
SIGNED(8) SIGNED(16) SIGNED(32) SIGNED(64)
UNSIGNED(8) UNSIGNED(16) UNSIGNED(32) UNSIGNED(64)
