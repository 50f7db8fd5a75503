/** The only source of randomness in `functions/` and `lib/`; tests and the simulator replace it. */
import { randomBytes } from 'node:crypto';

export const random = {
  /** A number in [0, 1), for jitter. */
  fraction: (): number => Math.random(),
  /** Unique for each call, to distinguish our own earlier write from that of another invocation. */
  nonce: (): string => randomBytes(12).toString('base64url'),
  /** Cryptographically secure, for secrets. */
  bytes: (length: number): Uint8Array => randomBytes(length),
};
