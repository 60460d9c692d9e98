// error: 3:5 `add` is declared here with another type than it is defined with
// options: tests/c/units/other_parameters.part
int add(int, int);
int main(void)
{
    return add(1, 2);
}
