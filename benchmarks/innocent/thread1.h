/*
 * Innocent pairs, the parametric fragment of Joshi, Kroening, "Property-driven fence insertion using reorder bounded
 * model checking" (FM 2015), figure 2: INNOCENT (1 to 40) store-buffering shapes whose outcome does not matter.
 * This part stands at the start of thread 1.
 * They are written out, not made by a macro, because each pair has to be a place of its own in the source.
 */
int s1 = 0;

u1 = 1;
s1 += v1;
#if INNOCENT >= 2
u2 = 1;
s1 += v2;
#endif
#if INNOCENT >= 3
u3 = 1;
s1 += v3;
#endif
#if INNOCENT >= 4
u4 = 1;
s1 += v4;
#endif
#if INNOCENT >= 5
u5 = 1;
s1 += v5;
#endif
#if INNOCENT >= 6
u6 = 1;
s1 += v6;
#endif
#if INNOCENT >= 7
u7 = 1;
s1 += v7;
#endif
#if INNOCENT >= 8
u8 = 1;
s1 += v8;
#endif
#if INNOCENT >= 9
u9 = 1;
s1 += v9;
#endif
#if INNOCENT >= 10
u10 = 1;
s1 += v10;
#endif
#if INNOCENT >= 11
u11 = 1;
s1 += v11;
#endif
#if INNOCENT >= 12
u12 = 1;
s1 += v12;
#endif
#if INNOCENT >= 13
u13 = 1;
s1 += v13;
#endif
#if INNOCENT >= 14
u14 = 1;
s1 += v14;
#endif
#if INNOCENT >= 15
u15 = 1;
s1 += v15;
#endif
#if INNOCENT >= 16
u16 = 1;
s1 += v16;
#endif
#if INNOCENT >= 17
u17 = 1;
s1 += v17;
#endif
#if INNOCENT >= 18
u18 = 1;
s1 += v18;
#endif
#if INNOCENT >= 19
u19 = 1;
s1 += v19;
#endif
#if INNOCENT >= 20
u20 = 1;
s1 += v20;
#endif
#if INNOCENT >= 21
u21 = 1;
s1 += v21;
#endif
#if INNOCENT >= 22
u22 = 1;
s1 += v22;
#endif
#if INNOCENT >= 23
u23 = 1;
s1 += v23;
#endif
#if INNOCENT >= 24
u24 = 1;
s1 += v24;
#endif
#if INNOCENT >= 25
u25 = 1;
s1 += v25;
#endif
#if INNOCENT >= 26
u26 = 1;
s1 += v26;
#endif
#if INNOCENT >= 27
u27 = 1;
s1 += v27;
#endif
#if INNOCENT >= 28
u28 = 1;
s1 += v28;
#endif
#if INNOCENT >= 29
u29 = 1;
s1 += v29;
#endif
#if INNOCENT >= 30
u30 = 1;
s1 += v30;
#endif
#if INNOCENT >= 31
u31 = 1;
s1 += v31;
#endif
#if INNOCENT >= 32
u32 = 1;
s1 += v32;
#endif
#if INNOCENT >= 33
u33 = 1;
s1 += v33;
#endif
#if INNOCENT >= 34
u34 = 1;
s1 += v34;
#endif
#if INNOCENT >= 35
u35 = 1;
s1 += v35;
#endif
#if INNOCENT >= 36
u36 = 1;
s1 += v36;
#endif
#if INNOCENT >= 37
u37 = 1;
s1 += v37;
#endif
#if INNOCENT >= 38
u38 = 1;
s1 += v38;
#endif
#if INNOCENT >= 39
u39 = 1;
s1 += v39;
#endif
#if INNOCENT >= 40
u40 = 1;
s1 += v40;
#endif
sum1 = s1;
