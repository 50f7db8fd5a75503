/** How long the personal data of a collection that has ended is kept. */

/** In days; undefined: until somebody asks for its erasure. Tests replace it. */
export const retention: { days: number | undefined } = { days: Number(process.env['RETENTION_DAYS']) || undefined };
