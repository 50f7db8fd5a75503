/** The deployment's keys for the checksum of API keys. New API keys are made with the first; those made with any other hold too. */

export const checksumKeys = {
  /** Empty for the command line, which reads them from their secret. Tests and the simulator replace it. */
  known: (process.env['API_KEY_CHECKSUM_KEYS'] ?? '').split(' ').filter(Boolean) as readonly string[],
};
