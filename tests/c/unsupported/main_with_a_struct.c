// error: 3:10 `main` with this result is not supported
struct s { int a[9]; };
struct s main(void)
{
	struct s nothing = { { 0 } };
	return nothing;
}
