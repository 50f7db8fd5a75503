/** Follows what is remembered of addresses that a channel cannot reach, and judges it by the receipts. */
import { unreachableKey } from '#lib/store/opt-out/keys.ts';
import { closing, memoryFaults, type Told } from '#test/simulation/model/closed.ts';
import { during } from '#test/simulation/model/timeline.ts';
import { iso } from '#test/simulation/model/wire.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { Receipt } from '#test/simulation/world/receipts.ts';
import type { World } from '#test/simulation/world/world.ts';
import { blockOf, type Records, recordClosedUntil } from './records.ts';

export const isMemory = ({ sk }: Change['key']): boolean => sk === unreachableKey('email', '').sk;

export function followMemory(world: World, records: Records, { key, before, after }: Change): string[] {
  const at = world.kernel.now();
  const [was, is] = [untilOf(before), untilOf(after)];
  const told = receiptsOf(world, key);
  const reason = after === undefined ? undefined : String(after['reason']);
  if (is !== undefined && is !== was) recordClosedUntil(records, key, { reason: String(reason), until: is, at });
  return memoryFaults({ reason, until: is }, was, told.flatMap(toldBy)).map((fault) => `${key.pk}: ${fault}`);
}

const untilOf = (item: Item | undefined): number | undefined =>
  item?.['until'] === undefined ? undefined : Date.parse(String(item['until']));

const toldBy = ({ failure, time }: Receipt): Told[] => (failure === undefined ? [] : [{ failure, time }]);

const receiptsOf = ({ customers }: World, { pk }: { pk: string }): Receipt[] =>
  [...customers.receipts.values()].filter(({ channel, to }) => pk === unreachableKey(channel, to).pk);

/** A receipt that closes an address has closed it within a time. */
export function memoryLapses(world: World, records: Records, receipt: Receipt, within: number): string[] {
  const { channel, to, at } = receipt;
  const { pk } = unreachableKey(channel, to);
  const told = receiptsOf(world, { pk }).filter((each) => each.at <= at);
  if (!closing(told.flatMap(toldBy)).some(({ failure }) => failure === receipt.failure)) return [];
  const isClosed = during(blockOf(records, channel, to), { from: at, to: at + within }).includes(true);
  return isClosed ? [] : [`${pk}: ${receipt.failure} at ${iso(at)}, and that was not remembered in time`];
}
