/** What the functions must know of a restore: after a failover to a copy of the table, what was due before is not sent. */

export const restored = {
  /** An ISO instant, or undefined where nothing was restored. Tests replace it. */
  nothingDueBefore: process.env['NOTHING_DUE_BEFORE'] || undefined,
};
