// verdict: sc violation, tso violation, pso violation
// property: arithmetic without a defined result
enum kind { FIRST, SECOND };
static int number(enum kind kind)
{
    switch (kind) {
    case FIRST:
        return 1;
    case SECOND:
        return 2;
    }
    __builtin_unreachable();
}
int main(void)
{
    return number((enum kind)2) + number(FIRST);
}
