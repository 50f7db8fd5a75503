/** Invariant 3: at most one accepted message per slot, sent by the invocation that claimed it, and no claim after a final state. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { ATTEMPT_PREFIX, attemptKey, collectionKey } from '#lib/store/collection/keys.ts';
import { OPT_OUT_SORT_KEY, optOutKey } from '#lib/store/opt-out/keys.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import type { Invariant } from './invariant.ts';
import { attemptsOf, storedCollections, storedItem } from './stored.ts';

/** A run may be one minute early, and clocks may differ by five seconds. */
const EARLY_MS = 60_000 + 5_000;

export const oneMessageASlot: Invariant = {
  number: 3,
  name: 'at most one message a slot, and none claimed after a final state',
  watch(world, violate) {
    const sent = new Map<string, string>();
    const optedOutSince = new Map<string, number>();
    const attemptOf = ({ collectionId, slot }: Message): Attempt | undefined => {
      const ref = parseCollectionId(collectionId);
      return ref && (world.table.items.get(attemptKey(ref, slot)) as unknown as Attempt | undefined);
    };

    const judgeClaim = (pk: string, { slot, status, claimedAt }: Attempt): void => {
      const collection = storedItem(world, pk);
      // This row is not a claim: it records why the slot was skipped when its payment was found.
      if (status === 'skipped' && collection?.status === 'completed' && collection.nextSlot <= slot) return;
      if (collection === undefined || !isPayable(collection.status)) violate(`${pk}: slot ${slot} claimed when final`);
      else if (collection.expiresAt <= claimedAt) violate(`${pk}: slot ${slot} claimed after expiry`);
      else if (collection.nextSlot <= slot) violate(`${pk}: slot ${slot} claimed, and ${collection.nextSlot} is next`);
      if (status !== 'sending' && status !== 'skipped') violate(`${pk}: slot ${slot} begins as ${status}`);
    };

    const isSentAs = (id: string, slot: number, messageId: string, channel: string | undefined): boolean =>
      world.messages.some(
        (each) => each.collectionId === id && each.slot === slot && each.id === messageId && each.channel === channel,
      );

    return {
      changed({ key: { pk, sk }, before, after }) {
        if (sk === OPT_OUT_SORT_KEY && before === undefined) optedOutSince.set(pk, world.kernel.now());
        if (sk === OPT_OUT_SORT_KEY && after === undefined) return void optedOutSince.delete(pk);
        if (!sk.startsWith(ATTEMPT_PREFIX)) return;
        if (before === undefined && after !== undefined) judgeClaim(pk, after as unknown as Attempt);
        const isRetry = before?.['status'] === 'deferred' && after?.['status'] === 'sending';
        if (after === undefined || (before && before['token'] !== after['token'] && !isRetry))
          violate(`${pk}: an attempt was replaced`);
      },
      sent(message) {
        const { collectionId, slot, token, channel, to, by, at } = message;
        const name = `${collectionId} slot ${slot}`;
        const earlier = sent.get(name);
        // A message that its channel has accepted, and then reported as failed for good, may be followed by one other.
        if (earlier !== undefined && !world.customers.failed.has(earlier))
          violate(`${name}: sent as ${sent.get(name)} and as ${message.id}`);
        sent.set(name, message.id);
        const attempt = attemptOf(message);
        if (attempt?.token !== token) violate(`${name}: sent by one that has not claimed it`);
        // A request may arrive long after its sender has timed out.
        else if (attempt.status !== 'sending' && attempt.status !== 'unknown')
          violate(`${name}: sent when it was ${attempt.status}`);
        else if (at < Date.parse(attempt.dueAt) - EARLY_MS) violate(`${name}: sent before its time`);
        const since = optedOutSince.get(optOutKey(channel, to.toLowerCase()).pk);
        if (since !== undefined && since < by.startedAt) violate(`${name}: sent to an address that had opted out`);
      },
      ended() {
        for (const { id, ref, nextSlot } of storedCollections(world)) {
          const attempts = attemptsOf(world, collectionKey(ref.account, ref.hash).pk);
          const claimed = attempts.filter(({ slot, status }) => slot < nextSlot || status !== 'skipped');
          const slots = claimed.map(({ slot }) => slot).join(' ');
          if (slots !== Array.from({ length: nextSlot - 1 }, (_, n) => n + 1).join(' '))
            violate(`${id}: rows ${slots}, next ${nextSlot}`);
          for (const { slot, status, channel, messageId } of attempts) {
            const message = world.messages.findLast((each) => each.collectionId === id && each.slot === slot);
            const isFailed = message !== undefined && world.customers.failed.has(message.id);
            if (message && status === 'skipped' && !isFailed)
              violate(`${id}: slot ${slot} sent, and said to be skipped`);
            if (messageId !== undefined && !isSentAs(id, slot, messageId, channel))
              violate(`${id}: slot ${slot} says it was sent as ${messageId}`);
          }
        }
      },
    };
  },
};
