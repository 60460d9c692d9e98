/* Not used without DEBUG_BUFRING. */
