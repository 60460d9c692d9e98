// error: 5:2 a range of case values in which there is none is not supported
int main(void)
{
	switch (3) {
	case 10 ... 5:
	default:
		break;
	}
	return 0;
}
