/** Opens Flutterwave's payment page, and closes it. */
import type { Ask } from '#lib/payment/json-api.ts';
import type { Order } from '#lib/payment/port.ts';
import { earliest, inMinutes, MINUTE_MS } from '#lib/payment/provider-time.ts';
import { linkAt } from '#lib/payment/read-answer.ts';
import { hasEnded } from '#lib/payment/refusal.ts';

/** The maximum of `session_duration`: https://developer.flutterwave.com/docs/flutterwave-standard-1. */
const PAGE_MINUTES = 1440;

/** How often a payer may try again after a failed payment. */
const MAX_RETRIES = 5;

type Charge = { email: string; payment_options?: string };

type OpenedPage = { kind: 'opened'; option: { link: string; expiresAt: string }; key: string };

/** The page's address is also the key of the session, because a page is closed by its address. */
export async function openPage(order: Order, ask: Ask, { email, ...charge }: Charge): Promise<OpenedPage> {
  const minutes = Math.ceil((Date.parse(order.expiresAt) - order.now.getTime()) / MINUTE_MS);
  const lives = Math.min(PAGE_MINUTES, Math.max(1, minutes));
  const answer = await ask('POST', '/payments', {
    ...charge,
    redirect_url: order.returnUrl,
    customer: { email },
    customizations: { title: order.merchant, description: order.description },
    configurations: { session_duration: lives, max_retry_attempt: MAX_RETRIES },
  });
  const link = linkAt(answer, 'data', 'link');
  return {
    kind: 'opened',
    option: { link, expiresAt: earliest(order.expiresAt, inMinutes(order.now, lives)) },
    key: link,
  };
}

export async function closePage(link: string | undefined, ask: Ask): Promise<'closed' | 'unclosable'> {
  if (link === undefined) return 'unclosable';
  try {
    await ask('POST', '/payments/link/disable', { link });
  } catch (error) {
    if (!hasEnded(error)) throw error;
  }
  return 'closed';
}
