/*
 * Innocent pairs, the parametric fragment of Joshi, Kroening, "Property-driven fence insertion using reorder bounded
 * model checking" (FM 2015), figure 2: INNOCENT (1 to 40) store-buffering shapes whose outcome does not matter.
 * This part declares the variables.
 * They are written out, not made by a macro, because each pair has to be a place of its own in the source.
 */
#if INNOCENT < 1 || INNOCENT > 40
#error "INNOCENT must be between 1 and 40"
#endif

volatile int u1, v1;
volatile int u2, v2;
volatile int u3, v3;
volatile int u4, v4;
volatile int u5, v5;
volatile int u6, v6;
volatile int u7, v7;
volatile int u8, v8;
volatile int u9, v9;
volatile int u10, v10;
volatile int u11, v11;
volatile int u12, v12;
volatile int u13, v13;
volatile int u14, v14;
volatile int u15, v15;
volatile int u16, v16;
volatile int u17, v17;
volatile int u18, v18;
volatile int u19, v19;
volatile int u20, v20;
volatile int u21, v21;
volatile int u22, v22;
volatile int u23, v23;
volatile int u24, v24;
volatile int u25, v25;
volatile int u26, v26;
volatile int u27, v27;
volatile int u28, v28;
volatile int u29, v29;
volatile int u30, v30;
volatile int u31, v31;
volatile int u32, v32;
volatile int u33, v33;
volatile int u34, v34;
volatile int u35, v35;
volatile int u36, v36;
volatile int u37, v37;
volatile int u38, v38;
volatile int u39, v39;
volatile int u40, v40;
int sum1, sum2;
