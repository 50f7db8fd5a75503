/** Opens the payment options that a create asked for, after the collection is recorded. */

import type { OpenedOptions } from '#lib/domain/collection.ts';
import { asSeenAt, type Collection, type CollectionContext } from '#lib/domain/collection.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { numbered } from '#lib/domain/payment/session.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Store } from '#lib/store/store.ts';
import { type OpenPorts, openUnder } from './open-session.ts';

export type OptionPorts = OpenPorts & Pick<Store, 'saveOptions' | 'getCollection'>;

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
  // Another call has saved options, or our own save succeeded and its reply was lost: answer what is stored.
  if (!(await ports.saveOptions(ref, opened))) {
    const { options } = (await ports.getCollection(ref)) ?? collection;
    return { ...collection, options };
  }
  return { ...collection, options: opened.options, events: [...collection.events, ...opened.events] };
}

/** Longer than any create runs: a create that has not saved its options by then has died. */
const MAX_CREATE_MS = 30_000;

/** True if a create died before it saved its options: then the replay opens them, unless the collection has ended. */
export const isLeftOpen = (collection: Collection, now: Date): boolean =>
  unopened(collection).length > 0 &&
  isPayable(asSeenAt(collection, now).status) &&
  now.getTime() - Date.parse(collection.createdAt) > MAX_CREATE_MS;

/** Sessions for another amount are not opened any more: the payment page opens new ones. */
function unopened({ payable, sessions, options, events, amountChanges, reopenedAt }: Collection) {
  if ((amountChanges ?? reopenedAt) !== undefined) return [];
  if (options.length > 0 || events.some(({ type }) => type === 'payment_option.failed')) return [];
  const all = numbered(sessions);
  return payable.methods.flatMap((asked) => {
    const newest = all.findLast(({ method }) => method === asked);
    return newest === undefined ? [] : [newest];
  });
}
