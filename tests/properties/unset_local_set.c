// title: a variable is set on one way only, and asked on that way only
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc safe
int __VERIFIER_nondet_int(void);

static int asked;

int main(void)
{
	int found, is_set = 0;

	if (__VERIFIER_nondet_int() > 7)
		found = is_set = 1;
	if (is_set && found == 1)
		asked = 1;
	return 0;
}
