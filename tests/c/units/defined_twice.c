// error: 1:5 `count` is defined twice
// options: tests/c/units/defined_twice.part
int main(void)
{
    return 0;
}
int count = 1;
