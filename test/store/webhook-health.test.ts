/** Claims of a warning about a webhook endpoint: each goes out once, also when the answer to its claim is lost, and none after a delivery was accepted. */

import { expect, it } from 'vitest';
import { table } from '#lib/store/table/live-table.ts';
import { addFailure, claimWarning, clearFailures } from '#lib/store/webhook/health.ts';
import { breakWire, FAULTS, type Fault } from '#test/support/broken-wire.ts';
import { useTable } from '#test/support/dynamodb.ts';

useTable();

const KINDS = Object.keys(FAULTS) as Fault[];
const SINCE = '2026-03-02T09:00:00.000Z';
const LATER = '2026-03-02T12:00:00.000Z';

async function failing(name: string) {
  const endpoint = { account: 'a234567890', hash: name.padEnd(25, '0') };
  await addFailure(table, endpoint, new Date(SINCE));
  return endpoint;
}

it.each(KINDS)('a warning is claimed once by a request %s', async (fault) => {
  const endpoint = await failing(`${KINDS.indexOf(fault)}`);
  breakWire(fault, (request) => request === 1);
  expect(await claimWarning(table, endpoint, { number: 1, failingSince: SINCE })).toBe(true);
  expect(await claimWarning(table, endpoint, { number: 1, failingSince: SINCE })).toBe(false);
  expect(await claimWarning(table, endpoint, { number: 2, failingSince: SINCE })).toBe(true);
});

it('a warning of failures that are over is not claimed, and does not count for the next ones', async () => {
  const endpoint = await failing('over');
  await clearFailures(table, endpoint);
  expect(await claimWarning(table, endpoint, { number: 1, failingSince: SINCE })).toBe(false);
  expect(await addFailure(table, endpoint, new Date(LATER))).toMatchObject({
    failures: 1,
    failingSince: LATER,
    warnings: 0,
  });
  expect(await claimWarning(table, endpoint, { number: 1, failingSince: SINCE })).toBe(false);
  expect(await claimWarning(table, endpoint, { number: 1, failingSince: LATER })).toBe(true);
});
