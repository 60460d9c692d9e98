// error: 3:13 `count` is declared here with another type than it is defined with
// options: tests/c/units/other_type.part
extern long count;
int main(void)
{
    return count != 0;
}
