/** Addresses that cannot be reached: what a failure leaves behind, also when several are told at once. */

import { expect, it } from 'vitest';
import type { FailureKind } from '#lib/domain/message/outgoing.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { rememberFailure } from '#lib/store/opt-out/unreachable.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { interceptSend } from './intercept-send.ts';

useTable();

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
