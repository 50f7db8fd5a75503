/** Lets the model of the contract judge every order after the soak: what GET shows, its plan and its messages. */
import { isDeepStrictEqual } from 'node:util';
import type { Known } from '#test/simulation/model/collection.ts';
import { dataFaults, fewest, type Shown } from '#test/simulation/model/compare.ts';
import { type Expected, expectCreate, NONE_CLOSED } from '#test/simulation/model/expected.ts';
import { textFaultsIn } from '#test/simulation/model/message.ts';
import { shownAt } from '#test/simulation/model/shown-collection.ts';
import { fixedPart, planAt, type ShownPlan, withFixedChannels } from '#test/simulation/model/shown-plan.ts';
import type { AccountFacts, Channel, CreateBody } from '#test/simulation/model/wire.ts';
import type { Ask } from './ask.ts';
import type { Stormer } from './calls.ts';
import { count, type Order, violate } from './journal.ts';
import { BESIDE_MS, type Entry, possibleOrders, replay, type Told } from './replay-by-model.ts';
import type { Row } from './table-rows.ts';
import { inOrder } from './wait-until-idle.ts';

type Message = { collectionId: string; slot: number; channel: Channel; to: string; text: string };

export async function checkByModel({ ask, journal }: Stormer, rows: readonly Row[], baseUrl: string): Promise<void> {
  const data = async (path: string) => JSON.parse((await ask({ path }))?.text ?? '{}');
  const { now } = await data('/_local/clock');
  const messages: readonly Message[] = await data('/_local/messages');
  const accounts = new Map(rows.filter(({ sk }) => sk === 'ACCOUNT').map(({ pk, ...row }) => [pk, row]));
  await inOrder(journal.orders, async (order) => {
    if (order.id === undefined) return;
    const account = factsOf(order, accounts.get(`ACCOUNT#${order.account.id}`));
    const at = { now: Date.parse(now), baseUrl };
    const answers = await answersOf(ask, order, rows);
    if (answers === undefined) return violate(journal, `${order.id} does not answer the model`);
    const own = messages.filter(({ collectionId }) => collectionId === order.id);
    count(journal, 'orders judged by the model');
    const expected = expectCreate(order.body as CreateBody, account, Date.parse(answers.shown.createdAt));
    const faults = fewest(possibleFaults(expected, { ...answers, messages: own }, at)) ?? [];
    for (const fault of faults) violate(journal, `${order.id} ${fault}`);
  });
}

function factsOf({ account: { id, name } }: Order, row: Record<string, unknown> = {}): AccountFacts {
  const { salt, country } = row as { salt: string; country?: string };
  return { id, name, salt, ...(country !== undefined && { country }) };
}

type Answers = Told & { plan: ShownPlan };

async function answersOf(ask: Ask, { id, account }: Order, rows: readonly Row[]): Promise<Answers | undefined> {
  const read = async (path: string) => (await ask({ path: `/public/collections/${id}${path}`, account }))?.data;
  const [shown, entries, plan] = await Promise.all([read(''), read('/payments'), read('/follow-ups')]);
  const [, of, hash] = /^pay_(.{10})(.{25})$/.exec(id ?? '') ?? [];
  const own = rows.filter(({ pk }) => pk === `ACCOUNT#${of}#COLLECTION#${hash}`);
  if (shown === undefined || entries === undefined || plan === undefined) return undefined;
  return {
    shown: shown as Shown,
    entries: entries as Entry[],
    plan: plan as ShownPlan,
    rows: own.filter(({ sk }) => sk.startsWith('ATTEMPT#')),
    nextSlot: Number(own.find(({ sk }) => sk === 'COLLECTION')?.['nextSlot'] ?? 1),
  };
}

type At = { now: number; baseUrl: string };

type Found = Answers & { messages: readonly Message[] };

function* possibleFaults(expected: Expected, found: Found, at: At): Generator<string[]> {
  for (const events of possibleOrders(found.shown.events))
    yield faultsOf(expected, { ...found, known: replay(expected, found, events) }, at);
}

function faultsOf(expected: Expected, told: Found & { known: Known }, { now, baseUrl }: At): string[] {
  const { known } = told;
  const wanted = withFixedChannels(planAt(expected, { known, closed: NONE_CLOSED, now }), known);
  const found = withFixedChannels(fixedPart(told.plan), known);
  return [
    ...dataFaults(told.shown, shownAt(known, now, baseUrl)),
    ...(isDeepStrictEqual(found, wanted)
      ? []
      : [`has the plan ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`]),
    ...told.messages.flatMap((message) => messageFaultsOf(expected, known, message)),
  ];
}

/** A message asks for what was outstanding when its slot was claimed, and goes to the customer. */
function messageFaultsOf(expected: Expected, known: Known, message: Message): string[] {
  const { slot, channel, to } = message;
  const claimedAt = known.attempts.find((each) => each.slot.slot === slot)?.claimedAt ?? 0;
  const address = channel === 'email' ? known.contact.email : known.contact.phone;
  const possible = [0, -BESIDE_MS, BESIDE_MS].map((ms) => textFaultsOf(expected, known, message, claimedAt + ms));
  return [
    ...(to === address ? [] : [`slot ${slot} went to ${to} instead of ${address}`]),
    ...(fewest(possible) ?? []).map((fault) => `the message of slot ${slot} ${fault}`),
  ];
}

/** The faults of a text that asks for what was outstanding at an instant. */
function textFaultsOf({ hours }: Expected, known: Known, { channel, text }: Message, at: number): string[] {
  const { account, amount, booked } = known;
  const before = booked.filter(({ recordedAt, currency }) => recordedAt <= at && currency === amount.currency);
  const received = before.reduce((sum, { credited }) => sum + credited, 0);
  return textFaultsIn(channel, text, { account, collection: { ...known, received }, zone: hours.zones[0] ?? 'UTC' });
}
