/** How a client that sends messages is set up: one request for one message, and never a long wait. */

export type Limits = { connectMs: number; totalMs: number };

export const LIMITS: Limits = { connectMs: 2_000, totalMs: 8_000 };

/**
 * No SDK retries: no channel has an idempotency key, so a second request may be a second message. No connection is
 * kept either: one that has died while the function slept cannot be told from a lost answer.
 */
export const sendingClient = ({ connectMs }: Limits) => ({
  maxAttempts: 1,
  requestHandler: {
    connectionTimeout: connectMs,
    httpAgent: { keepAlive: false },
    httpsAgent: { keepAlive: false },
  },
});
