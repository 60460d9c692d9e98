/* Structs, unions, arrays, bit-fields, initialisers. */
struct point { int x; short y; };
struct line { struct point a, b; char name[6]; };
union mixed { u64 whole; unsigned char bytes[8]; struct { unsigned low, high; } halves; };
struct flags { unsigned a : 3; int b : 5; unsigned : 0; unsigned long c : 40; _Bool d : 1; unsigned e : 20; };
enum colour { RED, GREEN = 5, BLUE };

static struct line table[3] = { [1] = { .b = { 4, -5 }, .name = "abc" }, { { 1, 2 }, { 3, 4 }, "hello" } };
static int grid[3][4] = { { 1, 2, 3 }, [2] = { [1] = 7, 8 } };
static struct flags constant = { 5, -3, 0x123456789, 1, 99999 };
static int *pointers[2] = { &grid[1][2], grid[2] + 1 };
static const char *text = "text";
static char again[] = "again";
static int (*const operation)(int);
static struct point later = { .y = 1, .x = 2, .y = 3 };
static struct { struct point p[2]; int n; } nested = { .p[1].x = 4, .p[0] = { 5, 6 }, 7 };

static struct point swap(struct point p)
{
    struct point q = { p.y, p.x };
    p.x = 1000;
    return q;
}

static struct line make(struct point a, struct point b)
{
    return (struct line){ .a = a, .b = swap(b), .name = { 'x', 'y' } };
}

static void bump(struct point *p) { p->x++, p->y--; }

u64 test(void)
{
    for (int i = 0; i < 3; i++) {
        MIX(table[i].a.x); MIX(table[i].a.y); MIX(table[i].b.x); MIX(table[i].b.y);
        for (int j = 0; j < 6; j++)
            MIX(table[i].name[j]);
        for (int j = 0; j < 4; j++)
            MIX(grid[i][j]);
    }
    MIX(constant.a); MIX(constant.b); MIX(constant.c); MIX(constant.d); MIX(constant.e);
    *pointers[0] = 77;
    pointers[1][1] += 5;
    MIX(grid[1][2]); MIX(grid[2][2]); MIX(pointers[1] - pointers[0]);
    MIX(text[1]); MIX(again[4]); MIX(sizeof again); MIX(operation == 0);
    MIX(later.x); MIX(later.y); MIX(nested.p[1].x); MIX(nested.p[0].y); MIX(nested.n);
    struct point p = { 3, 4 }, q;
    q = p;
    q.x += 10;
    MIX(p.x); MIX(q.x);
    p = swap(q);
    MIX(p.x); MIX(p.y); MIX(q.x); MIX(swap(p).x);
    struct line l = make(p, q);
    MIX(l.a.x); MIX(l.b.x); MIX(l.b.y); MIX(l.name[1]); MIX(l.name[2]);
    bump(&l.a); bump(&table[2].b);
    MIX(l.a.x); MIX(l.a.y); MIX(table[2].b.y);
    struct line copy[2] = { l, table[1] };
    copy[1] = copy[0];
    MIX(copy[1].b.x);
    q = p.x > 100 ? p : l.a;
    MIX(q.y);
    union mixed u = { .whole = 0x0102030405060708ul };
    MIX(u.bytes[0]); MIX(u.bytes[7]); MIX(u.halves.high);
    u.halves.low = 0xffffffff;
    MIX(u.whole);
    struct flags f = constant;
    f.a += 6; f.b <<= 2; f.c--; f.d = 4; f.e *= 3;
    MIX(f.a); MIX(f.b); MIX(f.c); MIX(f.d); MIX(f.e); MIX(f.b--); MIX(++f.a); MIX(f.a = 13); MIX(sizeof f);
    struct flags g = { .b = -1, .e = f.e };
    MIX(g.a); MIX(g.b); MIX(g.c); MIX(g.d); MIX(g.e);
    enum colour c = BLUE;
    MIX(c); MIX(c == 6); MIX(sizeof c);
    int local[2][3] = { { 1 }, { 2, 3, 4 } };
    int (*row)[3] = local;
    MIX(row[1][2]); MIX(*(*(row + 1) + 1)); MIX(sizeof local / sizeof *local);
    int *whole = (int[]){ 9, 8, 7 };
    whole[1]++;
    MIX(whole[1] + whole[2]);
    char word[8] = "hi";
    MIX(word[1]); MIX(word[2]); MIX(word[7]);
    memset(word, 0x7f, 4);
    MIX(word[3]); MIX(word[4]);
    memcpy(&u, word, sizeof u);
    MIX(u.whole);
    int *heap = calloc(4, sizeof(int));
    heap[2] = 5;
    MIX(heap[0] + heap[2]);
    free(heap);
    return sum;
}
