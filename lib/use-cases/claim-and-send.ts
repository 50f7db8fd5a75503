/**
 * Prepares the message of a due slot, claims the slot and with it those of the person's other debts for which the message speaks,
 * sends it if the claim is saved, and settles what became of it.
 */
import { type Attempt, CHANNEL_BUSY, type CoveredSlot, type SendResult } from '#lib/domain/attempt.ts';
import { type Channel, reachesPhone } from '#lib/domain/channels/channels.ts';
import { newestContact, personRefOf } from '#lib/domain/contact.ts';
import { claimOf, lastOf, type OtherClaim, retryClaimOf, type SlotClaim } from '#lib/domain/follow-up/claim.ts';
import type { RunDecision } from '#lib/domain/follow-up/decide.ts';
import { byAge, type OtherDebt, otherClaims } from '#lib/domain/follow-up/digest.ts';
import { isTestMessage } from '#lib/domain/message/outgoing.ts';
import { MAX_LISTED } from '#lib/domain/message/values.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { findOtherDebts, type OtherDebtPorts, stillOwed } from './find-other-debts.ts';
import { type ReleasePorts, type RunContext, recountMessage, releaseMessage, retriedOf } from './run-context.ts';
import {
  type DeferredSend,
  outgoingFor,
  type Said,
  type SendPorts,
  type SendSubject,
  saidBy,
  sendByFirstChannel,
} from './send-by-first-channel.ts';

export type ClaimPorts = SendPorts &
  ReleasePorts &
  OtherDebtPorts &
  Pick<Service, 'random'> &
  Pick<Store, 'claimSlots' | 'recordResult' | 'recordCovered' | 'recordLastMessage' | 'deferSlot'>;

type Due = RunContext & { decision: RunDecision & { kind: 'send' | 'skip' | 'retry' } };
/** With what the message is about. */
type DueMessage = RunContext & { decision: RunDecision & { kind: 'send' | 'retry' } } & Pick<
    SendSubject,
    'debts' | 'untold'
  >;

/** A message and all that it speaks for. It is made once, and then claimed, sent and settled as one. */
type Message = {
  /** Its own collection with what it depends on, and all debts that it names. */
  subject: DueMessage;
  /** Of its own slot; it names the slots of other debts that the message covers. */
  attempt: Attempt;
  /** By which it may go. Empty where all of it has been paid. */
  channels: readonly Channel[];
};

type SendStatus = SendResult['status'] | 'deferred';

export async function claimAndSend(ports: ClaimPorts, due: Due): Promise<SendStatus | 'lost'> {
  const { claim, message } = await prepare(ports, due);
  if ((await ports.claimSlots(claim)) === 'lost') return 'lost';
  if (message === undefined) return 'skipped';
  const owed = await withoutPaid(ports, message);
  return settle(ports, owed, await send(ports, owed));
}

async function prepare(ports: ClaimPorts, found: Due): Promise<{ claim: SlotClaim; message?: Message }> {
  const { collection, plan, decision, now } = found;
  if (decision.kind === 'skip')
    return { claim: claimOf(collection, plan, decision, { token: ports.random.nonce(), now }) };
  const due = { ...found, decision };
  const { channels, others } = withinReach(due, await findOtherDebts(ports, due));
  const untold = others.filter((other) => other.isRejectionUntold).map((other) => other.collection.ref.hash);
  const subject = { ...due, decision: { ...decision, channels }, debts: debtsOf(due, others), untold };
  const claim = speakingFor(others, { ...claimFor(ports, subject), ...counting(subject) }, subject);
  return { claim, message: { subject, attempt: lastOf(claim), channels } };
}

type Reached = { channels: readonly Channel[]; others: readonly OtherDebt[] };

/**
 * The message goes to the details that the person gave last, which may be those of another debt. Where nothing may go there by any of
 * its channels, it speaks for its own debt only.
 */
function withinReach({ collection, decision }: DueMessage, others: readonly OtherDebt[]): Reached {
  const contact = newestContact([collection, ...others.map((other) => other.collection)]);
  const { closed = [] } = others.find((other) => other.collection.contact === contact) ?? {};
  const channels = decision.channels.filter((channel) => !closed.includes(channel));
  return channels.length === 0 ? { channels: decision.channels, others: [] } : { channels, others };
}

/** Undefined where the message is about its own debt only. */
function debtsOf({ collection, account }: DueMessage, others: readonly OtherDebt[]): SendSubject['debts'] {
  if (others.length === 0) return undefined;
  const [oldest = collection, ...rest] = [collection, ...others.map((each) => each.collection)].toSorted(
    byAge(account),
  );
  return [oldest, ...rest];
}

function claimFor(ports: ClaimPorts, subject: DueMessage): SlotClaim {
  const { collection, plan, decision, now } = subject;
  const [first] = decision.channels;
  const claimed = {
    token: ports.random.nonce(),
    now,
    /** What the first channel is to say; a run that dies leaves it on record. */
    textOf: (attempt: Attempt): Said =>
      first === undefined ? { text: '' } : saidBy(outgoingFor(ports, subject, { channel: first, attempt })),
  };
  if (decision.kind === 'send') return claimOf(collection, plan, decision, claimed);
  const retried = retriedOf(subject);
  if (retried === undefined) throw new RangeError('a retry of no attempt');
  return retryClaimOf(collection, retried, { ...decision, ...claimed });
}

