// verdict: sc safe, tso safe, pso safe
// Unions of which the member that was written is read.
#include <assert.h>

struct message {
    int kind;
    union {
        int number;
        char *text;
        struct {
            short low, high;
        } pair;
    } body;
};

static int value(const struct message *m)
{
    switch (m->kind) {
    case 0:
        return m->body.number;
    case 1:
        return m->body.text[0];
    default:
        return m->body.pair.low + m->body.pair.high;
    }
}

int main(void)
{
    char word[] = "ab";
    struct message m = { .kind = 0, .body = { .number = 42 } };
    assert(value(&m) == 42);
    m.kind = 1;
    m.body.text = word;
    assert(value(&m) == 'a');
    m.kind = 2;
    m.body.pair.low = 1;
    m.body.pair.high = -3;
    assert(value(&m) == -2);
    assert(sizeof m.body == 8 && (void *)&m.body.number == (void *)&m.body.pair);
    return 0;
}
