// error: 5:12 an operand that is evaluated for the size of its type, and does something, is not supported
int main(void)
{
    int n = 3, k = 0, row[n];
    typeof(*(k++, &row)) other;
    return sizeof other == 12;
}
