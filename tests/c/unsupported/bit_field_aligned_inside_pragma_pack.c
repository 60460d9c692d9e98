// error: 5:9 an alignment of a bit-field that is less than its type's, that the name of its type has, or under a `#pragma pack` of more than 1
#pragma pack(push, 2)
struct pair {
    char first;
    int second : 27 __attribute__((aligned(2)));
};
#pragma pack(pop)

int main(void)
{
    return sizeof(struct pair) - 6;
}
