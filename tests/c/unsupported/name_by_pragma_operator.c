// error: 2:10 the pragma redefine_extname is not supported
_Pragma("redefine_extname first second")
extern int first(void);
int second(void)
{
    return 3;
}
int main(void)
{
    return first();
}
