/* What the configuration of liburcu writes for a machine with the compiler's atomic builtins. */
#define CONFIG_RCU_USE_ATOMIC_BUILTINS 1
#define CONFIG_RCU_SMP 1
