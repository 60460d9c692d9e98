// error: 2:1 the pragma scalar_storage_order is not supported
#pragma scalar_storage_order big-endian
struct turned {
	int value;
};

int main(void)
{
	struct turned one = {1};
	return *(char *)&one;
}
