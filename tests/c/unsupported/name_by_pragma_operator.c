// error: 1:27 the pragma redefine_extname is not supported
_Pragma("redefine_extname first second")
int first(void)
{
    return 4;
}
int main(void)
{
    return first();
}
