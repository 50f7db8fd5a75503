/** Follows the opt-outs of addresses, and judges what ends them: START, unless STOP was said after it. */
import { foldPhone } from '#lib/domain/match-key.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { World } from '#test/simulation/world/world.ts';
import { type Records, recordClosed } from './records.ts';

export function followOptOut(world: World, records: Records, { key, before, after }: Change): string[] {
  const at = world.kernel.now();
  if ((before === undefined) !== (after === undefined)) recordClosed(records, key, after !== undefined, at);
  if (before === undefined || after !== undefined) return [];
  const phone = foldPhone(String(before['address']));
  const said = (all: readonly { to: string; at: number }[]) =>
    Math.max(0, ...all.filter(({ to }) => foldPhone(to) === phone).map((each) => each.at));
  const isEnded = said(world.customers.starts) >= Date.parse(String(before['optedOutAt']));
  return isEnded ? [] : [`${key.pk}: opted in again, and no START came after the opt-out`];
}
