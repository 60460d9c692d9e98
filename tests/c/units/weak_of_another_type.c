// error: 3:27 `limit` is declared here with another type than it is defined with
// options: tests/c/units/weak_of_another_type.part
int __attribute__((weak)) limit(int least)
{
    return least;
}
int main(void)
{
    return limit(1);
}
