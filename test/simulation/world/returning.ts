/** In some worlds a customer returns: how each collection was paid, and what was left unread, is what the next plan has learned. */
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { fewest } from '#test/simulation/model/compare.ts';
import { expectCreate } from '#test/simulation/model/expected.ts';
import { type Paid, type Past, withPast } from '#test/simulation/model/past.ts';
import { CHANNELS, type CreateBody, HOUR, MINUTE } from '#test/simulation/model/wire.ts';
import { visitPage } from './other-providers/business.ts';
import { answersOnlyHere, askAll, judgeSame, openBusiness, pageTokenOf } from './own-business.ts';
import { createTill, openTill } from './paid-by-page/till.ts';
import { confirmed, type Returning, remindedOnce } from './returning/reminded.ts';
import type { World } from './world.ts';

export const RETURNING = { name: 'returning', share: 0.12 };

const NAME = 'Returning';
/** A person keeps the last five. */
const KEPT = 5;
const COLLECTIONS = { min: 2, max: 7 };
/** A payment belongs to a message of the last 24 hours. */
const SINCE_DELIVERY = [1, 59, 60, 61, 300, 1_420, 1_460];
const UNASKED = [3, 61, 240, 700];
const CONTACT = { firstName: 'Ngozi', lastName: 'Again', phone: '+2348066660006', email: 'again@returning.example' };
/** Of a function's clock. */
const SKEW = 6_000;
const LIVES = [720, 1440, 4320, 20_160];

/** The last of all: its customer answers only here. */
export async function comeAgain(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, RETURNING.name);
  if (without.has(RETURNING.name) || !random.bool(RETURNING.share)) return;
  const key = await openBusiness(NAME);
  world.otherNames.push({ name: NAME, support: [] });
  const till = createTill();
  const account = await openTill(world, key, till);
  const returning: Returning = { world, random, key, till, account, favourite: random.pick(CHANNELS), came: [] };
  answersOnlyHere(world, account.id, (message) => returning.came.push(message));
  let past: Past = { paid: [] };
  for (let left = random.between(COLLECTIONS.min, COLLECTIONS.max); left > 0 && !world.kernel.isStopped(); left -= 1) {
    past = await payOne(returning, past, left);
    await judgeLearned(returning, past);
  }
  world.note('a customer returned');
}

const created = (followUp: object, reference: string, expiresIn: number): CreateBody => ({
  reference,
  amount: { value: 45_000, currency: 'NGN' },
  contact: CONTACT,
  expiresIn,
  payable: { enabled: true, methods: ['payment_link'] },
  followUp,
});

async function payOne(returning: Returning, past: Past, left: number): Promise<Past> {
  const { world, random, key, favourite } = returning;
  const isAsked = random.bool(0.75);
  const channel = random.bool(0.7) ? favourite : random.pick(CHANNELS);
  const followUp = { startAfter: isAsked ? 0 : 6 * 1440, cadence: 'daily', channels: [channel], tone: 'gentle' };
  const body = created(followUp, `collection ${left}`, 20_160);
  const [answer] = await askAll(world, [{ operation: 'create-collection', key, method: 'POST', body }]);
  judgeSame(world, 'a create for who returns', answer?.status, 201);
  const { id = '', createdAt = '' } = answer?.body.data ?? {};
  const token = pageTokenOf(answer);
  const reminded = isAsked ? await remindedOnce(returning, id) : undefined;
  const told = reminded && (await confirmed(returning, reminded, past));
  const wait = random.pick(isAsked ? SINCE_DELIVERY : UNASKED);
  await world.kernel.runUntil((told?.at ?? world.kernel.now()) + wait * MINUTE);
  const at = await pay(returning, { id, token });
  const minutes = (since: number) => Math.floor((at - since) / MINUTE);
  const paid: Paid = {
    at,
    minutesToPay: minutes(Date.parse(createdAt)),
    reminded: isAsked,
    by: told?.at !== undefined && at - told.at <= 24 * HOUR ? { channel, sinceDelivery: minutes(told.at) } : undefined,
  };
  return { paid: [...past.paid, paid].slice(-KEPT), unread: told ? told.unread : past.unread };
}

/** On the page; no webhook tells of it, so the provider is asked when the payer comes back. Answers when it was paid. */
async function pay({ world, key, till }: Returning, made: { id: string; token: string }): Promise<number> {
  await visitPage({ world }, made, { method: 'checkout' });
  const at = world.kernel.now();
  const session = till.opened.at(-1);
  if (session !== undefined) till.pay(session, at);
  await visitPage({ world }, made, undefined, { returned: '1' });
  const [answer] = await askAll(world, [{ operation: 'get-collection', key, id: made.id }]);
  judgeSame(world, 'what is paid by who returns', answer?.body.data?.status, 'completed');
  return at;
}

/** As the strategy chooses, with nothing given; and with a rhythm of the caller's own. */
async function judgeLearned({ world, random, key, account }: Returning, past: Past): Promise<void> {
  const given = random.pick<object>([
    {},
    {},
    { startAfter: 30, cadence: 'every_6h' },
    { channels: ['whatsapp', 'sms'] },
  ]);
  const body = created(given, 'the next', random.pick(LIVES));
  const from = world.kernel.now();
  const [answer] = await askAll(world, [{ operation: 'preview-follow-ups', key, method: 'POST', body }]);
  if (world.kernel.isStopped()) return;
  judgeSame(world, 'a plan for who returns', answer?.status, 200);
  const right = [from - SKEW, from, world.kernel.now(), world.kernel.now() + SKEW].map(
    (now) => withPast(expectCreate(body, account, now), body.followUp, past).learned ?? [],
  );
  const { reasons = [] } = answer?.body.data ?? {};
  const found = (reasons as string[]).filter((reason) => /the last/.test(reason));
  const faults = right.map((learned) =>
    learned.join() === found.join()
      ? []
      : [`learned ${found.join()} instead of ${learned.join()}: ${JSON.stringify(past)}`],
  );
  for (const fault of fewest(faults) ?? []) world.violate(14, fault);
}
