/** How far back the table can be restored; the stack sets it, and the command line for a table that a restore has made. */

/** A mistake can be mended for so long, and what was erased is gone from the backups after it: less than a month. */
export const RECOVERY_DAYS = 28;
