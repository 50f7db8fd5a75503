/** The public base of every absolute URL that this deployment gives out. */

export const site = {
  /** Absolute, without a trailing slash. */
  baseUrl: process.env['BASE_URL'] ?? '',
};
