// error: 3:12 not UTF-8
int main(void)
{ char *café; return 0; }
