// error: 8:12 the function `elsewhere` is neither defined nor known
// options: tests/c/units/missing.part
int elsewhere(void);
static int here = 0;
int used(void);
int main(void)
{
    return elsewhere() + here + used();
}
