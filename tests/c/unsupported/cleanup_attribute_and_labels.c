// error: 10:43 the attribute `cleanup`
static void nothing(int *number)
{
    (void)number;
}
int main(void)
{
again:;
    static int rounds;
    __attribute__((cleanup(nothing))) int number = 1;
    if (rounds++ < number)
        goto again;
    return 0;
}
