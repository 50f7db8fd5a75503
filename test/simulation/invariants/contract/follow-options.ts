/** Gives the model the payment options of a collection; what they say comes from the provider's own sessions. */
import { isDeepStrictEqual } from 'node:util';
import { isOpenedByProvider, type Option, optionOf } from '#test/simulation/model/options.ts';
import { latest } from '#test/simulation/model/timeline.ts';
import type { Method } from '#test/simulation/model/wire.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { Made } from './change-made.ts';
import { idOf } from './change-made.ts';
import { entryOf } from './records.ts';

/** Options are stored once for all methods, and later one at a time in place of one that has run out. */
export function followOptions(made: Made, before: Item): string[] {
  const { world, records, account, after, commit } = made;
  const id = idOf(made);
  const entry = entryOf(records, account, id);
  if (after['options'] === before['options'] || entry === undefined) return [];
  const known = latest(entry.versions);
  const methods = (JSON.parse(String(after['options'])) as { method: Method }[]).map(({ method }) => method);
  const stored = JSON.parse(String(after['options'])) as Option[];
  const found = stored.map((option) => sessionsOf(made, id, option.method).find((each) => isShownBy(option, each)));
  const asked = known.payable.methods.filter(isOpenedByProvider);
  const missing = asked.filter((method) => !methods.includes(method));
  const failed = before['options'] === undefined ? missing : [];
  const events = failed.map(() => ({ type: 'payment_option.failed', at: failedAt(after) }));
  const options = found.filter((each) => each !== undefined);
  entry.versions.push({ at: commit.at, value: { ...known, options, events: [...known.events, ...events] } });
  return [
    ...(options.length === stored.length ? [] : [`${id}: an option that its provider has not opened`]),
    ...(failed.length > 0 && world.faults.counts.size === 0 && !world.notes.has('scripted fault')
      ? [`${id}: ${failed.join()} failed, and nothing was broken`]
      : []),
  ];
}

const isShownBy = (option: Option, session: Option): boolean =>
  Object.entries(session).every(([name, value]) => isDeepStrictEqual(option[name], value));

/** The options that the sessions of a collection give, the newest first. */
const sessionsOf = ({ world }: Made, id: string, method: Method): Option[] =>
  world.sandbox
    .opened(`${id.replaceAll('_', '-')}-`)
    .filter((each) => each.method === method)
    .map(optionOf)
    .toReversed();

function failedAt(after: Item): number {
  const events = after['events'] as unknown as { type: string; timestamp: string }[];
  return Date.parse(events.findLast(({ type }) => type === 'payment_option.failed')?.timestamp ?? '');
}
