/** Posts webhooks for the local run: while its clock is moved, a receiver that hangs is waited for once, and all of them together not for long. */
import { type PostResult, postWebhook } from '#lib/webhook/post.ts';
import type { Receivers } from '#lib/webhook/receivers.ts';

/** A receiver on this machine answers long before that. */
export const PATIENCE_MS = 2_000;

/** For each receiver more, when others have used up the patience of a move. */
const LITTLE_MS = 500;

/**
 * A move of the clock can hold hundreds of attempts, each at an instant of its own. For the service a receiver that hangs has
 * timed out at once: that the clock stands still meanwhile is the same for all that the function does.
 */
export function patientPost(receivers: Receivers, isMoving: () => boolean, patienceMs = PATIENCE_MS) {
  const hanging = new Set<string>();
  let left = patienceMs;
  return async (webhook: Parameters<typeof postWebhook>[1]): Promise<PostResult> => {
    if (!isMoving()) {
      hanging.clear();
      left = patienceMs;
      return postWebhook(receivers, webhook);
    }
    const { origin } = new URL(webhook.url);
    if (hanging.has(origin)) return { error: 'timeout', milliseconds: receivers.limits.totalMs };
    const totalMs = Math.max(Math.min(LITTLE_MS, patienceMs), left);
    const limits = { ...receivers.limits, totalMs };
    const posted = await postWebhook({ ...receivers, limits }, webhook);
    if (posted.error === 'timeout') {
      hanging.add(origin);
      left -= totalMs;
    }
    return posted;
  };
}
