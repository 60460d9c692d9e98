// title: a bit-field is asked whose neighbours are set
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
struct fields {
	unsigned low : 3, middle : 7, high : 12;
};

int main(void)
{
	struct fields fields;

	fields.low = 5;
	fields.high = 70;
	return fields.middle == 6 ? 0 : 1;
}
