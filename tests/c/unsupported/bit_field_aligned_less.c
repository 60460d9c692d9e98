// error: 5:9 an alignment of a bit-field that is less than its type's
// gcc has it begin at the next multiple of that.
struct pair {
    char first : 5;
    int second : 9 __attribute__((aligned(2)));
};

int main(void)
{
    return sizeof(struct pair) - 4;
}
