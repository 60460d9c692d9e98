#define smp_mb() __sync_synchronize()
