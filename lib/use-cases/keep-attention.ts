/** Keeps what of a collection needs a person, as its history says: an item is there with its cause, and gone with it. The stream does it, so that no request pays. */
import { causesOf } from '#lib/domain/attention.ts';
import type { AttentionItem, Cause } from '#lib/domain/attention-item.ts';
import type { Store } from '#lib/store/store.ts';

export type AttentionPorts = Pick<Store, 'listAttention' | 'removeAttention'>;

type History = Parameters<typeof causesOf>[0] & { attention?: readonly AttentionItem[] };

/** Nothing is read, and nothing written while nothing has changed. */
export async function keepAttention(ports: AttentionPorts, history: History, now: Date): Promise<void> {
  const { attention = [] } = history;
  const { ref } = history.collection;
  const kept = new Map(attention.map((item) => [item.reason, item]));
  const left = causesOf(history, (reason) => kept.get(reason)?.doneAt, now);
  const fresh = left.filter((cause) => !isKept(kept.get(cause.reason), cause));
  const all = new Set(causesOf(history, () => undefined, now).map(({ reason }) => reason));
  // What is done stays, unlisted, while its cause lasts: it would be new otherwise.
  const gone = attention.filter(
    ({ reason, doneAt }) =>
      !left.some((cause) => cause.reason === reason) && (doneAt === undefined || !all.has(reason)),
  );
  await Promise.all([
    ...fresh.map((cause) => ports.listAttention(ref, cause)),
    ...gone.map(({ reason }) => ports.removeAttention(ref, reason)),
  ]);
}

const isKept = (item: AttentionItem | undefined, { since, text, suggestion }: Cause): boolean =>
  item?.isListed === true &&
  item.since === since &&
  item.text === text &&
  JSON.stringify(item.suggestion ?? null) === JSON.stringify(suggestion ?? null);
