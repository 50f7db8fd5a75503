/** The sandbox without a network pays whatever is opened, so it answers only to the key of a rehearsal. */
import { describe, expect, it } from 'vitest';
import { OFFLINE_URL, REHEARSED_AMOUNT } from '#lib/domain/payment/rehearsed-payment.ts';
import { adapter } from '#lib/payment/sandbox/adapter.ts';

const asked: string[] = [];
const connection = (secretKey: string) => ({
  credentials: { secretKey },
  hosts: { live: OFFLINE_URL },
  call: async ({ url }: { url: string }) => {
    asked.push(url);
    return { status: 200, json: {} };
  },
});

describe('the sandbox without a network', () => {
  it('finds what is paid, lists nothing, and closes, for a rehearsal alone', async () => {
    const own = connection('rehearsal_1');
    const { movements, progress } = await adapter.findMovements({ reference: 'ref-1' }, own);
    expect([movements[0]?.references, movements[0]?.amount, progress]).toEqual([['ref-1'], REHEARSED_AMOUNT, 'ended']);
    expect(await adapter.findMovements({ transaction: 't-1' }, own)).toEqual({ movements: [], progress: 'unknown' });
    const range = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' };
    expect(await adapter.listMovements?.({ what: 'payments', ...range }, own)).toEqual({ movements: [] });
    expect(await adapter.close?.({ reference: 'ref-1', method: 'card' } as never, own)).toBe('closed');
  });

  it('answers to no other key, and asks nobody', async () => {
    for (const key of ['sk_1', '', 'xrehearsal_1'])
      await expect(adapter.findMovements({ reference: 'ref-1' }, connection(key))).rejects.toThrow('unauthorized');
    expect(asked).toEqual([]);
  });
});
