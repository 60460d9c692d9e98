// verdict: sc safe, tso safe, pso safe
// Nothing depends on the bits that nobody has set: padding that is copied, what lies around a bit-field, an unset member.
#include <assert.h>
#include <string.h>

struct record {
    char kind;
    long value;
    int unset;
};

struct fields {
    unsigned low : 5;
    unsigned high : 9;
    int sign : 4;
};

static struct record made(long value)
{
    struct record record;
    record.kind = 'r';
    record.value = value;
    return record;
}

static struct fields set(struct fields fields, unsigned low)
{
    fields.low = low;
    return fields;
}

int main(void)
{
    struct record first = made(7), second;
    memcpy(&second, &first, sizeof second);
    struct record third = second;
    assert(third.kind == 'r' && third.value == 7);

    struct fields fields;
    fields.high = 300;
    fields.sign = -3;
    fields = set(fields, 17);
    fields.low++;
    fields.high ^= 1;
    assert(fields.low == 18 && fields.high == 301 && fields.sign == -3);
    return 0;
}
