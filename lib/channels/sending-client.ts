/** The settings of a client that sends messages: one request for each message, and short time limits. */

export type Limits = { connectMs: number; totalMs: number };

export const LIMITS: Limits = { connectMs: 2_000, totalMs: 8_000 };

export const sendingClient = ({ connectMs }: Limits) => ({
  // No channel has an idempotency key, so a second request may send a second message.
  maxAttempts: 1,
  requestHandler: {
    connectionTimeout: connectMs,
    // A kept connection may die while the function is frozen, and that looks like a lost answer.
    httpAgent: { keepAlive: false },
    httpsAgent: { keepAlive: false },
  },
});
