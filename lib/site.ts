/** Where this deployment answers: the base of every absolute URL it hands out. */

export const site = {
  /** Absolute, without a trailing slash. */
  baseUrl: process.env['BASE_URL'] ?? '',
};
