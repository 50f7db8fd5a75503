/** Addresses for notices in the table: each gets one link, however many calls would send it, and one notice a day once it is confirmed. */
import { expect, it } from 'vitest';
import { table } from '#lib/store/table/live-table.ts';
import { claimAsking, claimNotice, confirmNotifyAddress, setAsked } from '#lib/store/webhook/notify-addresses.ts';
import { useTable } from '#test/support/dynamodb.ts';

useTable();

const NOW = new Date('2026-03-01T09:00:00.000Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
let addresses = 0;
const anAddress = () => {
  addresses += 1;
  return { account: 'abcdefghij', hash: String(addresses).padStart(25, '0') };
};
const claim = (ref: ReturnType<typeof anAddress>, at = NOW) => claimAsking(table, ref, 'ada@example.com', at);

it('of many calls one sends the link; another may once two minutes have passed without a sign of it', async () => {
  const ref = anAddress();
  const claims = await Promise.all(Array.from({ length: 5 }, () => claim(ref)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect([await claim(ref, after(120_000)), await claim(ref, after(120_001))]).toEqual([false, true]);
  await setAsked(table, ref, after(120_002));
  expect(await claim(ref, after(86_400_000))).toBe(false);
});

it('an address that is confirmed gets one notice a day, and any other gets none', async () => {
  const ref = anAddress();
  await claim(ref);
  expect(await claimNotice(table, ref, '2026-03-01')).toBe(false);
  expect(await confirmNotifyAddress(table, ref, NOW)).toBe(true);
  const days = ['2026-03-01', '2026-03-01', '2026-02-28', '2026-03-02'];
  const noticed: boolean[] = [];
  for (const day of days) noticed.push(await claimNotice(table, ref, day));
  expect(noticed).toEqual([true, false, false, true]);
  expect(await confirmNotifyAddress(table, anAddress(), NOW)).toBe(false);
});
