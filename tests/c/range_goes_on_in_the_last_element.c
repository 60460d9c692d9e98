// verdict: sc safe, tso safe, pso safe
// Behind a value for several elements the list goes on in the last of them alone.
#include <assert.h>

struct p { int x, y; };
struct rows { int x, a[2][2]; };

struct p points[4] = { [0 ... 1] = 1, 2, 3 };
struct p named[] = { [0 ... 2].x = 4, 5 };
struct p by_size[4] = { [0 ... sizeof(int) / 2 - 1 + 0].x = 1, 2, 3 };
int matrix[3][2] = { [0 ... 1] = 1, 2, 3 };
int cube[2][2][2] = { [0 ... 1] = { [0 ... 1] = 1, 2 } };
int planes[3][2][2] = { [0 ... 1][0 ... 1] = 1, 2, 3 };
struct rows rows = { .a[0 ... 1] = 4, 5 };
struct rows listed[2] = { [0 ... 1].a = { 1, 2 }, 6 };
int numbers[5] = { [0 ... 1] = 1, 2, 3 };
struct p whole[3] = { [0 ... 1] = { 1, 2 }, 3 };

static int count;
static int next(void) { return ++count; }

int main(void)
{
    assert(points[0].x == 1 && points[0].y == 0 && points[1].x == 1 && points[1].y == 2 && points[2].x == 3);
    assert(named[0].x == 4 && named[0].y == 0 && named[2].x == 4 && named[2].y == 5);
    assert(by_size[0].y == 0 && by_size[1].x == 1 && by_size[1].y == 2 && by_size[2].x == 3);
    assert(matrix[0][0] == 1 && matrix[0][1] == 0 && matrix[1][1] == 2 && matrix[2][0] == 3);
    assert(cube[0][0][1] == 0 && cube[0][1][1] == 2 && cube[1][0][1] == 0 && cube[1][1][1] == 2);
    assert(planes[0][1][0] == 1 && planes[0][1][1] == 0 && planes[1][1][1] == 2 && planes[2][0][0] == 3);
    assert(rows.a[0][0] == 4 && rows.a[0][1] == 0 && rows.a[1][0] == 4 && rows.a[1][1] == 5);
    assert(listed[0].a[0][1] == 2 && listed[0].x == 0 && listed[1].a[0][1] == 2 && listed[1].a[1][1] == 0);
    assert(numbers[1] == 1 && numbers[2] == 2 && numbers[3] == 3);
    assert(whole[0].y == 2 && whole[1].y == 2 && whole[2].x == 3);
    struct p once[3] = { [0 ... 1] = next(), next(), next() };
    assert(count == 3 && once[0].x == 1 && once[0].y == 0 && once[1].x == 1 && once[1].y == 2 && once[2].x == 3);
    int flat[4] = { [0 ... 1] = next(), next() };
    assert(count == 5 && flat[0] == 4 && flat[1] == 4 && flat[2] == 5);
    struct p copied[3] = { [0 ... 1] = points[1], 3 };
    assert(copied[0].y == 2 && copied[1].y == 2 && copied[2].x == 3);
    struct p stated[3] = { [0 ... 1].x = ({ int q = next(); q; }), 2 };
    assert(count == 6 && stated[0].x == 6 && stated[1].x == 6 && stated[0].y == 0 && stated[1].y == 2);
    return 0;
}
