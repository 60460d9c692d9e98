// error: 8:16 the attribute scalar_storage_order is not supported
struct __attribute__((scalar_storage_order("big-endian"))) turned {
	int value;
};

int main(void)
{
	struct turned one = {1};
	return *(char *)&one;
}
