// error: 8:9 `snprintf` with another type than the library's is not supported
long snprintf(char *, unsigned long, const char *, ...);

int main(void)
{
	char text[5];

	return snprintf(text, 5, "a") != 1;
}
