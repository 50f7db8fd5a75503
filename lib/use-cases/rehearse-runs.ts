/**
 * Plays what no request asks for, on the account of rehearsals, with functions of a release before the queue and the stream call them: a
 * reminder by each channel, and how its collection is relayed and told. The messages are of a test account: each is made whole, and goes
 * to nobody (docs/decisions/0061-a-rehearsal-before-traffic.md).
 */
import type { Account } from '#lib/domain/account.ts';
import { buildCollection } from '#lib/domain/build-collection.ts';
import type { Channel, ConfiguredChannels } from '#lib/domain/channels/channels.ts';
import { newContact } from '#lib/domain/contact.ts';
import type { GivenFollowUp } from '#lib/domain/follow-up/follow-up.ts';
import { type CollectionRef, collectionId } from '#lib/domain/ids.ts';
import { REHEARSED_AMOUNT } from '#lib/domain/payment/rehearsed-payment.ts';
import { nobodysPhone } from '#lib/domain/rehearsal.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import type { NeedsSettings } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import {
  type AccountPorts,
  accountOfRehearsals,
  type Invoked,
  type Rehearsal,
  rehearsalOf,
  Unfit,
} from './rehearsal.ts';

/** Those whose work is judged. */
export const REHEARSED_RUNS = ['follow-up', 'relay', 'publish-events'] as const;
export type RehearsedRun = (typeof REHEARSED_RUNS)[number];

export type RehearseRunsPorts = AccountPorts &
  NeedsSettings<'nothingDueBefore'> &
  Pick<ConfiguredChannels, 'configuredChannels'> &
  Pick<Store, 'createCollection' | 'getPartition' | 'changeOfRehearsal'> & {
    invoke: (name: RehearsedRun, event: object) => Promise<Invoked>;
  };

export async function rehearseRuns(ports: RehearseRunsPorts): Promise<Rehearsal> {
  const account = await accountOfRehearsals(ports);
  return rehearsalOf(async () => {
    for (const channel of isFenced(ports) ? [] : ports.configuredChannels()) await remind(ports, account, channel);
    const change = await ports.changeOfRehearsal(await record(ports, account, UNREMINDED));
    for (const name of ['relay', 'publish-events'] as const)
      await work(ports, name, { Records: [change] }, 'a change of a collection');
  });
}

const CREATED_AGO_MS = 3 * MINUTE_MS;

/** Right after a restore nothing that was due may be sent, and a release must be possible all the same. */
const isFenced = ({ clock, settings: { nothingDueBefore } }: RehearseRunsPorts): boolean =>
  nothingDueBefore !== undefined && Date.parse(nothingDueBefore) > clock.now().getTime() - CREATED_AGO_MS;

/** A reminder is due, and no run is planned: the versions that have traffic do not send it. */
const due = (channel: Channel) => ({
  createdAgoMs: CREATED_AGO_MS,
  followUp: { enabled: true, startAfter: 1, cadence: 'every_1h' as const, channels: [channel] },
  isPlanned: false,
});

/** Its end is planned. */
const UNREMINDED = { createdAgoMs: 0, followUp: { enabled: false }, isPlanned: true };

async function remind(ports: RehearseRunsPorts, account: Account, channel: Channel): Promise<void> {
  const ref = await record(ports, account, due(channel));
  const body = JSON.stringify({ collection: collectionId(ref) });
  await work(ports, 'follow-up', { Records: [{ messageId: 'rehearsal', body }] }, 'a run');
  const [attempt] = (await ports.getPartition(ref)).attempts;
  if (attempt?.status === 'sent') return;
  const instead = attempt?.reason ?? attempt?.status ?? 'nothing was due';
  throw new Unfit(`follow-up sent no message by ${channel}: ${instead}.`);
}

type Part = { createdAgoMs: number; followUp: GivenFollowUp; isPlanned: boolean };

/** Without a way to pay: no provider is asked. */
async function record(ports: RehearseRunsPorts, account: Account, part: Part): Promise<CollectionRef> {
  const { clock, random } = ports;
  const { createdAgoMs, followUp, isPlanned } = part;
  const nonce = random.nonce();
  const now = clock.now();
  const phone = nobodysPhone(random.bytes, now);
  const given = { firstName: 'Rehearsal', lastName: 'Rehearsal', email: `success+${nonce}@simulator.amazonses.com` };
  const contact = newContact(given, phone, account.salt);
  const request = {
    ...{ reference: `rehearsal-${nonce}`, amount: REHEARSED_AMOUNT, expiresIn: 30, followUp },
    payable: { enabled: false, methods: [] },
  };
  const around = { account, contact, phone, availableChannels: followUp.channels ?? [] };
  const built = buildCollection(request, around, new Date(now.getTime() - createdAgoMs));
  const { nextRunAt: _run, ...unplanned } = built;
  await ports.createCollection(isPlanned ? built : unplanned, { nonce, startSegment: 0 });
  return built.ref;
}

async function work(
  { invoke }: RehearseRunsPorts,
  name: RehearsedRun,
  event: { Records: readonly object[] },
  what: string,
): Promise<void> {
  const invoked = await invoke(name, event);
  if ('failed' in invoked) throw new Unfit(`${name} failed at ${what}: ${invoked.failed}.`);
  const answer = invoked.answer as { batchItemFailures?: readonly object[] } | null;
  if (answer?.batchItemFailures?.length !== 0) throw new Unfit(`${name} could not handle ${what}.`);
}
