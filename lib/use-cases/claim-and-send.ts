/**
 * Claims a due slot, and with it the slots of the person's other debts for which its message speaks; if the claim is saved,
 * sends the message.
 */
import { type Attempt, CHANNEL_BUSY, type CoveredSlot, type SendResult } from '#lib/domain/attempt.ts';
import { type Channel, reachesPhone } from '#lib/domain/channels/channels.ts';
import { newestContact, personRefOf } from '#lib/domain/contact.ts';
import { claimOf, type OtherClaim, retryClaimOf, type SlotClaim } from '#lib/domain/follow-up/claim.ts';
import type { RunDecision } from '#lib/domain/follow-up/decide.ts';
import { byAge, type OtherDebt, otherClaims } from '#lib/domain/follow-up/digest.ts';
import { isTestMessage } from '#lib/domain/message/outgoing.ts';
import { MAX_LISTED } from '#lib/domain/message/values.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { findOtherDebts, type OtherDebtPorts, stillOwed } from './find-other-debts.ts';
import { type ReleasePorts, type RunContext, recountMessage, releaseMessage, retriedOf } from './run-context.ts';
import {
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

type DueContext = RunContext & { decision: RunDecision & { kind: 'send' | 'skip' | 'retry' } } & Pick<
    SendSubject,
    'debts' | 'untold'
  >;
type SendStatus = SendResult['status'] | 'deferred';

export async function claimAndSend(ports: ClaimPorts, found: DueContext): Promise<SendStatus | 'lost'> {
  const known =
    found.decision.kind === 'skip' ? [] : await findOtherDebts(ports, { ...found, decision: found.decision });
  const { due, others } = withinReach(found, known);
  const { decision } = due;
  const untold = others.filter((other) => other.isRejectionUntold).map(({ collection }) => collection.ref.hash);
  const context = { ...due, debts: debtsOf(due, others), untold };
  const claim = speakingFor(others, { ...claimFor(ports, context), ...counting(context) }, context);
  if ((await ports.claimSlots(claim)) === 'lost') return 'lost';
  if (decision.kind === 'skip') return 'skipped';
  const order = { channels: decision.channels, attempt: claim.attempts.at(-1) as Attempt };
  return context.debts === undefined ? send(ports, context, order) : sendForAll(ports, context, order);
}

/**
 * The message goes to the details that the person gave last, which may be those of another debt. Where nothing may go there by any of
 * its channels, it speaks for its own debt only.
 */
function withinReach(due: DueContext, others: readonly OtherDebt[]): { due: DueContext; others: readonly OtherDebt[] } {
  const { collection, decision } = due;
  const contact = newestContact([collection, ...others.map((other) => other.collection)]);
  const { closed = [] } = others.find((other) => other.collection.contact === contact) ?? {};
  if (decision.kind === 'skip' || closed.length === 0) return { due, others };
  const channels = decision.channels.filter((channel) => !closed.includes(channel));
  return channels.length === 0 ? { due, others: [] } : { due: { ...due, decision: { ...decision, channels } }, others };
}

/** Undefined where the message is about its own debt only. */
function debtsOf({ collection, account }: DueContext, others: readonly OtherDebt[]): SendSubject['debts'] {
  if (others.length === 0) return undefined;
  const [oldest = collection, ...rest] = [collection, ...others.map((each) => each.collection)].toSorted(
    byAge(account),
  );
  return [oldest, ...rest];
}

/** The claim with those of the slots for which the message speaks, too. */
function speakingFor(
  others: readonly OtherDebt[],
  claim: SlotClaim,
  { collection, now, ...context }: DueContext,
): SlotClaim {
  if (others.length === 0) return claim;
  const attempt = claim.attempts.at(-1) as Attempt;
  const claims = otherClaims(others, { attempt, id: collection.id, now, fence: context.nothingDueBefore });
  const covers = [...(attempt.covers ?? []), ...claims.flatMap(slotsOf)];
  const spokenFor = {
    ...attempt,
    ...(covers.length > 0 && { covers }),
    names: others.slice(0, MAX_LISTED).map((other) => other.collection.ref.hash),
  };
  const attempts = [...claim.attempts.slice(0, -1), spokenFor] as unknown as SlotClaim['attempts'];
  return { ...claim, attempts, ...(claims.length > 0 && { others: claims }) };
}

const slotsOf = ({ ref, attempts }: OtherClaim): CoveredSlot[] =>
  attempts.map(({ slot }) => ({ hash: ref.hash, slot }));

/** What was paid since the claim was prepared is asked for no more. */
async function sendForAll(ports: ClaimPorts, context: DueContext, { channels, attempt }: Order): Promise<SendStatus> {
  const { collection, debts = [collection] } = context;
  const owed = await stillOwed(ports, { ...context, debts });
  const isOwed = ({ hash }: { hash: string }) => owed.some(({ ref }) => ref.hash === hash);
  const { text, own, covers = [], ...rest } = attempt;
  const isSame = owed.length === debts.length;
  const paid = covers.filter((each) => !isOwed(each));
  if (paid.length > 0) await ports.recordCovered({ ref: collection.ref, covers: paid }, alreadyPaid(ports));
  const claimed = {
    ...rest,
    ...(isSame && text !== undefined && { text, ...(own && { own }) }),
    covers: covers.filter(isOwed),
  };
  const [oldest, ...others] = owed;
  return send(
    ports,
    { ...context, debts: oldest && [oldest, ...others] },
    { channels: oldest ? channels : [], attempt: claimed },
  );
}

const alreadyPaid = ({ clock }: ClaimPorts) =>
  ({ status: 'skipped', reason: 'already_paid', channelsTried: [], at: clock.now().toISOString() }) as const;

function claimFor(ports: ClaimPorts, context: DueContext): SlotClaim {
  const { collection, plan, decision, now } = context;
  const token = ports.random.nonce();
  if (decision.kind === 'skip') return claimOf(collection, plan, decision, { token, now });
  const textOf = (attempt: Attempt) => firstText(ports, context, { ...decision, attempt });
  if (decision.kind === 'send') return claimOf(collection, plan, decision, { token, now, textOf });
  const retried = retriedOf(context);
  if (retried === undefined) throw new RangeError('a retry of no attempt');
  const { channels, nextRunAt } = decision;
  return retryClaimOf(collection, retried, { channels, nextRunAt, token, now, textOf });
}

/** The claim of a message counts it. */
function counting({ collection, account, phone, decision }: DueContext): Pick<SlotClaim, 'person'> {
  if (decision.kind === 'skip' || decision.person === undefined) return {};
  return { person: { ref: personRefOf(account.id, collection.contact, phone), person: decision.person } };
}

/** The message of a retry after a throttle was counted by the claim before. */
const countedIn = ({ decision, person }: DueContext) =>
  decision.kind === 'skip' ? undefined : (decision.person ?? person);

type Order = { channels: readonly Channel[]; attempt: Attempt };

/** What the first channel is to say; a run that dies leaves it on record. */
const firstText = (ports: ClaimPorts, context: DueContext, { channels: [first], attempt }: Order): Said =>
  first === undefined ? { text: '' } : saidBy(outgoingFor(ports, context, { channel: first, attempt }));

async function send(ports: ClaimPorts, context: DueContext, order: Order): Promise<SendStatus> {
  const of = { ref: context.collection.ref, slot: order.attempt.slot };
  const { token } = order.attempt;
  const { matchKey } = personRefOf(context.account.id, context.collection.contact, context.phone);
  const message = { person: countedIn(context), attempt: order.attempt };
  const count = (channel: Channel) => recountMessage(ports, context, { ...message, channel });
  const isPaid = order.channels.length === 0;
  const result = isPaid ? alreadyPaid(ports) : await sendByFirstChannel(ports, context, { ...order, count });
  const { ref, covers = [] } = { ...of, ...order.attempt };
  const cover = (sent: Parameters<Store['recordCovered']>[1]) =>
    covers.length > 0 && ports.recordCovered({ ref, covers }, sent);
  const release = () => releaseMessage(ports, context, message);
  if (result.status === 'deferred') {
    const { retryAt: _tooLate, ...unsent } = result;
    if ((await ports.deferSlot(of, token, result)) === 'saved') {
      await cover(unsent);
      return 'deferred';
    }
    const skipped = { ...unsent, status: 'skipped', reason: CHANNEL_BUSY } as const;
    await Promise.all([ports.recordResult({ ...of, matchKey }, token, skipped), cover(skipped), release()]);
    return 'skipped';
  }
  // Beside the result, not in its transaction: two sends to one phone must not make each other's result wait.
  await Promise.all([
    ports.recordResult({ ...of, matchKey }, token, result),
    cover(result),
    (result.status === 'failed' || result.status === 'skipped') && release(),
    wentToPhone(result) && ports.recordLastMessage(context.phone.lookup, of, context.now),
  ]);
  return result.status;
}

/** Perhaps, if the outcome is unknown. A test account's message went nowhere, so no reply can belong to it. */
const wentToPhone = (result: SendResult): boolean =>
  (result.status === 'sent' || result.status === 'unknown') &&
  result.channel !== undefined &&
  reachesPhone(result.channel) &&
  !(result.status === 'sent' && isTestMessage(result.messageId));