/** The claim of a message counts it. */
const counting = ({ collection, account, phone, decision: { person } }: DueMessage): Pick<SlotClaim, 'person'> =>
  person === undefined ? {} : { person: { ref: personRefOf(account.id, collection.contact, phone), person } };

/** The claim with those of the slots for which the message speaks, too. */
function speakingFor(
  others: readonly OtherDebt[],
  claim: SlotClaim,
  { collection, now, nothingDueBefore: fence }: DueMessage,
): SlotClaim {
  if (others.length === 0) return claim;
  const attempt = lastOf(claim);
  const claims = otherClaims(others, { attempt, id: collection.id, now, fence });
  const covers = [...(attempt.covers ?? []), ...claims.flatMap(slotsOf)];
  const names = others.slice(0, MAX_LISTED).map((other) => other.collection.ref.hash);
  const spokenFor = { ...attempt, ...(covers.length > 0 && { covers }), names };
  return {
    ...claim,
    attempts: [...claim.attempts.slice(0, -1), spokenFor],
    ...(claims.length > 0 && { others: claims }),
  };
}

const slotsOf = ({ ref, attempts }: OtherClaim): CoveredSlot[] =>
  attempts.map(({ slot }) => ({ hash: ref.hash, slot }));

/** What was paid since the message was prepared is asked for no more. */
async function withoutPaid(ports: ClaimPorts, message: Message): Promise<Message> {
  const { subject, attempt, channels } = message;
  const { debts, collection } = subject;
  if (debts === undefined) return message;
  const owed = await stillOwed(ports, { ...subject, debts });
  const isOwed = ({ hash }: { hash: string }) => owed.some(({ ref }) => ref.hash === hash);
  const { text, own, covers = [], ...rest } = attempt;
  const paid = covers.filter((each) => !isOwed(each));
  if (paid.length > 0) await ports.recordCovered({ ref: collection.ref, covers: paid }, alreadyPaid(ports));
  const isSame = owed.length === debts.length;
  const said = isSame && text !== undefined && { text, ...(own && { own }) };
  const [oldest, ...others] = owed;
  return {
    subject: { ...subject, debts: oldest && [oldest, ...others] },
    attempt: { ...rest, ...said, covers: covers.filter(isOwed) },
    channels: oldest ? channels : [],
  };
}

const alreadyPaid = ({ clock }: ClaimPorts) =>
  ({ status: 'skipped', reason: 'already_paid', channelsTried: [], at: clock.now().toISOString() }) as const;

async function send(ports: ClaimPorts, message: Message): Promise<SendResult | DeferredSend> {
  const { subject, attempt, channels } = message;
  if (channels.length === 0) return alreadyPaid(ports);
  const count = (channel: Channel) => recountMessage(ports, subject, { ...countedWith(message), channel });
  return sendByFirstChannel(ports, subject, { channels, attempt, count });
}

/** The message of a retry after a throttle was counted by the claim before. */
const countedWith = ({ subject, attempt }: Message) => ({ attempt, person: subject.decision.person ?? subject.person });

/** Records what became of the message, for its own slot and for all that it covers. */
async function settle(ports: ClaimPorts, message: Message, result: SendResult | DeferredSend): Promise<SendStatus> {
  const { subject, attempt } = message;
  const { token, slot, covers } = attempt;
  const of = { ref: subject.collection.ref, slot };
  const cover = async (sent: Parameters<Store['recordCovered']>[1]) => {
    if (covers?.length) await ports.recordCovered({ ref: of.ref, covers }, sent);
  };
  if (result.status === 'deferred') {
    const { retryAt: _tooLate, ...unsent } = result;
    const isSaved = (await ports.deferSlot(of, token, result)) === 'saved';
    if (!isSaved) return settle(ports, message, { ...unsent, status: 'skipped', reason: CHANNEL_BUSY });
    await cover(unsent);
    return 'deferred';
  }
  const { matchKey } = personRefOf(subject.account.id, subject.collection.contact, subject.phone);
  const isUnsent = result.status === 'failed' || result.status === 'skipped';
  // Beside the result, not in its transaction: two sends to one phone must not make each other's result wait.
  await Promise.all([
    ports.recordResult({ ...of, matchKey, ...(covers && { covers }) }, token, result),
    cover(result),
    isUnsent && releaseMessage(ports, subject, countedWith(message)),
    wentToPhone(result) && ports.recordLastMessage(subject.phone.lookup, of, subject.now),
  ]);
  return result.status;
}

/** Perhaps, if the outcome is unknown. A test account's message went nowhere, so no reply can belong to it. */
const wentToPhone = (result: SendResult): boolean =>
  (result.status === 'sent' || result.status === 'unknown') &&
  result.channel !== undefined &&
  reachesPhone(result.channel) &&
  !(result.status === 'sent' && isTestMessage(result.messageId));
