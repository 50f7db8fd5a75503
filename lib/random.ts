/** The only source of randomness in `functions/` and `lib/`; tests and the simulator replace it. */
import { randomBytes } from 'node:crypto';

export const random = {
  /** A number in [0, 1), for jitter. */
  fraction: (): number => Math.random(),
  /** A value no other invocation has: it tells our own earlier write from somebody else's. */
  nonce: (): string => randomBytes(12).toString('base64url'),
  /** Random bytes fit for secrets. */
  bytes: (length: number): Uint8Array => randomBytes(length),
};
