/*
 * Innocent pairs, the parametric fragment of Joshi, Kroening, "Property-driven fence insertion using reorder bounded
 * model checking" (FM 2015), figure 2: INNOCENT (1 to 40) store-buffering shapes whose outcome does not matter.
 * This part stands at the start of thread 2.
 * They are written out, not made by a macro, because each pair has to be a place of its own in the source.
 */
int s2 = 0;

v1 = 1;
s2 += u1;
#if INNOCENT >= 2
v2 = 1;
s2 += u2;
#endif
#if INNOCENT >= 3
v3 = 1;
s2 += u3;
#endif
#if INNOCENT >= 4
v4 = 1;
s2 += u4;
#endif
#if INNOCENT >= 5
v5 = 1;
s2 += u5;
#endif
#if INNOCENT >= 6
v6 = 1;
s2 += u6;
#endif
#if INNOCENT >= 7
v7 = 1;
s2 += u7;
#endif
#if INNOCENT >= 8
v8 = 1;
s2 += u8;
#endif
#if INNOCENT >= 9
v9 = 1;
s2 += u9;
#endif
#if INNOCENT >= 10
v10 = 1;
s2 += u10;
#endif
#if INNOCENT >= 11
v11 = 1;
s2 += u11;
#endif
#if INNOCENT >= 12
v12 = 1;
s2 += u12;
#endif
#if INNOCENT >= 13
v13 = 1;
s2 += u13;
#endif
#if INNOCENT >= 14
v14 = 1;
s2 += u14;
#endif
#if INNOCENT >= 15
v15 = 1;
s2 += u15;
#endif
#if INNOCENT >= 16
v16 = 1;
s2 += u16;
#endif
#if INNOCENT >= 17
v17 = 1;
s2 += u17;
#endif
#if INNOCENT >= 18
v18 = 1;
s2 += u18;
#endif
#if INNOCENT >= 19
v19 = 1;
s2 += u19;
#endif
#if INNOCENT >= 20
v20 = 1;
s2 += u20;
#endif
#if INNOCENT >= 21
v21 = 1;
s2 += u21;
#endif
#if INNOCENT >= 22
v22 = 1;
s2 += u22;
#endif
#if INNOCENT >= 23
v23 = 1;
s2 += u23;
#endif
#if INNOCENT >= 24
v24 = 1;
s2 += u24;
#endif
#if INNOCENT >= 25
v25 = 1;
s2 += u25;
#endif
#if INNOCENT >= 26
v26 = 1;
s2 += u26;
#endif
#if INNOCENT >= 27
v27 = 1;
s2 += u27;
#endif
#if INNOCENT >= 28
v28 = 1;
s2 += u28;
#endif
#if INNOCENT >= 29
v29 = 1;
s2 += u29;
#endif
#if INNOCENT >= 30
v30 = 1;
s2 += u30;
#endif
#if INNOCENT >= 31
v31 = 1;
s2 += u31;
#endif
#if INNOCENT >= 32
v32 = 1;
s2 += u32;
#endif
#if INNOCENT >= 33
v33 = 1;
s2 += u33;
#endif
#if INNOCENT >= 34
v34 = 1;
s2 += u34;
#endif
#if INNOCENT >= 35
v35 = 1;
s2 += u35;
#endif
#if INNOCENT >= 36
v36 = 1;
s2 += u36;
#endif
#if INNOCENT >= 37
v37 = 1;
s2 += u37;
#endif
#if INNOCENT >= 38
v38 = 1;
s2 += u38;
#endif
#if INNOCENT >= 39
v39 = 1;
s2 += u39;
#endif
#if INNOCENT >= 40
v40 = 1;
s2 += u40;
#endif
sum2 = s2;
