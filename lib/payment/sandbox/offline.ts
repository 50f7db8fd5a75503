/**
 * The sandbox without a network, for the rehearsal of a release (docs/decisions/0061-a-rehearsal-before-traffic.md): whatever is opened
 * there is paid when somebody asks, with the one amount that a rehearsal uses. It answers only to the key of a rehearsal.
 */
import { realTime } from '#lib/clock.ts';
import {
  OFFLINE_URL,
  paidTransaction,
  REHEARSAL_KEY,
  REHEARSED_AMOUNT,
} from '#lib/domain/payment/rehearsed-payment.ts';
import { type Call, ProviderFailure } from '#lib/payment/port.ts';

type Answer = Awaited<ReturnType<Call>>;

export function answerOffline({ method, path, body }: { method: string; path: string; body?: object }, secret: string) {
  if (!secret.startsWith(REHEARSAL_KEY)) throw new ProviderFailure('unauthorized');
  const { pathname, searchParams } = new URL(path, OFFLINE_URL);
  const answer = (status: number, json: object): Answer => ({ status, json });
  if (method === 'POST' && pathname === '/sessions') return answer(201, openedSession(body as SessionRequest));
  if (method === 'POST') return answer(200, {});
  if (pathname === '/movements') return answer(200, { movements: [] });
  const reference = searchParams.get('reference') ?? '';
  return reference === '' ? answer(404, { error: { code: 'not_found' } }) : answer(200, paid(reference));
}

type SessionRequest = { reference: string; method: string; amount: object; expiresAt: string };

const openedSession = ({ reference, method, amount, expiresAt }: SessionRequest) => ({
  ...{ reference, method, amount, expiresAt, status: 'open' },
  link: `${OFFLINE_URL}/pay/${encodeURIComponent(reference)}`,
  bankAccount: { bankName: 'Rehearsal', accountNumber: '0000000000', accountName: 'Rehearsal' },
});

const paid = (reference: string) => ({
  ...{ reference, state: 'paid', refunds: [], disputes: [] },
  payments: [
    {
      ...{ transaction: paidTransaction(reference), reference, method: 'card', amount: REHEARSED_AMOUNT },
      paidAt: realTime().toISOString(),
    },
  ],
});
