/** Follows the opt-outs of addresses, and judges what begins them, and what ends them: START, unless STOP was said after it. */
import { foldPhone } from '#lib/domain/match-key.ts';
import { accountOfId } from '#test/simulation/model/ids.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { World } from '#test/simulation/world/world.ts';
import { entryOf, type Records, recordClosed } from './records.ts';

/** By the address itself, or by the link in a message about a collection that has, or had, this address. */
function isAsked({ customers: { stops } }: World, records: Records, address: string): boolean {
  const isSame = (other: string) => foldPhone(other) === foldPhone(address) || other.toLowerCase() === address;
  return stops.some(({ to, by, how }) => {
    if (isSame(to)) return true;
    const versions = how === 'link' ? entryOf(records, accountOfId(by), by)?.versions : undefined;
    return versions?.some(({ value: { contact } }) => isSame(contact.phone) || isSame(contact.email)) ?? false;
  });
}

export function followOptOut(world: World, records: Records, { key, before, after }: Change): string[] {
  const at = world.kernel.now();
  if ((before === undefined) !== (after === undefined)) recordClosed(records, key, after !== undefined, at);
  if (before === undefined && after !== undefined)
    return isAsked(world, records, String(after['address']))
      ? []
      : [`${key.pk}: opted out, and nobody has asked for it`];
  if (before === undefined || after !== undefined) return [];
  const phone = foldPhone(String(before['address']));
  const said = (all: readonly { to: string; at: number }[]) =>
    Math.max(0, ...all.filter(({ to }) => foldPhone(to) === phone).map((each) => each.at));
  const isEnded = said(world.customers.starts) >= Date.parse(String(before['optedOutAt']));
  return isEnded ? [] : [`${key.pk}: opted in again, and no START came after the opt-out`];
}
