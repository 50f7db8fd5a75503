/** The only source of randomness in `functions/` and `lib/`. */
import { randomBytes } from 'node:crypto';

export type Random = {
  /** A number in [0, 1), for jitter. */
  fraction: () => number;
  /** Unique for each call, to distinguish our own earlier write from that of another invocation; at most 36 characters. */
  nonce: () => string;
  /** Cryptographically secure, for secrets. */
  bytes: (length: number) => Uint8Array;
};

export const random: Random = {
  fraction: () => Math.random(),
  nonce: () => randomBytes(12).toString('base64url'),
  bytes: (length) => randomBytes(length),
};
