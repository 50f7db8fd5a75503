/** Has the providers open the ways to pay that a create asked for, once the collection is recorded. */

import type { OpenedOptions } from '#lib/domain/collection.ts';
import { asSeenAt, type Collection, type CollectionContext } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { numbered } from '#lib/domain/payment/session.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { type OpenPorts, openUnder } from './open-session.ts';

export type OptionPorts = OpenPorts & {
  /** Saves what has been opened, the first time only. */
  saveOptions: (ref: CollectionRef, opened: OpenedOptions) => Promise<boolean>;
  getCollection: (ref: CollectionRef) => Promise<Collection | undefined>;
};

/** The collection with its options. A provider that fails costs its option, and leaves an event that says so. */
export async function openOptions(ports: OptionPorts, context: CollectionContext): Promise<Collection> {
  const { collection } = context;
  const asked = unopened(collection);
  if (asked.length === 0) return collection;
  const { amount, ref } = collection;
  const outcomes = await Promise.all(
    asked.map(async (session) => ({
      about: session.method,
      ...(await openUnder(ports, { ...context, amount }, session)),
    })),
  );
  const at = ports.clock.now().toISOString();
  const opened: OpenedOptions = { options: [], keys: [], events: [] };
  for (const { about, number, opened: outcome } of outcomes) {
    if (outcome.kind === 'failed') {
      opened.events.push({ type: 'payment_option.failed', timestamp: at, about, reason: outcome.reason });
    } else {
      opened.options.push({ method: about, ...outcome.option } as ProviderOption);
      if (outcome.key !== undefined) opened.keys.push({ number, key: outcome.key });
    }
  }
  // Another call's are saved, or our own and the reply was lost: what has happened since is not the create's to tell.
  if (!(await ports.saveOptions(ref, opened))) {
    const { options } = (await ports.getCollection(ref)) ?? collection;
    return { ...collection, options };
  }
  return { ...collection, options: opened.options, events: [...collection.events, ...opened.events] };
}

/** Longer than any create lives: one that has not saved its options by then has died. */
const MAX_CREATE_MS = 30_000;

/** Whether a create died before it had saved its options, so that its replay has to see to them; not once it is over. */
export const isLeftOpen = (collection: Collection, now: Date): boolean =>
  unopened(collection).length > 0 &&
  isPayable(asSeenAt(collection, now).status) &&
  now.getTime() - Date.parse(collection.createdAt) > MAX_CREATE_MS;

/** The newest session of each method, as long as their outcomes are not saved. */
function unopened({ payable, sessions, options, events }: Collection) {
  if (options.length > 0 || events.some(({ type }) => type === 'payment_option.failed')) return [];
  const all = numbered(sessions);
  return payable.methods.flatMap((asked) => {
    const newest = all.findLast(({ method }) => method === asked);
    return newest === undefined ? [] : [newest];
  });
}
