// error: 3:9 not valid UTF-8
int main(void)
{ char *café; return 0; }
