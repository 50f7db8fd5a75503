/**
 * Opt-outs: by address, for every account, from the very next read on.
 * Addresses that cannot be reached: what a failure leaves behind, also when several are told at once.
 */
import { describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import type { Address } from '#lib/domain/contact.ts';
import { MAX_TRIES } from '#lib/domain/errors.ts';
import type { FailureKind } from '#lib/domain/message/outgoing.ts';
import { findReach, optOut } from '#lib/store/opt-out/opt-outs.ts';
import { rememberFailure } from '#lib/store/opt-out/unreachable.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { interceptSend } from './intercept-send.ts';

const optedOut = async (addresses: readonly Address[]) => (await findReach(table, addresses, new Date())).optedOut;

useTable();
clock.sleep = async () => {};
const NOW = new Date('2026-03-01T09:00:00.000Z');
let people = 0;

/** Somebody's three addresses. */
function aPerson(): { whatsapp: Address; sms: Address; email: Address; all: Address[] } {
  people += 1;
  const phone = `+23480300${String(10_000 + people)}`;
  const whatsapp = { channel: 'whatsapp', address: phone } as const;
  const sms = { channel: 'sms', address: phone } as const;
  const email = { channel: 'email', address: `ada.${people}@example.com` } as const;
  return { whatsapp, sms, email, all: [whatsapp, sms, email] };
}

describe('an opt-out', () => {
  it('an address has not opted out at first, and no addresses have no opt-outs', async () => {
    expect(await optedOut(aPerson().all)).toEqual([]);
    expect(await optedOut([])).toEqual([]);
  });

  it('an opt-out holds for its channel and address alone', async () => {
    const [ada, eve] = [aPerson(), aPerson()];
    await optOut(table, [ada.sms], 'reply', NOW);
    expect(await optedOut(ada.all)).toEqual(['sms']);
    expect(await optedOut(eve.all)).toEqual([]);
  });

  it('an opt-out can be of every channel, and be repeated', async () => {
    const { all } = aPerson();
    for (const _time of [1, 2]) await optOut(table, all, 'link', NOW);
    expect(await optedOut(all)).toEqual(['whatsapp', 'sms', 'email']);
  });

  it('opt-outs are read strongly, in one request', async () => {
    const seen = interceptSend((_command, send) => send());
    await optedOut(aPerson().all);
    const [request] = Object.values(seen[0]?.input.RequestItems as Record<string, { ConsistentRead: boolean }>);
    expect([seen.length, request?.ConsistentRead]).toEqual([1, true]);
  });

  it('an opt-out is found even when DynamoDB leaves keys for later', async () => {
    const { all, email } = aPerson();
    await optOut(table, [email], 'link', NOW);
    let asked = 0;
    interceptSend((command, send) => {
      asked += 1;
      return asked === 1 ? Promise.resolve({ Responses: {}, UnprocessedKeys: command.input.RequestItems }) : send();
    });
    expect(await optedOut(all)).toEqual(['email']);
  });

  it('a read of opt-outs is refused as busy when DynamoDB keeps leaving keys for later', async () => {
    const seen = interceptSend(async ({ input }) => ({ Responses: {}, UnprocessedKeys: input.RequestItems }));
    await expect(optedOut(aPerson().all)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(seen).toHaveLength(MAX_TRIES);
  });
});

const AT = '2026-03-01T09:00:00.000Z';
const daysLater = (days: number): string => new Date(Date.parse(AT) + days * 86_400_000).toISOString();
let addresses = 0;
const anAddress = (channel: 'sms' | 'email' = 'sms') => {
  addresses += 1;
  const address = channel === 'sms' ? `+23480320${10_000 + addresses}` : `ada.${addresses}@example.com`;
  return { channel, address } as const;
};
const failure = (id: string, kind: FailureKind = 'blocked', at = AT) => ({ id, kind, at });
const blocksOf = async (address: ReturnType<typeof anAddress>, at = AT) =>
  (await findReach(table, [address], new Date(at))).unreachable;

it('an address without a failure can be reached', async () => {
  expect(await blocksOf(anAddress())).toEqual([]);
});

it('an address that failed is left out until its time is over, and no other address is', async () => {
  const address = anAddress();
  await rememberFailure(table, address, failure('r-1', 'invalid_number'));
  const block = { channel: 'sms', reason: 'invalid_number', until: daysLater(90) };
  expect(await blocksOf(address)).toEqual([block]);
  expect(await blocksOf(address, daysLater(90))).toEqual([]);
  expect(await blocksOf(anAddress())).toEqual([]);
});

it('failures that are told at once are all counted', async () => {
  const address = anAddress('email');
  await Promise.all(['r-1', 'r-2', 'r-3'].map((id) => rememberFailure(table, address, failure(id, 'soft_bounce'))));
  expect(await blocksOf(address)).toMatchObject([{ channel: 'email', reason: 'soft_bounce' }]);
});

it('one failure that is told many times at once counts once', async () => {
  const address = anAddress();
  await Promise.all([1, 2, 3, 4].map(() => rememberFailure(table, address, failure('r-1'))));
  expect(await blocksOf(address)).toEqual([]);
  await rememberFailure(table, address, failure('r-2'));
  expect(await blocksOf(address)).toMatchObject([{ reason: 'blocked' }]);
});

it('a failure that overtakes another between its read and its write is not lost', async () => {
  const address = anAddress();
  let races = 0;
  interceptSend(async (command, send) => {
    if (command.constructor.name === 'PutCommand' && races === 0) {
      races += 1;
      await rememberFailure(table, address, failure('faster'));
    }
    return send();
  });
  await rememberFailure(table, address, failure('slower'));
  expect(await blocksOf(address)).toMatchObject([{ reason: 'blocked' }]);
});

it('a failure that loses every race throws, so that its receipt comes again', async () => {
  const address = anAddress();
  await rememberFailure(table, address, failure('r-1'));
  interceptSend(async (command, send) => {
    if (command.constructor.name === 'PutCommand') command.input.ExpressionAttributeValues = { ':version': -1 };
    return send();
  });
  await expect(rememberFailure(table, address, failure('r-2'))).rejects.toThrow('a failure was not remembered');
});
