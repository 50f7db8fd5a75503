/** Claims of a warning about a webhook endpoint: each goes out once, also when the answer to its claim is lost. */
import { expect, it } from 'vitest';
import { claimWarning } from '#lib/store/webhook-health.ts';
import { breakWire, FAULTS, type Fault } from '#test/reliability/transport.ts';
import { useTable } from '#test/support/dynamodb.ts';

useTable();

const KINDS = Object.keys(FAULTS) as Fault[];

it.each(KINDS)('a warning is claimed once by a request %s', async (fault) => {
  const endpoint = { account: 'a234567890', hash: `${KINDS.indexOf(fault)}`.padEnd(25, '0') };
  breakWire(fault, (request) => request === 1);
  expect(await claimWarning(endpoint, 1)).toBe(true);
  expect(await claimWarning(endpoint, 1)).toBe(false);
  expect(await claimWarning(endpoint, 2)).toBe(true);
});
