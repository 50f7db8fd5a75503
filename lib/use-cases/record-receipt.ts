/** Records a receipt: it moves the slot's status, may give the slot to another channel, and may close the address. */
import { type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import {
  type DeliveryReceipt,
  type FailureKind,
  failsOver,
  isRemembered,
  NO_SLOT,
  type ParsedReceipt,
} from '#lib/domain/message/outgoing.ts';
import { withReceipt } from '#lib/domain/person/person.ts';
import { messageFailed } from '#lib/domain/written-message.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

type SlotRef = { ref: CollectionRef; slot: number };
/** `matchKey`: of a message whose receipts say whether its person reads it. `written`: of what a person of the merchant wrote. */
type MessageSlot = SlotRef & { messageId: string; matchKey?: string | undefined; written?: string | undefined };
export type ReceiptPorts = Pick<Service, 'clock'> &
  Pick<
    Store,
    | 'findMessage'
    | 'findTaggedMessage'
    | 'isErasedAttempt'
    | 'keepMessageAlias'
    | 'wasDelivered'
    | 'rememberFailure'
    | 'forgetUnreachable'
    | 'failOver'
    | 'changePerson'
    | 'applyReceipt'
    | 'getCollection'
    | 'recordEvent'
  >;

type Outcome = 'failed_over' | 'moved' | 'kept' | 'repeated';

/** `ref`: the collection of its message. */
export type RecordedReceipt = { outcome: 'unknown' } | { outcome: 'erased' } | { outcome: Outcome; ref: CollectionRef };

/**
 * `unknown`: the message is not recorded, or its send has no result yet; the receipt may be faster than both. `erased`: its
 * record was erased, with the person's data, or is not kept any more, so that nothing of the receipt is kept.
 */
export async function recordReceipt(ports: ReceiptPorts, received: ParsedReceipt): Promise<RecordedReceipt> {
  const found = await find(ports, received);
  if (found === undefined) return { outcome: await ofNoMessage(ports, received) };
  const record = found.slot === NO_SLOT ? recordOutsidePlan : recordFor;
  const outcome = await record(ports, found, received);
  return outcome === 'unknown' ? { outcome } : { outcome, ref: found.ref };
}

/** Only a failure says something new. Nothing is kept of a person who was erased. */
async function recordOutsidePlan(
  ports: ReceiptPorts,
  { ref, written }: MessageSlot,
  received: ParsedReceipt,
): Promise<Outcome> {
  const { channel, receipt, failure } = received;
  if (failure === undefined || (await isErased(ports, ref))) return 'kept';
  const { at, status, detail: reason } = receipt;
  if (isRemembered(failure)) await rememberFailure(ports, received);
  if (status === 'failed' && written !== undefined)
    await ports.recordEvent(ref, messageFailed(written, { channel, at, reason }));
  return 'kept';
}

const isErased = async ({ getCollection }: ReceiptPorts, ref: CollectionRef): Promise<boolean> =>
  (await getCollection(ref))?.erasedAt !== undefined;

async function recordFor(
  ports: ReceiptPorts,
  found: MessageSlot,
  received: ParsedReceipt,
): Promise<Outcome | 'unknown'> {
  const { channel, receipt, failure, address } = received;
  const message = { channel, messageId: found.messageId };
  // The next run must already know that the address is closed.
  if (failure !== undefined && address !== undefined && (await closes(ports, found, { channel, failure })))
    await rememberFailure(ports, received);
  const goesOn = receipt.status === 'failed' && failure !== undefined && failsOver(failure);
  if (goesOn && (await ports.failOver(found, message, receipt, ports.clock.now()))) return 'failed_over';
  const applied = await ports.applyReceipt({ ...found, now: ports.clock.now() }, message, receipt);
  if (applied === 'early') return 'unknown';
  if (applied === 'moved' || applied === 'revived') await remember(ports, found, receipt);
  // What was believed of the address when the message failed is not so.
  if (applied === 'revived' && address !== undefined) await ports.forgetUnreachable({ channel, address });
  return applied === 'revived' ? 'moved' : applied;
}

type ChannelFailure = { channel: Channel; failure: FailureKind };

/** An address that got the message is no dead one, whatever another device said; but an email that bounces, or is complained of, was delivered too. */
async function closes(ports: ReceiptPorts, found: MessageSlot, { channel, failure }: ChannelFailure): Promise<boolean> {
  if (!isRemembered(failure)) return false;
  const isDecisive = channelFacts(channel).decisiveReceipt === 'failed';
  return isDecisive || !(await ports.wasDelivered(found, found.messageId));
}

async function rememberFailure(
  ports: ReceiptPorts,
  { channel, address, failure, receipt: { id, at } }: ParsedReceipt,
): Promise<void> {
  if (address !== undefined && failure !== undefined)
    await ports.rememberFailure({ channel, address }, { id, kind: failure, at });
}

async function remember(
  { changePerson }: ReceiptPorts,
  { ref, matchKey }: MessageSlot,
  { status, at }: DeliveryReceipt,
) {
  if (matchKey === undefined || (status !== 'delivered' && status !== 'read')) return;
  await changePerson({ account: ref.account, matchKey }, (person) => withReceipt(person, { status, at }));
}

async function find(ports: ReceiptPorts, received: ParsedReceipt): Promise<MessageSlot | undefined> {
  const { channel, messageIds } = received;
  const [first, ...others] = messageIds;
  const now = ports.clock.now();
  const known = await ports.findMessage(channel, first);
  if (known !== undefined) return known;
  for (const id of others) {
    const found = await ports.findMessage(channel, id);
    if (found === undefined) continue;
    await ports.keepMessageAlias({ channel, messageId: found.messageId, alias: first }, found, now);
    return found;
  }
  return findTagged(ports, received, now);
}

/** If the send had no answer, or its sender died, no message id leads to the attempt; the message's tags still name it. */
async function findTagged(
  ports: ReceiptPorts,
  { attempt, messageIds }: ParsedReceipt,
  now: Date,
): Promise<MessageSlot | undefined> {
  const ref = parseCollectionId(attempt?.collectionId ?? '');
  if (ref === undefined || attempt === undefined) return undefined;
  const of = { ref, slot: attempt.slot };
  const messageId = await ports.findTaggedMessage(of, { messageIds, token: attempt.token }, now);
  return messageId === undefined ? undefined : { ...of, messageId };
}

/** A complaint is the person's own word, like STOP: it holds after an erasure, too. */
async function ofNoMessage(ports: ReceiptPorts, received: ParsedReceipt): Promise<'erased' | 'unknown'> {
  const { attempt, failure } = received;
  const ref = parseCollectionId(attempt?.collectionId ?? '');
  if (ref === undefined || attempt === undefined) return 'unknown';
  const { slot } = attempt;
  const isForgotten =
    slot === NO_SLOT ? await isOutdated(ports, ref, failure) : await ports.isErasedAttempt({ ref, slot });
  if (!isForgotten) return 'unknown';
  if (failure === 'complaint') await rememberFailure(ports, received);
  return 'erased';
}

/** Outside the plan, only a message is known, and for two months: it may be opened, or complained of, much later. */
const isOutdated = async (
  ports: ReceiptPorts,
  ref: CollectionRef,
  failure: FailureKind | undefined,
): Promise<boolean> => failure === undefined || failure === 'complaint' || isErased(ports, ref);
