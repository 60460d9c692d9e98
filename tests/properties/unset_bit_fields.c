// title: bit-fields of one unit are set and asked, with bits beside them that nobody has set
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc safe
struct fields {
	unsigned low : 3, middle : 7, high : 12;
};

int main(void)
{
	struct fields fields, copy;

	fields.low = 5;
	fields.high = 70;
	copy = fields;
	copy.low++;
	return copy.low == 6 && copy.high != 71 ? 0 : 1;
}
