// error: 14:14 a struct that is computed for a range of elements
struct s {
    int a;
};

static int count;
static struct s next(void)
{
    return (struct s){ ++count };
}

int main(void)
{
    struct s a[2] = { [0 ... 1] = next() };
    return a[0].a - a[1].a;
}
